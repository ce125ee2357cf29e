"""The papers for schools, from `docs/papers/<language>/`: written and rendered like pages of content."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules_site.pages.render import rendered
from rules_site.pages.views import reader_of
from trainer.accounts.http import SiteRequest
from trainer.table.neighbours import NEIGHBOURS


@require_safe
def paper(request: SiteRequest, name: str) -> HttpResponse:
    """One paper in the language of the address, or in its neighbour's where it is not written yet."""
    reader = reader_of(request)
    folder = settings.BASE_DIR / "docs" / "papers"
    path = folder / reader.language / f"{name}.md"
    if not path.exists():
        path = folder / NEIGHBOURS[reader.language] / f"{name}.md"
    shown = rendered(path, reader)
    context = {"page": shown.page, "contents": shown.contents, "body": shown.html, "has_switch": True}
    return render(request, "pages/page.html", context)
