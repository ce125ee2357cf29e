"""The rules stand alone: they load no web and no compiler, and their examples hold."""

import doctest
import importlib
import subprocess
import sys

import pytest

RULES = (
    "cards",
    "classic_scoring",
    "classic_whist",
    "deals",
    "draw_and_choose",
    "ending_positions",
    "histories",
    "history_checks",
    "json_fields",
    "notation",
    "positions",
    "results",
    "rule_sets",
    "scoring",
    "state",
    "stockless",
    "tricks",
    "whole_stock",
)


@pytest.mark.parametrize("name", RULES)
def test_examples_in_docstrings_hold(name):
    module = importlib.import_module(f"trainer.engine.{name}")
    assert doctest.testmod(module).failed == 0


def test_the_rules_need_neither_django_nor_numba_nor_numpy():
    imports = "; ".join(f"import trainer.engine.{name}" for name in RULES)
    check = "import sys; print(sorted({'django', 'numba', 'numpy'} & set(sys.modules)))"
    run = subprocess.run(
        [sys.executable, "-c", f"{imports}; {check}"], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"
