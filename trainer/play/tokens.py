"""The signed ticket in the form of a deal: for whom, which deal, at which version and card.

It makes a card count once: a second click brings the same ticket, and the version that it names has gone.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

from django.core import signing

_SALT = "play-ticket"
MAX_AGE = 60 * 60 * 24 * 60


class BadTicket(ValueError):
    """A ticket that is missing, altered or too old."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Learner key (`user:7`, `guest:<uuid>`), the deal, its version and how many cards were played."""

    learner_key: str
    deal: str
    version: int
    cards: int

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
        learner_key, deal, version, cards = signing.loads(text, salt=_SALT, max_age=MAX_AGE)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise BadTicket(str(error)) from error
    return Ticket(str(learner_key), str(deal), int(version), int(cards))
