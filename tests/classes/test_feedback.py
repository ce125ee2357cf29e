"""Feedback after the due date: until then no address tells a pupil how an answer went."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.classes.conftest import School
from tests.drills.helpers import ticket_on
from tests.samples import answer, choice_with, make_versions
from trainer.classes.assigning import give_drills
from trainer.classes.models import Assignment
from trainer.classes.terms import Terms
from trainer.drills.models import Attempt, DrillVersion
from trainer.drills.queries import kind_counts, missed_drills
from trainer.progress.latest_sessions import latest_sessions
from trainer.progress.mixes import ALL_TEN
from trainer.progress.models import AreaRating, PracticeSession, RatedAttempt, Review, SessionItem
from trainer.progress.settling import settle

type Enter = Callable[[object], Client]

VERDICTS = {"nb": ("Riktig", "Nesten", "Feil"), "sv": ("Rätt", "Nästan", "Fel")}


@pytest.fixture
def version(db: None) -> DrillVersion:
    return make_versions(1, "ending")[0]


@pytest.fixture
def held(school: School, version: DrillVersion) -> Assignment:
    due = timezone.now() + timedelta(days=2)
    given = Terms("Prøve", due_at=due, feedback=Assignment.Feedback.AFTER_DUE)
    return give_drills(school.room, given, [version], uuid.uuid4())


def drill(version: DrillVersion) -> str:
    return reverse("drills:drill", args=[version.drill.public_id])


def send(client: Client, address: str, version: DrillVersion, verdict: str, **headers: str) -> str:
    page = client.get(address)
    ticket = ticket_on(page.content.decode())
    data = {"ticket": ticket, "choice": choice_with(version, verdict)}
    response = client.post(address, data, headers=headers)
    assert response.status_code == 200
    return str(response.content.decode())


def due_passes(given: Assignment) -> None:
    Assignment.objects.filter(pk=given.pk).update(due_at=timezone.now() - timedelta(seconds=1))


@pytest.mark.parametrize("through", [True, False], ids=["through the assignment", "past it"])
@pytest.mark.parametrize("htmx", [True, False])
def test_answer_page_holds_the_same_whatever_the_verdict(
    school: School, enter: Enter, held: Assignment, version: DrillVersion, through: bool, htmx: bool
) -> None:
    address = drill(version) + (f"?assignment={held.public_id}" if through else "")
    headers = {"HX-Request": "true"} if htmx else {}
    pages = []
    for pupil, verdict in ((school.ida, "right"), (school.noah, "wrong")):
        client = enter(pupil)
        assert "ingen ser hvordan det gikk før" in client.get(address).content.decode()
        html = send(client, address, version, verdict, **headers)
        main = html[html.index('<div id="drill"') : html.index("sec acts")]
        own = Attempt.objects.get(learner=pupil.learner)
        assert own.verdict == verdict
        assert "Svaret ditt er lagret" in html
        start, end = main.index("Svaret ditt:"), main.index("Læreren har valgt")
        pages.append(main[:start] + main[end:])
        assert "verdict" not in html.replace(str(own.choice), "")
    assert pages[0] == pages[1]


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_no_address_tells_before_the_due_date(
    school: School, enter: Enter, held: Assignment, version: DrillVersion, language: str
) -> None:
    client, learner = enter(school.ida), school.ida.learner
    session = PracticeSession.objects.create(learner=learner, mix=str(ALL_TEN), request_key=uuid.uuid4())
    SessionItem.objects.create(session=session, place=1, version=version)
    with override(language):
        send(client, drill(version), version, "wrong")
        choice = Attempt.objects.get(learner=learner).choice
        public_id = version.drill.public_id
        pages = [
            drill(version),
            drill(version) + "?retry=1",
            drill(version) + f"?session={session.public_id}",
            drill(version) + f"?assignment={held.public_id}&retry=1",
            reverse("sessions:session", args=[session.public_id]),
            reverse("progress:mine"),
            reverse("progress:history"),
            reverse("classes:assignment", args=[held.public_id]),
            reverse("classes:classroom", args=[school.room.public_id]),
            reverse("classes:index"),
            reverse("drills:index"),
            reverse("drills:reports"),
            reverse("progress:export_csv"),
            reverse("progress:export_json"),
        ]
        for address in pages:
            response = client.get(address)
            assert response.status_code == 200, address
            body = b"".join(response) if response.streaming else response.content  # type: ignore[arg-type]
            html = body.decode().partition("<main")[2] or body.decode()
            told = [word for word in VERDICTS[language] if f">{word}<" in html or f";{word};" in html]
            assert told == [] or address == reverse("progress:history"), (address, told)
            assert 'class="mark' not in html, address
            assert f"verdict={version}" not in html
        led_away = [
            reverse("drills:lines", args=[public_id]) + f"?version=1&card={choice}",
            reverse("drills:play", args=[public_id]),
            reverse("drills:report", args=[public_id]) + "?version=1",
        ]
        for address in led_away:
            assert client.get(address).status_code == 302, address
            fragment = client.get(address, headers={"HX-Request": "true"})
            assert "HX-Redirect" in fragment
        past = reverse("progress:past_attempt", args=[public_id, 1, 0])
        assert client.get(past).status_code == 404
        assert json.loads(b"".join(client.get(reverse("progress:export_json"))))["attempts"] == []  # type: ignore[arg-type]


def test_a_second_try_tells_nothing_and_leaves_the_first(
    school: School, enter: Enter, held: Assignment, version: DrillVersion
) -> None:
    client = enter(school.ida)
    address = drill(version)
    ticket = ticket_on(client.get(address).content.decode())
    for verdict, status in (("wrong", 200), ("wrong", 200), ("right", 409)):
        response = client.post(address, {"ticket": ticket, "choice": choice_with(version, verdict)})
        assert response.status_code == status
        assert "Svaret ditt er lagret" in response.content.decode()
    assert Attempt.objects.filter(learner=school.ida.learner).count() == 1


def test_numbers_do_not_move_before_the_due_date_and_do_after(
    school: School, enter: Enter, held: Assignment, version: DrillVersion
) -> None:
    learner, client = school.ida.learner, enter(school.ida)
    earlier, later = make_versions(2, "ending")
    answer(learner, earlier, "right", at=timezone.now() - timedelta(hours=2))
    answer(learner, version, "wrong", at=timezone.now() - timedelta(hours=1))
    answer(learner, later, "right")
    settle(learner)
    assert RatedAttempt.objects.filter(attempt__learner=learner).count() == 2
    assert not Review.objects.filter(learner=learner).exists()
    assert missed_drills(learner) == []
    assert sum(count.missed for count in kind_counts(learner)) == 0
    assert latest_sessions(learner) == []
    before = AreaRating.objects.get(learner=learner).rating
    due_passes(held)
    settle(learner)
    assert RatedAttempt.objects.filter(attempt__learner=learner).count() == 3
    assert Review.objects.filter(learner=learner).exists()
    assert [each.pk for each in missed_drills(learner)] == [version.drill_id]
    assert AreaRating.objects.get(learner=learner).rating != before
    assert "Feil" in client.get(drill(version)).content.decode()
    past = reverse("progress:past_attempt", args=[version.drill.public_id, 1, 0])
    assert client.get(past).status_code == 200


def test_teacher_sees_at_once_and_others_are_told_as_ever(
    school: School, enter: Enter, held: Assignment, version: DrillVersion
) -> None:
    send(enter(school.ida), drill(version), version, "wrong")
    cell = reverse("classes:cell", args=[held.public_id, school.ida.public_id, 1])
    assert "Feil" in enter(school.teacher).get(cell).content.decode()
    assert "Feil" in send(enter(school.sara), drill(version), version, "wrong")
    assert "Feil" in send(enter(None), drill(version), version, "wrong")


def test_accuracy_goal_is_not_told_before_the_due_date(
    school: School, enter: Enter, version: DrillVersion
) -> None:
    due = timezone.now() + timedelta(days=2)
    given = Terms("P", due_at=due, feedback=Assignment.Feedback.AFTER_DUE, goal="accuracy", goal_value=100)
    held = give_drills(school.room, given, [version], uuid.uuid4())
    client = enter(school.ida)
    send(client, drill(version), version, "right")
    page = reverse("classes:assignment", args=[held.public_id])
    html = client.get(page).content.decode()
    assert "Du har nådd det" not in html and "riktig svar" not in html
    due_passes(held)
    assert "Du har nådd det" in client.get(page).content.decode()


def test_drill_is_open_to_all_and_the_teacher_is_told_so(
    school: School, version: DrillVersion, held: Assignment, enter: Enter
) -> None:
    """It cannot be closed: whoever is signed out is a guest, and the drills are for guests too."""
    with override("nb"):
        page = send(Client(), drill(version), version, "right")
        assert VERDICTS["nb"][0] in page
        grid = enter(school.teacher).get(reverse("classes:assignment", args=[held.public_id]))
    assert "Den som svarer uten å være logget inn, ser hvordan det gikk" in grid.content.decode()
    assert not Attempt.objects.filter(learner=school.noah.learner).exists()
