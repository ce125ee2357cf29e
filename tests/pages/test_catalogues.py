from __future__ import annotations

import gettext
import os
from pathlib import Path

import pytest
from django.core.management import call_command

from rules_site.pages import catalogues


def write_part(locale_dir: Path, name: str, text: str, language: str = "nb") -> None:
    folder = locale_dir / language / "parts"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.po").write_text(text, "utf-8")


def compiled(locale_dir: Path, language: str = "nb") -> gettext.GNUTranslations:
    with catalogues.compile_language(language, locale_dir).open("rb") as file:
        return gettext.GNUTranslations(file)


def test_parts_become_one_catalogue(tmp_path: Path) -> None:
    write_part(tmp_path, "common", 'msgid "Next"\nmsgstr "Neste"\n')
    write_part(tmp_path, "drills", 'msgid "Show"\nmsgstr "Vis på tavla"\n')
    words = compiled(tmp_path)
    assert (words.gettext("Next"), words.gettext("Show")) == ("Neste", "Vis på tavla")


def test_plural_forms_follow_the_language(tmp_path: Path) -> None:
    ids = 'msgid "%(n)s trick"\nmsgid_plural "%(n)s tricks"\n'
    text = ids + 'msgstr[0] "ett stick"\nmsgstr[1] "%(n)s sticken"\n'
    write_part(tmp_path, "common", text, "sv")
    words = compiled(tmp_path, "sv")
    said = [words.ngettext("%(n)s trick", "%(n)s tricks", n) for n in (0, 1, 2)]
    assert said == ["%(n)s sticken", "ett stick", "%(n)s sticken"]


def test_the_same_words_twice_are_one_entry(tmp_path: Path) -> None:
    write_part(tmp_path, "a", 'msgid "Next"\nmsgstr "Neste"\n')
    write_part(tmp_path, "b", 'msgid "Next"\nmsgstr "Neste"\n')
    assert compiled(tmp_path).gettext("Next") == "Neste"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('msgid "Next"\nmsgstr "Videre"\n', "'Next' is said otherwise in a.po"),
        ('msgid "Save"\nmsgstr ""\n', "'Save' has no translation"),
        ('#, fuzzy\nmsgid "Save"\nmsgstr "Lagre"\n', "'Save' is marked fuzzy"),
        ('msgid "By %(who)s"\nmsgstr "Av %(hvem)s"\n', "other placeholders in the translation: %(hvem)s"),
        ('msgid "Save"\nmsgstr "Lagre"\n\nmsgid "Save"\nmsgstr "Ta vare på"\n', "stands there 2 times"),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] ""\n', "'a' has no translation"),
    ],
)
def test_a_catalogue_that_is_not_whole_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    write_part(tmp_path, "a", 'msgid "Next"\nmsgstr "Neste"\n')
    write_part(tmp_path, "b", text)
    with pytest.raises(catalogues.CatalogueError) as error:
        catalogues.compile_language("nb", tmp_path)
    assert fault in str(error.value)
    assert not (tmp_path / "nb" / "LC_MESSAGES" / "django.mo").exists()


def test_an_edited_part_makes_the_catalogue_stale(tmp_path: Path) -> None:
    write_part(tmp_path, "a", 'msgid "Next"\nmsgstr "Neste"\n')
    assert catalogues.is_stale("nb", tmp_path)
    target = catalogues.compile_language("nb", tmp_path)
    assert not catalogues.is_stale("nb", tmp_path)
    part = tmp_path / "nb" / "parts" / "a.po"
    later = target.stat().st_mtime + 1
    os.utime(part, (later, later))
    assert catalogues.is_stale("nb", tmp_path)


def test_the_command_names_what_it_wrote(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("compile_locale")
    assert capsys.readouterr().out.split() == [
        "locale/nb/LC_MESSAGES/django.mo",
        "locale/sv/LC_MESSAGES/django.mo",
    ]
