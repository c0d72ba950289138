"""A person against a computer where cards are hidden: turns taken back, hints, what is told."""

import asyncio
import random
from typing import Any

import msgspec
import pytest

from libs.contracts.archive import ExportedGame, ExportGames, ExportPage, GameTextOf, TextFile
from libs.contracts.bots import AskEvaluation, AskHint, AskReview, Hint
from libs.contracts.games import (
    GameEvent,
    GameLog,
    GameTerms,
    PlayTurn,
    Reshuffled,
    Resign,
    StartGame,
    TurnPlayed,
)
from libs.contracts.ids import GameId
from libs.eventstore.records import new_stream_id
from libs.rules.game import Pause, Seat
from libs.rules.gametext import Dealt, parse_game
from libs.rules.strength import Strength
from libs.testkit.fairness import Replay
from libs.timing import TimeControl
from tests.integration.behind import ANN, BEN, SEATS, Behind, until
from tests.integration.bots.practice import House, Practice
from tests.integration.bots.test_help import ask, read
from tests.integration.bots.test_whole_games import REAL, events_of

EVERY = 3
"""So many own turns, then one is taken back."""


@pytest.fixture
async def house(behind: Behind) -> House:
    """An owner of games, an archive, computers that are real."""
    for service in ("games", "accounts", "archive"):
        await behind.start(service)
    return House(behind, REAL)


async def a_turn_and_back(practice: Practice, chance: random.Random) -> None:
    """Ann plays, the computer answers, and Ann is again where she was: she sees no difference."""
    before = await practice.until_own_turn()
    await practice.play(chance=chance)
    after = await practice.until_own_turn_or_pause()
    if after.is_over() or after.acting() is None:
        return
    await practice.take_back()
    again = await practice.seen()
    assert again.view == before.view
    assert again.position == after.version + 1, "the turns' end is the position, no card moves it"
    assert [event.type for event in again.events[-2:]] == [
        "games.turns_taken_back",
        "games.reshuffled",
    ]
    assert again.events[-1].shown is None


async def to_the_end(practice: Practice, chance: random.Random) -> None:
    """Ann plays at random, and takes a turn back now and then, until the only round is over."""
    own = 0
    while not (await practice.until_own_turn_or_pause()).is_over():
        own += 1
        if own % EVERY == 0:
            await a_turn_and_back(practice, chance)
        else:
            await practice.play(chance=chance)


def ended_by_rules(log: GameLog, seat: int) -> Replay:
    """The game played again; each card that came is the one that the promise had meant."""
    events = events_of(log)
    replay = Replay(events)
    turns = [event for event in events if isinstance(event, TurnPlayed)]
    assert sum(isinstance(event, Reshuffled) for event in events) >= 2
    assert {turn.seat for turn in turns} == {seat, 1 - seat}
    return replay


async def test_matches_with_turns_taken_back_are_played_to_their_end_and_everything_adds_up(
    house: House,
) -> None:
    bots = await house.start_bots()
    await bots.pool.ready("hanse")
    first = await house.begin("hanse", "medium", seat=0, variant="one-round")
    second = await house.begin("hanse", "strong", seat=1, variant="one-round")
    both = (first, second)
    await asyncio.gather(*(to_the_end(one, random.Random(one.seat)) for one in both))
    for practice in both:
        log = msgspec.json.decode(await practice.whole_log(), type=GameLog)
        replay = ended_by_rules(log, practice.seat)
        seen, table = await practice.seen(), replay.tables[-1]
        final = replay.rules.view(table, Seat(practice.seat))
        assert seen.view == msgspec.json.decode(msgspec.json.encode(final))
        commands = [command for _, command in await practice.turns_by_position()]
        assert len(commands) == len(set(commands))
        assert await text_table(house, practice, replay) == table
        assert Replay(await export_of(house, practice.game)).tables[-1] == table
    assert bots.figures.outcomes.child("turn", "refused").read() == 0


async def text_table(house: House, practice: Practice, replay: Replay) -> Any:
    """The table at the end of the downloaded text, which tells the turns that stand."""
    query = GameTextOf(practice.game, ANN)

    async def is_there() -> bool:
        return (await house.behind.query("query.archive", query)).code is None

    await until(is_there)
    answer = await house.behind.query("query.archive", query)
    text = parse_game(msgspec.msgpack.decode(answer.data or b"", type=TextFile).text)
    table = replay.rules.setup(text.options)
    for entry in text.entries:
        if isinstance(entry, Dealt):
            table = replay.rules.deal(table, entry.items)
        else:
            table = replay.rules.play(table, entry.turn)
    assert not isinstance(replay.rules.pending(table), Pause)
    return table


async def export_of(house: House, game: GameId) -> list[GameEvent]:
    """A game's events as their player takes them along."""
    answer = await house.behind.query("query.archive", ExportGames(ANN))
    page = msgspec.msgpack.decode(answer.data or b"", type=ExportPage)
    lines = [msgspec.json.decode(each, type=ExportedGame) for each in page.lines]
    (line,) = (line for line in lines if line.summary.game == game)
    return [
        msgspec.convert({**event.data, "type": event.type}, GameEvent)
        for event in line.events or ()
    ]


async def test_easy_and_medium_leave_room_for_hints_which_are_legal_even_after_going_back(
    house: House,
) -> None:
    bots = await house.start_bots(hint_seconds=0.2)
    await bots.pool.ready("hanse")
    strengths: tuple[Strength, ...] = ("easy", "medium")
    for strength in strengths:
        practice = await house.begin("hanse", strength, variant="one-round")
        for _ in range(3):
            seen = await practice.until_own_turn()
            hint: Hint = read(await ask(house, AskHint(practice.game, ANN)), Hint)
            assert hint.position == seen.position
            assert hint.turn in practice.legal(seen)
            await practice.play(hint.turn)
            await practice.until_own_turn()
            await practice.take_back()
            await practice.play()


async def test_against_strong_there_is_no_hint_nor_a_best_line_but_a_review_afterwards(
    house: House,
) -> None:
    bots = await house.start_bots()
    await bots.pool.ready("hanse")
    practice = await house.begin("hanse", "strong", variant="one-round")
    for query in (AskHint(practice.game, ANN), AskEvaluation(practice.game, ANN)):
        assert (await ask(house, query)).code == "no_hint_against_strong"
    assert bots.pool.figures().searches == 0
    assert (await practice.command(Resign())).code is None
    assert (await ask(house, AskEvaluation(practice.game, ANN, 0))).code is None
    assert (await ask(house, AskReview(practice.game, ANN))).code is None


async def test_between_people_there_is_no_help_while_cards_are_hidden(house: House) -> None:
    bots = await house.start_bots()
    game = GameId(new_stream_id(16, random.randbytes(16)))
    terms = GameTerms("hanse", "one-round", {}, TimeControl(180_000, 2_000))
    answer = await house.behind.command(
        "games", game, "service:matchmaking", StartGame(terms, SEATS)
    )
    assert answer.code is None
    for player in (ANN, BEN):
        for query in (AskHint(game, player), AskEvaluation(game, player), AskReview(game, player)):
            assert (await ask(house, query)).code == "help_refused"
    refused = await house.behind.command("games", game, ANN, PlayTurn(1, "horses"))
    assert refused.code == "stale_position", "it runs"
    assert bots.pool.figures().searches == 0
