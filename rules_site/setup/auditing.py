"""`make audit`: every kind of page measured by Lighthouse and the HTML validator, and weighed.

The site runs as in production, on a port and a database of its own. The tools come by npm into
`.audit/`, which git ignores. It ends with a failure where a page misses what was settled.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import secrets
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules_site.setup import packages, serving
from rules_site.setup.audited_pages import OTHER_PAGES, begun_pages
from rules_site.setup.steps import ROOT, StepFailed, command, say

TOOLS = ROOT / ".audit"
LIGHTHOUSE, VALIDATOR = "lighthouse@12.2.3", "vnu-jar@26.9.27"
ATTEMPTS = 3  # at a page, where the browser fails
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
MOST_SHIFT = 0.001
MOST_HTML, MOST_FIRST_VISIT = 30_000, 140_000
_FILES = re.compile(r'(?:href|src)="(/static/[^"#]+)')
_NO_FAULT = ".*Attribute “data-hx-.*"


@dataclass(slots=True)
class Measured:
    """What is known of one page."""

    path: str
    cookies: str = ""
    is_listed: bool = True  # search engines may find it
    html: int = 0
    first_visit: int = 0
    faults: list[str] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)
    shift: float = 0.0

    def missed(self) -> list[str]:
        """What was settled for every page and does not hold for this one."""
        bars = {name: least for name, least in LEAST.items() if name != "seo" or self.is_listed}
        low = [f"{name} {self.scores[name]}" for name in bars if self.scores.get(name, 0) < bars[name]]
        heavy = [f"HTML {self.html}"] if self.html > MOST_HTML else []
        heavy += [f"first visit {self.first_visit}"] if self.first_visit > MOST_FIRST_VISIT else []
        return [*low, *heavy, *([f"shift {self.shift:.3f}"] if self.shift > MOST_SHIFT else []), *self.faults]


def audit(only: list[str], runs: int = 3) -> None:
    """Measure the pages whose path holds one of the words, or all; fail where one misses what was settled."""
    _get_tools()
    with tempfile.TemporaryDirectory(prefix="site-audit-") as name, _site(Path(name)) as address:
        pages = [page for page in _pages(address) if not only or any(word in page.path for word in only)]
        for page in pages:
            _weigh(page, address, Path(name))
        _validate(pages, Path(name))
        for page in pages:
            say(f"      {page.path}")
            _look(page, address, Path(name), runs)
    say(table(pages))
    if missing := [page.path for page in pages if page.missed()]:
        raise StepFailed(f"{len(missing)} of {len(pages)} pages miss what was settled.")


def _get_tools() -> None:
    if not shutil.which("npm"):
        raise StepFailed("npm is not here. Install Node 20 or newer; pages can't be measured without it.")
    wanted = [LIGHTHOUSE, VALIDATOR]
    stamp = TOOLS / "installed.json"
    if stamp.exists() and json.loads(stamp.read_text("utf-8")) == wanted:
        return
    TOOLS.mkdir(exist_ok=True)
    quiet: list[str | Path] = ["--no-audit", "--no-fund", "--no-package-lock", "--prefix", TOOLS]
    advice = "npm says above what is wrong."
    command(["npm", "install", "-E", *quiet, *wanted], advice, os.environ | {"PUPPETEER_SKIP_DOWNLOAD": "1"})
    stamp.write_text(json.dumps(wanted), "utf-8")


def production_site(folder: Path, drills: bool = True) -> dict[str, str]:
    """Prepare a site as in production, its database in the folder; return the environment to serve it in."""
    environment = os.environ | {
        "SITE_MODE": "production",
        "SITE_SECRET_KEY": secrets.token_urlsafe(60),
        "SITE_HOSTS": "127.0.0.1",
        "SITE_HTTPS_REDIRECT": "no",
        "SITE_SQLITE_PATH": str(folder / "site.sqlite3"),
    }
    library = [["load_drills"]] if drills else []
    for step in (["migrate"], ["createcachetable"], *library, ["collectstatic", "--noinput"]):
        arguments: list[str | Path] = [packages.PYTHON, "manage.py", *step, "--verbosity", "0"]
        command(arguments, "Run `make run` once first.", environment)
    return environment


@contextmanager
def _site(folder: Path) -> Iterator[str]:
    """The site as in production: gathered and compressed files, no debug pages, its own database."""
    port = serving.free_port_after(8100)
    environment = production_site(folder)
    serve: list[str | Path] = [packages.PYTHON, "manage.py", "runserver", f"127.0.0.1:{port}", "--noreload"]
    process = subprocess.Popen(
        serve, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(address)
        yield address
    finally:
        process.terminate()
        process.wait()


def wait_for(address: str) -> None:
    """Wait until a site that has been started answers."""
    for _second in range(120):
        try:
            _fetch(f"{address}/healthz")
            return
        except OSError:  # not listening yet, or busy starting
            time.sleep(1)
    raise StepFailed("The site did not answer within two minutes.")


def _fetch(address: str, cookies: str = "") -> bytes:
    request = urllib.request.Request(address, headers={"Cookie": cookies} if cookies else {})
    with urllib.request.urlopen(request, timeout=300) as answer:
        return bytes(answer.read())


def _pages(address: str) -> list[Measured]:
    """The pages of the sitemap, and kinds of page that do not stand there."""
    found = re.findall(r"<loc>https?://[^/]+(/[^<]*)</loc>", _fetch(f"{address}/sitemap.xml").decode())
    others = [path for path in OTHER_PAGES if path not in found]
    begun = [Measured(path, cookies) for path, cookies in begun_pages(address)]
    return [*(Measured(path) for path in [*found, *others]), *begun]


def _weigh(page: Measured, address: str, folder: Path) -> None:
    """The page as sent with compression, and with every file that a first visit fetches."""
    try:
        html = _fetch(address + page.path, page.cookies)
    except urllib.error.HTTPError as error:
        page.faults.append(f"answers {error.code}")
        return
    (folder / f"{_name(page)}.html").write_bytes(html)
    page.html = len(gzip.compress(html))
    page.is_listed = b"noindex" not in html
    files = {path for path in _FILES.findall(html.decode()) if "/share/" not in path}
    files |= {path for path in (_fonts_in(address, css) for css in files if css.endswith(".css")) if path}
    page.first_visit = page.html + sum(_sent(address, path) for path in files)


def _fonts_in(address: str, css: str) -> str:
    """The upright font of a style sheet; the italic one is fetched only where it is used."""
    found = re.findall(r"url\(([^)]+\.woff2)\)", _fetch(address + css).decode())
    upright = [name for name in found if "italic" not in name]
    return f"{css.rpartition('/')[0]}/{upright[0]}".replace('"', "") if upright else ""


def _sent(address: str, path: str) -> int:
    body = _fetch(address + path)
    return len(body) if path.endswith((".woff2", ".png")) else len(gzip.compress(body))


def _validate(pages: list[Measured], folder: Path) -> None:
    """The W3C's checker over all pages at once; without Java it says so."""
    if not shutil.which("java"):
        say("      Java is not here, so the HTML was not validated (`apt-get install default-jre-headless`).")
        return
    jar = TOOLS / "node_modules/vnu-jar/build/dist/vnu.jar"
    files = [folder / f"{_name(page)}.html" for page in pages]
    arguments: list[str | Path] = [
        "java",
        "-jar",
        jar,
        "--format",
        "json",
        "--filterpattern",
        _NO_FAULT,
        *filter(Path.exists, files),
    ]
    done = subprocess.run(arguments, check=False, capture_output=True, text=True, encoding="utf-8")
    for message in json.loads(done.stderr or '{"messages": []}')["messages"]:
        if message["type"] != "info":
            page = next(page for page in pages if message["url"].endswith(f"/{_name(page)}.html"))
            page.faults.append(f"line {message.get('lastLine', '?')}: {message['message']}")


