"""Several teachers: invited by link or name, accepted, left, removed, and an owner who cannot vanish."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.classes.conftest import School, add_pupil, make_teacher
from trainer.accounts.models import User
from trainer.classes import teachers as teaching
from trainer.classes.models import Classroom, ClassTeacher, TeacherInvitation

type Enter = Callable[[object], Client]


def address(school: School) -> str:
    return reverse("classes:teachers", args=[school.room.public_id])


def names(room: Classroom) -> list[str]:
    return [row.user.username for row in teaching.teachers_of(room)]


def add_teacher(school: School, name: str = "kari") -> ClassTeacher:
    return ClassTeacher.objects.create(classroom=school.room, user=make_teacher(name))


def link_made_by(client: Client, school: School) -> str:
    html = client.post(address(school), {"step": "link"}).content.decode()
    found = re.search(r'<p class="addr">http://testserver([^<]+)</p>', html)
    assert found
    return found[1]


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_link_lets_one_teacher_in_once(school: School, enter: Enter, language: str) -> None:
    with override(language):
        link = link_made_by(enter(school.teacher), school)
        kari, other = enter(make_teacher("kari")), enter(make_teacher("ola"))
        page = kari.get(link)
        assert "6B" in page.content.decode()
        assert "berit" in page.content.decode()
        assert kari.post(link, {"step": "accept"}).status_code == 302
        assert other.get(link).status_code == 404
        assert kari.get(reverse("classes:classroom", args=[school.room.public_id])).status_code == 200
    assert names(school.room) == ["berit", "kari"]
    assert link.split("/")[-2] not in str(list(TeacherInvitation.objects.values()))


def test_link_is_dead_after_a_fortnight(school: School, enter: Enter) -> None:
    link = link_made_by(enter(school.teacher), school)
    TeacherInvitation.objects.update(made_at=timezone.now() - timedelta(days=15))
    assert enter(make_teacher("kari")).post(link, {"step": "accept"}).status_code == 404


def test_signed_out_are_asked_to_sign_in_whether_or_not_the_link_is_good(
    school: School, enter: Enter
) -> None:
    for link in (
        link_made_by(enter(school.teacher), school),
        reverse("classes:invitation", args=["nothing"]),
    ):
        assert enter(None).get(link)["Location"].startswith(reverse("account_login"))


def test_pupils_do_not_become_teachers_by_a_link(school: School, enter: Enter) -> None:
    link = link_made_by(enter(school.teacher), school)
    assert enter(school.sara).post(link, {"step": "accept"}).status_code == 403
    pupil = add_pupil(school.room, "Tuva").learner.user
    assert pupil
    User.objects.filter(pk=pupil.pk).update(is_teacher=True)
    enter(User.objects.get(pk=pupil.pk)).post(link, {"step": "accept"})
    assert names(school.room) == ["berit"]


@pytest.mark.parametrize("typed", [" Kari ", "KARI@example.org", "nobody", "nobody@example.org"])
def test_invitation_by_name_tells_nothing_and_waits_for_whoever_has_it(
    school: School, enter: Enter, typed: str
) -> None:
    kari = make_teacher("kari")
    EmailAddress.objects.create(user=kari, email="kari@example.org", verified=True)
    teacher = enter(school.teacher)
    response = teacher.post(address(school), {"step": "name", "name": typed}, follow=True)
    told = response.content.decode().replace(typed.strip().lower(), "NAME")
    assert "Invitasjonen er lagret. Den som logger inn som NAME, finner den blant klassene." in told
    assert TeacherInvitation.objects.count() == 1
    listed = enter(kari).get(reverse("classes:index")).content.decode()
    assert ("Du er invitert til å undervise 6B" in listed) == ("kari" in typed.lower())


def test_named_teacher_accepts_or_declines(school: School, enter: Enter) -> None:
    for name, step in (("kari", "accept"), ("ola", "decline")):
        client = enter(make_teacher(name))
        teaching.invite_by_name(school.room, school.teacher, name)
        key = TeacherInvitation.objects.get().public_id
        assert enter(school.other_teacher).get(reverse("classes:invitation", args=[key])).status_code == 404
        client.post(reverse("classes:invitation", args=[key]), {"step": step})
        assert not TeacherInvitation.objects.exists()
    assert names(school.room) == ["berit", "kari"]


def test_unconfirmed_address_brings_no_invitation(school: School) -> None:
    kari = make_teacher("kari")
    EmailAddress.objects.create(user=kari, email="kari@example.org", verified=False)
    teaching.invite_by_name(school.room, school.teacher, "kari@example.org")
    assert not teaching.invitations_to(kari).exists()


def test_invitation_is_taken_back_and_asked_for_twice_is_one(school: School, enter: Enter) -> None:
    teacher = enter(school.teacher)
    for _ in range(2):
        teacher.post(address(school), {"step": "name", "name": "kari"})
    assert TeacherInvitation.objects.count() == 1
    key = TeacherInvitation.objects.get().public_id
    teacher.post(address(school), {"step": "withdraw", "invitation": key})
    assert not TeacherInvitation.objects.exists()


@pytest.mark.parametrize("typed", ["", "  ", "\x00", "x" * 300])
def test_invitation_needs_a_name(school: School, enter: Enter, typed: str) -> None:
    response = enter(school.teacher).post(address(school), {"step": "name", "name": typed})
    assert response.status_code == 422
    assert not TeacherInvitation.objects.exists()


def test_owner_removes_a_teacher_after_being_asked(school: School, enter: Enter) -> None:
    row, teacher = add_teacher(school), enter(school.teacher)
    data = {"step": "remove", "teacher": str(row.pk)}
    assert "kari" in teacher.post(address(school), data).content.decode()
    assert names(school.room) == ["berit", "kari"]
    for _twice in range(2):
        assert teacher.post(address(school), data | {"sure": "yes"}).status_code == 302
    assert names(school.room) == ["berit"]


def test_co_teacher_leaves_and_owner_cannot(school: School, enter: Enter) -> None:
    kari = enter(add_teacher(school).user)
    owner = enter(school.teacher)
    owner.post(address(school), {"step": "leave", "sure": "yes"})
    assert names(school.room) == ["berit", "kari"]
    kari.post(address(school), {"step": "leave"})
    assert names(school.room) == ["berit", "kari"]
    kari.post(address(school), {"step": "leave", "sure": "yes"})
    assert names(school.room) == ["berit"]
    assert kari.get(address(school)).status_code == 404


def test_class_is_handed_over_and_then_the_old_owner_may_leave(school: School, enter: Enter) -> None:
    row, owner = add_teacher(school), enter(school.teacher)
    data = {"step": "hand_over", "teacher": str(row.pk), "sure": "yes"}
    for _twice in range(2):
        owner.post(address(school), data)
    assert names(school.room) == ["kari", "berit"]
    assert ClassTeacher.objects.filter(classroom=school.room, is_owner=True).count() == 1
    owner.post(address(school), {"step": "leave", "sure": "yes"})
    assert names(school.room) == ["kari"]


@pytest.mark.parametrize("step", ["link", "name", "withdraw", "remove", "hand_over"])
def test_only_the_owner_decides_who_teaches(school: School, enter: Enter, step: str) -> None:
    kari = add_teacher(school)
    third = add_teacher(school, "ola")
    data = {"step": step, "name": "liv", "teacher": str(third.pk), "sure": "yes"}
    enter(kari.user).post(address(school), data)
    assert names(school.room) == ["berit", "kari", "ola"]
    assert not TeacherInvitation.objects.exists()


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 40, "١"])
def test_odd_numbers_name_nobody(school: School, enter: Enter, number: str) -> None:
    data = {"step": "remove", "teacher": number, "sure": "yes"}
    assert enter(school.teacher).post(address(school), data).status_code == 302
    assert names(school.room) == ["berit"]
