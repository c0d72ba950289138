"""A worker process: `python -m libs.engines.worker` answers one question at a time.

Started by `child.py`. Questions come as frames on standard input, reports leave on standard output.
Engines are prepared in the background, one after the other, so that a small game can be played
while a big one still compiles. When standard input ends, the parent is gone, and so is this.

Searching and compiling step back for others. Loading what has been compiled before does not:
somebody may wait for the successor of a dead worker.
"""

import argparse
import faulthandler
import importlib
import mmap
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from libs.engines.compiled import has_been_prepared, preparing, use_cache
from libs.engines.port import Engine, EngineError, Question
from libs.engines.stopping import BYTES, StopFlag
from libs.engines.wire import (
    LENGTH_BYTES,
    Answered,
    Begun,
    FromWorker,
    Prepared,
    Refused,
    Unprepared,
    frame,
    length,
    read_ask,
)


class EngineList(Protocol):
    """A module that lists engines, as `registry` does."""

    def games(self) -> tuple[str, ...]:
        """The games that have an engine, in the order in which they are best prepared."""

    def load(self, game: str) -> Engine:
        """A new engine, not yet prepared. Raises EngineError."""


class Worker:
    """Prepares engines in one thread, answers in another, and reports both."""

    def __init__(
        self, engines: EngineList, stop: StopFlag, out: BinaryIO, niceness: int = 0
    ) -> None:
        self._engines = engines
        self._stop = stop
        self._out = out
        self._niceness = niceness
        self._speaking = threading.Lock()
        self._ready: dict[str, Engine] = {}
        self.questions: queue.SimpleQueue[Question] = queue.SimpleQueue()

    def prepare(self, games: Sequence[str], folder: Path) -> None:
        """Makes one game after the other ready, and reports each."""
        self._report(Begun(tuple(games)))
        is_back = False
        for game in games:
            if not is_back and not has_been_prepared(folder, game):
                is_back = True
                self._step_back()
            begun = time.perf_counter()
            try:
                with preparing(folder, game):
                    engine = self._engines.load(game)
                    engine.prepare()
            except Exception as error:  # noqa: BLE001  one broken engine must not stop the others
                traceback.print_exc()
                self._report(Unprepared(game, f"{type(error).__name__}: {error}"))
                continue
            self._ready[game] = engine
            self._report(Prepared(game, time.perf_counter() - begun))

    def answer(self) -> None:
        """Answers one question after the other, for ever."""
        self._step_back()
        while True:
            self._report(self._answered(self.questions.get()))

    def _step_back(self) -> None:
        """Where the system counts niceness by threads, as Linux does, this thread's alone."""
        os.nice(self._niceness)

    def _answered(self, question: Question) -> Answered | Refused:
        try:
            return Answered(self._engine(question.game).answer(question, self._stop))
        except EngineError as error:
            return Refused(str(error))
        except Exception as error:  # noqa: BLE001  a broken engine's next question may be answered
            traceback.print_exc()
            return Refused(f"the engine failed: {type(error).__name__}: {error}")

    def _engine(self, game: str) -> Engine:
        if game not in self._ready:
            raise EngineError(f"{game!r} has not been prepared")
        return self._ready[game]

    def _report(self, message: FromWorker) -> None:
        with self._speaking:
            self._out.write(frame(message))
            self._out.flush()


def main(words: list[str]) -> None:
    """Runs until standard input ends."""
    parser = argparse.ArgumentParser(prog="python -m libs.engines.worker", description=__doc__)
    parser.add_argument("--flag", type=int, required=True, help="descriptor of the stop flag")
    parser.add_argument("--engines", default="libs.engines.registry", help="module to load")
    parser.add_argument("--nice", type=int, default=0, help="how far to step back for others")
    parser.add_argument("--urgent", action="append", default=[], help="a game to prepare first")
    parser.add_argument("games", nargs="*", help="those to prepare; none: all")
    asked = parser.parse_args(words)
    # Ctrl-C goes to the whole group: the parent decides what becomes of its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.enable()
    out = _own_output()
    folder = use_cache()
    # A protocol can't be asked of a module at run time; a wrong one shows at its first call.
    engines = cast("EngineList", importlib.import_module(asked.engines))
    worker = Worker(engines, StopFlag(mmap.mmap(asked.flag, BYTES)), out, asked.nice)
    games = sorted(asked.games or engines.games(), key=lambda game: game not in asked.urgent)
    threading.excepthook = _die
    threading.Thread(target=worker.prepare, args=(games, folder), daemon=True).start()
    threading.Thread(target=worker.answer, daemon=True).start()
    _listen(sys.stdin.buffer, worker.questions)


def _own_output() -> BinaryIO:
    """Standard output for frames alone: what anybody prints goes to standard error."""
    sys.stdout.flush()
    own = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return os.fdopen(own, "wb")


def _die(failed: threading.ExceptHookArgs) -> None:
    """Ends the process with any of its threads: a worker without ears or mouth is of no use."""
    # A broken pipe only says that the parent is gone.
    if not isinstance(failed.exc_value, BrokenPipeError):
        traceback.print_exception(failed.exc_value)
    os._exit(1)


def _listen(source: BinaryIO, questions: "queue.SimpleQueue[Question]") -> None:
    """Takes questions until nobody asks any more, then ends the process, search or no search."""
    while len(head := source.read(LENGTH_BYTES)) == LENGTH_BYTES:
        body = source.read(length(head))
        questions.put(read_ask(body).question)
    # Threads deep in a kernel can't be joined.
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
