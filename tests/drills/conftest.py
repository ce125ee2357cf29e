"""A small library of drills made from the oracle's reference numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from trainer.accounts.models import User
from trainer.drills.library import load, read_library
from trainer.drills.models import Drill, DrillVersion

LIBRARY = Path(__file__).parent / "data" / "drills.jsonl"


@pytest.fixture
def drills(db: None) -> dict[str, Drill]:
    """The drills of the small library by public id."""
    load(read_library([LIBRARY]))
    return {drill.public_id: drill for drill in Drill.objects.select_related("current")}


@pytest.fixture
def follow(drills: dict[str, Drill]) -> DrillVersion:
    """A decision of phase one: ♠8 led, four spades in hand, two of them right."""
    return _current(drills["foll0w145"])


@pytest.fixture
def ending(drills: dict[str, Drill]) -> DrillVersion:
    """An ending on lead with thirteen cards each."""
    return _current(drills["end1ngb1"])


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("eira", password="a-long-password")


@pytest.fixture
def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def _current(drill: Drill) -> DrillVersion:
    assert drill.current is not None
    drill.current.drill = drill
    return drill.current