def _look(page: Measured, address: str, folder: Path, runs: int) -> None:
    """Lighthouse with its mobile settings; run again where a score is low, and the best of each counts."""
    for _run in range(runs):
        report = _lighthouse(address + page.path, folder / "report.json", page.cookies)
        if report is None:
            page.faults.append("Lighthouse gave no report")
            return
        for name in LEAST:
            score = round(100 * (report["categories"][name]["score"] or 0))
            page.scores[name] = max(score, page.scores.get(name, 0))
        page.shift = report["audits"]["cumulative-layout-shift"].get("numericValue", 0.0)
        failed = [
            audit["id"]
            for audit in report["audits"].values()
            if audit["scoreDisplayMode"] == "binary" and audit["score"] == 0
            if audit["id"] != "is-crawlable" or page.is_listed
        ]
        if not page.missed():
            break
    page.faults += [f"Lighthouse: {name}" for name in failed]


def _lighthouse(address: str, report: Path, cookies: str = "") -> dict[str, Any] | None:
    """What Lighthouse says; a browser that did not get going is started anew, and then None."""
    report.unlink(missing_ok=True)
    arguments: list[str | Path] = [
        TOOLS / "node_modules/.bin/lighthouse",
        address,
        "--quiet",
        "--output=json",
        f"--output-path={report}",
        f"--only-categories={','.join(LEAST)}",
        f"--extra-headers={json.dumps({'Cookie': cookies} if cookies else {})}",
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
    ]
    chromium = os.environ.get("CHROME_PATH") or shutil.which("chromium") or ""
    environment = os.environ | {"CHROME_PATH": chromium}
    for _attempt in range(ATTEMPTS):
        subprocess.run(arguments, env=environment, check=False, capture_output=True)
        found: dict[str, Any] = json.loads(report.read_text("utf-8")) if report.exists() else {}
        if found and "runtimeError" not in found:
            return found
    return None


def _name(page: Measured) -> str:
    return re.sub(r"\W+", "-", page.path).strip("-") or "root"


def table(pages: list[Measured]) -> str:
    """The figures, with a mark where one is above what was settled, and the faults below."""
    lines = [f"{'page':<34} perf  a11y  best   seo    CLS   HTML gz  first visit"]
    for page in pages:
        scores = "".join(f"{page.scores.get(name, 0):>5} " for name in LEAST)
        heavy = "!" if page.missed() else " "
        weights = f"{page.html / 1000:>6.1f} kB  {page.first_visit / 1000:>6.1f} kB{heavy}"
        lines.append(f"{page.path:<34}{scores} {page.shift:.3f}  {weights}")
    lines += [f"{page.path}: {fault}" for page in pages for fault in page.missed()]
    return "\n".join(lines)
