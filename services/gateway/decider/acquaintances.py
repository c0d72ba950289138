"""What the waiting room's owner has said of people with sockets here: standing, who sees whom."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from libs.contracts.ids import PlayerId
from libs.contracts.lobby import Standing
from libs.contracts.lobby_messages import Acquaintance

USUAL: Final = Standing()
NOBODY: Final[Mapping[PlayerId, int]] = MappingProxyType({})


class _Known:
    """One person; words that came later than an answer under way count more than that."""

    __slots__ = ("hidden", "stands", "stood_at", "words")

    def __init__(self) -> None:
        self.stands = USUAL
        self.stood_at = 0
        self.hidden: Mapping[PlayerId, int] = NOBODY
        self.words: dict[PlayerId, tuple[int, bool]] = {}


class Acquaintances:
    """Two sources: answers to reports, and words in between, each at a version of the hall."""

    def __init__(self) -> None:
        self._known: dict[PlayerId, _Known] = {}
        self._met: set[PlayerId] = set()

    def has_met(self, player: PlayerId) -> bool:
        """Whether a report about somebody has been answered: then all of it is known."""
        return player in self._met

    def standing(self, player: PlayerId) -> Standing:
        """How somebody stands."""
        known = self._known.get(player)
        return USUAL if known is None else known.stands

    def hidden(self, player: PlayerId) -> Mapping[PlayerId, int]:
        """Whom somebody does not see; the last line before, 0 where that is not known."""
        known = self._known.get(player)
        return NOBODY if known is None else known.hidden

    def forget(self, player: PlayerId) -> None:
        """Somebody has gone."""
        self._known.pop(player, None)
        self._met.discard(player)

    def stand(self, player: PlayerId, now: Standing, version: int) -> bool:
        """A word about how somebody stands; whether that is news."""
        known = self._known.setdefault(player, _Known())
        known.stood_at = version
        return self._stand(known, now)

    @staticmethod
    def _stand(known: _Known, now: Standing) -> bool:
        is_news, known.stands = now != known.stands, now
        return is_news

    def part(self, player: PlayerId, other: PlayerId, version: int, last_line: int) -> None:
        """A word: the two see no more of each other after that line."""
        known = self._known.setdefault(player, _Known())
        known.words[other] = (version, True)
        known.hidden = {other: last_line, **known.hidden}

    def bring_together(self, player: PlayerId, other: PlayerId, version: int) -> None:
        """A word: the two see each other."""
        known = self._known.setdefault(player, _Known())
        known.words[other] = (version, False)
        known.hidden = {each: n for each, n in known.hidden.items() if each != other}

    def meet(self, player: PlayerId, said: Acquaintance, epoch: str) -> tuple[bool, bool]:
        """An answer about somebody; whether standing, and whom they see, are news.

        Words of that owner that came after what it answers from hold on.
        """
        self._met.add(player)
        known = self._known.setdefault(player, _Known())
        is_comparable = said.epoch == epoch
        is_news = False
        if not (is_comparable and known.stood_at > said.version):
            is_news = self._stand(known, said.standings.get(player, USUAL))
            known.stood_at = 0
        later = {
            other: word
            for other, word in known.words.items()
            if is_comparable and word[0] > said.version
        }
        hidden = {*said.hidden.get(player, ())}
        for other, (_, is_hidden) in later.items():
            (hidden.add if is_hidden else hidden.discard)(other)
        before, known.words = known.hidden, later
        known.hidden = {other: before.get(other, 0) for other in hidden}
        if known.stands == USUAL and not known.hidden and not later and not known.stood_at:
            del self._known[player]
        return is_news, hidden != before.keys()
