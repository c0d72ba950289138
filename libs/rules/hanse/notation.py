"""Turns as text: `take gold`, `swap gold*2>cloth+horse`, `horses`, `sell cloth*3`."""

import re
from functools import lru_cache
from typing import Final

import msgspec

from libs.rules.game import IllegalMoveError
from libs.rules.hanse.goods import INDEX, NAMES, NONE, Counts, plus, single

LONGEST: Final = 120
TERM: Final = re.compile(r"([a-z]{1,20})(?:\*([1-9][0-9]?))?")


class Take(msgspec.Struct, frozen=True):
    """One card out of the market."""

    kind: int


class Horses(msgspec.Struct, frozen=True):
    """All horses out of the market."""


class Swap(msgspec.Struct, frozen=True):
    """Cards out of the market for as many of one's own."""

    taken: Counts
    given: Counts


class Sell(msgspec.Struct, frozen=True):
    """Cards of one kind for tokens."""

    kind: int
    number: int


Move = Take | Horses | Swap | Sell


@lru_cache(maxsize=10_000)
def read(turn: str) -> Move:
    """What a turn means, legal or not.

    Raises IllegalMoveError: `malformed` (also for another spelling of a turn), `unknown_kind`.
    """
    if turn == "horses":
        return Horses()
    if len(turn) > LONGEST:
        raise IllegalMoveError("malformed", turn)
    verb, _, rest = turn.partition(" ")
    if verb == "take":
        move: Move = Take(_one(rest, turn)[0])
    elif verb == "sell":
        move = Sell(*_one(rest, turn))
    elif verb == "swap":
        taken, _, given = rest.partition(">")
        move = Swap(_counts(taken, turn), _counts(given, turn))
    else:
        raise IllegalMoveError("malformed", turn)
    if write(move) != turn:
        raise IllegalMoveError("malformed", turn)
    return move


def _one(text: str, turn: str) -> tuple[int, int]:
    term = TERM.fullmatch(text)
    if term is None:
        raise IllegalMoveError("malformed", turn)
    if term[1] not in INDEX:
        raise IllegalMoveError("unknown_kind", turn)
    return INDEX[term[1]], int(term[2] or 1)


def _counts(text: str, turn: str) -> Counts:
    counts = NONE
    for part in text.split("+"):
        counts = plus(counts, single(*_one(part, turn)))
    return counts


def write(move: Move) -> str:
    """The text of a turn."""
    match move:
        case Take(kind):
            return f"take {NAMES[kind]}"
        case Horses():
            return "horses"
        case Swap(taken, given):
            return f"swap {words(taken)}>{words(given)}"
        case Sell(kind, number):
            return f"sell {words(single(kind, number))}"


@lru_cache(maxsize=10_000)
def words(counts: Counts) -> str:
    """Cards in words: `gold*2+cloth`."""
    return "+".join(
        NAMES[kind] if number == 1 else f"{NAMES[kind]}*{number}"
        for kind, number in enumerate(counts)
        if number
    )
