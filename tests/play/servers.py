"""The site in a process of its own, on the tests' database: one that can be killed and started again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection

from rules_site.setup.steps import ROOT


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The site in a process of its own, on the tests' database."""
    command = [sys.executable, "manage.py", "runserver", f"127.0.0.1:{port}", "--noreload"]
    process = subprocess.Popen(
        command, cwd=ROOT, env=os.environ | database(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_for(port)
        yield process
    finally:
        process.kill()
        process.wait()


def database() -> dict[str, str]:
    """The settings that lead another process to the tests' database."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return {"SITE_SQLITE_PATH": str(known["NAME"]), "SITE_DATABASE": ""}
    host, port = known["HOST"] or "127.0.0.1", known["PORT"] or 5432
    return {
        "SITE_DATABASE": f"postgresql://{known['USER']}:{known['PASSWORD']}@{host}:{port}/{known['NAME']}"
    }


def wait_for(port: int) -> None:
    assert not settings.PRODUCTION
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("the server did not start")
