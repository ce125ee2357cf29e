"""Sessions: what they are made of, how they go on, what is said at the end (requests 6, 9, 10, 12, 16)."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from pathlib import Path
from uuid import UUID

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.samples import answer, make_versions
from trainer.accounts.models import Learner, User
from trainer.accounts.services import learner_of
from trainer.drills.labels import theme_name
from trainer.drills.library import load, read_library
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.progress.mixes import ALL_TEN, RULES_ROUND, SCORE_ROUND, Mix, Mode
from trainer.progress.models import PracticeSession, RatedAttempt, Review, SessionItem
from trainer.progress.selecting import select, weak_themes
from trainer.progress.sessions import begin_session
from trainer.progress.settling import settle

pytestmark = pytest.mark.django_db
LIBRARY = Path(__file__).parents[1] / "drills" / "data" / "drills.jsonl"


@pytest.fixture
def user() -> User:
    return User.objects.create_user("eira", password="a-long-password")


@pytest.fixture
def learner(user: User) -> Learner:
    return learner_of(user)


@pytest.fixture
def eira(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def library() -> None:
    load(read_library([LIBRARY]))


def begin(client: Client, query: str = "") -> str:
    """Press Begin; where that leads to."""
    page = client.get(f"/nb/okter/{query}").content.decode()
    response = client.post(f"/nb/okter/{query}", {"request_key": key_in(page)})
    assert response.status_code == 302, response.content.decode()
    return str(response["Location"])


def key_in(page: str) -> str:
    found = re.search(r'name="request_key" value="([^"]+)"', page)
    assert found
    return found.group(1)


def answer_here(client: Client, url: str, right: bool = True) -> tuple[str, str]:
    """Answer the drill at an address; the page after it, and where its first button leads."""
    page = client.get(url).content.decode()
    ticket = re.search(r'name="ticket" value="([^"]+)"', page)
    assert ticket, page
    version = version_at(url)
    choices = version.choices
    if version.drill.kind in {"rules", "memory"}:
        key = next(name for name, numbers in choices.items() if numbers["right"] == right)
    else:
        key = (min if right else max)(choices, key=lambda name: choices[name]["loss"])
    after = client.post(url, {"ticket": ticket.group(1), "choice": key}).content.decode()
    onward = re.search(r'class="btn[ pri]*" href="([^"]+)">(?:Neste øvelse|Se hvordan)', after)
    assert onward, after
    return after, unescape(onward.group(1))


def version_at(url: str) -> DrillVersion:
    public_id = url.partition("?")[0].strip("/").rpartition("/")[2]
    version = Drill.objects.select_related("current").get(public_id=public_id).current
    assert version
    return version


def no_memory() -> None:
    """Memory drills are answered over several pages, which have tests of their own."""
    Drill.objects.filter(kind="memory").update(current=None)


def test_session_is_walked_through_to_its_summary(library: None, eira: Client) -> None:
    no_memory()
    url = begin(eira)
    session = PracticeSession.objects.get()
    total = session.items.count()
    for place in range(1, total + 1):
        page = eira.get(url).content.decode()
        assert f"øvelse {place} av {total}" in page
        assert "det første svaret teller i ratingen din" in page
        assert theme_name(version_at(url).drill.theme) not in page.partition("<main")[2]
        _after, url = answer_here(eira, url, right=place > 1)
    assert url == f"/nb/okter/{session.public_id}/"
    summary = unescape(eira.get(url).content.decode())
    assert f"{total - 1} av {total} var riktige." in summary
    assert "Det som kommer tilbake" in summary and "i morgen" in summary
    assert "Ratingen din" in summary and "±" in summary
    assert RatedAttempt.objects.count() == total


def test_session_goes_on_from_another_device_and_after_back(library: None, user: User, eira: Client) -> None:
    no_memory()
    first = begin(eira)
    _after, second = answer_here(eira, first)
    other = Client()
    other.force_login(user)
    assert f'href="{second}"' in unescape(other.get("/nb/ov/").content.decode())
    assert "Du har svart på 1 av" in other.get("/nb/ov/").content.decode()
    _after, third = answer_here(other, second)
    back = eira.get(second).content.decode()  # answered on the other device: the verdict, no form
    assert 'name="ticket"' not in back
    assert third in unescape(back)


def test_same_form_twice_begins_one_session(library: None, eira: Client) -> None:
    key = key_in(eira.get("/nb/okter/").content.decode())
    first = eira.post("/nb/okter/", {"request_key": key})
    again = eira.post("/nb/okter/", {"request_key": key})
    assert first["Location"] == again["Location"]
    assert PracticeSession.objects.count() == 1


def test_strangers_find_no_session(library: None, eira: Client, client: Client) -> None:
    begin(eira)
    session = PracticeSession.objects.get()
    assert client.get(f"/nb/okter/{session.public_id}/").status_code == 404
    url = f"/nb/ov/{session.items.all()[0].version.drill.public_id}/?session={session.public_id}"
    assert "øvelse 1 av" not in client.get(url).content.decode()


def test_guest_may_begin_and_go_on(library: None, client: Client) -> None:
    no_memory()
    _after, onward = answer_here(client, begin(client))
    assert "session=" in onward
    assert Learner.objects.get().attempts.count() == 1


@pytest.mark.parametrize("form", [{}, {"request_key": "nonsense"}])
def test_bad_form_is_told_and_begins_nothing(form: dict[str, str], library: None, eira: Client) -> None:
    response = eira.post("/nb/okter/", form)
    assert response.status_code == 422
    assert "Trykk på knappen en gang til." in response.content.decode()
    assert not PracticeSession.objects.exists()


def test_visitor_without_cookies_is_told(library: None) -> None:
    response = Client().post("/nb/okter/", {"request_key": "00000000-0000-0000-0000-000000000001"})
    assert response.status_code == 400
    assert not Learner.objects.exists()


def test_mix_in_the_address_works_for_someone_else(library: None, eira: Client, client: Client) -> None:
    Drill.objects.update(difficulty=0.2)
    query = "?theme=rules.draw,follow.high-prize&level=easy&follow=free"
    for visitor in (eira, client):
        page = unescape(visitor.get(f"/nb/okter/{query}").content.decode())
        assert "http://testserver/nb/okter/?theme=rules.draw,follow.high-prize&level=easy&follow=free" in page
        assert "Lett" in page
        url = begin(visitor, query)
        assert url.endswith("&follow=free")
    kinds = {(item.version.drill.kind, item.version.drill.theme) for item in SessionItem.objects.all()}
    assert kinds <= {("rules", "draw"), ("follow", "high-prize")}
    assert str(Mix.parse(query[1:])) == query[1:]


def test_unknown_kind_is_not_found_and_unknown_rules_are_told(library: None, eira: Client) -> None:
    assert eira.get("/nb/okter/?kind=luck").status_code == 404
    assert "finnes ikke" in eira.get("/nb/okter/?follow=maybe", follow=True).content.decode()


def test_nothing_to_review_is_said(library: None, eira: Client) -> None:
    page = eira.get("/nb/okter/?mode=reviews").content.decode()
    response = eira.post("/nb/okter/?mode=reviews", {"request_key": key_in(page)})
    assert "Det er ingenting å repetere i dag." in response.content.decode()


# What a session is made of


def test_missed_drill_comes_back_as_another_of_its_idea_first_and_then_itself(learner: Learner) -> None:
    missed, other = make_versions(2, "follow", theme="high-prize")
    make_versions(4, "follow", theme="low-prize")
    today = timezone.localdate()
    answer(learner, missed, "wrong", timezone.now() - timedelta(days=2))
    settle(learner)

    first = select(learner, Mix(Mode.REVIEWS), today, "seed")
    assert [(each.version, each.review_of) for each in first] == [(other.pk, missed.drill_id)]

    Review.objects.update(repeats=1)
    later = select(learner, Mix(Mode.REVIEWS), today, "seed")
    assert [(each.version, each.review_of) for each in later] == [(missed.pk, missed.drill_id)]


def test_review_is_announced_moves_no_rating_and_plans_the_missed_drill(
    learner: Learner, eira: Client
) -> None:
    missed, other = make_versions(2, "follow", theme="high-prize")
    with time_machine.travel(timezone.now() - timedelta(days=3)):
        answer(learner, missed, "wrong")
    url = begin(eira, "?mode=reviews")
    assert version_at(url) == other
    assert "repetisjon, påvirker ikke ratingen" in eira.get(url).content.decode()
    after, onward = answer_here(eira, url)
    assert "repetisjon, påvirker ikke ratingen" in after
    assert Attempt.objects.get(version=other).unrated == "review"
    eira.get(onward)
    assert list(RatedAttempt.objects.values_list("attempt__version", flat=True)) == [missed.pk]
    row = Review.objects.get()
    assert (row.drill_id, row.repeats, row.last_on) == (missed.drill_id, 1, timezone.localdate())


def test_drill_reviewed_itself_is_asked_anew(learner: Learner, eira: Client) -> None:
    missed = make_versions(1, "follow")[0]
    with time_machine.travel(timezone.now() - timedelta(days=3)):
        answer(learner, missed, "wrong")
    url = begin(eira, "?mode=reviews")
    assert version_at(url) == missed
    assert 'name="ticket"' in eira.get(url).content.decode()
    answer_here(eira, url)
    assert list(Attempt.objects.order_by("number").values_list("number", "unrated")) == [
        (0, ""),
        (1, "review"),
    ]
    assert 'name="ticket"' not in eira.get(url).content.decode()  # reload: the answer stands


def many_drills() -> None:
    for kind, themes in {
        "follow": ("high-prize", "low-prize"),
        "ending": ("discard",),
        "rules": ("draw", "score"),
        "lead": ("trump-prize",),
    }.items():
        for theme in themes:
            for place, version in enumerate(make_versions(24, "follow" if kind == "lead" else kind, theme)):
                Drill.objects.filter(pk=version.drill_id).update(kind=kind, difficulty=(place % 10) / 10)
                side = ("win" if place % 3 else "duck") if kind == "follow" else ""
                DrillVersion.objects.filter(pk=version.pk).update(side=side)


def test_drills_are_about_as_hard_as_the_learner_is_strong(learner: Learner) -> None:
    many_drills()
    from_new = select(learner, Mix.parse("kind=ending"), timezone.localdate(), "seed")
    strong = Learner.objects.create()
    strong.area_ratings.create(
        area="endings", rating=2050, deviation=60, volatility=0.06, answers=99, rated_at=timezone.now()
    )
    from_strong = select(strong, Mix.parse("kind=ending"), timezone.localdate(), "seed")

    def hardness(chosen: list[object]) -> float:
        versions = [each.version for each in chosen]  # type: ignore[attr-defined]
        found = Drill.objects.filter(current__in=versions).values_list("difficulty", flat=True)
        return sum(filter(None, found)) / len(chosen)

    assert hardness(list(from_strong)) > hardness(list(from_new)) + 0.15


def test_fifty_drills_on_end_repeat_nothing(learner: Learner) -> None:
    many_drills()
    met: list[int] = []
    for number in range(5):
        session = begin_session(learner, ALL_TEN, UUID(int=number))
        assert session
        for item in session.items.all():
            answer(learner, item.version, "right")
            met.append(item.version_id)
    assert len(met) == len(set(met)) == 50


def test_weak_themes_are_those_with_fewest_right(learner: Learner) -> None:
    for theme, verdict in (("high-prize", "right"), ("low-prize", "wrong"), ("middle-prize", "wrong")):
        for version in make_versions(6, "follow", theme)[:5]:
            answer(learner, version, verdict)
    assert weak_themes(learner) == [("follow", "low-prize"), ("follow", "middle-prize")]
    settle(learner)
    chosen = select(learner, Mix(Mode.WEAK), timezone.localdate(), "seed")
    themes = DrillVersion.objects.filter(pk__in=[each.version for each in chosen]).values_list("drill__theme")
    assert {theme for (theme,) in themes} == {"low-prize", "middle-prize"}


def test_rounds_ask_known_questions_again_when_no_new_one_is_left(learner: Learner) -> None:
    for version in make_versions(12, "rules", theme="score"):
        answer(learner, version, "right", timezone.now() - timedelta(days=1, seconds=-version.pk))
    draws = make_versions(12, "rules", theme="draw")
    assert len(select(learner, SCORE_ROUND, timezone.localdate(), "seed")) == 10
    rules = select(learner, RULES_ROUND, timezone.localdate(), "seed")
    assert {each.version for each in rules} <= {version.pk for version in draws}


@pytest.mark.parametrize("count", [1, 100])
def test_queries_do_not_grow_with_answers(count: int, learner: Learner, eira: Client) -> None:
    many_drills()
    for version in make_versions(count, "follow"):
        answer(learner, version, "wrong", timezone.now() - timedelta(days=3))
    settle(learner)
    most = {}
    with CaptureQueriesContext(connection) as captured:
        url = begin(eira)
    most["begin"] = len(captured)
    with CaptureQueriesContext(connection) as captured:
        page = eira.get(url).content.decode()
    most["drill"] = len(captured)
    ticket = re.search(r'name="ticket" value="([^"]+)"', page)
    assert ticket
    key = next(iter(version_at(url).choices))
    with CaptureQueriesContext(connection) as captured:
        eira.post(url, {"ticket": ticket.group(1), "choice": key}, headers={"HX-Request": "true"})
    most["answer"] = len(captured)
    with CaptureQueriesContext(connection) as captured:
        eira.get("/nb/ov/")
    most["index"] = len(captured)
    assert most["answer"] <= 8
    assert most["drill"] <= 15
    assert most["begin"] <= 32  # two pages: what it is, and the press of the button
    assert most["index"] <= 34  # with the answer above taken in


def test_ten_thousand_answers_need_no_more_queries(learner: Learner, eira: Client) -> None:
    many_drills()
    versions = make_versions(20, "follow")
    at = timezone.now() - timedelta(days=400)
    Attempt.objects.bulk_create(
        [
            Attempt(
                learner=learner,
                version=versions[number % 20],
                number=number // 20,
                choice="X",
                verdict=("right", "wrong")[number % 3 == 0],
                loss=0.4,
                answered_at=at + timedelta(minutes=number),
                unrated="retry" if number >= 20 else "",
            )
            for number in range(10_000)
        ],
        500,
    )
    settle(learner)
    with CaptureQueriesContext(connection) as captured:
        url = begin(eira)
    assert len(captured) <= 32
    with CaptureQueriesContext(connection) as captured:
        eira.get(url)
    assert len(captured) <= 15
    with CaptureQueriesContext(connection) as captured:
        eira.get("/nb/ov/")
    assert len(captured) <= 20
