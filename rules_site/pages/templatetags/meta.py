"""What the head of a page tells machines: structured data and the card of a shared link."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rules_site.pages import sharing
from rules_site.pages.languages import current_language
from rules_site.pages.load import Page
from rules_site.pages.structured import Described, described

register = template.Library()

# Parts of the site that are open to all and whose front page stands in the menu.
_FRONT_PAGES = {"drills:index": "Practise", "classes:index": "Classes"}
_LOCALES = {"nb": "nb_NO", "nn": "nn_NO", "sv": "sv_SE"}


@register.simple_tag(takes_context=True)
def structured_data(context: Context) -> SafeString:
    """`{% structured_data %}`: a data block, which no policy on scripts applies to."""
    request, page = context.get("request"), context.get("page")
    if request is None or not context.get("alternates"):
        return SafeString("")
    view = request.resolver_match.view_name if request.resolver_match else ""
    if isinstance(page, Page):
        data = _of_page(request, page, str(context.get("body", "")))
    elif view in _FRONT_PAGES:
        data = _of_front_page(request, gettext(_FRONT_PAGES[view]))
    else:
        return SafeString("")
    return format_html('<script type="application/ld+json">{}</script>', described(data))


def _of_page(request: HttpRequest, page: Page, html: str) -> Described:
    needs_text = page.name in {"faq", "rules"}
    return Described(
        page.name, page.language, page.title, page.description, html if needs_text else "", **_places(request)
    )


def _of_front_page(request: HttpRequest, title: str) -> Described:
    return Described("", current_language(), title, "", "", **_places(request))


def _places(request: HttpRequest) -> dict[str, Any]:
    return {
        "address": request.build_absolute_uri(request.path),
        "home": request.build_absolute_uri(reverse("pages:home")),
        "home_title": gettext("Tomannswhist"),
        "search": request.build_absolute_uri(reverse("search:page")),
    }


@register.inclusion_tag("share.html", takes_context=True)
def share_tags(context: Context) -> dict[str, object]:
    """`{% share_tags %}`: what a link to the page shows where it is shared."""
    request, page = context.get("request"), context.get("page")
    if request is None or not context.get("alternates"):
        return {}
    kind = _kind(request, page)
    language = current_language()
    return {
        "title": page.title if isinstance(page, Page) else gettext("Tomannswhist"),
        "description": page.description if isinstance(page, Page) else "",
        "address": request.build_absolute_uri(request.path),
        "picture": request.build_absolute_uri(sharing.picture_address(kind, language)),
        "picture_words": gettext(sharing.PICTURES[kind].title),
        "width": sharing.WIDTH,
        "height": sharing.HEIGHT,
        "locale": _LOCALES.get(language, language),
        "others": [_LOCALES.get(code, code) for code, _name in settings.LANGUAGES if code != language],
    }


def _kind(request: HttpRequest, page: object) -> str:
    name = page.name if isinstance(page, Page) else ""
    if request.resolver_match and request.resolver_match.namespace == "drills":
        name = "drills"
    return name if name in sharing.PICTURES else sharing.HOME
