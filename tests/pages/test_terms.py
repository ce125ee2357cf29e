"""Words of the glossary, explained where they stand."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import override

from rules_site.pages.glossary import glossary_terms
from rules_site.pages.load import load_page, page_path

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def address(name: str, language: str, *arguments: str) -> str:
    with override(language):
        return reverse(f"pages:{name}", args=arguments)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_has_a_meaning_of_its_own(client: Client, language: str) -> None:
    terms = glossary_terms(load_page(page_path(language, "glossary")))
    meanings = set()
    for term in terms:
        response = client.get(address("term", language, term.id))
        text = " ".join(strip_tags(response.content.decode()).split())
        assert response.status_code == 200
        assert text.startswith(term.title)
        assert len(text) > len(term.title) + 10
        meanings.add(text)
    assert len(meanings) == len(terms) > 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_linked_words_name_the_place_of_their_meaning(client: Client, language: str) -> None:
    html = client.get(address("rules", language)).content.decode()
    words = re.findall(r'<a href="([^"]+)#([a-z0-9-]+)" data-term="([^"]+)"', html)
    assert len(words) > 5
    for page, term, place in words:
        assert page == address("glossary", language)
        assert place == address("term", language, term)
        assert client.get(place).status_code == 200


def test_a_meaning_is_kept_by_browsers_and_left_alone_by_search_engines(client: Client) -> None:
    response = client.get(address("term", "nb", "trump"))
    assert "max-age=3600" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex"
    assert "Cookie" not in response.get("Set-Cookie", "")


def test_an_unknown_word_is_not_found(client: Client) -> None:
    assert client.get(address("term", "sv", "jackpot")).status_code == 404
