"""Where an account is signed in: browser and system in a word, and since when. No network address is kept."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from trainer.accounts.models import User

NO_ADDRESS = "0.0.0.0"

# The first that is in a browser's own description; later ones claim to be earlier ones too.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("SamsungBrowser", "Samsung"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class Place:
    """One browser that is signed in."""

    key: int
    device: str
    since: datetime
    here: bool


def device_of(user_agent: str) -> str:
    """The browser and the system, no version: enough to tell one's own devices apart.

    >>> device_of("Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36")
    'Chrome · Chromebook'
    >>> device_of("curl/8")
    ''
    """
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return " · ".join(part for part in (browser, system) if part)


def keep_little(row: UserSession) -> None:
    """What allauth would store of a browser, cut down before it is stored."""
    row.ip = NO_ADDRESS
    if "/" in row.user_agent or "(" in row.user_agent:
        row.user_agent = device_of(row.user_agent)


def note_place(user: User, request: HttpRequest) -> None:
    """Write down whose session it is, however it began; allauth does it for its own sign-in pages alone."""
    request.session.save()  # allauth looks at it next, and drops rows whose session names nobody
    browser = request.META.get("HTTP_USER_AGENT", "")
    UserSession.objects.get_or_create(
        session_key=request.session.session_key,
        defaults={"user": user, "ip": NO_ADDRESS, "user_agent": device_of(browser)},
    )


def places_of(user: User, request: HttpRequest) -> list[Place]:
    """The browsers that are signed in now, the reader's own first. Two queries."""
    rows = UserSession.objects.filter(user_id=user.pk).order_by("-created_at")
    alive = _alive(user, [row.session_key for row in rows])
    here = request.session.session_key
    found = [
        Place(row.pk, row.user_agent, row.created_at, row.session_key == here)
        for row in rows
        if row.session_key in alive
    ]
    return sorted(found, key=lambda place: not place.here)


def end_place(user: User, key: int) -> bool:
    """Sign one browser out; whether it was one of the user's."""
    row = UserSession.objects.filter(pk=key, user_id=user.pk).first()
    if row is None:
        return False
    _end([row.session_key])
    return True


def end_other_places(user: User, keep: str | None = None) -> int:
    """Sign every browser out, but for the session to keep."""
    keys = UserSession.objects.filter(user_id=user.pk).values_list("session_key", flat=True)
    ended = [key for key in keys if key != keep]
    _end(ended)
    return len(ended)


@transaction.atomic
def end_all_places(users: Collection[int]) -> None:
    """Sign these people out everywhere. Three queries, however many sessions the site has."""
    rows = UserSession.objects.filter(user_id__in=users)
    Session.objects.filter(session_key__in=list(rows.values_list("session_key", flat=True))).delete()
    rows.delete()


def forget_session(row: UserSession) -> None:
    """The session goes with its row, so that the rows always tell whose a session is."""
    Session.objects.filter(session_key=row.session_key).delete()


@transaction.atomic
def _end(keys: list[str]) -> None:
    Session.objects.filter(session_key__in=keys).delete()
    UserSession.objects.filter(session_key__in=keys).delete()


def _alive(user: User, keys: list[str]) -> set[str]:
    """Sessions that still open the account: not run out, and begun with the password of today."""
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    today = user.get_session_auth_hash()
    return {
        row.session_key
        for row in rows
        if constant_time_compare(row.get_decoded().get("_auth_user_hash", ""), today)
    }
