"""A list of engines that misbehave as they are told, for a worker process that loads this module.

A question's view says what to do: `{"do": "search" | "die" | "fail" | "hang" | "print"}`.
"""

import os
import signal
import time
from collections.abc import Mapping
from typing import Final

from libs.engines.port import Engine, EngineError, Question, Reply
from libs.engines.stopping import StopFlag
from libs.rules.game import Json

STEP_S: Final = 0.002


class Awkward:
    """Searches until it is stopped or out of time, or does one of the things that go wrong."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.niceness = 0

    def prepare(self) -> None:
        """One of these games is never ready, another takes long."""
        self.niceness = _niceness()
        if self.game == "broken":
            raise ValueError("this board has no points")
        if self.game == "slow":
            time.sleep(1.2)

    def answer(self, question: Question, stop: StopFlag) -> Reply:
        """Does what the view says."""
        view: Json = question.view
        match view["do"]:
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "die once":
                _die_once(view["mark"])
            case "fail":
                raise ZeroDivisionError("no stones")
            case "refuse":
                raise EngineError("nobody is to act")
            case "hang":
                time.sleep(60)
            case "tell niceness":
                return _told(f"{self.niceness} {_niceness()}")
            case "print":
                print("somebody prints to standard output")
            case _:
                pass
        return self._search(question, stop)

    def _search(self, question: Question, stop: StopFlag) -> Reply:
        begun, nodes = time.perf_counter(), 0
        with stop.within(question.seconds):
            while not stop.is_set():
                time.sleep(STEP_S)
                nodes += 1
        seconds = time.perf_counter() - begun
        turn = str(question.view.get("turn", "a1"))
        return Reply(turn=turn, score=question.seconds, depth=1, nodes=nodes, seconds=seconds)


def _niceness() -> int:
    """Of the calling thread."""
    return os.getpriority(os.PRIO_PROCESS, 0)


def _told(words: str) -> Reply:
    return Reply(turn=words, score=0.0, depth=1, nodes=1, seconds=0.0)


def _die_once(mark: str) -> None:
    """Ends the process if the file is not there yet, and leaves it there."""
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


ENGINES: Final[Mapping[str, Engine]] = {
    name: Awkward(name) for name in ("awkward", "broken", "slow")
}


def games() -> tuple[str, ...]:
    """What this module lists."""
    return tuple(ENGINES)


def load(game: str) -> Engine:
    """One of these engines."""
    return ENGINES[game]
