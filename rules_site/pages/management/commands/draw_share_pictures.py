"""Draw the pictures of shared links anew: one a kind of page and language, 1200 × 630.

Needs Chromium and the development packages (Playwright, Pillow). No server runs and nothing is
fetched: the browser gets every file from the sources.
"""

from __future__ import annotations

import io
import json
import shutil
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management.base import BaseCommand, CommandError
from django.template.loader import render_to_string
from django.utils.translation import override

from rules_site.pages import sharing
from trainer.accounts.display import Display
from trainer.engine.cards import parse_cards

COLOURS = 96


class Command(BaseCommand):
    help = "Draw the pictures of shared links anew (needs Chromium)."

    def handle(self, *args: Any, **options: Any) -> None:
        chromium = shutil.which("chromium")
        if not chromium:
            raise CommandError("Chromium is not here: apt-get install chromium")
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - a development package

        written = {}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": sharing.WIDTH, "height": sharing.HEIGHT})
            for language, _name in settings.LANGUAGES:
                for kind in sharing.PICTURES:
                    name = f"{language}-{kind}.png"
                    written[name] = self._draw(page, name, kind, language)
            browser.close()
        text = json.dumps(written, ensure_ascii=False, indent=1, sort_keys=True)
        (sharing.FOLDER / "pictures.json").write_text(text + "\n", "utf-8")

    def _draw(self, page: Any, name: str, kind: str, language: str) -> dict[str, str]:
        with override(language):
            words = sharing.words_of(kind)
            context = {"title": words["title"], "cards": parse_cards(words["cards"]), "display": Display()}
            html = render_to_string("share/picture.html", context)
        page.unroute_all()
        page.route("**/*", lambda route: _answer(route, html))
        page.goto("http://picture.invalid/")
        page.evaluate("() => document.fonts.ready")
        small = _fewer_colours(page.screenshot())
        (sharing.FOLDER / name).write_bytes(small)
        self.stdout.write(f"{name}: {len(small) / 1000:.0f} kB")
        return words


def _answer(route: Any, html: str) -> None:
    """The page itself, or a static file."""
    path = route.request.url.partition("picture.invalid/")[2]
    found = finders.find(path.removeprefix("static/").partition("#")[0]) if path else None
    if found:
        route.fulfill(path=found)
    else:
        route.fulfill(body=html, content_type="text/html; charset=utf-8")


def _fewer_colours(png: bytes) -> bytes:
    """A picture of flat colours needs no more than a palette."""
    from PIL import Image  # noqa: PLC0415 - comes with WeasyPrint

    buffer = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
