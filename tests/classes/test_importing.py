"""Pupils from a list: the preview, a result a line, and all or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.classes.conftest import School, give, make_class, user_of
from tests.classes.pasting import form_of, make, preview
from tests.classes.test_joining import join
from trainer.accounts.models import Learner, User
from trainer.classes import limits, services
from trainer.classes.models import CodeBatch, Membership

type Enter = Callable[[object], Client]
FIXTURES = Path(__file__).parents[1] / "data"


def address(school: School) -> str:
    return reverse("classes:import_pupils", args=[school.room.public_id])


def class_names(school: School) -> list[str]:
    rows = Membership.objects.filter(classroom=school.room).order_by("pk")
    return list(rows.values_list("display_name", flat=True))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("nb", ["3 nye elever", "Står to ganger i listen", "Er i klassen fra før", "For langt"]),
        ("sv", ["3 nya elever", "Står två gånger i listan", "Finns redan i klassen", "För långt"]),
    ],
)
def test_every_line_gets_a_result_before_anything_is_made(
    school: School, enter: Enter, language: str, words: list[str]
) -> None:
    text = "Tuva\nLiam\ntuva\nIda Hansen\n\n" + "x" * 120 + "\n—\nOla\ufffd\nZoë"
    with override(language):
        response = preview(enter(school.teacher), school.room, text)
    html = response.content.decode()
    assert response.status_code == 200
    for expected in words:
        assert expected in html
    classes = re.findall(r'<tr class="([\w-]+)">', html)
    assert classes == ["new", "new", "doubled", "in-class", "empty", "too-long", "no-name", "no-name", "new"]
    assert class_names(school) == ["Ida Hansen", "Noah"]
    assert CodeBatch.objects.count() == 0


def test_ticked_lines_become_pupils_with_accounts(school: School, enter: Enter) -> None:
    client = enter(school.teacher)
    response = make(client, school.room, "Navn;E-post\nÅse Ødegård;ase@example.no\nIda Hansen;x@example.no")
    assert response["Location"] == reverse("classes:slips", args=[school.room.public_id])
    assert class_names(school) == ["Ida Hansen", "Noah", "Åse Ødegård"]
    member = Membership.objects.get(display_name="Åse Ødegård")
    user = user_of(member)
    assert user.username.startswith("elev-")
    assert (user.email, user.is_teacher, user.has_usable_password()) == ("", False, True)
    assert member.account_made_here
    assert "example.no" not in str(list(User.objects.values()))


def test_namesake_is_made_when_ticked(school: School, enter: Enter) -> None:
    client = enter(school.teacher)
    shown = preview(client, school.room, "Ida Hansen\nTuva\nTuva")
    assert "Ida Hansen 2" in shown.content.decode()
    client.post(address(school), form_of(shown) | {"take": ["1+", "2", "3+"]})
    assert class_names(school) == ["Ida Hansen", "Noah", "Ida Hansen 2", "Tuva", "Tuva 2"]
    users = User.objects.filter(learner__memberships__classroom=school.room)
    assert users.values("username").distinct().count() == 5


@pytest.mark.parametrize("name", ["utf8bom_semicolon.csv", "utf8_comma_lf.csv"])
def test_file_gives_six_pupils_and_no_heading(school: School, enter: Enter, name: str) -> None:
    client = enter(school.teacher)
    upload = SimpleUploadedFile(name, (FIXTURES / "fixtures" / name).read_bytes())
    shown = preview(client, school.room, "", file=upload)
    client.post(address(school), form_of(shown))
    assert class_names(school)[2:] == [
        *("Åse Ødegård", "Björn Ängström", "Zoë Nilsen", "Ærlend Sæther", 'Nilsen; "Kari"', "=1+1")
    ]


def test_form_sent_twice_makes_the_pupils_once(school: School, enter: Enter) -> None:
    client = enter(school.teacher)
    data = form_of(preview(client, school.room, "Tuva\nLiam"))
    first, second = (client.post(address(school), data) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert class_names(school) == ["Ida Hansen", "Noah", "Tuva", "Liam"]
    assert CodeBatch.objects.count() == 1
    assert Learner.objects.filter(memberships=None, user__username__startswith="elev-").count() == 0


def test_class_has_room_for_forty_before_approval(school: School, enter: Enter) -> None:
    User.objects.filter(pk=school.teacher.pk).update(is_teacher=False)
    assert limits.pupil_limit(school.room) == 40
    client = enter(school.teacher)
    text = "\n".join(f"Elev {number}" for number in range(39))
    shown = preview(client, school.room, text)
    assert "plass til 38 elever til" in shown.content.decode()
    response = client.post(address(school), form_of(shown))
    assert response.status_code == 422
    assert len(class_names(school)) == 2
    fewer = form_of(shown) | {"take": [str(number) for number in range(1, 39)]}
    assert client.post(address(school), fewer).status_code == 302
    assert len(class_names(school)) == 40


def test_nothing_is_half_made(school: School, enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last step fails: no user, no learner, no pupil is left."""
    client = enter(school.teacher)
    data = form_of(preview(client, school.room, "Tuva\nLiam"))
    users = User.objects.count()
    monkeypatch.setattr("trainer.classes.importing.new_public_id", lambda: school.ida.public_id)
    response = client.post(address(school), data)
    assert response.status_code == 409
    assert class_names(school) == ["Ida Hansen", "Noah"]
    assert (User.objects.count(), CodeBatch.objects.count()) == (users, 0)


