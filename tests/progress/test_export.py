"""All answers as CSV and JSON: whole, readable in a spreadsheet, harmless, and streamed."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.progress.test_history import many_attempts
from tests.samples import answer, make_versions
from trainer.accounts.models import Learner, User
from trainer.accounts.services import learner_of
from trainer.progress.settling import settle
from trainer.table.spreadsheets import csv_lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def learner() -> Learner:
    return learner_of(User.objects.create_user("eira", password="a-long-password"))


@pytest.fixture
def signed_in(learner: Learner, client: Client) -> Client:
    assert learner.user
    client.force_login(learner.user)
    return client


def fetched(client: Client, ending: str, language: str = "nb") -> bytes:
    with override(language):
        response = client.get(reverse(f"progress:export_{ending}"))
    assert response.status_code == 200
    assert response.streaming  # type: ignore[attr-defined]
    assert f'.{ending}"' in response["Content-Disposition"]
    return b"".join(response.streaming_content)  # type: ignore[attr-defined]


def read_csv(content: bytes) -> list[dict[str, str]]:
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("nb", ("Besvart (Europe/Oslo)", "Svaret ditt", "Vurdering", "Tap i stikk", "Teller", "nei")),
        ("sv", ("Besvarad (Europe/Oslo)", "Ditt svar", "Bedömning", "Förlust i stick", "Räknas", "nej")),
    ],
)
def test_csv_has_every_attempt(
    signed_in: Client, learner: Learner, language: str, words: tuple[str, ...]
) -> None:
    when, own, verdict, cost, counts, no = words
    version = make_versions(1, "follow")[0]
    wrong = answer(learner, version, "wrong", datetime(2026, 7, 1, 22, 30, tzinfo=UTC))
    answer(learner, version, "right", datetime(2026, 7, 2, 8, tzinfo=UTC), number=1)

    rows = read_csv(fetched(signed_in, "csv", language))

    assert [row[counts] for row in rows] == [{"nb": "ja", "sv": "ja"}[language], no]
    assert rows[0][when] == "2026-07-02 00:30:00"
    assert rows[0][verdict] == {"nb": "Feil", "sv": "Fel"}[language]
    assert rows[0][cost] == f"{round(wrong.loss, 4)}".replace(".", ",")
    assert rows[0][own].split()[0] in {"spar", "hjerter", "ruter", "kløver", "spader", "hjärter", "klöver"}
    assert wrong.choice in rows[0].values()


def test_json_has_the_same_attempts(signed_in: Client, learner: Learner) -> None:
    many_attempts(learner, 7)
    found = json.loads(fetched(signed_in, "json"))
    rows = read_csv(fetched(signed_in, "csv"))
    assert [row["Øvelse"] for row in rows] == [attempt["drill"] for attempt in found["attempts"]]
    assert all(attempt["counts"] and attempt["verdict"] == "right" for attempt in found["attempts"])


def test_nothing_of_others(signed_in: Client) -> None:
    answer(learner_of(User.objects.create_user("noah")), make_versions(1)[0])
    assert json.loads(fetched(signed_in, "json"))["attempts"] == []
    assert read_csv(fetched(signed_in, "csv")) == []


def test_guest_without_work_gets_empty_files(client: Client) -> None:
    assert json.loads(fetched(client, "json"))["attempts"] == []
    assert read_csv(fetched(client, "csv")) == []


def test_formulas_are_text_and_numbers_are_numbers() -> None:
    rows = [["=1+1", "-5", "+1", "@x", "Åse; Ødegård", -0.5, 3, None]]
    assert "".join(csv_lines(rows)) == "\ufeff'=1+1;'-5;'+1;'@x;\"Åse; Ødegård\";-0,5;3;\r\n"


@pytest.mark.parametrize("count", [1, 100, pytest.param(10_000, marks=pytest.mark.long)])
def test_queries_do_not_grow(
    signed_in: Client, learner: Learner, count: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    many_attempts(learner, count)
    settle(learner)
    for ending in ("csv", "json"):
        with django_assert_max_num_queries(5):
            content = fetched(signed_in, ending)
        assert content.count(b"\n") >= count
