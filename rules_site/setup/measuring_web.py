"""`make bench-web`: what drill pages and answers cost, beside a bare view that reads and writes a row.

Both sites run as in production on gunicorn with two workers, each with a SQLite file of its own, and get
their requests from the same clients over kept connections, which take packed answers as browsers do.
Learners who each get other drills find every page drawn for the first time; a class at drills that others
had before finds them kept by the workers. CPU is that of the server's processes. Figures are for people to
read: nothing here fails a test run.
"""

from __future__ import annotations

import gzip
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
        way, page = self._ask(path)
        return self.get(way) if way else (path, page)

    def way(self, path: str) -> str:
        """Where a request is led to."""
        return self._ask(path)[0]

    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookies, "Accept-Encoding": "gzip"}

    def _ask(self, path: str) -> tuple[str, str]:
        self.connection.request("GET", path, headers=self.headers())
        answer = self.connection.getresponse()
        body = answer.read()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _equals, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.headers.get("Location", ""), text_of(answer, body)


def text_of(answer: http.client.HTTPResponse, body: bytes) -> str:
    """The page in an answer, packed or not."""
    return (gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body).decode()


def bench_web() -> None:
    """Measure both sites in turn and print their figures and ratios."""
    packages.install(packages.DEV_LOCK, including=packages.RUN_LOCK)
    with tempfile.TemporaryDirectory(prefix="site-bench-") as name:
        folder = Path(name)
        with bare_site(folder) as server:
            bare = _bare_answers(*server)
        with our_site(folder) as server:
            loads = _drill_loads(*server)
    say(f"{WORKERS} workers, {CLIENTS} clients at once, {os.cpu_count()} cores")
    say(bare.line("bare view, row read + written"))
    for name, load in loads.items():
        say(f"{load.line(name)}  {load.cpu_each / bare.cpu_each:>5.2f} times the bare view")
    say("Bars: an answer at most 4 ms of CPU and 3 times the bare view, a page at most 8 ms.")


def _bare_answers(port: int, pid: int) -> Load:
    rows = [Request("/row", urlencode({"choice": "SA"}), {"Content-Type": FORM})] * (LEARNERS * DRILLS_EACH)
    answer_all(port, pid, rows[: len(rows) // 4])
    return answer_all(port, pid, rows)


def _drill_loads(port: int, pid: int) -> dict[str, Load]:
    """Ways to drills, pages and answers: first of learners with drills of their own, then of a class."""
    warm_up = _learners(port, 2)
    answer_all(port, pid, _open(pid, warm_up, [_drills_of(learner) for learner in warm_up])[0])
    learners = _learners(port, LEARNERS)
    begun, cpu = time.perf_counter(), server_cpu(pid)
    seconds: list[float] = []
    drills = [_drills_of(learner, seconds) for learner in learners]
    ways = Load(tuple(seconds), server_cpu(pid) - cpu, time.perf_counter() - begun)
    forms, pages = _open(pid, learners, drills)
    answers = answer_all(port, pid, forms)
    _loads_of_a_class(port, pid, drills[0])  # draws what the next class finds
    of_class = _loads_of_a_class(port, pid, drills[0])
    return {
        "way to the next drill": ways,
        "pages drawn first": pages,
        "answers drawn first": answers,
        "pages of a class": of_class[0],
        "answers of a class": of_class[1],
    }


def _loads_of_a_class(port: int, pid: int, drills: Sequence[str]) -> tuple[Load, Load]:
    """Pages and answers of so many learners with the same drills."""
    forms, pages = _open(pid, _learners(port, LEARNERS), [drills] * LEARNERS)
    return pages, answer_all(port, pid, forms)


def _learners(port: int, number: int) -> list[Browser]:
    return [Browser(port) for _learner in range(number)]


def _drills_of(learner: Browser, seconds: list[float] | None = None) -> list[str]:
    """The addresses of the drills that a learner is led to one after the other."""
    addresses = [learner.way("/nb/ov/neste/?kind=follow&after=")]
    while len(addresses) < DRILLS_EACH:
        before = time.perf_counter()
        addresses.append(learner.way(f"/nb/ov/neste/?kind=follow&after={_drill_in(addresses[-1])}"))
        if seconds is not None:
            seconds.append(time.perf_counter() - before)
    return addresses


def _open(
    pid: int, learners: Sequence[Browser], drills: Sequence[Sequence[str]]
) -> tuple[list[Request], Load]:
    """Show each learner some drills: the answers to send, and what showing them took."""
    requests: list[Request] = []
    seconds: list[float] = []
    begun, cpu = time.perf_counter(), server_cpu(pid)
    for learner, addresses in zip(learners, drills, strict=True):
        for address in addresses:
            before = time.perf_counter()
            _address, page = learner.get(address)
            seconds.append(time.perf_counter() - before)
            requests.append(answer_on(learner, page))
    return requests, Load(tuple(seconds), server_cpu(pid) - cpu, time.perf_counter() - begun)


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
    options += ["--keep-alive", "120"]  # a learner waits while others ask
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
