"""Rows that few people have, sessions that nobody remembers, and the second step before deleting."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.access.scene import Scene
from tests.accounts.helpers import sign_in, through_second_step
from tests.privacy.conftest import PASSWORD, membership_of
from tests.privacy.searching import Marks
from tests.privacy.test_deleting import address, send, ticket, with_password
from trainer.accounts.models import User
from trainer.classes import services
from trainer.classes.models import Release, TakenOut
from trainer.classes.releasing import offer_account
from trainer.privacy import deleting
from trainer.privacy.deleting import Pupils


def put_in_sessions(user: User, count: int) -> None:
    contents = SessionStore().encode({SESSION_KEY: str(user.pk)})
    end = timezone.now() + timedelta(days=1)
    Session.objects.bulk_create(
        Session(session_key=f"s{user.pk}-{number}", session_data=contents, expire_date=end)
        for number in range(count)
    )
    UserSession.objects.bulk_create(
        UserSession(session_key=f"s{user.pk}-{number}", user=user, ip="0.0.0.0") for number in range(count)
    )


def test_deleting_reads_nobodys_sessions(scene: Scene) -> None:
    """As many queries with 2,000 sessions as with few, and the contents of none are looked at."""
    counts = []
    for role, others, own in (("pupil", 0, 0), ("classmate", 2000, 20)):
        put_in_sessions(scene.people["teacher"], others)
        put_in_sessions(scene.people[role], own)
        marks = Marks(scene.people[role])
        with CaptureQueriesContext(connection) as asked:
            deleting.delete_accounts([scene.people[role]])
        sessions = [
            query["sql"] for query in asked if "session" in query["sql"] and "progress" not in query["sql"]
        ]
        assert not [sql for sql in sessions if "session_data" in sql]
        assert marks.found() == []
        counts.append(len(sessions))
    assert counts[0] == counts[1]
    assert Session.objects.count() >= 2000


def test_session_from_before_a_new_password_goes_with_its_row(scene: Scene) -> None:
    user = scene.people["pupil"]
    old = with_password(user)
    user.set_password("et-nytt-passord")
    user.save()
    assert sign_in(Client(), user.username, "et-nytt-passord").status_code == 302
    assert not Session.objects.filter(session_key=old.session.session_key).exists()


@pytest.mark.parametrize("kind", ["totp", "webauthn"])
def test_second_step_is_asked_for_before_deleting(scene: Scene, kind: str) -> None:
    user = scene.people["teacher"]
    client = with_password(user)
    where = address("delete_me")
    sent = {"ticket": ticket(client, where), "password": PASSWORD, "pupils": "release"}
    Authenticator.objects.create(user=user, type=kind, data={"secret": ""})
    step = "mfa_reauthenticate" if kind == "totp" else "mfa_reauthenticate_webauthn"
    for answer in (client.get(where), client.post(where, sent)):
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse(step)), answer["Location"]
    assert User.objects.filter(pk=user.pk).exists()


def test_second_step_just_taken_opens_the_way_for_ten_minutes(scene: Scene) -> None:
    user = scene.people["teacher"]
    with_password(user)
    where = address("delete_me")
    with time_machine.travel(datetime(2026, 11, 30, 12, tzinfo=UTC), tick=False) as clock:
        client = through_second_step(user)
        sent = {"ticket": ticket(client, where), "password": PASSWORD, "pupils": "release"}
        clock.shift(601)
        assert client.post(where, sent)["Location"].startswith(reverse("mfa_reauthenticate"))
        assert User.objects.filter(pk=user.pk).exists()
        client = through_second_step(user)
        assert send(client, where, password=PASSWORD, pupils="release") == 302
    assert not User.objects.filter(pk=user.pk).exists()


def take_out(scene: Scene) -> User:
    """`Mona Lind`, whose account the class made, taken out of it with an offer of the account standing."""
    member = membership_of(scene)
    offer_account(member, scene.people["teacher"])
    services.remove_pupil(scene.room, member.public_id)
    assert (TakenOut.objects.count(), Release.objects.count()) == (1, 1)
    return scene.people["held"]


def test_nothing_is_left_of_a_pupil_taken_out_of_the_class(scene: Scene) -> None:
    user = take_out(scene)
    marks = Marks(user, words=["Mona Lind"])
    tables = {line.partition(":")[0] for line in marks.found()}
    assert {"classes.TakenOut.display_name", "classes.TakenOut.learner", "classes.Release.learner"} <= tables
    client = with_password(user)
    assert send(client, address("delete_me"), password=PASSWORD) == 302
    assert marks.found() == []
    assert (TakenOut.objects.count(), Release.objects.count()) == (0, 0)


def test_pupil_taken_out_finds_it_in_the_file(scene: Scene) -> None:
    client = with_password(take_out(scene))
    text = b"".join(client.get(address("download")).streaming_content).decode()
    held = json.loads(text)
    assert [row["display_name"] for row in held["classes.takenout"]] == ["Mona Lind"]
    assert len(held["classes.release"]) == 1
    assert scene.people["teacher"].username not in text


def test_offer_knows_no_more_of_a_teacher_who_has_left(scene: Scene) -> None:
    take_out(scene)
    marks = Marks(scene.people["teacher"])
    deleting.delete_person(scene.people["teacher"], Pupils.RELEASE)
    assert marks.found() == []
    assert Release.objects.get().made_by is None
    assert TakenOut.objects.count() == 1  # the class goes on with the co-teacher


def test_class_takes_along_who_was_taken_out(scene: Scene) -> None:
    user = take_out(scene)
    deleting.delete_classroom(scene.room, Pupils.RELEASE)
    assert TakenOut.objects.count() == 0
    assert User.objects.filter(pk=user.pk).exists()


def test_pupil_who_joins_has_a_place_like_any_other(scene: Scene) -> None:
    client = Client()
    with override("nb"):
        client.post(reverse("classes:join"), {"code": scene.room.code, "name": "Tuva"})
    place = UserSession.objects.get(session_key=client.session.session_key)
    assert (place.user.pk, place.ip) == (int(client.session[SESSION_KEY]), "0.0.0.0")
