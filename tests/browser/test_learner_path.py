"""A learner's whole way by keyboard: rules, a drill, its verdict, an account, and the progress kept."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.drill_pages import answer_by_keyboard, choice
from tests.browser.keyboard import follow, reach, type_into
from tests.browser.visitors import Visitor
from trainer.accounts.models import User
from trainer.drills.models import Attempt

PASSWORD = "en-lang-setning-om-kort"


def sign_up_by_keyboard(visitor: Visitor, name: str) -> None:
    """From any page to an account with a user name alone."""
    page = visitor.page
    follow(page, visitor.link("Sign in", within="header"))
    follow(page, visitor.link("Sign up", within="main"))
    type_into(page, page.locator("main [name=username]"), name)
    type_into(page, page.locator("main [name=password1]"), PASSWORD)
    follow(page, visitor.button("Sign up", within="main"))


def test_learner_goes_from_the_rules_to_kept_progress(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language)
    page = visitor.open("pages:home")
    follow(page, visitor.link("Rules", within="header"))
    assert page.url == visitor.address("pages:rules")
    follow(page, visitor.link("Practise", within="header"))
    follow(page, page.locator(f'main a[href*="{visitor.path("drills:next")}"]').first)

    first = answer_by_keyboard(visitor, "right")
    follow(page, page.locator(f'main a[href*="{visitor.path("drills:next")}"]').first)
    second = answer_by_keyboard(visitor, "wrong")
    assert second.pk != first.pk, "Next led to the same drill"

    sign_up_by_keyboard(visitor, "kortspiller")
    attempts = Attempt.objects.filter(learner__user=User.objects.get(username="kortspiller"))
    assert set(attempts.values_list("version", "verdict")) == {(first.pk, "right"), (second.pk, "wrong")}

    page.goto(visitor.address("pages:home"))
    follow(page, visitor.link("My progress", within="header"))
    assert page.url == visitor.address("progress:mine")
    expect(page.locator("main")).to_contain_text("2")
    page.goto(visitor.address("drills:drill", first.drill.public_id))
    expect(choice(page, "")).to_have_count(0)
    expect(page.locator(".verdict").first).to_be_visible()


def test_each_choice_says_its_name_and_can_be_reached(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language)
    page = visitor.open("drills:index")
    page.goto(visitor.address("drills:next") + "?kind=follow")
    buttons = page.locator('button[name="choice"]')
    names = buttons.evaluate_all(
        "list => list.map((e) => e.getAttribute('aria-label') || e.textContent.trim())"
    )
    assert len(names) == len(set(names)) > 1
    assert all(len(name.split()) >= 2 for name in names), names
    reach(page, buttons.last)
