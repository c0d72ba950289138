"""Turns as people make them: clicked, dragged, typed, thought over, refused."""

import asyncio
import re
from typing import Literal

import pytest
from playwright.async_api import FloatRect, expect

from tests.e2e.people import People
from tests.e2e.person import Person
from tests.e2e.script import QUIET
from tests.e2e.table import begin

TURNED_WITHIN_S = 5.0
Button = Literal["left", "right"]

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def marked(person: Person, word: str) -> set[str]:
    """The points that are read out with that word."""
    points = person.page.get_by_role("button", name=word)
    names = await points.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    return {name[:2] for name in names}


async def test_a_mill_glows_and_its_capture_completes_the_turn_also_by_keyboard(
    people: People,
) -> None:
    table = await begin(people)
    anna, ben = table.white, table.black
    await table.play("a7", "d6", "d7", "f6")
    await anna.point("g7").click()
    await expect(anna.says).to_have_text("Mühle! Nimm einen der Steine mit rotem Ring.")
    await expect(anna.page.get_by_test_id("mill")).to_have_count(1)
    await expect(anna.page.get_by_test_id("takeable")).to_have_count(2)
    assert await marked(anna, "kannst du nehmen") == {"d6", "f6"}
    assert await marked(anna, "in einer Mühle") == {"a7", "d7", "g7"}
    assert "g7" not in await ben.stones()
    await anna.point("a1").click()
    await expect(anna.says).to_have_text(re.compile("Erst noch einen Stein mit rotem Ring nehmen"))
    await anna.page.keyboard.press("Escape")
    await anna.sees("g7", "frei")
    await closes_by_keyboard(anna)
    await ben.sees_turn(5, "g7xd6")
    await ben.sees("d6", "frei", "hier wurde zuletzt ein Stein genommen")
    await expect(anna.page.get_by_test_id("bar-1").get_by_text("HAND 7")).to_be_visible()


async def closes_by_keyboard(anna: Person) -> None:
    """The mill at g7, dropped once, and the capture of d6, without a mouse."""
    await anna.point("d7").focus()
    for key in ("ArrowRight", "Enter"):
        await anna.page.keyboard.press(key)
    await anna.sees("g7", "in einer Mühle")
    await expect(anna.point("g7")).to_be_focused()
    await anna.page.keyboard.press("Escape")
    await anna.sees("g7", "frei")
    await anna.page.keyboard.press("Space")
    await anna.sees("d6", "kannst du nehmen")
    await anna.point("d7").focus()
    for key in ("ArrowDown", "Enter"):
        await anna.page.keyboard.press(key)


async def test_a_stone_in_a_mill_is_protected_while_others_stand_free(people: People) -> None:
    table = await begin(people)
    anna = table.white
    await table.play("a7", "a1", "d7", "d1", "b4", "g1xb4")
    await anna.point("g7").click()
    assert await marked(anna, "kannst du nehmen") == {"a1", "d1", "g1"}
    await anna.page.keyboard.press("Escape")
    await table.play("c4", "d6", first=7)
    await anna.point("g7").click()
    assert await marked(anna, "kannst du nehmen") == {"d6"}
    await anna.point("d1").click()
    await expect(anna.says).to_contain_text("steht in einer Mühle und ist geschützt")
    await anna.point("d6").click()
    await table.black.sees_turn(9, "g7xd6")


async def test_dots_show_targets_a_choice_is_dropped_and_a_stone_dragged(people: People) -> None:
    table = await begin(people)
    anna = table.white
    await table.play(*QUIET)
    await expect(anna.says).to_have_text("Du bist am Zug: Wähle einen Stein.")
    assert await marked(anna, "mögliches Ziel") == set()
    await anna.point("d5").click()
    await anna.sees("d5", "gewählt")
    assert await marked(anna, "mögliches Ziel") == {"d6", "e5"}
    await anna.point("d5").click()
    assert await marked(anna, "mögliches Ziel") == set()
    await anna.point("c5").click()
    assert await marked(anna, "mögliches Ziel") == {"c4"}
    await anna.page.keyboard.press("Escape")
    assert await marked(anna, "gewählt") == set()
    for point, words in (("a4", "kann nirgendwohin"), ("d7", "gehört deinem Gegner")):
        await anna.point(point).click()
        await expect(anna.says).to_contain_text(words)
    await drag(anna, "d5", "c4")
    await anna.sees("d5", "weißer Stein")
    await drag(anna, "d5", "e5")
    await expect(anna.page.get_by_test_id("mill")).to_have_count(1)
    await anna.point("d7").click()
    await table.black.sees_turn(19, "d5-e5xd7")
    await table.play("a7-d7", first=20)
    await anna.point("e5").click()
    await anna.point("a1").click()
    await expect(anna.says).to_contain_text("steht bereits ein Stein")
    await anna.play("d5")
    await table.black.sees_turn(21, "e5-d5")


