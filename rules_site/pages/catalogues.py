"""Translation catalogues: one PO file a feature and language, compiled to what Django reads.

`locale/<language>/parts/*.po` are the sources. They are merged in memory and written as
`locale/<language>/LC_MESSAGES/django.mo`, in pure Python, so that nobody needs the gettext tools.
A catalogue that is not whole is refused: wrong is worse than missing. Needs no Django:
`python -m rules_site.pages.catalogues` compiles every language.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE_DIR = Path(__file__).resolve().parents[2] / "locale"

type Key = tuple[str | None, str]

_ENTRY = re.compile(r'(?m)^(?:msgctxt .*\n(?:".*\n)*)?msgid .*\n(?:".*(?:\n|\Z))*')
_PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")


class CatalogueError(ValueError):
    """The parts of a language do not make a whole catalogue; lists every fault."""


def languages(locale_dir: Path = LOCALE_DIR) -> list[str]:
    """Codes of the languages that have parts."""
    return sorted(path.parent.name for path in locale_dir.glob("*/parts"))


def parts(language: str, locale_dir: Path = LOCALE_DIR) -> list[Path]:
    """The source files of one language."""
    return sorted((locale_dir / language / "parts").glob("*.po"))


def merged(language: str, locale_dir: Path = LOCALE_DIR) -> Catalog:
    """All parts of a language in one catalogue, or CatalogueError."""
    whole = Catalog(locale=language, project="tomannswhist", fuzzy=False)
    homes: dict[Key, tuple[Path, object]] = {}
    faults: list[str] = []
    for path in parts(language, locale_dir):
        faults += [f"{path}: {fault}" for fault in _repeated(path.read_text("utf-8"))]
        for message in _messages(path, language):
            faults += [f"{path}: {fault}" for fault in _faults(message)]
            home, said = homes.setdefault(_key(message), (path, message.string))
            if said != message.string:
                faults.append(f"{path}: {_key(message)[1]!r} is said otherwise in {home.name}")
            whole.add(message.id, message.string, context=message.context)
    if faults:
        raise CatalogueError("\n".join(faults))
    return whole


def compile_language(language: str, locale_dir: Path = LOCALE_DIR) -> Path:
    """Write the language's django.mo, whole or not at all; returns its path."""
    catalogue = merged(language, locale_dir)
    target = locale_dir / language / "LC_MESSAGES" / "django.mo"
    target.parent.mkdir(exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=target.parent, suffix=".new", delete=False) as file:
        write_mo(file, catalogue)
    Path(file.name).chmod(0o644)
    os.replace(file.name, target)
    return target


def compile_all(locale_dir: Path = LOCALE_DIR) -> list[Path]:
    """Compile every language; returns the files written."""
    return [compile_language(language, locale_dir) for language in languages(locale_dir)]


def is_stale(language: str, locale_dir: Path = LOCALE_DIR) -> bool:
    """Whether a part is newer than the compiled catalogue."""
    target = locale_dir / language / "LC_MESSAGES" / "django.mo"
    if not target.exists():
        return True
    return any(path.stat().st_mtime > target.stat().st_mtime for path in parts(language, locale_dir))


def _messages(path: Path, language: str) -> Iterator[Message]:
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language, ignore_obsolete=True)
    return (message for message in catalogue if message.id)


def _key(message: Message) -> Key:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


def _repeated(text: str) -> Iterator[str]:
    """Babel keeps the first of two equal entries silently, so count them in the text."""
    for entry, times in Counter(_ENTRY.findall(text)).items():
        if times > 1:
            yield f"{entry.strip()} stands there {times} times"


def _faults(message: Message) -> Iterator[str]:
    name = repr(_key(message)[1])
    if message.fuzzy:
        yield f"{name} is marked fuzzy"
    ids = _texts(message.id)
    said = _texts(message.string)
    if not all(said) or len(said) < len(ids):
        yield f"{name} has no translation"
        return
    # Only the last form must name everything: "one trick" may leave its number out.
    wanted, got = _placeholders(ids[-1:]), _placeholders(said[-1:])
    if wanted != got or _placeholders(said) - _placeholders(ids):
        yield f"{name} has other placeholders in the translation: {' '.join(sorted(wanted ^ got))}"


def _texts(said: str | Sequence[str] | None) -> list[str]:
    return [said] if isinstance(said, str) else list(said or ())


def _placeholders(texts: Iterable[str]) -> set[str]:
    return {found for text in texts for found in _PLACEHOLDER.findall(text)}


def main() -> None:
    """Compile every language and say so, or name every fault."""
    try:
        for path in compile_all():
            print(path.relative_to(LOCALE_DIR.parent))
    except CatalogueError as error:
        sys.exit(f"Translations were not compiled:\n{error}")


if __name__ == "__main__":
    main()
