"""`make lock`: write the requirements files anew, with hashes and without any address."""

from __future__ import annotations

import shutil

from rules_site.setup.packages import DEV_LOCK, RUN_LOCK
from rules_site.setup.steps import StepFailed, command, say

_OPTIONS = [
    "--quiet",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-annotate",
    "--no-header",
    "-p",
    "3.13",
]


def lock() -> None:
    """Resolve pyproject.toml; the development lock holds everything of the other one."""
    if not shutil.which("uv"):
        raise StepFailed("uv is not here. Install it with `pip install uv`.")
    advice = "uv says above what does not fit together."
    base = ["uv", "pip", "compile", *_OPTIONS, "pyproject.toml"]
    command([*base, "-o", RUN_LOCK.name], advice)
    command([*base, "--group", "dev", "-c", RUN_LOCK.name, "-o", DEV_LOCK.name], advice)
    for path in (RUN_LOCK, DEV_LOCK):
        if "://" in path.read_text(encoding="utf-8"):
            raise StepFailed(f"{path.name} holds an address. Remove it before the file is committed.")
    say(f"Wrote {RUN_LOCK.name} and {DEV_LOCK.name}.")
