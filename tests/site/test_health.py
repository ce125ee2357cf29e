"""The address for machines, and the start of a production site."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.db import OperationalError, connection
from django.test import Client

from rules_site.setup.steps import ROOT

PRODUCTION = {
    "SITE_MODE": "production",
    "SITE_SECRET_KEY": "kH7vQ2xT9wL4mN8bR3cF6yJ1sD5gZ0pA-qW7eU2iO4kX9tV6bM3z-hG8",
    "SITE_HOSTS": "whist.example",
    "SITE_MAIL_HOST": "mail.example",
}


@pytest.mark.django_db
def test_healthz_answers_when_the_database_does(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"database": "up"}
    assert client.head("/healthz").status_code == 200
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
def test_healthz_says_when_the_database_is_down(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def down() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "cursor", down)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json() == {"database": "down"}


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("SITE_", "DJANGO_"))
    }
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment | variables,
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


def test_production_settings_pass_the_deployment_check() -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        (PRODUCTION | {"SITE_SECRET_KEY": ""}, "SITE_SECRET_KEY is missing"),
        (PRODUCTION | {"SITE_MODE": "staging"}, "expected one of development, production"),
        (PRODUCTION | {"SITE_PROXIES": "some"}, "SITE_PROXIES='some': expected a whole number"),
        ({"SITE_DATABASE": "mysql://site"}, "expected postgresql://"),
        ({"SITE_DEBUG": "perhaps"}, "expected yes or no"),
    ],
)
def test_start_refuses_what_cannot_be_meant(variables: dict[str, str], says: str) -> None:
    done = manage("check", **variables)
    assert done.returncode != 0
    assert says in done.stderr
