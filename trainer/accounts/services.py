"""Learners: who is practising, and what becomes of a guest who signs in."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.http import HttpResponse
from django.utils import timezone

from trainer.accounts.display import Display
from trainer.accounts.http import SiteRequest
from trainer.accounts.models import Learner, User
from trainer.accounts.names import plain_user_name
from trainer.accounts.passwords import new_password
from trainer.accounts.signals import guest_adopted
from trainer.table.prepared import Prepared

GUEST_COOKIE_AGE = 60 * 60 * 24 * 30  # from the latest visit: every page of drills and progress prolongs it
UNCONFIRMED_AGE = timedelta(days=30)
_SEEN_EVERY = timedelta(days=1)
_SALT = "learner"
_learners = Prepared(Learner, "id")


def guest_id(request: SiteRequest) -> uuid.UUID | None:
    """The guest named by the browser's signed cookie, whether or not anything is stored yet."""
    cookie = request.COOKIES.get(settings.LEARNER_COOKIE_NAME, "")
    read: tuple[str, uuid.UUID | None] | None = getattr(request, "guest_read", None)
    if read is None or read[0] != cookie:
        read = request.guest_read = (cookie, _guest_in(cookie))
    return read[1]


def _guest_in(cookie: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(signing.loads(cookie, salt=_SALT, max_age=GUEST_COOKIE_AGE))
    except (signing.BadSignature, ValueError, TypeError):
        return None


def learner_key(request: SiteRequest) -> str:
    """Whom a form is rendered for: `user:7`, `guest:<uuid>`, or `nobody` before the first page."""
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    guest = guest_id(request)
    return f"guest:{guest}" if guest else "nobody"


def ensure_guest(request: SiteRequest) -> uuid.UUID | None:
    """Give a new visitor an id before the page is rendered; `remember_guest` sends it along.

    Nothing is stored until the visitor answers something. None for signed-in users.
    """
    if request.user.is_authenticated:
        return None
    guest = guest_id(request)
    if guest is None:
        guest = uuid.uuid4()
        request.COOKIES[settings.LEARNER_COOKIE_NAME] = _cookie_value(guest)
    return guest


def remember_guest(request: SiteRequest, response: HttpResponse) -> HttpResponse:
    """Send the guest's cookie, new or prolonged."""
    guest = None if request.user.is_authenticated else guest_id(request)
    if guest is not None:
        response.set_cookie(
            settings.LEARNER_COOKIE_NAME,
            _cookie_value(guest),
            max_age=GUEST_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


def _cookie_value(guest: uuid.UUID) -> str:
    return signing.dumps(str(guest), salt=_SALT)


def current_learner(request: SiteRequest) -> Learner | None:
    """The learner with something stored, or None."""
    if isinstance(request.user, User):
        return known_learner(request.user)
    guest = guest_id(request)
    learner = _learners.first(guest) if guest else None
    return learner if learner and not (learner.user_id or learner.stands_in_for_id) else None


def known_learner(user: User) -> Learner | None:
    """The user's learner, if anything has been stored; the user of a request has it along (`backends`)."""
    try:
        return user.learner
    except Learner.DoesNotExist:
        return None


def belongs_to(request: SiteRequest, learner: str) -> Q:
    """Whether rows are the visitor's, by the path from them to the learner; a stranger has none."""
    if isinstance(request.user, User):
        return Q((f"{learner}__user", request.user))
    guest = guest_id(request)
    return Q((learner, guest), (f"{learner}__user", None)) if guest else Q(pk__in=())


def learner_for_writing(request: SiteRequest) -> Learner | None:
    """The learner to store an answer for; the row is made at the first answer. None without a cookie."""
    if isinstance(request.user, User):
        return _seen(learner_of(request.user))
    guest = guest_id(request)
    if guest is None:
        return None
    learner = _learners.first(guest) or Learner.objects.get_or_create(pk=guest)[0]
    return None if learner.user_id else _seen(learner)


def _seen(learner: Learner) -> Learner:
    """Note once a day that the learner is about: who is not for long is forgotten (`trainer.privacy`)."""
    now = timezone.now()
    if learner.seen_at < now - _SEEN_EVERY:
        learner.seen_at = now
        learner.save(update_fields=["seen_at"])
    return learner


def learner_of(user: User) -> Learner:
    """The user's learner, made when first needed."""
    learner = known_learner(user)
    if learner is None:
        learner, _created = Learner.objects.get_or_create(user=user)
    return learner


@transaction.atomic
def adopt_guest(guest: uuid.UUID, user: User) -> None:
    """Let a guest's work follow into the account; the guest's row goes."""
    row = Learner.objects.filter(pk=guest, user=None).first()
    if row is None:
        return
    learner = learner_of(user)
    guest_adopted.send(sender=Learner, guest=row, learner=learner)
    learner.created_at = min(learner.created_at, row.created_at)
    learner.seen_at = timezone.now()
    learner.save()
    row.delete()


def save_display(user: User, display: Display, language: str) -> None:
    """Keep the user's choice of how pages look, how cards are played, and language."""
    user.theme, user.suits, user.card_letters = display.theme, display.suits, display.letters
    user.card_taps, user.seen_cards, user.table_keys = display.taps, display.tray, display.keys
    user.language = language
    user.save(
        update_fields=[
            "theme",
            "suits",
            "card_letters",
            "card_taps",
            "seen_cards",
            "table_keys",
            "language",
        ]
    )


def forget_unconfirmed() -> None:
    """Delete sign-ups whose address nobody confirmed: it may be the address of someone else."""
    long_ago = timezone.now() - UNCONFIRMED_AGE
    User.objects.filter(awaiting_confirmation=True, last_login=None, date_joined__lt=long_ago).delete()


def give_teacher_account(name: str, language: str) -> str:
    """Make the teacher account, or reset it; returns a fresh password, kept nowhere else."""
    password = new_password()
    user, _made = User.objects.get_or_create(username=plain_user_name(name), defaults={"language": language})
    user.is_teacher = user.is_active = True
    user.awaiting_confirmation = False
    user.set_password(password)
    user.save()
    return password
