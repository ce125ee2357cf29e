"""Starting an area anew: asks first, clears that area once, and leaves the teacher's copy."""

from __future__ import annotations

import re
import uuid
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.samples import answer, make_versions
from trainer.accounts.models import Learner, User
from trainer.accounts.services import learner_of
from trainer.classes.assigning import assign_drills, record_for_classes
from trainer.classes.grid import grid_of
from trainer.classes.models import Assignment, AssignmentAnswer
from trainer.classes.services import create_classroom, join_as_learner
from trainer.drills.models import Attempt, DrillVersion
from trainer.drills.services import Outcome, record_attempt
from trainer.progress.models import Area, AreaRating, PracticeDay, RatedAttempt, Review
from trainer.progress.resetting import Cleared, clear_area, work_in
from trainer.progress.settling import settle

pytestmark = pytest.mark.django_db


def ticket_in(client: Client, area: Area = Area.ENDINGS) -> str:
    html = client.get(reverse("progress:reset") + f"?area={area.value}").content.decode()
    found = re.search(r'name="ticket" value="([^"]+)"', html)
    assert found
    return unescape(found[1])


def send(client: Client, ticket: str) -> int:
    return client.post(reverse("progress:reset"), {"ticket": ticket}).status_code


def some_work(learner: Learner) -> tuple[Attempt, Attempt]:
    """A miss in an ending and one in a rule."""
    ending = answer(learner, make_versions(1, "ending")[0], "wrong")
    rules = answer(learner, make_versions(1, "rules")[0], "wrong")
    settle(learner)
    return ending, rules


def test_only_the_chosen_area_is_cleared(signed_in: Client, learner: Learner) -> None:
    ending, rules = some_work(learner)
    assert send(signed_in, ticket_in(signed_in)) == 302

    assert list(Attempt.objects.filter(learner=learner)) == [rules]
    assert [row.area for row in AreaRating.objects.filter(learner=learner)] == [Area.RULES]
    assert [row.drill for row in Review.objects.filter(learner=learner)] == [rules.version.drill]
    assert [row.attempt for row in RatedAttempt.objects.all()] == [rules]
    assert [row.answers for row in PracticeDay.objects.filter(learner=learner)] == [1]
    assert not Attempt.objects.filter(pk=ending.pk).exists()


def test_cleared_drill_is_answered_anew_as_the_first_time(learner: Learner) -> None:
    ending, _rules = some_work(learner)
    clear_area(learner, Area.ENDINGS, work_in(learner, Area.ENDINGS).latest)
    recorded = record_attempt(learner, ending.version, 0, ending.choice)
    assert recorded.outcome is Outcome.STORED
    settle(learner)
    assert AreaRating.objects.get(learner=learner, area=Area.ENDINGS).answers == 1


def test_asking_deletes_nothing_and_says_what_goes(signed_in: Client, learner: Learner) -> None:
    some_work(learner)
    html = signed_in.get(reverse("progress:reset") + "?area=endings").content.decode()
    assert "Slette alt i «Sluttspill»?" in html
    assert "<dd>1</dd>" in html
    assert Attempt.objects.count() == 2


def test_second_click_does_no_more(signed_in: Client, learner: Learner) -> None:
    some_work(learner)
    ticket = ticket_in(signed_in)
    assert [send(signed_in, ticket) for _ in range(2)] == [302, 302]
    assert Attempt.objects.count() == 1


def test_answers_given_since_are_not_deleted(signed_in: Client, learner: Learner) -> None:
    some_work(learner)
    ticket = ticket_in(signed_in)
    answer(learner, make_versions(1, "ending")[0])
    assert send(signed_in, ticket) == 409
    assert Attempt.objects.filter(learner=learner).count() == 3
    assert send(signed_in, ticket_in(signed_in)) == 302
    assert Attempt.objects.filter(learner=learner).count() == 1


def test_forms_of_others_and_altered_ones_delete_nothing(signed_in: Client, learner: Learner) -> None:
    some_work(learner)
    other = Client()
    other_user = User.objects.create_user("noah")
    other.force_login(other_user)
    some_work(learner_of(other_user))
    ticket = ticket_in(other)
    assert send(signed_in, ticket) == 409
    assert send(signed_in, ticket + "x") == 400
    assert send(signed_in, "") == 400
    assert Attempt.objects.count() == 4


def test_expired_session_leads_to_sign_in(signed_in: Client, learner: Learner) -> None:
    some_work(learner)
    ticket = ticket_in(signed_in)
    signed_in.logout()
    response = signed_in.post(reverse("progress:reset"), {"ticket": ticket})
    assert response.status_code == 302
    assert "area%3Dendings" in response["Location"]
    assert Attempt.objects.count() == 2


def assigned(user: User, versions: list[DrillVersion]) -> Assignment:
    teacher = User.objects.create_user("berit", is_teacher=True)
    room = create_classroom(teacher, "6B", uuid.uuid4())
    join_as_learner(room, user, "Eira", uuid.uuid4())
    return assign_drills(room, "Uke 48", None, versions, uuid.uuid4())


def test_teacher_keeps_the_answers_to_assignments(signed_in: Client, user: User, learner: Learner) -> None:
    versions = make_versions(2, "ending")
    given = assigned(user, versions)
    kept = answer(learner, versions[0], "wrong")
    record_for_classes(kept)
    answer(learner, make_versions(1, "ending")[0])
    settle(learner)
    before = grid_of(given, "nb")

    assert (
        "Læreren beholder det" in signed_in.get(reverse("progress:reset") + "?area=endings").content.decode()
    )
    assert send(signed_in, ticket_in(signed_in)) == 302

    assert grid_of(given, "nb") == before
    assert not Attempt.objects.filter(learner=learner).exists()
    assert not RatedAttempt.objects.exists()
    teacher = Client()
    teacher.force_login(User.objects.get(username="berit"))
    (row,) = before.rows
    cell = reverse("classes:cell", args=[given.public_id, row.pupil.public_id, 1])
    assert teacher.get(cell).status_code == 200

    again = record_attempt(learner, versions[0], 0, kept.choice)
    assert again.outcome is Outcome.STORED
    assert AssignmentAnswer.objects.get().attempt == kept


def test_kept_answers_go_with_the_account(user: User, learner: Learner) -> None:
    versions = make_versions(1, "ending")
    assigned(user, versions)
    record_for_classes(answer(learner, versions[0]))
    assert clear_area(learner, Area.ENDINGS, work_in(learner, Area.ENDINGS).latest) is Cleared.DONE
    assert Attempt.objects.count() == 1
    user.delete()
    assert Attempt.objects.count() == 0
    assert Learner.objects.count() == 0


@pytest.mark.parametrize("query", ["", "?area=", "?area=everything"])
def test_unknown_area_is_asked_for(signed_in: Client, query: str) -> None:
    html = signed_in.get(reverse("progress:reset") + query).content.decode()
    assert html.count('<li><a href="?area=') == len(Area)
