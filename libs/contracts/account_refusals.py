"""Refusals about accounts: stable codes, each with a sentence for people."""

from typing import Final

ACCOUNT_TEXTS: Final[dict[str, dict[str, str]]] = {
    "bad_name": {
        "de": "Ein Name hat 3 bis 20 Zeichen: lateinische, griechische oder kyrillische Buchstaben "
        "(nicht gemischt), Ziffern, und dazwischen _ - oder Punkt.",
        "en": "A name has 3 to 20 characters: Latin, Greek or Cyrillic letters (not mixed), "
        "digits, and between them _ - or a dot.",
    },
    "name_reserved": {
        "de": "Diesen Namen behält sich das Spielcenter vor.",
        "en": "The Spielcenter keeps this name for itself.",
    },
    "name_taken": {
        "de": "Jemand heißt schon so oder zum Verwechseln ähnlich.",
        "en": "Somebody already has this name, or one that looks just like it.",
    },
    "bad_password": {
        "de": "Ein Passwort hat 8 bis 200 Zeichen, und keine unsichtbaren.",
        "en": "A password has 8 to 200 characters, and no invisible ones.",
    },
    "common_password": {
        "de": "Dieses Passwort gehört zu den ersten, die jeder ausprobiert. Nimm ein anderes.",
        "en": "This password is among the first that anybody tries. Choose another.",
    },
    "password_is_name": {
        "de": "Das Passwort darf nicht der Name sein.",
        "en": "The password must not be the name.",
    },
    "wrong_password": {
        "de": "Name oder Passwort stimmen nicht.",
        "en": "Name or password are not right.",
    },
    "wrong_recovery_code": {
        "de": "Name oder Wiederherstellungscode stimmen nicht. Jeder Code gilt nur einmal.",
        "en": "Name or recovery code are not right. Each code works only once.",
    },
    "too_many_attempts": {
        "de": "Das waren zu viele Versuche. Bitte warte ein wenig, bevor du es noch einmal tust.",
        "en": "Those were too many attempts. Please wait a little before the next one.",
    },
    "already_signed_up": {
        "de": "Du hast schon ein Konto. Melde dich erst ab, wenn du ein anderes willst.",
        "en": "You already have an account. Sign out first if you want another one.",
    },
    "account_needed": {
        "de": "Dafür brauchst du ein Konto.",
        "en": "You need an account for that.",
    },
    "token_not_allowed": {
        "de": "Mit einem API-Schlüssel kannst du spielen, aber nichts am Konto ändern.",
        "en": "With an API token you can play, but not change the account.",
    },
    "bad_token_name": {
        "de": "Der Name eines API-Schlüssels hat 1 bis 40 Zeichen.",
        "en": "An API token's name has 1 to 40 characters.",
    },
    "too_many_tokens": {
        "de": "So viele API-Schlüssel sind zu viele. Lösche erst einen.",
        "en": "That is too many API tokens. Revoke one first.",
    },
    "bad_settings": {
        "de": "Diese Einstellungen sind zu groß.",
        "en": "These settings are too large.",
    },
    "player_not_found": {
        "de": "Diesen Spieler gibt es nicht oder nicht mehr.",
        "en": "There is no such player, or not any more.",
    },
}
