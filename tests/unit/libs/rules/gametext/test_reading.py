"""Reading is tolerant of habits, strict about the rules, and says where a text is wrong."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.rules.gametext import GameTextError, Played, format_game, parse_game
from libs.rules.gametext.write import WIDTH

pytestmark = pytest.mark.unit

PLAIN = "1. d7 a1 2. g7 b2 3. a7xb2"


def turns(text: str) -> list[str]:
    return [entry.turn for entry in parse_game(text).entries if isinstance(entry, Played)]


def test_a_text_without_tags_is_a_game_of_mills() -> None:
    record = parse_game(PLAIN)
    assert (record.game, record.variant, record.result) == ("mills", "yucata", "*")
    assert record.players == ("?", "?")


@pytest.mark.parametrize(
    "text",
    [
        "d7 a1 g7 b2 a7xb2",
        "1.d7 a1 2.g7 b2 3.a7xb2 *",
        "1. D7 A1 2. G7 B2 3. A7XB2",
        "1. d7 a1 2. g7 b2 3. a7 xb2",
        "1. d7 a1 2. g7 b2 3. a7 x b2",
        "1. d7! 1... a1? 2. g7!? $14 b2 3. a7xb2",
        "1. d7 {the corner comes later} a1 ; a line\n2. g7 b2\n% escaped\n3. a7xb2",
        "\ufeff1. d7 a1\r\n2. g7 b2\r\n3. a7xb2\r\n",
        '[Event "Club"]\n[Site "?"]\n\n1. d7 a1 2. g7 b2 3. a7xb2',
        "1. d7 a1 2… g7 b2 3. a7xb2",
    ],
)
def test_other_programs_habits_are_understood(text: str) -> None:
    assert turns(text) == ["d7", "a1", "g7", "b2", "a7xb2"]


def test_moves_may_have_blanks_around_their_signs() -> None:
    text = '[Game "three"]\na1 a2 b2 b1 c2 b3 A1 - C1'
    with pytest.raises(GameTextError, match="a1-c1"):
        turns(text)
    assert turns('[Game "three"]\na1 a2 b2 c3 c1 a3 1... b2 - b1')[-1] == "b2-b1"


DECK = "gold " * 6 + "amber " * 6 + "silver " * 6 + "cloth " * 8 + "salt " * 8 + "fur " * 10
DEAL = (
    f'[Game "hanse"]\n{{[%deal deck: {DECK}{"horse " * 8}; council_3: 1 1 2 2 2 3 3 ;'
    " council_4: 4 4 5 5 6 6 ; council_5: 8 8 9 10 10 ; ]}\n"
)


def test_battlehanse_is_read_with_its_deal_capitals_and_blanks() -> None:
    assert turns(DEAL + "1. Sell gold * 5 Sell amber*4") == ["sell gold*5", "sell amber*4"]


WRONG = [
    ("1. d7 d7", 1, 7, "There is already a stone"),
    ("1. d7 a1\n2. g7 b2\n3. a7", 3, 4, "take a stone"),
    ("1. d7 a1\n\n  2. z9", 3, 6, "'z9' means nothing here"),
    ("1. d7 a1 {open", 1, 10, "means nothing here"),
    ('[Game "chess"]\n1. e4', 1, 1, "no rules for this game"),
    ('[Game "mills"]\n[Version "99"]\n1. d7', 2, 1, "no rules for this game"),
    ('[Game "mills"]\n[Game "mills"]', 2, 1, "twice"),
    ("[Game mills]", 1, 1, "a tag looks like"),
    ('[White "\\q"]', 1, 8, "can't be read"),
    ('[Variant "ten"]', 1, 1, "unknown variant"),
    ('[Options "flying=maybe"]', 1, 1, "flying"),
    ('[TimeControl "soon"]', 1, 1, "time control"),
    ('[Result "2-0"]\nd7', 1, 1, "a result is"),
    ("1. d7 1-0 a1", 1, 11, "means nothing here"),
    ('[Result "1-0"]\nd7 0-1', 2, 4, "not ended like that"),
    ('[Result "1-0"]\n[Termination "stones"]\nd7 1-0', 3, 4, "not ended like that"),
    ('[Game "tictactoe"]\na1 b1 a2 b2 a3 0-1', 2, 16, "it ends 1-0 (line)"),
    ('[Game "tictactoe"]\na1 b1 a2 b2 a3 c3', 2, 16, "already ended"),
    ('[Game "hanse"]\nhorses', 2, 1, "a deal is missing"),
    ('[Game "hanse"]\n{[%deal deck: gold ]}', 2, 1, "deck is not what is to be dealt"),
    (DEAL.replace("deck:", "tips: 1 ; deck:"), 2, 1, "tips is not dealt"),
    (DEAL + DEAL.split("\n", 1)[1], 3, 1, "nothing is dealt here"),
    ("{[%deal deck: gold ]} d7", 1, 1, "nothing is dealt here"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), WRONG)
def test_a_wrong_text_is_refused_with_line_and_column(
    text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(GameTextError) as caught:
        parse_game(text)
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


@given(st.text(max_size=80) | st.text('[]"{};%$!?x-*. \n1234567abcdefgGame', max_size=60))
def test_no_text_makes_it_stumble(text: str) -> None:
    try:
        record = parse_game(text)
    except GameTextError:
        return
    assert parse_game(format_game(record)) == record


def test_names_cannot_break_out_of_their_tag() -> None:
    evil = 'x"]\n1. d7 {<b>\x00\u202e'
    record = parse_game('[White "?"]\n1. d7')
    text = format_game(msgspec.structs.replace(record, players=(evil, "B")))
    assert text.splitlines()[2] == '[White "x\\"]\\n1. d7 {<b>\\u0000\\u202e"]'
    assert parse_game(text).players == (evil, "B")


def test_lines_are_short() -> None:
    lines = format_game(parse_game(DEAL + "1. sell gold*5 sell amber*4")).splitlines()
    assert max(map(len, lines)) <= WIDTH


def test_clocks_are_read_to_the_millisecond() -> None:
    text = "1. d7 {[%clk 1:02:03.4]} a1 {[%clk 0:00:00] in a hurry}"
    clocks = [entry.clock_ms for entry in parse_game(text).entries if isinstance(entry, Played)]
    assert clocks == [3_723_400, 0]
