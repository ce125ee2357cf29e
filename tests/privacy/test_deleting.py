"""Who is deleted is gone from every table, session and cache; what belongs to others stays."""

from __future__ import annotations

import re
import uuid

import pytest
from django.conf import settings
from django.core import signing
from django.db import DatabaseError
from django.db.models.signals import post_delete
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.access.scene import Scene
from tests.privacy.conftest import PASSWORD, membership_of
from tests.privacy.searching import Marks
from tests.samples import answer, make_versions
from trainer.accounts.models import Learner, User
from trainer.accounts.services import learner_of
from trainer.classes import services
from trainer.classes.models import Classroom, Membership
from trainer.drills.models import Attempt
from trainer.privacy import deleting
from trainer.privacy.deleting import Pupils


def address(name: str, *arguments: object) -> str:
    with override("nb"):
        return reverse(f"privacy:{name}", args=arguments)


def ticket(client: Client, where: str) -> str:
    found = re.search(r'name="ticket" value="([^"]+)"', client.get(where).content.decode())
    assert found
    return found[1]


def send(client: Client, where: str, **values: str) -> int:
    return int(client.post(where, {"ticket": ticket(client, where), **values}).status_code)


def with_password(user: User) -> Client:
    user.set_password(PASSWORD)
    user.save()
    client = Client()
    client.force_login(user)
    return client


def test_search_finds_a_person_before_the_deletion(scene: Scene) -> None:
    """Or the tests below would find nothing whatever happened."""
    tables = {line.partition(":")[0] for line in Marks(scene.people["pupil"]).found()}
    assert {
        "accounts.User.username",
        "accounts.Learner.user",
        "classes.Membership.display_name",
        "classes.AssignmentAnswer.membership",
        "drills.Attempt.learner",
        "drills.DrillReport.text",
        "progress.PracticeSession.learner",
        "account.EmailAddress.email",
        "admin.LogEntry.object_repr",
    } <= tables
    assert any(line.startswith("session") for line in tables)
    assert any(line.startswith("cache") for line in tables)


@pytest.mark.parametrize("role", ["pupil", "classmate", "held", "other_pupil", "co_teacher"])
def test_nothing_is_left_of_who_deletes_themselves(scene: Scene, role: str) -> None:
    user = scene.people[role]
    client = with_password(user)
    marks = Marks(user)
    others = set(User.objects.exclude(pk=user.pk).values_list("pk", flat=True))
    assert send(client, address("delete_me"), password=PASSWORD) == 302
    assert marks.found() == []
    assert set(User.objects.values_list("pk", flat=True)) == others
    assert Classroom.objects.count() == 2


def test_word_code_confirms_in_any_case(scene: Scene) -> None:
    client = Client()
    client.force_login(scene.people["held"])
    code = str(scene.made["word code"]).replace("-", " ").upper()
    assert send(client, address("delete_me"), password=code) == 302
    assert not User.objects.filter(pk=scene.people["held"].pk).exists()


def test_wrong_password_deletes_nothing_and_is_limited(scene: Scene) -> None:
    client = with_password(scene.people["pupil"])
    answers = [send(client, address("delete_me"), password="not this one") for _try in range(11)]
    assert answers[:10] == [422] * 10
    assert answers[10] == 429
    assert User.objects.filter(pk=scene.people["pupil"].pk).exists()


def test_who_signs_in_by_the_school_writes_the_user_name(scene: Scene) -> None:
    user = scene.people["pupil"]
    client = scene.client("pupil")
    assert send(client, address("delete_me"), user_name="somebody") == 422
    assert send(client, address("delete_me"), user_name=user.username.upper()) == 302
    assert not User.objects.filter(pk=user.pk).exists()


def test_form_of_another_visitor_deletes_nothing(scene: Scene) -> None:
    client = with_password(scene.people["pupil"])
    foreign = ticket(scene.client("classmate"), address("delete_me"))
    response = client.post(address("delete_me"), {"ticket": foreign, "password": PASSWORD})
    assert response.status_code == 409
    assert User.objects.filter(pk=scene.people["pupil"].pk).exists()


def test_second_click_finds_nothing_and_says_done(scene: Scene) -> None:
    client = with_password(scene.people["pupil"])
    sent = {"ticket": ticket(client, address("delete_me")), "password": PASSWORD}
    for _click in range(2):
        response = client.post(address("delete_me"), sent)
        assert (response.status_code, response["Location"]) == (302, address("deleted"))


