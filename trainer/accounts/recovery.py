"""Recovery codes: for those who give no e-mail address, on paper, each good for one new password.

A code has 16 of 32 symbols (80 bits), so a plain SHA-256 with the user's id is enough to keep it by:
there is nothing to guess through. The code itself is shown once and stored nowhere.
"""

from __future__ import annotations

import hashlib
import secrets

from django.db import transaction
from django.utils import timezone

from trainer.accounts.models import RecoveryCode, User
from trainer.accounts.names import plain_user_name
from trainer.accounts.signals import password_recovered
from trainer.accounts.symbols import random_symbols, read_symbols

_LENGTH, _GROUP = 16, 4


def make_code(user: User) -> str:
    """Give the user a new code, for showing once; an older one stops working."""
    code = random_symbols(_LENGTH)
    RecoveryCode.objects.update_or_create(
        user=user, defaults={"digest": _digest(user, code), "made_at": timezone.now()}
    )
    return "-".join(code[start : start + _GROUP] for start in range(0, _LENGTH, _GROUP))


def owner_of_code(user_name: str, typed_code: str) -> User | None:
    """The active user with that name and code."""
    row = (
        RecoveryCode.objects.select_related("user")
        .filter(user__username=plain_user_name(user_name), user__is_active=True)
        .first()
    )
    if row is None or not secrets.compare_digest(row.digest, _digest(row.user, read_symbols(typed_code))):
        return None
    return row.user


@transaction.atomic
def spend_code(user: User, typed_code: str, password: str) -> str | None:
    """Set the password and return the next code; None when the code was spent a moment ago."""
    row = RecoveryCode.objects.select_for_update().filter(user=user).first()
    if row is None or not secrets.compare_digest(row.digest, _digest(user, read_symbols(typed_code))):
        return None
    user.set_password(password)
    user.save(update_fields=["password"])
    password_recovered.send(sender=User, user=user)
    return make_code(user)


def _digest(user: User, code: str) -> str:
    return hashlib.sha256(f"{user.pk}:{code}".encode()).hexdigest()
