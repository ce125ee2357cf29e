"""A session of ten by keyboard alone and by thumb, in both languages, to its summary and back again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.phone import PHONE, assert_no_sideways_scroll
from tests.browser.visitors import Visitor
from trainer.drills.models import Attempt, Drill
from trainer.progress.models import PracticeSession

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_session_is_played_through_by_keyboard(language: str, visit: Callable[..., Visitor]) -> None:
    # Endings and memory have walks of their own.
    Drill.objects.filter(kind__in=(Drill.Kind.MEMORY, Drill.Kind.ENDING)).update(current=None)
    visitor = visit(language)
    page = visitor.open("sessions:start")
    page.locator("main button[type=submit]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**?session=*")
    total = PracticeSession.objects.get().items.count()
    for _place in range(total):
        page.locator('button[name="choice"]:not([aria-disabled])').first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".verdict h1")).to_be_focused()
        onward = page.locator("#drill .acts a.btn").first
        onward.focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
    expect(page.locator(".course li")).to_have_count(total)
    expect(page.locator(".course [aria-current]")).to_have_count(0)
    page.go_back()
    expect(page.locator(".verdict h1")).to_be_visible()
    expect(page.locator('button[name="choice"]')).to_have_count(0)


def test_session_is_played_through_by_thumb(language: str, visit: Callable[..., Visitor]) -> None:
    Drill.objects.filter(kind__in=(Drill.Kind.MEMORY, Drill.Kind.ENDING)).update(current=None)
    visitor = visit(language, **PHONE)
    page = visitor.open("sessions:start")
    page.locator("main button[type=submit]").tap()
    page.wait_for_url("**?session=*")
    total = PracticeSession.objects.get().items.count()
    for place in range(total):
        page.locator('button[name="choice"]:not([aria-disabled])').last.tap()
        expect(page.locator(".verdict h1")).to_be_in_viewport()
        if place == 0:
            assert_no_sideways_scroll(page)
        with page.expect_navigation():
            page.locator("#drill .acts a.btn").first.tap()
    expect(page.locator(".course li")).to_have_count(total)
    assert_no_sideways_scroll(page)
    assert Attempt.objects.count() == total


def test_quick_mode_goes_on_by_thumb(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, **PHONE)
    page = visitor.page
    page.goto(visitor.address("drills:next") + "?kind=follow&mode=quick")
    for answered in (1, 2):
        page.locator('.sides button[value="duck"]').tap()
        expect(page.locator(".verdict h1")).to_be_in_viewport()
        assert list(Attempt.objects.values_list("choice", "unrated")) == [("duck", "quick")] * answered
        with page.expect_navigation():
            page.locator("#drill .acts a.btn").first.tap()
    expect(page.locator(".sides button")).to_have_count(2)
