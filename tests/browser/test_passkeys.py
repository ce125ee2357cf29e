"""A teacher adds a passkey and an app, and signs in with them: by keyboard, at 320 px, axe on every page."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.accounts.helpers import PASSWORD, make_user
from tests.accounts.test_second_step import code_now
from tests.browser.looking import violations
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch
from trainer.accounts.models import User

NARROW = {"width": 320, "height": 640}


def give_authenticator(page: Page) -> None:
    """A passkey holder inside the browser that says yes by itself."""
    client = page.context.new_cdp_session(page)
    client.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    client.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def looked_at(visitor: Visitor, where: str) -> None:
    """Nothing for axe to find, and no sideways scroll."""
    assert not (found := violations(visitor.page, where)), "\n".join(found)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], where


def press(visitor: Visitor, msgid: str) -> None:
    """A button or link of the page, by keyboard."""
    found = visitor.button(msgid, "main").or_(visitor.link(msgid, "main")).first
    found.focus()
    found.press("Enter")


def sign_in(visitor: Visitor) -> None:
    page = visitor.open("account_login")
    page.locator("#id_login").fill("berit")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("#id_password").press("Enter")


def sign_out(visitor: Visitor) -> None:
    visitor.open("account_logout")
    press(visitor, "Sign out")


def prove(visitor: Visitor) -> None:
    looked_at(visitor, "is it you")
    visitor.page.locator("#id_password").fill(PASSWORD)
    press(visitor, "Continue")


def test_passkey_and_app_from_the_first_to_the_last(
    visit: Callable[..., Visitor], watch: Watch, language: str
) -> None:
    watch.expect("422")  # a wrong code on the way
    teacher = make_user("berit", "berit@skole.no", language=language)
    visitor = visit(language, viewport=NARROW)
    give_authenticator(visitor.page)
    sign_in(visitor)
    _adds_passkey(visitor)
    _connects_app(visitor)
    sign_out(visitor)
    _signs_in_with_passkey_alone(visitor, teacher)
    sign_out(visitor)
    _takes_second_step(visitor)
    _removes_passkey(visitor)


def _adds_passkey(visitor: Visitor) -> None:
    visitor.open("mfa_index")
    press(visitor, "Add a passkey")
    prove(visitor)
    visitor.page.locator("#id_name").fill("Læreriet")
    looked_at(visitor, "add a passkey")
    press(visitor, "Add the passkey")
    visitor.page.wait_for_url(f"**{visitor.path('mfa_view_recovery_codes')}")
    assert visitor.page.locator("main .code").count() == 10
    looked_at(visitor, "reserve codes")


def _connects_app(visitor: Visitor) -> None:
    page = visitor.open("mfa_activate_totp")
    looked_at(visitor, "connect an app")
    box = page.locator(".qr svg").bounding_box()
    assert box and box["width"] > 150
    page.locator("#id_code").fill("000000")
    press(visitor, "Connect the app")
    expect(page.locator(".err").first).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "id_code"
    page.locator("#id_code").fill(code_now(page.locator("main .code").inner_text()))
    press(visitor, "Connect the app")
    page.wait_for_url(f"**{visitor.path('mfa_index')}")
    assert "Læreriet" in page.locator("main").inner_text()
    looked_at(visitor, "overview with both")
    for name in ("mfa_deactivate_totp", "mfa_generate_recovery_codes", "mfa_reauthenticate"):
        visitor.open(name)
        looked_at(visitor, name)


def _signs_in_with_passkey_alone(visitor: Visitor, teacher: User) -> None:
    visitor.open("account_login")
    expect(visitor.button("Sign in with a passkey", "main")).to_be_visible()
    looked_at(visitor, "sign-in page")
    press(visitor, "Sign in with a passkey")
    visitor.page.wait_for_url(f"**{visitor.path('progress:mine')}")
    visitor.open("account_home")
    assert teacher.username in visitor.page.locator("main").inner_text()


def _takes_second_step(visitor: Visitor) -> None:
    sign_in(visitor)
    visitor.page.wait_for_url(f"**{visitor.path('mfa_authenticate')}")
    looked_at(visitor, "the second step")
    press(visitor, "Use a passkey")
    visitor.page.wait_for_url(f"**{visitor.path('progress:mine')}")


def _removes_passkey(visitor: Visitor) -> None:
    page = visitor.open("mfa_index")
    page.locator(".keys a").last.press("Enter")
    prove(visitor)
    page.wait_for_load_state()
    looked_at(visitor, "remove the passkey")
    press(visitor, "Remove the passkey")
    page.wait_for_url(f"**{visitor.path('mfa_index')}")
    assert "Læreriet" not in page.locator("main").inner_text()
