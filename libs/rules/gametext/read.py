"""Reading a game: tolerant of other programs' habits, strict about the rules."""

import json
import re
from typing import Any, Final

from libs.rules import registry
from libs.rules.explain import OUTSIDE_THE_RULES
from libs.rules.game import OptionError, Options, Outcome, Rules
from libs.rules.gametext.dialects import DIALECTS
from libs.rules.gametext.record import (
    RESULTS,
    UNFINISHED,
    GameRecord,
    Result,
    result_of,
)
from libs.rules.gametext.replay import Replay
from libs.rules.gametext.tokens import Source, Token, read_tags, read_words

DEFAULT_GAME: Final = "mills"
NOBODY: Final = "?"
DATE: Final = re.compile(r"(\d{4})[.-](\d\d)[.-](\d\d)")
TIME_CONTROL: Final = re.compile(r"(\d{1,6})\+(\d{1,6})")
Tags = dict[str, Token]


def parse_game(text: str) -> GameRecord:
    """The game that a text holds; each turn is replayed by the rules.

    Without tags it is a game of Mühle in its default variant. Other tags and comments are passed
    over. Raises GameTextError, which names line and column.
    """
    source = Source(text)
    tags, at = read_tags(source)
    rules = _rules(source, tags)
    variant = _value(tags, "Variant", _usual_variant(rules))
    options = _options(source, tags, rules, variant)
    replay = Replay(source, rules, options)
    ending = _replayed(source, at, replay)
    result, termination = _end(source, tags, ending, replay.outcome())
    first, second = DIALECTS[rules.key].players
    return GameRecord(
        game=rules.key,
        version=rules.version,
        variant=variant,
        options=options,
        players=(_value(tags, first, NOBODY), _value(tags, second, NOBODY)),
        entries=tuple(replay.entries),
        result=result,
        termination=termination,
        date=_date(tags),
        time_control=_time_control(source, tags),
        is_rated=_value(tags, "Rated", "no").lower() in ("yes", "true", "1"),
    )


def _value(tags: Tags, name: str, absent: str) -> str:
    return tags[name].text if name in tags else absent


def _rules(source: Source, tags: Tags) -> Rules[Any]:
    key = _value(tags, "Game", DEFAULT_GAME).lower()
    try:
        if "Version" not in tags:
            return registry.current(key)
        version = tags["Version"].text
        return registry.rules(key, int(version) if version.isdecimal() else 0)
    except registry.UnknownGameError as error:
        at = tags.get("Version", tags.get("Game"))
        raise source.error(at.at if at else 0, f"no rules for this game: {error}") from error


def _usual_variant(rules: Rules[Any]) -> str:
    """The name of the variant that is meant when none is named."""
    usual = rules.options(None, {})
    return next(name for name in rules.variants if rules.options(name, {}) == usual)


def _options(source: Source, tags: Tags, rules: Rules[Any], variant: str) -> Options:
    overrides: dict[str, Any] = {}
    for pair in _value(tags, "Options", "").split(","):
        name, _, value = pair.partition("=")
        if name.strip():
            overrides[name.strip()] = _scalar(value.strip())
    try:
        return rules.options(variant, overrides)
    except OptionError as error:
        at = tags.get("Options", tags.get("Variant"))
        raise source.error(at.at if at else 0, str(error)) from error


def _scalar(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _replayed(source: Source, at: int, replay: Replay) -> Token:
    """Replays all turns; returns the result that stands behind them, or where it would stand."""
    for token in (words := read_words(source, at, replay.dialect)):
        if token.kind == "turn":
            replay.turn(token)
        elif token.kind == "comment":
            replay.comment(token)
        else:
            for more in words:
                raise source.unreadable(more.at)
            return token
    return Token("result", UNFINISHED, len(source.text))


def _end(
    source: Source, tags: Tags, ending: Token, outcome: Outcome | None
) -> tuple[Result, str | None]:
    """Result and termination, of which the rules know best."""
    said = {_result(source, token) for token in (tags.get("Result", ending), ending)}
    said -= {UNFINISHED}
    termination = _value(tags, "Termination", "") or None
    if outcome is not None:
        if not said <= {result_of(outcome)} or termination not in (None, outcome.reason):
            raise source.error(ending.at, f"it ends {result_of(outcome)} ({outcome.reason})")
        return result_of(outcome), outcome.reason
    if len(said) > 1 or termination not in (None, *OUTSIDE_THE_RULES):
        raise source.error(ending.at, "the game has not ended like that")
    return (said.pop() if said else UNFINISHED), termination


def _result(source: Source, token: Token) -> Result:
    tidy = token.text.strip().replace("½-½", "1/2-1/2")
    found = next((result for result in RESULTS if result == tidy), None)
    if found is None:
        raise source.error(token.at, "a result is 1-0, 0-1, 1/2-1/2 or *")
    return found


def _date(tags: Tags) -> str | None:
    found = DATE.fullmatch(_value(tags, "Date", ""))
    return "-".join(found.groups()) if found else None


def _time_control(source: Source, tags: Tags) -> tuple[int, int] | None:
    text = _value(tags, "TimeControl", "-")
    found = TIME_CONTROL.fullmatch(text)
    if found is None and text not in ("-", "?", ""):
        raise source.error(tags["TimeControl"].at, "a time control looks like 180+2, or -")
    return (int(found[1]), int(found[2])) if found else None
