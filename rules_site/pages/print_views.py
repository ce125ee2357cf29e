"""Pages for paper, each to print or as PDF: rules, class hand-out, score sheet, worksheets and their keys."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from rules_site.pages.deal_viewer import Viewing, render_deal
from rules_site.pages.figures import Reader
from rules_site.pages.languages import current_language
from rules_site.pages.load import page_path
from rules_site.pages.pdf import PrintPage, pdf_answer, print_answer
from rules_site.pages.render import DEAL_SLOT, SLOTS, RenderedPage, rendered
from rules_site.pages.scoresheet import ScoreSheet
from rules_site.pages.views import reader_of
from rules_site.pages.worksheet import LAST_SEED, MOST, Sheet, drills_of, themes
from trainer.accounts.http import SiteRequest
from trainer.drills.on_paper import key_of, tasks_of
from trainer.table.chosen_rules import with_rules
from trainer.table.rules_in_words import rules_in_words


@require_safe
def content(request: SiteRequest, name: str) -> HttpResponse:
    """A page of content to print."""
    return print_answer(request, content_page(request, name))


@require_safe
def content_pdf(request: SiteRequest, name: str) -> HttpResponse:
    """The same as PDF."""
    return pdf_answer(request, content_page(request, name))


def content_page(request: SiteRequest, name: str) -> PrintPage:
    """A page for the chosen rules, which are told where its switch stands on the screen."""
    reader = reader_of(request)
    shown = rendered(page_path(current_language(), name), reader)
    address = with_rules(reverse(f"pages:{name}"), reader.rules)
    context = {
        "page": shown.page,
        "body": _for_paper(shown, reader),
        "page_address": address,
        "absolute_address": request.build_absolute_uri(address),
    }
    pdf = with_rules(reverse(f"print:{name}-pdf"), reader.rules)
    return PrintPage("print/content.html", context, f"tomannswhist-{name}", pdf)


def _for_paper(shown: RenderedPage, reader: Reader) -> SafeString:
    """The body with the chosen rules in words, and all tricks of a worked deal as its list."""
    chosen = format_html(
        '<p class="chosen">{} {}</p>', gettext("The rules here:"), rules_in_words(reader.rules)
    )
    body = shown.html.replace(SLOTS["switch"], chosen).replace(SLOTS["open-deal"], "")
    if shown.deal:
        start = Viewing(shown.deal.deal, 0, False, ())
        body = body.replace(DEAL_SLOT, render_deal(start, reader, shown.deal.caption))
    return mark_safe(body)


@require_safe
def worksheet(request: SiteRequest) -> HttpResponse:
    """A sheet of drills to print, with a form to choose another."""
    return print_answer(request, sheet_page(request))


@require_safe
def worksheet_pdf(request: SiteRequest) -> HttpResponse:
    """The sheet as PDF."""
    return pdf_answer(request, sheet_page(request))


@require_safe
def key(request: SiteRequest) -> HttpResponse:
    """The answers to a sheet, apart from it."""
    return print_answer(request, key_page(request))


@require_safe
def key_pdf(request: SiteRequest) -> HttpResponse:
    """The answers as PDF."""
    return pdf_answer(request, key_page(request))


@require_safe
def scoresheet(request: SiteRequest) -> HttpResponse:
    """A sheet to keep score on at the table, for the chosen rules."""
    return print_answer(request, score_page(request))


@require_safe
def scoresheet_pdf(request: SiteRequest) -> HttpResponse:
    """The score sheet as PDF."""
    return pdf_answer(request, score_page(request))


def score_page(request: SiteRequest) -> PrintPage:
    rules = reader_of(request).rules
    address = with_rules(reverse("print:scoresheet"), rules)
    context = {
        "sheet": ScoreSheet(rules),
        "rules": rules,
        "page_address": with_rules(reverse("pages:scoring"), rules),
        "keeper_address": with_rules(reverse("scorekeeper:index"), rules),
        "change_address": with_rules(reverse("pages:rules"), rules),
        "absolute_address": request.build_absolute_uri(address),
    }
    pdf = with_rules(reverse("print:scoresheet-pdf"), rules)
    return PrintPage("print/scoresheet.html", context, "tomannswhist-scoresheet", pdf)


def sheet_page(request: SiteRequest) -> PrintPage:
    sheet = Sheet.from_query(request.GET)
    context = {
        "sheet": sheet,
        "tasks": tasks_of(drills_of(sheet)),
        "kinds": list(themes()),
        "most": MOST,
        "last_seed": LAST_SEED,
        "form_address": reverse("print:worksheet"),
        "key_address": f"{reverse('print:key')}?{sheet.query()}",
        "absolute_address": _absolute(request, "print:worksheet", sheet),
    }
    pdf = f"{reverse('print:worksheet-pdf')}?{sheet.query()}"
    return PrintPage("print/worksheet.html", context, f"tomannswhist-{sheet.seed}", pdf)


def key_page(request: SiteRequest) -> PrintPage:
    sheet = Sheet.from_query(request.GET)
    context = {
        "sheet": sheet,
        "answers": key_of(drills_of(sheet)),
        "sheet_address": f"{reverse('print:worksheet')}?{sheet.query()}",
        "absolute_address": _absolute(request, "print:key", sheet),
    }
    pdf = f"{reverse('print:key-pdf')}?{sheet.query()}"
    return PrintPage("print/key.html", context, f"tomannswhist-{sheet.seed}-key", pdf)


def _absolute(request: SiteRequest, view: str, sheet: Sheet) -> str:
    return request.build_absolute_uri(f"{reverse(view)}?{sheet.query()}")
