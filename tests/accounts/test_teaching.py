"""The teacher's role: a confirmed address opens classes, the owner alone opens the rest."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.accounts.helpers import address, make_user, sign_in, words
from trainer.accounts.models import TeacherRequest, User
from trainer.accounts.roles import is_approved_teacher, is_teacher, may_have_pupils

pytestmark = pytest.mark.django_db

ASKED = {"school": "Å skole", "reason": "Fem klasser"}


def teacher(client: Client, email: str = "berit@skole.no", **fields: object) -> User:
    user = make_user("berit", email, **fields)
    sign_in(client, "berit")
    return user


def ask(client: Client, language: str = "nb", **fields: str) -> object:
    return client.post(address("account_teacher", language), ASKED | fields)


def test_confirmed_address_opens_small_classes() -> None:
    without, confirmed = make_user("ola"), make_user("berit", "berit@skole.no")
    approved = make_user("siri", is_teacher=True)
    closed = make_user("per", "per@skole.no", is_teacher=True, is_active=False)
    people = (without, confirmed, approved, closed, None)
    assert [is_teacher(user) for user in people] == [False, True, True, False, False]
    assert [is_approved_teacher(user) for user in people] == [False, False, True, False, False]
    assert [may_have_pupils(user, 40) for user in people] == [False, True, True, False, False]
    assert [may_have_pupils(user, 41) for user in people] == [False, False, True, False, False]


def test_unconfirmed_address_opens_nothing(client: Client) -> None:
    user = teacher(client, "")
    user.emailaddress_set.create(email="berit@skole.no", verified=False, primary=True)
    assert not is_teacher(user)
    assert "Med en bekreftet e-postadresse" in words(client.get(address("account_teacher")))
    assert ask(client).status_code == 403
    assert not TeacherRequest.objects.exists()


@pytest.mark.parametrize(
    ("language", "says"), [("nb", "Du søkte 30. november 2026."), ("sv", "Du ansökte den 30 november 2026.")]
)
def test_request_waits_and_its_state_is_shown(
    client: Client, settings: Settings, time_machine_day: None, language: str, says: str
) -> None:
    settings.OPERATOR_MAIL = "owner@example.no"
    user = teacher(client)
    assert ask(client, language).status_code == 302
    assert ask(client, language, school="Ås skole").status_code == 302
    assert [message.to for message in mail.outbox] == [["owner@example.no"]], "one request, one mail"
    assert TeacherRequest.objects.get().school == "Ås skole"
    assert says in words(client.get(address("account_teacher", language)))
    user.refresh_from_db()
    assert not user.is_teacher, "asking gives nothing"


@pytest.mark.parametrize("field", ["is_teacher", "state", "approved"])
def test_no_field_of_the_form_approves(client: Client, field: str) -> None:
    user = teacher(client)
    ask(client, **{field: "approved"})
    user.refresh_from_db()
    assert (user.is_teacher, TeacherRequest.objects.get().state) == (False, "waiting")


def test_empty_school_is_named(client: Client) -> None:
    teacher(client)
    response = ask(client, school="")
    assert (response.status_code, TeacherRequest.objects.count()) == (422, 0)
    assert "Fyll ut" in words(response)


@pytest.mark.urls("tests.accounts.admin_urls")
def test_owner_approves_and_takes_back(client: Client, owner: Client) -> None:
    user = teacher(client)
    ask(client)
    row = TeacherRequest.objects.get()
    queue = reverse("admin:accounts_teacherrequest_changelist")
    assert "Å skole" in owner.get(queue).content.decode()
    for action, teaches, subject in (
        ("approve", True, "Du er godkjent som lærer"),
        ("decline", False, "Søknaden ble avslått"),
    ):
        owner.post(queue, {"action": action, "_selected_action": [row.pk]})
        user.refresh_from_db()
        assert user.is_teacher is teaches
        assert (mail.outbox[-1].subject, mail.outbox[-1].to) == (subject, ["berit@skole.no"])


@pytest.mark.urls("tests.accounts.admin_urls")
def test_queue_shows_how_a_reason_begins_and_the_row_all_of_it(client: Client, owner: Client) -> None:
    teacher(client)
    why = "Seks klasser på tre trinn, " * 8 + "og hele vinteren."
    ask(client, reason=why)
    queue = owner.get(reverse("admin:accounts_teacherrequest_changelist")).content.decode()
    assert why[:60] in queue and "hele vinteren" not in queue
    row = reverse("admin:accounts_teacherrequest_change", args=[TeacherRequest.objects.get().pk])
    assert why in owner.get(row).content.decode()


@pytest.mark.urls("tests.accounts.admin_urls")
def test_only_the_owner_decides(client: Client) -> None:
    user = teacher(client)
    ask(client)
    queue = reverse("admin:accounts_teacherrequest_changelist")
    chosen = {"action": "approve", "_selected_action": [TeacherRequest.objects.get().pk]}
    assert client.post(queue, chosen).status_code in {302, 403}
    user.refresh_from_db()
    assert not user.is_teacher


@pytest.mark.urls("tests.accounts.admin_urls")
def test_declined_teacher_reads_the_reply_and_asks_again(client: Client, owner: Client) -> None:
    teacher(client)
    ask(client)
    row = TeacherRequest.objects.get()
    owner.post(
        reverse("admin:accounts_teacherrequest_change", args=[row.pk]), {"reply": "Hvilken <b>skole</b>?"}
    )
    owner.post(
        reverse("admin:accounts_teacherrequest_changelist"),
        {"action": "decline", "_selected_action": [row.pk]},
    )
    page = client.get(address("account_teacher"))
    assert "Hvilken &lt;b&gt;skole&lt;/b&gt;?" in page.content.decode()
    ask(client)
    row.refresh_from_db()
    assert (row.state, row.reply, row.decided_at) == ("waiting", "", None)
