"""Every interface string of code and templates is translated in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.extract import extract
from django.conf import settings
from django.utils.translation.template import templatize

from rules_site.pages import catalogues
from rules_site.setup.steps import ROOT
from tests.site.test_house import templates

KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
_STRING = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
# What templatize makes of a template: calls such as `gettext('Save')` among filling.
_CALL = re.compile(rf"\b(n?p?gettext|_)\(\s*({_STRING}(?:\s*,\s*{_STRING})*)")

type Key = tuple[str | None, str]


@cache
def used() -> dict[Key, str]:
    """Context and msgid of every string that code or a template asks for, and one place that does."""
    return dict(_in_code()) | dict(_in_templates())


def _in_code() -> Iterator[tuple[Key, str]]:
    for room in ("rules_site", "trainer"):
        for path in sorted((ROOT / room).rglob("*.py")):
            with path.open("rb") as source:
                for line, message, _comments, context in extract("python", source, KEYWORDS):
                    msgid = message if isinstance(message, str) else message[0]
                    yield (context, msgid), f"{path.relative_to(ROOT)}:{line}"


def _in_templates() -> Iterator[tuple[Key, str]]:
    for path in templates():
        for name, arguments in _CALL.findall(templatize(path.read_text(encoding="utf-8"))):
            texts = ast.literal_eval(f"({arguments},)")
            key = (texts[0], texts[1]) if "p" in name.replace("gettext", "") else (None, texts[0])
            yield key, str(path.relative_to(ROOT))


def test_extraction_sees_code_and_templates() -> None:
    assert (None, "Skip to content") in used()
    assert (None, "Norwegian") in used()


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_message_is_translated(language: str) -> None:
    catalogue = catalogues.merged(language)
    missing = [
        f"{place}: {msgid!r}"
        for (context, msgid), place in used().items()
        if (message := catalogue.get(msgid, context=context)) is None or not message.string
    ]
    assert not missing, f"{len(missing)} without {language} words:\n" + "\n".join(sorted(missing))


def test_languages_translate_the_same_messages() -> None:
    nb, sv = (
        {(message.context, str(message.id)) for message in catalogues.merged(language) if message.id}
        for language in ("nb", "sv")
    )
    assert nb ^ sv == set()
