"""The main job without JavaScript: rules, a drill, its verdict, the next one, an account."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.drill_pages import choice, verdict, version_on
from tests.browser.stage import drills_of, key_of
from tests.browser.test_learner_path import PASSWORD
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch
from trainer.drills.models import Attempt


def test_whole_way_works_without_script(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, java_script_enabled=False)
    page = visitor.open("pages:rules")
    visitor.link("Practise", within="header").click()
    next_links = page.locator(f'main a[href*="{visitor.path("drills:next")}"]')
    next_links.first.click()
    first = version_on(page)
    choice(page, key_of(first, "right")).click()
    expect(verdict(page)).to_be_visible()
    next_links.first.click()
    second = version_on(page)
    assert second.pk != first.pk
    choice(page, key_of(second, "wrong")).click()
    expect(verdict(page)).to_be_visible()
    page.goto(visitor.address("account_signup"))
    page.locator("main [name=username]").fill("utenskript")
    page.locator("main [name=password1]").fill(PASSWORD)
    visitor.button("Sign up", within="main").click()
    kept = Attempt.objects.filter(learner__user__username="utenskript")
    assert sorted(kept.values_list("verdict", flat=True)) == ["right", "wrong"]


def test_illegal_card_is_refused_as_a_whole_page(
    language: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    watch.expect("422")
    visitor = visit(language, java_script_enabled=False)
    version = next(v for v in drills_of("follow") if v.question != "lead")
    page = visitor.open("drills:drill", version.drill.public_id)
    refused = page.locator('button[name="choice"][aria-disabled="true"]').first
    with page.expect_navigation() as navigation:
        refused.click(force=True)
    assert navigation.value.status == 422
    expect(page.locator("header.top")).to_have_count(1)
    expect(choice(page, key_of(version, "right"))).to_be_visible()
    assert not Attempt.objects.exists()
