"""On which terms drills are given: opening and due times, order, goal, and drills picked or mixed."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.classes.assigning import assign_address, form
from tests.classes.conftest import School, add_pupil, user_of
from tests.drills.helpers import key_with, ticket_on
from tests.samples import answer, choice_with, make_versions
from trainer.accounts.clock import ClockChange, clock_change, moment_of
from trainer.classes import services
from trainer.classes.assigning import give_drills, record_for_classes
from trainer.classes.models import Assignment, AssignmentAnswer, Membership
from trainer.classes.ordering import in_order
from trainer.classes.own_page import own_page
from trainer.classes.terms import Terms
from trainer.drills.building import LIBRARY_DIR
from trainer.drills.library import load, read_library
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.services import record_attempt

type Enter = Callable[[object], Client]


def terms(school: School, versions: list[DrillVersion] | None = None, **changes: Any) -> Assignment:
    given = Terms("Uke 50", **changes)
    return give_drills(school.room, given, versions or school.versions, uuid.uuid4())


# ── Times ─────────────────────────────────────────────────────


@pytest.mark.parametrize("zone", ["Europe/Oslo", "Europe/Stockholm"])
def test_times_are_right_over_both_clock_changes(zone: str) -> None:
    place = ZoneInfo(zone)
    twice, skipped = datetime(2027, 10, 31, 2, 30), datetime(2027, 3, 28, 2, 30)
    assert moment_of(twice, place) == datetime(2027, 10, 31, 1, 30, tzinfo=UTC)
    assert moment_of(twice, place, earliest=True) == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    assert moment_of(skipped, place) == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)  # 03.30 on the wall
    assert moment_of(datetime(2027, 3, 27, 23, 59), place) == datetime(2027, 3, 27, 22, 59, tzinfo=UTC)
    assert moment_of(datetime(2027, 3, 28, 23, 59), place) == datetime(2027, 3, 28, 21, 59, tzinfo=UTC)
    assert clock_change(twice, place) is ClockChange.TWICE
    assert clock_change(skipped, place) is ClockChange.SKIPPED
    assert clock_change(datetime(2027, 3, 28, 3, 0), place) is None


def test_teacher_is_told_of_a_time_that_does_not_exist(school: School, enter: Enter) -> None:
    html = enter(school.teacher).post(assign_address(school), form(due_date="2027-03-28", due_time="02:30"))
    assert "28. mars 2027, kl. 03.30" in html.content.decode()
    assert "finnes ikke" in html.content.decode()


def test_assignment_opens_the_first_time_and_is_due_the_second(school: School, enter: Enter) -> None:
    drill = school.versions[0].drill.public_id
    night = {"opens_date": "2027-10-31", "opens_time": "02:15", "due_date": "2027-10-31", "due_time": "02:15"}
    enter(school.teacher).post(assign_address(school), form("give", drills=[drill], **night))
    given = Assignment.objects.get(title="Uke 49")
    assert given.opens_at == datetime(2027, 10, 31, 0, 15, tzinfo=UTC)
    assert given.due_at == datetime(2027, 10, 31, 1, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"opens_date": "2030-01-02", "due_date": "2030-01-01"}, "Fristen går ut før"),
        ({"feedback": "after-due"}, "må oppgaven ha en frist"),
        ({"feedback": "after-due", "due_date": "2030-01-01", "goal": "mastery"}, "For å mestre et tema"),
        ({"goal": "mastery"}, "Velg temaet som skal mestres"),
        ({"goal": "mastery", "goal_theme": "ending"}, "Velg fra listen"),
        ({"goal": "number", "goal_number": ""}, "Skriv hvor mange øvelser"),
        ({"goal": "accuracy", "goal_percent": "101"}, "Skriv et helt tall fra 1 til 100"),
        ({"goal": "fame"}, "Velg fra listen"),
        ({"order": "zigzag"}, "Velg fra listen"),
        ({"source": "mix", "mix": "https://example.org/"}, "ikke adressen til en blanding"),
        ({"source": "picked"}, "Velg minst én øvelse"),
    ],
)
def test_bad_terms_are_answered_with_what_was_typed(
    school: School, enter: Enter, changes: dict[str, str], words: str
) -> None:
    response = enter(school.teacher).post(assign_address(school), form(**changes))
    assert response.status_code == 422
    assert words in response.content.decode()
    assert 'value="Uke 49"' in response.content.decode()
    assert Assignment.objects.count() == 1


def test_drills_are_not_shown_before_the_assignment_opens(school: School, enter: Enter) -> None:
    opens = timezone.now() + timedelta(days=2)
    versions = make_versions(2)
    given = terms(school, versions, opens_at=opens)
    client = enter(school.ida)
    page = client.get(reverse("classes:assignment", args=[given.public_id])).content.decode()
    assert "Den åpner" in page
    assert not any(version.drill.public_id in page for version in versions)
    assert (
        "Den åpner" in client.get(reverse("classes:classroom", args=[school.room.public_id])).content.decode()
    )
    drill = reverse("drills:drill", args=[versions[0].drill.public_id])
    assert "Uke 50" not in client.get(f"{drill}?assignment={given.public_id}").content.decode()
    Assignment.objects.filter(pk=given.pk).update(opens_at=timezone.now())
    assert "Uke 50" in client.get(f"{drill}?assignment={given.public_id}").content.decode()


def test_work_from_before_the_opening_is_marked(school: School) -> None:
    versions = make_versions(1)
    given = terms(school, versions, opens_at=timezone.now() + timedelta(days=2))
    record_for_classes(answer(school.ida.learner, versions[0]))
    assert AssignmentAnswer.objects.get(item__assignment=given).earlier


def test_changed_times_are_what_late_and_early_go_by(school: School, enter: Enter) -> None:
    record_for_classes(answer(school.ida.learner, school.versions[0]))
    path = reverse("classes:edit", args=[school.assignment.public_id])
    client = enter(school.teacher)
    assert 'value="Uke 48"' in client.get(path).content.decode()
    data = {"title": "Uke 48b", "opens_date": "2099-01-01", "due_date": "2099-02-01", "goal": "all"}
    assert client.post(path, data).status_code == 302
    school.assignment.refresh_from_db()
    assert school.assignment.title == "Uke 48b"
    assert AssignmentAnswer.objects.get().earlier
    assert client.post(path, data | {"due_date": "soon"}).status_code == 422


# ── Order ─────────────────────────────────────────────────────


def test_shuffled_order_is_stable_and_each_pupils_own(school: School, enter: Enter) -> None:
    versions = make_versions(8)
    given = terms(school, versions, shuffled=True)
    items = list(given.items.all())
    pupils = [school.ida, school.noah, add_pupil(school.room, "Tuva")]
    orders = {tuple(each.item.position for each in in_order(given, pupil, items)) for pupil in pupils}
    assert len(orders) > 1
    assert all(sorted(order) == list(range(1, 9)) for order in orders)
    assert in_order(given, school.ida, items) == in_order(given, school.ida, items[::-1])
    fixed = terms(school, versions)
    order = [each.item.position for each in in_order(fixed, school.ida, list(fixed.items.all()))]
    assert order == list(range(1, 9))
    own = own_page(given, school.ida, "nb").drills
    client = enter(school.ida)
    html = client.get(own[0].address).content.decode()
    assert "øvelse 1 av 8" in html
    ticket = ticket_on(client.get(own[0].address).content.decode())
    choice = choice_with(own[0].item.version, "right")
    done = client.post(own[0].address, {"ticket": ticket, "choice": choice})
    assert own[1].address.replace("&", "&amp;") in done.content.decode()


# ── Goals ─────────────────────────────────────────────────────


def own(given: Assignment, pupil: Membership) -> Any:
    return own_page(given, pupil, "nb")


def test_number_goal_is_reached_by_so_many_answers(school: School) -> None:
    versions = make_versions(4)
    given = terms(school, versions, goal="number", goal_value=2)
    assert (own(given, school.ida).left, own(given, school.ida).is_reached) == (2, False)
    for version in versions[:2]:
        record_for_classes(answer(school.ida.learner, version, "wrong"))
    assert (own(given, school.ida).left, own(given, school.ida).is_reached) == (0, True)


def test_accuracy_goal_counts_right_answers_among_all_drills(school: School, enter: Enter) -> None:
    versions = make_versions(3, "ending")
    given = terms(school, versions, goal="accuracy", goal_value=50)
    record_for_classes(answer(school.ida.learner, versions[0], "right"))
    assert not own(given, school.ida).is_reached
    record_for_classes(answer(school.ida.learner, versions[1], "right"))
    assert own(given, school.ida).is_reached
    html = enter(school.ida).get(reverse("classes:assignment", args=[given.public_id])).content.decode()
    assert "50\N{NO-BREAK SPACE}% riktige svar, altså 2 av 3" in html
    assert "Du har nådd det" in html


def test_mastery_goal_counts_practice_of_ones_own(school: School) -> None:
    versions = make_versions(6, "ending", "lead")
    given = terms(school, versions[:2], goal="mastery", goal_theme="ending.lead")
    for version in versions[:5]:
        assert not own(given, school.ida).is_reached
        record_attempt(school.ida.learner, version, 0, choice_with(version, "right"))
    assert own(given, school.ida).is_reached
    assert not own(given, school.noah).is_reached


# ── Choosing ──────────────────────────────────────────────────


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_picked_drills_are_given_in_their_order(school: School, enter: Enter, language: str) -> None:
    ids = [version.drill.public_id for version in make_versions(3)]
    client = enter(school.teacher)
    with override(language):
        pick = reverse("classes:pick", args=[school.room.public_id])
        page = client.get(pick, {"drills": [ids[2], ids[0]], "new": "1"})
        assert page.status_code == 200
        assert page.content.decode().count("checked") == 3  # two drills and the filter
        choice = client.get(assign_address(school), {"from": "picked", "drills": [ids[2], ids[0]]})
        assert f'name="drills" value="{ids[2]}"' in choice.content.decode()
        data = form("give", source="picked", drills=[ids[2], ids[0]], theme="", number="")
        assert client.post(assign_address(school), data).status_code == 302
    items = Assignment.objects.get(title="Uke 49").items.all()
    assert [item.version.drill.public_id for item in items] == [ids[2], ids[0]]


def test_picker_filters_by_theme_words_and_what_is_new(school: School, enter: Enter) -> None:
    make_versions(2, "rules", "draw")
    client = enter(school.teacher)
    pick = reverse("classes:pick", args=[school.room.public_id])

    def found(**query: str) -> set[str]:
        return {drill.kind for drill in client.get(pick, query).context["found"].drills}

    assert found() == {"ending", "rules"}
    assert found(theme="rules") == {"rules"}
    assert found(theme="rules.draw") == {"rules"}
    assert found(q="SLUTTSPILL") == {"ending"}
    assert found(q=school.versions[0].drill.public_id) == {"ending"}
    assert found(new="1") == {"rules"}
    assert found(q="nothing of the sort") == set()
    assert client.get(pick, {"page": "x", "level": "?", "theme": "?" * 99}).status_code == 200


def test_mix_of_a_shared_address_becomes_drills(school: School, enter: Enter) -> None:
    make_versions(3, "rules", "draw")
    with override("sv"):
        address = "https://whist.example" + reverse("sessions:start") + "?theme=rules.draw"
    client = enter(school.teacher)
    page = client.post(assign_address(school), form(source="mix", mix=address, number="9"))
    assert {drill.kind for drill in page.context["drills"]} == {"rules"}
    assert len(page.context["drills"]) == 3
    weak_mix = reverse("sessions:start") + "?mode=weak"
    weak = client.post(assign_address(school), form(source="mix", mix=weak_mix))
    assert weak.status_code == 422


def test_copy_fills_in_the_form_of_another_class(school: School, enter: Enter) -> None:
    room = services.create_classroom(school.teacher, "6C", uuid.uuid4())
    given = terms(school, shuffled=True, goal="accuracy", goal_value=60)
    Drill.objects.filter(pk=school.versions[0].drill_id).update(current=None)
    client = enter(school.teacher)
    path = reverse("classes:copy", args=[given.public_id])
    assert "6C" in client.get(path).content.decode()
    page = client.get(path, {"to": room.public_id}, follow=True)
    html = page.content.decode()
    assert 'value="Uke 50"' in html
    assert '<option value="shuffled" selected>' in html
    assert 'value="60"' in html
    assert school.versions[0].drill.public_id not in html
    assert "ikke er i bruk" in html
    assert Assignment.objects.count() == 2
    assert client.get(path, {"to": school.other_room.public_id}).status_code == 404


# ── Preview ───────────────────────────────────────────────────


def test_preview_shows_verdicts_and_stores_nothing(school: School, enter: Enter) -> None:
    load(list(read_library([LIBRARY_DIR / "memory.jsonl"]))[:1])
    memory = DrillVersion.objects.get(drill__kind="memory")
    versions = [memory, *(make_versions(1, kind)[0] for kind in ("follow", "rules", "ending"))]
    given = terms(school, versions)
    client = enter(school.teacher)
    page = client.get(reverse("classes:preview", args=[given.public_id])).content.decode()
    assert "Slik ser en elev oppgaven" in page
    for position, version in enumerate(versions, start=1):
        path = reverse("classes:preview_drill", args=[given.public_id, position])
        assert path in page
        assert client.get(path).status_code == 200
        assert client.post(path, {"choice": "nothing"}).status_code == 422
        assert client.post(path, {"begin": "1"}).status_code == 200
        key = key_with(version, True) if version == memory else choice_with(version, "right")
        sent = (
            {"card": [key[at : at + 2] for at in range(0, 26, 2)]} if version == memory else {"choice": key}
        )
        assert "verdict right" in client.post(path, sent).content.decode()
    assert not Attempt.objects.exists()
    assert not AssignmentAnswer.objects.exists()
    assert client.get(reverse("classes:preview_drill", args=[given.public_id, 9])).status_code == 404


def test_drill_corrected_later_keeps_the_old_result(school: School, enter: Enter) -> None:
    old = school.versions[0]
    attempt = answer(school.ida.learner, old, "wrong")
    record_for_classes(attempt)
    other = make_versions(4, "follow")[3]
    fields = ("rule_set", "question", "position", "choices", "facts")
    new = DrillVersion.objects.create(drill=old.drill, number=2, **{f: getattr(other, f) for f in fields})
    path = reverse("classes:cell", args=[school.assignment.public_id, school.ida.public_id, 1])
    client = enter(school.teacher)
    before = client.get(path).content.decode()
    for current in (new, None):  # corrected, then withdrawn
        Drill.objects.filter(pk=old.drill_id).update(current=current)
        after = client.get(path).content.decode()
        assert before.partition("<main")[2] == after.partition("<main")[2]
    assert user_of(school.ida)
