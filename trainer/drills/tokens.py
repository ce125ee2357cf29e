"""The signed ticket in every drill form: for whom, for which version, for which attempt.

It makes an answer idempotent: a double click, a replay or Back brings the same ticket and so the
same attempt. It also binds the answer to the person and to the cards that were on the page, and
keeps what the page said about the rating.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

from django.core import signing

_SALT = "drill-ticket"
MAX_AGE = 60 * 60 * 24 * 60


class BadTicket(ValueError):
    """A ticket that is missing, altered or too old."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Learner key (`user:7`, `guest:<uuid>`), primary key of the version, number of the attempt, and
    why the answer moves no rating (`Attempt.Unrated`; empty where it does)."""

    learner_key: str
    version_id: int
    number: int
    unrated: str = ""

    @property
    def is_users(self) -> bool:
        """Whether it was made for someone signed in."""
        return self.learner_key.startswith("user:")


def write_ticket(ticket: Ticket) -> str:
    """The signed, timestamped text for the form."""
    return signing.dumps(astuple(ticket), salt=_SALT, compress=True)


def read_ticket(text: str) -> Ticket:
    """Read what `write_ticket` wrote; raise `BadTicket` for anything else."""
    try:
        learner_key, version_id, number, *unrated = signing.loads(text, salt=_SALT, max_age=MAX_AGE)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise BadTicket(str(error)) from error
    return Ticket(str(learner_key), int(version_id), int(number), *map(str, unrated[:1]))
