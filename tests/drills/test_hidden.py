"""Nothing before the answer gives the answer or a hidden card away (W18): every drill is crawled."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.drills.conftest import LIBRARY
from tests.drills.helpers import HTMX, address
from trainer.drills.library import library_files, load, read_library
from trainer.drills.models import Drill
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
def every_drill(drills: dict[str, Drill]) -> list[Drill]:
    """The small library and the shipped one."""
    load(read_library([*library_files(), LIBRARY]))
    return list(Drill.objects.select_related("current").filter(current__isnull=False))


def test_no_page_before_the_answer_tells_it(every_drill: list[Drill], client: Client) -> None:
    for drill in every_drill:
        assert drill.current is not None
        response = client.get(address(drill.public_id, "nb"), headers=HTMX)
        page = without_ticket(shown(response.content.decode()))
        found = re.findall(rf"(?i)\b(?:{TELLING})\b", page)
        assert found == [], (drill, found)
        assert f'value="{drill.current.position}"' not in page
        assert drill.current.position not in page
        if drill.kind != "rules":
            assert drill.theme not in re.sub(r"<[^>]*>", " ", page).split(), drill
        headers = str(response.headers)
        assert drill.current.position not in headers and "loss" not in headers


def test_no_unseen_card_is_on_a_page_of_phase_one(every_drill: list[Drill], client: Client) -> None:
    checked = 0
    for drill in every_drill:
        assert drill.current is not None
        situation = read_situation(drill.current.position)
        if not isinstance(situation, Position) or drill.kind == "rules":
            continue
        page = shown(client.get(address(drill.public_id, "sv"), headers=HTMX).content.decode())
        drawn = {card.upper() for card in SPRITE.findall(page)}
        said = unescape(page)
        for card in unseen_cards(situation):
            assert str(card) not in drawn
            assert card_name(card, "sv") not in said, (drill, card)
            assert f'value="{card}"' not in page
        checked += 1
    assert checked


def test_buttons_of_right_and_wrong_cards_are_alike(every_drill: list[Drill], client: Client) -> None:
    for drill in every_drill:
        assert drill.current is not None
        page = shown(client.get(address(drill.public_id), headers=HTMX).content.decode())
        shapes = set()
        for key in drill.current.choices:
            found = re.search(rf'<button[^>]*value="{re.escape(key)}"[^>]*>.*?</button>', page)
            assert found, (drill, key)
            shapes.add(
                re.sub(
                    r'value="[^"]*"|aria-label="[^"]*"|#[\w-]+|class="[ck]d? [shdc]"|>[^<]*<', "", found[0]
                )
            )
        buttons_with_cards = {shape for shape in shapes if "svg" in shape}
        assert len(buttons_with_cards) <= 1, (drill, shapes)


def test_addresses_are_opaque(every_drill: list[Drill], client: Client) -> None:
    numbers = sorted(str(drill.pk) for drill in every_drill)
    assert not {drill.public_id for drill in every_drill} & set(numbers)
    with override("nb"):
        location = client.get(reverse("drills:next"))["Location"]
    assert re.fullmatch(r"/nb/ov/[0-9a-z]{6,12}/", location)


def test_table_view_of_phase_one_holds_no_unseen_card(every_drill: list[Drill]) -> None:
    for drill in every_drill:
        assert drill.current is not None
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
