"""Refusals about ratings and Taler: stable codes, each with a sentence for people."""

from typing import Final

RATING_TEXTS: Final[dict[str, dict[str, str]]] = {
    "bad_stake": {
        "de": "Möglich sind 10 bis 100 Taler in Zehnerschritten, und nur in gewerteten Partien.",
        "en": "Possible are 10 to 100 Taler in steps of 10, and in rated games only.",
    },
    "unrated_game": {
        "de": "Dieses Spiel wird nicht gewertet.",
        "en": "This game is not rated.",
    },
    "wallet_too_small": {
        "de": "Für diesen Einsatz reichen nicht beide Börsen.",
        "en": "Not both wallets have enough for this stake.",
    },
    "wallet_not_low": {
        "de": "Aufgefüllt wird erst, wenn weniger als 50 Taler in der Börse sind.",
        "en": "A wallet is filled up only when there are fewer than 50 Taler in it.",
    },
    "refilled_today": {
        "de": "Heute wurde deine Börse schon aufgefüllt. Morgen geht es wieder.",
        "en": "Your wallet has been filled up today already. It is possible again tomorrow.",
    },
}
