"""Settings from the environment: every helper refuses what cannot be meant."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from rules_site import environment

NAME = "SITE_TEST_VALUE"


@pytest.mark.parametrize(
    ("text", "value"), [(" yes ", True), ("1", True), ("ON", True), ("no", False), ("", False)]
)
def test_flag_reads_the_usual_spellings(monkeypatch: pytest.MonkeyPatch, text: str, value: bool) -> None:
    monkeypatch.setenv(NAME, text)
    assert environment.flag(NAME) is value


@pytest.mark.parametrize("text", ["perhaps", "2", "ja"])
def test_flag_refuses_the_rest(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(ImproperlyConfigured, match="expected yes or no"):
        environment.flag(NAME)


@pytest.mark.parametrize("text", ["-1", "two", "1.5", "1e3", "0"])
def test_number_refuses_what_is_too_small_or_none(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(ImproperlyConfigured, match="expected a whole number from 1"):
        environment.number(NAME, 5, minimum=1)


def test_number_and_choice_have_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    assert environment.number(NAME, 5) == 5
    assert environment.choice(NAME, ("a", "b"), "b") == "b"


def test_choice_refuses_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "c")
    with pytest.raises(ImproperlyConfigured, match="expected one of a, b"):
        environment.choice(NAME, ("a", "b"), "b")


def test_words_are_parted_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "a.no, b.se,,")
    assert environment.words(NAME) == ["a.no", "b.se"]


@pytest.mark.parametrize(("text", "default"), [("", None), ("x" * 49, None), ("short", "default")])
def test_secret_refuses_short_and_missing(
    monkeypatch: pytest.MonkeyPatch, text: str, default: str | None
) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(ImproperlyConfigured, match="missing or shorter than 50"):
        environment.secret(NAME, default)


def test_secret_has_a_default_in_development_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    assert environment.secret(NAME, "default") == "default"


@pytest.mark.parametrize("text", ["mysql://a/b", "postgresql://host", "postgresql://host/", "site.sqlite3"])
def test_database_refuses_other_kinds(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(ImproperlyConfigured, match="expected postgresql"):
        environment.database(NAME, "site.sqlite3")


def test_database_address_is_read_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "postgresql://site:p%40ss@db.example:5433/whist?sslmode=require")
    read = environment.database(NAME, "site.sqlite3")
    assert read["ENGINE"] == "django.db.backends.postgresql"
    assert (read["USER"], read["PASSWORD"], read["HOST"], read["PORT"], read["NAME"]) == (
        "site",
        "p@ss",
        "db.example",
        "5433",
        "whist",
    )
    assert read["OPTIONS"] == {"sslmode": "require"}


def test_sqlite_waits_and_takes_the_lock_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    options = environment.database(NAME, "/data/site.sqlite3")["OPTIONS"]
    assert isinstance(options, dict)
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]
