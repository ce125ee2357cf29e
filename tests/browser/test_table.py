"""The table by keyboard, thumb and without a script: whole endings, picked cards, the help (W44)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.drill_pages import choice, verdict
from tests.browser.keyboard import focused, has_focus, press, reach
from tests.browser.phone import PHONE, assert_no_sideways_scroll
from tests.browser.stage import drills_of, key_of
from tests.browser.states import two_taps
from tests.browser.visitors import Visitor
from trainer.drills.models import Attempt, DrillVersion
from trainer.drills.situations import read_situation
from trainer.engine.cards import Suit

PLAYING = "form.play"
DIGITS = {Suit.HEARTS: "2", Suit.DIAMONDS: "3", Suit.CLUBS: "4", Suit.SPADES: "1"}


def longest_ending() -> DrillVersion:
    return max(drills_of("ending"), key=lambda version: len(read_situation(version.position).hand))


def full_hand() -> DrillVersion:
    """A decision of phase one, with thirteen cards."""
    return next(
        version for version in drills_of("follow") if len(read_situation(version.position).hand) == 13
    )


def playable(page: Page) -> Locator:
    return page.locator(f"{PLAYING} .hand button:not([aria-disabled])")


def spoken(page: Page) -> str:
    return (page.locator("#live").text_content() or "").strip()


def play_on(visitor: Visitor, grade: str = "right") -> DrillVersion:
    """Answer the longest ending and go on to play it."""
    version = longest_ending()
    page = visitor.open("drills:drill", version.drill.public_id)
    choice(page, key_of(version, grade)).click()
    expect(verdict(page)).to_be_visible()
    visitor.link("Play on").click()
    expect(page.locator(PLAYING)).to_be_visible()
    return version


def test_whole_ending_by_keyboard_keeps_the_focus_and_says_each_card(
    language: str, visit: Callable[..., Visitor]
) -> None:
    visitor = visit(language)
    version = longest_ending()
    page = visitor.open("drills:drill", version.drill.public_id)
    visitor.marked()
    press(page, choice(page, key_of(version, "wrong")))
    expect(verdict(page)).to_be_visible()
    press(page, visitor.link("Play on"))
    expect(playable(page).first).to_be_focused()
    assert visitor.words("How the card is punished") in page.inner_text(".slip")
    heard = [spoken(page)]
    while page.locator(PLAYING).count():
        assert has_focus(page), focused(page)
        before = page.url
        page.keyboard.press("Enter")
        expect(page).not_to_have_url(before)
        page.wait_for_function(
            "said => document.getElementById('live').textContent.trim() !== said", arg=heard[-1]
        )
        heard.append(spoken(page))
    expect(page.locator("h1")).to_be_focused()
    assert visitor.stayed(), "a card came as a new page"
    assert len(set(heard)) == len(heard) == len(read_situation(version.position).hand)
    assert page.inner_text("h1") in heard[-1]
    assert not any(page.inner_text("h1") in said for said in heard[:-1])
    assert [(attempt.number, attempt.verdict) for attempt in Attempt.objects.all()] == [(0, "wrong")]


def test_arrows_and_digits_lead_through_the_hand(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language)
    version = full_hand()
    page = visitor.open("drills:drill", version.drill.public_id)
    hand = read_situation(version.position).hand
    reach(page, choice(page, str(hand[0])))
    for card in (*hand[1:], hand[0]):
        page.keyboard.press("ArrowRight")
        expect(choice(page, str(card))).to_be_focused()
    for suit, digit in DIGITS.items():
        of_suit = [card for card in hand if card.suit is suit]
        for card in of_suit[:3]:
            page.keyboard.press(digit)
            expect(choice(page, str(card))).to_be_focused()
        if not of_suit:
            before = focused(page)
            page.keyboard.press(digit)
            assert focused(page) == before


def test_question_mark_opens_the_help_and_escape_closes_it(
    language: str, visit: Callable[..., Visitor]
) -> None:
    visitor = visit(language)
    version = full_hand()
    page = visitor.open("drills:drill", version.drill.public_id)
    card = reach(page, choice(page, str(read_situation(version.position).hand[2])))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name=visitor.words("Help at the table"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(card).to_be_focused()
    press(page, page.locator("[data-opens]"))
    expect(page.locator("dialog[open]")).to_be_visible()
    page.locator("dialog[open] button").click()
    expect(page.locator("[data-opens]")).to_be_focused()
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("way", ["tap", "click", "Enter"])
def test_card_is_played_at_the_second_tap(way: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit("nb", **(PHONE if way == "tap" else {}))
    two_taps(visitor)
    version = full_hand()
    page = visitor.open("drills:drill", version.drill.public_id)

    def act(key: str) -> None:
        card = choice(page, key)
        if way == "Enter":
            card.focus()
            page.keyboard.press("Enter")
        else:
            getattr(card, way)()

    act(key_of(version, "wrong"))
    expect(page.locator("[aria-pressed=true]")).to_have_attribute("value", key_of(version, "wrong"))
    assert visitor.words("Tap the card once more.") in spoken(page)
    act(key_of(version, "right"))
    expect(page.locator("[aria-pressed=true]")).to_have_attribute("value", key_of(version, "right"))
    assert not Attempt.objects.exists()
    act(key_of(version, "right"))
    expect(verdict(page)).to_be_visible()
    assert Attempt.objects.get().verdict == "right"


def test_escape_lets_go_of_a_picked_card(visit: Callable[..., Visitor]) -> None:
    visitor = visit("sv")
    two_taps(visitor)
    version = full_hand()
    page = visitor.open("drills:drill", version.drill.public_id)
    choice(page, key_of(version, "right")).click()
    expect(page.locator("[aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)


def test_whole_ending_works_by_thumb(visit: Callable[..., Visitor]) -> None:
    visitor = visit("sv", **PHONE)
    play_on(visitor)
    page = visitor.page
    while page.locator(PLAYING).count():
        before = page.url
        playable(page).last.tap()
        expect(page).not_to_have_url(before)
    expect(page.locator("h1")).to_be_focused()


def test_whole_ending_works_without_script(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, java_script_enabled=False)
    version = play_on(visitor, "wrong")
    page = visitor.page
    visitor.link("Take back and try again").click()
    for _card in range(13):
        if not page.locator(PLAYING).count():
            break
        playable(page).first.click()
    expect(page.locator("#drill tbody tr")).to_have_count(len(read_situation(version.position).hand))
    visitor.link("Play it once more").click()
    expect(page.locator(PLAYING)).to_be_visible()
    page.locator("[data-opens]").click()
    assert page.url == visitor.address("drills:help")


def test_two_taps_work_without_script(visit: Callable[..., Visitor]) -> None:
    visitor = visit("nb", java_script_enabled=False)
    two_taps(visitor)
    version = full_hand()
    page = visitor.open("drills:drill", version.drill.public_id)
    choice(page, key_of(version, "right")).click()
    expect(choice(page, key_of(version, "right"))).to_have_attribute("aria-pressed", "true")
    assert not Attempt.objects.exists()
    choice(page, key_of(version, "right")).click()
    expect(verdict(page)).to_be_visible()


def test_back_and_reload_show_the_board_of_their_address(visit: Callable[..., Visitor]) -> None:
    visitor = visit("nb")
    play_on(visitor)
    page = visitor.page
    first, hand = page.url, playable(page).count()
    playable(page).first.click()
    expect(page).not_to_have_url(first)
    second, told = page.url, page.inner_text("#told")
    page.reload()
    assert (page.url, page.inner_text("#told")) == (second, told)
    page.go_back()
    expect(page).to_have_url(first)
    expect(playable(page)).to_have_count(hand)
    playable(page).first.dblclick(no_wait_after=True)
    expect(page).to_have_url(second)
    assert Attempt.objects.count() == 1


@pytest.mark.parametrize("width", [320, 360])
def test_thirteen_cards_have_room_for_a_thumb(width: int, visit: Callable[..., Visitor]) -> None:
    visitor = visit("nb", **PHONE | {"viewport": {"width": width, "height": 740}})
    page = visitor.open("drills:drill", full_hand().drill.public_id)
    boxes = [card.bounding_box() for card in page.locator(".hand button").all()]
    assert len(boxes) == 13
    for number, box in enumerate(boxes):
        assert box
        assert box["width"] >= 36
        assert box["height"] >= 44
        for other in boxes[number + 1 :]:
            assert other
            apart = box["x"] + box["width"] <= other["x"] or box["y"] + box["height"] <= other["y"]
            assert apart, "cards lie over one another"
    assert_no_sideways_scroll(page)


def test_played_ending_fits_a_narrow_phone(visit: Callable[..., Visitor]) -> None:
    visitor = visit("sv", **PHONE | {"viewport": {"width": 320, "height": 568}})
    play_on(visitor, "wrong")
    assert_no_sideways_scroll(visitor.page)
    before = visitor.page.url
    playable(visitor.page).first.tap()
    expect(visitor.page).not_to_have_url(before)
    assert_no_sideways_scroll(visitor.page)
