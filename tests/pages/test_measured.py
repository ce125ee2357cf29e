"""Measured numbers on pages: drawn from the data file, claimed no differently, missing nowhere."""

from __future__ import annotations

import re

import pytest
from django.utils.html import strip_tags

from rules_site.pages.load import ContentError
from rules_site.pages.render import RenderedPage
from tests.pages.conftest import Write
from trainer.drills.numbers import read_numbers, table

ROWS = read_numbers()["tables"]["upcard"]
LEAST_DECISIONS = 5000


def figure(**fields: str) -> str:
    lines = "\n".join(f"{name.replace('_', ' ')}: {value}" for name, value in fields.items())
    return f"## Eksempel {{#example}}\n\n```measured\n{lines}\n```\n"


def text(page: RenderedPage) -> str:
    return " ".join(strip_tags(page.html).split())


def comma(number: float) -> str:
    return f"{abs(number):.1f}".replace(".", ",")


def test_the_published_table_is_measured_in_enough_decisions() -> None:
    decisions = read_numbers()["decisions"]
    assert decisions >= LEAST_DECISIONS
    assert sum(row.decisions for row in table("upcard").values()) == decisions
    assert all(row["decisions"] >= 100 for row in ROWS)


def test_every_row_shows_its_number_and_margin_and_says_it_in_words(write: Write) -> None:
    said = text(write(figure(table="upcard", caption="Premier.")))
    for row in ROWS:
        verb = "er verdt" if row["mean"] > 0 else "koster"
        assert f"Å vinne {verb} {comma(row['mean'])} stikk ±\u00a0{comma(max(2 * row['se'], 0.1))}".replace(
            "\u00a0", " "
        ) in said.replace("\u00a0", " ")
    assert "konge–ess" in said
    assert "9–10" in said


def test_dots_lie_in_order_of_their_numbers(write: Write) -> None:
    places = [
        float(x)
        for x in re.findall(
            r'circle class="dot" cx="([\d.]+)%"', write(figure(table="upcard", caption="A")).html
        )
    ]
    means = [row["mean"] for row in ROWS]
    assert sorted(range(len(means)), key=means.__getitem__) == sorted(
        range(len(places)), key=places.__getitem__
    )
    assert all(0 < place < 100 for place in places)


def test_some_rows_go_under_names_of_their_own(write: Write) -> None:
    page = write(figure(table="price", **{"label plain-9-J ace": "nier for ess"}, caption="A"))
    assert "nier for ess" in text(page)
    assert page.html.count("<li>") == 1


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"above": "plain-A, plain-2-5"}, r"rules\.md:12: plain-2-5 is -0\.\d\d ± 0\.\d\d, not above"),
        ({"below": "trump-K-A"}, r"trump-K-A is \+1\.\d\d ± 0\.\d\d, not below"),
        ({"even": "plain-6-8"}, r"plain-6-8 is -0\.\d\d ± 0\.\d\d, not even"),
        ({"even": "plain-1"}, "no row 'plain-1' in the table upcard: expected one of plain-2-5"),
    ],
)
def test_a_wrong_claim_stops_with_file_line_and_the_right_number(
    write: Write, fields: dict[str, str], message: str
) -> None:
    with pytest.raises(ContentError, match=message):
        write(figure(table="upcard", **fields, caption="A"))


def test_an_unknown_table_is_named(write: Write) -> None:
    with pytest.raises(
        ContentError, match=r"rules\.md:11: no table 'luck' was measured: expected one of upcard"
    ):
        write(figure(table="luck", caption="A"))


def test_numbers_stand_in_running_text_with_a_comma_and_no_sign(write: Write) -> None:
    low = next(row for row in ROWS if row["id"] == "plain-2-5")
    said = text(write("Det koster {measured upcard plain-2-5} stikk ({margin upcard plain-2-5})."))
    assert (
        said.replace("\u00a0", " ")
        == f"Det koster {comma(low['mean'])} stikk (± {comma(max(2 * low['se'], 0.1))})."
    )


def test_a_number_that_was_not_measured_stops_with_the_line(write: Write) -> None:
    with pytest.raises(ContentError, match=r"rules\.md:8: no row 'plain-5' in the table upcard"):
        write("Det koster {measured upcard plain-5} stikk.")
