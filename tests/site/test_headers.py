"""Headers and cookies on every answer: pages, errors, files, redirects, in development and production."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.translation import override

from rules_site.setup.steps import ROOT
from trainer.accounts.models import User
from trainer.scorekeeper.offline import POLICY

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
ARGUMENTS: dict[str, Any] = {
    "public_id": "abcdefgh",
    "key": "abc",
    "uidb36": "1",
    "number": 1,
    "pk": 1,
    "deal": "x",
}


def expected_policy(policy: dict[str, Any] = settings.SECURE_CSP) -> set[str]:
    return {f"{name} {' '.join(values)}" for name, values in policy.items()}


def check_headers(response: Any, what: str) -> None:
    for name, value in ALWAYS.items():
        assert response.headers.get(name) == value, f"{what}: {name}"
    policy = response.headers.get("Content-Security-Policy", "")
    # The score keeper alone may start a worker.
    keeps_score = "/poengblokk/" in what or "/poangblock/" in what
    assert set(policy.split("; ")) in (expected_policy(), *[expected_policy(POLICY)][:keeps_score]), what
    assert "unsafe" not in policy
    assert "camera=()" in response.headers["Permissions-Policy"], what
    assert "Access-Control-Allow-Origin" not in response.headers, what


def addresses(patterns: list[Any], namespace: str = "") -> Iterator[str]:
    """Every address of the site, with made-up arguments."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from addresses(pattern.url_patterns, inner)
        elif isinstance(pattern, URLPattern):
            needed = pattern.pattern.converters
            arguments = {name: _argument(name, kind) for name, kind in needed.items()}
            yield reverse(f"{namespace}{pattern.name}", kwargs=arguments)


def _argument(name: str, converter: Any) -> Any:
    return 1 if type(converter).__name__ == "IntConverter" else ARGUMENTS.get(name, "abc")


def all_addresses(language: str) -> list[str]:
    with override(language):
        return sorted(set(addresses(get_resolver().url_patterns)))


def test_policy_names_every_directive_and_nothing_unsafe() -> None:
    assert settings.SECURE_CSP["default-src"] == ["'self'"]
    for name in ("object-src", "base-uri", "frame-ancestors"):
        assert settings.SECURE_CSP[name] == ["'none'"]
    everything = {value for values in settings.SECURE_CSP.values() for value in values}
    assert everything == {"'self'", "'none'"}


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["nb", "sv"])
@pytest.mark.parametrize("method", ["get", "post", "put"])
def test_every_address_carries_every_header(client: Client, language: str, method: str) -> None:
    found = all_addresses(language)
    assert len(found) > 25
    for path in found:
        response = getattr(client, method)(path)
        check_headers(response, f"{method} {path}")
        assert response.status_code < 500, path
        if method == "put":
            assert response.status_code in {302, 404, 405, 422}, path


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["nb", "sv"])
def test_signed_in_answers_are_never_stored(client: Client, language: str) -> None:
    user = User.objects.create_user("kari", is_teacher=True)
    for path in all_addresses(language):
        client.force_login(user)
        response = client.get(path)
        check_headers(response, path)
        if response.wsgi_request.user.is_authenticated:
            assert response["Cache-Control"] == "no-store, private", path
        assert "HX-Request" in response["Vary"], path


@pytest.mark.parametrize(
    "path", ["site.css", "site.js", "cards.svg", "fonts/source-serif-4-latin.woff2", "missing.css"]
)
@pytest.mark.django_db
def test_files_carry_the_headers(client: Client, path: str) -> None:
    check_headers(client.get(f"/static/{path}"), path)


@pytest.mark.django_db
def test_errors_before_the_view_carry_the_headers(client: Client) -> None:
    check_headers(client.get("/nb/", headers={"host": "evil.example"}), "host")
    check_headers(Client(enforce_csrf_checks=True).post("/nb/konto/logg-inn/"), "csrf")


