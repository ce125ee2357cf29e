"""Rule sets under which shipped answers hold, worked out anew after new weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from trainer.drills.building import LIBRARY_DIR
from trainer.drills.checking import check
from trainer.drills.judged import weights
from trainer.drills.pieces import read_lines, text_of, write_text
from trainer.drills.renewing import is_renewed, renewed
from trainer.engine.rule_sets import RULE_SETS

DRILLS = read_lines(LIBRARY_DIR / "follow.jsonl")[:2] + read_lines(LIBRARY_DIR / "lead.jsonl")[:1]


def outdated(drill: dict[str, Any], **weights_then: str) -> dict[str, Any]:
    """The drill as it was before the other rule sets had weights."""
    own = {name: weights()[name] for name in ("net", "net2")} | weights_then
    return drill | {"facts": drill["facts"] | {"weights": own, "holds_under": ["base"]}}


def test_shipped_drills_are_worked_out_with_the_weights_of_every_rule_set() -> None:
    assert {"net", "net2"} | {f"net-{name}" for name in RULE_SETS if name != "base"} == weights().keys()
    assert all(is_renewed(drill) for path in LIBRARY_DIR.glob("*.jsonl") for drill in read_lines(path))


@pytest.mark.parametrize("drill", DRILLS, ids=lambda drill: str(drill["id"]))
def test_renewing_an_outdated_drill_finds_what_ships(drill: dict[str, Any]) -> None:
    assert not is_renewed(outdated(drill))
    assert renewed(outdated(drill)) == drill


def test_the_check_tells_a_wrong_rule_set() -> None:
    drill = DRILLS[0]
    held = drill["facts"]["holds_under"]
    wrong = [name for name in RULE_SETS if name not in held[1:]]
    told = list(check(drill | {"facts": drill["facts"] | {"holds_under": wrong}}))
    assert told == [f"the answer holds under {' '.join(held)}, not {' '.join(wrong)}"]


def test_the_command_renews_what_is_outdated_and_goes_on_after_a_stop(tmp_path: Path) -> None:
    path = tmp_path / "follow.jsonl"
    write_text(path, text_of([DRILLS[0], outdated(DRILLS[1])]))
    call_command("renew_drills", library=tmp_path, workers=1)
    assert read_lines(path) == DRILLS[:2]
    before = path.stat().st_mtime_ns
    call_command("renew_drills", library=tmp_path, workers=1)
    assert path.stat().st_mtime_ns == before


def test_drills_judged_with_other_weights_are_left_to_be_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "follow.jsonl"
    write_text(path, text_of([outdated(DRILLS[0], net="0123456789ab")]))
    with pytest.raises(CommandError, match=f"drill {DRILLS[0]['id']} was judged with other weights"):
        call_command("renew_drills", library=tmp_path, workers=1)
    assert read_lines(path) == [outdated(DRILLS[0], net="0123456789ab")]
