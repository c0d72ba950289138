"""Replaying a text by the rules: every turn must be legal, every deal whole."""

import re
from typing import Any, Final

from libs.rules.explain import refusal
from libs.rules.game import Deal, Ended, IllegalMoveError, Options, Outcome, Pause, Rules
from libs.rules.gametext.dialects import DIALECTS
from libs.rules.gametext.record import Dealt, Played
from libs.rules.gametext.tokens import Source, Token

CLOCK: Final = re.compile(r"\[%clk\s+(\d{1,4}):(\d\d):(\d\d)(?:\.(\d{1,3}))?\s*\]")
DEAL: Final = re.compile(r"\[%deal\b([^\]]*)\]")


class Replay:
    """The game so far, and what was read of it."""

    def __init__(self, source: Source, rules: Rules[Any], options: Options) -> None:
        self._source = source
        self._rules = rules
        self.dialect = DIALECTS[rules.key]
        self._state = rules.setup(options)
        self.entries: list[Played | Dealt] = []

    def turn(self, token: Token) -> None:
        """Plays a turn. Raises GameTextError if it is not legal here."""
        turn = self.dialect.canonical(token.text)
        if isinstance(self._rules.pending(self._state), Deal):
            raise self._source.error(token.at, "a deal is missing before this turn")
        try:
            self._rules.check(self._state, turn)
        except IllegalMoveError as refused:
            why = refusal(self._rules.key, refused.code)["en"]
            raise self._source.error(token.at, f"{turn}: {why}") from refused
        self._state = self._rules.play(self._state, turn)
        self.entries.append(Played(turn))
        if isinstance(self._rules.pending(self._state), Pause):
            self._state = self._rules.resume(self._state)

    def comment(self, token: Token) -> None:
        """Takes clocks and deals out of a comment; the rest is for people."""
        deal, clock = DEAL.search(token.text), CLOCK.search(token.text)
        if deal:
            self._deal(deal[1], token)
        if clock and self.entries and isinstance(self.entries[-1], Played):
            hours, minutes, seconds = (int(clock[i]) for i in (1, 2, 3))
            fraction = int((clock[4] or "0").ljust(3, "0"))
            clock_ms = ((hours * 60 + minutes) * 60 + seconds) * 1_000 + fraction
            self.entries[-1] = Played(self.entries[-1].turn, clock_ms)

    def _deal(self, text: str, token: Token) -> None:
        pending = self._rules.pending(self._state)
        if not isinstance(pending, Deal):
            raise self._source.error(token.at, "nothing is dealt here")
        piles = [part.split() for part in text.split(";") if part.strip()]
        said = {words[0].rstrip(":"): words[1:] for words in piles}
        dealt: dict[str, tuple[str | int, ...]] = {}
        for name, items in pending.items.items():
            words, by_word = said.pop(name, []), {str(item): item for item in items}
            if sorted(words) != sorted(map(str, items)):
                raise self._source.error(token.at, f"{name} is not what is to be dealt")
            dealt[name] = tuple(by_word[word] for word in words)
        if said:
            raise self._source.error(token.at, f"{min(said)} is not dealt in this game")
        self._state = self._rules.deal(self._state, dealt)
        self.entries.append(Dealt(dealt))

    def outcome(self) -> Outcome | None:
        """How the game ended by its rules, if it did."""
        pending = self._rules.pending(self._state)
        return pending.outcome if isinstance(pending, Ended) else None
