"""Pages kept for everyone hold nothing of anyone, and a fragment after the answer is light."""

from __future__ import annotations

import gzip
import re
import uuid
from pathlib import Path

import pytest
from django.test import Client

from tests.drills.helpers import (
    HTMX,
    OTHER_RIGHT,
    RIGHT,
    WRONG,
    address,
    key_with,
    page_of,
    send,
    ticket_on,
)
from trainer.accounts.models import Learner, User
from trainer.drills.after_loading import load_after
from trainer.drills.library import library_files, load, read_library
from trainer.drills.models import Attempt, Drill, DrillReport, DrillVersion
from trainer.drills.tokens import read_ticket

MOST_BYTES = 3000
NAMES = ("eira", "<b>odd</b>")
DRILL = "foll0w145"


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name, password="a-long-password"))
    return client


def test_everyone_gets_the_own_name_ticket_and_token(follow: DrillVersion) -> None:
    pages = [page_of(client, DRILL) for client in (signed_in(NAMES[0]), signed_in(NAMES[1]), Client())]
    for page, name in zip(pages, ("eira", "&lt;b&gt;odd&lt;/b&gt;", None), strict=True):
        shown = re.findall(r'<span[^>]*>([^<]*)</span></a><form class="sign-out"', page)
        assert shown == ([name] if name else [])
        assert "\ue000" not in page
    keys = [read_ticket(ticket_on(page)).learner_key for page in pages]
    assert [key.partition(":")[0] for key in keys] == ["user", "user", "guest"] and len(set(keys)) == 3
    tokens = [set(re.findall(r'name="csrfmiddlewaretoken" value="([^"]{60,})"', page)) for page in pages]
    assert all(len(own) == 1 for own in tokens) and len(set.union(*tokens)) == 3


def test_token_of_a_kept_page_is_taken(follow: DrillVersion) -> None:
    page_of(Client(), DRILL)
    client = Client(enforce_csrf_checks=True)
    page = page_of(client, DRILL)
    token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]
    fields = {"ticket": ticket_on(page), "choice": RIGHT, "csrfmiddlewaretoken": token}
    assert client.post(address(DRILL), fields, headers=HTMX).status_code == 200
    assert Attempt.objects.count() == 1


def test_a_report_stays_with_its_owner(follow: DrillVersion, client: Client) -> None:
    send(client, DRILL, WRONG)
    said = {"text": "Min egen melding", "choice": WRONG, "rule_set": "base", "request_key": uuid.uuid4()}
    DrillReport.objects.create(learner=Learner.objects.get(), version=follow, **said)
    assert "Min egen melding" in page_of(client, DRILL)
    other = Client()
    send(other, DRILL, WRONG)
    assert "Min egen melding" not in page_of(other, DRILL)


@pytest.mark.parametrize("htmx", [False, True])
def test_each_answer_has_a_page_of_its_own(htmx: bool, follow: DrillVersion) -> None:
    shown = [
        send(Client(), DRILL, choice, htmx=htmx).content.decode() for choice in (RIGHT, OTHER_RIGHT, WRONG)
    ]
    assert len({re.sub(r'value="[^"]{60,}"', "", page) for page in shown}) == 3
    again = send(Client(), DRILL, RIGHT, htmx=htmx, query="?kind=follow").content.decode()
    assert "kind=follow" in again and "kind=follow" not in shown[0].replace("?kind=follow&amp;after=", "")


def test_a_retry_is_told_from_a_first_answer(follow: DrillVersion, client: Client) -> None:
    first = send(client, DRILL, RIGHT, htmx=True).content.decode()
    retry = send(client, DRILL, RIGHT, query="?retry=1", htmx=True).content.decode()
    assert "svaret teller i ratingen din" in first and "teller ikke" in retry


def test_fragment_is_sent_packed_to_who_unpacks_it(follow: DrillVersion) -> None:
    plain, packed = (
        send(Client(), DRILL, RIGHT, htmx=True, HTTP_ACCEPT_ENCODING=coding)
        for coding in ("identity", "gzip, br")
    )
    assert packed["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain
    assert gzip.decompress(packed.content) == plain.content
    assert all("Accept-Encoding" in response["Vary"] for response in (plain, packed))
    assert b"csrf" not in plain.content and b"ticket" not in plain.content


@pytest.fixture
def some_of_the_library(db: None, tmp_path: Path) -> list[DrillVersion]:
    """Some drills of each kind that a card or a word answers, with what is told after the answer."""
    for path in library_files():
        few = path.read_text("utf-8").splitlines(keepends=True)[::50]
        (tmp_path / path.name).write_text("".join(few[:6]), "utf-8")
    load(read_library(library_files(tmp_path)))
    load_after()
    return list(DrillVersion.objects.select_related("drill").exclude(drill__kind=Drill.Kind.MEMORY))


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_answers_to_drills_of_the_site_are_light(
    language: str, some_of_the_library: list[DrillVersion]
) -> None:
    sizes = {}
    for version in some_of_the_library:
        public_id, choice = version.drill.public_id, key_with(version, right=False)
        packed = {"HTTP_ACCEPT_ENCODING": "gzip"}
        response = send(Client(), public_id, choice, language=language, htmx=True, **packed)
        assert response.status_code == 200 and response["Content-Encoding"] == "gzip"
        sizes[public_id] = len(response.content)
    assert len(sizes) > 12 and max(sizes.values()) > MOST_BYTES / 2, "with the figures and the reason"
    assert {name: size for name, size in sizes.items() if size > MOST_BYTES} == {}
