"""The rating right after an answer: what it is now, how sure that is, and how far it has moved."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.drills.helpers import send
from tests.samples import answer, choice_with, make_versions
from trainer.accounts.models import Learner
from trainer.drills.models import Attempt, DrillVersion
from trainer.progress.models import AreaRating, RatedAttempt

pytestmark = pytest.mark.django_db


def address(version: DrillVersion, language: str = "nb") -> str:
    with override(language):
        return reverse("progress:new_rating", args=[version.drill.public_id, version.number])


def shown(html: str) -> tuple[int, int, str]:
    """Rating, margin of error and change, as a learner reads them."""
    found = re.search(r"(\d+) ±&nbsp;(\d+)</b> <span class=\"num\">\((.+?)\)", html)
    assert found, html
    return int(found[1]), int(found[2]), found[3]


def test_answer_leads_to_the_rating_it_has_made(signed_in: Client, learner: Learner) -> None:
    one, two = make_versions(2, "follow")
    answer(learner, one, "right", timezone.now() - timedelta(minutes=5))
    page = send(signed_in, two.drill.public_id, choice_with(two, "wrong")).content.decode()
    assert f'href="{address(two)}"' in page
    assert not RatedAttempt.objects.exists()  # an answer is one quick write

    first = shown(signed_in.get(address(one)).content.decode())
    second = shown(signed_in.get(address(two), headers={"HX-Request": "true"}).content.decode())

    row = AreaRating.objects.get(learner=learner)
    assert second[:2] == (round(row.rating), round(2 * row.deviation))
    assert first[2] == f"+{first[0] - 1500}"
    assert second[2] == f"−{first[0] - second[0]}"


def test_asked_again_it_says_the_same(signed_in: Client, learner: Learner) -> None:
    one, two = make_versions(2, "follow")
    answer(learner, one, "right", timezone.now() - timedelta(minutes=5))
    before = shown(signed_in.get(address(one)).content.decode())
    answer(learner, two, "wrong")
    signed_in.get(address(two))
    assert shown(signed_in.get(address(one)).content.decode()) == before
    assert RatedAttempt.objects.count() == 2


@pytest.mark.parametrize("why", [Attempt.Unrated.RETRY, Attempt.Unrated.REVIEW, Attempt.Unrated.QUICK])
def test_answer_that_moves_no_rating_promises_none(signed_in: Client, learner: Learner, why: str) -> None:
    (version,) = make_versions(1, "follow")
    attempt = answer(learner, version)
    Attempt.objects.filter(pk=attempt.pk).update(unrated=why)
    page = signed_in.get(reverse("drills:drill", args=[version.drill.public_id])).content.decode()
    assert "new-rating" not in page
    assert signed_in.get(address(version)).status_code == 404


def test_nobody_sees_the_rating_of_another(client: Client, learner: Learner) -> None:
    (version,) = make_versions(1, "follow")
    answer(learner, version)
    assert client.get(address(version)).status_code == 404
    answer(Learner.objects.create(), version)
    assert client.get(address(version)).status_code == 404


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_it_is_a_page_of_its_own_without_a_script(signed_in: Client, learner: Learner, language: str) -> None:
    (version,) = make_versions(1, "ending")
    answer(learner, version)
    page = signed_in.get(address(version, language)).content.decode()
    assert f'<html lang="{language}"' in page
    assert shown(page)[2].startswith("+")
    with override(language):
        assert f'href="{reverse("drills:drill", args=[version.drill.public_id])}"' in page
