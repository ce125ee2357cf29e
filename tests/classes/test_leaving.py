"""Pupils who leave: taken out and back with everything, or given their account."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from tests.classes.conftest import School, give, user_of
from tests.samples import answer
from trainer.accounts import recovery
from trainer.classes import services
from trainer.classes.assigning import record_for_classes
from trainer.classes.models import AssignmentAnswer, Membership, Release, TakenOut
from trainer.drills.models import Attempt

type Enter = Callable[[object], Client]


def test_pupil_taken_out_and_back_keeps_name_account_and_work(school: School, enter: Enter) -> None:
    give(school.room, school.versions)
    record_for_classes(answer(school.ida.learner, school.versions[0]))
    cells = AssignmentAnswer.objects.filter(membership__learner=school.ida.learner).count()
    services.remove_pupil(school.room, school.ida.public_id)
    row = TakenOut.objects.get()
    client = enter(school.teacher)
    address = reverse("classes:taken_out", args=[school.room.public_id])
    assert "Ida Hansen" in client.get(address).content.decode()
    for _twice in range(2):
        client.post(address, {"pupil": str(row.pk)})
    member = Membership.objects.get(classroom=school.room, learner=school.ida.learner)
    assert (member.display_name, member.account_made_here) == ("Ida Hansen", True)
    assert AssignmentAnswer.objects.filter(membership=member).count() == cells > 0
    assert not TakenOut.objects.exists()
    new_code = reverse("classes:new_code", args=[school.room.public_id, member.public_id])
    assert client.post(new_code).status_code == 200


def test_name_given_away_meanwhile_gets_a_number(school: School, enter: Enter) -> None:
    services.remove_pupil(school.room, school.ida.public_id)
    services.rename_pupil(school.noah, "Ida Hansen")
    row = TakenOut.objects.get()
    enter(school.teacher).post(
        reverse("classes:taken_out", args=[school.room.public_id]), {"pupil": str(row.pk)}
    )
    assert Membership.objects.get(learner=school.ida.learner).display_name == "Ida Hansen 2"


def test_other_teachers_take_nobody_back(school: School, enter: Enter) -> None:
    services.remove_pupil(school.room, school.ida.public_id)
    row = TakenOut.objects.get()
    other = enter(school.other_teacher)
    theirs = reverse("classes:taken_out", args=[school.other_room.public_id])
    assert other.post(theirs, {"pupil": str(row.pk)}).status_code == 302
    assert not Membership.objects.filter(learner=school.ida.learner).exists()
    ours = reverse("classes:taken_out", args=[school.room.public_id])
    assert other.post(ours, {"pupil": str(row.pk)}).status_code == 404


def release(client: Client, school: School) -> str:
    response = client.post(reverse("classes:release", args=[school.room.public_id, school.ida.public_id]))
    found = re.findall(r"<dd>([^<]+)</dd>", response.content.decode())
    assert found[0] == user_of(school.ida).username
    return str(found[1])


def test_pupil_takes_the_account_over_with_the_code(school: School, enter: Enter) -> None:
    attempt = answer(school.ida.learner, school.versions[0])
    teacher, ida = enter(school.teacher), enter(school.ida)
    old = release(teacher, school)
    code = release(teacher, school)
    school.ida.refresh_from_db()
    assert school.ida.account_made_here  # until the code is used
    data = {"username": user_of(school.ida).username, "password1": "valgt av Ida selv"}
    address = reverse("account_recovery")
    assert Client().post(address, data | {"code": old}).status_code == 422
    assert Client().post(address, data | {"code": code}).status_code == 200
    school.ida.refresh_from_db()
    assert not school.ida.account_made_here
    assert ida.get(reverse("classes:classroom", args=[school.room.public_id])).status_code == 404
    user = user_of(Membership.objects.get(pk=school.ida.pk))
    user.refresh_from_db()
    assert user.check_password("valgt av Ida selv")
    assert not Release.objects.exists()
    assert Attempt.objects.get(pk=attempt.pk).learner.user == user
    new_code = reverse("classes:new_code", args=[school.room.public_id, school.ida.public_id])
    assert teacher.post(new_code).status_code == 302
    user.refresh_from_db()
    assert user.check_password("valgt av Ida selv")


def test_recovery_without_an_offer_changes_nothing_for_the_teacher(school: School) -> None:
    user = user_of(school.ida)
    code = recovery.make_code(user)
    assert recovery.spend_code(user, code, "et nytt passord")
    school.ida.refresh_from_db()
    assert school.ida.account_made_here


def test_release_asks_first_and_is_for_the_teachers_of_the_class(school: School, enter: Enter) -> None:
    address = reverse("classes:release", args=[school.room.public_id, school.ida.public_id])
    assert enter(school.teacher).get(address).status_code == 200
    for who in (None, school.ida, school.other_teacher):
        assert enter(who).get(address).status_code == 404
        assert enter(who).post(address).status_code == 404
    assert not Release.objects.exists()
