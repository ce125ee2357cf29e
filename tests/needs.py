"""Programs that a test needs: missing ones skip the test, and fail it where CI is set."""

from __future__ import annotations

import importlib
import os
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from rules_site.setup.packages import DEBIAN_TOOLS


def program(name: str) -> str:
    """The path of a program such as `chromium`."""
    path = shutil.which(name)
    if path is None:
        missing(name, DEBIAN_TOOLS[name][0])
    return str(path)


def file(path: str, package: str) -> Path:
    """A file that a Debian package brings, such as a spelling dictionary."""
    if not Path(path).exists():
        missing(path, package)
    return Path(path)


def module(name: str) -> ModuleType:
    """A development dependency that is not there for every Python and machine, such as `pyspiel`."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        _leave_out(f"{name} cannot be imported ({error}): pip install -r requirements-dev.txt")
        raise


def missing(what: str, package: str) -> None:
    """Skip the test, or fail it where every tool must be there."""
    _leave_out(f"{what} not found: apt-get install --no-install-recommends {package}")


def _leave_out(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