_PROBE = """
import json, sys
import django
from django.conf import settings
settings.STATIC_ROOT = sys.argv[1]
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
call_command("createcachetable", verbosity=0)
call_command("collectstatic", verbosity=0, interactive=False)
from trainer.accounts.services import give_teacher_account
password = give_teacher_account("kari", "nb")
client = Client(headers={"host": "whist.example"})
answers = []
def note(response):
    cookies = {name: {key: cookie[key] for key in ("secure", "httponly", "samesite", "domain", "path")}
               | {"value": cookie.value}
               for name, cookie in response.cookies.items()}
    answers.append({"path": response.wsgi_request.path, "status": response.status_code,
                    "headers": dict(response.headers), "cookies": cookies})
    return response
note(client.get("/nb/konto/logg-inn/"))
for path in ("/healthz", "/nb/", "/nb/finnes-ikke/", "/nb/konto/logg-inn/", "/nb/ov/", "/nb/visning/"):
    note(client.get(path, secure=True))
choice = {"theme": "dark", "suits": "4", "letters": "int", "language": "nb",
          "taps": "2", "tray": "hidden", "keys": "off"}
note(client.post("/nb/visning/", choice, secure=True))
note(client.post("/nb/konto/logg-inn/", {"login": "kari", "password": password}, secure=True))
note(client.get("/nb/konto/", secure=True))
note(client.post("/nb/konto/logg-ut/", secure=True))
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Answers of the site as it runs in production, over http once and then over https."""
    folder: Path = tmp_path_factory.mktemp("production")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("SITE_", "DJANGO_"))
    }
    done = subprocess.run(
        [sys.executable, "-c", _PROBE, str(folder / "static")],
        cwd=ROOT,
        env=environment
        | {
            "DJANGO_SETTINGS_MODULE": "rules_site.settings",
            "SITE_MODE": "production",
            "SITE_SECRET_KEY": "k7Qw-2xT9wL4mN8bR3cF6yJ1sD5gZ0pA-qW7eU2iO4kX9tV6bM3z-hG8",
            "SITE_HOSTS": "whist.example",
            "SITE_SQLITE_PATH": str(folder / "site.sqlite3"),
        },
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return answers


def test_production_sends_plain_http_to_https(production: list[dict[str, Any]]) -> None:
    first = production[0]
    assert first["status"] == 301
    assert first["headers"]["Location"] == "https://whist.example/nb/konto/logg-inn/"
    assert "default-src 'self'" in first["headers"]["Content-Security-Policy"]


def test_production_asks_for_https_for_a_year(production: list[dict[str, Any]]) -> None:
    for answer in production[1:]:
        value = answer["headers"]["Strict-Transport-Security"]
        assert value == "max-age=31536000; includeSubDomains; preload", answer["path"]
        assert ALWAYS.items() <= answer["headers"].items(), answer["path"]


def test_production_cookies_stay_on_the_host_over_https(production: list[dict[str, Any]]) -> None:
    seen = set()
    for answer in production:
        for name, cookie in answer["cookies"].items():
            seen.add(name)
            assert name.startswith("__Host-"), answer["path"]
            assert cookie["secure"] is True, name
            assert cookie["httponly"] is True or cookie["value"] == "", name
            assert cookie["domain"] == "", name
            assert cookie["path"] == "/", name
            assert cookie["samesite"] == "Lax", name
    assert {"__Host-session", "__Host-csrf", "__Host-display", "__Host-language"} <= seen


def test_production_keeps_signed_in_pages_out_of_caches(production: list[dict[str, Any]]) -> None:
    page = next(answer for answer in production if answer["path"] == "/nb/konto/")
    assert (page["status"], page["headers"]["Cache-Control"]) == (200, "no-store, private")


@pytest.mark.django_db
def test_pages_are_sent_compressed_and_of_no_telling_length(client: Client) -> None:
    address = reverse("pages:home")
    plain = client.get(address).content
    sent = [client.get(address, headers={"Accept-Encoding": "gzip, br"}) for _time in range(12)]
    assert all(response["Content-Encoding"] == "gzip" for response in sent)
    assert all("Accept-Encoding" in response["Vary"] for response in sent)
    assert len(sent[0].content) < len(plain) / 3
    assert len({len(response.content) for response in sent}) > 1, "padding hides the length (BREACH)"
    assert gzip.decompress(sent[0].content).startswith(b"<!doctype html>")
