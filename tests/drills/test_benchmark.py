"""The benchmark prints what it says; how fast anything is fails no test."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests import needs

YARDSTICK = (
    '#include <stdio.h>\nint main(void) { puts("  all ms       mean 0.2 median 0.125 p95 0.5 max 1"); }\n'
)


@pytest.fixture
def c_compiler() -> str:
    return needs.program("gcc")


def test_the_times_are_printed() -> None:
    out = StringIO()
    call_command("bench_engine", deals=20, stdout=out)
    assert re.search(r"median 0\.\d+ ms, p95 \d+\.\d+ ms, max \d+\.\d+ ms, \d+ nodes", out.getvalue())
    assert re.search(r"Roll-outs from trick 1: \d+\.\d µs each", out.getvalue())


@pytest.mark.usefixtures("c_compiler")
def test_the_ratio_to_a_program_in_c_is_printed(tmp_path: Path) -> None:
    (tmp_path / "bench.c").write_text(YARDSTICK, "utf-8")
    out = StringIO()
    call_command("bench_engine", deals=20, yardstick=tmp_path, stdout=out)
    assert "C yardstick: median 0.1250 ms, p95 0.5000 ms" in out.getvalue()
    assert re.search(r"Ratio to C: median \d+\.\d\d, p95 \d+\.\d\d", out.getvalue())


@pytest.mark.usefixtures("c_compiler")
def test_a_folder_without_the_program_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"there is no bench\.c in"):
        call_command("bench_engine", deals=20, yardstick=tmp_path, stdout=StringIO())
