"""`make audit`: every kind of page measured by Lighthouse and the HTML validator, and weighed.

The site runs as in production, on a port and a database of its own. The tools come by npm into
`.audit/`, which git ignores. Figures are for people to read: nothing here fails a test run.
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
from rules_site.setup.steps import ROOT, StepFailed, command, say

TOOLS = ROOT / ".audit"
LIGHTHOUSE, VALIDATOR = "lighthouse@12.2.3", "vnu-jar@26.9.27"
ATTEMPTS = 3  # at a page, where the browser fails
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
MOST_HTML, MOST_FIRST_VISIT = 30_000, 140_000
_FILES = re.compile(r'(?:href|src)="(/static/[^"#]+)')
_NO_FAULT = ".*Attribute “data-hx-.*"


@dataclass(slots=True)
class Measured:
    """What is known of one page."""

    path: str
    html: int = 0
    first_visit: int = 0
    faults: list[str] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)
    shift: float = 0.0


def audit(only: list[str], runs: int = 1) -> None:
    """Measure the pages whose path holds one of the words, or all, and print a table."""
    _get_tools()
    with tempfile.TemporaryDirectory(prefix="site-audit-") as name, _site(Path(name)) as address:
        pages = [Measured(path) for path in _paths(address) if not only or any(word in path for word in only)]
        for page in pages:
            _weigh(page, address, Path(name))
        _validate(pages, Path(name))
        for page in pages:
            say(f"      {page.path}")
            _look(page, address, Path(name), runs)
    say(table(pages))


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


def _fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=300) as answer:
        return bytes(answer.read())


def _paths(address: str) -> list[str]:
    """The pages of the sitemap, and kinds of page that do not stand there."""
    found = re.findall(r"<loc>https?://[^/]+(/[^<]*)</loc>", _fetch(f"{address}/sitemap.xml").decode())
    others = ["/nb/sok/?q=trumf", "/nb/utskrift/regler/", "/nb/utskrift/arbeidsark/", "/nb/konto/logg-inn/"]
    return [*found, *others, "/nb/ov/neste/?kind=follow"]


def _weigh(page: Measured, address: str, folder: Path) -> None:
    """The page as sent with compression, and with every file that a first visit fetches."""
    try:
        html = _fetch(address + page.path)
    except urllib.error.HTTPError as error:
        page.faults.append(f"answers {error.code}")
        return
    (folder / f"{_name(page)}.html").write_bytes(html)
    page.html = len(gzip.compress(html))
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
    """Lighthouse with its mobile settings; of several runs the best of each score."""
    for _run in range(runs):
        report = _lighthouse(address + page.path, folder / "report.json")
        if report is None:
            page.faults.append("Lighthouse gave no report")
            return
        for name in CATEGORIES:
            score = round(100 * (report["categories"][name]["score"] or 0))
            page.scores[name] = max(score, page.scores.get(name, 0))
        page.shift = report["audits"]["cumulative-layout-shift"].get("numericValue", 0.0)
        failed = [
            audit["id"]
            for audit in report["audits"].values()
            if audit["scoreDisplayMode"] == "binary" and audit["score"] == 0
        ]
    page.faults += [f"Lighthouse: {name}" for name in failed]


def _lighthouse(address: str, report: Path) -> dict[str, Any] | None:
    """What Lighthouse says; a browser that did not get going is started anew, and then None."""
    report.unlink(missing_ok=True)
    arguments: list[str | Path] = [
        TOOLS / "node_modules/.bin/lighthouse",
        address,
        "--quiet",
        "--output=json",
        f"--output-path={report}",
        f"--only-categories={','.join(CATEGORIES)}",
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
        scores = "".join(f"{page.scores.get(name, 0):>5} " for name in CATEGORIES)
        heavy = "!" if page.html > MOST_HTML or page.first_visit > MOST_FIRST_VISIT else " "
        weights = f"{page.html / 1000:>6.1f} kB  {page.first_visit / 1000:>6.1f} kB{heavy}"
        lines.append(f"{page.path:<34}{scores} {page.shift:.3f}  {weights}")
    lines += [f"{page.path}: {fault}" for page in pages for fault in page.faults]
    return "\n".join(lines)
