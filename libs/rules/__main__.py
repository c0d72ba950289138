"""The referee as a program: `python -m libs.rules`, and `python -m libs.rules perft`."""

import argparse
import sys
from collections.abc import Iterable

import msgspec

from libs.rules.game import OptionError
from libs.rules.referee.answer import answer
from libs.rules.referee.games import adapter
from libs.rules.referee.perft import perft
from libs.rules.referee.request import RequestError, read
from libs.rules.stones.layout import PositionError


def main(words: list[str]) -> int:
    """Runs one of the two programs; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m libs.rules", description=__doc__)
    commands = parser.add_subparsers(dest="command")
    counting = commands.add_parser("perft", help="count sequences of turns")
    counting.add_argument("--game", required=True)
    counting.add_argument("--variant")
    counting.add_argument("--depth", type=int, required=True)
    counting.add_argument("--position", help="position text; for hanse the JSON object")
    chosen = parser.parse_args(words)
    if chosen.command == "perft":
        return _perft(chosen)
    return _serve(sys.stdin.buffer)


def _serve(lines: Iterable[bytes]) -> int:
    """Answers line by line until the input ends or nobody listens any more."""
    # Unbuffered: each answer leaves at once, and nothing is left to flush into a broken pipe.
    with open(sys.stdout.fileno(), "wb", buffering=0, closefd=False) as out:
        try:
            for line in lines:
                out.write(answer(line) + b"\n")
        except (BrokenPipeError, KeyboardInterrupt):
            return 1
    return 0


def _perft(chosen: argparse.Namespace) -> int:
    position = chosen.position
    try:
        if position is not None and position.startswith("{"):
            position = msgspec.json.decode(position)
        fields = {"game": chosen.game, "variant": chosen.variant, "position": position}
        game = adapter(chosen.game)
        for number in perft(game, game.start(read(fields)), chosen.depth):
            print(number, flush=True)
    except (RequestError, OptionError, PositionError, msgspec.DecodeError) as error:
        print(f"perft: {error}", file=sys.stderr)
        return 2
    except (BrokenPipeError, KeyboardInterrupt):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
