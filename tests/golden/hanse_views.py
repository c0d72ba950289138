"""Whole matches of Battlehanse with what every viewer sees after each step, for the client's rules.

`python -m tests.golden.hanse_views` writes the file again, with the same matches: what was dealt
and played in them is read from the file itself, only what follows from it is computed.

A line `match` begins a match; each further line is a deal, a turn, or turns taken back together
with the reshuffle that comes with it. `seen` is a hash of the four views after it, sometimes the
views themselves are there: of seat 0, seat 1, a spectator, and of who sees everything afterwards.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from libs.rules.game import FIRST, SECOND, SPECTATOR, IllegalMoveError, Seat
from libs.rules.hanse import Hanse, MatchState
from libs.rules.hanse.layout import whole_table

FILE: Final = Path(__file__).parent / "hanse_views.jsonl"
HANSE: Final = Hanse()
WHOLE_EVERY = 100
LEGAL_EVERY = 5
REFUSED_EVERY = 25
WRONG_TURNS: Final = (
    "take horse",
    "take amber",
    "take fur",
    "take gold*2",
    "take pepper",
    "takegold",
    "horses",
    "sell horse",
    "sell gold",
    "sell silver*2",
    "sell fur",
    "sell cloth*0",
    "sell salt*7",
    "swap gold+gold>horse*2",
    "swap horse+fur>salt*2",
    "swap fur+horse>salt*2",
    "swap fur>salt",
    "swap fur*2>salt",
    "swap cloth+fur>fur+horse",
    "swap cloth+salt>horse*2",
    "swap gold+fur>horse*2",
    "swap cloth+fur>horse*11",
    "swap cloth*2>salt*2",
    "swap fur+cloth>salt*2",
    "",
)


def as_json(value: Any) -> str:
    """The one spelling that is hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def hashed(text: str) -> str:
    """The beginning of a text's SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def views(state: MatchState) -> list[Any]:
    """What seat 0, seat 1 and a spectator see, and who sees everything."""
    everything = HANSE.view(state, SPECTATOR)
    if state.table is not None:
        whole = whole_table(state.table)
        hidden = {name: whole[name] for name in ("hands", "won_council")}
        everything["table"] = {**everything["table"], **hidden}
    return [*(HANSE.view(state, viewer) for viewer in (FIRST, SECOND, SPECTATOR)), everything]


def shown_by(public: Any, seats: Sequence[Any]) -> dict[str, Any]:
    """What everybody is shown, and what a seat is shown instead."""
    own = [None if shown == public else shown for shown in seats]
    return {"shown": public} if own == [None, None] else {"shown": public, "own": own}


class Match:
    """A match that is replayed from its deals and turns."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given = given
        self.state = HANSE.setup(HANSE.options(given["variant"], given["options"]))
        self.earlier: list[MatchState] = []
        self.steps = 0

    def line(self) -> dict[str, Any]:
        """The line that begins the match."""
        return {"match": self.given, "seen": hashed(as_json(views(self.state)))}

    def step(self, given: dict[str, Any]) -> dict[str, Any]:
        """The line of the next step."""
        if "turn" in given:
            line = self._turn(given["turn"])
        elif "back" in given:
            line = self._back(given["back"], given["dealt"])
        else:
            line = self._deal(given["dealt"])
        self.steps += 1
        line["seen"] = hashed(as_json(views(self.state)))
        if self.steps % WHOLE_EVERY == 1 or self.state.stage == "end":
            line["views"] = views(self.state)
        return {**line, **self._judged()}

    def _turn(self, turn: str) -> dict[str, Any]:
        before = self.state
        seats = [HANSE.shown(before, turn, seat) for seat in (FIRST, SECOND)]
        HANSE.check(before, turn)
        self.earlier.append(before)
        self.state = HANSE.play(before, turn)
        return {"turn": turn, **shown_by(HANSE.shown(before, turn, SPECTATOR), seats)}

    def _deal(self, dealt: Any) -> dict[str, Any]:
        if self.state.stage == "pause":
            self.state = HANSE.resume(self.state)
        before = self.state
        seats = [HANSE.shown_deal(before, dealt, seat) for seat in (FIRST, SECOND)]
        public = HANSE.shown_deal(before, dealt, SPECTATOR)
        self.earlier.clear()
        self.state = HANSE.deal(before, dealt)
        return {"dealt": dealt, **shown_by(public, seats)}

    def _back(self, plies: int, dealt: Any) -> dict[str, Any]:
        for _ in range(plies):
            self.state = self.earlier.pop()
        self.state = HANSE.reshuffled(self.state, dealt)
        return {"back": plies, "dealt": dealt}

    def _judged(self) -> dict[str, Any]:
        """Sometimes all legal turns of the side to act, and refusals of illegal ones."""
        judged: dict[str, Any] = {}
        if self.steps % LEGAL_EVERY == 0 and self.state.stage == "turn":
            seat = Seat(HANSE.view(self.state, SPECTATOR)["seat"])
            legal = HANSE.legal_turns(self.state, seat)
            judged["legal"] = [len(legal), hashed("\n".join(legal))]
        if self.steps % REFUSED_EVERY == 0 or self.state.stage != "turn":
            judged["refused"] = dict(self._refusals())
        return judged

    def _refusals(self) -> Iterator[tuple[str, str]]:
        for turn in WRONG_TURNS:
            try:
                HANSE.check(self.state, turn)
            except IllegalMoveError as error:
                yield turn, error.code


def written(lines: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The file's lines, made of what was given in these lines."""
    match: Match | None = None
    for given in lines:
        if "match" in given:
            match = Match(given["match"])
            yield as_json(match.line())
        elif match is not None:
            yield as_json(match.step(given))


def stored() -> list[dict[str, Any]]:
    """The file's lines as they are."""
    return [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in written(stored())), "utf-8")
