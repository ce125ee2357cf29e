"""The virtual environment, its hash-locked packages, and the Debian packages that tests need."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from rules_site.setup.steps import ROOT, StepFailed, say

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
RUN_LOCK, DEV_LOCK = ROOT / "requirements.txt", ROOT / "requirements-dev.txt"
# Kept inside the environment, so that deleting the one forgets the other.
STAMP = VENV / "installed-locks.json"

DEBIAN_TOOLS = {
    "chromium": ("chromium", ["/usr/bin/chromium"]),
    "msgfmt": ("gettext", ["/usr/bin/msgfmt"]),
    "gcc": ("gcc", ["/usr/bin/gcc"]),
    "C headers": ("libc6-dev", ["/usr/include/stdio.h"]),
    "hunspell": ("hunspell", ["/usr/bin/hunspell"]),
    "Norwegian spelling": ("hunspell-no", ["/usr/share/hunspell/nb_NO.dic"]),
    "Swedish spelling": ("hunspell-sv", ["/usr/share/hunspell/sv_SE.dic"]),
    # What WeasyPrint needs for PDF files, and a font with the signs of the suits.
    "Pango": ("libpango-1.0-0", ["/usr/lib/*/libpango-1.0.so.0"]),
    "PangoFT2": ("libpangoft2-1.0-0", ["/usr/lib/*/libpangoft2-1.0.so.0"]),
    "HarfBuzz subset": ("libharfbuzz-subset0", ["/usr/lib/*/libharfbuzz-subset.so.0"]),
    "font with suits": ("fonts-dejavu-core", ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"]),
}
POSTGRESQL = {"PostgreSQL": ("postgresql", ["/usr/lib/postgresql/*/bin/initdb"])}


def make_environment() -> str:
    """Make .venv with the Python that runs this, unless a usable one is there."""
    if _usable(PYTHON):
        return ".venv is there"
    if VENV.exists():
        say("      .venv does not work with this machine's Python and is made anew")
    # Debian ships ensurepip apart; then the pip outside fills the environment.
    has_ensurepip = importlib.util.find_spec("ensurepip") is not None
    try:
        venv.create(VENV, with_pip=has_ensurepip, clear=True, symlinks=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise StepFailed(
            f"{error}. Delete .venv, check that the disk has 500 MB free, and try again."
        ) from error
    return f"made with Python {sys.version.split()[0]}"


def _usable(python: Path) -> bool:
    if not python.exists():
        return False
    check = "import sys; sys.exit(sys.version_info < (3, 13))"
    return subprocess.run([python, "-c", check], check=False, capture_output=True).returncode == 0


def install(lock: Path, including: Path | None = None) -> str:
    """Install what a lock names, with every hash checked, unless that was done already.

    `including` names a lock whose packages are all in this one.
    """
    locks = [path for path in (including, lock) if path]
    if is_installed(*locks):
        return "nothing has changed"
    _pip_install(lock)
    noted = _installed() | {path.name: sha256(path) for path in locks}
    STAMP.write_text(json.dumps(noted), encoding="utf-8")
    return f"installed from {lock.name}"


def is_installed(*locks: Path) -> bool:
    """Whether the environment holds what these very locks name."""
    return _installed().items() >= {lock.name: sha256(lock) for lock in locks}.items()


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _installed() -> dict[str, str]:
    try:
        return dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _pip_install(lock: Path) -> None:
    inside = (VENV / "bin" / "pip").exists()
    pip: list[str | Path] = (
        [PYTHON, "-m", "pip"] if inside else [sys.executable, "-m", "pip", "--python", PYTHON]
    )
    options: list[str | Path] = ["--disable-pip-version-check", "--require-hashes", "--no-input", "-r", lock]
    process = subprocess.Popen(
        [*pip, "install", *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    output = _follow_pip(process, lock)
    if process.wait():
        say("".join(output[-15:]))
        raise StepFailed(
            "pip could not install the packages (its last lines stand above). "
            "Check the network and that pip is there (`python3 -m ensurepip --upgrade`), and try again."
        )


def _follow_pip(process: subprocess.Popen[str], lock: Path) -> list[str]:
    """Show how far pip has come, and keep what it says."""
    total = sum(line[0].isalnum() for line in lock.read_text(encoding="utf-8").splitlines() if line)
    output, seen = [], 0
    assert process.stdout is not None
    for line in process.stdout:
        output.append(line)
        if line.startswith(("Collecting", "Requirement already satisfied")):
            seen += 1
            _show_progress(f"      {seen} of {total} packages")
        elif line.startswith("Installing"):
            _show_progress(f"      installing {total} packages")
    _show_progress("")
    return output


def _show_progress(text: str) -> None:
    if sys.stdout.isatty():
        print(f"\r{text:<40}", end="\r" if not text else "", flush=True)


def missing_tools(tools: dict[str, tuple[str, list[str]]]) -> list[str]:
    """Names of the Debian packages whose files are not on this machine."""
    return [
        package
        for program, (package, patterns) in tools.items()
        if not shutil.which(program) and not any(_exists(pattern) for pattern in patterns)
    ]


def _exists(pattern: str) -> bool:
    return any(Path("/").glob(pattern.lstrip("/")))


def install_tools(tools: dict[str, tuple[str, list[str]]]) -> str:
    """Install missing Debian packages as root; for others name them. With CI set a gap is a failure."""
    missing = missing_tools(tools)
    if not missing:
        return "all are there"
    line = f"apt-get install --no-install-recommends {' '.join(missing)}"
    if os.geteuid() == 0 and shutil.which("apt-get"):
        _apt_get(missing)
    if not missing_tools(tools):
        return f"installed {', '.join(missing)}"
    if os.environ.get("CI") == "true":
        raise StepFailed(f"missing: {', '.join(missing_tools(tools))}. Run `{line}`.")
    return f"missing, so their tests are skipped: {', '.join(missing_tools(tools))}. As root: `{line}`"


def _apt_get(packages: list[str]) -> None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    quiet = ["-qq", "-o", "Dpkg::Use-Pty=0"]
    for arguments in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        done = subprocess.run(
            ["apt-get", *quiet, *arguments], env=environment, check=False, stdout=subprocess.DEVNULL
        )
        if done.returncode:
            say(f"      `apt-get {arguments[0]}` ended with status {done.returncode}")
