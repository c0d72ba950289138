"""How fast the search for Mühle is: nodes a second, and the time to a depth.

`python -m tests.bench.mills_search` prints one JSON line for each position and depth. A node is a
position entered by a turn; the table of positions is empty at the start of each run.
"""

import json
import time
from collections.abc import Iterator
from typing import Any, Final

from libs.engines.compiled import use_cache

use_cache()

# Importing these compiles kernels, or takes them from the folder just named.
from libs.engines.mills import layout  # noqa: E402
from libs.engines.mills.memory import Memory  # noqa: E402
from libs.engines.mills.position import read  # noqa: E402
from libs.engines.mills.thinking import Wish, legal, think  # noqa: E402
from libs.engines.port import Question  # noqa: E402
from libs.engines.stopping import StopFlag  # noqa: E402
from libs.rules.mills import Mills  # noqa: E402

DEPTHS: Final = (8, 10, 12)
REPEATS: Final = 3
POSITIONS: Final = {
    "empty": "W: B: H:9,9 T:white",
    "eight_placed": "W:d6,f4,b2,d7 B:d2,b4,f6,g4 H:5,5 T:white",
    "moving_8_8": "W:d7,g4,d1,a4,d6,f4,e5,c3 B:b4,d2,b6,f6,e4,d3,g7,a1 H:0,0 T:white",
    "flying_3_3": "W:c4,e3,f2 B:d3,d5,e5 H:0,0 T:white",
}
"""Of the variant battlemills-9; the last is won in 25 turns at the earliest."""


def run(text: str, depth: int) -> tuple[int, float]:
    """Nodes and seconds of one search to a depth, from an empty table."""
    rules, memory = Mills(), Memory()
    state = rules.setup_at(rules.options("battlemills-9", {}), text)
    view = rules.view(state, state.seat)
    asked = {"strength": "strong", "seconds": 60.0, "seat": state.seat, "view": view}
    position = read(Question(game="mills", version=1, **asked))
    memory.forget()
    memory.begin(position, StopFlag())
    turns = legal(memory, position)
    begun = time.process_time()
    think(memory, position, turns, Wish(depth))
    return int(memory.words[layout.NODES]), time.process_time() - begun


def rows() -> Iterator[dict[str, Any]]:
    """For each position and depth: seconds, the best of a few runs, and nodes a second."""
    for name, text in POSITIONS.items():
        for depth in DEPTHS:
            nodes, seconds = min((run(text, depth) for _ in range(REPEATS)), key=lambda one: one[1])
            rate = round(nodes / seconds)
            yield {"name": f"mills_{name}_depth_{depth}", "value": round(seconds, 4), "unit": "s"}
            yield {"name": f"mills_{name}_nodes_{depth}", "value": rate, "unit": "nodes/s"}


if __name__ == "__main__":
    for row in rows():
        print(json.dumps(row), flush=True)
