"""Nothing before the answer gives the answer or a hidden card away (W18): every drill is crawled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.drills.conftest import LIBRARY
from tests.drills.helpers import HTMX, address
from trainer.drills.labels import theme_name
from trainer.drills.library import library_files, load, read_library
from trainer.drills.models import Drill, DrillVersion
from trainer.drills.queries import offered_drills
from trainer.drills.situations import read_situation
from trainer.drills.table_view import Place, table_view
from trainer.engine.cards import Card
from trainer.engine.positions import Position, unseen_cards
from trainer.table.names import card_name

SPRITE = re.compile(r"#[cf]-([shdc][2-9TJQKA])")
OF_THE_CARD = r'value="[^"]*"|aria-label="[^"]*"|#[\w-]+|class="[ck]d? [shdc]"|>[^<]*<'
TELLING = (
    r"loss|best|right|nearly|wrong|verdict|bars|win_se|worlds|gap|seed|theme|facts|policy|belief|solution"
)


def shown(page: str) -> str:
    """The drill on a page, without the frame around it, whose words are the same on every page."""
    return page[page.index('<div id="drill"') : page.index("</form>", page.index('<div id="drill"'))]


def without_ticket(page: str) -> str:
    """Tickets and CSRF tokens are long and random; they may spell anything."""
    return re.sub(r'name="(ticket|csrfmiddlewaretoken)" value="[^"]*"', "", page)


@pytest.fixture
def every_drill(db: None) -> list[Drill]:
    """The small library and the shipped one."""
    lines = [*read_library([LIBRARY]), *read_library(library_files())]
    load({line.public_id: line for line in lines}.values())
    return list(offered_drills())


_pages: dict[str, str] = {}


@pytest.fixture(params=["some", pytest.param("every", marks=pytest.mark.long)])
def pages(
    request: pytest.FixtureRequest, every_drill: list[Drill], client: Client
) -> Iterator[tuple[Drill, DrillVersion, str]]:
    """Drills with their version and the part of their page that is the drill's own, asked for once."""

    def crawl() -> Iterator[tuple[Drill, DrillVersion, str]]:
        for drill in every_drill if request.param == "every" else every_drill[::15]:
            if drill.kind == Drill.Kind.MEMORY:  # has pages of its own, see test_memory_pages
                continue
            if drill.public_id not in _pages:
                response = client.get(address(drill.public_id), headers=HTMX)
                _pages[drill.public_id] = without_ticket(shown(response.content.decode()))
            assert drill.current is not None
            yield drill, drill.current, _pages[drill.public_id]

    return crawl()


def test_no_page_before_the_answer_tells_it(pages: Iterator[tuple[Drill, DrillVersion, str]]) -> None:
    for drill, version, page in pages:
        assert re.findall(rf"(?i)\b(?:{TELLING})\b", page) == [], drill
        assert version.position not in page
        if drill.kind != "rules":
            said = " ".join(re.sub(r"<[^>]*>", " ", page).split())
            assert drill.theme not in said.split(), drill
            with override("nb"):
                assert theme_name(drill.theme) not in said, drill


def test_no_unseen_card_is_on_a_page_of_phase_one(pages: Iterator[tuple[Drill, DrillVersion, str]]) -> None:
    checked = 0
    for drill, version, page in pages:
        situation = read_situation(version.position)
        if not isinstance(situation, Position) or drill.kind == "rules":
            continue
        drawn = {card.upper() for card in SPRITE.findall(page)}
        said = unescape(page)
        for card in unseen_cards(situation):
            assert str(card) not in drawn
            assert card_name(card, "nb") not in said, (drill, card)
            assert f'value="{card}"' not in page
        checked += 1
    assert checked


def test_buttons_of_right_and_wrong_cards_are_alike(
    pages: Iterator[tuple[Drill, DrillVersion, str]],
) -> None:
    for drill, version, page in pages:
        shapes = set()
        for key in version.choices:
            found = re.search(rf'<button[^>]*value="{re.escape(key)}"[^>]*>.*?</button>', page)
            assert found, (drill, key)
            shapes.add(re.sub(OF_THE_CARD, "", found[0]))
        assert len({shape for shape in shapes if "svg" in shape}) <= 1, (drill, shapes)


def test_headers_tell_nothing(drills: dict[str, Drill], follow: DrillVersion, client: Client) -> None:
    headers = str(client.get(address("foll0w145")).headers)
    assert follow.position not in headers and "loss" not in headers


def test_addresses_are_opaque(every_drill: list[Drill], client: Client) -> None:
    numbers = sorted(str(drill.pk) for drill in every_drill)
    assert not {drill.public_id for drill in every_drill} & set(numbers)
    with override("nb"):
        location = client.get(reverse("drills:next"))["Location"]
    assert re.fullmatch(r"/nb/ov/[0-9a-z]{6,12}/", location)


def test_table_view_of_phase_one_holds_no_unseen_card(every_drill: list[Drill]) -> None:
    for drill in every_drill:
        assert drill.current is not None
        if drill.kind == Drill.Kind.MEMORY:
            continue
        situation = read_situation(drill.current.position)
        if isinstance(situation, Position):
            view = table_view(situation)
            held = {card for row in view.seen for card, place in row.cards if place is not Place.UNSEEN}
            assert held.isdisjoint(unseen_cards(situation))
            assert len(held) + len(unseen_cards(situation)) == 52
            assert view.opponent_size + view.stock_hidden + 1 + len(view.hand) + view.played_count == 52


def test_sprite_pattern_finds_cards() -> None:
    assert SPRITE.findall("/static/cards.svg#c-hQ-n") == ["hQ"]
    assert Card.parse("HQ")
