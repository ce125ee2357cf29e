"""Answers that come twice, late, from a stale page, from somebody else, or not at all (W22, W25, W36)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.drill_pages import answer_by_keyboard, choice, verdict
from tests.browser.keyboard import has_focus
from tests.browser.stage import drills_of, key_of, set_stage, sign_in
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch
from trainer.drills.models import Attempt

KINDS = ["follow", "ending", "rules"]


@pytest.mark.parametrize("kind", KINDS)
def test_answer_arrives_without_a_new_page(kind: str, language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language)
    version = drills_of(kind)[0]
    visitor.open("drills:drill", version.drill.public_id)
    answer_by_keyboard(visitor, "wrong")
    live = visitor.page.locator("#live")
    assert live.text_content() or verdict(visitor.page).get_attribute("role") or has_focus(visitor.page)
    assert Attempt.objects.get().verdict == "wrong"


@pytest.mark.parametrize("kind", KINDS)
def test_what_stays_is_kept_in_the_page_and_sent_with_a_whole_one(
    kind: str, language: str, visit: Callable[..., Visitor]
) -> None:
    visitor = visit(language)
    version = drills_of(kind)[0]
    page = visitor.open("drills:drill", version.drill.public_id)
    rows, steps = page.locator("#seen-cards tbody tr"), page.locator("#drill-ladder rect")
    before = rows.count(), steps.count()
    assert before == (4, 26)
    page.locator("#seen-cards summary").click()
    choice(page, key_of(version, "wrong")).click()
    expect(verdict(page)).to_be_visible()
    assert (rows.count(), steps.count()) == before
    expect(rows.first).to_be_visible()
    page.reload()
    assert (rows.count(), steps.count()) == before


def test_double_click_stores_one_attempt(visit: Callable[..., Visitor]) -> None:
    visitor = visit("nb")
    version = drills_of("follow")[0]
    page = visitor.open("drills:drill", version.drill.public_id)
    choice(page, key_of(version, "right")).dblclick(no_wait_after=True)
    expect(verdict(page)).to_be_visible()
    assert Attempt.objects.count() == 1


def test_two_tabs_store_the_first_answer(visit: Callable[..., Visitor], watch: Watch) -> None:
    watch.expect("409")
    visitor = visit("sv")
    version = drills_of("follow")[0]
    page = visitor.open("drills:drill", version.drill.public_id)
    stale = page.context.new_page()
    stale.goto(page.url)
    choice(page, key_of(version, "wrong")).click()
    expect(verdict(page)).to_be_visible()
    choice(stale, key_of(version, "right")).click()
    expect(verdict(stale)).to_be_visible()
    assert [attempt.verdict for attempt in Attempt.objects.all()] == ["wrong"]


def test_back_and_answering_again_stores_nothing_more(visit: Callable[..., Visitor], watch: Watch) -> None:
    watch.expect("409")
    visitor = visit("nb")
    version = drills_of("follow")[0]
    page = visitor.open("drills:drill", version.drill.public_id)
    choice(page, key_of(version, "wrong")).click()
    expect(verdict(page)).to_be_visible()
    page.goto(visitor.address("pages:rules"))
    page.go_back()
    again = choice(page, key_of(version, "right"))
    if again.count():
        again.click()
    expect(verdict(page)).to_be_visible()
    assert [(attempt.number, attempt.verdict) for attempt in Attempt.objects.all()] == [(0, "wrong")]


def test_expired_session_leads_to_the_whole_sign_in_page(
    language: str, visit: Callable[..., Visitor]
) -> None:
    stage = set_stage()
    visitor = sign_in(visit(language), stage.classmate)
    version = drills_of("follow")[0]
    page = visitor.open("drills:drill", version.drill.public_id)
    before = Attempt.objects.count()
    page.context.clear_cookies(name="session")
    with page.expect_navigation():
        choice(page, key_of(version, "right")).click()
    assert page.url.startswith(visitor.address("account_login"))
    assert version.drill.public_id in page.url, "the way back is lost"
    expect(page.locator("html")).to_have_count(1)
    expect(page.locator("main [name=password]")).to_have_count(1)
    assert Attempt.objects.count() == before


def test_unreachable_server_is_told_and_the_form_stays(
    language: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED", "htmx:")
    visitor = visit(language)
    version = drills_of("follow")[0]
    page = visitor.open("drills:drill", version.drill.public_id)
    page.context.set_offline(True)
    choice(page, key_of(version, "right")).click()
    message = page.locator("[data-when-offline]")
    expect(message).to_be_visible()
    expect(page.locator("#live")).to_have_text(message.text_content() or "?")
    assert not Attempt.objects.exists()
    page.context.set_offline(False)
    choice(page, key_of(version, "right")).click()
    expect(verdict(page)).to_be_visible()
    assert Attempt.objects.get().verdict == "right"


def test_card_that_may_not_be_played_is_explained(
    language: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    watch.expect("422")
    visitor = visit(language)
    version = next(v for v in drills_of("follow") if v.question != "lead")
    page = visitor.open("drills:drill", version.drill.public_id)
    refused = page.locator('button[name="choice"][aria-disabled="true"]')
    if not refused.count():
        pytest.fail("no drill of the sample has a card that may not be played")
    visitor.marked()
    refused.first.click(force=True)
    expect(page.locator("[data-focus]").first).to_be_focused()
    assert visitor.stayed()
    assert not Attempt.objects.exists()
    expect(choice(page, key_of(version, "right"))).to_be_visible()


def test_reduced_motion_is_kept(visit: Callable[..., Visitor]) -> None:
    visitor = visit("nb", reduced_motion="reduce")
    version = drills_of("follow")[0]
    visitor.open("drills:drill", version.drill.public_id)
    answer_by_keyboard(visitor, "right")
    longest = visitor.page.evaluate(
        "() => Math.max(0, ...document.getAnimations().map((one) => one.effect.getComputedTiming().duration))"
    )
    assert longest <= 1
