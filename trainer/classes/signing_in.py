"""Signing in from the link of a class: a word code, with or without the user name."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.accounts.names import plain_user_name
from trainer.classes.codes import USER_NAME_PREFIX, word_mark
from trainer.classes.limits import WRONG_WORDS
from trainer.classes.models import Classroom, Membership


class Locked(Exception):
    """Too many wrong tries, for this account or for the words of this class."""


def pupil_called(request: SiteRequest, typed_name: str, words: str) -> User | None:
    """The pupil with this user name and word code. Accounts that no class has made sign in elsewhere.

    The wrong tries of an account are counted with those of the usual sign-in.
    """
    name = plain_user_name(typed_name)
    if "-" not in name and "@" not in name:
        name = USER_NAME_PREFIX + name
    user = _checked(request, name, words)
    if user is None or not Membership.objects.filter(learner__user=user, account_made_here=True).exists():
        return None
    return user


def pupil_with_words(request: SiteRequest, classroom: Classroom, words: str) -> User | None:
    """The pupil of the class with this word code.

    The mark leaves hardly more than one password to check. Where it leaves none, a hash is made all the same:
    the time of the answer tells nothing.
    """
    if WRONG_WORDS.reached(classroom.public_id):
        raise Locked
    marked = Membership.objects.filter(
        classroom=classroom, word_mark=word_mark(words), account_made_here=True
    ).select_related("learner__user")
    candidates = [member.learner.user for member in marked if member.learner.user]
    for candidate in candidates:
        found = _checked(request, candidate.username, words)
        if found is not None:
            return found
    if not candidates:
        make_password(words)
    WRONG_WORDS.count(classroom.public_id)
    return None


def _checked(request: SiteRequest, user_name: str, words: str) -> User | None:
    try:
        found = get_adapter().authenticate(request, username=user_name, password=words)
    except ValidationError as error:
        raise Locked from error
    return found if isinstance(found, User) else None