def test_pupil_who_joined_meanwhile_is_not_made_again(school: School, enter: Enter, client: Client) -> None:
    teacher = enter(school.teacher)
    data = form_of(preview(teacher, school.room, "Tuva\nLiam"))
    join(client, school.room.code, "Tuva")
    teacher.post(address(school), data)
    assert sorted(class_names(school)) == ["Ida Hansen", "Liam", "Noah", "Tuva"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"list": ""}, "Lim inn navn"),
        ({"list": "\n \n"}, "Lim inn navn"),
        ({"list": "Ida\x00"}, "kan ikke leses"),
        ({"list": "Ida\n" * 501}, "for lang"),
        ({"file": SimpleUploadedFile("a.xlsx", b"PK\x03\x04..")}, "regneark"),
    ],
)
def test_what_is_no_list_is_refused_in_words(
    school: School, enter: Enter, data: dict[str, object], words: str
) -> None:
    response = enter(school.teacher).post(address(school), data | {"step": "preview"})
    assert response.status_code == 422
    assert words in response.content.decode()


def test_names_may_stand_in_another_column(school: School, enter: Enter) -> None:
    client = enter(school.teacher)
    shown = preview(client, school.room, "Oslo;Ida B\nBergen;Per C", columns="1")
    html = shown.content.decode()
    assert '<option value="1" selected>' in html
    client.post(address(school), form_of(shown))
    assert class_names(school)[2:] == ["Ida B", "Per C"]


def test_list_can_be_changed(school: School, enter: Enter) -> None:
    data = {"list": "Tuva\nLiam", "step": "change"}
    response = enter(school.teacher).post(address(school), data)
    assert ">Tuva\nLiam</textarea>" in response.content.decode()


def test_nothing_ticked_makes_nothing(school: School, enter: Enter) -> None:
    client = enter(school.teacher)
    data = form_of(preview(client, school.room, "Tuva")) | {"take": []}
    assert client.post(address(school), data).status_code == 422
    assert len(class_names(school)) == 2


def test_archived_class_takes_no_list(school: School, enter: Enter) -> None:
    services.archive_classroom(school.room)
    assert preview(enter(school.teacher), school.room, "Tuva").status_code == 302
    assert len(class_names(school)) == 2


def test_strangers_find_no_import(school: School, enter: Enter) -> None:
    for who in (None, school.ida, school.other_teacher):
        assert enter(who).get(address(school)).status_code == 404
        assert preview(enter(who), school.room, "Tuva").status_code == 404


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_markup_in_a_name_stays_text(school: School, enter: Enter, language: str) -> None:
    with override(language):
        html = preview(enter(school.teacher), school.room, '<img src=x>\n"><script>').content.decode()
    assert "<img src=x>" not in html
    assert '"><script>' not in html


def test_queries_do_not_grow_with_the_list(
    school: School, enter: Enter, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    give(school.room, school.versions)
    client = enter(school.teacher)
    for count in (1, 30):
        room = make_class(school.teacher, f"8{count}")
        data = form_of(preview(client, room, "\n".join(f"Elev {n}" for n in range(count))))
        with django_assert_max_num_queries(26):
            client.post(reverse("classes:import_pupils", args=[room.public_id]), data)
        assert Membership.objects.filter(classroom=room).count() == count
