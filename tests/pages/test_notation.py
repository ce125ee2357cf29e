"""Cards, links and headings in running text."""

from __future__ import annotations

import pytest

from rules_site.pages.load import ContentError
from rules_site.pages.notation import address
from tests.pages.conftest import Write


def test_card_is_drawn_for_eyes_and_named_for_voices(write: Write) -> None:
    html = write("Du legger {HT}.").html
    assert '<span aria-hidden="true">10</span><span class="vh">hjerter ti</span>' in html
    assert '<span class="k h">' in html


def test_suit_is_named(write: Write) -> None:
    assert ">ruter</span>" in write("Du mangler {D}.").html


def test_link_leads_to_the_page_in_the_same_language(write: Write) -> None:
    body = "Les om [poeng](page:scoring#difference)."
    assert 'href="/nb/poeng/#difference"' in write(body).html
    assert 'href="/sv/poang/#difference"' in write(body, language="sv").html


def test_link_to_the_drills_may_choose_a_kind(write: Write) -> None:
    assert "?kind=rules" in write("[øv](drills:rules)").html
    assert 'href="/nb/ov/"' in write("[øv](drills:)").html


def test_word_of_another_language_is_marked(write: Write) -> None:
    assert '<span lang="sv">färg</span>' in write("Svensk: [färg](lang:sv)").html


def test_row_of_foreign_words_is_set_apart(write: Write) -> None:
    html = write("Svensk: [färg](lang:sv) · Engelsk: [suit](lang:en)").html
    assert '<p class="words">' in html


def test_sentence_with_foreign_words_is_ordinary_text(write: Write) -> None:
    html = write("Det heter [färg](lang:sv) og [suit](lang:en).").html
    assert '<p>Det heter <span lang="sv">' in html


def test_html_in_content_is_text(write: Write) -> None:
    assert "<b>" not in write("Et <b>ess</b>").html


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("Du legger {SX}.", "rules.md:8: 'Du legger {SX}.' holds no card"),
        ("\n\n[x](page:nowhere)", "rules.md:10: page:nowhere leads nowhere"),
        ("[x](http://example.com)", "http://example.com leads nowhere"),
        ("## Uten id", "rules.md:8: the heading 'Uten id' has no {#id}"),
        ("- a\n\n  ```trick\n  trump: H\n  ```\n", "rules.md:10: a figure or code stands inside a list"),
    ],
)
def test_what_leads_nowhere_is_refused_with_its_line(write: Write, body: str, says: str) -> None:
    with pytest.raises(ContentError) as error:
        write(body)
    assert says in str(error.value)


def test_outside_links_are_kept() -> None:
    assert address("https://www.pagat.com/") == "https://www.pagat.com/"
