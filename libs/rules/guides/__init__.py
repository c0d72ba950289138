"""Rule guides of all games as Markdown in German and English, with examples that are checked."""

from libs.rules.guides.read import SECTIONS, Example, Guide, GuideError, Section, read_guide

__all__ = ["SECTIONS", "Example", "Guide", "GuideError", "Section", "read_guide"]
