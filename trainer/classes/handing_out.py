"""Slips: a pupil's user name and word code on paper, for a class at once.

The site stores hashes of word codes alone. The codes of a batch follow from a secret that stays in a cookie
of the teacher who made them, until the teacher signs out, and two hours at most; then only new codes help.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core import signing
from django.db import transaction
from django.http import HttpResponse

from trainer.accounts.http import SiteRequest, signed_in_user
from trainer.accounts.models import User
from trainer.classes.codes import batch_key, word_code_from, word_mark
from trainer.classes.importing import was_made
from trainer.classes.models import Classroom, CodeBatch, Membership
from trainer.classes.queries import pupils_of

SLIPS_LAST = 2 * 60 * 60
_SALT = "trainer.classes.slips"
_MARKER = "slips"


@dataclass(frozen=True, slots=True)
class Slip:
    """What a pupil needs to sign in."""

    membership: Membership
    user_name: str
    word_code: str


@dataclass(frozen=True, slots=True)
class Slips:
    """The slips at hand, by name, and the pupils without one whose teachers may give a new code."""

    at_hand: tuple[Slip, ...]
    others: tuple[Membership, ...]
    own_accounts: int


def slips_of(classroom: Classroom, secret: str, language: str) -> Slips:
    """Two queries."""
    batch = was_made(classroom, secret) if secret else None
    pupils = pupils_of(classroom, language)
    at_hand = [member for member in pupils if batch and member.code_batch_id == batch.pk]
    held = [member for member in pupils if member.account_made_here and member not in at_hand]
    slips = tuple(_slip(member, secret, batch.language) for member in at_hand) if batch else ()
    return Slips(slips, tuple(held), len(pupils) - len(at_hand) - len(held))


def _slip(member: Membership, secret: str, language: str) -> Slip:
    user = member.learner.user
    assert user is not None
    return Slip(member, user.username, word_code_from(secret, member.public_id, language))


def give_new_codes(
    classroom: Classroom, teacher: User, pupils: Collection[str], secret: str, language: str
) -> int:
    """New word codes for the chosen pupils whose accounts the class holds; how many got one.

    The old codes stop working, and sessions opened with them end. The same form sent again changes nothing.
    """
    batch = was_made(classroom, secret)
    if batch is not None:
        return batch.members.count()
    chosen = Membership.objects.filter(classroom=classroom, public_id__in=pupils, account_made_here=True)
    members = list(chosen.select_related("learner__user"))
    codes = {member.pk: word_code_from(secret, member.public_id, language) for member in members}
    passwords = {pk: make_password(code) for pk, code in codes.items()}
    with transaction.atomic():
        batch, created = CodeBatch.objects.get_or_create(
            classroom=classroom,
            request_key=batch_key(secret),
            defaults={"made_by": teacher, "language": language},
        )
        if created:
            _store(batch, members, codes, passwords)
    return len(members)


def _store(
    batch: CodeBatch, members: list[Membership], codes: dict[int, str], passwords: dict[int, str]
) -> None:
    """The hashes, the marks in every class of each pupil, and the batch in this one."""
    users, everywhere = [], []
    by_learner = {member.learner_id: member for member in members}
    for member in members:
        user = member.learner.user
        assert user is not None
        user.password = passwords[member.pk]
        users.append(user)
    for row in Membership.objects.filter(learner__in=by_learner):
        here = by_learner[row.learner_id]
        row.word_mark = word_mark(codes[here.pk])
        row.code_batch = batch if row.pk == here.pk else None
        everywhere.append(row)
    User.objects.bulk_update(users, ["password"])
    Membership.objects.bulk_update(everywhere, ["word_mark", "code_batch"])


def keep_secret(
    request: SiteRequest, response: HttpResponse, classroom: Classroom, secret: str
) -> HttpResponse:
    """Let the teacher's browser keep the secret, for this session only."""
    marked = request.session.get(_MARKER, {})
    request.session[_MARKER] = {**marked, classroom.public_id: str(batch_key(secret))}
    response.set_cookie(
        _cookie_name(classroom),
        signing.dumps([signed_in_user(request).pk, secret], salt=_SALT),
        max_age=SLIPS_LAST,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def kept_secret(request: SiteRequest, classroom: Classroom) -> str:
    """The secret of the latest codes this teacher gave the class in this session, or nothing."""
    try:
        user, secret = signing.loads(
            request.COOKIES.get(_cookie_name(classroom), ""), salt=_SALT, max_age=SLIPS_LAST
        )
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    marked = request.session.get(_MARKER, {}).get(classroom.public_id)
    own = user == signed_in_user(request).pk and marked == str(batch_key(secret))
    return str(secret) if own else ""


def _cookie_name(classroom: Classroom) -> str:
    return f"{settings.SLIPS_COOKIE_NAME}-{classroom.public_id}"
