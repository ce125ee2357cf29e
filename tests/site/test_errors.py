"""Error pages in both languages, without a database too, and errors inside htmx requests (W36)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import Settings

from rules_site.errors import STATUSES
from tests.accounts.helpers import PASSWORD, address, make_user, sign_in, words
from trainer.drills.models import Attempt

HEADINGS = {
    400: ("Dette forsto vi ikke", "Det här förstod vi inte"),
    403: ("Denne siden er ikke for deg", "Den här sidan är inte för dig"),
    404: ("Vi finner ikke siden", "Vi hittar inte sidan"),
    409: ("Siden er utdatert", "Sidan är inaktuell"),
    422: ("Noe mangler", "Något saknas"),
    429: ("Litt for fort", "Lite för fort"),
    500: ("Her gikk noe galt", "Här gick något fel"),
    503: ("Straks tilbake", "Strax tillbaka"),
}
HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/nb/visning/?x=1"}


@pytest.fixture
def visitor(settings: Settings) -> Client:
    """Someone on a site whose views fail."""
    settings.ROOT_URLCONF = "tests.site.broken_urls"
    return Client(raise_request_exception=False)


@contextmanager
def no_database() -> Iterator[None]:
    """A database that refuses every connection, for a while."""

    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise OperationalError("connection refused")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "cursor", refuse)
        yield


@pytest.fixture
def orphan(db: None) -> Iterator[Client]:
    """A signed-in client whose site then loses its database."""
    make_user()
    client = Client(raise_request_exception=False)
    sign_in(client, "kari")
    with no_database():
        yield client


def test_every_status_has_its_heading() -> None:
    assert tuple(HEADINGS) == STATUSES


@pytest.mark.django_db
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("status", STATUSES)
def test_page_says_what_happened_and_the_way_back(visitor: Client, status: int, number: int) -> None:
    language = ("nb", "sv")[number]
    response = visitor.get(f"/{language}/broken/{status}/")
    page = response.content.decode()
    assert response.status_code == status
    assert f'<html lang="{language}"' in page
    assert f"<title>{HEADINGS[status][number]} · " in page
    assert f"<h1>{HEADINGS[status][number]}</h1>" in page
    assert f'href="{address("pages:home", language)}"' in page
    assert "a secret detail" not in page
    assert page.count("<main") == page.count("<h1") == 1
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?! src)", page)
    assert "hreflang" not in page.partition("</head>")[0]


@pytest.mark.django_db
@pytest.mark.parametrize(("accepted", "number"), [("sv-SE,sv", 1), ("nb-NO", 0), ("en", 0)])
def test_address_without_language_is_answered_in_the_browsers(
    client: Client, accepted: str, number: int
) -> None:
    response = client.get("/finnes-ikke/", headers={"Accept-Language": accepted})
    assert response.status_code == 404
    assert HEADINGS[404][number] in words(response)


@pytest.mark.django_db
@pytest.mark.parametrize("status", STATUSES)
def test_fragment_is_a_note_and_never_a_page_in_a_page(visitor: Client, status: int) -> None:
    response = visitor.get(f"/nb/broken/{status}/", headers=HTMX)
    assert response.status_code == status
    assert (response["HX-Retarget"], response["HX-Reswap"]) == ("#notes", "innerHTML")
    text = response.content.decode()
    assert HEADINGS[status][0] in text
    assert 'role="alert"' in text
    assert "data-focus" in text
    assert not re.search(r"<html|<main|<h1|<form|<link", text)
    assert len(text) < 1500


@pytest.mark.django_db
def test_page_has_the_place_for_the_note(client: Client) -> None:
    assert '<div id="notes">' in client.get(address("account_login")).content.decode()


@pytest.mark.django_db
def test_history_restore_gets_the_whole_page(visitor: Client) -> None:
    headers = {**HTMX, "HX-History-Restore-Request": "true"}
    assert "<html" in visitor.get("/nb/broken/404/", headers=headers).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("status", "seconds"), [(429, "300"), (503, "30"), (404, None)])
def test_waiting_time_is_said_to_machines_too(visitor: Client, status: int, seconds: str | None) -> None:
    assert visitor.get(f"/nb/broken/{status}/").headers.get("Retry-After") == seconds


@pytest.mark.django_db
def test_unknown_host_gets_a_page_without_repeating_it(visitor: Client) -> None:
    response = visitor.get("/nb/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "evil" not in response.content.decode()


@pytest.mark.parametrize("number", [0, 1])
def test_database_that_is_down_is_a_503_page(orphan: Client, number: int) -> None:
    language = ("nb", "sv")[number]
    for path in (address("account_home", language), address("display:settings", language)):
        response = orphan.get(path)
        assert response.status_code == 503
        assert HEADINGS[503][number] in words(response)
        assert response["Cache-Control"] == "no-store, private"
        assert "default-src 'self'" in response["Content-Security-Policy"]
        assert "kari" not in words(response)


def test_database_that_is_down_is_a_note_in_htmx(orphan: Client) -> None:
    response = orphan.get(address("account_home"), headers=HTMX)
    assert (response.status_code, response["HX-Retarget"]) == (503, "#notes")
    assert "<html" not in response.content.decode()


@pytest.mark.django_db
def test_sign_in_form_without_database_is_a_503_page() -> None:
    client = Client(raise_request_exception=False)
    with no_database():
        assert client.get(address("account_login")).status_code == 200
        response = client.post(address("account_login"), {"login": "kari", "password": PASSWORD})
    assert response.status_code == 503


@pytest.mark.django_db
def test_broken_error_page_still_says_a_sentence(visitor: Client, settings: Settings) -> None:
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [], "APP_DIRS": False}]
    response = visitor.get("/nb/broken/500/")
    assert (response.status_code, response.content.decode()) == (500, "Her gikk noe galt.")


# --- Signing in and out in another tab -------------------------------------------------------------


def token_on(response: Any) -> str:
    found = re.search(r'csrfmiddlewaretoken" value="([^"]+)"', response.content.decode())
    assert found
    return found[1]


@pytest.fixture
def first_tab(db: None) -> tuple[Client, str]:
    """A browser that signed in in another tab, and the token of the page opened before that."""
    make_user()
    client = Client(enforce_csrf_checks=True)
    page = address("account_login")
    stale = token_on(client.get(page))
    client.post(page, {"login": "kari", "password": PASSWORD, "csrfmiddlewaretoken": stale})
    assert client.session["_auth_user_id"]
    return client, stale


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("nb", "Siden var fra før du logget inn eller ut. Nå er den lastet på nytt"),
        ("sv", "Sidan var från innan du loggade in eller ut. Nu har den laddats om"),
    ],
)
def test_stale_form_in_htmx_loads_the_page_anew(
    first_tab: tuple[Client, str], language: str, says: str
) -> None:
    client, stale = first_tab
    response = client.post(address("display:settings", language), headers={**HTMX, "X-CSRFToken": stale})
    assert (response.status_code, response["HX-Refresh"], response.content) == (403, "true", b"")
    assert Attempt.objects.count() == 0
    assert says in words(client.get(address("display:settings", language)))
    assert says not in words(client.get(address("display:settings", language))), "said once"


@pytest.mark.parametrize(("language", "says"), [("nb", "Siden er utdatert"), ("sv", "Sidan är inaktuell")])
def test_stale_form_gets_a_page_that_leads_back(
    first_tab: tuple[Client, str], language: str, says: str
) -> None:
    client, stale = first_tab
    came_from = address("display:settings", language)
    response = client.post(
        came_from, {"csrfmiddlewaretoken": stale}, headers={"referer": f"http://testserver{came_from}"}
    )
    assert response.status_code == 403
    assert says in words(response)
    assert f'<a class="btn pri" href="{came_from}">' in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "says"), [("nb", "informasjonskapsler"), ("sv", "Webbläsaren sparar inga kakor")]
)
def test_browser_without_cookies_is_told_why(language: str, says: str) -> None:
    response = Client(enforce_csrf_checks=True).post(address("account_login", language))
    assert response.status_code == 403
    assert says in words(response)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "says"),
    [("nb", "Du er logget ut. Logg inn igjen for å fortsette."), ("sv", "Du är utloggad. Logga in igen")],
)
def test_expired_session_in_htmx_leads_the_whole_page_to_sign_in(
    client: Client, language: str, says: str
) -> None:
    asked_for = address("account_home", language)
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{asked_for}?x=1"}
    response = client.get(asked_for, headers=headers)
    assert (response.status_code, response.content) == (204, b"")
    sign_in_page, _mark, query = response["HX-Redirect"].partition("?")
    assert sign_in_page == address("account_login", language)
    assert query == f"next={asked_for.replace('/', '%2F')}%3Fx%3D1"
    page = client.get(response["HX-Redirect"])
    assert says in words(page)
    make_user()
    done = client.post(response["HX-Redirect"], {"login": "kari", "password": PASSWORD})
    assert done["Location"] == f"{asked_for}?x=1"


@pytest.mark.django_db
def test_page_of_another_site_is_no_way_back(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "https://evil.example/nb/konto/"}
    response = client.get(address("account_home"), headers=headers)
    assert "evil" not in response["HX-Redirect"]


@pytest.mark.django_db
def test_expired_session_without_htmx_is_a_plain_redirect(client: Client) -> None:
    response = client.get(address("account_home"))
    assert response.status_code == 302
    assert response["Location"] == f"{address('account_login')}?next={address('account_home')}"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "says"), [("nb", "Du er logget ut. Logg inn igjen"), ("sv", "Du är utloggad. Logga in igen")]
)
def test_form_sent_after_the_session_ran_out_leads_to_sign_in(language: str, says: str) -> None:
    """A class answers strangers as if it were not there, and a teacher whose session ran out is one."""
    form, there = address("account_home", language), address("account_home", language) + "no-such-class/"
    client = Client()
    response = client.post(there, headers={"referer": f"http://testserver{form}"})
    assert response.status_code == 404
    assert says in words(response)
    assert f'href="{address("account_login", language)}?next={form}"' in response.content.decode()
    assert says not in words(client.get(there))
    make_user("kari")
    sign_in(client, "kari")
    assert says not in words(client.post(there))
