"""What the account pages show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress

from trainer.accounts import second_step
from trainer.accounts.models import RecoveryCode, User


@dataclass(frozen=True, slots=True)
class AccountOverview:
    """The confirmed address, one that waits, when the recovery code was made, and the second step."""

    address: str
    unconfirmed: str
    code_made_at: datetime | None
    may_have_second_step: bool
    has_second_step: bool


def account_overview(user: User) -> AccountOverview:
    """Three queries at most."""
    rows = list(EmailAddress.objects.filter(user_id=user.pk).order_by("pk"))
    code = RecoveryCode.objects.filter(user_id=user.pk).first()
    address = next((row.email for row in rows if row.verified), "")
    may_have = second_step.may_have(user, confirmed=bool(address))
    return AccountOverview(
        address=address,
        unconfirmed=next((row.email for row in reversed(rows) if not row.verified), ""),
        code_made_at=code.made_at if code else None,
        may_have_second_step=may_have,
        has_second_step=may_have and second_step.has(user),
    )
