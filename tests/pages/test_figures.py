"""Figures: what the engine says of them, and what happens to one that is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils.html import strip_tags

from rules_site.pages.figures import Reader
from rules_site.pages.load import ContentError, load_page, page_path
from rules_site.pages.render import RenderedPage, render_page
from tests.pages.conftest import Write


def figure(kind: str, **fields: str) -> str:
    lines = "\n".join(f"{name.replace('_', ' ')}: {value}" for name, value in fields.items())
    return f"## Eksempel {{#example}}\n\n```{kind}\n{lines}\n```\n"


def voice(page: RenderedPage) -> str:
    found = re.search(r'<p class="vh">(.*?)</p>', page.html, re.DOTALL)
    assert found
    return " ".join(strip_tags(found[1]).split())


def text(page: RenderedPage) -> str:
    return " ".join(strip_tags(page.html).split())


TRICK = {"trump": "H", "led": "opponent SA", "reply": "you H2", "caption": "Toeren trumfer."}
ENDING = {
    "trump": "H",
    "you": "HA SA SK",
    "opponent": "H3 D6 D5",
    "to_play": "you",
    "caption": "Trumf først.",
}


def test_trick_says_in_words_who_wins(write: Write) -> None:
    said = "Trumf er hjerter. Motspilleren spiller ut spar ess. Du trumfer med hjerter to."
    assert voice(write(figure("trick", **TRICK))) == f"{said} Du vinner stikket med hjerter to."


def test_trick_says_the_same_in_swedish(write: Write) -> None:
    said = "Trumf är hjärter. Motspelaren spelar ut spader ess. Du trumfar med hjärter två."
    assert voice(write(figure("trick", **TRICK), language="sv")) == f"{said} Du tar sticket med hjärter två."


def test_winner_of_phase_one_takes_the_upcard(write: Write) -> None:
    page = write(
        figure(
            "trick", trump="H", led="you SK", reply="opponent S9", upcard="HQ", caption="Kongen slår nieren."
        )
    )
    assert voice(page).endswith("Du tar hjerter dame. Motspilleren trekker et skjult kort.")
    assert page.html.count('class="won"') == 1


def test_letters_follow_the_reader(write: Write) -> None:
    body = figure("trick", trump="H", led="you SK", reply="opponent SQ", caption="{SQ} taper.")
    assert "#f-sQ-n" in write(body, letters="nordic").html
    assert "#f-sQ-n" not in write(body, letters="int").html


def test_hand_lays_flat_what_may_not_be_played(write: Write) -> None:
    page = write(figure("hand", cards="SK S7 HA D8", led="S9", trump="H", caption="To spar."))
    assert page.html.count("slot off") == 2
    assert "Lovlige kort: spar konge og spar sju." in text(page)


def test_void_hand_may_play_anything(write: Write) -> None:
    page = write(figure("hand", cards="SK HA D8", led="C9", trump="H", caption="Ingen kløver."))
    assert "slot off" not in page.html
    assert "Du kan legge hvilket kort du vil." in text(page)


def test_ending_shows_the_exact_worth_of_every_lead(write: Write) -> None:
    page = write(figure("ending", **ENDING))
    rows = re.findall(
        r"<tr( class=\"best\")?><td>.*?</td><td>(.*?)</td><td>(?:<svg.*?</svg>)?(\d) av 3", page.html
    )
    assert rows == [
        ("", "Motspilleren trumfer med hjerter tre.", "2"),
        ("", "Motspilleren trumfer med hjerter tre.", "2"),
        (' class="best"', "Motspilleren legger hjerter tre.", "3"),
    ]


def test_ending_counts_the_readers_tricks_when_the_opponent_leads(write: Write) -> None:
    page = write(figure("ending", **(ENDING | {"to_play": "opponent"})))
    assert re.findall(r"(\d) av 3", page.html) == ["3", "1", "1"]


def test_scores_are_those_of_the_engine(write: Write) -> None:
    page = write(figure("scores", method="all"))
    row = re.search(r"9–4</th>(.*?)</tr>", page.html)
    assert row
    assert re.findall(r">(\d+)<", row[1]) == ["1", "5", "3"]


def test_quick_facts_stand_as_written(write: Write) -> None:
    assert "<dt>Spillere</dt><dd>2</dd>" in write(figure("facts", Spillere="2")).html


@pytest.mark.parametrize(
    ("kind", "fields", "line", "says"),
    [
        ("trick", TRICK | {"winner": "opponent"}, 15, "winner is you, not opponent"),
        ("trick", TRICK | {"led": "you SA"}, 13, "you plays both cards of the trick"),
        ("trick", TRICK | {"reply": "you SA"}, 13, "SA stands twice in this trick"),
        ("trick", TRICK | {"reply": "you S1"}, 13, "'S1' is no card"),
        ("trick", TRICK | {"led": "north SA"}, 12, "expected you SK or opponent SK"),
        ("trick", TRICK | {"trumps": "H"}, 15, "a trick has no 'trumps'"),
        ("trick", {"trump": "H"}, 10, "a trick needs a line 'led'"),
        ("ending", ENDING | {"best": "SA"}, 16, "best is HA, not SA"),
        ("ending", ENDING | {"tricks": "2"}, 16, "tricks is 3, not 2"),
        (
            "ending",
            ENDING | {"opponent": "H3 D6"},
            12,
            "the leader has 3 cards with the led one, the follower 2",
        ),
        (
            "hand",
            {"cards": "SK S7", "led": "S9", "trump": "H", "caption": "x", "legal": "SK"},
            15,
            "legal is SK S7",
        ),
        ("scores", {"method": "misère"}, 11, "expected all, deals, difference, over-six"),
        ("deal", {"fixture": "w99", "caption": "x"}, 11, "there is no content/deals/w99.json"),
        ("table", {"a": "b"}, 10, "'table' is no figure"),
    ],
)
def test_wrong_figure_is_refused_with_its_line(
    write: Write, kind: str, fields: dict[str, str], line: int, says: str
) -> None:
    with pytest.raises(ContentError) as error:
        write(figure(kind, **fields))
    assert f"nb/rules.md:{line}: " in str(error.value)
    assert says in str(error.value)


def test_line_without_a_colon_is_refused(write: Write) -> None:
    with pytest.raises(ContentError, match=r"rules.md:11: a trick has lines of key: value, not 'trump H'"):
        write("## A {#a}\n\n```trick\ntrump H\n```\n")


def test_line_that_stands_twice_is_refused(write: Write) -> None:
    with pytest.raises(ContentError, match=r"rules.md:12: trump stands twice in this trick"):
        write("## A {#a}\n\n```trick\ntrump: H\ntrump: S\n```\n")


def test_start_tells_how_the_cards_lie(write: Write) -> None:
    cards = "SA ST S7 HJ H6 H2 DK D9 D8 CQ C7 C5 C3"
    page = write(figure("start", cards=cards, upcard="H8", caption="Bordet."))
    said = "Du og motspilleren har 13 kort hver, og 26 ligger i trekkbunken. Det åpne kortet er hjerter åtte."
    assert voice(page).startswith(f"{said} Trumf er hjerter. Hånden din: Spar: ess, ti, sju.")
    assert page.html.count("cd back s") == 13
    with pytest.raises(ContentError, match=r"rules.md:11: a hand is dealt 13 cards, not 12"):
        write(figure("start", cards=cards[:-3], upcard="H8", caption="Bordet."))


def test_hand_without_duty_to_follow_may_play_anything(write: Write) -> None:
    fields = {"cards": "SK S7 HA D8", "led": "S9", "trump": "H", "follow": "free", "caption": "Fritt."}
    assert "Du kan legge hvilket kort du vil." in text(write(figure("hand", **fields, winning="SK HA")))
    with pytest.raises(ContentError, match=r"rules.md:16: winning is SK HA, not SK"):
        write(figure("hand", **fields, winning="SK"))
    with pytest.raises(ContentError, match=r"rules.md:14: follow is 'maybe': expected must, free"):
        write(figure("hand", **fields | {"follow": "maybe"}))


def test_scores_of_all_tricks_leave_out_over_six(write: Write) -> None:
    page = write(figure("scores", method="all", tricks="26"))
    rows = re.findall(r"(\d+–\d+)</th>(.*?)</tr>", page.html)
    assert [row for row, _points in rows] == [f"{won}–{26 - won}" for won in range(13, 27)]
    assert [re.findall(r">(\d+)<", points) for _row, points in rows][:2] == [["0", "0"], ["1", "2"]]
    with pytest.raises(ContentError, match="method is 'over-six': expected all, deals, difference"):
        write(figure("scores", method="over-six", tricks="26"))


def test_wrong_example_in_a_shipped_page_is_refused_with_file_line_and_right_value(tmp_path: Path) -> None:
    """What happens when somebody edits rules.md and gets an example wrong."""
    lines = page_path("nb", "rules").read_text("utf-8").splitlines()
    place = lines.index("reply: you H2")
    lines.insert(place, "winner: opponent")
    path = tmp_path / "nb" / "rules.md"
    path.parent.mkdir()
    path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(ContentError) as error:
        render_page(load_page(path), Reader("nb", "int"))
    assert str(error.value).endswith(f"nb/rules.md:{place + 1}: winner is you, not opponent")
