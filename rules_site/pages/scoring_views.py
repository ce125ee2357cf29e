"""The scoring page: its text, the switch for the rules, and the calculator that counts by them."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from rules_site.pages.calculator import BETWEEN, WON, Count
from rules_site.pages.kept import kept_for_guests
from rules_site.pages.load import page_path
from rules_site.pages.render import SLOTS, RenderedPage, rendered
from rules_site.pages.rules_switch import render_switch
from rules_site.pages.views import reader_of
from trainer.accounts.http import SiteRequest
from trainer.table.chosen_rules import KEYS, refused

TEMPLATE = "pages/_calculator.html"


@require_safe
@kept_for_guests
def scoring(request: SiteRequest) -> HttpResponse:
    """The page; a number of tricks that can't be is told in its place, with 422."""
    reader = reader_of(request)
    count = Count.asked(request.GET.getlist(WON), reader.rules)
    shorter = _shorter(request, count)
    if shorter and not request.htmx:
        return HttpResponseRedirect(shorter)
    shown = rendered(page_path(reader.language, "scoring"), reader)
    context = {
        "count": count,
        "address": reverse("pages:scoring"),
        "chosen": reader.rules,
        "caption": shown.captions["calculator"],
    }
    status = 422 if count.has_fault else 200
    if request.htmx.target == "calculator":
        response = render(request, TEMPLATE, context | {"swapped": True}, status=status)
    else:
        body = _filled(request, shown, count, render_to_string(TEMPLATE, context))
        page = {"page": shown.page, "contents": shown.contents, "body": body, "has_switch": True}
        response = render(request, "pages/page.html", page, status=status)
    if request.htmx and not count.has_fault:
        response["HX-Push-Url"] = shorter or request.get_full_path()
    return response


def _filled(request: SiteRequest, shown: RenderedPage, count: Count, calculator: str) -> str:
    carried = ((WON, BETWEEN.join(count.texts)),) if count.texts else ()
    switch = render_switch(count.rules, request.GET, shown.captions["switch"], carried, request.path)
    body = shown.html.replace(SLOTS["switch"], switch).replace(SLOTS["calculator"], calculator)
    return mark_safe(body)


def _shorter(request: SiteRequest, count: Count) -> str:
    """The address that says the same and no more, where the request's says it at length; else nothing.

    An address that holds something wrong is left as it is, so that the page can say so.
    """
    if count.has_fault or refused(request.GET):
        return ""
    short = {key: value for key, value in request.GET.items() if key not in (*KEYS, WON)}
    if count.texts:
        short[WON] = BETWEEN.join(count.texts)
    short |= count.rules.query()
    if dict(request.GET.lists()) == {key: [value] for key, value in short.items()}:
        return ""
    return f"{request.path}?{urlencode(short)}" if short else request.path
