"""The text of a page as search and machines read it."""

from __future__ import annotations

from rules_site.pages.sections import Section, page_sections, plain_text


def test_headings_cut_the_page() -> None:
    html = (
        "<p>Før.</p><section class='chap' id='a'><h2>En <b>A</b></h2><p>x</p>"
        "<h3 id='b'>B</h3><p>y</p></section>"
    )
    assert page_sections(html) == [
        Section("", "", 1, "Før.", prose="Før."),
        Section("a", "En A", 2, "x", prose="x"),
        Section("b", "B", 3, "y", prose="y"),
    ]


def test_question_has_the_id_of_its_answer() -> None:
    html = (
        "<details><summary><h3>Kan jeg?</h3></summary>"
        '<div class="answer" id="can-i"><p>Ja.</p></div></details>'
    )
    assert page_sections(html)[1] == Section("can-i", "Kan jeg?", 3, "Ja.", is_question=True, prose="Ja.")


def test_card_counts_by_its_name_alone() -> None:
    drawn = '<span class="k s"><span aria-hidden="true">A</span><span class="vh">spar ess</span></span>'
    html = f"<p>Legg {drawn}.</p>"
    assert plain_text(html) == "Legg spar ess."


def test_pictures_forms_and_navigation_are_left_out_and_captions_kept() -> None:
    html = (
        "<figure><svg><use href='#a'/></svg><p class='vh'>Trumf er spar.</p>"
        "<figcaption>Esset tapte.</figcaption></figure><form><label>Velg</label><input name='a'></form>"
        "<nav>Neste</nav><p popover id='t'>Ord</p><p>Så.</p>"
    )
    assert plain_text(html) == "Esset tapte. Så."
    assert page_sections(html, apart=" · ")[0].text == "Esset tapte. · Så."
    assert page_sections(html)[0].prose == "Så."
