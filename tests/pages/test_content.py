"""Every page of the content, rendered in every language with every set of letters."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from rules_site.pages.figures import Reader
from rules_site.pages.load import load_page, page_names, page_path
from rules_site.pages.render import render_page
from rules_site.pages.urls import urlpatterns

LANGUAGES = [code for code, _name in settings.LANGUAGES]
PAGES = [(language, name) for language in LANGUAGES for name in page_names(language)]


@pytest.mark.parametrize(("language", "name"), PAGES)
def test_every_figure_and_link_of_a_page_holds(language: str, name: str) -> None:
    for letters in ("int", "nordic"):
        page = render_page(load_page(page_path(language, name)), Reader(language, letters))
        assert page.html


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_name_headings_that_exist(language: str) -> None:
    ids = {
        name: set(re.findall(r"\{#([a-z0-9-]+)\}", load_page(page_path(language, name)).body))
        for name in page_names(language)
    }
    lost = [
        f"{language}/{name}.md: page:{target}#{heading}"
        for name in page_names(language)
        for target, heading in re.findall(
            r"\(page:([a-z-]+)#([a-z0-9-]+)\)", load_page(page_path(language, name)).body
        )
        if heading not in ids[target]
    ]
    assert lost == []


def test_every_page_has_an_address_and_every_address_a_page() -> None:
    routed = {pattern.name for pattern in urlpatterns} - {"term"}  # a piece of the glossary
    assert [routed for _ in LANGUAGES] == [set(page_names(language)) for language in LANGUAGES]
