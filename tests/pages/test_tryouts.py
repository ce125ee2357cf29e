"""Positions to play: what the rules say to each card, what the page shows, and what an author may claim."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils.html import strip_tags
from django.utils.translation import override

from rules_site.pages.figures import Reader
from rules_site.pages.load import ContentError
from rules_site.pages.render import RenderedPage
from rules_site.pages.tryout_views import asked_tryout, fill_slots
from tests.pages.conftest import Write
from tests.pages.test_figures import figure
from trainer.table.chosen_rules import ChosenRules

FOLLOW = {
    "id": "no-choice",
    "trump": "H",
    "you": "SK S7 HA D8",
    "opponent": "SQ S4 C2",
    "led": "S9",
    "stock": "HQ C4 D5",
    "caption": "Prøv å trumfe.",
}
LEAD = {
    "id": "lead",
    "trump": "H",
    "you": "SK HA D8",
    "opponent": "SA S4 H2",
    "stock": "HQ C4",
    "caption": "Prøv.",
}
ENDING = {"id": "end", "trump": "H", "you": "HA SA SK", "opponent": "H3 D6 D5", "caption": "Prøv."}


def opened(
    page: RenderedPage,
    tryout: str,
    cards: str = "",
    language: str = "nb",
    rules: dict[str, str] | None = None,
) -> str:
    reader = Reader(language, "int", ChosenRules.from_query(rules or {}))
    with override(language):
        asked = asked_tryout({"try": tryout, "cards": cards}, page.tryouts, reader)
        return fill_slots(page.html, page.tryouts, asked, "rules", reader)


def told(html: str) -> str:
    found = re.search(r"<p[^>]* data-say>(.*?)</p>", html, re.DOTALL)
    assert found
    return " ".join(strip_tags(found[1]).split())


def closed(page: RenderedPage) -> tuple[str, list[str]]:
    """The page with its position closed, and the cards that paper shows."""
    html = fill_slots(page.html, page.tryouts, None, "rules", Reader("nb", "int"))
    screen, _start, rest = html.partition('<div class="on-paper"')
    paper, _end, after = rest.partition('<p class="acts">')
    assert "cards.svg#c-" not in screen + after
    return html, re.findall(r"cards\.svg#c-(\w+)", paper)


def test_closed_position_is_a_link_and_on_paper_the_open_part_of_the_table(write: Write) -> None:
    html, cards = closed(write(figure("try", **FOLLOW)))
    assert 'href="/nb/regler/?try=no-choice#try-no-choice"' in html
    assert cards == ["s9", "hQ", "sK", "s7", "hA", "d8"]
    assert "Hvilket kort spiller du?" in html


def test_ending_on_paper_shows_both_hands(write: Write) -> None:
    html, cards = closed(write(figure("try", **ENDING)))
    assert cards == ["h3", "d6", "d5", "sA", "sK", "hA"]
    assert "Hvilket kort spiller du ut?" in html


def test_card_that_does_not_follow_is_refused_and_stays_in_the_hand(write: Write) -> None:
    html = opened(write(figure("try", **FOLLOW)), "no-choice", "HA")
    said = "Du kan ikke spille hjerter ess nå. Det er spilt ut spar, og du har spar på hånden."
    assert told(html).startswith(said)
    assert told(html).endswith("spar konge og spar sju.")
    assert 'value="HA"' in html


def test_card_that_wins_takes_the_upcard(write: Write) -> None:
    html = opened(write(figure("try", **FOLLOW)), "no-choice", "SK")
    assert told(html).startswith("Du legger spar konge og vinner stikket.")
    assert "Du tar hjerter dame. Motspilleren trekker et skjult kort." in told(html)
    assert told(html).endswith("Du spiller ut til neste stikk.")
    assert "kløver fire" not in html
    assert "#c-c4" not in html


def test_card_that_loses_draws_the_hidden_one(write: Write) -> None:
    html = opened(write(figure("try", **FOLLOW)), "no-choice", "S7", "nb")
    assert "Motspilleren tar hjerter dame, og du trekker kløver fire uten å vise kortet." in told(html)
    assert told(html).endswith("Motspilleren spiller ut til neste stikk.")


def test_hidden_card_is_not_in_the_page_before_it_is_drawn(write: Write) -> None:
    html = opened(write(figure("try", **FOLLOW)), "no-choice")
    for hidden in ("c-c4", "c-sQ", "c-s4", "c-c2", "c-d5"):
        assert f"#{hidden}" not in html
    assert "#c-hQ" in html


def test_position_speaks_swedish(write: Write) -> None:
    html = opened(write(figure("try", **FOLLOW), language="sv"), "no-choice", "D8", language="sv")
    assert told(html).startswith("Du får inte lägga ruter åtta nu.")
    assert told(html).endswith("spader kung och spader sju.")


def test_rules_of_the_reader_hold_where_the_author_names_none(write: Write) -> None:
    free = {"follow": "free"}
    page = write(figure("try", **FOLLOW), rules=ChosenRules.from_query(free))
    html = opened(page, "no-choice", "HA", rules=free)
    assert told(html).startswith("Du trumfer med hjerter ess og vinner stikket.")
    assert '<input type="hidden" name="follow" value="free">' in opened(page, "no-choice", rules=free)
    fixed = write(figure("try", **FOLLOW, follow="must"), rules=ChosenRules.from_query(free))
    assert told(opened(fixed, "no-choice", "HA", rules=free)).startswith("Du kan ikke spille hjerter ess")


def test_opponent_answers_a_lead_with_the_cheapest_winner_or_as_written(write: Write) -> None:
    page = write(figure("try", **LEAD))
    assert "Motspilleren legger spar ess og vinner stikket." in told(opened(page, "lead", "SK"))
    assert "Motspilleren trumfer med hjerter to" in told(opened(page, "lead", "D8"))
    page = write(figure("try", **LEAD, reply="S4"))
    assert "Motspilleren legger spar fire, og du vinner stikket." in told(opened(page, "lead", "SK"))


def test_ending_is_played_to_the_last_card_and_counted(write: Write) -> None:
    page = write(figure("try", **ENDING))
    first = opened(page, "end", "SA")
    assert "Motspilleren trumfer med hjerter tre og vinner stikket." in told(first)
    assert "Vinneren spiller ut. Motspilleren spiller ut ruter" in told(first)
    last = opened(page, "end", "SA.HA.SK")
    assert "Du tok 2 av 3 stikk. Prøv en gang til, for det går an å ta 3." in told(last)
    assert "Du tok 3 av 3 stikk. Flere kan du ikke få" in told(opened(page, "end", "HA.SA.SK"))


def test_upcard_that_the_opponent_took_lies_open(write: Write) -> None:
    fields = LEAD | {"stock": "HQ C4 D5 S2", "stop_after": "2"}
    html = opened(write(figure("try", **fields)), "lead", "SK")
    assert html.count("#c-hQ") == 1
    assert "Nytt åpent kort er ruter fem, og trumf er fortsatt hjerter." in told(html)


@pytest.mark.parametrize("cards", ["XX", "S9", "SK.SK", "SK.S7", "SK." * 40, "<b>", "SKHA"])
def test_cards_that_do_not_belong_here_are_told(write: Write, cards: str) -> None:
    page, reader = write(figure("try", **FOLLOW)), Reader("nb", "int")
    asked = asked_tryout({"try": "no-choice", "cards": cards}, page.tryouts, reader)
    assert asked
    assert asked.status == 422
    html = opened(page, "no-choice", cards)
    assert told(html) == "Det kortet er ikke på hånden nå. Begynn på nytt."
    assert "<b>" not in told(html)


@pytest.mark.parametrize(
    ("fields", "line", "says"),
    [
        (FOLLOW | {"refused": "HA"}, 18, "refused is HA D8, not HA"),
        (FOLLOW | {"wins": "HA"}, 18, "wins is SK, not HA"),
        (FOLLOW | {"loses": "-"}, 18, "loses is S7, not -"),
        (ENDING | {"best": "SA"}, 16, "best is HA, not SA"),
        (LEAD | {"best": "HA"}, 17, "in phase one no card is exactly the best"),
        (LEAD | {"reply": "C2"}, 17, "C2 is not among the opponent's cards"),
        (FOLLOW | {"reply": "SQ"}, 18, "the opponent has led and does not reply"),
        (LEAD | {"you": "CK CA D8", "opponent": "CJ S4 H3", "reply": "S4"}, 17, ""),
        (
            LEAD | {"you": "CK CA C8", "opponent": "CJ S4 H3", "reply": "S4"},
            17,
            "S4 may not be played to any",
        ),
        (FOLLOW | {"stock": "SK C4"}, 13, "SK stands twice in this try"),
        (FOLLOW | {"opponent": "SQ S4"}, 14, "the opponent holds 2 cards beside a led one: 3 fit"),
        (ENDING | {"opponent": "H3 D6"}, 13, "the leader has 3 cards"),
        (FOLLOW | {"stop_after": "2"}, 18, "stop after is '2': expected 1 to 1"),
        ({k: v for k, v in LEAD.items() if k != "opponent"}, 13, "so the opponent needs cards"),
        (FOLLOW | {"follow": "maybe"}, 18, "expected must, free, chosen"),
        (FOLLOW | {"winner": "you"}, 18, "a try has no 'winner'"),
    ],
)
def test_wrong_position_is_refused_with_its_line(
    write: Write, fields: dict[str, str], line: int, says: str
) -> None:
    if not says:  # the reply fits one of the leads
        assert write(figure("try", **fields)).tryouts
        return
    with pytest.raises(ContentError) as error:
        write(figure("try", **fields))
    assert f"nb/rules.md:{line}: " in str(error.value)
    assert says in str(error.value)


def test_id_stands_once_on_a_page(write: Write) -> None:
    with pytest.raises(ContentError, match="no-choice stands twice on this page"):
        write(figure("try", **FOLLOW) + "\n" + figure("try", **FOLLOW).replace("#example", "#other"))


def test_question_with_the_position_asked_for_is_open(write: Write) -> None:
    body = "## Alle {#all}\n\n### En {#one}\n\nJa.\n\n#" + figure("try", **FOLLOW)
    page = write(body, name="faq")
    html = opened(page, "no-choice")
    assert html.count('<details class="faq" open>') == 1
    assert html.index('<details class="faq" open>') > html.index('id="one"')


@pytest.fixture
def site(client: Client, settings: LazySettings, tmp_path: Path) -> Client:
    """The site with a position at the end of its rules."""
    shutil.copytree(settings.CONTENT_DIR, tmp_path / "content")
    settings.CONTENT_DIR = tmp_path / "content"
    for path in settings.CONTENT_DIR.glob("*/rules.md"):
        path.write_text(path.read_text("utf-8") + "\n" + figure("try", **FOLLOW), "utf-8")
    return client


@pytest.mark.django_db
def test_page_opens_the_position_without_a_script(site: Client) -> None:
    html = site.get("/nb/regler/", {"try": "no-choice", "cards": "SK"}).content.decode()
    assert "<!doctype html>" in html
    assert "<b>Du legger spar konge og vinner stikket.</b>" in html


@pytest.mark.django_db
def test_htmx_gets_the_position_alone(site: Client) -> None:
    headers = {"HX-Request": "true", "HX-Target": "try-no-choice"}
    response = site.get("/sv/regler/", {"try": "no-choice", "cards": "HA"}, headers=headers)
    assert response.content.decode().startswith('<figure class="fig try" id="try-no-choice"')
    assert "Du får inte lägga hjärter ess nu." in told(response.content.decode())
    stale = site.get("/nb/regler/", {"try": "no-choice", "cards": "S9"}, headers=headers)
    assert stale.status_code == 422


@pytest.mark.django_db
def test_position_that_is_not_there_is_not_found_and_stale_cards_are_refused(site: Client) -> None:
    assert site.get("/nb/regler/", {"try": "finnes-ikke"}).status_code == 404
    assert site.get("/nb/regler/", {"try": "no-choice", "cards": "S9"}).status_code == 422
