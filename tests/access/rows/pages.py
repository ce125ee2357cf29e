"""The open pages: the same for everyone, and nothing to write."""

from __future__ import annotations

from tests.access.matrix import Row, everyone
from tests.browser.places import REFERENCE, SCHOOL_PAPERS

_PAPER = ["rules", "handout", "worksheet", "scoresheet", "key"]

_OPEN = Row(get=everyone(200), open_page=True)
_PDF = Row(get=everyone(200), made_elsewhere="tests/pages/test_pdf.py")

ROWS = {
    "root": Row(get=everyone(302)),
    "healthz": _OPEN,
    "robots": _OPEN,
    "sitemap": _OPEN,
    **{place.name: _OPEN for place in REFERENCE},
    "pages:term": Row(lambda _scene: ("trump",), get=everyone(200), open_page=True),
    **{f"print:{name}": _OPEN for name in _PAPER},
    **{f"print:{name}-pdf": _PDF for name in _PAPER},
    **{f"school:{name}": _OPEN for name in SCHOOL_PAPERS},
    "search:page": Row(get=everyone(200), query={"q": "trumf"}, open_page=True),
}
