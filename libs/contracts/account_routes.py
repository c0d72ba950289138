"""The HTTP routes of accounts, names and profiles."""

from typing import Any, Final

from libs.contracts import account_http, accounts, http
from libs.contracts.route import Route

ACCOUNT_ROUTES: Final = (
    Route("POST", "/api/sign-up", "Get an account", account_http.SignedUp, account_http.SignUpForm),
    Route("POST", "/api/sign-in", "Sign in", http.Me, account_http.SignInForm),
    Route("POST", "/api/recover", "Come in by a recovery code", http.Me, account_http.RecoverForm),
    Route("POST", "/api/account/name", "Another name", http.Me, account_http.NewName),
    Route("POST", "/api/account/password", "Another password", http.Me, account_http.NewPassword),
    Route(
        "POST",
        "/api/account/recovery-codes",
        "New recovery codes",
        account_http.RecoveryCodes,
        account_http.PasswordForm,
    ),
    Route("POST", "/api/account/delete", "Delete my account", http.Me, account_http.PasswordForm),
    Route("GET", "/api/account/sessions", "Where I am signed in", list[accounts.SessionView]),
    Route(
        "POST",
        "/api/account/sessions/{session}/close",
        "End one of my sessions",
        list[accounts.SessionView],
    ),
    Route("GET", "/api/account/settings", "My settings, as they were kept", Any),
    Route("PUT", "/api/account/settings", "Keep my settings", Any, dict[str, Any]),
    Route("GET", "/api/account/tokens", "My API tokens", list[accounts.TokenView]),
    Route(
        "POST",
        "/api/account/tokens",
        "Make an API token",
        accounts.NewToken,
        account_http.TokenForm,
    ),
    Route(
        "POST",
        "/api/account/tokens/{token}/revoke",
        "End one of my API tokens",
        list[accounts.TokenView],
    ),
    Route("GET", "/api/account/export", "All my data", account_http.Export),
    Route("GET", "/api/names", "Names of players", account_http.Names, query=("ids",)),
    Route("GET", "/api/players/{player}", "A player's profile", account_http.Profile),
)
