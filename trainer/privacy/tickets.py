"""What a form that deletes something carries: for whom it was made, and what it was about."""

from __future__ import annotations

from django.core import signing

from trainer.accounts.http import SiteRequest
from trainer.accounts.services import learner_key

_SALT = "delete"
_MAX_AGE = 60 * 60 * 24


def write_ticket(request: SiteRequest, about: str) -> str:
    return signing.dumps([learner_key(request), about], salt=_SALT, compress=True)


def is_ticket_of(request: SiteRequest, about: str) -> bool:
    """Whether the form was made for the visitor who sends it, about the same thing."""
    try:
        found = signing.loads(request.POST.get("ticket", ""), salt=_SALT, max_age=_MAX_AGE)
    except signing.BadSignature:
        return False
    return bool(found == [learner_key(request), about])
