"""The step between a right password and being signed in."""

from __future__ import annotations

from typing import Any

from allauth.account.app_settings import EmailVerificationMethod
from allauth.account.stages import EmailVerificationStage


class ConfirmAddressStage(EmailVerificationStage):  # type: ignore[misc]
    """Ask for confirmation only where the account was made with an address.

    allauth's setting is one for all accounts, and its `mandatory` needs an address from everyone.
    """

    def handle(self) -> Any:
        user = self.login.user
        waiting = user is None or user.awaiting_confirmation
        self.login.email_verification = (
            EmailVerificationMethod.MANDATORY if waiting else EmailVerificationMethod.NONE
        )
        return super().handle()
