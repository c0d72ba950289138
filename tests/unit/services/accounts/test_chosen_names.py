"""Names that people choose: what is one, and which look the same."""

import itertools
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.accounts.decider import fault_of_name, guest_name, skeleton
from services.accounts.decider.chosen_names import normal
from services.accounts.decider.confusables import LOOK_TOGETHER, LOOKS_LIKE

GOOD = "Ann anna_b Jörg-3 x.y.z Weiß Ελένη Наташа Łukasz Æther a1b2c3 ÇİĞ".split()


@pytest.mark.parametrize("name", GOOD)
def test_good_names(name: str) -> None:
    assert fault_of_name(name) is None


@pytest.mark.parametrize(
    "name",
    [
        "", "ab", "a" * 21, "an na", " anna", "anna ", "anna\n", "an\tna", "an\0na", "_anna",
        "anna-", ".an.", "123", "1.2", "an/na", "<i>x</i>", "a&amp;b", "an\u200dna", "an\u202ena",
        "an\ufeffna", "an\u3164na", "anna\U0001f600", "Αnna", "Аnna", "安娜安娜", "آنا-آنا",
        "q\u0303q\u0303q", "a\u0300\u0301\u0302bc",
    ],
)  # fmt: skip
def test_what_is_no_name(name: str) -> None:
    assert fault_of_name(name) == "bad_name"


RESERVED = (
    "Admin ADMIN123 C0MPUTER computer.easy Gelöscht deleted Moderator Spiel-Center nu11 Gast "
    "rnoderator system Gelöscht1 de1eted-2 Unknown Staff Модератор МОДЕРАТОР2 Администратор"
)


@pytest.mark.parametrize("name", RESERVED.split())
def test_reserved_names(name: str) -> None:
    assert fault_of_name(name) == "name_reserved"


@pytest.mark.parametrize(
    "names",
    [
        ("Anna", "ANNA", "anna", "an_na", "An.Na", "Ánnà"),
        ("Paulo", "PAUL0", "paul-o", "PauIo"),
        ("Iwan", "lwan", "1wan", "İwan", "ıwan"),
        ("Martin", "Martln", "marTin"),
        ("Max", "rnax", "МАХ", "ΜΑΧ", "Ｍａｘ"),
        ("Walter", "vvalter", "VVaIter"),
        ("COCO", "СОСО", "c0c0"),
        ("Tomate", "ТОМАТЕ", "ΤΟΜΑΤΕ"),
        ("Strasse", "Straße", "STRASSE"),
        ("Æther", "aether"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(names: tuple[str, ...]) -> None:
    assert len({skeleton(name) for name in names}) == 1, {name: skeleton(name) for name in names}


def test_names_that_differ_have_different_skeletons() -> None:
    names = (
        "Anna Hanna Anne Ann1e Bernd Berta Max Mex Paul Paula Ида Ада Нина Νίκος Otto Ute".split()
    )
    for one, other in itertools.combinations(names, 2):
        assert skeleton(one) != skeleton(other), (one, other)


def test_the_table_leads_to_what_it_leaves_alone() -> None:
    for letter, like in LOOKS_LIKE.items():
        assert len(letter) == 1
        assert letter == letter.casefold(), "small letters: names are folded before"
        assert unicodedata.normalize("NFKD", letter) == letter, "without marks"
        assert all(LOOKS_LIKE.get(part, part) == part for part in like), (letter, like)
    for pair, like in LOOK_TOGETHER:
        assert all(LOOKS_LIKE.get(part, part) == part for part in pair + like)


@given(st.text(max_size=40))
def test_any_text_has_a_skeleton_and_is_judged(text: str) -> None:
    name = normal(text)
    assert skeleton(name) == skeleton(name.upper().lower()) or fault_of_name(name) is not None
    if fault_of_name(name) is None:
        assert name.isprintable()
        assert not set(name) & set(" <>&\"'\\/@#")
        assert skeleton(name)


def test_no_generated_name_can_be_chosen() -> None:
    for number in range(500):
        entropy = number.to_bytes(8, "big")
        assert fault_of_name(guest_name("de", entropy)) == "bad_name", "it has a space"
