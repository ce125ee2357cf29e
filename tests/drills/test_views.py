"""Drill pages: page and fragment, guests, users and strangers, bad input, both languages, query counts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import timedelta
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.drills.helpers import address, key_with, page_of, send, ticket_on
from trainer.accounts.models import Learner, User
from trainer.accounts.services import learner_of
from trainer.drills import services
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.services import DrillSet, SetResolver
from trainer.drills.tokens import Ticket, write_ticket

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ["nb", "sv"]
# follow: ♠8 led; four spades are legal, ♣K is not.
RIGHT, OTHER_RIGHT, WRONG, ILLEGAL = "S5", "S2", "SK", "CK"


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("eira", password="a-long-password")


@pytest.fixture
def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def words(page: str) -> str:
    """The text of a page without its tags, as a reader of the source meets it."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


# ── The question ──────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "question", "card", "refused"),
    [
        ("nb", "Vil du vinne stikket eller la det gå?", "Spill spar konge", "kløver konge, ikke lov nå"),
        ("sv", "Vill du ta sticket eller släppa det?", "Lägg spader kung", "klöver kung, inte tillåtet nu"),
    ],
)
def test_question_shows_the_table_and_names_every_card(
    language: str, question: str, card: str, refused: str, follow: DrillVersion, client: Client
) -> None:
    page = page_of(client, "foll0w145", language)
    assert f"<h1>{question}</h1>" in page
    assert f'value="SK" aria-label="{card}">' in page
    assert f'value="CK" aria-label="{refused}" aria-disabled="true">' in page
    assert page.count('name="choice"') == 13
    assert page.count('aria-disabled="true"') == 9


def test_question_says_the_position(follow: DrillVersion, client: Client) -> None:
    said = words(page_of(client, "foll0w145"))
    assert "I stikk 6 av 13 i første del er spar trumf, det åpne kortet er Q kløver dame" in said
    assert "og motspilleren har spilt ut 8 spar åtte ." in said


def test_ending_shows_both_hands_and_asks_for_a_lead(ending: DrillVersion, client: Client) -> None:
    page = page_of(client, "end1ngb1", "sv")
    assert "Vilket kort spelar du ut?" in page
    assert "13 kort, alla kända" in page
    assert 'aria-label="Spela ut hjärter ess"' in page
    assert "Motspelarens hand: hjärter dam, hjärter knekt, hjärter tio" in page


def test_htmx_gets_the_fragment_and_history_the_page(follow: DrillVersion, client: Client) -> None:
    fragment = client.get(address("foll0w145"), headers={"HX-Request": "true"}).content.decode()
    assert fragment.lstrip().startswith('<div id="drill"')
    assert "<html" not in fragment
    restored = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in client.get(address("foll0w145"), headers=restored).content.decode()


def test_looking_stores_nothing_and_gives_a_cookie(follow: DrillVersion, client: Client) -> None:
    response = client.get(address("foll0w145"))
    assert not Learner.objects.exists()
    cookie = response.cookies[settings.LEARNER_COOKIE_NAME]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"


def test_pages_of_users_are_not_stored(follow: DrillVersion, signed_in: Client) -> None:
    assert "no-store" in signed_in.get(address("foll0w145"))["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize("public_id", ["nothere1", "1", "x" * 300])
def test_unknown_drill_is_not_found(public_id: str, client: Client) -> None:
    assert client.get(address(public_id)).status_code == 404
    assert client.post(address(public_id), {"choice": "SK"}).status_code == 404


def test_other_methods_are_refused(follow: DrillVersion, client: Client) -> None:
    assert client.put(address("foll0w145")).status_code == 405
    with override("nb"):
        assert client.post(reverse("drills:index")).status_code == 405
        assert client.post(reverse("drills:next")).status_code == 405


# ── The answer ────────────────────────────────────────────────


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    ("language", "headline", "said"),
    [
        ("nb", "Feil", "det koster 0,6 stikk i snitt. Best er"),
        ("sv", "Fel", "det kostar 0,6 stick i snitt. Bäst är"),
    ],
)
def test_wrong_answer_costs_and_is_explained(
    language: str, headline: str, said: str, htmx: bool, follow: DrillVersion, client: Client
) -> None:
    response = send(client, "foll0w145", WRONG, language=language, htmx=htmx)
    page = response.content.decode()
    assert response.status_code == 200
    assert ("<html" in page) is not htmx
    assert f"data-focus{'' if htmx else ' autofocus'}>{headline}</h1>" in page
    assert said in words(page)
    assert page.count('class="band"') == 4
    assert page.count('<tr><th scope="row">') == 4 + 4  # the table of numbers and the tray


