"""Loading what is compiled, and keeping it no longer than it is true."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from trainer.engine import native
from trainer.engine.native import kernels_fingerprint
from trainer.engine.warm_up import warm_up

REPOSITORY = Path(__file__).resolve().parents[2]


def test_warming_up_reports_every_part_and_the_end() -> None:
    told: list[tuple[str, int, int]] = []
    warm_up(lambda part, done, total: told.append((part, done, total)))
    assert told == [
        ("exact endings", 0, 3),
        ("phase-one estimates", 1, 3),
        ("players", 2, 3),
        ("ready", 3, 3),
    ]


def test_importing_endings_loads_nothing_compiled() -> None:
    code = "import sys, trainer.engine.endings; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=REPOSITORY)


def test_kept_machine_code_is_named_after_all_kernels(tmp_path: Path) -> None:
    for name in ("native.py", "first_kernel.py", "second_kernel.py", "other.py"):
        (tmp_path / name).write_text("1", "utf-8")
    before = kernels_fingerprint(tmp_path)
    (tmp_path / "other.py").write_text("2", "utf-8")
    assert kernels_fingerprint(tmp_path) == before
    (tmp_path / "second_kernel.py").write_text("2", "utf-8")
    assert kernels_fingerprint(tmp_path) != before


def test_machine_code_is_kept_under_that_name() -> None:
    warm_up()
    name = f"kernels-{kernels_fingerprint(native.HERE)}"
    assert Path(native._settings.CACHE_DIR).name == name
