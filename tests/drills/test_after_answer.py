"""After the answer: reasons of leads, both lines step by step, the idea, another drill of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from tests.drills.helpers import HTMX, address, page_of, send, words
from tests.language.pages import PAGES, read_page
from trainer.drills.building import LIBRARY_DIR, read_drills
from trainer.drills.building_after import played_on
from trainer.drills.choices import choice_of, read_choices
from trainer.drills.ideas import idea_of
from trainer.drills.library import load, read_library
from trainer.drills.lines import line_cards, played_line, tricks_in_phase_two
from trainer.drills.models import AfterAnswer, Drill, DrillVersion
from trainer.drills.reasons import reason
from trainer.drills.situations import read_situation
from trainer.engine.cards import Card
from trainer.engine.positions import Position

LANGUAGES = ["nb", "sv"]


@pytest.fixture(scope="module")
def worked_out() -> tuple[dict[str, Any], dict[str, Any]]:
    """A shipped lead drill at trick 13, and what is worked out of it."""
    drill = next(line for line in read_drills(LIBRARY_DIR / "lead.jsonl") if line["id"] == "25ii4fo6")
    return drill, played_on(drill)


@pytest.fixture
def lead(db: None, tmp_path: Path, worked_out: tuple[dict[str, Any], dict[str, Any]]) -> DrillVersion:
    drill, record = worked_out
    path = tmp_path / "lead.jsonl"
    path.write_text(json.dumps(drill) + "\n", "utf-8")
    load(read_library([path]))
    version = DrillVersion.objects.select_related("drill").get()
    AfterAnswer.objects.create(
        version=version, **{name: record[name] for name in ("deal", "lines", "splits")}
    )
    return version


def lines_address(version: DrillVersion, card: str, language: str = "nb", trick: int | str = "") -> str:
    with override(language):
        at = reverse("drills:lines", args=[version.drill.public_id])
    return f"{at}?version={version.number}&card={card}&trick={trick}"


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "nb",
            [
                "Å spille ut 7 kløver sju i stedet for 10 hjerter ti :",
                "Du gir fra deg 7 kløver sju og beholder 10 hjerter ti . Det er verdt 1,0 stikk.",
                "Premien: Du får Q kløver dame sjeldnere, i 0\u00a0% av rundene mot",
                "Utspillet: Motspilleren spiller oftere ut til neste stikk. Det koster 0,1 stikk.",
                "Til sammen koster valget 1,6 stikk.",
            ],
        ),
        (
            "sv",
            [
                "Att spela ut 7 klöver sju i stället för 10 hjärter tio :",
                "Du gör dig av med 7 klöver sju och behåller 10 hjärter tio . Det är värt 1,0 stick.",
                "Kortet du tar: Du får D klöver dam mer sällan, i 0\u00a0% av givarna mot",
                "Utspelet: Motspelaren spelar oftare ut till nästa stick. Det kostar 0,1 stick.",
                "Sammanlagt kostar valet 1,6 stick.",
            ],
        ),
    ],
)
def test_wrong_lead_is_explained_by_its_parts(
    language: str, expected: list[str], lead: DrillVersion, client: Client
) -> None:
    said = words(send(client, lead.drill.public_id, "HT", language=language).content.decode())
    for sentence in expected:
        assert " ".join(sentence.split()) in said


@pytest.mark.parametrize(
    ("language", "wrong", "right"),
    [
        ("nb", "Sjansen for å vinne runden er", "% med"),
        ("sv", "Chansen att vinna given är", "% med"),
    ],
)
def test_verdict_says_the_chance_to_win_with_its_margin(
    language: str, wrong: str, right: str, follow: DrillVersion, client: Client
) -> None:
    said = words(send(client, "foll0w145", "SK", language=language).content.decode())
    assert wrong in said and right in said
    assert re.search(r"\((usikkerhet|osäkerhet) ± \d+ (prosentpoeng|procentenheter)\)", said)


def test_an_own_card_that_touches_the_better_one_is_named_in_its_place() -> None:
    drill = next(
        line
        for line in read_drills(LIBRARY_DIR / "follow.jsonl")
        if "why" in line["facts"]
        and any(len(group) > 1 and line["facts"]["win"] == group[0] for group in line["facts"]["groups"])
    )
    group = next(group for group in drill["facts"]["groups"] if group[0] == drill["facts"]["win"])
    situation = read_situation(drill["position"])
    choices = read_choices("follow", drill["choices"], 800)
    chosen = choice_of(choices, group[1])
    assert chosen is not None
    found = reason(drill["facts"], situation, chosen, choices)
    assert found is not None and found.own is None
    assert found.compared.values["win"] == chosen.card


@pytest.mark.parametrize("language", LANGUAGES)
def test_kinds_without_lines_have_none(language: str, drills: dict[str, Drill], client: Client) -> None:
    ending = drills["end1ngb1"]
    assert ending.current
    send(client, "end1ngb1", "C2", language=language)
    assert client.get(lines_address(ending.current, "C2", language)).status_code == 404


def test_right_lead_is_set_beside_the_next_best(lead: DrillVersion, client: Client) -> None:
    said = words(send(client, lead.drill.public_id, "C4").content.decode())
    assert "Å spille ut 4 kløver fire i stedet for 9 ruter ni :" in said
    assert "Til sammen er det verdt 0,6 stikk å spille ut 4 kløver fire ." in said


def test_a_version_without_anything_worked_out_shows_neither(follow: DrillVersion, client: Client) -> None:
    page = send(client, "foll0w145", "SK").content.decode()
    assert 'id="lines"' not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_answer_leads_to_both_lines_and_back(language: str, lead: DrillVersion, client: Client) -> None:
    page = send(client, lead.drill.public_id, "HT", language=language).content.decode()
    (link,) = set(re.findall(r'data-hx-get="([^"]+)" data-hx-target="#lines"', page))
    shown = client.get(link.replace("&amp;", "&"))
    assert shown.status_code == 200
    text = words(shown.content.decode())
    assert {"nb": "Stikk 13 av 26", "sv": "Stick 13 av 26"}[language] in text
    assert {"nb": "ikke noe bevis", "sv": "inget bevis"}[language] in text
    assert address(lead.drill.public_id, language) in shown.content.decode()


def test_steps_go_forward_and_back_without_a_script(lead: DrillVersion, client: Client) -> None:
    send(client, lead.drill.public_id, "HT")
    seen = []
    at: str | None = lines_address(lead, "HT")
    while at:
        page = client.get(at).content.decode()
        seen.append(int(re.findall(r"Stikk (\d+) av 26", page)[0]))
        found = re.search(r'id="lines-next" href="([^"#]+)#lines"', page)
        at = found[1].replace("&amp;", "&") if found else None
    assert seen == list(range(13, 27))
    assert "Du får 7 stikk i andre del og vinner runden." in words(page)
    assert 'id="lines-previous" href=' in page and 'id="lines-end" role="link"' in page


def test_htmx_gets_the_fragment_with_a_message(lead: DrillVersion, client: Client) -> None:
    send(client, lead.drill.public_id, "HT")
    fragment = client.get(lines_address(lead, "HT", trick=14), headers=HTMX).content.decode()
    assert fragment.lstrip().startswith('<section id="lines"')
    assert "data-say" in fragment and "<html" not in fragment


def test_lines_are_for_those_who_have_answered(lead: DrillVersion, client: Client) -> None:
    response = client.get(lines_address(lead, "HT"))
    assert response.status_code == 302
    assert response["Location"] == address(lead.drill.public_id)
    send(client, lead.drill.public_id, "HT")
    assert Client().get(lines_address(lead, "HT")).status_code == 302


@pytest.mark.parametrize(
    ("card", "trick", "status"),
    [
        ("HT", "0", 200),
        ("HT", "99", 200),
        ("HT", "x", 200),
        ("SA", "13", 404),
        ("", "", 404),
        ("<b>", "", 404),
    ],
)
def test_an_address_that_means_nothing_is_not_found(
    card: str, trick: str, status: int, lead: DrillVersion, client: Client
) -> None:
    send(client, lead.drill.public_id, "HT")
    assert client.get(lines_address(lead, card, trick=trick)).status_code == status
    at = lines_address(lead, "HT").replace("version=1", "version=7")
    assert client.get(at).status_code == 404


def test_no_line_is_in_the_page_before_the_answer(lead: DrillVersion, client: Client) -> None:
    page = page_of(client, lead.drill.public_id)
    assert "lines" not in page and lead.after.deal[4:30] not in page  # type: ignore[attr-defined]


def test_queries_are_few(
    lead: DrillVersion, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    send(client, lead.drill.public_id, "HT")
    with django_assert_max_num_queries(4):
        client.get(lines_address(lead, "HT"))
    with django_assert_max_num_queries(8):
        client.get(address(lead.drill.public_id))


def test_same_idea_leads_to_an_unanswered_drill_of_the_theme(
    drills: dict[str, Drill], client: Client
) -> None:
    theme = drills["foll0w145"].theme
    others = {d.public_id for d in drills.values() if (d.kind, d.theme) == ("follow", theme)} - {"foll0w145"}
    page = send(client, "foll0w145", "SK", query="?kind=mixed").content.decode()
    link = re.search(r'href="([^"]*samme-tanke[^"]*)"', page)
    assert link
    response = client.get(link[1].replace("&amp;", "&"))
    if others:
        assert response["Location"].split("/")[3] in others
        assert response["Location"].endswith("?kind=mixed"), "the theme is not in the address of a mixed set"
    else:
        assert f"theme={theme}" in response["Location"]


def test_when_every_drill_of_the_theme_is_done_the_page_says_so(
    drills: dict[str, Drill], client: Client
) -> None:
    first = drills["foll0w145"]
    Drill.objects.filter(kind="follow", theme=first.theme).exclude(pk=first.pk).update(current=None)
    send(client, "foll0w145", "SK")
    with override("nb"):
        response = client.get(reverse("drills:same_idea", args=["foll0w145"]), follow=True)
    assert response.status_code == 200
    assert "Alt er gjort" in response.content.decode()


@pytest.mark.parametrize("public_id", ["nothere1", "x" * 80])
def test_same_idea_of_no_drill_is_not_found(public_id: str, drills: dict[str, Drill], client: Client) -> None:
    with override("sv"):
        assert client.get(reverse("drills:same_idea", args=[public_id])).status_code == 404


def test_every_idea_is_a_section_of_the_strategy_page() -> None:
    for path in LIBRARY_DIR.glob("*.jsonl"):
        for kind, theme in {(drill["kind"], drill["theme"]) for drill in read_drills(path)}:
            idea = idea_of(kind, theme)
            if idea is None:
                assert kind == "rules"
                continue
            page, section = idea
            assert page in PAGES
            for language in LANGUAGES:
                assert section in {heading.id for heading in read_page(language, page).headings}


def test_counting_a_line_gives_what_playing_it_through_gives() -> None:
    checked = 0
    for kind in ("follow", "lead"):
        drills = {line["id"]: line for line in read_drills(LIBRARY_DIR / f"{kind}.jsonl")}
        for record in read_drills(LIBRARY_DIR / "after" / f"{kind}.jsonl")[::40]:
            drill = drills[record["id"]]
            position = read_situation(drill["position"])
            assert isinstance(position, Position)
            after = AfterAnswer(deal=record["deal"], lines=record["lines"])
            groups = drill["facts"].get("groups", ())
            for key in drill["choices"]:
                card = Card.parse(key)
                played = played_line(position, after, groups, card)
                cards = line_cards(after, groups, card)
                assert (played is None) == (cards is None)
                if played and cards:
                    assert tricks_in_phase_two(position, cards) == played.result[0], f"{drill['id']} {key}"
                    checked += 1
    assert checked > 100
