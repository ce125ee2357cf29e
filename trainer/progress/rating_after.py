"""What one rated answer has made of the learner's rating: a piece that comes after the verdict.

The answer itself is one quick write and knows no ratings. This is asked for afterwards, takes new answers in,
and says the same whenever it is asked again.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import Learner
from trainer.accounts.services import current_learner
from trainer.progress.models import RatedAttempt
from trainer.progress.ratings import NEW_LEARNER, Rating
from trainer.progress.settling import settle
from trainer.progress.storing import rating_of
from trainer.table import formats


@dataclass(frozen=True, slots=True)
class RatingAfter:
    """An area's rating after an answer, and where it stood before; a new learner's where nowhere."""

    area: str
    now: Rating
    before: Rating

    @property
    def change(self) -> str:
        """«+14»: of the whole numbers that are shown."""
        return formats.signed_count(self.now.shown - self.before.shown)


def rating_after(rated: RatedAttempt, learner: Learner) -> RatingAfter:
    """What a rated answer came to. One query; `rated.attempt` is loaded."""
    earlier = RatedAttempt.objects.filter(
        attempt__learner=learner, area=rated.area, attempt__answered_at__lte=rated.attempt.answered_at
    )
    last = earlier.exclude(pk=rated.pk).order_by("-attempt__answered_at", "-attempt").first()
    return RatingAfter(rated.area, rating_of(rated), rating_of(last) if last else NEW_LEARNER)


@require_safe
def new_rating(request: SiteRequest, public_id: str, version: int) -> HttpResponse:
    """The rating after the first answer to a version; nothing where that moved none or is not told yet."""
    learner = current_learner(request)
    if learner is None:
        raise Http404
    settle(learner)
    rated = get_object_or_404(
        RatedAttempt.objects.select_related("attempt"),
        attempt__learner=learner,
        attempt__number=0,
        attempt__version__number=version,
        attempt__version__drill__public_id=public_id,
    )
    part = "#fragment" if request.htmx and not request.htmx.history_restore_request else ""
    context = {"after": rating_after(rated, learner), "public_id": public_id}
    return render(request, f"progress/new_rating.html{part}", context)
