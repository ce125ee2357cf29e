"""Making reviews and working them out, piece by piece."""

from __future__ import annotations

import hashlib
from dataclasses import asdict

from django.db import transaction
from django.utils import timezone

from trainer.accounts.models import Learner
from trainer.engine.cards import Card
from trainer.engine.state import State
from trainer.review.models import Review


def ask_for_review(learner: Learner, end: State, seat: int, deal_id: str = "") -> Review:
    """The review of a finished deal from one seat: a new one, or the one there is. Raises `ValueError`."""
    if not end.is_over:
        raise ValueError("only a finished deal can be reviewed")
    record = end.notation()
    digest = hashlib.sha256(f"{seat} {record}".encode()).hexdigest()
    fields = {"record": record, "seat": seat, "deal_id": deal_id}
    review, _made = Review.objects.get_or_create(learner=learner, digest=digest, defaults=fields)
    return review


def work_out(key: int) -> str:
    """Judge the decisions that are left, and store each as it is done; for a background task.

    Where another worker has stored the same decision first, this one leaves it the rest.
    """
    from trainer.review.grading import grade, turns_of  # noqa: PLC0415 - the compiled engine, for workers

    review = Review.objects.filter(pk=key, done_at=None).first()
    if review is None:
        return "done before, or gone"
    end = State.parse(review.record)
    turns = turns_of(end, review.seat)
    for place in range(review.judged, len(turns)):
        review.decisions = [*review.decisions, grade(turns[place]).stored()]
        ours = Review.objects.filter(pk=key, judged=place)
        if not ours.update(decisions=review.decisions, judged=place + 1):
            return "gone on with by another worker"
    _finish(review, end)
    return f"judged {len(turns)} decisions"


def _finish(review: Review, end: State) -> None:
    """Sum up: the costliest with both lines, luck and skill, and what each phase cost."""
    from trainer.review.grading import Decision, both_lines, costliest, summary_of, turns_of  # noqa: PLC0415

    decisions = [Decision(**stored) for stored in review.decisions]
    turns = {turn.number: turn for turn in turns_of(end, review.seat)}
    for slip in costliest(decisions):
        review.lines[str(slip.number)] = both_lines(turns[slip.number], Card.parse(slip.best))
    review.summary = asdict(summary_of(end, review.seat, decisions))
    for phase, name in ((1, "phase_one"), (2, "phase_two")):
        costs = [decision.cost for decision in decisions if decision.phase == phase]
        setattr(review, f"{name}_cost", sum(costs))
        setattr(review, f"{name}_choices", len(costs))
    review.judged = len(decisions)
    review.done_at = timezone.now()
    review.save()


@transaction.atomic
def move_reviews(sender: object, guest: Learner, learner: Learner, **_signal: object) -> None:
    """A guest's reviews follow into the account; of two of the same deal the account's stays."""
    known = Review.objects.filter(learner=learner).values("digest")
    Review.objects.filter(learner=guest).exclude(digest__in=known).update(learner=learner)
