"""Writing a game: tags first, then numbered turns with clocks and deals as comments."""

import json
from collections.abc import Iterator
from typing import Final

from libs.rules import registry
from libs.rules.gametext.dialects import DIALECTS
from libs.rules.gametext.record import Dealt, GameRecord, Played

WIDTH: Final = 80


def format_game(record: GameRecord) -> str:
    """The text of a game, lines of at most 80 characters below the tags.

    Not checked: that the turns are legal. Raises UnknownGameError for an unknown game.
    """
    tags = [f"[{name} {_quoted(value)}]" for name, value in _tags(record)]
    return "\n".join([*tags, "", *_wrapped([*_words(record), record.result]), ""])


def _tags(record: GameRecord) -> Iterator[tuple[str, str]]:
    first, second = DIALECTS[record.game].players
    yield "Game", record.game
    yield "Version", str(record.version)
    yield first, record.players[0]
    yield second, record.players[1]
    if record.date is not None:
        yield "Date", record.date.replace("-", ".")
    yield "Variant", record.variant
    options = _overrides(record)
    if options:
        yield "Options", options
    yield (
        "TimeControl",
        "-" if record.time_control is None else "{}+{}".format(*record.time_control),
    )
    yield "Rated", "yes" if record.is_rated else "no"
    yield "Result", record.result
    if record.termination is not None:
        yield "Termination", record.termination


def _overrides(record: GameRecord) -> str:
    """The options that differ from the variant's own, as `name=value` pairs."""
    usual = registry.rules(record.game, record.version).options(record.variant, {})
    return ", ".join(
        f"{name}={value if isinstance(value, str) else json.dumps(value)}"
        for name, value in record.options.items()
        if usual[name] != value
    )


def _quoted(value: str) -> str:
    """The value in quotes, with everything escaped that is not plainly visible."""
    return '"' + "".join(c if _is_plain(c) else json.dumps(c)[1:-1] for c in value) + '"'


def _is_plain(character: str) -> bool:
    return character.isprintable() and character not in '"\\'


def _words(record: GameRecord) -> Iterator[str]:
    ply = 0
    for entry in record.entries:
        match entry:
            case Dealt():
                yield from _deal(entry)
            case Played(turn, clock_ms):
                yield f"{ply // 2 + 1}. {turn}" if ply % 2 == 0 else turn
                if clock_ms is not None:
                    yield f"{{[%clk {_clock(clock_ms)}]}}"
                ply += 1


def _deal(dealt: Dealt) -> Iterator[str]:
    yield "{[%deal"
    for name, items in dealt.items.items():
        yield f"{name}:"
        yield from (str(item) for item in items)
        yield ";"
    yield "]}"


def _clock(clock_ms: int) -> str:
    seconds, milliseconds = divmod(clock_ms, 1_000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    fraction = f".{milliseconds:03}" if milliseconds else ""
    return f"{hours}:{minutes:02}:{seconds:02}{fraction}"


def _wrapped(words: list[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line
