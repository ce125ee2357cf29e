"""Sign-in services of schools from the environment: OpenID Connect (Feide) and SAML (Skolfederation)."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from rules_site import environment

_LOOPBACK = {"127.0.0.1", "localhost", "::1"}


@dataclass(frozen=True, slots=True)
class Service:
    """What the sign-in page offers, and the application as allauth wants it."""

    provider: str
    key: str
    name: str
    app: dict[str, Any]


def secure_address(name: str, value: str) -> str:
    """An https address; http only for a service on this machine, as in tests."""
    parts = urlsplit(value)
    local = parts.scheme == "http" and parts.hostname in _LOOPBACK
    if local or (parts.scheme == "https" and parts.hostname):
        return value
    raise ImproperlyConfigured(f"{name}={value!r}: expected an address that begins with https://")


def all_or_none(names: tuple[str, ...]) -> tuple[str, ...]:
    """The values, or nothing where none is set; some of them alone stop the start."""
    values = tuple(environment.text(name) for name in names)
    if any(values) and not all(values):
        missing = ", ".join(name for name, value in zip(names, values, strict=True) if not value)
        raise ImproperlyConfigured(f"{missing}: missing, while others of the same service are set")
    return values if all(values) else ()


def key_of(shown: str) -> str:
    """The name in small letters, as it stands in addresses."""
    return "".join(sign for sign in shown.lower() if sign.isascii() and sign.isalnum()) or "school"


def openid_connect(server: str, client: str, secret: str, name: str, scope: str) -> list[Service]:
    """The service named by these variables, if any. The key in its addresses is the name in small letters."""
    values = all_or_none((server, client, secret))
    if not values:
        return []
    shown = environment.text(name, "Feide")
    key = key_of(shown)
    app = {
        "provider_id": key,
        "name": shown,
        "client_id": values[1],
        "secret": values[2],
        "settings": {
            "server_url": secure_address(server, values[0]).rstrip("/"),
            "scope": environment.text(scope, "openid").split(),
            "oauth_pkce_enabled": True,
        },
    }
    return [Service("openid_connect", key, shown, app)]


def saml(service: str, sign_in: str, certificate: str, name: str, person: str) -> list[Service]:
    """The service named by these variables, if any. The certificate is a file."""
    values = all_or_none((service, sign_in, certificate))
    if not values:
        return []
    if importlib.util.find_spec("onelogin") is None:
        raise ImproperlyConfigured(f"{service}: needs the extra `saml`, which is not installed")
    shown = environment.text(name, "Skolfederation")
    app = {
        "provider_id": key_of(shown),
        "name": shown,
        "client_id": key_of(shown),
        "secret": "",
        "settings": {
            "idp": {
                "entity_id": values[0],
                "sso_url": secure_address(sign_in, values[1]),
                "x509cert": _certificate(certificate, values[2]),
            },
            "person": environment.text(person),
        },
    }
    return [Service("saml", key_of(shown), shown, app)]


def _certificate(name: str, path: str) -> str:
    try:
        text = Path(path).read_text(encoding="ascii")
    except (OSError, ValueError) as problem:
        raise ImproperlyConfigured(f"{name}={path!r}: cannot be read") from problem
    if "BEGIN CERTIFICATE" not in text:
        raise ImproperlyConfigured(f"{name}={path!r}: expected a certificate in PEM form")
    return text
