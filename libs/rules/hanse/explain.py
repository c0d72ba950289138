"""Why a turn of Battlehanse is refused, and why a round or a match ended, for people."""

from typing import Final

REFUSALS: Final = {
    "game_over": {
        "de": "Die Partie ist schon zu Ende.",
        "en": "The game has already ended.",
    },
    "between_rounds": {
        "de": "Die Runde ist zu Ende; gehandelt wird wieder, sobald die nächste ausgeteilt ist.",
        "en": "The round has ended; trading goes on once the next one has been dealt.",
    },
    "malformed": {
        "de": "Das ist kein Zug: geschrieben wird zum Beispiel take gold oder sell cloth*3.",
        "en": "That is no turn: write for example take gold or sell cloth*3.",
    },
    "unknown_kind": {
        "de": "Eine solche Ware gibt es in diesem Spiel nicht.",
        "en": "This game has no such goods.",
    },
    "not_in_market": {
        "de": "Das liegt nicht im Markt, jedenfalls nicht so oft.",
        "en": "That is not in the market, at least not so many.",
    },
    "not_in_hand": {
        "de": "So viele Karten dieser Ware hast du nicht auf der Hand.",
        "en": "You don't have that many cards of these goods in hand.",
    },
    "not_in_stable": {
        "de": "So viele Packpferde stehen nicht in deinem Stall.",
        "en": "You don't have that many horses in your stable.",
    },
    "hand_full": {
        "de": "Am Ende deines Zuges dürfen höchstens sieben Waren auf deiner Hand sein.",
        "en": "You may hold at most seven goods at the end of your turn.",
    },
    "horses_together": {
        "de": "Packpferde holst du nur alle zusammen aus dem Markt.",
        "en": "Horses leave the market only all together.",
    },
    "no_horses": {
        "de": "Im Markt steht gerade kein Packpferd.",
        "en": "There is no horse in the market right now.",
    },
    "horses_not_sold": {
        "de": "Packpferde lassen sich nicht verkaufen.",
        "en": "Horses can't be sold.",
    },
    "precious_alone": {
        "de": "Bernstein, Gold und Silber verkaufst du nur zu zweit oder mehr.",
        "en": "Amber, gold and silver are sold in twos or more.",
    },
    "horse_from_market": {
        "de": "Packpferde kannst du nicht eintauschen, nur abgeben.",
        "en": "You can give horses in an exchange, but not get them.",
    },
    "swap_uneven": {
        "de": "Beim Tausch gibst du genau so viele Karten ab, wie du nimmst.",
        "en": "In an exchange you give exactly as many cards as you take.",
    },
    "swap_too_few": {
        "de": "Getauscht werden mindestens zwei Karten; eine einzelne Ware nimmst du einfach.",
        "en": "An exchange is of two cards at least; a single one you simply take.",
    },
    "same_kind_both_sides": {
        "de": "Dieselbe Ware darf nicht auf beiden Seiten des Tausches stehen.",
        "en": "The same goods may not be on both sides of an exchange.",
    },
}

ENDINGS: Final = {
    "seals": {
        "de": "Der Sieger hat die nötigen Ratssiegel beisammen.",
        "en": "The winner has collected the council seals needed.",
    },
    "tokens": {
        "de": "Drei Markenstapel sind leer, damit endet die Runde.",
        "en": "Three piles of tokens are empty, which ends the round.",
    },
    "deck": {
        "de": "Der Stapel reicht nicht mehr, um den Markt aufzufüllen; damit endet die Runde.",
        "en": "The pile can't fill the market any more, which ends the round.",
    },
    "standstill": {
        "de": "Zu lange wurde nur getauscht, damit endet die Runde.",
        "en": "For too long there were only exchanges, which ends the round.",
    },
}
