"""The site's scripts: their weight in all, and that slimming them changes nothing that they do."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from django.contrib.staticfiles import finders
from django.test import Client

from rules_site.slim_files import slim_script

STATIC = Path(__file__).parents[2] / "rules_site" / "static"
MOST_BYTES = 25_000


def packed(text: str) -> int:
    return len(gzip.compress(text.encode(), 9, mtime=0))


def test_all_scripts_together_stay_within_25_kilobytes() -> None:
    """htmx, the site's own as they are sent, and the worker of the score keeper."""
    htmx = Path(str(finders.find("django_htmx/htmx-2.min.js"))).read_text("utf-8")
    own = [slim_script(path.read_text("utf-8")) for path in STATIC.glob("*.js")]
    worker = Client().get("/nb/poengblokk/worker.js").content.decode()
    assert sum(map(packed, [htmx, worker, *own])) <= MOST_BYTES


def test_slimming_takes_no_line_out_of_a_longer_text() -> None:
    """Lines are judged one by one, so no text in backquotes may go over several."""
    for path in STATIC.glob("*.js"):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            code = re.sub(r"^\s*//.*|/\*.*?\*/", "", line)
            assert code.count("`") % 2 == 0, f"{path.name}:{number}"
            assert "/*" not in code, f"{path.name}:{number}"
