"""Real pages in a real browser: Debian's Chromium, the shipped drills, and a watch on everything."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from django.core.cache import cache
from django.core.management import call_command
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import needs
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch
from trainer.drills.after_records import FOLDER
from trainer.drills.library import LIBRARY_DIR, library_files

# Playwright keeps an event loop running in the thread of the tests.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# How long a test waits for what should come at once: the machine may be busy with other tests.
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.django_db(transaction=True))
            if isinstance(item, pytest.Function) and is_in_the_other_language(item):
                item.add_marker(pytest.mark.long)


def is_in_the_other_language(item: pytest.Function) -> bool:
    """Whether a test waits for the long ones: each is run soon in one language, half of them in either.

    axe, which runs with a colour scheme, says itself what is soon.
    """
    chosen = item.callspec.params if hasattr(item, "callspec") else {}
    if "language" not in chosen or "scheme" in chosen:
        return False
    soon = ("nb", "sv")[crc32(item.originalname.encode()) % 2]
    return str(chosen["language"]) != soon


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chromium = needs.program("chromium")
    return {**browser_type_launch_args, "executable_path": chromium, "args": CHROMIUM_ARGUMENTS}


@pytest.fixture(scope="session")
def some_drills(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the first drills of every file of the library: real ones, loaded quickly."""
    folder = tmp_path_factory.mktemp("library")
    for path in (*library_files(), *library_files(LIBRARY_DIR / FOLDER)):
        kept = folder / path.relative_to(LIBRARY_DIR)
        kept.parent.mkdir(exist_ok=True)
        with path.open(encoding="utf-8") as lines:
            kept.write_text("".join(islice(lines, 12)), encoding="utf-8")
    return folder


@pytest.fixture
def site(transactional_db: None, live_server: LiveServer, some_drills: Path) -> str:
    """The address of a running site with shipped drills; limits start afresh."""
    cache.clear()
    call_command("load_drills", directory=some_drills, verbosity=0)
    return str(live_server.url)


@pytest.fixture
def watch(site: str) -> Iterator[Watch]:
    """Fails the test when any page of it logged an error, broke the policy or asked another host."""
    watch = Watch(site)
    yield watch
    assert not watch.unexpected(), "\n".join(watch.unexpected())


@pytest.fixture(params=["nb", "sv"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def visit(site: str, watch: Watch, new_context: Callable[..., BrowserContext]) -> Callable[..., Visitor]:
    """Makes a visitor with a browser of their own: `visit("nb")`, `visit("sv", color_scheme="dark")`."""

    def make(language: str, **options: Any) -> Visitor:
        context = new_context(**{"locale": language, "reduced_motion": "reduce", **options})
        context.set_default_timeout(PATIENCE)
        context.set_default_navigation_timeout(30_000)
        watch.context(context)
        page: Page = context.new_page()
        return Visitor(page, site, language)

    return make
