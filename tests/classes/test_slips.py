"""Slips and the sign-in of a class: shown for a while, stored nowhere, and good for a whole class at once."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable

import pytest
import time_machine
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader

from rules_site.pages import pdf
from tests import needs
from tests.classes.conftest import School, user_of
from tests.classes.pasting import make, slips_shown
from trainer.accounts.models import User
from trainer.classes.limits import WRONG_WORDS
from trainer.classes.models import CodeBatch, Membership

type Enter = Callable[[object], Client]


def sign_in(client: Client, school: School, words: str, **more: str) -> int:
    address = reverse("classes:sign_in", args=[school.room.public_id])
    return client.post(address, {"words": words} | more).status_code


def address(school: School, name: str) -> str:
    return reverse(f"classes:{name}", args=[school.room.public_id])


def new_codes(client: Client, school: School, *pupils: Membership) -> None:
    html = client.get(address(school, "slips")).content.decode()
    secret = re.search(r'name="secret" value="(\w+)"', html)
    assert secret
    data = {"secret": secret[1], "pupil": [pupil.public_id for pupil in pupils]}
    for _twice in range(2):
        assert client.post(address(school, "new_codes"), data).status_code == 302


def test_slips_are_shown_after_making_and_gone_after_signing_out(school: School, enter: Enter) -> None:
    client = enter(school.teacher)
    make(client, school.room, "Tuva\nÅse")
    shown = slips_shown(client, school.room)
    assert list(shown) == ["Tuva", "Åse"]
    member = Membership.objects.get(display_name="Tuva")
    assert shown["Tuva"][0] == user_of(member).username
    assert user_of(member).check_password(shown["Tuva"][1])
    client.post(reverse("account_logout"))
    client.force_login(school.teacher)
    assert slips_shown(client, school.room) == {}


def test_slips_are_gone_after_two_hours(school: School, enter: Enter) -> None:
    with time_machine.travel("2026-11-30T12:00:00Z", tick=False):
        client = enter(school.teacher)
        make(client, school.room, "Tuva")
        cookie = client.cookies[f"{settings.SLIPS_COOKIE_NAME}-{school.room.public_id}"]
        assert cookie["httponly"]
        assert slips_shown(client, school.room)
    with time_machine.travel("2026-11-30T14:00:01Z", tick=False):
        client.cookies[cookie.key] = cookie.value
        assert slips_shown(client, school.room) == {}


def test_nobody_else_sees_the_slips(school: School, enter: Enter) -> None:
    client = enter(school.teacher)
    make(client, school.room, "Tuva")
    for who in (None, school.ida, school.other_teacher):
        for name in ("slips", "slips_print", "slips_pdf"):
            assert enter(who).get(address(school, name)).status_code == 404
        assert enter(who).post(address(school, "new_codes"), {"secret": "x" * 32}).status_code == 404
    thief = enter(school.teacher)  # another browser of the same teacher
    assert slips_shown(thief, school.room) == {}


def test_word_codes_are_stored_nowhere(school: School, enter: Enter) -> None:
    client = enter(school.teacher)
    make(client, school.room, "Tuva")
    words = slips_shown(client, school.room)["Tuva"][1]
    sessions = [str(session.get_decoded()) for session in Session.objects.all()]
    rows = [User, Membership, CodeBatch]
    stored = json.dumps([list(model.objects.values()) for model in rows] + sessions, default=str)
    assert words not in stored


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_print_page_has_a_slip_for_each(school: School, enter: Enter, language: str) -> None:
    with override(language):
        client = enter(school.teacher)
        make(client, school.room, "Tuva\nLiam")
        shown = slips_shown(client, school.room)
        html = client.get(address(school, "slips_print")).content.decode()
        link = address(school, "sign_in")
    for name, (user_name, words) in shown.items():
        assert f"<h2>{name}</h2>" in html
        assert words in html
        assert f'data-text="http://testserver{link}?name={user_name}"' in html
    assert html.count('<svg class="qr"') == 2


def test_pdf_is_tagged_and_holds_the_codes(school: School, enter: Enter) -> None:
    if not pdf.is_available():
        needs.missing("Pango", "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0")
    client = enter(school.teacher)
    make(client, school.room, "Tuva")
    response = client.get(address(school, "slips_pdf"))
    assert response["Content-Type"] == "application/pdf"
    document = PdfReader(io.BytesIO(response.content))
    assert document.trailer["/Root"]["/MarkInfo"]["/Marked"]  # type: ignore[index]
    text = "".join(page.extract_text() for page in document.pages)
    assert slips_shown(client, school.room)["Tuva"][1] in text.replace("\n", "")
    assert response["Cache-Control"] == "no-store, private"


def test_print_without_codes_at_hand_leads_back(school: School, enter: Enter) -> None:
    client = enter(school.teacher)
    for name in ("slips_print", "slips_pdf"):
        assert client.get(address(school, name))["Location"] == address(school, "slips")


def test_new_codes_for_those_who_are_ticked(school: School, enter: Enter) -> None:
    teacher, ida = enter(school.teacher), enter(school.ida)
    old = user_of(school.noah).password
    new_codes(teacher, school, school.ida, school.sara)  # Sara is in another class
    shown = slips_shown(teacher, school.room)
    assert list(shown) == ["Ida Hansen"]
    assert CodeBatch.objects.count() == 1
    assert sign_in(Client(), school, shown["Ida Hansen"][1]) == 302
    assert ida.get(address(school, "classroom")).status_code == 404  # the old session is over
    assert User.objects.get(pk=user_of(school.noah).pk).password == old


def test_new_code_for_one_takes_that_slip_alone(school: School, enter: Enter) -> None:
    client = enter(school.teacher)
    make(client, school.room, "Tuva\nLiam")
    tuva = Membership.objects.get(display_name="Tuva")
    client.post(reverse("classes:new_code", args=[school.room.public_id, tuva.public_id]))
    assert list(slips_shown(client, school.room)) == ["Liam"]


# ── Signing in by the link ────────────────────────────────────


@pytest.mark.parametrize(("language", "words"), [("nb", "Ordkode"), ("sv", "Ordkod")])
def test_page_of_the_link_names_nobody(school: School, client: Client, language: str, words: str) -> None:
    with override(language):
        html = client.get(address(school, "sign_in")).content.decode()
    assert words in html
    assert "6B" in html
    for secret in ("Ida", "Noah", "berit", user_of(school.ida).username, school.room.code):
        assert secret not in html


def test_words_alone_let_a_pupil_in_however_they_are_typed(school: School, enter: Enter) -> None:
    teacher = enter(school.teacher)
    make(teacher, school.room, "Tuva\nLiam")
    for name, (_user_name, words) in slips_shown(teacher, school.room).items():
        client = Client()
        response = client.post(address(school, "sign_in"), {"words": f" {words.replace('-', ' ').title()} "})
        assert response["Location"] == address(school, "classroom")
        assert name in client.get(response["Location"]).content.decode()


def test_user_name_and_words_let_a_pupil_in(school: School, enter: Enter) -> None:
    teacher = enter(school.teacher)
    make(teacher, school.room, "Tuva")
    user_name, words = slips_shown(teacher, school.room)["Tuva"]
    for name in (user_name, user_name.upper(), user_name.removeprefix("elev-")):
        assert sign_in(Client(), school, words, name=name) == 302
    assert sign_in(Client(), school, "ark-arm-ask-avis", name=user_name) == 422
    assert sign_in(Client(), school, words, name=user_of(school.ida).username) == 422


def test_shared_device_forgets_at_the_end_of_the_session(school: School, enter: Enter) -> None:
    teacher = enter(school.teacher)
    make(teacher, school.room, "Tuva")
    words = slips_shown(teacher, school.room)["Tuva"][1]
    shared, own = Client(), Client()
    sign_in(shared, school, words)
    sign_in(own, school, words, own_device="on")
    assert shared.session.get_expire_at_browser_close()
    assert not own.session.get_expire_at_browser_close()


@pytest.mark.parametrize("words", ["", "   ", "hund", "ark-arm-ask-avis", "\x00", "<b>", "ø" * 500])
def test_wrong_words_let_nobody_in(school: School, client: Client, words: str) -> None:
    assert sign_in(client, school, words) == 422
    assert "_auth_user_id" not in client.session


def test_own_accounts_do_not_sign_in_by_the_link(school: School, learner_user: User) -> None:
    assert sign_in(Client(), school, "a-long-password", name="eira") == 422
    assert sign_in(Client(), school, "a-long-password", name="berit") == 422


@time_machine.travel("2026-11-30T12:00:00Z", tick=False)
def test_sixth_wrong_try_locks_that_pupil_alone(school: School, enter: Enter) -> None:
    teacher = enter(school.teacher)
    make(teacher, school.room, "Tuva\nLiam")
    shown = slips_shown(teacher, school.room)
    name, words = shown["Tuva"]
    wrong = [sign_in(Client(), school, f"ark-arm-ask-{number}", name=name) for number in range(6)]
    assert wrong == [422] * 5 + [429]
    assert sign_in(Client(), school, words, name=name) == 429
    assert sign_in(Client(), school, shown["Liam"][1]) == 302


def test_guessing_words_stops_at_the_class_and_user_names_still_work(school: School, enter: Enter) -> None:
    teacher = enter(school.teacher)
    make(teacher, school.room, "Tuva")
    name, words = slips_shown(teacher, school.room)["Tuva"]
    for _ in range(WRONG_WORDS.most):
        WRONG_WORDS.count(school.room.public_id)
    assert sign_in(Client(), school, words) == 429
    assert sign_in(Client(), school, words, name=name) == 302


@time_machine.travel("2026-11-30T12:00:00Z", tick=False)
def test_thirty_five_pupils_of_one_address_get_in(school: School, enter: Enter) -> None:
    """Each mistypes once first: a class is not locked out by its own mistakes."""
    teacher = enter(school.teacher)
    make(teacher, school.room, "\n".join(f"Elev {number}" for number in range(35)))
    shown = slips_shown(teacher, school.room)
    assert len(shown) == 35
    statuses = []
    for _name, words in shown.values():
        client = Client(REMOTE_ADDR="10.0.0.7")
        statuses += [sign_in(client, school, words + "x"), sign_in(client, school, words)]
    assert statuses == [422, 302] * 35


def test_class_links_cannot_be_guessed(school: School, client: Client) -> None:
    assert client.get(reverse("classes:sign_in", args=["abcdefghjkmn"])).status_code == 404


@pytest.mark.parametrize("who", ["ida", "teacher"])
def test_link_leads_those_who_are_in_to_the_class(school: School, enter: Enter, who: str) -> None:
    response = enter(getattr(school, who)).get(address(school, "sign_in"))
    assert response["Location"] == address(school, "classroom")


def test_link_tells_another_user_to_sign_out_first(school: School, enter: Enter) -> None:
    html = enter(school.sara).get(address(school, "sign_in")).content.decode()
    assert reverse("account_logout") in html
    assert user_of(school.sara).username in html


def test_pupil_who_joined_by_code_can_use_the_link(school: School) -> None:
    client = Client()
    html = client.post(reverse("classes:join"), {"code": school.room.code, "name": "Tuva"}).content.decode()
    words = re.findall(r"<dd>([^<]+)</dd>", html)[1]
    assert sign_in(Client(), school, words) == 302
