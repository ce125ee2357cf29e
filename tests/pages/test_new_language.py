"""A language costs content and a catalogue: a skeleton of nynorsk in a folder of its own, nothing else.

What is not written yet is read in the neighbour's language, bokmål: pages, interface, names of cards.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from rules_site.pages import catalogues
from rules_site.pages.kept import KEPT
from rules_site.pages.load import page_names, page_path

pytestmark = pytest.mark.django_db
WORDS = """msgid ""
msgstr "Language: nn\\n"

msgid "Rules"
msgstr "Reglar"

msgid "rules/"
msgstr "reglar/"
"""


@pytest.fixture
def nynorsk(tmp_path: Path, settings: Any) -> None:
    """A site in three languages whose third has one page and two words."""
    content, locale = tmp_path / "content", tmp_path / "locale"
    shutil.copytree(settings.CONTENT_DIR, content)
    shutil.copytree(settings.LOCALE_PATHS[0], locale)
    about = (content / "nb" / "about.md").read_text("utf-8")
    (content / "nn").mkdir()
    title = about.partition('title = "')[2].partition('"')[0]
    (content / "nn" / "about.md").write_text(about.replace(title, "Om nettstaden", 1), "utf-8")
    (locale / "nn" / "parts").mkdir(parents=True)
    (locale / "nn" / "parts" / "common.po").write_text(WORDS, "utf-8")
    catalogues.compile_language("nn", locale)
    KEPT.clear()
    settings.CONTENT_DIR = content
    settings.LOCALE_PATHS = [locale]
    settings.LANGUAGES = [*settings.LANGUAGES, ("nn", "Nynorsk")]


@pytest.mark.usefixtures("nynorsk")
def test_every_page_opens_in_the_new_language(client: Client) -> None:
    with override("nn"):
        names = [f"pages:{name}" for name in page_names("nn")]
        addresses = [
            reverse(name) for name in (*names, "drills:index", "classes:index", "search:page", "print:rules")
        ]
    assert "/nn/reglar/" in addresses
    assert "/nn/poeng/" in addresses, "an address without a translation is the neighbour's"
    for address in addresses:
        response = client.get(address)
        assert response.status_code == 200, address
        assert '<html lang="nn"' in response.content.decode(), address


@pytest.mark.usefixtures("nynorsk")
def test_what_is_written_is_used_and_the_rest_is_the_neighbours(client: Client) -> None:
    own, borrowed = (client.get(address).content.decode() for address in ("/nn/om/", "/nn/reglar/"))
    assert "<h1>Om nettstaden</h1>" in own
    assert "<article>" in own
    assert '<article lang="nb">' in borrowed, "the words of the neighbour are marked as such"
    assert "spar konge" in borrowed
    assert ">Reglar</a>" in own
    assert ">Klasser</a>" in own
    with override("nn"):
        assert (gettext("Rules"), gettext("Scoring")) == ("Reglar", "Poeng")


@pytest.mark.usefixtures("nynorsk")
def test_pages_name_their_new_sister(client: Client) -> None:
    html = client.get("/nb/regler/").content.decode()
    assert '<link rel="alternate" hreflang="nn" href="http://testserver/nn/reglar/">' in html
    assert [name in html for name in (">Bokmål</a>", ">Nynorsk</a>", ">Svenska</a>")] == [True, True, True]
    assert "http://testserver/nn/om/" in client.get("/sitemap.xml").content.decode()
    assert client.get("/", headers={"Accept-Language": "nn-NO"})["Location"] == "/nn/"


@pytest.mark.usefixtures("nynorsk")
def test_search_finds_what_the_neighbour_wrote(client: Client) -> None:
    html = client.get("/nn/sok/", {"q": "stikket"}).content.decode()
    assert "/nn/ordliste/#trick" in html


def test_only_a_language_with_a_neighbour_borrows_pages() -> None:
    assert page_path("nn", "rules").parent.name == "nb"
    assert page_path("sv", "no-such-page").parent.name == "sv"
    assert page_names("nn") == page_names("nb")
