"""What there is to find: the sections of every page, and the parts of the site that are no content."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, override
from django.utils.translation import gettext_noop as _

from rules_site.pages.figures import Reader
from rules_site.pages.load import page_names, page_path
from rules_site.pages.render import RenderedPage, rendered
from rules_site.pages.search.index import Entry, Index
from rules_site.pages.search.synonyms import load_synonyms, sources
from rules_site.pages.sections import page_sections


@dataclass(frozen=True, slots=True)
class Feature:
    """A part of the site that people look for and that is not a page of content."""

    view: str
    title: str
    text: str


FEATURES = (
    Feature("drills:index", _("Practise"), _("Drills with an answer at once: rules, phase one and endings.")),
    Feature("progress:mine", _("My progress"), _("What you have practised, your rating and what to repeat.")),
    Feature(
        "classes:index", _("Classes"), _("Teachers make a class with a code, and pupils join without e-mail.")
    ),
    Feature(
        "display:settings", _("Display"), _("Dark or light, two or four suit colours, letters on the cards.")
    ),
)


def index_of(language: str) -> Index:
    """The index of a language, built anew when a file of the content has changed."""
    paths = [page_path(language, name) for name in page_names(language)]
    paths += sources(code for code, _name in settings.LANGUAGES)
    return _index(language, tuple((path, path.stat().st_mtime_ns) for path in paths if path.exists()))


@lru_cache(maxsize=8)
def _index(language: str, files: tuple[object, ...]) -> Index:
    with override(language):
        return Index.build(language, list(_entries(language)), load_synonyms(language))


def _entries(language: str) -> Iterator[Entry]:
    for name in page_names(language):
        yield from page_entries(rendered(page_path(language, name), Reader(language, "int")))
    for feature in FEATURES:
        title = gettext(feature.title)
        yield Entry(title, title, reverse(feature.view), gettext(feature.text), is_page=True)


def page_entries(shown: RenderedPage) -> Iterator[Entry]:
    """The page itself with its lead, then its sections; a heading with nothing below it is left to them."""
    page = shown.page
    address = reverse(f"pages:{page.name}")
    first, *rest = page_sections(shown.html, apart=" · ")
    yield Entry(page.title, page.title, address, f"{page.lead} {first.text}".strip(), is_page=True)
    for section in rest:
        if section.text and section.id:
            yield Entry(page.title, section.title, f"{address}{shown.place_of(section.id)}", section.text)
