"""Pages for paper: what stands on them, as HTML and as PDF, and what happens where no PDF can be made."""

from __future__ import annotations

import io
import logging
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from rules_site.pages import pdf
from rules_site.pages.paper_drawing import BACKS, card_picture, drawn_for_paper
from rules_site.pages.worksheet import Sheet, drills_of
from rules_site.setup.steps import ROOT
from tests import needs
from trainer.drills.choices import read_choices
from trainer.drills.library import library_files
from trainer.drills.on_paper import key_of

pytestmark = pytest.mark.django_db
TITLES = {
    "rules": {"nb": "Regler for tomannswhist", "sv": "Regler för tvåmanswhist"},
    "handout": {"nb": "Tomannswhist på to sider", "sv": "Tvåmanswhist på två sidor"},
    "scoresheet": {"nb": "Poengark", "sv": "Poängprotokoll"},
    "worksheet": {"nb": "Arbeidsark 1", "sv": "Arbetsblad 1"},
    "key": {"nb": "Fasit til arbeidsark 1", "sv": "Facit till arbetsblad 1"},
}
KINDS = [(name, language) for name in TITLES for language in ("nb", "sv")]


@pytest.fixture(scope="module")
def some_drills(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the first drills of every file of the library: real ones, loaded quickly."""
    folder = tmp_path_factory.mktemp("library")
    for path in library_files():
        with path.open(encoding="utf-8") as lines:
            (folder / path.name).write_text("".join(islice(lines, 20)), encoding="utf-8")
    return folder


@pytest.fixture
def library(db: None, some_drills: Path) -> None:
    call_command("load_drills", directory=some_drills, verbosity=0)


def fetch_pdf(client: Client, name: str, language: str, query: str = "") -> PdfReader:
    if not pdf.is_available():
        needs.missing("Pango", "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0")
    with override(language):
        response = client.get(reverse(f"print:{name}-pdf") + query)
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert response["X-Robots-Tag"] == "noindex"
    return PdfReader(io.BytesIO(response.content))


def text_of(document: PdfReader) -> str:
    return "\n".join(page.extract_text() for page in document.pages)


@pytest.mark.parametrize(("name", "language"), KINDS)
def test_pdf_is_tagged_and_says_what_it_is(
    client: Client, library: None, name: str, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "weasyprint"):
        document = fetch_pdf(client, name, language)
    catalogue = document.trailer["/Root"]
    assert catalogue["/MarkInfo"]["/Marked"]
    assert catalogue["/StructTreeRoot"]["/K"]
    assert catalogue["/Lang"] == language
    assert catalogue["/ViewerPreferences"]["/DisplayDocTitle"]
    assert document.metadata is not None
    assert str(document.metadata.title).startswith(TITLES[name][language])
    assert b"pdfuaid" in catalogue["/Metadata"].get_data()
    assert caplog.text == ""  # a picture without words would be noted here
    assert float(document.pages[0].mediabox.width) == pytest.approx(595.28, abs=0.1)


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_hand_out_has_two_pages(client: Client, language: str) -> None:
    document = fetch_pdf(client, "handout", language)
    assert len(document.pages) == 2
    assert "13–0" in document.pages[1].extract_text()


def test_rules_are_printed_as_they_were_chosen(client: Client) -> None:
    text = text_of(fetch_pdf(client, "rules", "nb", "?tricks=26"))
    assert "alle 26 stikk teller" in text
    assert "26 stikk teller" not in text_of(fetch_pdf(client, "rules", "nb"))
    html = client.get("/nb/regler/", {"tricks": "26"}).content.decode()
    assert 'href="/nb/utskrift/regler/pdf/?tricks=26"' in html


def test_worked_deal_is_printed_as_a_list_of_tricks(client: Client) -> None:
    document = fetch_pdf(client, "rules", "sv")
    assert len(document.pages) <= 6
    text = text_of(document)
    assert re.search(r"(?m)^26\b", text)
    assert "Föregående" not in text


def test_suits_can_be_read_and_copied(client: Client) -> None:
    text = text_of(fetch_pdf(client, "rules", "nb"))
    assert "♠K" in text
    assert "♥Q" in text
    assert "spar konge" not in re.sub(r"Lovlige kort:[^.]*\.", "", text), "a card is named twice"
    assert "♥D" in text_of(fetch_pdf(client, "rules", "sv"))


def test_pictures_of_cards_carry_their_names(client: Client) -> None:
    names = alternative_texts(fetch_pdf(client, "rules", "sv"))
    assert {"spader kung", "hjärter dam", "dolt kort"} <= set(names)


def alternative_texts(document: PdfReader) -> list[str]:
    found, waiting = [], [document.trailer["/Root"]["/StructTreeRoot"]]
    while waiting:
        node = waiting.pop().get_object()
        if "/Alt" in node:
            found.append(str(node["/Alt"]))
        below = node.get("/K", [])
        for child in below if isinstance(below, list) else [below]:
            if hasattr(child.get_object(), "get"):
                waiting.append(child)
    return found


def test_no_drawing_of_the_site_is_left_in_a_pdf(client: Client) -> None:
    html = client.get("/nb/utskrift/regler/").content.decode()
    assert "<svg" in html
    drawn = drawn_for_paper(html, "nb")
    assert "<svg" not in drawn
    assert ".svg#" not in drawn


def test_every_card_of_the_sprite_can_be_drawn() -> None:
    sprite = (ROOT / "rules_site/static/cards.svg").read_text("utf-8")
    parts = re.findall(r'<symbol id="((?:c|f)-\w+(?:-n)?)"', sprite)
    assert len(parts) > 120
    for part in (*parts, *BACKS):
        picture = card_picture(part).decode()
        assert not re.search(r"var\(|currentColor|<use", picture), part


def test_pdf_asks_for_nothing_outside(client: Client) -> None:
    if not pdf.is_available():
        needs.missing("Pango", "libpango-1.0-0")
    from rules_site.pages.pdf_files import OurFiles  # noqa: PLC0415 - needs Pango

    for address in (
        "https://example.com/a.png",
        "file:///etc/passwd",
        "http://site.invalid/nb/",
        "http://site.invalid/static/../settings.py",
    ):
        with pytest.raises(Exception, match=r"may not fetch|no static file|outside"):
            OurFiles().fetch(address)


@pytest.mark.parametrize(("name", "language"), KINDS)
def test_without_pango_the_page_to_print_is_answered(
    client: Client, library: None, monkeypatch: pytest.MonkeyPatch, name: str, language: str
) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    pdf.is_available.cache_clear()
    try:
        with override(language):
            response = client.get(reverse(f"print:{name}-pdf"))
            page = client.get(reverse(f"print:{name}")).content.decode()
    finally:
        pdf.is_available.cache_clear()
    html = response.content.decode()
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/html")
    assert 'role="status"' in html
    assert "PDF" in html.partition('role="status"')[2][:120]
    assert TITLES[name][language] in html
    assert "/pdf/" not in page


def test_missing_system_library_is_noticed() -> None:
    """The same in a process of its own where loading WeasyPrint ends as it does without Pango."""
    code = (
        "import sys, importlib.abc\n"
        "class NoPango(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'weasyprint': raise OSError('cannot load library libpango-1.0-0')\n"
        "sys.meta_path.insert(0, NoPango())\n"
        "from rules_site.pages.pdf import is_available\n"
        "print(is_available())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("language", ["nb", "sv"])
@pytest.mark.parametrize("name", list(TITLES))
def test_page_to_print_is_a_page_of_its_own(client: Client, library: None, name: str, language: str) -> None:
    with override(language):
        html = client.get(reverse(f"print:{name}")).content.decode()
    assert f'<html lang="{language}"' in html
    assert html.count("<h1>") == 1
    assert '<meta name="robots" content="noindex">' in html
    assert not re.search(r"\sstyle=|<style|\son\w+=", html)


def test_sheet_holds_nothing_of_the_answers(client: Client, library: None) -> None:
    for seed in (1, 2, 3):
        sheet = Sheet(number=12, seed=seed)
        html = client.get(reverse("print:worksheet") + "?" + sheet.query()).content.decode()
        for word in ("verdict", "right", "loss", "Riktig", "Nesten", "data-key"):
            assert word not in html.replace("copyright", ""), word
        for version in drills_of(sheet):
            assert version.position not in html
            assert version.drill.public_id not in html
            assert str(version.pk) not in re.findall(r'value="(\d+)"', html) or version.pk <= 9999


def test_hidden_cards_are_not_on_the_sheet(client: Client, library: None) -> None:
    sheet = Sheet("follow", "", 12, 5)
    html = client.get(reverse("print:worksheet") + "?" + sheet.query()).content.decode()
    for task in re.findall(r'<section class="task">.*?</section>', html, re.DOTALL):
        cards = re.findall(r"cards\.svg#[cf]-(\w+?)(?:-n)?\"", task)
        assert len(cards) <= 13 + 1 + 1 + 13  # own hand, led card, upcard, known cards of the opponent
        assert "/back" not in task and "cd back" not in task


def test_key_names_the_right_choices_and_no_others(client: Client, library: None) -> None:
    sheet = Sheet(number=12, seed=4)
    for answer, version in zip(key_of(drills_of(sheet)), drills_of(sheet), strict=True):
        choices = read_choices(version.drill.kind, version.choices)
        right = [choice for choice in choices if choice.verdict == "right"]
        assert len(answer.right) == len(right) > 0
        assert len(answer.right) + len(answer.nearly) < len(choices)
    html = client.get(reverse("print:key") + "?" + sheet.query()).content.decode()
    assert html.count("<tr>") == 13


def test_same_number_gives_the_same_sheet_and_another_one_another(library: None) -> None:
    one, again, other = (drills_of(Sheet("follow", "", 6, seed)) for seed in (7, 7, 8))
    assert [version.pk for version in one] == [version.pk for version in again]
    assert one != other
    longer = drills_of(Sheet("follow", "", 9, 7))
    assert longer[:6] == one


@pytest.mark.parametrize(
    ("query", "sheet"),
    [
        ({}, Sheet()),
        ({"theme": "follow", "number": "3", "seed": "44"}, Sheet("follow", "", 3, 44)),
        ({"theme": "ending.discard"}, Sheet("ending", "discard")),
        ({"theme": "nonsense.discard", "number": "99", "seed": "0"}, Sheet(number=12, seed=1)),
        ({"number": "-3", "seed": "½"}, Sheet()),
        ({"number": "9" * 400, "seed": "12345678"}, Sheet(seed=9999)),
        ({"theme": "memory"}, Sheet()),
    ],
)
def test_sheet_is_read_from_its_address(query: dict[str, str], sheet: Sheet) -> None:
    assert Sheet.from_query(query) == sheet


def test_theme_without_drills_is_said(client: Client) -> None:
    html = client.get(reverse("print:worksheet") + "?theme=follow.none").content.decode()
    assert "There are no drills" in html or "Det finnes ingen" in html


@pytest.mark.parametrize("number", [1, 12])
def test_longer_sheet_asks_the_database_no_more(
    client: Client, library: None, django_assert_num_queries: DjangoAssertNumQueries, number: int
) -> None:
    with django_assert_num_queries(3):
        client.get(reverse("print:worksheet") + f"?number={number}")
    with django_assert_num_queries(2):
        client.get(reverse("print:key") + f"?number={number}")