def test_guest_is_forgotten_with_answers_and_cookie(client: Client, db: None) -> None:
    client.get(address("my_data"))
    version = make_versions(1, "ending")[0]
    with override("nb"):
        client.get(reverse("drills:drill", args=[version.drill.public_id]))
    guest = signing.loads(client.cookies[settings.LEARNER_COOKIE_NAME].value, salt="learner")
    learner = Learner.objects.create(pk=guest)
    answer(learner, version)
    assert send(client, address("delete_me")) == 302
    assert not Learner.objects.filter(pk=guest).exists()
    assert Attempt.objects.count() == 0
    assert client.cookies[settings.LEARNER_COOKIE_NAME].value == ""


@pytest.mark.parametrize("choice", Pupils)
def test_lone_teacher_is_told_and_chooses_what_becomes_of_pupils(scene: Scene, choice: Pupils) -> None:
    services.join_as_new_pupil(scene.other_room, "Elif", "nb", uuid.uuid4())
    held = Membership.objects.get(display_name="Elif").learner.user
    assert held
    teacher = scene.people["other_teacher"]
    client = with_password(teacher)
    page = client.get(address("delete_me")).content.decode()
    assert "7A" in page
    assert "6B" not in page
    marks = Marks(teacher)
    assert send(client, address("delete_me"), password=PASSWORD) == 422  # nothing chosen for the pupils
    assert send(client, address("delete_me"), password=PASSWORD, pupils=choice.value) == 302
    assert marks.found() == []
    assert not Classroom.objects.filter(pk=scene.other_room.pk).exists()
    assert User.objects.filter(pk=held.pk).exists() is (choice is Pupils.RELEASE)
    assert User.objects.filter(pk=scene.people["other_pupil"].pk).exists()  # an account of their own


def test_shared_class_goes_on_without_the_teacher(scene: Scene) -> None:
    deleting.delete_person(scene.people["teacher"], Pupils.DELETE)
    room = Classroom.objects.get(pk=scene.room.pk)
    assert [(row.user, row.is_owner) for row in room.teachers.all()] == [(scene.people["co_teacher"], True)]
    assert room.pupils.count() == 3
    assert User.objects.filter(pk=scene.people["held"].pk).exists()


def test_teacher_deletes_a_pupil_that_the_class_holds(scene: Scene) -> None:
    member = membership_of(scene)
    where = address("delete_pupil", scene.room.public_id, member.public_id)
    marks = Marks(scene.people["held"])
    client = scene.client("co_teacher")
    sent = {"ticket": ticket(client, where)}
    assert client.post(where, sent).status_code == 302
    assert client.post(where, sent).status_code == 302  # a second click
    client.get(address("my_data"))  # shows the message, which names the pupil
    assert marks.found() == []
    assert scene.room.pupils.count() == 2


def test_account_of_their_own_is_not_the_teachers_to_delete(scene: Scene) -> None:
    where = address("delete_pupil", scene.room.public_id, scene.membership.public_id)
    client = scene.client("teacher")
    assert send(client, where) == 422
    assert User.objects.filter(pk=scene.people["pupil"].pk).exists()
    with pytest.raises(ValueError, match="account of their own"):
        deleting.delete_pupil(scene.membership)


def test_pupil_in_two_classes_is_not_deleted_with_one(scene: Scene) -> None:
    user = scene.people["held"]
    services.join_as_learner(scene.other_room, user, "Mona", uuid.uuid4())
    assert not deleting.may_delete_account(membership_of(scene))
    deleting.delete_classroom(scene.room, Pupils.DELETE)
    assert User.objects.filter(pk=user.pk).exists()


@pytest.mark.parametrize("choice", Pupils)
def test_class_goes_with_its_results(scene: Scene, choice: Pupils) -> None:
    where = address("delete_class", scene.room.public_id)
    client = scene.client("teacher")
    attempts = Attempt.objects.filter(learner=learner_of(scene.people["pupil"])).count()
    sent = {"ticket": ticket(client, where), "pupils": choice.value}
    assert client.post(where, sent).status_code == 302
    assert client.post(where, sent).status_code == 302  # a second click
    assert not Classroom.objects.filter(pk=scene.room.pk).exists()
    assert Membership.objects.filter(classroom=scene.room.pk).count() == 0
    assert User.objects.filter(pk=scene.people["held"].pk).exists() is (choice is Pupils.RELEASE)
    assert Attempt.objects.filter(learner=learner_of(scene.people["pupil"])).count() == attempts


def test_fault_half_way_deletes_nothing(scene: Scene) -> None:
    """The database fails at the very last row: sessions and limits are back, and so is everything else."""
    user = scene.people["pupil"]
    marks = Marks(user)
    before = sorted(marks.found())

    def fail(**_signal: object) -> None:
        raise DatabaseError("lost")

    post_delete.connect(fail, sender=User)
    try:
        with pytest.raises(DatabaseError):
            deleting.delete_accounts([user])
    finally:
        post_delete.disconnect(fail, sender=User)
    assert sorted(marks.found()) == before
