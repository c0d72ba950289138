"""What becomes of the text of a line."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.decider import clean
from services.lobby.decider.wording import JOINER, is_picture, is_visible

CASES = {
    "Hallo": "Hallo",
    "  Hallo   du \t da ": "Hallo du da",
    "eins\nzwei\r\n\r\ndrei\u2028vier": "eins zwei drei vier",
    "\u202eabc\u202c \u2066x\u2069": "abc x",
    "zero\u200bwidth\ufeff\u2060": "zerowidth",
    "nul\x00 bell\x07 del\x7f c1\x9b": "nul bell del c1",
    "Gru\u0308n": "Gr\u00fcn",
    "e" + "\u0301" * 3 + "\u0308" * 40: "\u00e9" + "\u0301" * 2 + "\u0308" * 2,
    "\u0301\u0301": "",
    "\u3164\u115f\u2800\uffa0": "",
    " \u00a0\u3000 ": "",
    "": "",
    "<b>&amp;</b>": "<b>&amp;</b>",
    "e" + ("\u0301" * 4 + "\u200b\u3164") * 9: "\u00e9" + "\u0301" * 4,
    "❤️ 👍🏽": "❤️ 👍🏽",
    "👩🏽\u200d🚀 ❤️\u200d🔥 🏳️\u200d🌈": "👩🏽\u200d🚀 ❤️\u200d🔥 🏳️\u200d🌈",
    "a\u200db 👩\u200d 👩\u200dx": "ab 👩 👩x",
    "\U0001fae8 \U0001fa77 \U0001fadf": "\U0001fae8 \U0001fa77 \U0001fadf",
    "עברית and العربية": "עברית and العربية",
}


@pytest.mark.parametrize("text", CASES, ids=ascii)
def test_a_line_is_one_line_without_anything_invisible(text: str) -> None:
    assert clean(text) == CASES[text]


@given(st.text())
def test_cleaning_again_changes_nothing_and_nothing_invisible_stays(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert len(cleaned) <= len(unicodedata.normalize("NFC", text))
    assert all(map(is_visible, cleaned.replace(JOINER, "")))
    assert all(is_picture(part[0]) for part in cleaned.split(JOINER)[1:])
    assert " ".join(cleaned.split()) == cleaned
