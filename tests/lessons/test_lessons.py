"""A live lesson: voted in, moved on, looked back on; nothing shown before its time."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from tests.lessons.conftest import HTMX, Lessons, add_pupil
from tests.samples import choice_with
from trainer.classes import services as classes
from trainer.drills.models import Attempt
from trainer.lessons.models import Lesson, LessonPresence, LessonVote
from trainer.lessons.queries import turnout

type Enter = Callable[[object], Client]


def vote(lessons: Lessons, client: Client, choice: str, at: str = "1.1", **headers: str) -> int:
    """Send a vote; the status."""
    fields = {"choice": choice, "at": at}
    return client.post(lessons.at("vote"), fields, headers=headers).status_code


def beat(client: Client, address: str, html: str) -> str:
    """Where the page asks for news, as it says itself."""
    found = re.search(rf'data-hx-get="({re.escape(address)}\?at=[^"]*)"', html)
    assert found, "the page does not ask for news"
    return found[1].replace("&amp;", "&")


# ── Voting ────────────────────────────────────────────────────


def test_pupil_votes_once_and_may_change_it_until_the_vote_is_closed(lessons: Lessons, enter: Enter) -> None:
    ida, teacher = enter(lessons.ida), enter(lessons.teacher)
    first, second = (choice_with(lessons.versions[0], verdict) for verdict in ("right", "wrong"))
    assert [vote(lessons, ida, first) for _click in range(2)] == [302, 302]
    assert vote(lessons, ida, second) == 302
    assert list(LessonVote.objects.values_list("choice", "verdict")) == [(second, "wrong")]
    lessons.act(teacher, "close")
    assert vote(lessons, ida, first) == 409
    assert LessonVote.objects.get().choice == second


def test_vote_of_the_drill_before_is_not_taken_for_this_one(lessons: Lessons, enter: Enter) -> None:
    ida, teacher = enter(lessons.ida), enter(lessons.teacher)
    lessons.act(teacher, "next")
    stale = ida.post(lessons.at("vote"), {"choice": "H2", "at": "1.1"}, headers=HTMX)
    assert stale.status_code == 409
    assert 'name="at" value="2.1"' in stale.content.decode()
    assert not LessonVote.objects.exists()


def test_vote_that_is_no_answer_is_refused_with_a_reason(lessons: Lessons, enter: Enter) -> None:
    answer = enter(lessons.ida).post(lessons.at("vote"), {"choice": "XX", "at": "1.1"}, headers=HTMX)
    assert answer.status_code == 422
    assert "refusal" in answer.content.decode()
    assert not LessonVote.objects.exists()


def test_votes_are_no_attempts(lessons: Lessons, enter: Enter) -> None:
    vote(lessons, enter(lessons.ida), choice_with(lessons.versions[0], "right"))
    assert not Attempt.objects.exists()


def test_another_device_shows_the_vote(lessons: Lessons, enter: Enter) -> None:
    choice = choice_with(lessons.versions[0], "right")
    vote(lessons, enter(lessons.ida), choice)
    html = enter(lessons.ida).get(lessons.at("desk")).content.decode()
    assert re.search(rf'value="{choice}"[^>]*aria-pressed="true"', html)


def test_win_or_let_go_in_two_buttons(lessons: Lessons, enter: Enter) -> None:
    Lesson.objects.update(by_side=True)
    ida = enter(lessons.ida)
    html = ida.get(lessons.at("desk")).content.decode()
    assert 'value="win"' in html and 'value="duck"' in html and 'name="choice" value="H' not in html
    assert vote(lessons, ida, choice_with(lessons.versions[0], "right")) == 422
    assert vote(lessons, ida, "duck") == 302
    lessons.act(enter(lessons.teacher), "close")
    assert enter(lessons.teacher).get(lessons.at("screen")).content.decode().count('class="tally"') == 2


def test_class_votes_again_in_a_round_of_its_own(lessons: Lessons, enter: Enter) -> None:
    ida, teacher = enter(lessons.ida), enter(lessons.teacher)
    right, wrong = (choice_with(lessons.versions[0], verdict) for verdict in ("right", "wrong"))
    vote(lessons, ida, wrong)
    lessons.act(teacher, "close")
    lessons.act(teacher, "again")
    assert turnout(lessons.now()).answered == 0
    assert vote(lessons, ida, wrong) == 409
    assert vote(lessons, ida, right, at="1.2") == 302
    assert list(LessonVote.objects.order_by("round").values_list("round", "choice")) == [
        (1, wrong),
        (2, right),
    ]


# ── Nothing before its time ───────────────────────────────────


def told_on(html: str) -> set[str]:
    """What a page tells that may be kept back."""
    signs = {"bars": 'class="tally"', "answer": "right-answer", "verdict": 'class="verdict'}
    return {name for name, sign in signs.items() if sign in html}


@pytest.mark.parametrize("kind", [0, 1, 2])
def test_pages_tell_bars_and_answer_only_when_they_may_be_seen(
    lessons: Lessons, enter: Enter, kind: int
) -> None:
    ida, noah, teacher = enter(lessons.ida), enter(lessons.noah), enter(lessons.teacher)
    for _drill in range(kind):
        lessons.act(teacher, "next")
    vote(lessons, ida, choice_with(lessons.versions[kind], "wrong"), at=f"{kind + 1}.1")
    told = []
    for action in ("", "close", "show"):
        if action:
            lessons.act(teacher, action)
        pages = [teacher.get(lessons.at("screen")), ida.get(lessons.at("desk")), noah.get(lessons.at("desk"))]
        told.append([told_on(page.content.decode()) for page in pages])
    assert told == [
        [set(), set(), set()],
        [{"bars"}, set(), set()],
        [{"bars", "answer"}, {"bars", "verdict"}, {"bars", "answer"}],
    ]


def test_big_screen_has_no_names(lessons: Lessons, enter: Enter) -> None:
    teacher = enter(lessons.teacher)
    vote(lessons, enter(lessons.ida), choice_with(lessons.versions[0], "right"))
    for action in ("close", "show"):
        lessons.act(teacher, action)
        html = teacher.get(lessons.at("screen")).content.decode()
        assert not any(name in html for name in ("Ida", "Noah", "Tuva"))


# ── Moving on ─────────────────────────────────────────────────


def test_action_of_an_older_page_is_answered_with_the_lesson_as_it_stands(
    lessons: Lessons, enter: Enter
) -> None:
    tabs = [enter(lessons.teacher), enter(lessons.teacher)]
    step = lessons.now().step
    answers = [tab.post(lessons.at("act"), {"action": "close", "step": step}, headers=HTMX) for tab in tabs]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert 'value="show"' in answers[1].content.decode()
    assert (lessons.now().stage, lessons.now().step) == ("closed", step + 1)


@pytest.mark.parametrize("fields", [{}, {"action": "show"}, {"action": "nothing", "step": "0"}])
def test_action_that_makes_no_sense_changes_nothing(
    lessons: Lessons, enter: Enter, fields: dict[str, str]
) -> None:
    assert enter(lessons.teacher).post(lessons.at("act"), fields).status_code == 409
    assert lessons.now().step == 0


def test_pause_takes_no_votes_and_loses_none(lessons: Lessons, enter: Enter) -> None:
    ida, teacher = enter(lessons.ida), enter(lessons.teacher)
    choice = choice_with(lessons.versions[0], "right")
    vote(lessons, ida, choice)
    lessons.act(teacher, "pause")
    assert vote(lessons, ida, choice) == 409
    assert 'name="choice"' not in ida.get(lessons.at("desk")).content.decode()
    lessons.act(teacher, "resume")
    assert 'aria-pressed="true"' in ida.get(lessons.at("desk")).content.decode()


def test_lesson_goes_to_its_end_and_may_be_taken_up_again(lessons: Lessons, enter: Enter) -> None:
    teacher = enter(lessons.teacher)
    assert [lessons.act(teacher, action) for action in ("next", "next", "next")] == [302, 302, 409]
    assert lessons.act(teacher, "end") == 302
    assert lessons.now().is_over
    assert teacher.get(lessons.at("screen")).status_code == 302
    assert lessons.act(teacher, "reopen") == 302
    assert teacher.get(lessons.at("screen")).status_code == 200


# ── News ──────────────────────────────────────────────────────


def test_nothing_new_is_answered_with_204_in_few_queries(
    lessons: Lessons, enter: Enter, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ida, teacher = enter(lessons.ida), enter(lessons.teacher)
    for client, name, queries in ((ida, "desk", 4), (teacher, "screen", 4)):
        news = beat(client, lessons.at(name), client.get(lessons.at(name)).content.decode())
        if name == "screen":
            client.get(news, headers=HTMX)
        with django_assert_num_queries(queries):
            answer = client.get(news, headers=HTMX)
        assert (answer.status_code, answer.content) == (204, b"")


def test_number_of_answers_comes_alone_and_the_next_drill_whole(lessons: Lessons, enter: Enter) -> None:
    teacher = enter(lessons.teacher)
    news = beat(teacher, lessons.at("screen"), teacher.get(lessons.at("screen")).content.decode())
    vote(lessons, enter(lessons.ida), choice_with(lessons.versions[0], "right"))
    counted = teacher.get(news, headers=HTMX)
    html = counted.content.decode()
    assert "1 av 1" in html and "board" not in html and counted["HX-Reswap"] == "none"
    lessons.act(teacher, "next")
    whole = teacher.get(news, headers=HTMX)
    assert 'id="lesson"' in whole.content.decode() and "HX-Reswap" not in whole
    lessons.act(teacher, "end")
    assert teacher.get(news, headers=HTMX)["HX-Redirect"] == lessons.at("summary")


def test_pupils_page_follows_the_lesson_and_stops_asking_at_its_end(lessons: Lessons, enter: Enter) -> None:
    ida, teacher = enter(lessons.ida), enter(lessons.teacher)
    news = beat(ida, lessons.at("desk"), ida.get(lessons.at("desk")).content.decode())
    for action in ("close", "show", "next", "pause", "resume"):
        lessons.act(teacher, action)
        html = ida.get(news, headers=HTMX).content.decode()
        assert 'id="lesson"' in html and "<html" not in html
        news = beat(ida, lessons.at("desk"), html)
    lessons.act(teacher, "end")
    assert "data-polls" not in ida.get(news, headers=HTMX).content.decode()


def test_who_asks_is_present_for_a_minute_and_who_has_answered_stays(lessons: Lessons, enter: Enter) -> None:
    for pupil in (lessons.ida, lessons.noah):
        enter(pupil).get(lessons.at("desk"))
    vote(lessons, enter(lessons.tuva), choice_with(lessons.versions[0], "right"))
    assert (turnout(lessons.lesson).answered, turnout(lessons.lesson).present) == (1, 3)
    LessonPresence.objects.update(seen_at=timezone.now() - timedelta(minutes=2))
    assert (turnout(lessons.lesson).answered, turnout(lessons.lesson).present) == (1, 1)
    lessons.act(enter(lessons.teacher), "end")
    assert not LessonPresence.objects.exists()


def test_vote_takes_few_queries_in_a_class_of_any_size(
    lessons: Lessons, enter: Enter, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    choice = choice_with(lessons.versions[0], "right")
    for number in range(2):
        ida = enter(lessons.ida)
        ida.get(lessons.at("desk"))
        fields = {"choice": choice, "at": "1.1"}
        with django_assert_num_queries(10):  # two of them begin and end the transaction
            ida.post(lessons.at("vote"), fields, headers=HTMX)
        for place in range(5 * (1 - number)):
            vote(lessons, enter(add_pupil(lessons.room, f"Elev {place}")), choice)


# ── Afterwards ────────────────────────────────────────────────


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_summary_shows_rounds_and_for_teachers_who_answered(
    lessons: Lessons, enter: Enter, language: str
) -> None:
    teacher = enter(lessons.teacher)
    vote(lessons, enter(lessons.ida), choice_with(lessons.versions[0], "wrong"))
    vote(lessons, enter(lessons.noah), choice_with(lessons.versions[0], "right"))
    lessons.act(teacher, "close")
    lessons.act(teacher, "again")
    vote(lessons, enter(lessons.ida), choice_with(lessons.versions[0], "right"), at="1.2")
    lessons.act(teacher, "end")
    with override(language):
        html = teacher.get(lessons.at("summary")).content.decode()
        own = enter(lessons.ida).get(lessons.at("desk")).content.decode()
    assert html.count("<h4>") == 2
    assert "Ida Hansen" in html
    row = html.partition("Ida Hansen")[2].partition("</tr>")[0]
    assert 'class="mark right"' in row and 'class="mark wrong"' not in row
    assert 'class="mark right"' in own and "Noah" not in own


def test_votes_go_with_the_pupil_the_lesson_and_the_class(lessons: Lessons, enter: Enter) -> None:
    choice = choice_with(lessons.versions[0], "right")
    for pupil in (lessons.ida, lessons.noah):
        vote(lessons, enter(pupil), choice)
    classes.remove_pupil(lessons.room, lessons.ida.public_id)
    assert LessonVote.objects.count() == 1
    teacher = enter(lessons.teacher)
    assert teacher.post(lessons.at("delete")).status_code == 302
    assert not LessonVote.objects.exists() and not Lesson.objects.exists()


# ── The way in ────────────────────────────────────────────────


def test_pupil_comes_in_from_the_class_or_by_its_code(lessons: Lessons, enter: Enter) -> None:
    ida = enter(lessons.ida)
    here = lessons.at("desk")
    assert here in ida.get(reverse("classes:classroom", args=[lessons.room.public_id])).content.decode()
    assert ida.get(reverse("lessons:join"))["Location"] == here
    typed = f" {lessons.room.code.lower()} "
    assert ida.post(reverse("lessons:join"), {"code": typed})["Location"] == here


def test_waiting_page_opens_the_lesson_when_it_begins(lessons: Lessons, enter: Enter) -> None:
    ida, teacher = enter(lessons.ida), enter(lessons.teacher)
    lessons.act(teacher, "end")
    assert "data-polls" in ida.get(reverse("lessons:join")).content.decode()
    assert ida.get(reverse("lessons:join"), headers=HTMX).status_code == 204
    lessons.act(teacher, "reopen")
    assert ida.get(reverse("lessons:join"), headers=HTMX)["HX-Redirect"] == lessons.at("desk")


def test_code_of_no_class_or_of_a_class_without_a_lesson_is_said(lessons: Lessons, enter: Enter) -> None:
    ida = enter(lessons.ida)
    assert ida.post(reverse("lessons:join"), {"code": "2222-2222"}).status_code == 422
    lessons.act(enter(lessons.teacher), "end")
    assert ida.post(reverse("lessons:join"), {"code": lessons.room.code}).status_code == 409


def test_who_is_not_in_yet_signs_in_or_joins_first(lessons: Lessons, enter: Enter) -> None:
    sign_in = reverse("classes:sign_in", args=[lessons.room.public_id])
    join = f"{reverse('classes:join')}?code={lessons.room.code}"
    for who, way in ((None, sign_in), (lessons.sara, join)):
        page = enter(who).get(reverse("lessons:join"), {"code": lessons.room.code})
        assert f'value="{lessons.room.code}"' in page.content.decode()
        assert enter(who).post(reverse("lessons:join"), {"code": lessons.room.code})["Location"] == way


# ── Signed out ─────────────────────────────────────────────────


def test_signed_out_device_is_led_to_the_sign_in_page(lessons: Lessons, enter: Enter) -> None:
    here = f"http://testserver{lessons.at('desk')}"
    headers = {**HTMX, "HX-Current-URL": here}
    answer = enter(None).get(f"{lessons.at('desk')}?at=0.", headers=headers)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["HX-Redirect"].startswith(reverse("account_login"))
