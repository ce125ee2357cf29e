"""Who may teach, and how much: never by what someone says of themselves or a sign-in service claims.

A confirmed address opens classes at once, of up to `PUPILS_BEFORE_APPROVAL`. Larger classes, and tools that
work across classes, wait until the owner of the site has said yes to the person.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress

from trainer.accounts.models import User

PUPILS_BEFORE_APPROVAL = 40


def is_approved_teacher(user: object) -> bool:
    """Whether the owner has approved the user as a teacher."""
    return isinstance(user, User) and user.is_active and user.is_teacher


def is_teacher(user: object) -> bool:
    """Whether the user may make classes: approved, or with an address that is confirmed."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_teacher or has_confirmed_address(user)


def has_confirmed_address(user: User) -> bool:
    return bool(EmailAddress.objects.filter(user_id=user.pk, verified=True).exists())


def may_have_pupils(user: object, pupils: int) -> bool:
    """Whether a class of the user's may have that many pupils."""
    if is_approved_teacher(user):
        return True
    return pupils <= PUPILS_BEFORE_APPROVAL and is_teacher(user)
