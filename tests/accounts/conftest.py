"""The owner, and a day to tell dates by."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from tests.accounts.helpers import through_second_step
from trainer.accounts.models import User


@pytest.fixture
def owner(db: None) -> Client:
    """The owner of the site, signed in with both steps."""
    return through_second_step(User.objects.create_superuser("owner", password="a-long-password"))


@pytest.fixture
def time_machine_day() -> Iterator[None]:
    with time_machine.travel(datetime(2026, 11, 30, 12, tzinfo=UTC)):
        yield
