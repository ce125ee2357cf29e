"""The catalogues are complete: same messages in both languages, all translated, same placeholders."""

from collections import defaultdict

import pytest

from tests.language.catalogues import PARTS, PLACEHOLDER, forms, key, messages
from tests.language.pages import LANGUAGES

EVERY_PART = [(language, part) for language in LANGUAGES for part in PARTS]
every_part = pytest.mark.parametrize(("language", "part"), EVERY_PART)


@pytest.mark.parametrize("part", PARTS)
def test_both_languages_have_the_same_messages(part: str) -> None:
    nb, sv = ({key(message) for message in messages(language, part)} for language in LANGUAGES)
    assert nb ^ sv == set()


@every_part
def test_every_message_is_translated_and_none_is_fuzzy(language: str, part: str) -> None:
    unfinished = [m.id for m in messages(language, part) if m.fuzzy or not all(forms(m.string or ""))]
    assert unfinished == []


@every_part
def test_plurals_have_both_forms(language: str, part: str) -> None:
    assert [m.id for m in messages(language, part) if m.pluralizable and len(forms(m.string)) != 2] == []


@every_part
def test_translations_keep_the_placeholders(language: str, part: str) -> None:
    """A plural may leave its number out; nothing else may be lost or added."""
    wrong = []
    for message in messages(language, part):
        wanted = {name for text in forms(message.id) for name in PLACEHOLDER.findall(text)}
        for text in forms(message.string):
            found = set(PLACEHOLDER.findall(text))
            if not (found <= wanted if message.pluralizable else found == wanted):
                wrong.append((message.id, text))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_has_one_translation_wherever_it_stands(language: str) -> None:
    found = defaultdict(set)
    for part in PARTS:
        for message in messages(language, part):
            found[key(message)].add(tuple(forms(message.string)))
    assert {name: texts for name, texts in found.items() if len(texts) > 1} == {}
