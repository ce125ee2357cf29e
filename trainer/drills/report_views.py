"""Reporting a drill after the answer, and the learner's own reports with what came of them."""

from __future__ import annotations

import uuid

from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from trainer.accounts.http import SiteRequest
from trainer.accounts.services import current_learner
from trainer.drills import queries, tasks
from trainer.drills.addresses import Way
from trainer.drills.after_views import lead_to, read_number
from trainer.drills.forms import ReportForm
from trainer.drills.models import Attempt, DrillVersion
from trainer.drills.reporting import Said, TooMany, report_drill, reports_of
from trainer.drills.withholding import withheld_until


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: SiteRequest, public_id: str) -> HttpResponse:
    """The form on `?version=`, and what is sent with it. Only who has answered may report."""
    version = get_object_or_404(
        DrillVersion.objects.select_related("drill"),
        drill__public_id=public_id,
        number=read_number(request.GET.get("version", "")),
    )
    if "signed_in" in request.POST and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())  # the session ran out
    learner = current_learner(request)
    attempts = queries.attempts_on(learner, version)
    if not attempts or withheld_until(learner, version):
        return lead_to(request, Way.of(request).to_drill(public_id))
    if request.method != "POST":
        return _render(request, version, ReportForm())
    form = ReportForm(request.POST)
    if not form.is_valid():
        return _render(request, version, form, 422)
    said = Said(
        form.cleaned_data["text"], Way.of(request).rules.rule_set.id, form.cleaned_data["request_key"]
    )
    attempts[0].version = version
    return _stored(request, attempts[0], said, form)


def _stored(request: SiteRequest, attempt: Attempt, said: Said, form: ReportForm) -> HttpResponse:
    try:
        report_drill(attempt, said, tasks.queue_report)
    except TooMany:
        form.add_error("text", _("You have sent many reports today. Send this one tomorrow."))
        return _render(request, attempt.version, form, 429)
    if request.htmx:
        return _render(request, attempt.version, ReportForm(), sent=True)
    way = Way.of(request)
    return redirect(way.to_report(attempt.version) + "#report")


def _render(
    request: SiteRequest, version: DrillVersion, form: ReportForm, status: int = 200, sent: bool = False
) -> HttpResponse:
    way = Way.of(request)
    context = {
        "kind": version.drill.kind,
        "form": form,
        "request_key": form["request_key"].value() or uuid.uuid4(),
        "reports": reports_of(current_learner(request), version),
        "action": way.to_report(version),
        "answer_url": way.to_drill(version.drill.public_id),
        "sent": sent,
    }
    part = "#fragment" if request.htmx and not request.htmx.history_restore_request else ""
    return render(request, f"drills/report.html{part}", context, status=status)


@require_safe
def reports(request: SiteRequest) -> HttpResponse:
    """The learner's own reports, newest first."""
    return render(request, "drills/reports.html", {"reports": reports_of(current_learner(request))})
