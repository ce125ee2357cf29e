"""What the frame of every page needs: its address in the other languages, and the rules chosen."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.urls import translate_url
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language_from_path, get_language_info

from rules_site.pages.languages import current_language
from trainer.table.chosen_rules import ChosenRules


@dataclass(frozen=True, slots=True)
class Alternate:
    """This page in one language: `path` keeps the query for readers, `url` has none for machines (W43)."""

    code: str
    name: str
    path: str
    url: str
    current: bool


def alternates(request: HttpRequest) -> list[Alternate]:
    """The page's address in every language; empty where addresses carry no language."""
    if not get_language_from_path(request.path_info):
        return []
    return [_alternate(request, code) for code, _name in settings.LANGUAGES]


def _alternate(request: HttpRequest, code: str) -> Alternate:
    path = translate_url(request.get_full_path(), code)
    if get_language_from_path(path) != code:
        path = f"/{code}/"  # nothing has this address, as on a page that was not found
    return Alternate(
        code,
        _own_name(code),
        path,
        request.build_absolute_uri(path.partition("?")[0]),
        code == current_language(),
    )


def _own_name(code: str) -> str:
    """«Norsk», or «Bokmål» and «Nynorsk» on a site with both."""
    general, _, particular = get_language_info(code)["name_local"].rstrip(")").partition(" (")
    others = [get_language_info(other)["name_local"] for other, _name in settings.LANGUAGES if other != code]
    shared = any(name.startswith(f"{general} (") for name in others)
    return str(particular if particular and shared else general).capitalize()


def site(request: HttpRequest) -> dict[str, object]:
    """`alternates` for the language switch and hreflang, `chosen` for links that carry the rules on."""
    return {
        "alternates": SimpleLazyObject(lambda: alternates(request)),  # fragments don't show them
        "chosen": ChosenRules.from_query(request.GET),
    }
