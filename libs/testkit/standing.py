"""Which turns of a game stand, by its events alone: those played and not taken back."""

from collections.abc import Iterable

from libs.contracts.games import GameEvent, TurnPlayed, TurnsTakenBack


def standing_turns(events: Iterable[GameEvent]) -> list[TurnPlayed]:
    """The turns that stand, in order."""
    line: list[TurnPlayed] = []
    for event in events:
        if isinstance(event, TurnPlayed):
            line.append(event)
        elif isinstance(event, TurnsTakenBack):
            del line[len(line) - event.plies :]
    return line
