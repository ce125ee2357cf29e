"""Translation catalogues (`locale/<language>/parts/*.po`) as the language tests read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from tests.language.pages import LANGUAGES, ROOT

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
PARTS = sorted(
    {path.stem for language in LANGUAGES for path in (ROOT / "locale" / language / "parts").glob("*.po")}
)


@cache
def messages(language: str, part: str) -> list[Message]:
    """The messages of one part, the header left out; empty when the part is missing."""
    path = ROOT / "locale" / language / "parts" / f"{part}.po"
    if not path.exists():
        return []
    with path.open("rb") as file:
        return [message for message in read_po(file, locale=language) if message.id]


def key(message: Message) -> tuple[str | None, str]:
    """What names a message: its context and its (singular) English text."""
    return message.context, forms(message.id)[0]


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    """The forms of a message: one, or one a plural."""
    return [text] if isinstance(text, str) else list(text)


def translations(language: str) -> Iterator[tuple[str, str]]:
    """Each translated text with the part it stands in; addresses left out, placeholders and tags blanked."""
    for part in PARTS:
        for message in messages(language, part):
            for text in forms(message.string or ""):
                if not re.fullmatch(r"\S+/", text):
                    yield part, PLACEHOLDER.sub("@", re.sub(r"<[^>]+>", "", text)).replace("%%", "%")
