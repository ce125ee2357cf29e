"""The drill on the front page."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from trainer.drills.models import Drill, DrillVersion

pytestmark = pytest.mark.django_db

POSITION = "phase1.base.0.1.H7.HA.SQSTH6H4D5D4CKCQCJC9C6C5C3.SJS6S9CQ_S2D3H9D5_C2S5S4D4"


@pytest.fixture
def drill() -> Drill:
    drill = Drill.objects.create(public_id="q7x2m9kd", kind=Drill.Kind.FOLLOW, theme="x-theme-x")
    drill.current = DrillVersion.objects.create(
        drill=drill,
        number=1,
        rule_set="base",
        question="card",
        position=POSITION,
        choices={"H6": {"tricks": 6.1234}, "H4": {"tricks": 5.4321}},
        facts={"seed": 987654321},
    )
    drill.save()
    return drill


def panel(html: str) -> str:
    start = html.index('<section class="today"')
    return html[start : html.index("</section>", start)]


@pytest.mark.parametrize(
    ("address", "drills", "said"),
    [
        (
            "/nb/",
            "/nb/ov/",
            "Trumf er spar. Motspilleren spiller ut hjerter ess. Det åpne kortet er hjerter sju.",
        ),
        (
            "/sv/",
            "/sv/ova/",
            "Trumf är spader. Motspelaren spelar ut hjärter ess. Det uppvända kortet är hjärter sju.",
        ),
    ],
)
def test_panel_shows_a_real_drill_and_leads_to_it(
    client: Client, drill: Drill, address: str, drills: str, said: str
) -> None:
    shown = panel(client.get(address).content.decode())
    assert set(re.findall(r'href="(/[a-z][^"#]*/)"', shown)) == {f"{drills}{drill.public_id}/"}
    assert said in strip_tags(shown)
    assert len(re.findall(r'<span class="slot">', shown)) == 13


def test_panel_gives_nothing_away(client: Client, drill: Drill) -> None:
    shown = panel(client.get("/nb/").content.decode())
    assert not any(secret in shown for secret in ("6.1", "5.4", "987654321", "x-theme-x", POSITION))
    assert shown.count("cd back") == 1


def test_front_page_without_drills_leads_to_practice(client: Client) -> None:
    shown = panel(client.get("/nb/").content.decode())
    assert 'href="/nb/ov/"' in shown
