"""The rule guides: complete in both languages, and every example agrees with the referee."""

from pathlib import Path

import pytest

import libs.rules.guides
from libs.rules import registry
from libs.rules.guides import SECTIONS, Example, Guide, GuideError, read_guide
from tests.golden.expectations import assert_agrees

pytestmark = pytest.mark.golden

FOLDER = Path(libs.rules.guides.__file__).parent
LANGUAGES = ("de", "en")
GUIDES = {
    (key, language): read_guide((FOLDER / f"{key}.{language}.md").read_text("utf-8"))
    for key in registry.game_keys()
    for language in LANGUAGES
}
EXAMPLES = [
    (f"{key}.{language}: {example.title}", key, example)
    for (key, language), guide in GUIDES.items()
    for section in guide.sections
    for example in section.examples
]


@pytest.mark.parametrize(("name", "key", "example"), EXAMPLES, ids=[name for name, *_ in EXAMPLES])
def test_the_referee_agrees_with_the_example(name: str, key: str, example: Example) -> None:
    assert example.request["game"] == key
    assert_agrees(example.request, example.expect)


@pytest.mark.parametrize("key", registry.game_keys())
def test_both_languages_have_the_same_examples(key: str) -> None:
    german, english = (
        [
            (e.request, e.expect)
            for section in GUIDES[key, language].sections
            for e in section.examples
        ]
        for language in LANGUAGES
    )
    assert german == english
    assert len(german) >= 4


@pytest.mark.parametrize("guide", GUIDES.values(), ids=map(".".join, GUIDES))
def test_every_section_is_there_and_says_something(guide: Guide) -> None:
    assert tuple(section.about for section in guide.sections) == SECTIONS
    for section in guide.sections:
        words = [part for part in section.parts if isinstance(part, str)]
        assert sum(map(len, words)) > 60, section.heading
    by_name = {section.about: section for section in guide.sections}
    assert by_name["example"].examples
    assert by_name["mistake"].examples
    assert "**" in str(by_name["questions"].parts)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Title\n\n## One section\n",
        "## No title\n" * 9,
        "# Title\n" + "## Section\n\n```example\nno JSON\n```\n" * 9,
        "# Title\n" + '## Section\n\n```example\n{"title": "x"}\n```\n' * 9,
    ],
)
def test_a_guide_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(GuideError):
        read_guide(text)