async def drag(person: Person, source: str, target: str, button: Button = "left") -> None:
    """Presses at a point, moves the mouse and lets go."""
    middles = []
    for name in (source, target):
        box = await person.point(name).locator("circle").first.bounding_box()
        assert box is not None
        middles.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    await person.page.mouse.move(*middles[0])
    await person.page.mouse.down(button=button)
    await person.page.mouse.move(*middles[1], steps=6)
    await person.page.mouse.up(button=button)


async def test_the_right_button_draws_arrows_and_marks_that_nobody_else_sees(
    people: People,
) -> None:
    table = await begin(people)
    anna = table.white
    drawings = anna.page.get_by_test_id("drawings")
    await drag(anna, "a7", "d6", "right")
    await expect(drawings.locator("path.green")).to_have_count(2)
    for key, ink in (("Shift", "red"), ("Alt", "blue"), ("Control", "yellow")):
        await anna.page.keyboard.down(key)
        await drag(anna, "d1", "d1", "right")
        await anna.page.keyboard.up(key)
        await expect(drawings.locator(f"circle.{ink}")).to_have_count(1)
    await expect(table.black.page.get_by_test_id("drawings").locator("circle, path")).to_have_count(
        0
    )
    await anna.play("a7")
    await expect(drawings.locator("circle, path")).to_have_count(0)
    await table.black.sees_turn(1, "a7")


async def has_crossed(person: Person, before: FloatRect) -> bool:
    """Whether a7 is now far to the right of and below where it was."""
    box = await person.point("a7").bounding_box()
    return box is not None and box["x"] > before["x"] + 100 and box["y"] > before["y"] + 100


async def is_warned(person: Person) -> None:
    """White has a7 and d7: somebody who wishes for it is shown g7, and the device remembers."""
    threats = person.page.get_by_test_id("threat")
    await expect(threats).to_have_count(0)
    await person.page.get_by_text("Ansicht").click()
    await person.flick("Warnung")
    await expect(threats).to_have_count(1)
    await person.sees("g7", "hier droht eine Mühle")
    await person.page.reload()
    await expect(threats).to_have_count(1)


async def test_f_turns_the_board_names_can_be_hidden_and_a_warning_shown(people: People) -> None:
    table = await begin(people)
    anna, ben = table.white, table.black
    await table.play("a7", "d6")
    before = await anna.point("a7").bounding_box()
    assert before is not None
    await anna.page.keyboard.press("f")
    async with asyncio.timeout(TURNED_WITHIN_S):
        while not await has_crossed(anna, before):
            await anna.page.wait_for_timeout(50)
    board = anna.page.get_by_test_id("board")
    await expect(board.get_by_text("g1", exact=True)).to_be_visible()
    await anna.page.get_by_text("Ansicht").click()
    await anna.flick("Punktnamen")
    await expect(board.get_by_text("g1", exact=True)).to_have_count(0)
    # Light stones are plain, dark ones carry an inner ring.
    for seat, circles in ((0, 0), (1, 1)):
        stone = board.locator(f"[data-testid=stone][data-seat='{seat}']")
        await expect(stone.locator("circle.inner")).to_have_count(circles)
    await table.play("d7", first=3)
    await is_warned(ben)


async def test_in_confirm_mode_every_decision_can_be_undone_and_redone(people: People) -> None:
    table = await begin(people)
    anna, ben = table.white, table.black
    await table.play("a7", "d6", "d7", "f6")
    await anna.page.get_by_text("Ansicht").click()
    await anna.flick("Züge bestätigen")
    await anna.play("g7xf6")
    await expect(anna.says).to_have_text("So ziehen?")
    await anna.press("Zurück")
    await anna.sees("f6", "kannst du nehmen")
    await anna.press("Zurück")
    await anna.sees("g7", "frei")
    for _ in range(2):
        await anna.press("Wieder")
    await anna.sees("f6", "frei")
    assert "g7" not in await ben.stones()
    await anna.press("Zug bestätigen")
    await ben.sees_turn(5, "g7xf6")
