"""The score sheet: its rows, its dealers, and what every result is worth under the chosen rules."""

from __future__ import annotations

import io
import re

import pytest
from django.test import Client
from pypdf import PdfReader

from rules_site.pages import pdf
from rules_site.pages.scoresheet import ScoreSheet
from tests import needs
from trainer.engine.scoring import deal_points
from trainer.table.chosen_rules import MOST_DEALS, ChosenRules

pytestmark = pytest.mark.django_db

NB, SV = "/nb/utskrift/poengark/", "/sv/utskrift/poangprotokoll/"
QUERIES = ["", "scoring=over-six&target=13", "scoring=deals", "tricks=26&scoring=difference", "deals=6"]


def rules_of(query: str) -> ChosenRules:
    return ChosenRules.from_query(dict(pair.split("=") for pair in query.split("&") if pair))


@pytest.mark.parametrize("query", QUERIES)
def test_sheet_tells_what_every_result_is_worth(client: Client, query: str) -> None:
    rules = rules_of(query)
    html = client.get(f"{NB}?{query}").content.decode()
    tricks, points = re.findall(r"<tr><th scope=\"row\">(?:Stikk|Poeng)</th>(.*?)</tr>", html)
    results = [tuple(map(int, cell.split("–"))) for cell in re.findall(r"<td>(.*?)</td>", tricks)]
    won = [int(cell) for cell in re.findall(r"<td>(.*?)</td>", points)]
    expected = [deal_points((own, other), rules.scoring, rules.rule_set)[0] for own, other in results]
    assert won == expected
    counted = rules.rule_set.counted_tricks
    assert results == [(own, counted - own) for own in range((counted + 1) // 2, counted + 1)]


def test_rows_are_as_many_as_the_deals_and_the_dealer_alternates() -> None:
    deals = list(ScoreSheet(rules_of("deals=4")).deals)
    assert [(deal.number, deal.dealer) for deal in deals] == [(1, "A"), (2, "B"), (3, "A"), (4, "B")]
    match = rules_of("deals=4").match()
    for deal in deals:
        assert (match.next_dealer == match.dealer) is (deal.dealer == "A")
        match = match.add((7, 6))


def test_sheet_names_the_rules_in_each_language(client: Client) -> None:
    assert (
        "alle 26 stikk teller, vunne runder, 4 runder."
        in client.get(f"{NB}?tricks=26&deals=4").content.decode()
    )
    assert (
        "alla 26 stick räknas, vunna givar, 4 givar."
        in client.get(f"{SV}?tricks=26&deals=4").content.decode()
    )


@pytest.mark.parametrize(
    ("query", "pages"), [*((query, 1) for query in QUERIES), ("deals=30", 1), (f"deals={MOST_DEALS}", 2)]
)
@pytest.mark.parametrize("address", [NB, SV])
def test_sheet_fills_one_page_of_a4(client: Client, address: str, query: str, pages: int) -> None:
    if not pdf.is_available():
        needs.missing("Pango", "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0")
    reader = PdfReader(io.BytesIO(client.get(f"{address}pdf/?{query}").content))
    assert len(reader.pages) == pages
    assert [round(float(side)) for side in reader.pages[0].mediabox[2:]] == [595, 842]


@pytest.mark.parametrize("page", ["/nb/regler/", "/nb/elevark/", "/nb/poeng/"])
def test_sheet_is_offered_with_the_chosen_rules(client: Client, page: str) -> None:
    html = client.get(f"{page}?target=10").content.decode()
    assert f'href="{NB}?target=10"' in html
