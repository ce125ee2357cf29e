"""The page on which any deal in notation can be opened and stepped through."""

from __future__ import annotations

import secrets
from urllib.parse import urlencode

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from rules_site.pages.deal_viewer import Viewing, render_deal, render_step
from rules_site.pages.load import page_path
from rules_site.pages.opened_deals import DealFault, opened
from rules_site.pages.render import DEAL_SLOT, SLOTS, RenderedPage, rendered
from rules_site.pages.views import reader_of
from rules_site.pages.worked_deal import WorkedDeal
from trainer.accounts.http import SiteRequest
from trainer.engine.deals import shuffled_deal
from trainer.table.chosen_rules import ChosenRules

DEAL = "deal"
AT_RANDOM = "random"


@require_safe
def deal(request: SiteRequest) -> HttpResponse:
    """The deal of `?deal=`, of which a wrong one is told with 422; without it, the worked deal."""
    reader = reader_of(request)
    shown = rendered(page_path(reader.language, "deal"), reader)
    text = request.GET.get(DEAL, "")
    if text == AT_RANDOM:
        return _at_random(request, reader.rules)
    try:
        played = opened(text, reader.rules.rule_set) if DEAL in request.GET else _worked(shown)
    except DealFault as fault:
        told = render_to_string("pages/_deal_fault.html", {"fault": fault})
        return _page(request, shown, told, text, str(fault))
    carried = {**({DEAL: text} if text else {}), **reader.rules.query()}
    viewing = Viewing.asked(played, request.GET, carried)
    if request.htmx.target == "viewer":
        return HttpResponse(render_step(viewing, reader))
    caption = _caption(played) if text else _placed(shown)
    return _page(request, shown, render_deal(viewing, reader, caption), text)


def _at_random(request: SiteRequest, rules: ChosenRules) -> HttpResponse:
    """A deal shuffled now, at an address of its own. It is open to all, so nothing in it is secret."""
    notation = shuffled_deal(secrets.SystemRandom(), dealer=secrets.randbelow(2)).notation()
    query = urlencode({DEAL: notation, **rules.query()})
    response = HttpResponseRedirect(f"{request.path}?{query}#viewer")
    response["Cache-Control"] = "no-store"
    return response


def _worked(shown: RenderedPage) -> WorkedDeal:
    assert shown.deal  # the page of every language has it, as the tests of the content show
    return shown.deal.deal


def _placed(shown: RenderedPage) -> SafeString:
    assert shown.deal
    return shown.deal.caption


def _caption(played: WorkedDeal) -> SafeString:
    if not played.engine_plays:
        return SafeString(gettext("You see the deal as it was played."))
    return SafeString(
        gettext(
            "The machine plays both hands. In the first part each hand sees only what a player would see; "
            "the second part is calculated exactly."
        )
    )


def _page(
    request: SiteRequest, shown: RenderedPage, figure: SafeString, text: str, fault: str = ""
) -> HttpResponse:
    form = {
        "caption": shown.captions["open-deal"],
        "text": text,
        "fault": fault,
        "carried": ChosenRules.from_query(request.GET).query(),
    }
    body = shown.html.replace(DEAL_SLOT, figure)
    body = body.replace(SLOTS["open-deal"], render_to_string("pages/_open_deal.html", form))
    context = {
        "page": shown.page,
        "contents": shown.contents,
        "body": mark_safe(body),
        "opened": bool(text),
        "fault": fault,
    }
    return render(request, "pages/deal.html", context, status=422 if fault else 200)
