"""Devices without a browser: a session of its own over plain HTTP, as many as a class has."""

from __future__ import annotations

import re
from html import unescape
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urljoin, urlsplit

from django.conf import settings
from django.test import Client

from trainer.accounts.models import User

_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
_REDIRECTS = {301, 302, 303}


class Device:
    """One pupil's device: opens pages, sends their forms, follows redirects and keeps its cookies."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.cookies: dict[str, str] = {}
        self.status, self.url, self.html, self.body = 0, site, "", b""

    def open(self, address: str, **headers: str) -> str:
        """GET a page; its text."""
        return self._ask("GET", urljoin(self.site, address), "", headers)

    def news(self, address: str) -> str:
        """What htmx would get from there; nothing where there is none."""
        page = self.url, self.html
        text = self.open(address, **{"HX-Request": "true"})
        self.url, self.html = page[0], text or page[1]
        return text

    def send(self, address: str, **fields: object) -> str:
        """POST the form of the page that is open, with the fields that it hides and those given."""
        hidden = {name: unescape(value) for name, value in _HIDDEN.findall(self.html)}
        body = urlencode(hidden | fields, doseq=True)
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Referer": self.url}
        return self._ask("POST", urljoin(self.site, address), body, headers)

    def _ask(self, method: str, url: str, body: str, headers: dict[str, str]) -> str:
        host = urlsplit(url).netloc
        connection = HTTPConnection(host, timeout=120)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection.request(method, url.partition(host)[2], body, headers | {"Cookie": cookies})
        response = connection.getresponse()
        self.body = response.read()
        for line in response.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        connection.close()
        if response.status in _REDIRECTS:
            return self._ask("GET", urljoin(url, response.headers["Location"]), "", {})
        self.status, self.url = response.status, url
        self.html = self.body.decode(errors="replace")
        return self.html


def signed_in_device(site: str, user: User) -> Device:
    """A device with a session of the user, without the sign-in page."""
    client = Client()
    client.force_login(user)
    device = Device(site)
    device.cookies[settings.SESSION_COOKIE_NAME] = client.cookies[settings.SESSION_COOKIE_NAME].value
    return device
