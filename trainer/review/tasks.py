"""Reviews in the background, on whatever queue the site has."""

from __future__ import annotations

import logging

from django.db import transaction
from django.tasks import task

from trainer.review.models import Review
from trainer.review.services import work_out

logger = logging.getLogger(__name__)


@task
def review_deal(key: int) -> str:
    """Work a review out, from where it stands."""
    return work_out(key)


def queue_review(review: Review) -> None:
    """Put a review on the queue; where there is none it is worked out at once.

    What can't be queued stays as it is, and its page offers to go on.
    """

    def put() -> None:
        try:
            review_deal.enqueue(review.pk)
        except Exception:
            logger.exception("review %s is not on the queue", review.pk)

    transaction.on_commit(put)
