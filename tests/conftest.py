"""What every test needs."""

from __future__ import annotations

import pytest

from rules_site.pages import catalogues


@pytest.fixture(scope="session", autouse=True)
def compiled_catalogues() -> None:
    """Tests read the translations as they stand in the sources."""
    catalogues.compile_all()
