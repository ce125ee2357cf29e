"""Days and times as people in a time zone see them, and as their language writes them."""

from __future__ import annotations

from datetime import date, datetime, time
from enum import Enum
from zoneinfo import ZoneInfo

from babel.dates import format_date
from django.conf import settings
from django.utils import timezone

from trainer.accounts.models import User
from trainer.table.neighbours import in_language

_LONG = {"nb": "d. MMMM y", "sv": "d MMMM y"}
_SHORT = {"nb": "dd.MM.y", "sv": "y-MM-dd"}


def zone_named(name: str) -> ZoneInfo:
    """The zone of that name, or the site's own where there is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo(settings.TIME_ZONE)


def zone_of(user: object) -> ZoneInfo:
    """The zone of a user; guests have the site's."""
    return zone_named(user.time_zone if isinstance(user, User) else settings.TIME_ZONE)


def today_in(zone: ZoneInfo) -> date:
    return timezone.now().astimezone(zone).date()


def start_of_day(day: date, zone: ZoneInfo) -> datetime:
    """The first moment of a day, whatever the clocks do that night."""
    return datetime.combine(day, time.min, zone)


class ClockChange(Enum):
    """What the night of a clock change makes of a time."""

    TWICE = "twice"
    SKIPPED = "skipped"


def moment_of(wall_clock: datetime, zone: ZoneInfo, *, earliest: bool = False) -> datetime:
    """The moment that a clock on the wall shows.

    An hour that comes twice in autumn means the later one, and one that is left out in spring the
    hour after: whoever has a deadline loses nothing. With `earliest` it is the first of the two.
    """
    moment = wall_clock.replace(tzinfo=zone)
    twice = clock_change(wall_clock, zone) is ClockChange.TWICE
    return (moment.replace(fold=1) if twice and not earliest else moment).astimezone(ZoneInfo("UTC"))


def clock_change(wall_clock: datetime, zone: ZoneInfo) -> ClockChange | None:
    """Whether the clock shows this time twice or never, because it is changed that night."""
    moment = wall_clock.replace(tzinfo=zone)
    if moment.replace(fold=1).utcoffset() == moment.utcoffset():
        return None
    return ClockChange.TWICE if _round_trips(moment) else ClockChange.SKIPPED


def _round_trips(moment: datetime) -> bool:
    back = moment.astimezone(ZoneInfo("UTC")).astimezone(moment.tzinfo)
    return back.replace(tzinfo=None) == moment.replace(tzinfo=None)


def long_date(day: date, language: str) -> str:
    """«29. november 2026», ”29 november 2026”."""
    return str(format_date(day, in_language(_LONG, language), locale=language))


def short_date(day: date, language: str) -> str:
    """29.11.2026 in nb, 2026-11-29 in sv: for tables."""
    return str(format_date(day, in_language(_SHORT, language), locale=language))


def long_moment(moment: datetime, zone: ZoneInfo, language: str) -> str:
    """«29. november 2026, kl. 14.30», the same in both languages but for the date."""
    local = moment.astimezone(zone)
    return f"{long_date(local.date(), language)}, kl. {local:%H.%M}"


def short_moment(moment: datetime, zone: ZoneInfo, language: str) -> str:
    """29.11.2026 14:30: for tables."""
    local = moment.astimezone(zone)
    return f"{short_date(local.date(), language)} {local:%H:%M}"
