"""The open pages for search engines, each with its address in every language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.translation import override

from rules_site.pages.load import page_names

FEATURES = ("drills:index", "classes:index")


@dataclass(frozen=True, slots=True)
class Sisters:
    """One page in every language: (code, address), the default language first."""

    addresses: tuple[tuple[str, str], ...]

    @property
    def default(self) -> str:
        return self.addresses[0][1]


def site_map(absolute: Callable[[str], str]) -> list[Sisters]:
    """All pages that need no account; `absolute` makes a path into an address."""
    names = [f"pages:{name}" for name in page_names(settings.LANGUAGE_CODE)]
    return [_sisters(name, absolute) for name in (*names, *FEATURES)]


def _sisters(view: str, absolute: Callable[[str], str]) -> Sisters:
    found = []
    for code, _name in settings.LANGUAGES:
        with override(code):
            found.append((code, absolute(reverse(view))))
    return Sisters(tuple(found))
