"""Set-up and the test command: what they say and when they do nothing."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from rules_site.setup import packages, serving
from rules_site.setup.checking import total_line
from rules_site.setup.steps import ROOT, StepFailed, Steps


@pytest.fixture
def locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Two small locks and an environment that has neither installed."""
    monkeypatch.setattr(packages, "STAMP", tmp_path / "installed.json")
    paths = tmp_path / "requirements.txt", tmp_path / "requirements-dev.txt"
    for path in paths:
        path.write_text("django==6.1.3 \\\n    --hash=sha256:aa\n", encoding="utf-8")
    return paths


def stamp(*locks: Path) -> None:
    """Note the locks as installed, as `install` does after pip."""
    noted = {lock.name: packages.sha256(lock) for lock in locks}
    packages.STAMP.write_text(json.dumps(noted), encoding="utf-8")


def test_unchanged_lock_installs_nothing(locks: tuple[Path, Path]) -> None:
    stamp(*locks)
    assert packages.install(locks[0]) == "nothing has changed"
    assert packages.install(locks[1], including=locks[0]) == "nothing has changed"


@pytest.mark.parametrize("change", ["a new version", "a broken stamp", "no stamp"])
def test_changed_lock_is_installed_again(locks: tuple[Path, Path], change: str) -> None:
    stamp(*locks)
    if change == "a new version":
        locks[0].write_text("django==6.1.4 \\\n    --hash=sha256:bb\n", encoding="utf-8")
    elif change == "a broken stamp":
        packages.STAMP.write_text("{", encoding="utf-8")
    else:
        packages.STAMP.unlink()
    assert not packages.is_installed(*locks)


def test_taken_port_is_named_with_a_free_one() -> None:
    with socket.socket() as other:
        other.bind((serving.HOST, 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(StepFailed, match=rf"Port {port} is taken.*PORT=\d+ make run"):
            serving.run(port)


def test_failing_step_stops_or_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> str:
        raise StepFailed("Do this.")

    steps = Steps(2)
    assert not steps.check("First", fail)
    with pytest.raises(StepFailed, match=r"Do this\."):
        steps.run("Second", fail)
    assert steps.failed
    assert "[2/2] Second" in capsys.readouterr().out


def test_missing_tool_is_named_and_with_ci_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    tools = {"no-such-program": ("some-package", ["/no/such/file"])}
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.delenv("CI", raising=False)
    assert "some-package" in packages.install_tools(tools)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(StepFailed, match="some-package"):
        packages.install_tools(tools)


@pytest.mark.parametrize(
    ("closings", "expected"),
    [
        (["== 3 passed in 2.50s =="], "== 3 passed in 2.50s =="),
        (
            ["== 3 passed, 1 skipped in 2.50s ==", "== 2 failed, 5 passed, 1 error in 61.00s (0:01:01) =="],
            "2 failed, 8 passed, 1 skipped, 1 errors in 63.50s",
        ),
    ],
)
def test_closing_line_of_several_runs_is_their_sum(closings: list[str], expected: str) -> None:
    assert expected in total_line(closings)


def test_set_up_starts_without_any_package() -> None:
    """A bare Python can run the commands up to the point where packages are installed."""
    line = "import rules_site.setup.__main__, sys; sys.exit('django' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {line}"],
        check=False,
    )
    assert done.returncode == 0


def test_makefile_says_what_to_do_without_a_python() -> None:
    done = subprocess.run(
        ["make", "--no-print-directory", "run", "PYTHON="],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert "Python 3.13" in done.stdout
