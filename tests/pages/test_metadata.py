"""What pages tell search engines and shared links, held against what the pages say to readers."""

from __future__ import annotations

import json
import re
import struct
from typing import Any
from xml.etree import ElementTree

import lxml.html
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from rules_site.pages import sharing
from rules_site.pages.structured import STEPS, Described, described
from tests.pages.test_pages import addresses

pytestmark = pytest.mark.django_db
HOST = "http://testserver"


def things(html: str) -> list[dict[str, Any]]:
    """The page's structured data."""
    blocks = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
    assert len(blocks) == 1
    data = json.loads(blocks[0])
    assert data["@context"] == "https://schema.org"
    found: list[dict[str, Any]] = data["@graph"]
    return found


def thing(html: str, kind: str) -> dict[str, Any]:
    return next(found for found in things(html) if found["@type"] == kind)


def said(element: Any) -> str:
    """An element's text as a reader hears it, without figures: read by another parser than the site's."""
    for silent in element.xpath(
        ".//*[@aria-hidden='true' or @popover or @hidden] | .//form | .//nav | .//button"
    ):
        silent.drop_tree()
    for figure in element.xpath(".//figure"):
        for part in list(figure):
            if part.tag != "figcaption":
                part.drop_tree()
    return squeezed(" ".join(element.itertext()))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def tags(html: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', html))


@pytest.mark.parametrize(("language", "address"), addresses())
def test_every_page_says_where_it_stands(client: Client, language: str, address: str) -> None:
    html = client.get(address).content.decode()
    home = f"{HOST}/{language}/"
    if address == f"/{language}/":
        assert (
            thing(html, "WebSite")["potentialAction"]["target"]["urlTemplate"]
            == f"{HOST}/{language}/sok/?q={{words}}"
        )
        return
    title = lxml.html.fromstring(html).xpath("string(//h1)")
    stops = thing(html, "BreadcrumbList")["itemListElement"]
    assert [stop["position"] for stop in stops] == [1, 2]
    assert (stops[0]["item"], stops[1]["item"], stops[1]["name"]) == (home, HOST + address, title)


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_questions_and_answers_are_those_of_the_page(client: Client, language: str) -> None:
    with override(language):
        html = client.get(reverse("pages:faq")).content.decode()
    given = thing(html, "FAQPage")["mainEntity"]
    page = lxml.html.fromstring(html)
    shown = page.xpath("//details[contains(@class, 'faq')]")
    assert len(given) == len(shown) > 20
    for question, details in zip(given, shown, strict=True):
        answer = details.xpath("./*[not(self::summary)]")[0]
        assert question["name"] == details.xpath("string(./summary)").strip()
        for figure in answer.xpath(".//figure"):
            figure.drop_tree()
        assert squeezed(question["acceptedAnswer"]["text"]) == said(answer) != ""
        assert question["url"].endswith("#" + answer.get("id"))


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_steps_of_the_rules_are_those_of_the_page(client: Client, language: str) -> None:
    with override(language):
        html = client.get(reverse("pages:rules")).content.decode()
    steps = thing(html, "HowTo")["step"]
    assert [step["url"].partition("#")[2] for step in steps] == list(STEPS)
    page = lxml.html.fromstring(html)
    for step, place in zip(steps, STEPS, strict=True):
        section = page.xpath(f"//section[@id='{place}']")[0]
        assert step["name"] == section.xpath("string(./h2)")
        assert squeezed(step["name"] + step["text"]) == said(section)
    game = thing(html, "Game")
    assert game["numberOfPlayers"]["value"] == 2
    assert game["name"] not in game["alternateName"]


def test_text_cannot_end_the_data_block() -> None:
    answer = '<div id="a">&lt;/script&gt; &amp; "b"</div>'
    html = f"<details><summary><h2>A</h2></summary>{answer}</details>"
    page = Described(
        "faq", "nb", "T", "D", html, "http://x/nb/faq/", "http://x/nb/", "Hjem", "http://x/nb/sok/"
    )
    text = described(page)
    assert "<" not in text
    question = json.loads(text)["@graph"][1]["mainEntity"][0]
    assert question["acceptedAnswer"]["text"] == '</script> & "b"'


@pytest.mark.parametrize("address", ["/nb/konto/logg-inn/", "/nb/sok/?q=trumf", "/nb/framgang/"])
def test_pages_for_one_reader_carry_no_structured_data(client: Client, address: str) -> None:
    assert "ld+json" not in client.get(address).content.decode()


@pytest.mark.parametrize(("language", "address"), addresses())
def test_shared_link_shows_title_text_and_picture(client: Client, language: str, address: str) -> None:
    html = client.get(address, {"trick": "3"}).content.decode()
    found = tags(html)
    assert found["og:url"] == HOST + address
    assert found["og:title"] in html.partition("<title>")[2].partition("</title>")[0]
    assert found["og:description"] == found["description"]
    assert found["og:locale"] == {"nb": "nb_NO", "sv": "sv_SE"}[language]
    assert found["og:locale:alternate"] == {"nb": "sv_SE", "sv": "nb_NO"}[language]
    assert found["og:image"].startswith(f"{HOST}/static/share/{language}-")
    picture = client.get(found["og:image"].removeprefix(HOST))
    data = b"".join(picture.streaming_content) if picture.streaming else picture.content
    assert struct.unpack(">II", data[16:24]) == (int(found["og:image:width"]), int(found["og:image:height"]))


def test_pages_with_a_picture_of_their_own_use_it(client: Client) -> None:
    assert "share/nb-rules.png" in client.get("/nb/regler/").content.decode()
    assert "share/sv-drills.png" in client.get("/sv/ova/").content.decode()
    assert "share/sv-which.png" in client.get("/sv/vilket-spel/").content.decode()
    assert "share/sv-home.png" in client.get("/sv/om/").content.decode()


def test_pictures_are_small_and_say_what_they_should() -> None:
    """`manage.py draw_share_pictures` draws them anew."""
    wanted = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            wanted |= {f"{language}-{kind}.png": sharing.words_of(kind) for kind in sharing.PICTURES}
    assert sharing.drawn() == wanted
    sizes = {name: (sharing.FOLDER / name).stat().st_size for name in wanted}
    assert {name: size for name, size in sizes.items() if size > 40_000} == {}


def test_language_without_pictures_borrows_one() -> None:
    assert sharing.picture_address("rules", "nn").endswith("share/nb-home.png")


def test_every_page_of_the_sitemap_is_open_to_search_engines(client: Client) -> None:
    root = ElementTree.fromstring(client.get("/sitemap.xml").content)
    found = [str(entry.text) for entry in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert len(found) == len(set(found))
    for address in found:
        html = client.get(address.removeprefix(HOST)).content.decode()
        assert re.findall(r'<link rel="canonical" href="([^"]+)">', html) == [address]
        assert "noindex" not in html
    assert {HOST + address for _language, address in addresses()} <= set(found)


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_titles_and_descriptions_are_all_different(client: Client, language: str) -> None:
    pages = [client.get(address).content.decode() for code, address in addresses() if code == language]
    titles = [re.findall(r"<title>([^<]+)", html)[0] for html in pages]
    descriptions = [tags(html)["description"] for html in pages]
    assert len(set(titles)) == len(set(descriptions)) == len(pages)
    assert [title for title in titles if not 15 <= len(title) <= 70] == []
