"""What `make audit` looks at beside the pages of the sitemap: every kind that can be seen without signing in.

A deal of Play and a pad of the score keeper are begun as a visitor does it; they are seen with that
visitor's cookies.
"""

from __future__ import annotations

import re
from html import unescape
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

from rules_site.setup.steps import StepFailed

# In Norwegian; the sitemap has both languages of the pages that stand there.
OTHER_PAGES = (
    "/nb/forste-runde/?step=2&answer=HA",
    "/nb/forste-runde/?step=9",
    "/nb/poeng/?won=8.6.7",
    "/nb/hvilket-spill/?answers=two.no.upcard.free.26.deals.7",
    "/nb/sok/",
    "/nb/sok/?q=trumf",
    "/nb/utskrift/regler/",
    "/nb/utskrift/poengark/",
    "/nb/utskrift/elevark/",
    "/nb/utskrift/arbeidsark/",
    "/nb/utskrift/fasit/",
    "/nb/ov/",
    "/nb/ov/hjelp/",
    "/nb/ov/neste/?kind=follow",
    "/nb/ov/neste/?kind=lead",
    "/nb/ov/neste/?kind=ending",
    "/nb/ov/neste/?kind=memory",
    "/nb/ov/neste/?kind=rules",
    "/nb/okter/",
    "/nb/framgang/",
    "/nb/framgang/historikk/",
    "/nb/spill/",
    "/nb/radgiver/skriv-inn/",
    "/nb/poengblokk/",
    "/nb/klasser/",
    "/nb/klasser/bli-med/",
    "/nb/fellesokter/",
    "/nb/for-skoler/protokoll/",
    "/nb/for-skoler/databehandleravtale/",
    "/nb/for-skoler/risikovurdering/",
    "/nb/for-skoler/tilgjengelighetspunkter/",
    "/nb/mine-data/",
    "/nb/mine-data/slett/",
    "/nb/mine-data/slettet/",
    "/nb/hvem-ser-hva/",
    "/nb/visning/",
    "/nb/konto/logg-inn/",
    "/nb/konto/ny/",
    "/nb/konto/passord/glemt/",
    "/nb/konto/passord/glemt/sendt/",
    "/nb/konto/passord/byttet/",
    "/nb/konto/gjenopprett/",
    "/nb/konto/e-post/sendt/",
    "/nb/konto/stengt/",
)
# Forms that begin something of the visitor's own; the page they lead to is looked at.
BEGUN_AT = ("/nb/spill/", "/nb/poengblokk/")

_FORM = r'<form [^>]*method="post" action="{}"[^>]*>(.*?)</form>'
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
_CHECKED = re.compile(r'<input type="radio" name="([^"]+)" value="([^"]*)"[^>]* checked')
_NUMBER = re.compile(r'<input type="number" name="([^"]+)"[^>]*? value="([^"]*)"')
_SELECT = re.compile(r'<select name="([^"]+)".*?<option value="([^"]*)" selected', re.DOTALL)


def begun_pages(address: str) -> list[tuple[str, str]]:
    """A deal and a pad just begun, each as its path and the cookies with which it is seen."""
    return [_begin(address, path) for path in BEGUN_AT]


def fields_of(page: str, path: str) -> dict[str, str]:
    """What a browser would send for the form that posts to the path, untouched."""
    form = re.search(_FORM.format(re.escape(path)), page, re.DOTALL)
    if not form:
        raise StepFailed(f"{path} has no form that begins anything.")
    found = [pair for pattern in (_HIDDEN, _CHECKED, _NUMBER, _SELECT) for pair in pattern.findall(form[1])]
    return {unescape(name): unescape(value) for name, value in found}


def _begin(address: str, path: str) -> tuple[str, str]:
    connection = HTTPConnection(urlsplit(address).netloc, timeout=300)
    cookies: dict[str, str] = {}
    page, _way = _ask(connection, "GET", path, cookies)
    _page, way = _ask(connection, "POST", path, cookies, fields_of(page, path))
    if not way:
        raise StepFailed(f"{path} begins nothing when its form is sent.")
    return way, _cookie_line(cookies)


def _ask(
    connection: HTTPConnection,
    method: str,
    path: str,
    cookies: dict[str, str],
    fields: dict[str, str] | None = None,
) -> tuple[str, str]:
    """The page and where it leads on to; cookies that it sets are kept."""
    headers = {"Cookie": _cookie_line(cookies), "Content-Type": "application/x-www-form-urlencoded"}
    connection.request(method, path, urlencode(fields or {}), headers)
    answer = connection.getresponse()
    page = answer.read().decode()
    for cookie in answer.headers.get_all("Set-Cookie", []):
        name, _equals, value = cookie.partition(";")[0].partition("=")
        cookies[name] = value
    return page, answer.headers.get("Location", "")


def _cookie_line(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())
