"""A table of Battlehanse as one seat sees it, filled up so that the rules can read it.

What is hidden is filled in the plainest way: cards that lie nowhere else, in the order
of kinds. The view of the seat to act blanks all of it out again, so no engine sees what was put in.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Final

import msgspec

from libs.rules.game import Json
from libs.rules.hanse.goods import CARDS, COUNCIL, GOODS, HORSE, NAMES, TIERS
from libs.rules.hanse.position import Both, Card, Count, Tier
from libs.rules.referee.request import RequestError

GOODS_NAMES: Final = tuple(NAMES[kind] for kind in GOODS)
Size = Annotated[int, msgspec.Meta(ge=0, le=60)]


class SeenTable(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a table that a viewer may see less of; absent is what it does not see."""

    market: list[Card]
    hands: Both[dict[str, Count] | None]
    known: Both[dict[str, Count]]
    stables: Both[Count]
    sold: dict[str, Count]
    won_council: Both[list[tuple[Tier, int | None]]]
    turn: Annotated[int, msgspec.Meta(ge=0, le=1)]
    hand_count: Both[Size] | None = None
    deck: list[Card] | None = None
    deck_count: Size | None = None
    council: dict[str, list[int]] | None = None
    council_count: dict[str, Size] | None = None


def is_seen(position: Json) -> bool:
    """Whether a position is one of Battlehanse with something hidden."""
    if not isinstance(position, dict):
        return False
    hands = position.get("hands")
    has_hidden_hand = isinstance(hands, list) and None in hands
    return has_hidden_hand or position.get("deck") is None or position.get("council") is None


def filled(position: Json) -> Json:
    """The position with its blanks filled in. Raises RequestError if that can't be done.

    Not checked: what the rules check when they read a whole table.
    """
    try:
        seen = msgspec.convert(position, SeenTable)
    except msgspec.ValidationError as error:
        raise RequestError(str(error)) from error
    _demand_own(seen)
    hands, deck = _cards(seen)
    council, won_council = _tokens(seen)
    whole = {"hands": hands, "deck": deck, "council": council, "won_council": won_council}
    return {**position, **whole}


def _demand_own(seen: SeenTable) -> None:
    """The seat to act has to know its own hand and tokens: there would be nothing to think of."""
    if seen.hands[seen.turn] is None:
        raise RequestError("the hand of the seat to act is missing")
    if any(value is None for _, value in seen.won_council[seen.turn]):
        raise RequestError("a council token of the seat to act has no value")


def _cards(seen: SeenTable) -> tuple[list[Json], Json]:
    """Both hands, and the deck."""
    left = Counter({name: CARDS[kind] for kind, name in enumerate(NAMES)})
    lying: list[Iterable[str]] = [seen.market, Counter(seen.sold).elements(), seen.deck or ()]
    lying += [Counter(hand).elements() for hand in seen.hands if hand is not None]
    lying.append([NAMES[HORSE]] * sum(seen.stables))
    for cards in lying:
        left.subtract(cards)
    hands = [_hand(seen, seat, left) for seat in (0, 1)]
    if min(left.values()) < 0:
        raise RequestError("there are more cards of a kind than the game has")
    if seen.deck is not None:
        return hands, seen.deck
    deck = list(left.elements())
    if seen.deck_count != len(deck):
        raise RequestError(f"{len(deck)} cards are nowhere but in the deck, not {seen.deck_count}")
    return hands, deck


def _hand(seen: SeenTable, seat: int, left: Counter[str]) -> Json:
    """The hand, if it is seen; else what is known of it and any goods, taken out of `left`."""
    hand = seen.hands[seat]
    if hand is not None:
        return hand
    if seen.hand_count is None:
        raise RequestError("a hidden hand needs a 'hand_count'")
    cards = Counter(seen.known[seat])
    left.subtract(cards)
    goods = [name for name in GOODS_NAMES for _ in range(left[name])]
    unseen = goods[: max(0, seen.hand_count[seat] - cards.total())]
    left.subtract(unseen)
    cards.update(unseen)
    if cards.total() != seen.hand_count[seat]:
        raise RequestError("a hidden hand's cards don't add up")
    return dict(cards)


def _tokens(seen: SeenTable) -> tuple[Json, Json]:
    """The piles of council tokens, and those that were won."""
    left = [Counter(values) for values in COUNCIL]
    piles = seen.council or {}
    for place, tier in enumerate(TIERS):
        left[place].subtract(piles.get(str(tier), ()))
    for tier, value in (token for won in seen.won_council for token in won if token[1] is not None):
        left[TIERS.index(tier)][value or 0] -= 1
    hidden = [sorted((+values).elements()) for values in left]
    won = [[[tier, _value(hidden, tier, value)] for tier, value in w] for w in seen.won_council]
    if seen.council is not None:
        return piles, won
    for tier, rest in zip(TIERS, hidden, strict=True):
        if (seen.council_count or {}).get(str(tier)) != len(rest):
            raise RequestError(f"the council tokens for {tier} cards don't add up")
    return {str(tier): rest for tier, rest in zip(TIERS, hidden, strict=True)}, won


def _value(hidden: list[list[int]], tier: int, value: int | None) -> int:
    if value is not None:
        return value
    rest = hidden[TIERS.index(tier)]
    if not rest:
        raise RequestError(f"more council tokens for {tier} cards than the game has")
    return rest.pop()
