"""Worked tables: what the engine makes of the facts in the content, and what happens to a wrong claim."""

from __future__ import annotations

import re

import pytest
from django.utils.html import strip_tags

from rules_site.pages.load import ContentError
from rules_site.pages.render import RenderedPage
from tests.pages.conftest import Write
from tests.pages.test_figures import figure


def rows(page: RenderedPage) -> list[list[str]]:
    """The cells of the only table, without the header."""
    body = page.html.partition("<tbody>")[2].partition("</tbody>")[0]
    return [
        [strip_tags(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in body.split("<tr>")[1:]
    ]


def test_match_counts_points(write: Write) -> None:
    fields = {"scoring": "difference", "target": "7", "results": "8–5 6–7 9–4", "caption": "x"}
    assert rows(write(figure("match", **fields, winner="you", score="8–1"))) == [
        ["1", "8–5", "3–0", "3–0"],
        ["2", "6–7", "0–1", "3–1"],
        ["3", "9–4", "5–0", "8–1"],
    ]


def test_match_shows_how_the_dealer_changes(write: Write) -> None:
    fields = {"scoring": "deals", "deals": "3", "results": "8–5 6–7 9–4", "caption": "x"}
    page = write(figure("match", **fields, dealer="opponent", score="2–1"))
    assert [row[1] for row in rows(page)] == ["Motspilleren", "Du", "Motspilleren"]
    with pytest.raises(ContentError, match=r"rules.md:15: dealer is 'north': expected you or opponent"):
        write(figure("match", **fields, dealer="north"))


def test_match_of_plockwhist_gives_both_points(write: Write) -> None:
    fields = {"scoring": "plockwhist", "results": "13–11 12–14", "caption": "x"}
    page = write(figure("match", **fields, score="13–13", winner="nobody yet"))
    assert [row[2] for row in rows(page)] == ["7–5", "6–8"]


def test_match_of_some_deals_can_be_drawn(write: Write) -> None:
    fields = {"scoring": "deals", "deals": "2", "results": "9–4 6–7", "caption": "x"}
    assert rows(write(figure("match", **fields, winner="drawn")))[-1][-1] == "1–1"


def test_deal_is_counted_both_ways(write: Write) -> None:
    fields = {"phase_one": "5–8", "phase_two": "9–4", "caption": "x"}
    assert rows(write(figure("counted", **fields, base="9–4", all26="14–12"))) == [
        ["De 13 siste", "9–4", "Du", "5"],
        ["Alle 26", "14–12", "Du", "2"],
    ]
    level = rows(write(figure("counted", phase_one="4–9", phase_two="9–4", caption="x"), language="sv"))
    assert level[1] == ["Alla 26", "13–13", "Oavgjort", "0"]


def test_results_are_worth_what_the_scoring_says(write: Write) -> None:
    fields = {"results": "7–6 9–4 13–0", "caption": "x"}
    claims = {"deals": "1 1 1", "difference": "1 5 13", "over-six": "1 3 7"}
    page = write(figure("worth", **fields, **claims))
    assert rows(page)[1] == ["9–4", "1", "5", "3"]


def test_results_of_all_26_tricks_have_no_over_six(write: Write) -> None:
    page = write(figure("worth", results="14–12 13–13", tricks="26", difference="2 0", caption="x"))
    assert rows(page) == [["14–12", "1", "2"], ["13–13", "0", "0"]]


def test_stock_of_a_real_deal_is_used_up_with_trick_13(write: Write) -> None:
    page = write(figure("stock", fixture="w11", tricks="1 2 13", left="24 22 0", caption="x"))
    assert rows(page) == [["1", "1", "2", "24"], ["2", "3", "4", "22"], ["13", "25", "26", "0"]]


def test_drawing_leaves_a_card_over_when_turns_are_odd(write: Write) -> None:
    page = write(figure("drawing", discards="0 7", tricks="26 22", caption="x"))
    assert rows(page) == [["0", "26", "26", "26", "26", "0"], ["7", "19", "23", "22", "22", "1"]]


def test_games_stand_side_by_side(write: Write) -> None:
    page = write(figure("games", games="base whist", caption="x"))
    assert [row[1:] for row in rows(page)] == [
        ["2", "4"],
        ["13", "13"],
        ["26", "0"],
        ["ja", "ja"],
        ["13", "13"],
    ]


def test_cards_not_seen_are_the_opponents(write: Write) -> None:
    fields = {"suit": "S", "you": "SA S7", "played": "SK SJ S9 S8 S6 S5 S4 S3 S2", "caption": "x"}
    page = write(figure("unseen", **fields, opponent="SQ ST"))
    shown = re.findall(r"<dd>(.*?)</dd>", page.html)
    assert re.findall(r'class="vh">([^<]+)', shown[2]) == ["spar dame", "spar ti"]


@pytest.mark.parametrize(
    ("kind", "fields", "line", "says"),
    [
        ("match", {"target": "7", "results": "9–4", "score": "3–0"}, 14, "score is 5–0, not 3–0"),
        ("match", {"target": "7", "results": "9–4", "winner": "you"}, 14, "winner is nobody yet, not you"),
        ("match", {"target": "5", "results": "9–4 7–6"}, 13, "the match ended after deal 1"),
        ("match", {"target": "5", "results": "9-4"}, 13, "'9-4' is no result"),
        ("match", {"target": "5", "results": "9–5"}, 13, "13 tricks count"),
        ("match", {"results": "9–4"}, 11, "a match needs either a target or a number of deals"),
        ("match", {"target": "many", "results": "9–4"}, 12, "target is 'many': expected a number"),
        ("counted", {"phase one": "5–8", "phase two": "9–4", "all26": "14–13"}, 13, "all26 is 14–12"),
        ("counted", {"phase one": "5–9", "phase two": "9–4"}, 11, "phase one has 13 tricks, not 5–9"),
        ("worth", {"results": "9–4", "over-six": "5"}, 12, "over-six is 3, not 5"),
        ("worth", {"results": "9–5"}, 11, "13 tricks count"),
        ("worth", {"results": "14–12", "tricks": "26", "over-six": "8"}, 13, "a worth has no 'over-six'"),
        ("stock", {"fixture": "w11", "tricks": "13", "left": "2"}, 13, "left is 0, not 2"),
        ("stock", {"fixture": "w11", "tricks": "14"}, 12, "'14' is no trick of phase one: expected 1 to 13"),
        ("stock", {"fixture": "w99", "tricks": "1"}, 11, "there is no content/deals/w99.json"),
        ("drawing", {"discards": "1 7", "tricks": "25 23"}, 12, "tricks is 25 22, not 25 23"),
        ("drawing", {"discards": "14"}, 11, "'14' is no number of discards: expected 0–13"),
        ("games", {"games": "base poker"}, 11, "'poker' is no game: expected base, whist"),
        ("unseen", {"suit": "S", "you": "SA", "played": "HK"}, 13, "HK is of another suit than S"),
        ("unseen", {"suit": "S", "you": "SA", "played": "SA"}, 13, "SA stands twice"),
        (
            "unseen",
            {"suit": "S", "you": "SA S7", "played": "SK SJ S9 S8 S6 S5 S4 S3 S2", "opponent": "SQ"},
            14,
            "opponent is SQ ST, not SQ",
        ),
    ],
)
def test_wrong_example_is_refused_with_file_line_and_right_value(
    write: Write, kind: str, fields: dict[str, str], line: int, says: str
) -> None:
    """The fields stand from line 11 on; a match begins with the way of scoring."""
    first = {"scoring": "difference"} if kind == "match" else {}
    with pytest.raises(ContentError) as error:
        write(figure(kind, **first, **fields, caption="x"))
    assert f"nb/rules.md:{line}: " in str(error.value)
    assert says in str(error.value)