def test_answer_lists_all_right_cards_and_the_method(follow: DrillVersion, client: Client) -> None:
    said = words(send(client, "foll0w145", OTHER_RIGHT).content.decode())
    assert "Riktig Du valgte 2 spar to , og ikke noe annet kort er klart bedre." in said
    assert "Like gode kort: 5 spar fem og 2 spar to ." in said
    assert "Vi spilte runden ferdig 300 ganger mot sterkt spill." in said
    assert "(usikkerhet ±\u00a00,2)" in said.replace("± 0,2", "±\u00a00,2")
    assert "De skjulte kortene ble trukket jevnt" in said


def test_live_message_comes_once_and_only_with_htmx(follow: DrillVersion, client: Client) -> None:
    fragment = send(client, "foll0w145", WRONG, htmx=True).content.decode()
    assert fragment.count('role="status"') == 1
    live = fragment[fragment.index('<p id="live"') :]
    assert "Feil. Du valgte spar konge, og det koster 0,6 stikk i snitt. Best er spar fem." in live
    assert "<title>Feil · Vinne eller la gå · Tomannswhist</title>" in fragment
    page = page_of(client, "foll0w145")
    assert page.count('id="live"') == 1 and "hx-swap-oob" not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_ending_says_exact(language: str, ending: DrillVersion, client: Client) -> None:
    page = words(send(client, "end1ngb1", "C2", language=language).content.decode())
    expected = {
        "nb": "Nøyaktig utregnet: Med 2 kløver to får du 6 stikk av 13 når begge spiller så godt det går.",
        "sv": "Exakt uträknat: Med 2 klöver två får du 6 stick av 13 när båda spelar så bra det går.",
    }
    assert expected[language] in page
    assert {"nb": "Det er 1 stikk mindre enn med", "sv": "Det är 1 stick mindre än med"}[language] in page
    assert "uppskattning" not in page and "anslag" not in page


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "nb",
            "Du kan ikke spille K kløver konge nå. Det er spilt ut spar, og du har spar på hånden. Lovlige",
        ),
        ("sv", "Du får inte lägga K klöver kung nu. Det är spader som gäller, och du har spader på handen."),
    ],
)
def test_illegal_card_is_refused_with_the_reason(
    language: str, said: str, htmx: bool, follow: DrillVersion, client: Client
) -> None:
    response = send(client, "foll0w145", ILLEGAL, language=language, htmx=htmx)
    page = response.content.decode()
    assert response.status_code == 422
    assert said in words(page)
    assert page.count("data-focus") == 1
    assert not Attempt.objects.exists()
    answered = send(client, "foll0w145", RIGHT, ticket_on(page))
    assert (answered.status_code, Attempt.objects.get().number) == (200, 0)


@pytest.mark.parametrize("choice", ["", "HA", "you", "♠K", "' OR 1=1", "x" * 5000])
def test_what_is_no_answer_is_refused(choice: str, follow: DrillVersion, client: Client) -> None:
    assert send(client, "foll0w145", choice).status_code == 422
    assert not Attempt.objects.exists()


def test_every_drill_takes_a_right_and_a_wrong_answer(drills: dict[str, Drill]) -> None:
    for public_id, drill in drills.items():
        assert drill.current is not None
        for right, look in ((True, "right"), (False, "wrong")):
            page = send(Client(), public_id, key_with(drill.current, right)).content.decode()
            assert f'<div class="verdict {look}">' in page, (public_id, right)


# ── Once only (W22, W25) ──────────────────────────────────────


