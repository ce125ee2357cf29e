"""A person at a browser: a page, the site's address and the language they read."""

from __future__ import annotations

import re
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

    def address(self, name: str, *arguments: object, **named: object) -> str:
        with override(self.language):
            return self.site + reverse(name, args=arguments, kwargs=named or None)

    def open(self, name: str, *arguments: object) -> Page:
        """Go to a named page by its address."""
        self.page.goto(self.address(name, *arguments))
        return self.page

    def link(self, msgid: str, within: str = "body") -> Locator:
        return self._found("link", msgid, within)

    def button(self, msgid: str, within: str = "body") -> Locator:
        return self._found("button", msgid, within)

    def field(self, label: str) -> Locator:
        return self.page.get_by_label(re.compile(re.escape(self.words(label)), re.IGNORECASE)).first

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
