"""A person at a browser: a page, the site's address and the language they read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, override
from playwright.sync_api import Locator, Page


@dataclass(frozen=True, slots=True)
class Visitor:
    """Finds things by role and by the words of the visitor's own language."""

    page: Page
    site: str
    language: str

    def words(self, msgid: str, **values: object) -> str:
        """The interface's words for a msgid."""
        with override(self.language):
            return gettext(msgid) % values if values else gettext(msgid)

    def path(self, name: str, *arguments: object) -> str:
        """The path of a named page in the visitor's language."""
        with override(self.language):
            return reverse(name, args=arguments)

    def address(self, name: str, *arguments: object) -> str:
        return self.site + self.path(name, *arguments)

    def open(self, name: str, *arguments: object) -> Page:
        """Go to a named page by its address."""
        response = self.page.goto(self.address(name, *arguments))
        assert response is not None
        assert response.status == 200, f"{name}: status {response.status}"
        return self.page

    def link(self, msgid: str, within: str = "body") -> Locator:
        return self._found("link", msgid, within)

    def button(self, msgid: str, within: str = "body") -> Locator:
        return self._found("button", msgid, within)

    def _found(self, role: Any, msgid: str, within: str) -> Locator:
        return self.page.locator(within).get_by_role(role, name=self.words(msgid)).first

    def marked(self) -> Page:
        """Mark the document, so that `stayed` can tell a swap from a new page."""
        self.page.evaluate("() => { window.sameDocument = true }")
        return self.page

    def stayed(self) -> bool:
        return bool(self.page.evaluate("() => window.sameDocument === true"))

    def htmx_runs(self) -> bool:
        return bool(self.page.evaluate("() => typeof htmx === 'object'"))
