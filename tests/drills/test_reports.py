"""Reports on drills: once, gently limited, solved again away from the request, told to the reporter."""

from __future__ import annotations

import json
import re
import uuid
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.tasks import default_task_backend
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks, Settings

from tests.drills.helpers import HTMX, address, send, words
from trainer.accounts.models import Learner, User
from trainer.accounts.services import adopt_guest
from trainer.drills import tasks
from trainer.drills.building import LIBRARY_DIR, read_drills
from trainer.drills.checking import check
from trainer.drills.library import load, read_library
from trainer.drills.models import REPORT_LENGTH, Drill, DrillReport, DrillVersion
from trainer.drills.reporting import MOST_A_DAY, library_line, solve

LANGUAGES = ["nb", "sv"]
ENDING = "22hdzz6f"
QUEUE_IN_MEMORY = {"default": {"BACKEND": "django.tasks.backends.dummy.DummyBackend"}}


def report_address(public_id: str, language: str = "nb", query: str = "version=1") -> str:
    with override(language):
        return f"{reverse('drills:report', args=[public_id])}?{query}"


def report(
    client: Client, text: str, key: str | None = None, *, public_id: str = ENDING, **more: Any
) -> HttpResponse:
    at = report_address(public_id, more.pop("language", "nb"), more.pop("query", "version=1"))
    return client.post(at, {"text": text, "request_key": key or str(uuid.uuid4())}, **more)  # type: ignore[return-value]


@pytest.fixture
def ending(db: None, tmp_path: Path) -> DrillVersion:
    """An ending of the library that ships: what solving again says of it is known."""
    line = read_drills(LIBRARY_DIR / "ending.jsonl")[0]
    path = tmp_path / "ending.jsonl"
    path.write_text(json.dumps(line) + "\n", "utf-8")
    load(read_library([path]))
    return DrillVersion.objects.select_related("drill").get(drill__public_id=ENDING)


@pytest.fixture
def answered(ending: DrillVersion, client: Client) -> Client:
    """A guest who has answered the ending."""
    send(client, ENDING, "D9")
    return client


@pytest.mark.parametrize("language", LANGUAGES)
def test_guest_reports_what_is_wrong_with_everything_that_is_needed(language: str, answered: Client) -> None:
    page = answered.get(address(ENDING, language)).content.decode()
    (link,) = set(re.findall(r'data-hx-get="([^"]+)" data-hx-target="#report"', page))
    form = answered.get(unescape(link)).content.decode()
    key = re.search(r'name="request_key" value="([^"]+)"', form)
    action = re.search(r'action="([^"#]+)#report"', form)
    assert key and action
    sent = answered.post(unescape(action[1]), {"text": " ♣2 er like bra ", "request_key": key[1]})
    assert sent.status_code == 302
    stored = DrillReport.objects.get()
    assert (stored.text, stored.choice, stored.rule_set) == ("♣2 er like bra", "D9", "base")
    assert stored.version.drill.public_id == ENDING and stored.state == "queued"
    shown = words(answered.get(sent["Location"]).content.decode())
    assert "«♣2 er like bra»" in shown
    assert {"nb": "Øvelsen blir regnet ut på nytt.", "sv": "Övningen räknas ut på nytt."}[language] in shown


def test_the_rules_chosen_go_along(answered: Client) -> None:
    report(answered, "Ikke hos oss", query="version=1&follow=free&tricks=26")
    assert DrillReport.objects.get().rule_set == "free-all26"


def test_htmx_gets_thanks_in_place_and_a_message(answered: Client) -> None:
    page = report(answered, "Feil kort", headers=HTMX).content.decode()
    assert page.lstrip().startswith('<section id="report"') and "<html" not in page
    assert "Takk. Øvelsen blir regnet ut på nytt" in words(page) and "data-say" in page


def test_double_post_and_the_same_words_make_one_report(answered: Client) -> None:
    key = str(uuid.uuid4())
    report(answered, "Feil kort", key)
    report(answered, "Feil kort", key)
    report(answered, "Noe annet", key)
    assert report(answered, "Feil kort").status_code == 302
    assert [row.text for row in DrillReport.objects.all()] == ["Feil kort"]


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Skriv kort hva som er feil."),
        ("   ", "Skriv kort hva som er feil."),
        ("x" * (REPORT_LENGTH + 1), "Bruk høyst 400 tegn."),
        ("a\x00b", "Skriv kort hva som er feil."),
    ],
)
def test_unfit_text_is_told_and_kept(text: str, said: str, htmx: bool, answered: Client) -> None:
    response = report(answered, text, headers=HTMX if htmx else {})
    page = response.content.decode()
    assert response.status_code == 422
    assert said in words(page) and 'aria-invalid="true"' in page
    assert not DrillReport.objects.exists()
    if len(text) > REPORT_LENGTH:
        assert text in page


def test_a_form_without_its_number_is_refused(answered: Client) -> None:
    response = answered.post(report_address(ENDING), {"text": "Feil", "request_key": "7"})
    assert response.status_code == 422
    assert not DrillReport.objects.exists()


def test_text_of_a_report_is_escaped(answered: Client) -> None:
    report(answered, "<script>alert(1)</script>")
    assert "<script>alert" not in answered.get(address(ENDING)).content.decode()


