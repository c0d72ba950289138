"""A search's memory: what one part is given, no other part takes away."""

import pytest

from libs.engines.mills.memory import Memory
from libs.engines.mills.position import from_text, read, to_text
from libs.engines.mills.remembered import image_of
from libs.engines.port import Question
from libs.engines.stopping import StopFlag
from libs.rules.mills import Mills

pytestmark = pytest.mark.unit

TURNS = ("d7", "a7-d7", "b4xg1", "c3-d3xf6")


def _begun() -> Memory:
    rules, memory = Mills(), Memory()
    state = rules.setup(rules.options("battlemills-9", {}))
    view = rules.view(state, state.seat)
    asked = Question(
        game="mills", version=1, seat=state.seat, view=view, strength="strong", seconds=1.0
    )
    memory.begin(read(asked), StopFlag())
    return memory


def test_a_symmetry_and_its_inverse_lead_back_after_a_search_has_begun() -> None:
    memory = _begun()
    for which in range(16):
        images = [image_of(memory.address, from_text(turn), which) for turn in TURNS]
        back = [to_text(image_of(memory.address, image, which + 16)) for image in images]
        assert back == list(TURNS)
    assert len({image_of(memory.address, from_text("c3-d3xf6"), which) for which in range(16)}) > 8
