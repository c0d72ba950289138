"""Taking a guide apart: sections in their fixed order, text and examples in them."""

import json
import re
from typing import Any, Final

import msgspec

SECTIONS: Final = (
    *("preparation", "turn", "heart", "end", "example"),
    *("mistake", "questions", "sources", "editions"),
)
"""What the sections are about, whatever their headings; `heart` is the mill, the row, the sale."""

HEADING: Final = re.compile(r"^## (.+)$", re.MULTILINE)
BLOCK: Final = re.compile(r"^```example\n(.*?)\n```$", re.MULTILINE | re.DOTALL)


class GuideError(ValueError):
    """A guide that has not the form described in the README."""


class Example(msgspec.Struct, frozen=True):
    """A request to the referee with a caption, and what is expected of the reply."""

    title: str
    request: dict[str, Any]
    expect: dict[str, Any]


class Section(msgspec.Struct, frozen=True):
    """A section: which one it is, its heading, Markdown and examples in their order."""

    about: str
    heading: str
    parts: tuple[str | Example, ...]

    @property
    def examples(self) -> list[Example]:
        """The examples alone."""
        return [part for part in self.parts if isinstance(part, Example)]


class Guide(msgspec.Struct, frozen=True):
    """A game's guide in one language."""

    title: str
    sections: tuple[Section, ...]


def read_guide(text: str) -> Guide:
    """The guide that a Markdown text holds. Not checked: whether its examples are right.

    Raises GuideError.
    """
    title, *pieces = HEADING.split(text)
    headings, bodies = pieces[::2], pieces[1::2]
    if not title.startswith("# ") or len(headings) != len(SECTIONS):
        raise GuideError(f"a guide has a title and {len(SECTIONS)} sections")
    sections = [
        Section(about, heading.strip(), tuple(_parts(body)))
        for about, heading, body in zip(SECTIONS, headings, bodies, strict=True)
    ]
    return Guide(title.removeprefix("# ").strip(), tuple(sections))


def _parts(body: str) -> list[str | Example]:
    parts: list[str | Example] = []
    for number, piece in enumerate(BLOCK.split(body)):
        if number % 2:
            parts.append(_example(piece))
        elif piece.strip():
            parts.append(piece.strip())
    return parts


def _example(text: str) -> Example:
    try:
        return msgspec.convert(json.loads(text), Example)
    except (ValueError, msgspec.ValidationError) as error:
        raise GuideError(f"an example can't be read: {error}") from error
