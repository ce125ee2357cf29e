"""Figures of scoring and variants: filled by the engine, and stopped where they claim something else."""

from __future__ import annotations

import re

import pytest
from django.utils.html import strip_tags
from django.utils.translation import override

from rules_site.pages.load import ContentError
from rules_site.pages.score_figures import games_in_words
from tests.pages.conftest import FIRST_LINE, Write
from trainer.engine.draw_and_choose import MOST_DISCARDS, hand_sizes
from trainer.engine.rule_sets import ALL26, BASE, FREE
from trainer.engine.whole_stock import HAND

MATCHES = "```matches\nresults: 8–5 6–7 7–6 5–8 9–4\ntarget: 7\n{}caption: C\n```"
VARIANTS = """```variants
label base: [A](page:rules)
label free: [B](page:variants#free-play)
label all26: [C](page:variants#all-26)
label plockwhist: [D](page:variants#plockwhist)
label whole-stock: [E](page:scoring#table)
caption: C
```"""


def text(html: str) -> str:
    return " ".join(strip_tags(html.replace("<dd>", " ")).split())


def test_the_same_deals_are_counted_in_every_way(write: Write) -> None:
    page = write(MATCHES.format("difference: 9–4\nover-six: 6–3\nwon: 3–2\n"))
    assert "Differanse Du vant partiet 9–4." in text(page.html)
    assert "Overstikk Stillingen i partiet er 6–3. Den som først får 7 poeng, vinner." in text(page.html)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("difference: 9–3\n", f"nb/rules.md:{FIRST_LINE + 3}: difference is 9–4, not 9–3"),
        ("over-six: 7–3\n", f"nb/rules.md:{FIRST_LINE + 3}: over-six is 6–3, not 7–3"),
        ("tricks: 26\n", f"nb/rules.md:{FIRST_LINE + 1}: 8-5: 26 tricks count under rule set all26"),
        ("deals: 3\n", f"nb/rules.md:{FIRST_LINE + 1}: a match needs either a target or a number of deals"),
    ],
)
def test_false_claim_about_a_match_stops_with_the_right_value(write: Write, lines: str, fault: str) -> None:
    with pytest.raises(ContentError, match=re.escape(fault)):
        write(MATCHES.format(lines))


def test_deals_after_the_end_of_one_way_are_left_out(write: Write) -> None:
    page = write("```matches\nresults: 13–0 0–13\ntarget: 7\ncaption: C\n```")
    assert "Differanse Du vant partiet 13–0." in text(page.html)


def test_games_differ_as_the_engine_plays_them() -> None:
    fewest, most = hand_sizes(MOST_DISCARDS)[1], hand_sizes(0)[1]
    with override("nb"):
        games = games_in_words()
    assert [games[name][4] for name in ("base", "free", "all26", "whole-stock")] == ["13", "13", "26", "26"]
    assert [games[name][0] for name in games] == ["13", "13", "13", "13", str(HAND)]
    assert (games["plockwhist"][1], games["plockwhist"][3]) == ("nei", f"{fewest}–{most}")
    first_followed = next(trick for trick in range(1, 27) if FREE.must_follow(trick))
    assert games["free"][2] == f"fra stikk {first_followed}"
    assert all(rules.must_follow(1) for rules in (BASE, ALL26))
    assert [games[name][2] for name in ("base", "all26")] == ["hele tiden", "hele tiden"]
    assert "overstikk" not in games["all26"][5]
    assert [games[name][6] for name in games] == ["nei", "nei", "ja", "ja", "ja"]


def test_what_differs_from_the_base_game_is_marked(write: Write) -> None:
    page = write(VARIANTS, name="variants")
    rows = re.findall(r'<tr><th scope="row">.*?</tr>', page.html)
    assert "<b>" not in rows[0]
    assert re.findall(r"<b>(.*?)</b>", rows[1]) == ["fra stikk 14"]
    assert re.findall(r"<b>(.*?)</b>", rows[2]) == ["26", "differanse, vunne runder", "ja"]
    assert re.findall(r'href="(.*?)"', page.html)[:2] == ["/nb/regler/", "#free-play"]
    assert 'href="/nb/poeng/#table"' in rows[4]


def test_every_game_needs_a_name(write: Write) -> None:
    with pytest.raises(ContentError, match="needs a line 'label plockwhist'"):
        write(VARIANTS.replace("label plockwhist: [D](page:variants#plockwhist)\n", ""))
    with pytest.raises(ContentError, match="is no link to a page"):
        write(VARIANTS.replace("[D](page:variants#plockwhist)", "D"))


def test_points_of_a_named_way_are_computed(write: Write) -> None:
    page = write("{points difference 9–4} {points over-six 9–4} {points deals 9–4} {points difference 16–10}")
    assert text(page.html) == "5 3 1 6"
    with pytest.raises(ContentError, match="no way to score"):
        write("{points double 9–4}")
    with pytest.raises(ContentError, match="not offered"):
        write("{points over-six 16–10}")
