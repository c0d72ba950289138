"""Commands without a task: the commit itself tells the answer, and nothing else is different."""

import asyncio

import pytest

from libs.eventstore.deciding import Accepted, Answer, Incoming, Refused
from libs.eventstore.memory import Fault
from tests.contract.eventstore.counting import CountCodec, CountDecider, order
from tests.contract.eventstore.test_streams import Keeper, keeper_of, owner
from tests.contract.eventstore.worlds import World, stream_in

Outcome = Answer | BaseException


def told(keeper: Keeper, incoming: Incoming[int]) -> "asyncio.Future[Outcome]":
    """What a command on the short way leads to; it must have been taken."""
    outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    assert keeper.handle_now(incoming, outcome.set_result)
    return outcome


async def test_answers_are_those_of_the_long_way(world: World) -> None:
    store, keeper = await owner(world)
    first = order(stream_in(0), 2)
    assert not keeper.handle_now(first, print), "not in memory yet"
    assert await keeper.handle(first) == Accepted(2)
    second = order(first.stream, 3)
    assert await told(keeper, second) == Accepted(5)
    assert await told(keeper, second) == Accepted(5)
    again = order(first.stream, 1, command_id=second.command_id)
    assert await told(keeper, again) == Refused("command_id_reused")
    assert await store.head(0) == 5


async def test_who_comes_meanwhile_waits_for_the_commit(world: World) -> None:
    store, keeper = await owner(world)
    stream = stream_in(0)
    await keeper.handle(order(stream, 1))
    first = told(keeper, order(stream, 1))
    assert not keeper.handle_now(order(stream, 1), print), "one command in flight a stream"
    assert await keeper.handle(order(stream, 1)) == Accepted(3)
    assert await first == Accepted(2)
    assert await told(keeper, order(stream, 1)) == Accepted(4)
    assert [event.version for event in await store.read_stream(stream)] == [1, 2, 3, 4]


async def test_memory_that_was_behind_is_loaded_anew(world: World) -> None:
    store, keeper = await owner(world)
    stream = stream_in(0)
    await keeper.handle(order(stream, 1))
    await keeper_of(store).handle(order(stream, 1))
    outcome = await told(keeper, command := order(stream, 1))
    assert isinstance(outcome, Exception)
    assert not keeper.handle_now(command, print)
    assert await keeper.handle(command) == Accepted(3)


@pytest.mark.parametrize("fault", list(Fault))
async def test_a_cut_connection_costs_nothing(world: World, fault: Fault) -> None:
    store, keeper = await owner(world)
    await keeper.handle(order(stream := stream_in(0), 1))
    world.cut_next_commit(fault)
    assert await told(keeper, order(stream, 1)) == Accepted(2)
    assert await store.head(0) == 2


async def test_an_answer_that_can_t_be_given_stops_no_other(world: World) -> None:
    _, keeper = await owner(world)
    streams = [stream_in(0), stream_in(0)]
    for stream in streams:
        await keeper.handle(order(stream, 1))

    def fail(_outcome: Outcome) -> None:
        raise ConnectionError

    assert keeper.handle_now(order(streams[0], 1), fail)
    assert await told(keeper, order(streams[1], 1)) == Accepted(2)
    assert await told(keeper, order(streams[0], 1)) == Accepted(3), "it was carried out"


async def test_a_keeper_that_adds_something_goes_the_long_way(world: World) -> None:
    class Adding(Keeper):
        async def handle(self, incoming: Incoming[int]) -> Answer:
            return await super().handle(incoming)

    store = await world.store()
    await store.open_shard(0)
    keeper: Adding = Adding(store, CountDecider(), CountCodec())
    await keeper.handle(order(stream := stream_in(0), 1))
    assert not keeper.handle_now(order(stream, 1), print)
