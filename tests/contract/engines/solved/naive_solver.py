"""A second solver: plain sweeps over the positions that the rules themselves lead to."""

from typing import Any

from libs.rules.game import Ended, Rules, Turn

Graph = dict[str, tuple[Any, list[str]]]


def explore(rules: Any, start: Any) -> Graph:
    """All positions by text, each with a state that shows it and the texts that follow."""
    graph: Graph = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        text = rules.position(state)
        if text in graph:
            continue
        pending = rules.pending(state)
        turns = rules.legal_turns(state, pending.seat) if isinstance(pending, Turn) else []
        after = [rules.play(state, turn) for turn in turns]
        graph[text] = (state, [rules.position(one) for one in after])
        waiting += after
    return graph


def solve(rules: Rules[Any], graph: Graph) -> dict[str, tuple[str, int]]:
    """Each position's value for the side to act and the turns to the end, by text."""
    values: dict[str, tuple[str, int]] = {}
    for text, (state, _) in graph.items():
        pending = rules.pending(state)
        if isinstance(pending, Ended):
            values[text] = ("draw" if pending.outcome.winner is None else "loss", 0)
    for turns in range(1, len(graph)):
        found = {
            text: value
            for text, (_, after) in graph.items()
            if text not in values and (value := _seen_now(values, after)) is not None
        }
        if not found:
            break
        values |= {text: (value, turns) for text, value in found.items()}
    return {text: values.get(text, ("draw", 0)) for text in graph}


def _seen_now(values: dict[str, tuple[str, int]], after: list[str]) -> str | None:
    """What the values known so far decide: a win, or a loss when nothing else is left."""
    known = [values[text][0] if text in values else "open" for text in after]
    if "loss" in known:
        return "win"
    return "loss" if known and set(known) == {"win"} else None
