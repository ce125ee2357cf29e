"""The history: every answer opens as it was, for its owner alone, a page at a time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.samples import answer, choice_with, make_versions
from trainer.accounts.models import Learner, User
from trainer.accounts.services import learner_of
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.progress.history import ATTEMPTS_A_PAGE

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def many_attempts(learner: Learner, count: int) -> None:
    """First attempts a minute apart, all on copies of the same few drills."""
    versions = make_versions(count)
    Attempt.objects.bulk_create(
        Attempt(
            learner=learner,
            version=version,
            number=0,
            choice=choice_with(version, "right"),
            verdict="right",
            loss=0.0,
            answered_at=NOON - timedelta(minutes=place),
        )
        for place, version in enumerate(versions)
    )


def list_of(client: Client, query: str = "", language: str = "nb") -> str:
    with override(language):
        response = client.get(reverse("progress:history") + query)
    assert response.status_code == 200
    return response.content.decode()


def address_of(attempt: Attempt, language: str = "nb") -> str:
    with override(language):
        place = (attempt.version.drill.public_id, attempt.version.number, attempt.number)
        return reverse("progress:past_attempt", args=place)


def changed(drill: Drill) -> DrillVersion:
    """Publish a second version of a drill, with other cards."""
    other = next(
        version for version in make_versions(5, drill.kind) if version.position != position_of(drill)
    )
    drill.current = DrillVersion.objects.create(
        drill=drill,
        number=2,
        rule_set=other.rule_set,
        question=other.question,
        position=other.position,
        choices=other.choices,
        facts=other.facts,
    )
    drill.save()
    return drill.current


def position_of(drill: Drill) -> str:
    assert drill.current is not None
    return drill.current.position


@pytest.mark.parametrize("kind", ["follow", "ending", "rules"])
@pytest.mark.parametrize(("language", "wrong"), [("nb", "Feil"), ("sv", "Fel")])
def test_attempt_opens_as_it_was(
    signed_in: Client, learner: Learner, kind: str, language: str, wrong: str
) -> None:
    attempt = answer(learner, make_versions(1, kind)[0], "wrong")
    before = signed_in.get(address_of(attempt, language)).content.decode()
    assert wrong in before

    version = attempt.version
    changed(version.drill)
    after = signed_in.get(address_of(attempt, language)).content.decode()
    body = before[before.index('<div class="after">') :]
    assert body == after[after.index('<div class="after">') :]
    assert {"nb": "er endret siden", "sv": "har ändrats sedan dess"}[language] in after

    Drill.objects.filter(pk=version.drill_id).update(current=None)
    withdrawn = signed_in.get(address_of(attempt, language)).content.decode()
    assert body == withdrawn[withdrawn.index('<div class="after">') :]
    assert {"nb": "ikke lenger i bruk", "sv": "används inte längre"}[language] in withdrawn


def test_strangers_find_nothing(signed_in: Client, client: Client) -> None:
    other = answer(learner_of(User.objects.create_user("noah")), make_versions(1)[0])
    assert signed_in.get(address_of(other)).status_code == 404
    assert Client().get(address_of(other)).status_code == 404
    assert other.version.drill.public_id not in list_of(signed_in)


def test_attempts_that_do_not_exist_are_not_found(signed_in: Client, learner: Learner) -> None:
    attempt = answer(learner, make_versions(1)[0])
    attempt.number = 7
    assert signed_in.get(address_of(attempt)).status_code == 404


def test_filters_choose_and_stand_in_the_links(signed_in: Client, learner: Learner) -> None:
    ending = answer(learner, make_versions(1, "ending", theme="discard")[0], "wrong")
    other = answer(learner, make_versions(1, "ending", theme="draw-trumps")[0], "right")
    rules = answer(learner, make_versions(1, "rules")[0], "right")

    def shown(query: str) -> list[bool]:
        html = list_of(signed_in, query)
        return [f'href="{address_of(attempt)}"' in html for attempt in (ending, other, rules)]

    assert shown("") == [True, True, True]
    assert shown("?kind=ending") == [True, True, False]
    assert shown("?kind=ending&theme=discard") == [True, False, False]
    assert shown("?verdict=right") == [False, True, True]
    assert shown("?kind=nonsense&verdict=x&page=nine") == [True, True, True]
    assert shown("?kind=follow") == [False, False, False]
    assert "?kind=ending&amp;verdict=wrong" in list_of(signed_in, "?verdict=wrong")


def test_pages_keep_the_filter(signed_in: Client, learner: Learner) -> None:
    many_attempts(learner, 2 * ATTEMPTS_A_PAGE + 1)
    html = list_of(signed_in, "?verdict=right&page=2")
    assert html.count("<tr><td>") == ATTEMPTS_A_PAGE
    assert "?verdict=right&amp;page=3" in html
    assert list_of(signed_in, "?page=3").count("<tr><td>") == 1


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_empty_history_invites(client: Client, language: str) -> None:
    html = list_of(client, language=language)
    with override(language):
        assert f'href="{reverse("drills:next")}"' in html
    assert Learner.objects.count() == 0


@pytest.mark.parametrize("count", [1, 100, pytest.param(10_000, marks=pytest.mark.long)])
def test_queries_do_not_grow(
    signed_in: Client, learner: Learner, count: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    many_attempts(learner, count)
    with django_assert_max_num_queries(6):
        list_of(signed_in, "?kind=ending")
