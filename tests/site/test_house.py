"""The rules of the house: what may not stand in the repository, whoever writes it."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.core.management import call_command
from django.template.loader import get_template

from rules_site.setup.steps import ROOT

_FLAT = "a compiled kernel takes flat arguments, one a line, here and in the kernels that it calls"
LONG_FUNCTIONS = {
    "trainer/engine/belief_kernel.py:count_histories": _FLAT,
    "trainer/engine/belief_kernel.py:sample_history": _FLAT,
    "trainer/engine/sampling_kernel.py:draw_worlds": _FLAT,
    "trainer/engine/training_kernel.py:self_play": _FLAT,
}
LONG_FILES: dict[str, str] = {}

# What a tracked file may not hold. Each is written in two halves, so that this file may hold it.
FORBIDDEN = {
    "an address of a package registry": re.compile(
        "py" + r"pi\.org|files\.python" + r"hosted|registry\.npm" + r"js|registry\.yarn" + "pkg"
    ),
    "a path out of the repository": re.compile(r"\.\./" + r"(shared|\.library)|/wo" + r"rk/(main|shared)"),
}
LOCKS_WITH_ADDRESSES = re.compile(
    r"(^|/)(uv\.lock|pylock[^/]*\.toml|package-lock\.json|yarn\.lock|poetry\.lock)$"
)
# What a template may not hold: a strict content security policy blocks it, or htmx misreads it.
FORBIDDEN_IN_TEMPLATES = {
    "inline style": re.compile(r"<style\b|\sstyle\s*=", re.IGNORECASE),
    "inline script": re.compile(r"<script(?![^>]*\ssrc=)[^>]*>", re.IGNORECASE),
    "inline event handler": re.compile(r"\son[a-z]+\s*=", re.IGNORECASE),
    "script address": re.compile(r"javascript:", re.IGNORECASE),
    "htmx event handler": re.compile(r"hx-on\b", re.IGNORECASE),
    "htmx attribute without data-": re.compile(r"(?<![-\w])hx-[a-z-]+\s*="),
    "htmx attribute that does nothing (it is hx-disabled-elt)": re.compile(r"hx-disable-elt"),
    "address of another host": re.compile(r"(src|href|action)\s*=\s*[\"'](https?:)?//", re.IGNORECASE),
}


@cache
def tracked() -> tuple[Path, ...]:
    """Text files that git knows and that are there, plus new ones that it does not ignore."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = (ROOT / line for line in listed.stdout.splitlines())
    return tuple(path for path in paths if path.is_file() and not _is_binary(path))


def _is_binary(path: Path) -> bool:
    """Pictures, fonts and arrays, and lists of pupils as old programs wrote them."""
    return path.suffix in {".woff2", ".png", ".webp", ".npy"} or path.parent.name == "pupil_lists"


def code() -> Iterator[tuple[str, str]]:
    """Name and text of every Python file but migrations."""
    for path in tracked():
        if path.suffix == ".py" and "migrations" not in path.parts:
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def templates() -> Iterator[Path]:
    return (path for path in tracked() if path.suffix in {".html", ".svg"} and "templates" in path.parts)


def where(path: Path, text: str, position: int) -> str:
    return f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, position) + 1}"


@pytest.mark.parametrize("fault", FORBIDDEN)
def test_tracked_files_hold_no(fault: str) -> None:
    hits = []
    for path in tracked():
        text = path.read_text(encoding="utf-8")
        hits += [f"{where(path, text, hit.start())} {hit[0]}" for hit in FORBIDDEN[fault].finditer(text)]
    assert hits == []


def test_locks_carry_hashes_and_no_address() -> None:
    names = [str(path.relative_to(ROOT)) for path in tracked()]
    assert [name for name in names if LOCKS_WITH_ADDRESSES.search(name)] == []
    for path in ROOT.glob("requirements*.txt"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"https?://|--(extra-)?index-url|--find-links|--trusted-host", text), path.name
        entries = [entry for entry in re.split(r"\n(?=\w)", text) if entry.strip()]
        assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == [], path.name


def test_development_lock_repeats_the_versions_of_the_other() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"(?m)^[\w.-]+==\S+", (ROOT / name).read_text(encoding="utf-8")))

    assert pins("requirements.txt") - pins("requirements-dev.txt") == set()


@pytest.mark.parametrize("fault", FORBIDDEN_IN_TEMPLATES)
def test_templates_hold_no(fault: str) -> None:
    hits = []
    for path in templates():
        text = path.read_text(encoding="utf-8")
        found = FORBIDDEN_IN_TEMPLATES[fault].finditer(text)
        hits += [f"{where(path, text, hit.start())} {hit[0].strip()}" for hit in found]
    assert hits == []


def test_every_template_compiles() -> None:
    for path in templates():
        get_template(path.as_posix().split("/templates/", 1)[1])


def test_functions_stay_short() -> None:
    long = {}
    for name, text in code():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not name.startswith("tests/"):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > 50:
                    long[f"{name}:{node.name}"] = lines
    assert {name: lines for name, lines in long.items() if name not in LONG_FUNCTIONS} == {}
    assert set(LONG_FUNCTIONS) - set(long) == set(), "no longer long: take it off the list"


def test_files_stay_short() -> None:
    long = {name: text.count("\n") for name, text in code() if text.count("\n") > 400}
    assert {name: lines for name, lines in long.items() if name not in LONG_FILES} == {}
    assert set(LONG_FILES) - set(long) == set(), "no longer long: take it off the list"


def test_only_the_house_stands_at_the_top() -> None:
    rooms = {"rules_site", "trainer", "content", "locale", "tests", "docs"}
    files = {"manage.py", "pyproject.toml", "Makefile", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"}
    top = {path.relative_to(ROOT).parts[0] for path in tracked()}
    extra = {name for name in top if not name.startswith(".") and not re.match(r"requirements.*\.txt$", name)}
    assert extra - rooms - files == set()


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
