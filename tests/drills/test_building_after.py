"""What is worked out for after the answer: as the engine says it, compact, resumable, and all there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from trainer.drills.after_loading import load_after
from trainer.drills.after_records import KINDS_PLAYED_ON, position_hash, read_records, records_path
from trainer.drills.building import LIBRARY_DIR, read_drills
from trainer.drills.building_after import is_fresh, played_on
from trainer.drills.choices import Choice
from trainer.drills.lines import played_line, tricks_in_phase_two
from trainer.drills.management.commands import play_on_drills
from trainer.drills.models import AfterAnswer, Drill
from trainer.drills.pieces import text_of, write_text
from trainer.engine.cards import Card
from trainer.engine.grading import verdict_of
from trainer.engine.notation import read_cards
from trainer.engine.positions import Position

SHIPPED = {kind: read_drills(LIBRARY_DIR / f"{kind}.jsonl") for kind in KINDS_PLAYED_ON}


def few(kind: str, count: int = 2) -> list[dict[str, Any]]:
    """Drills late in phase one, which are played on quickly."""
    return sorted(SHIPPED[kind], key=lambda drill: -Position.parse(drill["position"]).trick)[:count]


def line_of(drill: dict[str, Any], record: dict[str, Any], card: str) -> Any:
    after = AfterAnswer(deal=record["deal"], lines=record["lines"], splits=record["splits"])
    return played_line(Position.parse(drill["position"]), after, drill["facts"]["groups"], Card.parse(card))


@pytest.mark.parametrize("kind", KINDS_PLAYED_ON)
def test_the_parts_come_to_what_the_page_says_a_choice_costs(kind: str) -> None:
    for drill in few(kind):
        for other, split in played_on(drill)["splits"].items():
            parts = [split[name][0] for name in split if name not in {"sum", "wins"}]
            assert sum(parts) == pytest.approx(split["sum"][0], abs=0.003)
            if kind == "lead":
                assert split["sum"][0] == pytest.approx(drill["choices"][other]["loss"], abs=0.001)
                assert all(0 <= share <= 1 for share in split["wins"])


@pytest.mark.parametrize("kind", KINDS_PLAYED_ON)
def test_every_legal_card_can_be_played_through_to_the_last_trick(kind: str) -> None:
    for drill in few(kind):
        record = played_on(drill)
        position = Position.parse(drill["position"])
        for card in drill["choices"]:
            line = line_of(drill, record, card)
            assert [played.trick.number for played in line.tricks] == list(range(position.trick, 27))
            assert str(line.card) == card
            assert sum(line.result) == 13
            first = line.tricks[0]
            assert set(first.hands[0]) == set(position.hand)
            assert Card.parse(card) in (first.trick.lead, first.trick.reply)


def test_touching_cards_change_places_and_come_to_the_same() -> None:
    drill = next(d for d in SHIPPED["lead"] if any(len(group) > 1 for group in d["facts"]["groups"]))
    record = played_on(drill)
    group = next(group for group in drill["facts"]["groups"] if len(group) > 1)
    one, other = (line_of(drill, record, card) for card in group[:2])
    assert one.result == other.result
    assert [played.trick.winner for played in one.tricks] == [played.trick.winner for played in other.tricks]
    assert one.tricks[0].trick.lead != other.tricks[0].trick.lead


def library(folder: Path, drills: list[dict[str, Any]]) -> Path:
    write_text(folder / "lead.jsonl", text_of(drills))
    return folder


def test_command_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drills = few("lead", 3)
    folder = library(tmp_path, drills)
    write_text(records_path(folder, "lead"), text_of([played_on(drills[0])]))
    call_command(play_on_drills.Command(), library=folder, workers=1)
    assert "2 of 3 drills played on" in capsys.readouterr().out
    records = read_records(folder, "lead")
    assert list(records) == [drill["id"] for drill in drills]
    assert records[drills[2]["id"]] == json.loads(json.dumps(played_on(drills[2])))
    call_command(play_on_drills.Command(), library=folder, workers=1)
    assert "0 of 3 drills played on" in capsys.readouterr().out


def test_records_of_drills_that_are_gone_go_too(tmp_path: Path) -> None:
    drills = few("lead", 2)
    folder = library(tmp_path, drills[:1])
    write_text(records_path(folder, "lead"), text_of([{"id": d["id"]} | stale(d) for d in drills]))
    call_command(play_on_drills.Command(), library=folder, workers=1)
    assert list(read_records(folder, "lead")) == [drills[0]["id"]]


def stale(drill: dict[str, Any]) -> dict[str, Any]:
    return {"of": position_hash(drill["position"]), "recipe": "e0-of-old"}


def test_no_drills_are_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no drills of phase one"):
        call_command(play_on_drills.Command(), library=tmp_path)


def test_loading_puts_records_beside_current_versions_and_only_once(
    drills: dict[str, Drill], tmp_path: Path
) -> None:
    follow = drills["foll0w145"]
    assert follow.current
    record = {"id": "foll0w145", "of": position_hash(follow.current.position), "deal": "0", "lines": {}}
    other = {"id": "foll0w20", "of": "another place", "deal": "0", "lines": {}, "splits": {}}
    path = records_path(tmp_path, "follow")
    write_text(path, text_of([record | {"splits": {}}, other, other | {"id": "nothere1"}]))
    assert load_after(tmp_path) == 1
    assert load_after(tmp_path) == 0
    write_text(path, text_of([record | {"splits": {"S2": {}}}]))
    assert load_after(tmp_path) == 1
    assert AfterAnswer.objects.get().version == follow.current
    assert AfterAnswer.objects.get().splits == {"S2": {}}


def test_a_choice_without_a_line_has_none() -> None:
    after = AfterAnswer(deal="0", lines={}, splits={})
    drill = SHIPPED["lead"][0]
    chosen = Choice("SA", Card.parse("SA"), "right")
    assert played_line(Position.parse(drill["position"]), after, [["SA"]], chosen.card) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS_PLAYED_ON)
def test_every_shipped_drill_has_been_played_on_as_it_stands(kind: str) -> None:
    records = read_records(LIBRARY_DIR, kind)
    old = [drill["id"] for drill in SHIPPED[kind] if not is_fresh(drill, records.get(drill["id"]))]
    assert old == [], "run manage.py play_on_drills"
    assert len(records) == len(SHIPPED[kind])


@pytest.mark.parametrize("kind", KINDS_PLAYED_ON)
def test_the_lines_come_out_as_the_numbers_say(kind: str) -> None:
    """In 95 of 100 shipped drills every card that is shown beside a better one takes fewer tricks."""
    records = read_records(LIBRARY_DIR, kind)
    contradicting = []
    for drill in SHIPPED[kind]:
        position, lines = Position.parse(drill["position"]), records[drill["id"]]["lines"]
        took = {card: tricks_in_phase_two(position, read_cards(text)) for card, text in lines.items()}
        loss = {card: drill["choices"][card]["loss"] for card in lines}
        best = min(loss.values())
        right = [card for card in lines if verdict_of(loss[card]) == "right"]
        others = sorted(lines.keys() - set(right), key=loss.__getitem__)
        pairs = [(card, other) for card in right if loss[card] == best for other in others]
        pairs += [(card, others[0]) for card in right]
        if any(took[card] <= took[other] for card, other in pairs):
            contradicting.append(drill["id"])
    assert len(contradicting) <= len(SHIPPED[kind]) * 0.05, contradicting


def test_parts_that_still_hold_are_taken_over_when_only_the_deal_is_chosen_anew() -> None:
    (drill,) = few("follow", 1)
    whole = played_on(drill)
    old = {name: whole[name] for name in ("id", "of", "recipe", "deal", "lines")} | {"splits": {"SA": {}}}
    assert not is_fresh(drill, old)
    assert played_on(drill, old) == whole | {"splits": {"SA": {}}}
    assert played_on(drill, old | {"recipe": "e0-of-old"}) == whole
