"""The coach's look at a whole deal: of one that was played, by touch, and of one typed in, by keyboard."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.keyboard import follow, press, reach, type_into
from tests.browser.phone import PHONE, assert_no_sideways_scroll
from tests.browser.play_states import dealt, play_until
from tests.browser.stage import set_stage, sign_in
from tests.browser.visitors import Visitor
from tests.review.deals import as_typed, finished
from trainer.progress.models import PracticeSession
from trainer.review.models import Review


def tap_through(page: Page, selector: str) -> None:
    """Tap a link or button that leads to another page; the coach takes some seconds for a whole deal."""
    with page.expect_navigation(wait_until="load", timeout=90_000):
        page.locator(selector).first.tap()


def the_review_stands(visitor: Visitor) -> None:
    """The page tells luck and skill, the costliest choices with both lines, and every choice."""
    page, review = visitor.page, Review.objects.latest("pk")
    expect(page.locator("#luck")).to_be_visible()
    assert review.is_done
    assert page.locator(".slip-deal").count() == len(review.lines)
    assert page.locator("section[aria-labelledby=all] tbody tr").count() == len(review.decisions)


def test_played_deal_is_gone_through_by_touch(language: str, visit: Callable[..., Visitor]) -> None:
    stage = set_stage()
    deal = dealt(stage)
    play_until(deal, lambda _deal: False)
    visitor = sign_in(visit(language, **PHONE), stage.pupil)
    page = visitor.open("play:deal", deal.public_id)
    tap_through(page, f'a[href="{visitor.path("review:deal", deal.public_id)}"]')
    tap_through(page, ".review form .pri")
    the_review_stands(visitor)
    assert_no_sideways_scroll(page)
    page.locator(".slip-deal summary").first.tap()
    expect(page.locator(".two-lines li").first).to_be_visible()
    assert_no_sideways_scroll(page)
    tap_through(page, ".slip-deal form button")
    assert PracticeSession.objects.get().items.exists()
    page.go_back()
    the_review_stands(visitor)


def test_deal_is_typed_in_by_keyboard_and_gone_through(language: str, visit: Callable[..., Visitor]) -> None:
    """The cards in the field, the last two on the buttons of the cards; a slip of the pen is told."""
    words = as_typed(finished(4))
    visitor = visit(language)
    page = visitor.open("review:typed")
    type_into(page, page.locator("#typed-cards"), " ".join(words[:-2]))
    follow(page, page.locator("[name=check]"))
    for word in words[-2:]:
        follow(page, page.locator(f'[name=card][value="{word}"]'))
    follow(page, page.locator("[name=undo]"))
    expect(page.locator("#next")).to_contain_text("26")
    follow(page, page.locator(f'[name=card][value="{words[-1]}"]'))
    press(page, page.locator("[name=review]"))
    expect(page.locator("#luck")).to_be_visible(timeout=90_000)
    the_review_stands(visitor)
    press(page, page.locator(".slip-deal summary").first)
    expect(page.locator(".two-lines li").first).to_be_visible()
    reach(page, page.locator(".slip-deal form button").first)


def test_deal_is_typed_in_by_tapping_cards(language: str, visit: Callable[..., Visitor]) -> None:
    """The first tricks on a phone; a card that has gone cannot be tapped again."""
    words = as_typed(finished(4))[:7]
    visitor = visit(language, **PHONE)
    page = visitor.open("review:typed")
    for word in words:
        tap_through(page, f'[name=card][value="{word}"]')
        assert_no_sideways_scroll(page)
    assert page.locator("#typed-cards").input_value().split() == words
    tap_through(page, "[name=undo]")
    assert page.locator("#typed-cards").input_value().split() == words[:-1]
