"""What expires, who is told before, and that nothing goes without its notice."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError
from django.db.models.signals import post_delete
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.access.scene import Scene, set_scene
from tests.samples import answer, make_versions
from trainer.accounts.models import Learner, User
from trainer.classes import services
from trainer.classes.models import Classroom, Membership
from trainer.drills.models import Attempt
from trainer.privacy.expiring import expire, would_expire
from trainer.privacy.models import ExpiryNotice
from trainer.privacy.retention import notices_for

NOW = datetime(2026, 11, 30, 12, tzinfo=timezone.get_default_timezone())
YEAR, MONTH = timedelta(days=366), timedelta(days=31)


@pytest.fixture
def school(db: None) -> Scene:
    """Everybody has been here just now; 6B has a pupil whose account it made."""
    scene = set_scene()
    given = services.join_as_new_pupil(scene.room, "Mona Lind", "nb", uuid.uuid4())
    scene.people["held"] = given.user
    User.objects.update(last_login=NOW, date_joined=NOW - 3 * YEAR)
    Learner.objects.update(seen_at=NOW)
    Attempt.objects.update(answered_at=NOW)
    for role in ("teacher", "co_teacher"):
        user = scene.people[role]
        EmailAddress.objects.create(user=user, email=f"{role}@school.example", verified=True, primary=True)
    return scene


def run(now: datetime) -> list[str]:
    said: list[str] = []
    expire(now, said.append)
    return said


def leave(user: User, since: timedelta) -> None:
    """The user was here last so long ago."""
    User.objects.filter(pk=user.pk).update(last_login=NOW - since)
    Learner.objects.filter(user=user).update(seen_at=NOW - since)


def test_archived_class_goes_after_notice_to_its_teachers(school: Scene) -> None:
    Classroom.objects.filter(pk=school.room.pk).update(archived_at=NOW - YEAR)
    run(NOW)
    assert sorted(address for letter in mail.outbox for address in letter.to) == [
        "co_teacher@school.example",
        "teacher@school.example",
    ]
    assert "6B" in str(mail.outbox[0].body)
    assert "30. desember 2026" in str(mail.outbox[0].body)
    assert "Mona" not in str(mail.outbox[0].body)
    assert [told.kind for told in notices_for(school.people["teacher"])] == ["class"]
    run(NOW + timedelta(days=29))
    assert Classroom.objects.filter(pk=school.room.pk).exists()
    assert len(mail.outbox) == 2
    run(NOW + timedelta(days=30))
    assert not Classroom.objects.filter(pk=school.room.pk).exists()
    assert not User.objects.filter(pk=school.people["held"].pk).exists()
    assert User.objects.filter(pk=school.people["pupil"].pk).exists()  # an account of their own


def test_class_taken_back_into_use_stays(school: Scene) -> None:
    Classroom.objects.filter(pk=school.room.pk).update(archived_at=NOW - YEAR)
    run(NOW)
    services.restore_classroom(school.room)
    run(NOW + MONTH)
    assert Classroom.objects.filter(pk=school.room.pk).exists()
    assert ExpiryNotice.objects.count() == 0


def test_idle_pupil_goes_after_notice_and_stays_after_a_sign_in(school: Scene) -> None:
    held = school.people["held"]
    leave(held, YEAR)
    run(NOW)
    assert [(told.kind, told.pupils) for told in notices_for(school.people["teacher"])] == [("pupils", 1)]
    User.objects.filter(pk=held.pk).update(last_login=NOW + timedelta(days=3))
    run(NOW + MONTH)
    assert ExpiryNotice.objects.count() == 0
    leave(held, YEAR)
    run(NOW)
    run(NOW + MONTH)
    assert not User.objects.filter(pk=held.pk).exists()
    assert not Membership.objects.filter(display_name="Mona Lind").exists()


def test_teachers_and_the_owner_are_never_idle(school: Scene) -> None:
    for role in ("teacher", "co_teacher", "other_teacher", "admin"):
        leave(school.people[role], 5 * YEAR)
    run(NOW)
    assert ExpiryNotice.objects.count() == 0


def test_own_account_is_kept_for_two_years_and_told_by_mail(school: Scene) -> None:
    pupil = school.people["pupil"]
    EmailAddress.objects.create(user=pupil, email="ida@post.example", verified=True, primary=True)
    Attempt.objects.filter(learner__user=pupil).update(answered_at=NOW - 3 * YEAR)
    leave(pupil, YEAR)
    run(NOW)
    assert mail.outbox == []
    leave(pupil, 2 * YEAR)
    run(NOW)
    assert ["ida@post.example"] in [letter.to for letter in mail.outbox]
    run(NOW + MONTH)
    assert not User.objects.filter(pk=pupil.pk).exists()


def test_guest_goes_thirty_days_after_the_last_answer(school: Scene) -> None:
    version = make_versions(1, "rules")[0]
    old, fresh = (Learner.objects.create(seen_at=NOW - timedelta(days=days)) for days in (31, 45))
    answer(fresh, version, at=NOW - timedelta(days=2))
    assert "guests deleted: 1" in run(NOW)
    assert not Learner.objects.filter(pk=old.pk).exists()
    assert Learner.objects.filter(pk=fresh.pk).exists()


def test_dry_run_says_the_same_and_does_nothing(school: Scene) -> None:
    Classroom.objects.filter(pk=school.room.pk).update(archived_at=NOW - YEAR)
    leave(school.people["held"], YEAR)
    said: list[str] = []
    would_expire(NOW, said.append)
    assert f"would give notice: user {school.people['held'].pk}" in said
    assert ExpiryNotice.objects.count() == 0
    run(NOW)
    said.clear()
    would_expire(NOW + MONTH, said.append)
    assert [line.partition(",")[0] for line in said if "would delete class" in line] == [
        f"would delete class {school.room.pk}"
    ]
    assert Classroom.objects.filter(pk=school.room.pk).exists()


def test_stopped_run_goes_on(school: Scene) -> None:
    """The database fails at the second class; the first is gone, and the next run takes the second."""
    rooms = [school.room, school.other_room]
    Classroom.objects.update(archived_at=NOW - YEAR)
    run(NOW)

    def fail(instance: Classroom, **_signal: object) -> None:
        if instance.public_id == rooms[1].public_id:
            raise DatabaseError("lost")

    post_delete.connect(fail, sender=Classroom)
    try:
        with pytest.raises(DatabaseError):
            run(NOW + MONTH)
    finally:
        post_delete.disconnect(fail, sender=Classroom)
    assert [room.public_id for room in Classroom.objects.all()] == [rooms[1].public_id]
    run(NOW + MONTH)
    assert Classroom.objects.count() == 0


def test_command_prints_what_it_does(school: Scene) -> None:
    out = StringIO()
    call_command("expire", "--dry-run", stdout=out)
    call_command("expire", stdout=out)
    assert "would delete guests: 0" in out.getvalue()
    assert "notices given: 0" in out.getvalue()


def test_notice_stands_on_the_list_of_classes(school: Scene) -> None:
    Classroom.objects.filter(pk=school.room.pk).update(archived_at=NOW - YEAR)
    run(NOW)
    with override("nb"):
        page = school.client("teacher").get(reverse("classes:index")).content.decode()
    assert "Den arkiverte klassen 6B slettes 30. desember 2026." in page


def test_counted_tries_go_when_their_time_is_past(db: None) -> None:
    cache.set("of-an-address", 1, 60)
    cache.set("still-counting", 1, 7200)
    soon = timezone.now() + timedelta(hours=1)
    assert "counted tries past their time, deleted: 1" in run(soon)
    assert (cache.get("of-an-address"), cache.get("still-counting")) == (None, 1)
