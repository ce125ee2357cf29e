"""`make bench-web`: what a drill page and an answer cost, beside a bare view that reads and writes a row.

Both sites run as in production on gunicorn with two workers, each with a SQLite file of its own, and get
their answers from the same clients over kept connections. Learners who each get other drills find every
page drawn for the first time; a class at the same drills finds most of it kept by the worker. CPU is that
of the server's processes. Figures are for people to read: nothing here fails a test run.
"""

from __future__ import annotations

import html
import http.client
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode

from rules_site.setup import auditing, packages, serving
from rules_site.setup.steps import ROOT, say

WORKERS, CLIENTS = 2, 4
LEARNERS, DRILLS_EACH = 16, 25
FORM = "application/x-www-form-urlencoded"
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Request:
    """One request to send: an answer to a drill, or a row to write."""

    path: str
    body: str
    headers: dict[str, str]


@dataclass(frozen=True, slots=True)
class Load:
    """What so many requests took: seconds each, CPU seconds of the server in all, seconds in all."""

    seconds: tuple[float, ...]
    cpu: float
    whole: float

    @property
    def median_ms(self) -> float:
        """Milliseconds that half of the requests stayed below."""
        return 1000 * median(self.seconds)

    @property
    def cpu_each(self) -> float:
        """Milliseconds of CPU a request."""
        return 1000 * self.cpu / len(self.seconds)

    def line(self, name: str) -> str:
        p95 = quantiles(self.seconds, n=20)[-1]
        return (
            f"{name:<28}{len(self.seconds) / self.whole:>7.0f}/s  p50 {self.median_ms:>6.1f} ms"
            f"  p95 {1000 * p95:>6.1f} ms  CPU {self.cpu_each:>6.2f} ms"
        )


