"""A live lesson begins: from a theme, an assignment or a mix, once."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.classes.conftest import give
from tests.lessons.conftest import Lessons
from tests.samples import make_versions
from trainer.drills.library import LIBRARY_DIR, load, read_library
from trainer.drills.models import DrillVersion
from trainer.lessons.models import Lesson

type Enter = Callable[[object], Client]


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_teacher_begins_from_a_theme(lessons: Lessons, enter: Enter, language: str) -> None:
    teacher = enter(lessons.teacher)
    lessons.act(teacher, "end")
    make_versions(8, "ending")
    with override(language):
        address = reverse("lessons:start", args=[lessons.room.public_id])
        assert teacher.get(address).status_code == 200
        fields = {"request_key": str(uuid.uuid4()), "source": "ending", "number": "4", "answers": "card"}
        preview = teacher.post(address, fields | {"step": "preview"})
        assert preview.content.decode().count('name="drills"') == 4
        screen = teacher.post(address, fields | {"step": "start"}, follow=True)
    assert screen.status_code == 200
    started = Lesson.objects.get(ended_at=None)
    assert [item.version.drill.kind for item in started.items.all()] == ["ending"] * 4


def test_lesson_takes_an_assignment_in_its_order_and_leaves_memory_out(
    lessons: Lessons, enter: Enter
) -> None:
    teacher = enter(lessons.teacher)
    lessons.act(teacher, "end")
    load(list(read_library([LIBRARY_DIR / "memory.jsonl"]))[:1])
    memory = DrillVersion.objects.get(drill__kind="memory")
    given = [*make_versions(2, "ending"), memory, *make_versions(1, "rules")]
    assignment = give(lessons.room, given)
    address = reverse("lessons:start", args=[lessons.room.public_id])
    fields = {"source": f"given:{assignment.public_id}", "number": "1", "step": "start"}
    teacher.post(address, fields | {"request_key": str(uuid.uuid4())})
    started = Lesson.objects.get(ended_at=None)
    assert started.title == assignment.title
    assert [item.version for item in started.items.all()] == [given[0], given[1], given[3]]


@pytest.mark.parametrize(
    ("query", "kinds"),
    [("kind=rules", {"rules"}), ("kind=memory", None), ("", {"ending", "follow", "rules"})],
)
def test_lesson_takes_a_shared_mix(
    lessons: Lessons, enter: Enter, query: str, kinds: set[str] | None
) -> None:
    teacher = enter(lessons.teacher)
    lessons.act(teacher, "end")
    make_versions(9)
    mix = f"https://whist.example{reverse('sessions:start')}?{query}"
    fields = {"source": "all", "mix": mix, "number": "12", "step": "start"}
    answer = teacher.post(reverse("lessons:start", args=[lessons.room.public_id]), fields)
    assert answer.status_code == (302 if kinds else 422)
    begun = Lesson.objects.filter(ended_at=None).first()
    assert (begun and {item.version.drill.kind for item in begun.items.all()}) == kinds


def test_mix_that_is_none_is_said(lessons: Lessons, enter: Enter) -> None:
    teacher = enter(lessons.teacher)
    lessons.act(teacher, "end")
    fields = {"source": "all", "mix": "https://elsewhere.example/", "number": "2", "step": "start"}
    answer = teacher.post(reverse("lessons:start", args=[lessons.room.public_id]), fields)
    assert answer.status_code == 422 and 'id="id_mix_error"' in answer.content.decode()


def test_form_sent_twice_begins_one_lesson_and_a_second_form_none(lessons: Lessons, enter: Enter) -> None:
    teacher = enter(lessons.teacher)
    lessons.act(teacher, "end")
    address = reverse("lessons:start", args=[lessons.room.public_id])
    fields = {"request_key": str(uuid.uuid4()), "source": "all", "number": "2", "step": "start"}
    answers = [teacher.post(address, fields), teacher.post(address, fields)]
    answers.append(teacher.post(address, fields | {"request_key": str(uuid.uuid4())}))
    running = Lesson.objects.get(ended_at=None)
    here = reverse("lessons:screen", args=[running.public_id])
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, here)] * 3


@pytest.mark.parametrize("fields", [{"number": "0"}, {"number": "x"}, {"source": "given:nothing"}, {}])
def test_bad_form_is_said(lessons: Lessons, enter: Enter, fields: dict[str, str]) -> None:
    teacher = enter(lessons.teacher)
    lessons.act(teacher, "end")
    address = reverse("lessons:start", args=[lessons.room.public_id])
    answer = teacher.post(address, {"source": "memory", "number": "3", "step": "start"} | fields)
    assert answer.status_code == 422
    assert 'class="err"' in answer.content.decode()
    assert not Lesson.objects.filter(ended_at=None).exists()
