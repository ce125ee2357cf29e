"""Lead drills on the page: every card may be led, the answer is an estimate, no reason is made up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.drills.helpers import page_of, send, words
from trainer.drills.building import LIBRARY_DIR, read_drills
from trainer.drills.library import load, read_library
from trainer.drills.models import Attempt


@pytest.fixture
def lead(db: None, tmp_path: Path) -> dict[str, Any]:
    """A shipped lead drill in which some card is wrong and one group right."""
    line = read_drills(LIBRARY_DIR / "lead.jsonl")[0]
    path = tmp_path / "lead.jsonl"
    path.write_text(json.dumps(line) + "\n", "utf-8")
    load(read_library([path]))
    return line


@pytest.mark.parametrize(
    ("language", "question", "button"),
    [("nb", "Hvilket kort spiller du ut?", "Spill ut"), ("sv", "Vilket kort spelar du ut?", "Spela ut")],
)
def test_every_card_can_be_led(
    language: str, question: str, button: str, lead: dict[str, Any], client: Client
) -> None:
    page = page_of(client, lead["id"], language)
    assert f"<h1>{question}</h1>" in page
    assert page.count('name="choice"') == page.count(f'aria-label="{button} ') == 13
    assert "aria-disabled" not in page


def test_wrong_lead_is_told_what_it_costs_and_how_sure_that_is(lead: dict[str, Any], client: Client) -> None:
    worst = max(lead["choices"], key=lambda key: lead["choices"][key]["loss"])
    page = send(client, lead["id"], worst).content.decode()
    said = words(page)
    assert Attempt.objects.get().verdict == "wrong"
    assert "mot sterkt spill" in said
    assert "uansett hvordan vi tolker motspillerens kort" in said
    assert "Premien" not in said


def test_best_lead_is_right(lead: dict[str, Any], client: Client) -> None:
    send(client, lead["id"], lead["facts"]["best"])
    assert Attempt.objects.get().verdict == "right"