@dataclass(slots=True)
class Browser:
    """A learner's browser as far as it matters here: a kept connection and cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    connection: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def get(self, path: str) -> tuple[str, str]:
        """The address that a request ended at, and the page."""
        self.connection.request("GET", path, headers=self.headers())
        answer = self.connection.getresponse()
        body = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _equals, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return self.get(answer.headers["Location"]) if answer.status in {301, 302} else (path, body)

    def headers(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}


def bench_web() -> None:
    """Measure both sites in turn and print their figures and ratios."""
    packages.install(packages.DEV_LOCK, including=packages.RUN_LOCK)
    with tempfile.TemporaryDirectory(prefix="site-bench-") as name:
        folder = Path(name)
        with our_site(folder) as (port, pid):
            forms, pages = _forms(port, pid)
            answer_all(port, pid, forms[: len(forms) // 4])
            answers = answer_all(port, pid, forms[len(forms) // 4 :])
            lesson, lesson_pages = _forms_of_a_class(port, pid)
            of_class = answer_all(port, pid, lesson)
        with bare_site(folder) as (port, pid):
            rows = [Request("/row", urlencode({"choice": "SA"}), {"Content-Type": FORM})] * len(forms)
            answer_all(port, pid, rows[: len(rows) // 4])
            bare = answer_all(port, pid, rows[len(rows) // 4 :])
    say(f"{WORKERS} workers, {CLIENTS} clients at once, {os.cpu_count()} cores")
    say(pages.line("next drill, then its page"))
    say(lesson_pages.line("the same drills, a class"))
    say(answers.line("answers, drawn first"))
    say(of_class.line("answers of a class"))
    say(bare.line("bare view, row read + written"))
    for name, load in (("an answer drawn first", answers), ("an answer of a class", of_class)):
        say(f"CPU of {name} : CPU of the bare view = {load.cpu_each / bare.cpu_each:.2f} (bar: 3)")


@contextmanager
def our_site(folder: Path, drills: bool = True) -> Iterator[tuple[int, int]]:
    with _served("rules_site.wsgi:application", auditing.production_site(folder, drills)) as server:
        yield server


@contextmanager
def bare_site(folder: Path) -> Iterator[tuple[int, int]]:
    environment = os.environ | {"BARE_SQLITE_PATH": str(folder / "bare.sqlite3")}
    with _served("rules_site.setup.bare.wsgi:application", environment) as server:
        yield server


@contextmanager
def _served(application: str, environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    """The port and the process of a site on gunicorn."""
    port = serving.free_port_after(8200)
    options = ["--workers", str(WORKERS), "--threads", str(CLIENTS), "--worker-class", "gthread"]
    server: list[str | Path] = [
        packages.PYTHON,
        "-m",
        "gunicorn",
        *options,
        "--bind",
        f"127.0.0.1:{port}",
        application,
    ]
    process = subprocess.Popen(server, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    try:
        auditing.wait_for(f"http://127.0.0.1:{port}")
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def _forms(port: int, pid: int) -> tuple[list[Request], Load]:
    """Answers to send, one for each of so many drills and learners, and what showing the drills took."""
    requests: list[Request] = []
    seconds: list[float] = []
    begun, cpu = time.perf_counter(), server_cpu(pid)
    for _learner in range(LEARNERS):
        browser, after = Browser(port), ""
        for _drill in range(DRILLS_EACH):
            before = time.perf_counter()
            address, page = browser.get(f"/nb/ov/neste/?kind=follow&after={after}")
            seconds.append(time.perf_counter() - before)
            after = _drill_in(address)
            requests.append(answer_on(browser, page))
    return requests, Load(tuple(seconds), server_cpu(pid) - cpu, time.perf_counter() - begun)


def _forms_of_a_class(port: int, pid: int) -> tuple[list[Request], Load]:
    """Answers of as many learners to the same drills, and what showing those took."""
    first, paths = Browser(port), [""]
    while len(paths) <= DRILLS_EACH:
        address, _page = first.get(f"/nb/ov/neste/?kind=follow&after={_drill_in(paths[-1])}")
        paths.append(address)
    requests: list[Request] = []
    seconds: list[float] = []
    begun, cpu = time.perf_counter(), server_cpu(pid)
    for learner in [Browser(port) for _learner in range(LEARNERS)]:
        for path in paths[1:]:
            before = time.perf_counter()
            requests.append(answer_on(learner, learner.get(path)[1]))
            seconds.append(time.perf_counter() - before)
    return requests, Load(tuple(seconds), server_cpu(pid) - cpu, time.perf_counter() - begun)


def _drill_in(address: str) -> str:
    return address.partition("?")[0].strip("/").rpartition("/")[2]


def answer_on(browser: Browser, page: str) -> Request:
    """The answer that a click on the first allowed card sends, as htmx sends it."""
    form = next(part for part in page.split("<form")[1:] if 'name="ticket"' in part)
    fields = {
        name: html.unescape(re.findall(rf'name="{name}" value="([^"]+)"', form)[0])
        for name in ("csrfmiddlewaretoken", "ticket")
    }
    allowed = re.findall(r'name="choice" value="(\w\w)"(?![^>]*aria-disabled)', form)
    path = html.unescape(re.findall(r'action="([^"]+)"', form)[0])
    headers = browser.headers() | {"Content-Type": FORM, "HX-Request": "true"}
    return Request(path, urlencode(fields | {"choice": allowed[0]}), headers)


def answer_all(port: int, pid: int, requests: Sequence[Request], clients: int = CLIENTS) -> Load:
    begun, cpu = time.perf_counter(), server_cpu(pid)
    with ThreadPoolExecutor(clients) as pool:
        parts = pool.map(_sender(port), [requests[client::clients] for client in range(clients)])
        seconds = [taken for part in parts for taken in part]
    return Load(tuple(seconds), server_cpu(pid) - cpu, time.perf_counter() - begun)


def _sender(port: int) -> Callable[[Sequence[Request]], list[float]]:
    def send(requests: Sequence[Request]) -> list[float]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        seconds = []
        for request in requests:
            before = time.perf_counter()
            connection.request("POST", request.path, request.body, request.headers)
            answer = connection.getresponse()
            answer.read()
            seconds.append(time.perf_counter() - before)
            if answer.status != 200:
                raise RuntimeError(f"{request.path} answered {answer.status}")
        return seconds

    return send


def server_cpu(pid: int) -> float:
    """Seconds of CPU that a server and its workers have used."""
    tasks = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return sum(_cpu_of(process) for process in (str(pid), *tasks))


def _cpu_of(process: str) -> float:
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS
