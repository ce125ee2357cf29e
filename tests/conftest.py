"""What every test needs."""

from __future__ import annotations

import hypothesis
import pytest
from django.db import connection
from django.utils import translation

from rules_site.pages import catalogues

# How long an example takes says nothing about it on a shared machine.
hypothesis.settings.register_profile("site", deadline=None)
hypothesis.settings.load_profile("site")

_DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database-only", action="store_true", help="leave out tests that use no database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--database-only"):
        left_out = [item for item in items if not _uses_database(item)]
        items[:] = [item for item in items if _uses_database(item)]
        config.hook.pytest_deselected(items=left_out)


def _uses_database(item: pytest.Item) -> bool:
    names = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or bool(names & _DATABASE_FIXTURES)


@pytest.fixture(scope="session", autouse=True)
def compiled_catalogues() -> None:
    """Tests read the translations as they stand in the sources."""
    catalogues.compile_all()


@pytest.fixture(autouse=True)
def no_language_left_over() -> None:
    """Every test begins in the site's first language, whatever page the one before asked for."""
    translation.deactivate()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Keep SQLite's test database in a file: threads then get connections of their own, as on the site."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
