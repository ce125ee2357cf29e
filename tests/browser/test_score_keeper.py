"""The score keeper on a phone: offline and back, an answer that was lost, two phones, and no script."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.looking import violations
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch
from tests.play.servers import free_port, server
from trainer.scorekeeper.models import Entry, Pad, Step

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def begin(visitor: Visitor) -> Page:
    """A match of two, with the worker at work."""
    page = visitor.open("scorekeeper:index")
    page.locator("#id_first").fill("Anna")
    page.locator("#id_second").fill("Bo")
    visitor.button("Begin").click()
    expect(page.locator("#pad")).to_be_visible()
    return page


def tap(page: Page, name: str) -> None:
    """Press a button, later than the second press of a double tap would come."""
    page.wait_for_timeout(450)
    page.get_by_role("button", name=name).click()


def set_offline(page: Page, off: bool) -> None:
    """Cut the network, and hold back what Chromium still lets through to a page that a worker answers."""
    address = re.compile(r"/poengblokk/|/poangblock/")
    if off:
        page.context.route(address, lose_post)
    else:
        page.context.unroute(address)
    page.context.set_offline(off)


def lose_post(route: Route) -> None:
    if route.request.method == "POST":
        route.abort()
    else:
        route.fallback()


def score(page: Page) -> list[str]:
    return page.locator("[data-total]").all_inner_texts()


def entered() -> list[int]:
    return [entry.first_tricks for entry in Entry.objects.all()]


def test_deals_entered_offline_are_kept_and_sent_once(
    language: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    visitor = visit(language, **PHONE)
    watch.expect("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
    page = begin(visitor)
    page.evaluate("() => navigator.serviceWorker.ready")
    page.reload()
    tap(page, "8–5")
    expect(page.locator("#standing")).to_be_focused()
    set_offline(page, True)
    tap(page, "5–8")
    expect(page.locator("tbody tr")).to_have_count(2)
    page.reload()
    expect(page.locator("#standing")).to_contain_text(visitor.words("Not sent yet."))
    tap(page, "6–7")
    assert score(page) == ["3", "4"]
    assert violations(page, "a pad with deals that wait") == []
    assert entered() == [8]
    set_offline(page, False)
    expect(page.locator("#standing")).not_to_contain_text(visitor.words("Not sent yet."))
    expect(page.locator("tbody a")).to_have_count(3)
    assert entered() == [8, 5, 6]
    page.reload()
    assert score(page) == ["3", "4"]
    assert Step.objects.count() == 3


@pytest.mark.long
def test_deals_entered_while_the_server_is_dead_are_kept_and_sent_once(
    visit: Callable[..., Visitor], watch: Watch
) -> None:
    """The server is killed and comes up again; the page goes on from what the browser has kept."""
    watch.expect("ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "foreign request")
    port = free_port()
    guest = visit("sv", **PHONE)
    visitor = Visitor(guest.page, f"http://127.0.0.1:{port}", guest.language)
    with server(port) as process:
        page = begin(visitor)
        page.evaluate("() => navigator.serviceWorker.ready")
        page.reload()
        tap(page, "8–5")
        expect(page.locator("tbody a")).to_have_count(1)
        process.kill()
        process.wait()
        tap(page, "5–8")
        expect(page.locator("#standing")).to_contain_text(visitor.words("Not sent yet."))
        page.reload()
        tap(page, "6–7")
        assert score(page) == ["3", "4"]
    assert entered() == [8]
    with server(port):
        page.evaluate("() => dispatchEvent(new Event('online'))")
        expect(page.locator("tbody a")).to_have_count(3)
        assert entered() == [8, 5, 6]
        page.reload()
        assert score(page) == ["3", "4"]
    assert Step.objects.count() == 3


def test_deal_whose_answer_was_lost_is_not_entered_twice(visit: Callable[..., Visitor], watch: Watch) -> None:
    page = begin(visit("nb"))
    watch.expect("ERR_FAILED")

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/poengblokk/*/", lose)
    tap(page, "8–5")
    expect(page.locator("#live")).to_contain_text("Ikke sendt ennå.")
    assert entered() == [8]
    page.unroute("**/poengblokk/*/")
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("#standing")).to_have_text("Anna leder 3–0. Bo deler ut neste runde.")
    assert entered() == [8]


def test_other_phone_that_came_between_is_told_of(visit: Callable[..., Visitor], watch: Watch) -> None:
    page = begin(visit("sv"))
    watch.expect("409")
    other = visit("sv").page
    other.context.add_cookies([{**cookie} for cookie in page.context.cookies()])  # type: ignore[list-item]
    other.goto(page.url)
    tap(page, "8–5")
    expect(page.locator("tbody a")).to_have_count(1)
    tap(other, "7–6")
    expect(other.get_by_role("alert")).to_be_focused()
    expect(other.locator("#pad [data-total]").first).to_have_text("3")
    assert entered() == [8]
    tap(other, "För in det ändå")
    expect(other.locator("#standing")).to_have_text("Anna ligger före med 4–0. Anna ger nästa giv.")
    assert (entered(), Pad.objects.get().revision) == ([8, 7], 2)


def test_match_is_kept_without_a_script(visit: Callable[..., Visitor]) -> None:
    page = begin(visit("nb", java_script_enabled=False))
    tap(page, "12–1")
    expect(page.locator("#standing")).to_have_text("Anna vant partiet 11–0.")
    tap(page, "Angre siste runde")
    expect(page.locator("#standing")).to_have_text("Anna deler ut først.")
