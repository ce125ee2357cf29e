"""Numbers and times as the two languages write them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils.timezone import override as zone
from django.utils.translation import override

from trainer.table import formats

MOMENT = datetime(2026, 11, 29, 13, 30, tzinfo=UTC)


@pytest.mark.parametrize(("number", "text"), [(0.64, "0,6"), (-0.64, "0,6"), (0.04, "0,0"), (12, "12,0")])
def test_tricks_have_one_decimal_and_no_sign(number: float, text: str) -> None:
    for language in ("nb", "sv"):
        with override(language):
            assert formats.tricks(number) == text


@pytest.mark.parametrize(("number", "text"), [(0.6, "+0,6"), (-0.3, "\u22120,3"), (-0.04, "0,0"), (0, "0,0")])
def test_minus_is_no_hyphen(number: float, text: str) -> None:
    with override("nb"):
        assert formats.signed_tricks(number) == text


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_spaces_in_numbers_do_not_break(language: str) -> None:
    with override(language):
        assert formats.percent(0.48) == "48\u00a0%"
        assert formats.count(2000) == "2\u00a0000"
        assert formats.margin(0.1) == "±\u00a00,1"


@pytest.mark.parametrize(
    ("language", "long", "short", "moment"),
    [
        ("nb", "29. november 2026", "29.11.2026", "29. november 2026, kl.\u00a014.30"),
        ("sv", "29 november 2026", "2026-11-29", "29 november 2026, kl.\u00a014.30"),
    ],
)
def test_dates_follow_the_language(language: str, long: str, short: str, moment: str) -> None:
    with override(language), zone("Europe/Oslo"):
        day = date(2026, 11, 29)
        assert (formats.long_date(day), formats.short_date(day)) == (long, short)
        assert formats.long_time(MOMENT) == moment


def test_time_is_told_in_the_readers_zone() -> None:
    late = datetime(2026, 11, 29, 23, 30, tzinfo=UTC)
    with override("nb"), zone("Europe/Oslo"):
        assert formats.long_date(late) == "30. november 2026"


def test_formats_are_filters() -> None:
    with override("sv"):
        html = Template("{% load table %}{{ x|tricks }} {{ s|percent }}").render(
            Context({"x": 0.6, "s": 0.5})
        )
    assert html == "0,6 50\u00a0%"
