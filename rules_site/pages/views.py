"""The reference pages, the language choice at the root, and the addresses for machines."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from rules_site.pages.deal_viewer import Viewing, render_deal, render_step
from rules_site.pages.figures import Reader
from rules_site.pages.glossary import glossary_terms
from rules_site.pages.kept import kept_for_guests
from rules_site.pages.languages import current_language, preferred_language
from rules_site.pages.load import load_page, page_path
from rules_site.pages.notation import link_address
from rules_site.pages.render import DEAL_SLOT, SLOTS, render_inline, rendered
from rules_site.pages.rules_switch import render_switch, usual_form
from rules_site.pages.site_operator import render_operator
from rules_site.pages.sitemap import site_map
from rules_site.pages.today import today
from rules_site.pages.tryout_views import asked_tryout, fill_slots, render_open
from trainer.accounts.clock import today_in, zone_of
from trainer.accounts.http import SiteRequest
from trainer.table.chosen_rules import ChosenRules, with_rules


@require_safe
def choose_language(request: HttpRequest) -> HttpResponse:
    """Send the visitor to the language of the account, the cookie or the browser."""
    response = HttpResponseRedirect(f"/{preferred_language(request)}/")
    response["Vary"] = "Accept-Language, Cookie"
    return response


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """For machines: 200 when the database answers, 503 when it does not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"database": "down"}, status=503)
    return JsonResponse({"database": "up"})


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(
        f"User-agent: *\nAllow: /\nSitemap: {request.build_absolute_uri('/sitemap.xml')}\n",
        content_type="text/plain",
    )


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """Every open page in every language, each naming its sisters."""
    context = {"pages": site_map(request.build_absolute_uri)}
    return render(request, "pages/sitemap.xml", context, content_type="application/xml")


@require_safe
def home(request: SiteRequest) -> HttpResponse:
    """The front page: its texts stand in the front matter of `home.md`."""
    reader = reader_of(request)
    shown = rendered(page_path(current_language(), "home"), reader)
    texts = shown.page.extra
    doors = [door | {"address": link_address(door["link"], reader.rules)} for door in texts["doors"]]
    daily = today(today_in(zone_of(request.user)), reader.rules)
    context = {"page": shown.page, "texts": texts, "body": shown.html, "doors": doors, "today": daily}
    return render(request, "pages/home.html", context)


@require_safe
@cache_control(max_age=3600, public=True)
def term(request: SiteRequest, term: str) -> HttpResponse:
    """What one word means, to be shown beside it; 404 for a word that is not in the glossary."""
    reader = reader_of(request)
    glossary = load_page(page_path(reader.language, "glossary"))
    found = next((entry for entry in glossary_terms(glossary) if entry.id == term), None)
    if found is None:
        raise Http404
    meaning = render_inline(found.meaning, glossary, found.line, reader)
    response = render(request, "pages/_term.html", {"term": found, "meaning": meaning})
    response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
@kept_for_guests
def page(request: SiteRequest, name: str) -> HttpResponse:
    """A page of content for the chosen rules; with a worked deal, the step that `?step=` asks for."""
    reader = reader_of(request)
    shown = rendered(page_path(reader.language, name), reader)
    body = shown.html
    if shown.deal:
        viewing = Viewing.asked(shown.deal.deal, request.GET, reader.rules.query())
        if request.htmx.target == "viewer":
            return HttpResponse(render_step(viewing, reader))
        own_page = f"{reverse('pages:deal')}?deal={viewing.deal.end.notation()}"
        figure = render_deal(viewing, reader, shown.deal.caption, with_rules(own_page, reader.rules))
        body = mark_safe(body.replace(DEAL_SLOT, figure))
    asked = asked_tryout(request.GET, shown.tryouts, reader)
    if asked and request.htmx.target == f"try-{asked.placed.tryout.id}":
        return HttpResponse(render_open(asked, name, reader), status=asked.status)
    body = mark_safe(fill_slots(body, shown.tryouts, asked, name, reader))
    if shown.has("switch"):
        if (usual := usual_form(request)) and not request.htmx:
            return HttpResponseRedirect(usual)
        switch = render_switch(reader.rules, request.GET, shown.captions["switch"])
        body = mark_safe(body.replace(SLOTS["switch"], switch))
    if shown.has("operator"):
        body = mark_safe(body.replace(SLOTS["operator"], render_operator(shown.captions["operator"])))
    terms = glossary_terms(shown.page) if name == "glossary" else []
    context = {
        "page": shown.page,
        "contents": shown.contents,
        "body": body,
        "terms": terms,
        "has_switch": shown.has("switch"),
    }
    response = render(request, "pages/page.html", context, status=asked.status if asked else 200)
    if request.htmx and shown.has("switch"):
        response["HX-Push-Url"] = usual_form(request) or request.get_full_path()
    return response


def reader_of(request: SiteRequest) -> Reader:
    """The language of the address, the letters the reader chose, and the rules of the address."""
    return Reader(current_language(), request.display.card_letters, ChosenRules.from_query(request.GET))
