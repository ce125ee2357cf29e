"""`manage.py train_policy`: trains, writes weights with their origin, goes on from its rounds."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from trainer.engine.net_weights import net_weights, origin
from trainer.engine.weights_kernel import KIND, NET


def test_it_trains_writes_the_origin_and_refuses_another_recipe(tmp_path: Path) -> None:
    folders = ["--out", str(tmp_path), "--rounds-folder", str(tmp_path / "rounds")]
    small = ["--seed", "5", "--rounds", "2", "--deals", "30", "--rule-set", "all26"]
    call_command("train_policy", "small", *small, *folders, stdout=StringIO())
    recorded = origin("small", tmp_path)
    assert recorded["rule_set"] == "all26"
    assert recorded["deals"] == 60
    first = net_weights("small", tmp_path)
    assert first[KIND] == NET
    with pytest.raises(CommandError, match="another recipe"):
        call_command("train_policy", "small", "--seed", "6", *folders)
