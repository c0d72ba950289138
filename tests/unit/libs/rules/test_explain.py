"""Every game explains its refusals and its ends in both languages."""

import pytest

from libs.rules import explain, registry

pytestmark = pytest.mark.unit


def test_every_registered_game_has_its_sentences() -> None:
    assert sorted(explain.REFUSALS) == sorted(explain.ENDINGS) == registry.game_keys()


def test_every_sentence_exists_in_german_and_english() -> None:
    tables = [*explain.REFUSALS.values(), *explain.ENDINGS.values(), explain.OUTSIDE_THE_RULES]
    for table in tables:
        for code, sentence in table.items():
            assert sorted(sentence) == ["de", "en"], code
            for text in sentence.values():
                assert text[0].isupper(), text
                assert text.endswith("."), text


def test_an_end_is_explained_whether_the_rules_or_the_players_made_it() -> None:
    assert explain.ending("mills", "blocked")["en"].startswith("The loser is shut in")
    assert explain.ending("mills", "resigned")["de"] == "Der Verlierer hat aufgegeben."
    with pytest.raises(KeyError):
        explain.ending("mills", "boredom")


def test_a_refusal_is_explained_by_its_code() -> None:
    assert "Mühle" in explain.refusal("mills", "protected_stone")["de"]
