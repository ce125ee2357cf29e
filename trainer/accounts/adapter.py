"""What allauth asks us about accounts."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-up by e-mail or by user name alone."""
