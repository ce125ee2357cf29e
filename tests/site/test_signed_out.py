"""The session ran out while a form was written: it is said, and what was written is there to be copied.

Cards that are answered or played, and a reset, say so themselves: tests/drills/test_once.py,
tests/drills/test_playing_on.py, tests/play/test_once.py, tests/progress/test_resetting.py.
"""

from __future__ import annotations

import html
import uuid
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.accounts.helpers import PASSWORD, address, make_user, sign_in, words
from tests.samples import answer, make_versions
from trainer.accounts.models import TeacherRequest, User
from trainer.accounts.services import learner_of
from trainer.classes import services
from trainer.classes.models import Assignment, Classroom, Membership
from trainer.drills.models import DrillReport
from trainer.scorekeeper.models import Pad

pytestmark = pytest.mark.django_db

SAYS = {"nb": "Du er logget ut", "sv": "Du är utloggad"}
COPY = {"nb": "Kopier det du skrev, før du logger inn.", "sv": "Kopiera det du skrev innan du loggar in."}
both = pytest.mark.parametrize("language", ["nb", "sv"])


@pytest.fixture
def teacher() -> User:
    cache.clear()
    return make_user("kari", "kari@skole.no", is_teacher=True)


def at(name: str, language: str, *args: object) -> str:
    with override(language):
        return reverse(name, args=args)


def send(form: str, fields: dict[str, Any], client: Client | None = None, htmx: bool = False) -> Any:
    """The form of that page, by a browser that is signed in no more."""
    headers = {"referer": f"http://testserver{form}"}
    if htmx:
        headers |= {"HX-Request": "true", "HX-Current-URL": f"http://testserver{form}"}
    return (client or Client()).post(form, fields, headers=headers)


def keeps(response: Any, text: str) -> bool:
    """Whether the text stands in a field to copy from."""
    return f"readonly>\n{html.escape(text)}</textarea>" in response.content.decode()


def way_in(language: str, form: str) -> str:
    return f'href="{address("account_login", language)}?next={html.escape(form)}"'


@both
def test_new_class(teacher: User, language: str) -> None:
    form = at("classes:create", language)
    response = send(form, {"name": "Valgfag onsdag", "request_key": str(uuid.uuid4())})
    assert (response.status_code, SAYS[language] in words(response)) == (403, True)
    assert keeps(response, "Valgfag onsdag") and way_in(language, form) in response.content.decode()
    assert response["Cache-Control"].startswith("no-")
    assert not Classroom.objects.exists()
    client = Client()
    there = client.post(
        f"{address('account_login', language)}?next={form}", {"login": "kari", "password": PASSWORD}
    )
    assert there["Location"] == form and client.get(form).status_code == 200


@both
@pytest.mark.parametrize(
    ("name", "fields", "typed"),
    [
        (
            "classes:import_pupils",
            {"step": "preview", "text": "Ida Hansen\nNoah Berg"},
            "Ida Hansen\nNoah Berg",
        ),
        ("classes:assign", {"step": "give", "title": "Uke 49 og 50", "theme": "all"}, "Uke 49 og 50"),
    ],
)
def test_forms_of_a_class(
    teacher: User, name: str, fields: dict[str, str], typed: str, language: str
) -> None:
    """A class answers strangers as if it were not there, and still gives back what they wrote."""
    room = services.create_classroom(teacher, "6B", uuid.uuid4())
    form = at(name, language, room.public_id)
    response = send(form, fields)
    assert (response.status_code, SAYS[language] in words(response)) == (404, True)
    assert keeps(response, typed) and way_in(language, form) in response.content.decode()
    assert not Membership.objects.exists() and not Assignment.objects.exists()


@both
def test_teacher_request(teacher: User, language: str) -> None:
    form, why = address("account_teacher", language), "Jeg har tre klasser & <b>90</b> elever"
    response = send(form, {"school": "Fjellet skole", "reason": why})
    assert response.status_code == 403
    assert keeps(response, "Fjellet skole") and keeps(response, why), "escaped"
    assert "data-hx-disable" in response.content.decode().partition("readonly")[0].rpartition("<h1>")[2]
    assert not TeacherRequest.objects.exists()


@both
@pytest.mark.parametrize("htmx", [False, True])
def test_report_on_a_drill(teacher: User, language: str, htmx: bool) -> None:
    version = make_versions(1, "ending")[0]
    answer(learner_of(teacher), version, "wrong")
    client = Client()
    client.force_login(teacher)
    form = at("drills:report", language, version.drill.public_id) + f"?version={version.number}"
    assert 'name="signed_in"' in client.get(form).content.decode()
    client.logout()
    fields = {"text": "Kortet er feil her", "request_key": str(uuid.uuid4()), "signed_in": "1"}
    response = send(form, fields, client, htmx)
    assert (response.status_code, SAYS[language] in words(response)) == (403, True)
    assert way_in(language, form).split("?")[0] in response.content.decode()
    if htmx:  # the form is still there, with the text
        assert response["HX-Retarget"] == "#notes" and COPY[language] in words(response)
    assert keeps(response, "Kortet er feil her") is not htmx
    assert not DrillReport.objects.exists()


@both
def test_step_on_a_score_pad_is_for_its_owner(teacher: User, language: str) -> None:
    """The page keeps the step and sends it after the sign-in; see tests/browser/test_score_keeper.py."""
    client = Client()
    client.force_login(teacher)
    pad = Pad.objects.create(learner=learner_of(teacher), request_key=uuid.uuid4())
    form = at("scorekeeper:pad", language, pad.public_id)
    client.logout()
    response = send(form, {"do": "add", "won": "7"}, client, htmx=True)
    assert (response.status_code, SAYS[language] in words(response)) == (404, True)
    assert COPY[language] not in words(response), "nothing was typed"


@both
def test_guests_change_the_display_as_ever(language: str) -> None:
    form = at("display:settings", language)
    page = Client().get(form)
    assert page.status_code == 200 and SAYS[language] not in words(page)
    assert send(form, {}).status_code == 422


def test_no_secret_is_shown(teacher: User) -> None:
    response = send(address("account_set_password"), {"password1": "en lang setning som passord"})
    assert response.status_code == 403
    assert "setning" not in response.content.decode()
    response = send(address("account_recovery_code"), {"code": "to ord", "oldpassword": "et annet passord"})
    assert "annet passord" not in response.content.decode() and "to ord" not in response.content.decode()


def test_signed_in_and_following_links_see_nothing_of_it(teacher: User) -> None:
    form = at("classes:create", "nb")
    assert Client().get(form)["Location"] == f"{address('account_login')}?next={form}"
    client = Client()
    sign_in(client, "kari")
    response = send(form, {"name": "", "request_key": str(uuid.uuid4())}, client)
    assert (response.status_code, SAYS["nb"] in words(response)) == (422, False)
