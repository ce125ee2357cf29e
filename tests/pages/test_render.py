"""Pages: front matter, sections, contents, questions and the cache."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rules_site.pages.figures import Reader
from rules_site.pages.load import ContentError, load_page
from rules_site.pages.render import rendered
from tests.pages.conftest import FIRST_LINE, FRONT, Write


def test_section_carries_the_id_and_prose_its_measure(write: Write) -> None:
    page = write("## Slik deler dere ut {#deal}\n\nTretten kort.\n")
    assert '<section class="chap" id="deal"><h2>Slik deler dere ut</h2>' in page.html
    assert '<div class="read"><p>Tretten kort.</p>' in page.html


def test_contents_go_two_levels_deep(write: Write) -> None:
    page = write("## A {#a}\n\n### B {#b}\n\nx\n\n## C {#c}\n")
    assert [(entry.id, [lower.id for lower in entry.below]) for entry in page.contents] == [
        ("a", ["b"]),
        ("c", []),
    ]


def test_questions_open_one_at_a_time(write: Write) -> None:
    html = write("## Kort {#cards}\n\n### Er esset høyest? {#ace-high}\n\nJa.\n", name="faq").html
    assert '<section class="chap" id="cards"><h2>Kort</h2>' in html
    assert '<details class="faq"><summary><h3>Er esset høyest?</h3></summary>' in html
    assert 'id="ace-high"' in html


def test_score_in_a_sentence_does_not_break_at_the_dash(write: Write) -> None:
    html = write("Du vinner 9–4 & får **5** poeng, ikke [7–6](page:scoring).").html
    assert 'Du vinner <span class="score">9–4</span> &amp; får' in html
    assert ">7–6</a>" in html


def test_table_may_scroll_within_reach_of_the_keyboard(write: Write) -> None:
    html = write("| a | b |\n|---|---|\n| 1 | 2 |\n").html
    assert '<div class="scroller" tabindex="0" role="group" aria-label="Tabell">' in html


def test_scores_in_a_table_do_not_break_at_the_dash(write: Write) -> None:
    html = write("| Stikk | Poeng |\n|---|---|\n| 13–11 | 7 |").html
    assert '<td class="score">13–11</td>' in html
    assert "<td>7</td>" in html


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title = 1\n", "front matter must stand between two lines of +++"),
        (FRONT.replace('title = "A"', ""), "title is missing"),
        (FRONT.replace('"A"', "A"), "front matter: "),
        (FRONT.replace("2026-11-29", '"today"'), "reviewed is missing or no date"),
    ],
)
def test_page_must_say_who_it_is(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "rules.md"
    path.write_text(text, "utf-8")
    with pytest.raises(ContentError) as error:
        load_page(path)
    assert f"{path}:1: " in str(error.value)
    assert says in str(error.value)


def test_text_begins_after_the_front_matter(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text(FRONT + "Tekst", "utf-8")
    assert (load_page(path).first_line, load_page(path).body) == (FIRST_LINE, "Tekst")


def test_edited_page_shows_at_once(tmp_path: Path) -> None:
    path, reader = tmp_path / "rules.md", Reader("nb", "int")
    path.write_text(FRONT + "Før", "utf-8")
    assert "Før" in rendered(path, reader).html
    assert rendered(path, reader) is rendered(path, reader)
    path.write_text(FRONT + "Etter", "utf-8")
    os.utime(path, ns=(1, path.stat().st_mtime_ns + 10))
    assert "Etter" in rendered(path, reader).html
