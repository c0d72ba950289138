"""Who saw what of hidden cards: every frame and every table, held against what was there."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from playwright.async_api import WebSocket

from libs.rules import registry
from libs.rules.game import SPECTATOR, Seat, Viewer
from libs.rules.hanse import MatchState
from libs.rules.hanse.layout import whole_table
from tests.e2e.person import Person

SIDES: Final = r"""
() => [0, 1].map((seat) => {
  const side = document.querySelector(`[data-testid=side-${seat}]`);
  if (!side) return null;
  const cards = {};
  for (const one of side.querySelectorAll('[data-kind]')) {
    const count = Number(one.querySelector('.count')?.textContent ?? 1);
    cards[one.dataset.kind] = (cards[one.dataset.kind] ?? 0) + count;
  }
  const covered = side.querySelector('[data-testid=covered-hand] .hidden');
  const won = side.querySelector(`[data-testid=won-${seat}] .hidden`).textContent;
  const council = [...won.matchAll(/Ratsmarke für [^;:]*(?:, verdeckt|: (\d+) Punkt)/g)];
  return {
    cards,
    covered: covered && Number(covered.textContent.match(/: (\d+) Karte/)[1]),
    council: council.map(([, value]) => (value ? Number(value) : null)),
  };
})
"""
"""Both sides of the table as they are drawn: cards, how many lie covered, council tokens."""
WATCH: Final = (
    f"""
window.shown = [];
window.sides = {SIDES.strip()};
"""
    """
new MutationObserver(() => {
  const turns = document.querySelectorAll('[data-testid=turns] button').length;
  const now = JSON.stringify([turns, sides()]);
  if (shown.at(-1) !== now) shown.push(now);
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""
)

Audience = Callable[[int], Viewer]
"""Through whose eyes somebody may see the game at a version."""


def always(viewer: Viewer) -> Audience:
    """Through the same eyes from the beginning to the end."""
    return lambda _: viewer


@dataclass
class Witness:
    """Keeps all that reaches a page, and all that it has ever drawn of the two sides."""

    person: Person
    frames: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)

    @classmethod
    async def beside(cls, person: Person) -> "Witness":
        """From the first page on; the person has opened none yet."""
        witness = cls(person)
        person.page.on("websocket", witness._listen)
        await person.page.add_init_script(WATCH)
        return witness

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    async def look(self) -> None:
        """Keeps what the page has drawn since; before it is left, and at the end."""
        self.tables += await self.person.page.evaluate("shown.splice(0)")


@dataclass
class Moment:
    """The game after one event; `shown`, of a deal or turn, is what it shows to a viewer."""

    state: MatchState
    shown: Callable[[Viewer], Any] | None = None
    unveiled: int | None = None

    def told(self, viewer: Viewer) -> Any:
        """What the event shows to that viewer, as it arrives."""
        return None if self.shown is None else plain(self.shown(viewer)) or None


class Truth:
    """A game that is over, with everything that lay hidden in it."""

    def __init__(self, events: list[dict[str, Any]]) -> None:
        self.rules = registry.current("hanse")
        self.moments: dict[int, Moment] = {}
        self.end = events[-1]["version"]
        self.secrets: list[dict[str, Any]] = events[-1]["data"]["deal_secrets"]
        secrets = iter(self.secrets)
        options = events[0]["data"]["terms"]["options"]
        moment = Moment(self.rules.setup(options))
        for event in events:
            moment = self._after(moment, event, secrets)
            self.moments[event["version"]] = moment

    def _after(
        self, before: Moment, event: dict[str, Any], secrets: Iterator[dict[str, Any]]
    ) -> Moment:
        state, data = before.state, event["data"]
        match event["type"]:
            case "games.dealt":
                dealt = next(secrets)["dealt"]
                after = self.rules.deal(state, dealt)
                return Moment(after, lambda viewer: self.rules.shown_deal(state, dealt, viewer))
            case "games.turn_played":
                turn = data["turn"]
                after = self.rules.play(state, turn)
                return Moment(after, lambda viewer: self.rules.shown(state, turn, viewer))
            case "games.pause_over":
                return Moment(self.rules.resume(state))
            case "games.unveiled":
                return Moment(state, unveiled=data["seat"])
            case _:
                return Moment(state, unveiled=before.unveiled)

    def at_one_device(self, version: int) -> Viewer:
        """The audience of a device: whoever is unveiled, else it is anybody's."""
        seat = self.moments[version].unveiled
        return SPECTATOR if seat is None else Seat(seat)

    def told_too_much(self, frames: list[str], audience: Audience) -> list[str]:
        """Every message before the end that is not exactly what that audience may know."""
        messages = [json.loads(line) for frame in frames for line in frame.split("\n")]
        return [json.dumps(message) for message in messages if not self._is_fit(message, audience)]

    def _is_fit(self, message: dict[str, Any], audience: Audience) -> bool:
        if message["t"] == "game_event":
            return self._is_fit_event(message["event"], audience(message["event"]["version"]))
        if message["t"] == "game_snapshot":
            version = message["version"]
            viewer = audience(version)
            view = self.rules.view(self.moments[version].state, viewer)
            return message["view"] == plain(view) and all(
                self._is_fit_event(event, viewer) for event in message["events"]
            )
        text = json.dumps(message)
        return not re.search(r'"(shown|hands?|deck|council\w*|deal_secrets)"', text)

    def _is_fit_event(self, event: dict[str, Any], viewer: Viewer) -> bool:
        if event["version"] == self.end:
            return True
        if any(secret["nonce"] in json.dumps(event) for secret in self.secrets):
            return False
        moment = self.moments[event["version"]]
        own = None if viewer == SPECTATOR else moment.told(viewer)
        is_open = (event["data"].get("shown") or None) == moment.told(SPECTATOR)
        return is_open and (event.get("shown") or None) in (None, own)

    def drawn_too_much(self, tables: list[str], audience: Audience) -> list[str]:
        """Every table drawn before the last turn that is not what that audience may see."""
        last = self.moments[self.end].state.ply
        return [
            table
            for table in tables
            for ply, sides in [json.loads(table)]
            if ply < last and sides != [None, None] and sides not in self.sides(ply, audience)
        ]

    def sides(self, ply: int, audience: Audience) -> list[Any]:
        """How both sides may look after so many turns: between rounds there are two ways."""
        return [
            drawn(self.rules.view(moment.state, audience(version))["table"])
            for version, moment in self.moments.items()
            if moment.state.ply == ply and moment.state.table is not None
        ]

    def open_sides(self) -> list[Any]:
        """How both sides look with all cards open, after each deal and each turn."""
        return [
            drawn(whole_table(moment.state.table))
            for moment in self.moments.values()
            if moment.shown is not None and moment.state.table is not None
        ]


def drawn(table: Any) -> list[Any]:
    """Both sides as `SIDES` reads them off the page."""
    table = plain(table)
    return [
        {
            "cards": table["known"][seat] if table["hands"][seat] is None else table["hands"][seat],
            "covered": table["hand_count"][seat] if table["hands"][seat] is None else None,
            "council": [value for _, value in table["won_council"][seat]],
        }
        for seat in (0, 1)
    ]


def plain(view: Any) -> Any:
    """A view as it arrives."""
    return json.loads(msgspec.json.encode(view))
