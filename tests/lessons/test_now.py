"""A pupil's page of the class hears of a lesson that begins or ends, by asking in a slow beat."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.lessons.conftest import HTMX, Lessons
from trainer.classes import services
from trainer.lessons.models import Lesson


def test_class_page_learns_of_a_lesson(lessons: Lessons, enter: Callable[[object], Client]) -> None:
    client, desk = enter(lessons.ida), lessons.at("desk")
    path = reverse("lessons:now", args=[lessons.room.public_id])
    page = client.get(reverse("classes:classroom", args=[lessons.room.public_id])).content.decode()
    assert desk in page  # without a script a reload does
    assert f'data-hx-get="{path}?at={lessons.lesson.public_id}"' in page

    begun = client.get(path, {"at": ""}, headers=HTMX).content.decode()
    assert desk in begun
    assert "data-say" in begun
    assert client.get(path, {"at": lessons.lesson.public_id}, headers=HTMX).status_code == 204
    lessons.act(enter(lessons.teacher), "end")
    assert client.get(path, {"at": ""}, headers=HTMX).status_code == 204
    over = client.get(path, {"at": lessons.lesson.public_id}, headers=HTMX).content.decode()
    assert desk not in over
    assert '?at="' in over


def test_archived_class_has_no_lesson(lessons: Lessons, enter: Callable[[object], Client]) -> None:
    services.archive_classroom(lessons.room)
    path = reverse("lessons:now", args=[lessons.room.public_id])
    assert enter(lessons.ida).get(path, {"at": ""}, headers=HTMX).status_code == 204


def test_only_pupils_of_the_class_hear_of_it(lessons: Lessons, enter: Callable[[object], Client]) -> None:
    path = reverse("lessons:now", args=[lessons.room.public_id])
    for who in (lessons.sara, lessons.teacher, lessons.other_teacher, None):
        assert enter(who).get(path, headers=HTMX).status_code == 404


def test_news_takes_three_queries(
    lessons: Lessons, enter: Callable[[object], Client], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = enter(lessons.ida)
    path = reverse("lessons:now", args=[lessons.room.public_id])
    with django_assert_num_queries(3):  # session, user, and whether there is news
        client.get(path, {"at": lessons.lesson.public_id}, headers=HTMX)
    assert Lesson.objects.count() == 1
