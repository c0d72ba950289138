"""Battlehanse's turns once more, obvious and slow: cards are words, exchanges are combinations."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

ORDER = ["amber", "gold", "silver", "cloth", "salt", "fur", "horse"]


def words(cards: Iterable[str]) -> str:
    counts = Counter(cards)
    terms = [(name, counts[name]) for name in ORDER if counts[name]]
    return "+".join(name if n == 1 else f"{name}*{n}" for name, n in terms)


def legal_turns(market: list[str], hand: list[str], horses: int) -> list[str]:
    """All turns of a seat with these goods in hand and so many horses in its stable."""
    turns = {"horses"} if "horse" in market else set()
    goods = [card for card in market if card != "horse"]
    if len(hand) <= 6:
        turns |= {f"take {card}" for card in goods}
    for name, count in Counter(hand).items():
        for number in range(1, count + 1):
            if number > 1 or name in ("cloth", "salt", "fur"):
                turns.add(f"sell {words([name] * number)}")
    return sorted(turns | swaps(goods, hand, horses))


def swaps(goods: list[str], hand: list[str], horses: int) -> set[str]:
    """Every exchange of two to five cards."""
    found = set()
    own = sorted(hand) + ["horse"] * min(horses, 5)
    for number in range(2, len(goods) + 1):
        all_taken = set(combinations(sorted(goods), number))
        for given in set(combinations(own, number)):
            if len(hand) + given.count("horse") > 7:
                continue
            for taken in all_taken:
                if not set(taken) & set(given):
                    found.add(f"swap {words(taken)}>{words(given)}")
    return found