def test_replayed_answer_is_the_same_attempt(follow: DrillVersion, client: Client) -> None:
    ticket = ticket_on(page_of(client, "foll0w145"))
    first = send(client, "foll0w145", WRONG, ticket)
    again = send(client, "foll0w145", WRONG, ticket)
    assert (first.status_code, again.status_code) == (200, 200)
    assert Attempt.objects.count() == 1
    assert "allerede svart" not in again.content.decode()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("nb", "Du har allerede svart på denne øvelsen. Det første svaret teller."),
        ("sv", "Du har redan svarat på den här övningen. Det första svaret räknas."),
    ],
)
def test_stale_tab_with_another_answer_is_told(
    language: str, said: str, follow: DrillVersion, client: Client
) -> None:
    ticket = ticket_on(page_of(client, "foll0w145", language))
    send(client, "foll0w145", WRONG, ticket, language=language)
    late = send(client, "foll0w145", RIGHT, ticket, language=language)
    assert late.status_code == 409
    assert said in late.content.decode()
    assert [attempt.choice for attempt in Attempt.objects.all()] == [WRONG]


def test_page_shows_the_stored_answer_afterwards(follow: DrillVersion, client: Client) -> None:
    send(client, "foll0w145", WRONG)
    page = page_of(client, "foll0w145")
    assert '<div class="verdict wrong">' in page
    assert 'name="choice"' not in page


def test_retry_is_kept_apart_and_never_counts(follow: DrillVersion, client: Client) -> None:
    send(client, "foll0w145", WRONG)
    retry = page_of(client, "foll0w145", query="?retry=1")
    assert "nytt forsøk, teller ikke" in retry
    assert "nytt forsøk, teller ikke" in send(client, "foll0w145", RIGHT, ticket_on(retry)).content.decode()
    send(client, "foll0w145", RIGHT, ticket_on(retry))
    numbers = [(attempt.number, attempt.verdict) for attempt in Attempt.objects.order_by("number")]
    assert numbers == [(0, "wrong"), (1, "right")]
    assert '<div class="verdict wrong">' in page_of(client, "foll0w145")


def test_retry_before_the_first_answer_is_the_first_answer(follow: DrillVersion, client: Client) -> None:
    send(client, "foll0w145", RIGHT, ticket_on(page_of(client, "foll0w145", query="?retry=1")))
    assert Attempt.objects.get().number == 0


def test_version_on_the_page_is_judged_when_the_drill_changes(follow: DrillVersion, client: Client) -> None:
    ticket = ticket_on(page_of(client, "foll0w145"))
    drill = Drill.objects.get(public_id="foll0w145")
    fields = {name: getattr(follow, name) for name in ("rule_set", "question", "position", "facts")}
    turned = {key: {**numbers, "loss": 0.6 - numbers["loss"]} for key, numbers in follow.choices.items()}
    drill.current = drill.versions.create(number=2, choices=turned, **fields)
    drill.save()
    send(client, "foll0w145", RIGHT, ticket)
    attempt = Attempt.objects.get()
    assert (attempt.version.number, attempt.verdict) == (1, "right")
    assert 'name="choice"' in page_of(client, "foll0w145"), "the new version is a new question"


def test_withdrawn_drill_shows_old_answers_and_takes_no_new_ones(
    follow: DrillVersion, client: Client
) -> None:
    send(client, "foll0w145", WRONG)
    Drill.objects.filter(public_id="foll0w145").update(current=None)
    page = page_of(client, "foll0w145", query="?retry=1")
    assert '<div class="verdict wrong">' in page and 'rel="nofollow"' not in page
    stranger = Client().get(address("foll0w145"))
    assert (stranger.status_code, "ikke lenger i bruk" in stranger.content.decode()) == (404, True)


# ── For whom (W36) ────────────────────────────────────────────


def test_expired_session_leads_to_sign_in(follow: DrillVersion, signed_in: Client) -> None:
    ticket = ticket_on(page_of(signed_in, "foll0w145", query="?kind=follow"))
    signed_in.logout()
    response = send(signed_in, "foll0w145", RIGHT, ticket, query="?kind=follow")
    with override("nb"):
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("account_login"))
    assert unquote(response["Location"]).endswith(address("foll0w145", query="?kind=follow"))
    assert not Attempt.objects.exists()


