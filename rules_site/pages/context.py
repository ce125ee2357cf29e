"""What the frame of every page needs: its address in the other languages."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.urls import translate_url
from django.utils.translation import get_language, get_language_info


@dataclass(frozen=True, slots=True)
class Alternate:
    """This page in one language: code, name of the language in itself, path with the query kept (W43)."""

    code: str
    name: str
    path: str
    url: str
    current: bool


def alternates(request: HttpRequest) -> list[Alternate]:
    """The page's address in every language; empty where addresses carry no language."""
    if request.path.strip("/").split("/")[0] not in dict(settings.LANGUAGES):
        return []
    full_path = request.get_full_path()
    current = get_language()
    return [
        Alternate(
            code,
            get_language_info(code)["name_local"].capitalize(),
            path := translate_url(full_path, code),
            request.build_absolute_uri(path),
            code == current,
        )
        for code, _name in settings.LANGUAGES
    ]


def site(request: HttpRequest) -> dict[str, object]:
    """`alternates` for the language switch and hreflang."""
    return {"alternates": alternates(request)}
