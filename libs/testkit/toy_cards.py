"""A tiny complete card game with secrets, deals and a pause, for tests; never registered.

Eight cards, 1 to 8. Each seat is dealt two, one lies open, three are the pile. In turn a seat lays
a card (`lay 5`) and gets its number in points, takes the open card, and the pile's next card is
turned up. A round ends with the last card laid; after a pause the next is dealt. Most points win.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from libs.rules.game import (
    FIRST,
    SECOND,
    Deal,
    Ended,
    IllegalMoveError,
    Json,
    OptionError,
    Options,
    Outcome,
    Pause,
    Pending,
    Seat,
    Turn,
    Viewer,
)

CARDS: Final = tuple(range(1, 9))
PAUSE: Final = Pause(ms=1_000)
Two = tuple[int, int]
Cards = tuple[int, ...]


class ToyState(msgspec.Struct, frozen=True):
    """The table; `hidden` and `open` are the cards in hand by seat, `market` is the open card."""

    rounds: int
    round: int = 0
    stage: str = "deal"
    seat: Seat = FIRST
    points: Two = (0, 0)
    hidden: tuple[Cards, Cards] = ((), ())
    open: tuple[Cards, Cards] = ((), ())
    market: int | None = None
    pile: Cards = ()


class ToyCards:
    """The game behind the protocol."""

    key = "toy_cards"
    version = 1
    variants: tuple[str, ...] = ("toy",)

    def options(self, variant: str | None, overrides: Mapping[str, Any]) -> Options:
        """`rounds` (2). Raises OptionError."""
        options = {"rounds": 2, **overrides}
        if variant not in (None, "toy") or len(options) > 1 or type(options["rounds"]) is not int:
            raise OptionError(f"{variant!r} {overrides!r}")
        return options

    def setup(self, options: Options) -> ToyState:
        """Before the first deal."""
        return ToyState(options["rounds"])

    def pending(self, state: ToyState) -> Pending:
        """A deal, turns until nobody holds a card, a pause, …, the end."""
        if state.stage == "deal":
            return Deal({"pile": CARDS})
        if state.stage == "turn":
            return Turn(state.seat)
        if state.stage == "pause":
            return PAUSE
        first, second = state.points
        winner = None if first == second else FIRST if first > second else SECOND
        return Ended(Outcome(winner, "points", {"points": [first, second]}))

    def legal_turns(self, state: ToyState, viewer: Viewer) -> list[str]:
        """`lay` each card in hand."""
        if state.stage != "turn" or viewer != state.seat:
            return []
        return sorted(f"lay {n}" for n in state.hidden[state.seat] + state.open[state.seat])

    def check(self, state: ToyState, turn: str) -> None:
        """Raises IllegalMoveError: `not_in_hand`."""
        if turn not in self.legal_turns(state, state.seat):
            raise IllegalMoveError("not_in_hand", turn)

    def play(self, state: ToyState, turn: str) -> ToyState:
        """Lays, scores, takes the open card, turns up the next."""
        card, seat = int(turn.removeprefix("lay ")), state.seat
        points, hidden, opened = list(state.points), list(state.hidden), list(state.open)
        points[seat] += card
        hidden[seat] = tuple(n for n in hidden[seat] if n != card)
        taken = () if state.market is None else (state.market,)
        opened[seat] = (*(n for n in opened[seat] if n != card), *taken)
        is_over = not any(hidden + opened)
        stage = "turn" if not is_over else "end" if state.round == state.rounds else "pause"
        return msgspec.structs.replace(
            state,
            stage=stage,
            seat=Seat(1 - seat),
            points=tuple(points),
            hidden=tuple(hidden),
            open=tuple(opened),
            market=state.pile[0] if state.pile else None,
            pile=state.pile[1:],
        )

    def deal(self, state: ToyState, dealt: Mapping[str, Sequence[str | int]]) -> ToyState:
        """Two cards each, one open, the rest is the pile."""
        pile = tuple(int(card) for card in dealt["pile"])
        return ToyState(
            rounds=state.rounds,
            round=state.round + 1,
            stage="turn",
            points=state.points,
            hidden=(pile[0:2], pile[2:4]),
            market=pile[4],
            pile=pile[5:],
        )

    def reshuffle(self, state: ToyState) -> Deal | None:
        """The pile; None between rounds."""
        return Deal({"pile": state.pile}) if state.stage == "turn" else None

    def reshuffled(self, state: ToyState, dealt: Mapping[str, Sequence[str | int]]) -> ToyState:
        """The pile lies in that order."""
        return msgspec.structs.replace(state, pile=tuple(int(card) for card in dealt["pile"]))

    def resume(self, state: ToyState) -> ToyState:
        """The pause is over, the next deal is due; nobody sees a difference."""
        return msgspec.structs.replace(state, stage="deal")

    def view(self, state: ToyState, viewer: Viewer) -> Json:
        """The open table; of hidden cards and the pile only their number, but one's own."""
        pending = self.pending(state)
        return {
            "round": state.round,
            "rounds": state.rounds,
            "seat": state.seat if state.stage == "turn" else None,
            "points": list(state.points),
            "hidden": [len(cards) for cards in state.hidden],
            "own": [] if isinstance(viewer, str) else list(state.hidden[viewer]),
            "open": [list(cards) for cards in state.open],
            "market": state.market,
            "pile": len(state.pile),
            "result": msgspec.to_builtins(getattr(pending, "outcome", None)),
        }

    def shown(self, state: ToyState, turn: str, viewer: Viewer) -> Json:
        """The card that is turned up, the same for everybody."""
        return {"market": state.pile[0] if state.pile else None}

    def shown_deal(
        self, state: ToyState, dealt: Mapping[str, Sequence[str | int]], viewer: Viewer
    ) -> Json:
        """The open card, and a seat's own two."""
        view = self.view(self.deal(state, dealt), viewer)
        return {"market": view["market"], "own": view["own"]}

    def follow(self, view: Json, viewer: Viewer, turn: str, shown: Json) -> Json:
        """Plays on with what the viewer sees: cards that it can't see are all zero."""
        card, seat = int(turn.removeprefix("lay ")), view["seat"]
        hidden = [(0,) * count for count in view["hidden"]]
        if not isinstance(viewer, str):
            hidden[viewer] = tuple(view["own"])
        if card not in view["open"][seat] and seat != viewer:
            hidden[seat] = (card, *hidden[seat][1:])
        state = ToyState(
            rounds=view["rounds"],
            round=view["round"],
            stage="turn",
            seat=Seat(seat),
            points=tuple(view["points"]),
            hidden=(hidden[0], hidden[1]),
            open=(tuple(view["open"][0]), tuple(view["open"][1])),
            market=view["market"],
            pile=(shown["market"], *[0] * (view["pile"] - 1)) if view["pile"] else (),
        )
        return self.view(self.play(state, turn), viewer)

    def follow_deal(self, view: Json, viewer: Viewer, shown: Json) -> Json:
        """A new round: own cards and the open card known, the rest not."""
        before = ToyState(view["rounds"], view["round"], points=tuple(view["points"]))
        own, pile = tuple(shown["own"]), (0,) * 3
        hands = (own, (0, 0)) if viewer == FIRST else ((0, 0), own or (0, 0))
        return self.view(
            self.deal(before, {"pile": (*hands[0], *hands[1], shown["market"], *pile)}), viewer
        )

    def has_secrets(self) -> bool:
        """True: hidden cards differ by viewer."""
        return True
