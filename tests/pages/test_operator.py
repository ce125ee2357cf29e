"""Who runs the site: named by the settings, or said to be unnamed."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

PAGES = ["about", "privacy", "accessibility"]
UNNAMED = {"nb": "har ikke skrevet navnet sitt her", "sv": "har inte skrivit sitt namn här"}
NAMED = {"nb": "Dette nettstedet drives av", "sv": "Den här webbplatsen drivs av"}


def shown(client: Client, language: str, name: str, query: str) -> str:
    """The page; each query is an address of its own, so that no kept page is shown."""
    with override(language):
        return client.get(reverse(f"pages:{name}"), {"copy": query}).content.decode()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", ["nb", "sv"])
def test_operator_is_named(client: Client, settings: LazySettings, language: str, name: str) -> None:
    settings.OPERATOR, settings.OPERATOR_MAIL = "Bø & Ås <skole>", "post@skole.example"
    html = shown(client, language, name, "named")
    assert f"{NAMED[language]} Bø &amp; Ås &lt;skole&gt;." in html
    assert '<a href="mailto:post@skole.example">post@skole.example</a>' in html
    assert UNNAMED[language] not in html
    settings.OPERATOR_MAIL = ""
    assert "mailto:" not in shown(client, language, name, "no-mail")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", ["nb", "sv"])
def test_page_says_that_nobody_is_named(client: Client, language: str, name: str) -> None:
    html = shown(client, language, name, "unnamed")
    assert UNNAMED[language] in html
    assert NAMED[language] not in html