def test_expired_session_inside_htmx_redirects_the_whole_page(
    follow: DrillVersion, signed_in: Client
) -> None:
    ticket = ticket_on(page_of(signed_in, "foll0w145"))
    signed_in.logout()
    response = send(signed_in, "foll0w145", RIGHT, ticket, htmx=True)
    assert unquote(response["HX-Redirect"]).endswith(f"next={address('foll0w145')}")
    assert response.content == b""
    assert not Attempt.objects.exists()


def test_form_of_another_user_stores_nothing(follow: DrillVersion, signed_in: Client) -> None:
    ticket = ticket_on(page_of(signed_in, "foll0w145"))
    signed_in.force_login(User.objects.create_user("odd"))
    response = send(signed_in, "foll0w145", RIGHT, ticket)
    assert response.status_code == 409
    assert address("foll0w145") in response.content.decode()
    in_fragment = send(signed_in, "foll0w145", RIGHT, ticket, htmx=True)
    assert in_fragment["HX-Redirect"] == address("foll0w145")
    assert not Attempt.objects.exists()


def test_form_of_a_guest_is_not_taken_from_another(follow: DrillVersion, client: Client) -> None:
    ticket = ticket_on(page_of(client, "foll0w145"))
    other = Client()
    other.get(address("foll0w145"))
    assert send(other, "foll0w145", RIGHT, ticket).status_code == 409
    assert not Attempt.objects.exists()


def test_browser_without_the_cookie_is_told(follow: DrillVersion, client: Client) -> None:
    ticket = ticket_on(page_of(client, "foll0w145"))
    response = send(Client(), "foll0w145", RIGHT, ticket)
    assert response.status_code == 400
    assert "informasjonskapsel" in response.content.decode()
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("ticket", ["", "x", "a:b:c", "altered"])
def test_bad_ticket_stores_nothing_and_shows_the_way_back(
    ticket: str, htmx: bool, follow: DrillVersion, client: Client
) -> None:
    if ticket == "altered":
        whole = ticket_on(page_of(client, "foll0w145"))
        ticket = whole[:-1] + ("A" if whole[-1] != "A" else "B")
    response = send(client, "foll0w145", RIGHT, ticket, htmx=htmx)
    assert response.status_code == 400
    assert address("foll0w145") in (response["HX-Redirect"] if htmx else response.content.decode())
    assert not Attempt.objects.exists()


def test_ticket_of_another_drill_is_refused(follow: DrillVersion, client: Client) -> None:
    ticket = ticket_on(page_of(client, "foll0w28"))
    assert send(client, "foll0w145", RIGHT, ticket).status_code == 400


def test_old_ticket_is_refused(follow: DrillVersion, client: Client) -> None:
    ticket = ticket_on(page_of(client, "foll0w145"))
    with time_machine.travel(timezone.now() + timedelta(days=61)):
        assert send(client, "foll0w145", RIGHT, ticket).status_code == 400


def test_ticket_of_an_adopted_guest_is_not_taken(follow: DrillVersion, client: Client, user: User) -> None:
    """A cookie kept from before the sign-up names a row that is gone; a new one may start."""
    page = page_of(client, "foll0w145")
    guest = Learner.objects.create(user=user)
    ticket = write_ticket(Ticket(f"guest:{guest.pk}", follow.pk, 0))
    assert send(client, "foll0w145", RIGHT, ticket).status_code == 409
    assert ticket_on(page)


def test_csrf_is_required(follow: DrillVersion) -> None:
    client = Client(enforce_csrf_checks=True)
    ticket = ticket_on(page_of(client, "foll0w145"))
    assert send(client, "foll0w145", RIGHT, ticket).status_code == 403
    assert not Attempt.objects.exists()


# ── The way on ────────────────────────────────────────────────


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
        onward = unescape(re.search(r'class="btn pri" href="([^"]+)"', page)[1])  # type: ignore[index]
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


# ── Sets of other features ────────────────────────────────────


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


# ── Budgets ───────────────────────────────────────────────────


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
    for name in ("drills:index", "drills:next"):
        with django_assert_max_num_queries(8), override("nb"):
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
