"""Moving on: classes move up, split and merge in one form, and nothing happens twice or by half."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.classes.conftest import School, add_pupil, give, make_class, make_teacher, user_of
from tests.classes.pasting import make, slips_shown
from tests.samples import answer
from trainer.accounts.models import Learner, User
from trainer.classes import limits
from trainer.classes.assigning import record_for_classes
from trainer.classes.models import AssignmentAnswer, Classroom, Membership

type Enter = Callable[[object], Client]


def move(client: Client, **data: object) -> HttpResponse:
    return client.post(reverse("classes:move"), {"key": str(uuid.uuid4())} | data)  # type: ignore[return-value]


def hidden(response: HttpResponse) -> dict[str, list[str]]:
    """What the preview carries along to the last step."""
    fields: dict[str, list[str]] = {}
    html = response.content.decode()
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html):
        if name != "csrfmiddlewaretoken":
            fields.setdefault(name, []).append(unescape(value))
    return fields


def names(room: Classroom) -> list[str]:
    rows = Membership.objects.filter(classroom=room).order_by("display_name")
    return list(rows.values_list("display_name", flat=True))


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_class_moves_up_into_a_new_one(school: School, enter: Enter, language: str) -> None:
    teacher, room = enter(school.teacher), school.room
    with override(language):
        data = {"from": room.public_id, "new": "7B", f"class-{room.public_id}": "new-0", "archive": "on"}
        choosing = move(teacher, step="pupils", **data)
        assert "Ida Hansen" in choosing.content.decode()
        shown = move(teacher, step="preview", **data)
        assert shown.status_code == 200
        assert "7B" in shown.content.decode()
        assert names(room) == ["Ida Hansen", "Noah"]
        for _twice in range(2):
            teacher.post(reverse("classes:move"), hidden(shown) | {"step": ["move"]})
    new = Classroom.objects.get(name="7B")
    assert names(new) == ["Ida Hansen", "Noah"]
    assert names(room) == []
    room.refresh_from_db()
    assert room.archived_at is not None
    assert Membership.objects.filter(classroom=new, account_made_here=True).count() == 2


def test_password_language_and_results_follow(school: School, enter: Enter) -> None:
    teacher = enter(school.teacher)
    make(teacher, school.room, "Tuva")
    words = slips_shown(teacher, school.room)["Tuva"][1]
    member = Membership.objects.get(display_name="Tuva")
    record_for_classes(answer(member.learner, school.versions[0]))
    new = make_class(school.teacher, "7B")
    give(new, school.versions)
    move(teacher, step="move", **{"from": school.room.public_id, "to": new.public_id}, **whole(school, new))
    moved = Membership.objects.get(classroom=new, display_name="Tuva")
    assert moved.learner == member.learner
    assert AssignmentAnswer.objects.filter(membership=moved).count() == 1
    pupil = Client()
    sign_in = reverse("classes:sign_in", args=[new.public_id])
    assert pupil.post(sign_in, {"words": words}).status_code == 302
    old_slip = Client().post(
        reverse("classes:sign_in", args=[school.room.public_id]),
        {"words": words, "name": user_of(moved).username},
    )
    assert old_slip["Location"] == reverse("classes:index")
    new_code = reverse("classes:new_code", args=[new.public_id, moved.public_id])
    assert teacher.post(new_code).status_code == 200


def whole(school: School, target: Classroom) -> dict[str, str]:
    return {f"class-{school.room.public_id}": target.public_id}


def test_two_classes_are_split_into_two_others(school: School, enter: Enter) -> None:
    other = make_class(school.teacher, "6A")
    per, liv = add_pupil(other, "Per"), add_pupil(other, "Ida Hansen")
    data = {
        "from": [school.room.public_id, other.public_id],
        "new": "7A\n7B\n7A",
        f"class-{school.room.public_id}": "new-0",
        f"class-{other.public_id}": "new-1",
        f"pupil-{liv.public_id}": "new-0",
        f"pupil-{school.noah.public_id}": "",
    }
    teacher = enter(school.teacher)
    html = move(teacher, step="preview", **data).content.decode()
    assert "Ida Hansen heter Ida Hansen 2 i 7A" in html
    move(teacher, step="move", **data)
    assert names(Classroom.objects.get(name="7A", created_by=school.teacher)) == [
        "Ida Hansen",
        "Ida Hansen 2",
    ]
    assert names(Classroom.objects.get(name="7B")) == ["Per"]
    assert names(school.room) == ["Noah"]
    assert Membership.objects.filter(learner=per.learner).count() == 1


def test_two_classes_become_one_and_nobody_is_there_twice(school: School, enter: Enter) -> None:
    other = make_class(school.teacher, "6A")
    add_pupil(other, "Per")
    Membership.objects.create(classroom=other, learner=school.ida.learner, display_name="Ida", name_key="ida")
    teacher = enter(school.teacher)
    move(
        teacher, step="move", **{"from": school.room.public_id, "to": other.public_id}, **whole(school, other)
    )
    assert names(other) == ["Ida", "Noah", "Per"]
    assert names(school.room) == []
    kept = Membership.objects.get(classroom=other, learner=school.ida.learner)
    assert kept.account_made_here  # someone must be able to give a new word code


def test_pupils_may_stay_in_the_old_class_with_their_results(school: School, enter: Enter) -> None:
    record_for_classes(answer(school.ida.learner, school.versions[0]))
    new = make_class(school.teacher, "7B")
    data = {"from": school.room.public_id, "to": new.public_id, "old": "keep", "archive": "on"}
    move(enter(school.teacher), step="move", **data, **whole(school, new))
    assert names(new) == names(school.room) == ["Ida Hansen", "Noah"]
    assert AssignmentAnswer.objects.filter(membership=school.ida).count() == 1
    school.room.refresh_from_db()
    assert school.room.archived_at is not None


def test_full_class_takes_nobody_and_no_class_is_made(
    school: School, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "APPROVED_PUPIL_LIMIT", 1)
    data = {"from": school.room.public_id, "new": "7B", f"class-{school.room.public_id}": "new-0"}
    for step in ("preview", "move"):
        response = move(enter(school.teacher), step=step, **data)
        assert response.status_code == 422
        assert "7B ville få flere enn 1 elever" in response.content.decode()
    assert names(school.room) == ["Ida Hansen", "Noah"]
    assert not Classroom.objects.filter(name="7B").exists()


def test_other_peoples_classes_and_pupils_cannot_be_moved(school: School, enter: Enter) -> None:
    mine = make_class(school.teacher, "7B")
    teacher = enter(school.teacher)
    theirs = school.other_room.public_id
    assert move(teacher, step="move", **{"from": theirs, "to": mine.public_id}).status_code == 422
    assert move(teacher, step="move", **{"from": school.room.public_id, "to": theirs}).status_code == 422
    data = {
        "from": school.room.public_id,
        "to": mine.public_id,
        f"pupil-{school.sara.public_id}": mine.public_id,
    }
    move(teacher, step="move", **data)
    assert names(mine) == []
    assert names(school.other_room) == ["Sara"]


def test_several_classes_at_once_wait_for_approval(school: School, enter: Enter) -> None:
    other = make_class(school.teacher, "6A")
    User.objects.filter(pk=school.teacher.pk).update(is_teacher=False)
    EmailAddress.objects.create(user=school.teacher, email="berit@example.org", verified=True)
    data = {"from": [school.room.public_id, other.public_id], "new": "7B"}
    teacher = enter(User.objects.get(pk=school.teacher.pk))
    response = move(teacher, step="pupils", **data)
    assert response.status_code == 422
    assert reverse("account_teacher") in response.content.decode()
    assert move(teacher, step="pupils", **data | {"from": other.public_id}).status_code == 200


def test_choice_is_kept_when_going_back(school: School, enter: Enter) -> None:
    data = {
        "from": school.room.public_id,
        "new": "7A\n7B",
        f"class-{school.room.public_id}": "new-1",
        f"pupil-{school.ida.public_id}": "",
        "old": "keep",
    }
    html = move(enter(school.teacher), step="pupils", **data).content.decode()
    assert '<option value="new-1" selected>' in html
    assert '<option value="" selected>' in html
    assert 'value="keep" checked' in html


@pytest.mark.parametrize("data", [{}, {"from": "x"}, {"new": "y" * 41}, {"key": "no"}])
def test_bad_input_moves_nobody(school: School, enter: Enter, data: dict[str, str]) -> None:
    sent = {"from": school.room.public_id, "new": "", "step": "move"} | data
    assert move(enter(school.teacher), **sent).status_code == 422
    assert names(school.room) == ["Ida Hansen", "Noah"]


# ── A large school ────────────────────────────────────────────


@pytest.fixture
def large_school(db: None) -> User:
    """A teacher with 150 classes of 20 pupils each."""
    teacher = make_teacher("berit")
    rooms = [make_class(teacher, f"Klasse {number}") for number in range(150)]
    learners = Learner.objects.bulk_create(Learner() for _ in range(3000))
    Membership.objects.bulk_create(
        Membership(
            classroom=rooms[number % 150],
            learner=learner,
            display_name=f"Elev {number}",
            name_key=f"elev {number}",
            account_made_here=True,
        )
        for number, learner in enumerate(learners)
    )
    return teacher


def test_large_school_stays_within_few_queries(
    large_school: User, enter: Enter, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = enter(large_school)
    index = reverse("classes:index")
    for query in ("", "?page=8", "?q=149", "?q=elev 29"):
        with django_assert_max_num_queries(15):
            html = client.get(index + query).content.decode()
    assert "Elev 299" in html
    with django_assert_max_num_queries(8):
        assert client.get(reverse("classes:move")).content.decode().count('name="to"') == 150
    rooms = list(Classroom.objects.order_by("pk"))
    used = []
    for count in (1, 6):
        sources, target = rooms[count * 10 : count * 11], rooms[count]
        data = {"from": [room.public_id for room in sources], "to": target.public_id} | {
            f"class-{room.public_id}": target.public_id for room in sources
        }
        with django_assert_max_num_queries(40) as queries:
            assert move(client, step="move", **data).status_code == 302
        used.append(len(queries))
        assert Membership.objects.filter(classroom=target).count() == 20 * (count + 1)
    assert used[1] - used[0] <= 1  # rows are deleted by the hundred
