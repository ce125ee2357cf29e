"""`make bench-play`: what a card in a deal against each player costs, from click to the table drawn anew.

The site runs as in production on gunicorn, and so does the bare view beside it, as for `make bench-web`. A
move holds the learner's card, the opponent's answer, and its lead where it has won. Figures are for people
to read: nothing here fails a test run.
"""

from __future__ import annotations

import html
import os
import re
import tempfile
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

from rules_site.setup import packages
from rules_site.setup.measuring_web import (
    CLIENTS,
    FORM,
    WORKERS,
    Browser,
    Load,
    Request,
    answer_all,
    answer_on,
    bare_site,
    our_site,
    server_cpu,
    text_of,
)
from rules_site.setup.steps import say

OPPONENTS = ("beginner", "club", "strong")
DEALS = 4
ROWS = 400


def bench_play() -> None:
    """Measure moves against each player, one at a time and several at once, and print figures and ratios."""
    packages.install(packages.DEV_LOCK, including=packages.RUN_LOCK)
    say(f"{WORKERS} workers, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="site-bench-") as name:
        with our_site(Path(name), drills=False) as (port, pid):
            _moves(port, pid, "strong", CLIENTS)  # both workers load the compiled code
            alone = {opponent: _moves(port, pid, opponent, 1) for opponent in OPPONENTS}
            crowd = _moves(port, pid, "strong", CLIENTS)
        with bare_site(Path(name)) as (port, pid):
            rows = [Request("/row", urlencode({"choice": "SA"}), {"Content-Type": FORM})] * ROWS
            answer_all(port, pid, rows)
            bare, bare_crowd = answer_all(port, pid, rows, 1), answer_all(port, pid, rows)
    for opponent, load in alone.items():
        say(load.line(f"a move against {opponent}"))
    say(bare.line("bare view, row read + written"))
    say(crowd.line(f"strong, {CLIENTS} at once"))
    say(bare_crowd.line(f"bare view, {CLIENTS} at once"))
    for opponent, load in alone.items():
        cpu, latency = load.cpu_each / bare.cpu_each, load.median_ms / bare.median_ms
        say(f"a move against {opponent} : the bare view = {cpu:.1f} in CPU, {latency:.1f} in median latency")
    say(f"median of a move against strong: {alone['strong'].median_ms:.0f} ms (bar: 150)")


def _moves(port: int, pid: int, opponent: str, at_once: int) -> Load:
    """Deals played to their end, so many at once."""
    begun, cpu = time.perf_counter(), server_cpu(pid)
    with ThreadPoolExecutor(at_once) as pool:
        parts = pool.map(lambda _deal: _whole_deal(Browser(port), opponent), range(DEALS))
        seconds = [taken for part in parts for taken in part]
    return Load(tuple(seconds), server_cpu(pid) - cpu, time.perf_counter() - begun)


def _whole_deal(browser: Browser, opponent: str) -> list[float]:
    """Seconds of each move of one deal, always the first card allowed."""
    page = _begin(browser, opponent)
    seconds = []
    while 'name="choice"' in page:
        request = answer_on(browser, page)
        before = time.perf_counter()
        browser.connection.request("POST", request.path, request.body, request.headers)
        answer = browser.connection.getresponse()
        body = answer.read()
        seconds.append(time.perf_counter() - before)
        if answer.status != 200:
            raise RuntimeError(f"{request.path} answered {answer.status}")
        page = text_of(answer, body)
    return seconds


def _begin(browser: Browser, opponent: str) -> str:
    """The first page of a new deal."""
    address, page = browser.get("/nb/spill/")
    token = html.unescape(re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0])
    fields = {
        "csrfmiddlewaretoken": token,
        "request_key": uuid.uuid4().hex,
        "opponent": opponent,
        "pace": "quick",
    }
    headers = browser.headers() | {"Content-Type": FORM}
    browser.connection.request("POST", address, urlencode(fields), headers)
    answer = browser.connection.getresponse()
    answer.read()
    return browser.get(answer.headers["Location"])[1]
