"""The deal to step through."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils.html import strip_tags

from rules_site.pages.load import ContentError
from rules_site.pages.worked_deal import chosen_step, deal_path, read_deal
from trainer.engine.ending_positions import ending_of
from trainer.engine.endings import ending_value

RULES = "/nb/regler/"


def text(html: str) -> str:
    return " ".join(strip_tags(html).split())


def figure(html: str) -> str:
    return html[html.index('<figure class="fig deal"') : html.index("</figure>", html.index('"fig deal"'))]


def test_second_part_is_played_as_well_as_can_be() -> None:
    deal = read_deal(deal_path("w11"), 0)
    for before, after in zip(deal.states[13:], deal.states[14:], strict=False):
        value = ending_value(ending_of(before))
        won = after.tricks_won[before.leader] - before.tricks_won[before.leader]
        left = 0 if after.is_over else ending_value(ending_of(after))
        rest = left if after.leader == before.leader else (26 - len(after.finished_tricks)) - left
        assert value == won + rest
    assert deal.states[-1].tricks_won == (9, 4)


def test_deal_that_cannot_be_played_names_the_trick(tmp_path: Path) -> None:
    record = json.loads(deal_path("w11").read_text("utf-8"))
    record["plays"][2] = ["S5", "CK"]
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(record), "utf-8")
    with pytest.raises(ContentError, match="trick 3: cannot play CK"):
        read_deal(path, 0)


def test_deal_that_stops_early_is_refused(tmp_path: Path) -> None:
    record = json.loads(deal_path("w11").read_text("utf-8"))
    record["plays"] = record["plays"][:13]
    path = tmp_path / "short.json"
    path.write_text(json.dumps(record), "utf-8")
    with pytest.raises(ContentError, match="the deal stops after trick 13"):
        read_deal(path, 0)


@pytest.mark.parametrize(
    ("asked", "step"), [("", 1), ("7", 7), ("0", 1), ("27", 26), ("-3", 1), ("x", 1), ("9" * 50, 1), ("²", 1)]
)
def test_any_address_gives_a_trick(asked: str, step: int) -> None:
    assert chosen_step(asked) == step


@pytest.mark.django_db
def test_page_shows_the_first_trick_and_the_list_of_all(client: Client) -> None:
    html = figure(client.get(RULES).content.decode())
    assert "Stikk 1 av 26" in html
    said = "Du spiller ut spar seks. Motspilleren legger spar ni. Motspilleren vinner stikket med spar ni."
    assert f"{said} Motspilleren tar spar knekt. Du trekker kløver dame, og bare du ser kortet." in text(html)
    assert len(re.findall(r'<th scope="row">', html)) == 26


@pytest.mark.django_db
def test_every_trick_has_an_address_without_javascript(client: Client) -> None:
    for step in range(1, 27):
        html = figure(client.get(RULES, {"trick": step}).content.decode())
        assert f"Stikk {step} av 26" in html
        assert (f'href="?trick={step + 1}#stepper"' in html) == (step < 26)
        assert ('id="stepper-previous"' in html) == (step > 1)


@pytest.mark.django_db
def test_htmx_gets_the_trick_alone(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Target": "stepper"}
    response = client.get(RULES, {"trick": 2}, headers=headers)
    html = response.content.decode()
    assert html.startswith('<div id="stepper"')
    assert "HX-Request" in response["Vary"]
    assert html in client.get(RULES, {"trick": 2}).content.decode()


@pytest.mark.django_db
def test_opponents_hidden_cards_stay_hidden_in_the_first_part(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Target": "stepper"}
    html = client.get(RULES, {"trick": 5}, headers=headers).content.decode()
    assert "Motspilleren trekker et skjult kort." in html
    assert html.count("#back") == 1


@pytest.mark.django_db
def test_last_trick_tells_the_result(client: Client) -> None:
    html = figure(client.get(RULES, {"trick": 26}).content.decode())
    assert "Runden er ferdig. Du tok 9 stikk og motspilleren 4. Du vinner runden." in text(html)
    swedish = figure(client.get("/sv/regler/", {"trick": 26}).content.decode())
    assert "Given är slut. Du tog 9 stick och motspelaren 4. Du vinner given." in text(swedish)
