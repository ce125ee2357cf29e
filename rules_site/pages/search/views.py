"""The page of results, and the list that appears below the field while one writes."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules_site.pages.languages import current_language
from rules_site.pages.search.catalogue import index_of
from rules_site.pages.search.index import Entry, Piece, snippet
from rules_site.pages.search.words import query_words
from trainer.accounts.http import SiteRequest

MOST_LETTERS = 80
MOST_SUGGESTIONS = 6


@dataclass(frozen=True, slots=True)
class Found:
    """A result as it is shown."""

    entry: Entry
    snippet: list[Piece]


@require_safe
def search(request: SiteRequest) -> HttpResponse:
    """What was found for `?q=`; the query is neither stored nor logged.

    The field in the header asks for a short list, the field of the page for all results.
    """
    query = " ".join(request.GET.get("q", "").replace("\0", " ").split())
    too_long = len(query) > MOST_LETTERS
    context = {"query": query[:MOST_LETTERS], "too_long": too_long, "most_letters": MOST_LETTERS}
    if not too_long:
        context |= _results(query)
    template = "search/page.html"
    if request.htmx.target == "suggestions":
        template = "search/page.html#suggestions"
    elif request.htmx.target == "results":
        template = "search/page.html#results"
    return render(request, template, context, status=422 if too_long else 200)


def _results(query: str) -> dict[str, object]:
    language = current_language()
    index = index_of(language)
    hits = index.search(query)
    return {
        "asked": bool(query_words(query)),
        "found": [Found(hit.entry, snippet(hit, language)) for hit in hits],
        "first": [hit.entry for hit in hits[:MOST_SUGGESTIONS]],
        "corrections": index.corrections(query),
    }
