"""Computers play: once for each position, whatever dies, and never what they may not know."""

from tests.integration.bots.practice import House


async def test_a_computer_that_begins_plays_and_answers(house: House) -> None:
    await house.start_bots(strong_seconds=0.05)
    practice = await house.begin(seat=1)
    await practice.play()
    await practice.until_turns(3)
    assert [actor for actor, _ in await practice.turns_by_position()] == [
        "bot:strong", "00-annannannannann", "bot:strong",
    ]  # fmt: skip
