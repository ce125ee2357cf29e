"""Errors inside a page that stays: a note above it, or the page anew, never a page in a page (W36)."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.drill_pages import choice, verdict
from tests.browser.stage import drills_of, key_of, set_stage, sign_in
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch
from trainer.drills.models import Attempt, Drill


def test_sign_in_in_another_tab_loads_the_page_anew(
    language: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    watch.expect("403")
    stage = set_stage()
    visitor = sign_in(visit(language), stage.classmate)
    version = drills_of("follow")[0]
    page = visitor.open("drills:drill", version.drill.public_id)
    before = Attempt.objects.count()
    page.context.clear_cookies(name="csrf")  # a sign-in gives a new one
    other_tab = page.context.new_page()
    other_tab.goto(visitor.address("account_home"))
    with page.expect_navigation():
        choice(page, key_of(version, "right")).click()
    note = visitor.words("This page was from before you signed in or out. It is new now: please do it again.")
    expect(page.locator("#notes")).to_contain_text(note)
    expect(page.locator("html")).to_have_count(1)
    expect(page.locator("main")).to_have_count(1)
    assert Attempt.objects.count() == before
    choice(page, key_of(version, "right")).click()
    expect(verdict(page)).to_be_visible()
    assert Attempt.objects.count() == before + 1


def test_error_is_a_note_above_the_page_and_has_the_focus(
    language: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    watch.expect("404")
    visitor = visit(language)
    version = drills_of("follow")[0]
    page = visitor.open("drills:drill", version.drill.public_id)
    Drill.objects.filter(pk=version.drill.pk).update(public_id="gone-now")
    visitor.marked()
    choice(page, key_of(version, "right")).click()
    note = page.locator("#notes [role=alert]")
    expect(note).to_contain_text(visitor.words("Page not found"))
    expect(note).to_be_focused()
    expect(choice(page, key_of(version, "right"))).to_be_visible()
    assert visitor.stayed()
    assert not Attempt.objects.exists()