def test_only_who_has_answered_may_report(ending: DrillVersion, client: Client) -> None:
    response = report(client, "Feil")
    assert response.status_code == 302 and response["Location"] == address(ENDING)
    fragment = report(client, "Feil", headers=HTMX)
    assert fragment["HX-Redirect"] == address(ENDING)
    assert not DrillReport.objects.exists()
    assert report(client, "Feil", public_id="nothere1").status_code == 404
    assert report(client, "Feil", query="version=9").status_code == 404
    assert report(client, "Feil", query="version=x").status_code == 404


def test_a_day_allows_so_many(answered: Client) -> None:
    for number in range(MOST_A_DAY):
        assert report(answered, f"Feil {number}").status_code == 302
    refused = report(answered, "Enda en")
    assert refused.status_code == 429
    assert "Send denne i morgen." in words(refused.content.decode()) and "Enda en" in refused.content.decode()
    assert DrillReport.objects.count() == MOST_A_DAY


def test_no_request_waits_for_the_engine(answered: Client, settings: Settings) -> None:
    assert type(default_task_backend).__name__ == "ConnectionProxy"
    report(answered, "Feil kort")
    assert DrillReport.objects.get().state == "queued"


def test_report_is_queued_where_there_is_a_queue(
    answered: Client, settings: Settings, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    settings.TASKS = QUEUE_IN_MEMORY
    with django_capture_on_commit_callbacks(execute=True):
        report(answered, "Feil kort")
    (result,) = default_task_backend.results
    assert result.args == [DrillReport.objects.get().pk]


def test_worker_solves_and_the_reporter_sees_it(answered: Client) -> None:
    report(answered, "Feil kort")
    stored = DrillReport.objects.get()
    assert tasks.solve_report.call(stored.pk) == "holds"
    assert tasks.solve_report.call(stored.pk) == "solved before, or gone"
    for at in (address(ENDING), report_address(ENDING)):
        assert "Svaret er det samme." in words(answered.get(at).content.decode())
    with override("sv"):
        own = words(answered.get(reverse("drills:reports")).content.decode())
    assert "Svaret är detsamma." in own and "«Feil kort»" in own


def test_reports_of_others_are_not_shown(answered: Client) -> None:
    report(answered, "Feil kort")
    other = Client()
    send(other, ENDING, "D9")
    assert "Feil kort" not in other.get(address(ENDING)).content.decode()
    with override("nb"):
        assert "Feil kort" not in other.get(reverse("drills:reports")).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_without_reports_says_so(language: str, client: Client) -> None:
    with override(language):
        page = words(client.get(reverse("drills:reports")).content.decode())
    assert {"nb": "Du har ikke meldt feil", "sv": "Du har inte rapporterat"}[language] in page


def stored_report(version: DrillVersion, **fields: Any) -> DrillReport:
    return DrillReport.objects.create(
        learner=Learner.objects.create(),
        version=version,
        rule_set="base",
        choice="D9",
        text="Feil",
        request_key=uuid.uuid4(),
        **fields,
    )


def test_a_drill_that_computes_to_something_else_is_told_apart(ending: DrillVersion) -> None:
    wrong = {key: {**numbers, "tricks": 0} for key, numbers in ending.choices.items()}
    version = DrillVersion.objects.create(
        drill=ending.drill,
        number=2,
        rule_set="base",
        question=ending.question,
        position=ending.position,
        choices=wrong,
        facts=ending.facts,
    )
    solved = solve(stored_report(version))
    assert solved.state == "differs" and solved.found


def test_a_drill_that_cannot_be_solved_is_kept_for_the_owner(follow: DrillVersion) -> None:
    solved = solve(stored_report(follow))  # made from the oracle, without the seeds of our own library
    assert solved.state == "failed" and "KeyError" in solved.found[0]
    assert solved.solved_at


def test_command_lists_and_solves(answered: Client, ending: DrillVersion) -> None:
    report(answered, "Feil kort")
    stored_report(ending, state="holds")
    out = StringIO()
    call_command("drill_reports", stdout=out)
    assert f"queued {ENDING} v1 ending" in out.getvalue() and "Feil kort" in out.getvalue()
    out = StringIO()
    call_command("drill_reports", solve=True, stdout=out)
    assert "queued" not in out.getvalue()
    assert DrillReport.objects.get(text="Feil kort").state == "holds"


def test_reports_follow_a_guest_and_go_with_the_learner(answered: Client, user: User) -> None:
    report(answered, "Feil kort")
    guest = Learner.objects.get()
    adopt_guest(guest.pk, user)
    assert DrillReport.objects.get().learner.user == user
    user.delete()
    assert not DrillReport.objects.exists()


@pytest.mark.parametrize("kind", ["follow", "lead", "ending", "rules", "memory"])
def test_a_stored_version_reads_like_its_line_of_the_library(kind: str) -> None:
    line = read_drills(LIBRARY_DIR / f"{kind}.jsonl")[0]
    facts = line["facts"] | {"engine": line["engine"], "seed": line["seed"]}
    version = DrillVersion(
        drill=Drill(public_id=line["id"], kind=kind, theme=line["theme"]),
        number=line["version"],
        facts=facts,
        **{name: line[name] for name in ("rule_set", "question", "position", "choices")},
    )
    assert library_line(version) == line
    assert list(check(library_line(version))) == []
