"""From drill to drill: next, all done, the list, sets of other features, and what it costs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.drills.helpers import (
    RIGHT,
    WRONG,
    key_with,
    page_of,
    send,
    ticket_on,
    words,
)
from trainer.accounts.models import Learner, User
from trainer.accounts.services import learner_of
from trainer.drills import services
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.services import DrillSet, SetResolver

LANGUAGES = ["nb", "sv"]
ROOT = Path(__file__).resolve().parents[2]


def next_address(client: Client, query: str = "", language: str = "nb") -> str:
    with override(language):
        response = client.get(reverse("drills:next") + query)
    assert response.status_code == 302, "all drills are done"
    return str(response["Location"])


def test_next_repeats_nothing_and_stays_in_its_kind(drills: dict[str, Drill], client: Client) -> None:
    endings = [public_id for public_id, drill in drills.items() if drill.kind == "ending"]
    met, at = [], next_address(client, "?kind=ending")
    for _ in endings:
        met.append(at.split("?")[0].rstrip("/").rsplit("/", 1)[1])
        page = client.get(at).content.decode()
        drill = drills[met[-1]]
        assert drill.current is not None
        page = send(client, met[-1], key_with(drill.current, True), query="?kind=ending").content.decode()
        onward = unescape(re.search(r'class="btn" href="([^"]+/neste/[^"]+)"', page)[1])  # type: ignore[index]
        response = client.get(onward)
        at = response.get("Location", "")
    assert sorted(met) == sorted(endings)
    assert at == ""
    assert "Du har svart på alle øvelsene under «Sluttspill»." in response.content.decode()


def test_next_without_answering_goes_round_without_repeats(drills: dict[str, Drill], client: Client) -> None:
    met, query = [], "?kind=mixed"
    for _ in drills:
        met.append(next_address(client, query).split("?")[0].rstrip("/").rsplit("/", 1)[1])
        query = f"?kind=mixed&after={met[-1]}"
    assert sorted(met) == sorted(drills)


def test_all_done_offers_the_missed_ones(drills: dict[str, Drill], client: Client) -> None:
    follows = [drill for drill in drills.values() if drill.kind == "follow"]
    for place, drill in enumerate(follows):
        assert drill.current is not None
        send(client, drill.public_id, key_with(drill.current, right=place > 1))
    with override("sv"):
        page = client.get(reverse("drills:next") + "?kind=follow").content.decode()
    assert "Du har svarat på alla övningar under ”Ta eller släppa”." in page
    assert page.count("retry=1") == 2


@pytest.mark.parametrize(
    ("query", "onward"),
    [
        ("", "?kind=follow&after=foll0w145"),
        ("?kind=mixed", "?kind=mixed&after=foll0w145"),
        ("?kind=luck", "?kind=follow&after=foll0w145"),
        ("?theme=win", "?theme=win&kind=follow&after=foll0w145"),
        (f"?theme={'x' * 50}", "?kind=follow&after=foll0w145"),
    ],
)
def test_next_link_carries_what_is_known(
    query: str, onward: str, follow: DrillVersion, client: Client
) -> None:
    page = unescape(send(client, "foll0w145", WRONG, query=query).content.decode())
    assert f'class="btn pri" href="/nb/ov/neste/{onward}"' in page


@pytest.mark.django_db
def test_unknown_kind_is_not_found(client: Client) -> None:
    with override("nb"):
        assert client.get(reverse("drills:next") + "?kind=luck").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_empty_library_is_told(language: str, client: Client) -> None:
    with override(language):
        assert client.get(reverse("drills:index")).status_code == 200
        assert client.get(reverse("drills:next")).status_code == 200


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("nb", ["Vinne eller la gå", "6 øvelser", "1 gjort", "5 igjen"]),
        ("sv", ["Ta eller släppa", "6 övningar"]),
    ],
)
def test_index_counts_what_is_done(
    language: str, said: list[str], follow: DrillVersion, client: Client
) -> None:
    send(client, "foll0w145", WRONG)
    with override(language):
        page = words(client.get(reverse("drills:index")).content.decode())
    assert [text for text in said if text not in page] == []


@pytest.fixture
def lesson() -> SetResolver:
    def resolve(request: object, assignment: str, drill: Drill) -> DrillSet | None:
        if assignment != "l3sson":
            return None
        assert drill.current is not None
        return DrillSet(
            drill.current, "Uke 48", "/nb/klasser/l3sson/", "/nb/ov/next0ne/?assignment=l3sson", 2, 5
        )

    services.register_set_resolver(resolve)
    yield resolve  # type: ignore[misc]
    services._set_resolvers.remove(resolve)


@pytest.mark.usefixtures("lesson")
def test_set_gives_its_place_and_the_way_on(follow: DrillVersion, client: Client) -> None:
    page = page_of(client, "foll0w145", query="?assignment=l3sson")
    assert '<a href="/nb/klasser/l3sson/">Uke 48</a> · øvelse 2 av 5' in page
    assert 'action="/nb/ov/foll0w145/?assignment=l3sson"' in page
    answered = send(client, "foll0w145", RIGHT, query="?assignment=l3sson").content.decode()
    assert 'class="btn pri" href="/nb/ov/next0ne/?assignment=l3sson"' in answered
    assert "Uke 48" not in page_of(client, "foll0w145", query="?assignment=other")


@pytest.mark.parametrize("who", ["guest", "user"])
def test_query_counts(
    who: str,
    follow: DrillVersion,
    client: Client,
    signed_in: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    visitor = client if who == "guest" else signed_in
    with django_assert_max_num_queries(8):
        ticket = ticket_on(page_of(visitor, "foll0w145"))
    with django_assert_max_num_queries(13):  # once: the learner's row is made
        send(visitor, "foll0w145", WRONG, ticket, htmx=True)
    other = ticket_on(page_of(visitor, "foll0w28"))
    with django_assert_max_num_queries(8):
        send(visitor, "foll0w28", "SA", other, htmx=True)
    # The first look at the list after new answers takes them into ratings, reviews and days.
    for name, most in (("drills:index", 36), ("drills:index", 18), ("drills:next", 8)):
        with django_assert_max_num_queries(most), override("nb"):
            visitor.get(reverse(name))


def test_no_request_loads_the_compiled_engine(tmp_path: Path) -> None:
    script = (
        "import sys; from tests.drills.parallel import main; main();"
        "sys.exit(sum(name in sys.modules for name in ('numba', 'numpy')))"
    )
    environment = os.environ | {"SITE_SQLITE_PATH": str(tmp_path / "db.sqlite3")}
    environment.pop("SITE_DATABASE", None)
    ran = subprocess.run(
        [sys.executable, "-c", script], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr[-2000:]


def test_learner_of_a_user_is_not_made_by_looking(
    follow: DrillVersion, signed_in: Client, user: User
) -> None:
    page_of(signed_in, "foll0w145")
    assert not Learner.objects.exists()
    send(signed_in, "foll0w145", RIGHT)
    assert Attempt.objects.get().learner == learner_of(user)


def test_chosen_rules_go_along_and_the_list_says_what_drills_are_for(
    drills: dict[str, Drill], client: Client
) -> None:
    plain = client.get("/nb/ov/").content.decode()
    assert "Øvelsene gjelder grunnspillet." in plain
    html = client.get("/nb/ov/?follow=free").content.decode()
    assert "Reglene deres: Fri første del" in html
    assert "Øvelsene gjelder grunnspillet." not in html
    assert "?kind=ending&amp;follow=free" in html
    response = client.get("/nb/ov/neste/?kind=ending&follow=free")
    assert response["Location"].endswith("?kind=ending&follow=free")
    assert "follow=free" in client.get(response["Location"]).content.decode()
