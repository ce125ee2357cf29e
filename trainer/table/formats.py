"""Numbers and times as Norwegians and Swedes write them, by the data of Babel.

A comma, U+2212 for minus, no-break spaces inside numbers and before the per cent sign. A number of
tricks has one decimal and no sign: the verb beside it says whether it is won or lost.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache

from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, format_percent
from django.utils.timezone import is_aware, localtime
from django.utils.translation import get_language

NO_BREAK_SPACE = "\u00a0"
MINUS = "\u2212"
_TENTH, _HUNDREDTH = Decimal("0.1"), Decimal("0.01")


def _locale() -> str:
    return get_language() or "nb"


def tricks(number: float) -> str:
    """«0,6»: a difference or a mean in tricks, without its sign."""
    # Rounded first, as Babel rounds, so that what has been written once is found again.
    return _decimal(Decimal(str(abs(number))).quantize(_TENTH), "0.0", _locale())


def signed_tricks(number: float) -> str:
    """«+0,6», «−0,6», and «0,0» without a sign."""
    text = tricks(number)
    if tricks(0) == text:
        return text
    return f"{'+' if number > 0 else MINUS}{text}"


def margin(number: float) -> str:
    """«± 0,1»: half the width of a 95 % interval."""
    return f"±{NO_BREAK_SPACE}{tricks(number)}"


def percent(share: float) -> str:
    """«48 %» from 0.48."""
    return _percent(Decimal(str(share)).quantize(_HUNDREDTH), _locale())


def count(number: int) -> str:
    """«2 000»."""
    return _decimal(number, None, _locale())


def signed_count(number: int) -> str:
    """«+44», «−12», and «0» without a sign."""
    sign = "+" if number > 0 else MINUS if number < 0 else ""
    return f"{sign}{count(abs(number))}"


@lru_cache(maxsize=512)
def _percent(share: Decimal, locale: str) -> str:
    return str(format_percent(share, locale=locale))


@lru_cache(maxsize=8192)
def _decimal(number: Decimal | int, pattern: str | None, locale: str) -> str:
    return str(format_decimal(number, pattern, locale=locale))


def long_date(day: date) -> str:
    """«29. november 2026», ”29 november 2026”; a time is told in the reader's zone."""
    return str(format_date(_local(day), "long", locale=_locale()))


def short_date(day: date) -> str:
    """«29.11.2026», ”2026-11-29”, for tables."""
    pattern = "yyyy-MM-dd" if _locale() == "sv" else "dd.MM.yyyy"
    return str(format_date(_local(day), pattern, locale=_locale()))


def long_time(moment: datetime) -> str:
    """«29. november 2026, kl. 14.30»."""
    clock = format_datetime(_local(moment), "HH.mm", locale=_locale())
    return f"{long_date(moment)}, kl.{NO_BREAK_SPACE}{clock}"


def _local(day: date) -> date:
    return localtime(day) if isinstance(day, datetime) and is_aware(day) else day
