"""The site in real gunicorn processes on a database in a file, and visitors who ask it over HTTP."""

from __future__ import annotations

import http.cookiejar
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rules_site.setup.steps import ROOT

PUPILS, PASSWORD = 35, "tolami-bekoru-sinave"
_START = 60  # seconds until the first answer, at most

_FILL = f"""
import django; django.setup()
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from trainer.accounts.models import User
call_command("migrate", verbosity=0)
call_command("createcachetable")
secret = make_password({PASSWORD!r})
names = [f"elev-{{n}}" for n in range({PUPILS})] + [f"alone-{{n}}" for n in range(5)]
User.objects.bulk_create(User(username=name, password=secret) for name in names)
"""


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments: object) -> None:
        return None


@dataclass
class Browser:
    """Cookies of its own; redirects are answers."""

    site: str
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(jar, _Stay())

    def ask(self, path: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
        """Status and body."""
        body = urllib.parse.urlencode(fields).encode() if fields is not None else None
        request = urllib.request.Request(self.site + path, body, self.headers)
        try:
            with self._opener.open(request, timeout=60) as answer:
                return int(answer.status), answer.read().decode()
        except urllib.error.HTTPError as answer:
            return int(answer.code), answer.read().decode()

    def sign_in(self, path: str, name: str, password: str) -> int:
        _status, page = self.ask(path)
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token, page[:500]
        fields = {"csrfmiddlewaretoken": token[1], "login": name, "password": password}
        return self.ask(path, fields)[0]


def fill(folder: Path, **more: str) -> dict[str, str]:
    """A database with pupils who share a password; the environment that leads to it."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "rules_site.settings",
        "SITE_SQLITE_PATH": str(folder / "site.sqlite3"),
        "SITE_DATABASE": "",
        **more,
    }
    subprocess.run([sys.executable, "-c", _FILL], cwd=ROOT, env=environment, check=True)
    return environment


@contextmanager
def served(environment: dict[str, str], workers: int) -> Iterator[str]:
    """The address of the site while that many worker processes serve it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "rules_site.wsgi", "--bind", f"127.0.0.1:{port}"]
    command += ["--workers", str(workers), "--threads", "4", "--log-level", "warning"]
    server = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        _wait(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


def _wait(site: str) -> None:
    for _try in range(_START * 5):
        try:
            if Browser(site).ask("/healthz")[0] == 200:
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise AssertionError("the server did not start")
