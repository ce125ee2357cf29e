"""What the account pages show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress

from trainer.accounts.models import RecoveryCode, User


@dataclass(frozen=True, slots=True)
class AccountOverview:
    """The confirmed address, one that waits for confirmation, and when the recovery code was made."""

    address: str
    unconfirmed: str
    code_made_at: datetime | None


def account_overview(user: User) -> AccountOverview:
    """Two queries."""
    rows = list(EmailAddress.objects.filter(user_id=user.pk).order_by("pk"))
    code = RecoveryCode.objects.filter(user_id=user.pk).first()
    return AccountOverview(
        address=next((row.email for row in rows if row.verified), ""),
        unconfirmed=next((row.email for row in reversed(rows) if not row.verified), ""),
        code_made_at=code.made_at if code else None,
    )
