"""Sentences that several games of stones share, in German and English."""

from typing import Final

READING: Final = {
    "game_over": {
        "de": "Die Partie ist schon zu Ende.",
        "en": "The game has already ended.",
    },
    "unknown_point": {
        "de": "Einen Punkt mit diesem Namen gibt es auf dem Brett nicht.",
        "en": "The board has no point of that name.",
    },
    "point_occupied": {
        "de": "Auf diesem Punkt steht bereits ein Stein.",
        "en": "There is already a stone on that point.",
    },
}

PLACING_AND_MOVING: Final = {
    **READING,
    "hand_empty": {
        "de": "Du hast keinen Stein mehr in der Hand, den du setzen könntest.",
        "en": "You have no stone left in hand to place.",
    },
    "hand_not_empty": {
        "de": "Setze zuerst alle Steine aus deiner Hand, danach wird gezogen.",
        "en": "Place all stones from your hand first; moving comes after that.",
    },
    "still_placing": {
        "de": "Gezogen wird erst, wenn auch dein Gegner alle Steine gesetzt hat.",
        "en": "Nobody moves until your opponent has placed every stone, too.",
    },
    "no_stone_there": {
        "de": "Auf diesem Punkt steht kein Stein, den du ziehen könntest.",
        "en": "There is no stone on that point for you to move.",
    },
    "not_your_stone": {
        "de": "Dieser Stein gehört deinem Gegner; ziehen darfst du nur eigene.",
        "en": "That stone is your opponent's; you may move only your own.",
    },
}

TAKING: Final = {
    "own_stone_taken": {
        "de": "Das ist dein eigener Stein; wegnehmen darfst du nur gegnerische.",
        "en": "That is your own stone; you may take only your opponent's.",
    },
    "nothing_to_take": {
        "de": "Auf diesem Punkt steht kein gegnerischer Stein, den du wegnehmen könntest.",
        "en": "No stone of your opponent's stands on that point.",
    },
}

REPETITION: Final = {
    "repetition": {
        "de": "Dieselbe Stellung stand zu oft auf dem Brett: unentschieden.",
        "en": "The same position has stood on the board too often: a draw.",
    },
}
