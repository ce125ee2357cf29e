"""Pages kept in memory: the same for all guests, never for anybody else, and never stale."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from rules_site.pages.kept import KEPT, KeptPages
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db
PAGE = "/nb/om/"


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    KEPT.clear()
    yield
    KEPT.clear()


def made_anew(client: Client, address: str = PAGE, **options: object) -> bool:
    """Whether any template was rendered for the answer."""
    response = client.get(address, **options)  # type: ignore[arg-type]
    assert response.status_code == 200
    return bool(response.templates)


def test_second_guest_gets_the_page_of_the_first(client: Client) -> None:
    first, second = client.get(PAGE), Client().get(PAGE)
    assert first.templates
    assert not second.templates
    assert first.content == second.content
    assert {name: first.headers.get(name) for name in ("Cache-Control", "Vary", "Content-Language")} == {
        name: second.headers.get(name) for name in ("Cache-Control", "Vary", "Content-Language")
    }
    assert "Content-Security-Policy" in second.headers


def test_each_address_language_display_and_host_has_its_own(client: Client) -> None:
    assert made_anew(client)
    assert made_anew(client, "/sv/om/")
    assert made_anew(client, PAGE + "?tricks=26")
    assert made_anew(client, PAGE, headers={"host": "localhost"})
    client.cookies[settings.DISPLAY_COOKIE_NAME] = "dark.4.nordic"
    assert made_anew(client)
    assert 'data-theme="dark"' in client.get(PAGE).content.decode()
    client.cookies.clear()
    assert not made_anew(client)
    assert 'data-theme="system"' in client.get(PAGE).content.decode()


def test_signed_in_visitors_neither_get_nor_leave_a_page(client: Client) -> None:
    client.force_login(User.objects.create_user("kari"))
    assert "kari" in client.get(PAGE).content.decode()
    guest = Client().get(PAGE)
    assert guest.templates
    assert b"kari" not in guest.content
    assert "kari" in client.get(PAGE).content.decode()


def test_htmx_and_endless_queries_are_not_kept(client: Client) -> None:
    assert made_anew(client, PAGE, headers={"HX-Request": "true"})
    assert made_anew(client)
    long = PAGE + "?x=" + "y" * 300
    assert made_anew(client, long)
    assert made_anew(client, long)


def test_edited_content_shows_at_once(client: Client, tmp_path: Path, settings: object) -> None:
    content = tmp_path / "content"
    shutil.copytree(settings.CONTENT_DIR, content)  # type: ignore[attr-defined]
    settings.CONTENT_DIR = content  # type: ignore[attr-defined]
    assert made_anew(client)
    path = content / "nb" / "about.md"
    before = path.stat().st_mtime_ns
    path.write_text(path.read_text("utf-8") + "\nEn ny setning.\n", "utf-8")
    os.utime(path, ns=(before, before + 10_000_000_000))
    assert "En ny setning." in client.get(PAGE).content.decode()


def test_a_page_that_is_not_there_is_not_kept(client: Client) -> None:
    assert client.get("/nb/finnes-ikke/").status_code == 404
    assert KEPT._size == 0


def test_oldest_pages_make_room() -> None:
    pages = KeptPages(10)
    for number in range(4):
        pages.keep((number,), b"abcd")
    assert [pages.get((number,)) is not None for number in range(4)] == [False, False, True, True]
    assert pages.get((2,)) == b"abcd"
    pages.keep((9,), b"abcd")
    assert pages.get((3,)) is None, "the page asked for longest ago goes first"
    pages.keep((9,), b"ab")
    assert pages._size == 6
