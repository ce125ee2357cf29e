"""Starting an area anew: choose it, see what would go, and say yes."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import Learner
from trainer.accounts.services import current_learner, learner_key
from trainer.drills.sentences import session_expired
from trainer.progress.labels import area_name
from trainer.progress.models import Area
from trainer.progress.resetting import Cleared, clear_area, read_ticket, work_in, write_ticket


@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: SiteRequest) -> HttpResponse:
    """Choose an area, or be asked about the one in the address; the answer yes is a POST."""
    if request.method == "POST":
        return _clear(request)
    learner, area = current_learner(request), request.GET.get("area", "")
    if learner and area in Area.values:
        return _ask(request, learner, Area(area))
    return _choose(request)


def _choose(request: SiteRequest, said: str = "", status: int = 200) -> HttpResponse:
    areas = [(area_name(area), area) for area in Area]
    return render(request, "progress/reset.html", {"areas": areas, "said": said}, status=status)


def _ask(
    request: SiteRequest, learner: Learner, area: Area, said: str = "", status: int = 200
) -> HttpResponse:
    work = work_in(learner, area)
    context = {
        "area": area_name(area),
        "work": work,
        "ticket": write_ticket(learner_key(request), work),
        "said": said,
    }
    return render(request, "progress/reset_ask.html", context, status=status)


def _clear(request: SiteRequest) -> HttpResponse:
    ticket = read_ticket(request.POST.get("ticket", ""))
    if ticket is None:
        return _choose(request, _("The form was too old or incomplete. Nothing was deleted."), 400)
    key, area, latest = ticket
    if key != learner_key(request):
        return _someone_else(request, key, area)
    learner = current_learner(request)
    outcome = clear_area(learner, area, latest) if learner else Cleared.NOTHING_LEFT
    if learner and outcome is Cleared.CHANGED:
        said = _("You have answered more drills since this page was opened. Look again before you delete.")
        return _ask(request, learner, area, said, 409)
    name = {"area": area_name(area)}
    if outcome is Cleared.DONE:
        messages.success(request, _("Everything in “%(area)s” has been deleted. You start anew.") % name)
    else:
        messages.info(request, _("There is nothing left to delete in “%(area)s”.") % name)
    return redirect("progress:mine")


def _someone_else(request: SiteRequest, key: str, area: Area) -> HttpResponse:
    """The form was made for another learner than the one who sends it."""
    if key.startswith("user:") and not request.user.is_authenticated:
        messages.info(request, session_expired())
        return redirect_to_login(f"{reverse('progress:reset')}?area={area.value}")
    said = _("This form belonged to another visitor of this browser. Nothing was deleted.")
    return _choose(request, said, 409)
