"""A class and its teachers: made once, archived and restored, pupils renamed, removed, given new codes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.classes.conftest import School, add_pupil, give, make_class, make_teacher, user_of
from tests.samples import make_versions
from trainer.accounts.models import User
from trainer.accounts.roles import is_teacher
from trainer.classes import services
from trainer.classes.models import Classroom, ClassTeacher, Membership


def pupil_address(school: School, name: str, pupil: Membership | None = None) -> str:
    return reverse(f"classes:{name}", args=[school.room.public_id, (pupil or school.ida).public_id])


# ── Teachers ──────────────────────────────────────────────────


def test_confirmed_address_or_approval_makes_a_teacher(learner_user: User) -> None:
    assert not is_teacher(learner_user)
    address = EmailAddress.objects.create(user=learner_user, email="eira@example.org", verified=False)
    assert not is_teacher(learner_user)
    address.verified = True
    address.save()
    assert is_teacher(learner_user)
    assert is_teacher(make_teacher("berit"))


@pytest.mark.parametrize(
    ("language", "words"), [("nb", "bekreftet e-postadresse"), ("sv", "bekräftad e-postadress")]
)
def test_others_are_told_how_to_become_one(
    learner_user: User, enter: Callable[[object], Client], language: str, words: str
) -> None:
    with override(language):
        client = enter(learner_user)
        for name in ("index", "create"):
            html = client.get(reverse(f"classes:{name}")).content.decode()
            assert words in html
            assert reverse("account_email") in html


@pytest.mark.parametrize(
    ("language", "words"), [("nb", "Klassen 6B er laget"), ("sv", "Klassen 6B är skapad")]
)
def test_teacher_makes_a_class(enter: Callable[[object], Client], language: str, words: str) -> None:
    client = enter(make_teacher("berit"))
    with override(language):
        response = client.post(
            reverse("classes:create"), {"name": " 6B ", "request_key": str(uuid.uuid4())}, follow=True
        )
    room = Classroom.objects.get(name="6B")
    html = response.content.decode()
    assert words in html
    assert room.shown_code in html
    assert [teacher.user for teacher in ClassTeacher.objects.all()] == [room.created_by]


def test_form_sent_twice_makes_one_class(enter: Callable[[object], Client]) -> None:
    client = enter(make_teacher("berit"))
    data = {"name": "6B", "request_key": str(uuid.uuid4())}
    first, second = (client.post(reverse("classes:create"), data) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Classroom.objects.count() == 1
    client.post(reverse("classes:create"), {"name": "6B", "request_key": str(uuid.uuid4())})
    assert Classroom.objects.count() == 2


def test_strangers_form_number_leads_to_no_strangers_class(enter: Callable[[object], Client]) -> None:
    data = {"name": "6B", "request_key": str(uuid.uuid4())}
    for name in ("berit", "olle"):
        enter(make_teacher(name)).post(reverse("classes:create"), data)
    assert Classroom.objects.count() == 2


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "\u200b", "..."])
def test_class_without_a_name_is_not_made(enter: Callable[[object], Client], name: str) -> None:
    response = enter(make_teacher("berit")).post(reverse("classes:create"), {"name": name})
    assert response.status_code == 422
    assert Classroom.objects.count() == 0


def test_markup_in_a_name_stays_text(enter: Callable[[object], Client]) -> None:
    client = enter(make_teacher("berit"))
    response = client.post(reverse("classes:create"), {"name": "<img src=x>"}, follow=True)
    assert "<img src=x>" not in response.content.decode()
    assert "&lt;img src=x&gt;" in response.content.decode()


# ── The list ──────────────────────────────────────────────────


@pytest.mark.parametrize("role", ["guest", "learner", "teacher"])
@pytest.mark.parametrize("language", ["nb", "sv"])
def test_list_shows_the_way_to_join(
    learner_user: User, enter: Callable[[object], Client], role: str, language: str
) -> None:
    who = {"guest": None, "learner": learner_user, "teacher": make_teacher("berit")}[role]
    with override(language):
        html = enter(who).get(reverse("classes:index")).content.decode()
        assert f'href="{reverse("classes:join")}"' in html
        assert (reverse("classes:create") in html) == (role == "teacher")


def test_all_classes_are_reached_by_paging(
    enter: Callable[[object], Client], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    teacher = make_teacher("berit")
    for number in range(45):
        make_class(teacher, f"klasse {number}")
    client, seen = enter(teacher), []
    for page in (1, 2, 3):
        with django_assert_max_num_queries(9):
            html = client.get(reverse("classes:index") + f"?page={page}").content.decode()
        seen += re.findall(r">klasse (\d+)</a>", html)
    assert seen == [str(number) for number in range(45)]


def test_archive_and_new_code_ask_first(school: School, enter: Callable[[object], Client]) -> None:
    client, room = enter(school.teacher), school.room
    asked = client.get(reverse("classes:change_code", args=[room.public_id])).content.decode()
    assert room.shown_code in asked
    client.get(reverse("classes:archive", args=[room.public_id]))
    room.refresh_from_db()
    assert (room.archived_at, room.shown_code in asked) == (None, True)


def test_new_class_code_is_made_once_a_page(school: School, enter: Callable[[object], Client]) -> None:
    client, old = enter(school.teacher), school.room.code
    path = reverse("classes:change_code", args=[school.room.public_id])
    codes = []
    for _ in range(2):  # a double click, or Back and again
        assert client.post(path, {"old": old}).status_code == 302
        codes.append(Classroom.objects.get(pk=school.room.pk).code)
    assert codes[0] == codes[1] != old
    assert client.post(path).status_code == 422
    assert Classroom.objects.get(pk=school.room.pk).code == codes[0]


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_class_says_what_comes_next(enter: Callable[[object], Client], language: str) -> None:
    teacher = make_teacher("berit")
    client, room = enter(teacher), make_class(teacher)
    with override(language):
        page = reverse("classes:classroom", args=[room.public_id])
        lists, assign = (
            reverse(f"classes:{name}", args=[room.public_id]) for name in ("import_pupils", "assign")
        )

        def main_button() -> list[str]:
            return re.findall(r'class="btn pri" href="([^"]+)"', client.get(page).content.decode())

        assert main_button() == [lists]
        add_pupil(room, "Ida")
        assert main_button() == [assign]
        assert 'aria-current="step"' in client.get(page).content.decode()
        give(room, make_versions(1))
        assert 'aria-current="step"' not in client.get(page).content.decode()
        services.archive_classroom(room)
        assert lists not in client.get(page).content.decode()


def test_archived_class_leaves_the_list_and_comes_back(
    school: School, enter: Callable[[object], Client]
) -> None:
    client = enter(school.teacher)
    room = school.room.public_id
    after = client.post(reverse("classes:archive", args=[room]), follow=True).content.decode()
    assert "Klassen 6B er arkivert" in after
    assert f'href="{reverse("classes:classroom", args=[room])}"' not in after
    assert ">6B</a>" in client.get(reverse("classes:index") + "?archived=1").content.decode()
    assert "Ida Hansen" in client.get(reverse("classes:classroom", args=[room])).content.decode()
    client.post(reverse("classes:restore", args=[room]))
    assert ">6B</a>" in client.get(reverse("classes:index")).content.decode()
    school.room.refresh_from_db()
    assert school.room.archived_at is None


# ── Pupils ────────────────────────────────────────────────────


def test_pupil_is_removed_after_a_question(school: School, enter: Callable[[object], Client]) -> None:
    client = enter(school.teacher)
    asked = client.get(pupil_address(school, "remove_pupil"))
    assert "Ta Ida Hansen ut av 6B?" in asked.content.decode()
    assert Membership.objects.filter(pk=school.ida.pk).exists()
    done = client.post(pupil_address(school, "remove_pupil"), follow=True).content.decode()
    assert "Ida Hansen er tatt ut av klassen" in done
    again = client.post(pupil_address(school, "remove_pupil"), follow=True).content.decode()
    assert "Eleven var ikke lenger i klassen" in again
    assert client.get(pupil_address(school, "remove_pupil")).status_code == 404


def test_other_class_keeps_its_pupils(school: School, enter: Callable[[object], Client]) -> None:
    enter(school.teacher).post(pupil_address(school, "remove_pupil", school.sara))
    assert Membership.objects.filter(pk=school.sara.pk).exists()


def test_pupil_is_renamed_in_one_class_only(school: School, enter: Callable[[object], Client]) -> None:
    other = Membership.objects.create(
        classroom=school.other_room, learner=school.ida.learner, display_name="Ida", name_key="ida"
    )
    client = enter(school.teacher)
    client.post(pupil_address(school, "pupil"), {"name": "Ida H."})
    school.ida.refresh_from_db()
    other.refresh_from_db()
    assert (school.ida.display_name, other.display_name) == ("Ida H.", "Ida")
    taken = client.post(pupil_address(school, "pupil"), {"name": "noah"})
    assert taken.status_code == 422
    assert 'value="noah"' in taken.content.decode()


def test_new_code_ends_old_sessions_and_is_shown_once(
    school: School, enter: Callable[[object], Client]
) -> None:
    tablet = enter(school.ida)
    room = reverse("classes:classroom", args=[school.room.public_id])
    assert tablet.get(room).status_code == 200
    response = enter(school.teacher).post(pupil_address(school, "new_code"))
    user_name, word_code = re.findall(r"<dd>([^<]+)</dd>", response.content.decode())
    assert "no-store" in response["Cache-Control"]
    assert tablet.get(room).status_code == 404
    user = User.objects.get(pk=user_of(school.ida).pk)
    assert (user.username, user.check_password(word_code)) == (user_name, True)
    page = enter(school.teacher).get(pupil_address(school, "pupil")).content.decode()
    assert word_code not in page


def test_account_brought_along_keeps_its_password(
    school: School, learner_user: User, enter: Callable[[object], Client]
) -> None:
    member = Membership.objects.create(
        classroom=school.room, learner=learner_user.learner, display_name="Eira", name_key="eira"
    )
    client = enter(school.teacher)
    assert client.post(pupil_address(school, "new_code", member)).status_code == 302
    learner_user.refresh_from_db()
    assert learner_user.check_password("a-long-password")
    assert learner_user.username not in client.get(pupil_address(school, "pupil", member)).content.decode()


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_every_page_of_a_class_speaks_the_language(
    school: School, enter: Callable[[object], Client], language: str
) -> None:
    with override(language):
        client = enter(school.teacher)
        for name in ("pupil", "remove_pupil"):
            html = client.get(pupil_address(school, name)).content.decode()
            assert f'<html lang="{language}"' in html
        html = client.get(reverse("classes:classroom", args=[school.room.public_id])).content.decode()
        assert {"nb": "Elevene åpner", "sv": "Eleverna öppnar"}[language] in html
        assert reverse("classes:join") in html


def test_twenty_equal_forms_at_once_make_one_of_each(tmp_path: Path) -> None:
    environment = os.environ | {"SITE_SQLITE_PATH": str(tmp_path / "site.sqlite3"), "SITE_DATABASE": ""}
    command = [sys.executable, "-m", "tests.classes.parallel"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["1", "3", "1", "3", "3", "20", "20", "20", "20"], done.stderr
