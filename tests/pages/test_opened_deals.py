"""Any deal in notation, opened in the viewer, and what is said of a text that is no deal."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.test import Client
from django.utils.html import strip_tags

from rules_site.pages.opened_deals import engine_play, opened
from rules_site.pages.worked_deal import deal_path, read_deal
from trainer.engine.deals import Deal, shuffled_deal
from trainer.engine.ending_positions import ending_of
from trainer.engine.endings import ending_value
from trainer.engine.rule_sets import ALL26, BASE, FREE, RULE_SETS

pytestmark = pytest.mark.django_db

PAGE = {"nb": "/nb/runde/", "sv": "/sv/giv/"}
W11 = read_deal(deal_path("w11"), 0).end
DEAL = W11.deal.notation()
STATE = W11.notation()


def text(html: str) -> str:
    return " ".join(strip_tags(html).split())


def test_page_shows_the_worked_deal_by_itself(client: Client) -> None:
    html = client.get(PAGE["nb"]).content.decode()
    assert "Før første stikk" in text(html)
    assert 'name="robots" content="noindex"' not in html


def test_state_is_replayed_as_recorded(client: Client) -> None:
    response = client.get(PAGE["nb"], {"deal": STATE, "step": "65"})
    html = response.content.decode()
    assert "Du tok 9 stikk og motspilleren 4." in text(html)
    assert "Du ser runden slik den ble spilt." in text(html)
    assert 'name="robots" content="noindex"' in html
    assert f"?deal={STATE}&amp;step=64#viewer" in html


def test_deal_is_played_by_the_engine_and_the_page_says_so(client: Client) -> None:
    html = text(client.get(PAGE["sv"], {"deal": DEAL}).content.decode())
    assert "Datorn spelar båda händerna." in html
    played = opened(DEAL, BASE)
    assert played.engine_plays
    assert played.end.is_over


@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=str)
def test_engine_plays_by_the_chosen_rules_and_exactly_in_phase_two(rule_set: object) -> None:
    assert isinstance(rule_set, type(BASE))
    played = engine_play(shuffled_deal(Random(5)), rule_set)
    assert played.end.rule_set == rule_set
    for before, after in zip(played.states[13:], played.states[14:], strict=False):
        value = ending_value(ending_of(before))
        won = after.phase_two_tricks[before.leader] - before.phase_two_tricks[before.leader]
        left = 0 if after.is_over else ending_value(ending_of(after))
        rest = left if after.leader == before.leader else (26 - len(after.finished_tricks)) - left
        assert value == won + rest


def test_rules_of_the_address_hold_for_a_deal_and_those_of_the_record_for_a_state() -> None:
    assert opened(DEAL, FREE).end.rule_set == FREE
    assert opened(STATE, FREE).end.rule_set == BASE
    assert opened(STATE.replace("state.base", "state.all26"), BASE).end.rule_set == ALL26


def test_spaces_and_line_breaks_do_no_harm() -> None:
    assert opened(f" {DEAL[:40]}\n {DEAL[40:]} ", BASE).end.deal == W11.deal


@pytest.mark.parametrize("cards", [1, 2, 27, 51])
def test_record_that_stops_early_is_shown_as_far_as_it_goes(client: Client, cards: int) -> None:
    head, plays = STATE.rsplit(".", 1)
    part = f"{head}.{plays[: 2 * cards]}"
    played = opened(part, BASE)
    assert len(played.tricks) == cards // 2
    assert (played.led is not None) == bool(cards % 2)
    last = str(len(played.moments) - 1)
    html = text(client.get(PAGE["nb"], {"deal": part, "step": last}).content.decode())
    assert "Her slutter notasjonen." in html


def fields(deal: Deal) -> list[str]:
    return deal.fields().split(".")


DEALER, OWN, OTHER, STOCK = fields(W11.deal)
FAULTS = [
    ("", "Skriv eller lim inn en runde."),
    ("x" * 601, "Teksten er for lang til å være en runde."),
    ("hand.SA", "Teksten må begynne med «deal.» eller «state.»."),
    (f"deal.{OWN}", "Etter «deal» skal det være 4 deler med punktum mellom, ikke 1."),
    (f"deal.2.{OWN}.{OTHER}.{STOCK}", "Giveren må være 0 eller 1, der 0 er deg og 1 er motspilleren."),
    (f"deal.1.{OWN[:-2]}.{OTHER}.{STOCK}", "Hånden din: Her skal det være 13 kort, ikke 12."),
    (f"deal.1.{OWN}.{OTHER}.{STOCK}SA", "Trekkbunken: Her skal det være 26 kort, ikke 27."),
    (f"deal.1.{OWN}.{OTHER[:-2]}X1.{STOCK}", "Hånden til motspilleren: «X1» er ikke et kort."),
    (f"deal.1.{OWN}.{OTHER[:-2]}{OWN[:2]}.{STOCK}", "Det samme kortet står to ganger: hjerter fire."),
    (STATE.replace("base", "misere"), "«misere» er ikke et regelsett."),
    (STATE.replace("state.base", "state.base-2x4x2"), "«base-2x4x2» er ikke et regelsett."),
    (f"{STATE}SA", "Kort nummer 53: Alle 52 kortene er allerede spilt."),
    (f"state.base.{W11.deal.fields()}.SA", "Kort nummer 1: Du har ikke spar ess på hånden da."),
    (f"state.base.{W11.deal.fields()}.S6S2", "Kort nummer 2: Motspilleren har ikke spar to på hånden da."),
    (f"state.base.{W11.deal.fields()}.S6HA", "Kort nummer 2: Reglene tillater ikke hjerter ess, for fargen"),
]


@pytest.mark.parametrize(("wrong", "says"), FAULTS, ids=[says[:30] for _wrong, says in FAULTS])
def test_wrong_text_is_refused_and_told_what_is_wrong(client: Client, wrong: str, says: str) -> None:
    response = client.get(PAGE["nb"], {"deal": wrong})
    html = response.content.decode()
    assert response.status_code == 422
    assert says in text(html)
    assert 'aria-invalid="true"' in html
    assert 'id="viewer"' not in html
    assert client.get(PAGE["sv"], {"deal": wrong}).status_code == 422


def test_refusal_in_swedish(client: Client) -> None:
    html = text(client.get(PAGE["sv"], {"deal": f"deal.1.{OWN[:-2]}.{OTHER}.{STOCK}"}).content.decode())
    assert "Din hand: Här ska det vara 13 kort, inte 12." in html


def test_free_play_may_be_recorded() -> None:
    free = f"state.free.{W11.deal.fields()}.S6HA"
    assert len(opened(free, BASE).tricks) == 1


def test_text_of_the_reader_is_shown_back_as_text(client: Client) -> None:
    html = client.get(PAGE["nb"], {"deal": "<script>alert(1)</script>"}).content.decode()
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;</textarea>" in html


def test_deal_at_random_gets_an_address_of_its_own(client: Client) -> None:
    responses = [client.get(PAGE["nb"], {"deal": "random", "follow": "free"}) for _ in range(2)]
    targets = [response["Location"] for response in responses]
    assert targets[0] != targets[1]
    assert re.fullmatch(r"/nb/runde/\?deal=deal\.[01]\.\w{26}\.\w{26}\.\w{52}&follow=free#viewer", targets[0])
    assert client.get(targets[0]).status_code == 200


def test_form_carries_the_chosen_rules(client: Client) -> None:
    html = client.get(PAGE["nb"], {"tricks": "26"}).content.decode()
    assert '<input type="hidden" name="tricks" value="26">' in html
    assert "?deal=random&amp;tricks=26" in html
