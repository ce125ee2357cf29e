"""Files with everything that a learner has answered."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from trainer.accounts.clock import today_in, zone_of
from trainer.accounts.http import SiteRequest
from trainer.accounts.services import current_learner
from trainer.progress.export import attempts_as_csv, attempts_as_json


@require_safe
def export_csv(request: SiteRequest) -> StreamingHttpResponse:
    """All answers for a spreadsheet."""
    language = get_language() or "nb"
    lines = attempts_as_csv(current_learner(request), zone_of(request.user), language)
    return _file(request, lines, "text/csv", "csv")


@require_safe
def export_json(request: SiteRequest) -> StreamingHttpResponse:
    """All answers for a program."""
    pieces = attempts_as_json(current_learner(request), timezone.now(), get_language() or "nb")
    return _file(request, pieces, "application/json", "json")


def _file(request: SiteRequest, pieces: Iterator[str], kind: str, ending: str) -> StreamingHttpResponse:
    day = today_in(zone_of(request.user)).isoformat()
    name = _("my-answers-%(day)s") % {"day": day}
    response = StreamingHttpResponse(pieces, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.{ending}"'
    response["Cache-Control"] = "no-store"
    return response
