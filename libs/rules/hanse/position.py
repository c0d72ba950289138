"""A table from the JSON of a request: read strictly, and added up."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, TypeVar

import msgspec

from libs.rules.game import FIRST, SECOND, Json, Seat
from libs.rules.hanse.goods import (
    CARDS,
    COUNCIL,
    GOODS,
    HAND_LIMIT,
    HORSE,
    INDEX,
    MARKET_SIZE,
    NAMES,
    NONE,
    TIERS,
    TOKENS,
    Counts,
    counted,
    plus,
    shuffled_cards,
    single,
)
from libs.rules.hanse.layout import council_tokens, counts_of
from libs.rules.hanse.play import dealt, has_few_piles
from libs.rules.hanse.state import Table

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Goods = Literal["amber", "gold", "silver", "cloth", "salt", "fur"]
Card = Goods | Literal["horse"]
Tier = Literal[3, 4, 5]
CouncilPiles = dict[Literal["3", "4", "5"], list[int]]
X = TypeVar("X")
Both = tuple[X, X]


class TableError(ValueError):
    """A table that can't be read, or whose cards or tokens don't add up."""


class SetupRequest(msgspec.Struct, frozen=True):
    """A round before its deal."""

    starter: Literal[0, 1]
    deck: list[Card]
    council: CouncilPiles


class TableRequest(msgspec.Struct, frozen=True):
    """A round that is under way."""

    market: list[Card]
    deck: list[Card]
    hands: Both[dict[Goods, Count]]
    known: Both[dict[Goods, Count]]
    stables: Both[Count]
    tokens: dict[Goods, list[int]]
    council: CouncilPiles
    won: Both[list[tuple[Goods, int]]]
    won_council: Both[list[tuple[Tier, int]]]
    sold: dict[Goods, Count]
    turn: Literal[0, 1]
    starter: Literal[0, 1]
    seals: Both[Count] = (0, 0)
    exchanges: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0


R = TypeVar("R", SetupRequest, TableRequest)


def _converted(value: Json, kind: type[R]) -> R:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise TableError(str(error)) from error


def read_setup(value: Json) -> Table:
    """The table that a setup deals. Raises TableError."""
    asked = _converted(value, SetupRequest)
    deck = [INDEX[name] for name in asked.deck]
    _demand(counted(deck) == counted(shuffled_cards()), "the deck is not the 52 cards")
    council = _council(asked.council)
    _demand_council(council, [])
    return dealt(deck, council, Seat(asked.starter))


def read_table(value: Json, most_seals: int, standstill: int | None) -> tuple[Table, Both[int]]:
    """The table and seals of a position; `ended` if the round is over there. Raises TableError."""
    asked = _converted(value, TableRequest)
    _demand(max(asked.seals) < most_seals, "somebody has won the match already")
    table = Table(
        market=_counted(asked.market),
        deck=tuple(INDEX[name] for name in asked.deck),
        holdings=(_holding(asked, FIRST), _holding(asked, SECOND)),
        seat=Seat(asked.turn),
        starter=Seat(asked.starter),
        known=(counts_of(asked.known[0].items()), counts_of(asked.known[1].items())),
        tokens=tuple(tuple(_pile(asked, kind)) for kind in GOODS),
        council=_council(asked.council),
        won=(_won(asked.won[0]), _won(asked.won[1])),
        won_council=(council_tokens(asked.won_council[0]), council_tokens(asked.won_council[1])),
        sold=counts_of(asked.sold.items()),
        exchanges=asked.exchanges,
    )
    _demand_sums(table)
    return msgspec.structs.replace(table, ended=_ended(table, standstill)), asked.seals


def _demand(is_right: bool, message: str) -> None:  # noqa: FBT001 - an assertion's condition
    if not is_right:
        raise TableError(message)


def _counted(names: Iterable[str]) -> Counts:
    return counted(INDEX[name] for name in names)


def _holding(asked: TableRequest, seat: Seat) -> Counts:
    return plus(counts_of(asked.hands[seat].items()), single(HORSE, asked.stables[seat]))


def _pile(asked: TableRequest, kind: int) -> list[int]:
    return next((pile for name, pile in asked.tokens.items() if name == NAMES[kind]), [])


def _council(piles: CouncilPiles) -> tuple[tuple[int | None, ...], ...]:
    by_name = {str(name): pile for name, pile in piles.items()}
    return tuple(tuple(by_name.get(str(tier), [])) for tier in TIERS)


def _won(tokens: Iterable[tuple[Goods, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((INDEX[name], value) for name, value in tokens)


def _demand_sums(table: Table) -> None:
    cards = plus(plus(table.market, counted(table.deck)), table.sold)
    for holding, known in zip(table.holdings, table.known, strict=True):
        cards = plus(cards, holding)
        _demand(sum(holding[:HORSE]) <= HAND_LIMIT, "more than seven cards in a hand")
        is_held = all(a <= b for a, b in zip(known, (*holding[:HORSE], *NONE[HORSE:]), strict=True))
        _demand(is_held, "a known card is not in the hand")
    _demand(cards == CARDS, "the cards don't add up to 55")
    _demand(_is_market_full(table), "the market has five cards, fewer only when the deck is empty")
    _demand_tokens(table)
    _demand_council(table.council, [token for won in table.won_council for token in won])


def _is_market_full(table: Table) -> bool:
    size = sum(table.market)
    return size == MARKET_SIZE or (size < MARKET_SIZE and not table.deck)


def _demand_tokens(table: Table) -> None:
    for kind in GOODS:
        won = [value for tokens in table.won for k, value in tokens if k == kind]
        is_whole = Counter([*table.tokens[kind], *won]) == Counter(TOKENS[kind])
        _demand(is_whole, f"the tokens of {NAMES[kind]} don't add up")


def _demand_council(
    piles: Sequence[tuple[int | None, ...]], won: list[tuple[int, int | None]]
) -> None:
    for tier, pile in enumerate(piles):
        taken = [value for t, value in won if t == tier]
        is_whole = Counter([*pile, *taken]) == Counter(COUNCIL[tier])
        _demand(is_whole, f"the council tokens for {TIERS[tier]} cards don't add up")


def _ended(table: Table, standstill: int | None) -> str | None:
    if has_few_piles(table.tokens):
        return "tokens"
    if sum(table.market) < MARKET_SIZE:
        return "deck"
    return "standstill" if standstill is not None and table.exchanges >= standstill else None
