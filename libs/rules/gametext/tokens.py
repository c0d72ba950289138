"""Cutting a game's text into tags and words, each with its place."""

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from libs.rules.gametext.dialects import Dialect
from libs.rules.gametext.record import GameTextError

SKIPPED: Final = re.compile(r"\s+|;[^\n]*|(?<![^\n])%[^\n]*|\ufeff")
TAG: Final = re.compile(r'\[\s*(\w+)\s+("(?:[^"\\\n]|\\.)*")\s*\]')
COMMENT: Final = re.compile(r"\{([^}]*)\}")
RESULT: Final = re.compile(r"(?:1-0|0-1|1/2-1/2|½-½|\*)(?!\S)")
NUMBER: Final = re.compile(r"\d+(?:\s*\.+|…|(?=\s))")
MARK: Final = re.compile(r"\$\d+|[!?]+")
LONGEST_QUOTE: Final = 20


class Token(NamedTuple):
    """A piece of text: `tag`, `comment`, `result` or `turn`, and where it begins."""

    kind: str
    text: str
    at: int


class Source:
    """A text that knows lines and columns."""

    def __init__(self, text: str) -> None:
        self.text = text

    def error(self, at: int, message: str) -> GameTextError:
        """The error at a place of the text."""
        before = self.text[:at]
        return GameTextError(before.count("\n") + 1, at - before.rfind("\n"), message)

    def unreadable(self, at: int) -> GameTextError:
        """The error for a word that means nothing."""
        word = self.text[at : at + LONGEST_QUOTE].split()[0]
        return self.error(at, f"{word!r} means nothing here")

    def skip(self, at: int) -> int:
        """The next place that holds something else than blanks and comments of a line."""
        while found := SKIPPED.match(self.text, at):
            at = found.end()
        return at


def read_tags(source: Source) -> tuple[dict[str, Token], int]:
    """The tags at the beginning by name, and where the turns begin. Raises GameTextError."""
    tags: dict[str, Token] = {}
    at = source.skip(0)
    while source.text.startswith("[", at):
        found = TAG.match(source.text, at)
        if found is None:
            raise source.error(at, 'a tag looks like [Name "value"]')
        if found[1] in tags:
            raise source.error(at, f"the tag {found[1]} is there twice")
        try:
            value = json.loads(found[2], strict=False)
        except ValueError as error:
            raise source.error(found.start(2), "this value can't be read") from error
        tags[found[1]] = Token("tag", value, at)
        at = source.skip(found.end())
    return tags, at


def read_words(source: Source, at: int, dialect: Dialect) -> Iterator[Token]:
    """Comments, turns and the result, in order; numbers and marks are left out."""
    kinds = (
        ("comment", COMMENT),
        ("result", RESULT),
        ("turn", dialect.turn),
        ("number", NUMBER),
        ("mark", MARK),
    )
    at = source.skip(at)
    while at < len(source.text):
        matches = ((kind, pattern.match(source.text, at)) for kind, pattern in kinds)
        kind, found = next(((kind, match) for kind, match in matches if match), ("", None))
        if found is None:
            raise source.unreadable(at)
        if kind not in ("number", "mark"):
            yield Token(kind, found[1] if kind == "comment" else found[0], at)
        at = source.skip(found.end())
