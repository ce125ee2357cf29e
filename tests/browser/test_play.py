"""Whole deals in a browser: by keyboard, by touch and without a script, each against another player."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.keyboard import choose, focused, follow, press, reach, type_into
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch
from trainer.play.models import PlayedDeal

CARDS = 26


def playable(page: Page) -> Locator:
    return page.locator(".hand button:not([aria-disabled=true])")


def ticket(page: Page) -> str:
    return page.locator("[name=ticket]").input_value()


def wait_for_the_next(page: Page, before: str) -> bool:
    """Wait until the card has been answered; whether the deal goes on."""
    page.wait_for_function(
        "before => !document.querySelector('form.play')"
        " || document.querySelector('[name=ticket]').value !== before",
        arg=before,
    )
    return page.locator("form.play").count() == 1


def the_result_stands(visitor: Visitor) -> None:
    deal = PlayedDeal.objects.get()
    expect(visitor.page.locator("h1")).to_be_visible()
    assert deal.is_over
    assert len(deal.plays) == 4 * CARDS
    said = visitor.words("You took {a} tricks and the opponent {b}.").format(a=deal.own, b=deal.other)
    expect(visitor.page.locator("main .lead")).to_have_text(said)


def test_whole_deal_by_keyboard(language: str, visit: Callable[..., Visitor]) -> None:
    """Against the strongest: Enter plays the card in focus, the digits and arrows find others."""
    visitor = visit(language)
    page = visitor.open("play:index")
    reach(page, page.locator("[name=opponent]:checked"))
    page.keyboard.press("ArrowDown")
    expect(page.locator("[name=opponent][value=strong]")).to_be_checked()
    follow(page, visitor.button("Deal the cards"))
    assert page.evaluate("document.activeElement.matches('.hand button')")
    visitor.marked()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("?")
    expect(page.locator("#table-help")).to_be_visible()
    page.keyboard.press("Escape")
    playable(page).first.focus()
    said = set()
    for _card in range(CARDS):
        before = ticket(page)
        assert page.evaluate("document.activeElement.matches('.hand button')"), focused(page)
        page.keyboard.press("Enter")
        said.add(page.locator("#live").text_content())
        if not wait_for_the_next(page, before):
            break
        page.keyboard.press("Home")
        if playable(page).first.get_attribute("value") != page.evaluate("document.activeElement.value"):
            playable(page).first.focus()
    assert visitor.stayed()
    assert len(said) > CARDS // 2
    assert page.evaluate("document.activeElement.matches('h1')")
    the_result_stands(visitor)


def test_whole_deal_by_touch(language: str, visit: Callable[..., Visitor]) -> None:
    """On a small phone against the club player, stopping after each trick."""
    visitor = visit(language, viewport={"width": 320, "height": 640}, has_touch=True)
    page = visitor.open("play:index")
    page.locator("label:has([name=opponent][value=club])").tap()
    page.locator(".play-form details summary").last.tap()
    page.locator("label:has([name=pace][value=step])").tap()
    page.locator(".play-form button[type=submit]").tap()
    page.wait_for_url(f"**{visitor.path('play:index')}*/")
    page.wait_for_load_state()
    visitor.marked()
    for _card in range(CARDS):
        before = ticket(page)
        playable(page).last.tap()
        wait_for_the_next(page, before)
        narrow = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        assert narrow, page.locator("main").inner_text()
        page.locator("#go-on").tap()
        expect(page.locator("#go-on")).to_have_count(0)
        if page.locator("form.play").count() == 0:
            break
    assert visitor.stayed()
    the_result_stands(visitor)


def test_whole_deal_without_script(language: str, visit: Callable[..., Visitor]) -> None:
    """Against the beginner, each card a form."""
    visitor = visit(language, java_script_enabled=False)
    page = visitor.open("play:index")
    page.locator("[name=opponent][value=beginner]").check()
    page.locator(".play-form button[type=submit]").click()
    for _card in range(CARDS):
        playable(page).first.click()
        if page.locator("form.play").count() == 0:
            break
    the_result_stands(visitor)


def test_two_tabs_and_a_coach_by_keyboard(language: str, visit: Callable[..., Visitor], watch: Watch) -> None:
    """The second tab's card is refused with the fresh board; hint and take back keep the focus."""
    watch.expect("409")
    visitor = visit(language)
    page = visitor.open("play:index")
    page.locator("[name=opponent][value=beginner]").check()
    page.locator(".play-form details summary").last.click()
    page.locator("[name=coach][value=demand]").check()
    follow(page, visitor.button("Deal the cards"))
    before = ticket(page)
    while playable(page).count() == 1:  # the same card from both tabs is one card played
        playable(page).click()
        wait_for_the_next(page, before)
        before = ticket(page)
    second = page.context.new_page()
    second.goto(page.url)
    playable(page).first.click()
    wait_for_the_next(page, before)
    playable(second).last.click()
    expect(second.locator(".refusal")).to_be_visible()
    assert PlayedDeal.objects.get().plays.count(playable(second).last.get_attribute("value") or "-") == 0
    press(page, page.locator("[name=act][value=hint]"))
    expect(page.locator(".hint-note")).to_be_visible()
    assert page.evaluate("document.activeElement !== document.body")
    before = ticket(page)
    press(page, page.locator("[name=act][value=take-back]"))
    wait_for_the_next(page, before)
    assert page.evaluate("document.activeElement.matches('.hand button')"), focused(page)


def test_length_and_rules_are_chosen_by_keyboard(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language)
    page = visitor.open("play:index")
    reach(page, page.locator("[name=length]:checked"))
    page.keyboard.press("ArrowDown")
    choose(page, page.locator("#play-target"), "10")
    type_into(page, page.locator("#play-deals"), "4")
    follow(page, visitor.button("Deal the cards"))
    match = PlayedDeal.objects.select_related("match").get().match
    assert (match.target, match.deals_limit) == (10, None)
