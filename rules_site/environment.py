"""Read settings from the environment and refuse what cannot be meant."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"", "0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    """The variable's value without surrounding space, or the default."""
    return os.environ.get(name, default).strip()


def choice(name: str, allowed: tuple[str, ...], default: str) -> str:
    """One of the allowed words; anything else stops the start."""
    value = text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name}={value!r}: expected one of {', '.join(allowed)}")
    return value


def flag(name: str, default: bool = False) -> bool:
    """A yes or a no, in any of the usual spellings."""
    value = text(name, "yes" if default else "no").lower()
    if value not in _TRUE | _FALSE:
        raise ImproperlyConfigured(f"{name}={value!r}: expected yes or no")
    return value in _TRUE


def number(name: str, default: int, minimum: int = 0) -> int:
    """A whole number not below the minimum."""
    value = text(name, str(default))
    if not value.isdecimal() or int(value) < minimum:
        raise ImproperlyConfigured(f"{name}={value!r}: expected a whole number from {minimum}")
    return int(value)


def words(name: str, default: str = "") -> list[str]:
    """A list written with commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def secret(name: str, development_default: str | None) -> str:
    """A secret of at least 50 characters; required unless there is a development default."""
    value = text(name)
    if not value and development_default is not None:
        return development_default
    if len(value) < 50:
        raise ImproperlyConfigured(f"{name} is missing or shorter than 50 characters")
    return value


def database(name: str, sqlite_path: str) -> dict[str, object]:
    """Django's DATABASES entry: SQLite at the path, or `postgresql://user:password@host:port/name`.

    The SQLite options were measured: WAL and IMMEDIATE together with a timeout lose no write under
    eight writers, either alone does.
    """
    url = text(name)
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": sqlite_path,
            "CONN_MAX_AGE": 600,
            "OPTIONS": {
                "timeout": 20,
                "transaction_mode": "IMMEDIATE",
                "init_command": (
                    "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA mmap_size=134217728;"
                    "PRAGMA journal_size_limit=27103364;PRAGMA cache_size=-8000;"
                ),
            },
        }
    return _postgresql(name, url)


@dataclass(frozen=True, slots=True)
class Tasks:
    """How background work is done: the backend, the apps that it needs, and Redis queues if any."""

    backend: str
    apps: tuple[str, ...] = ()
    queues: dict[str, dict[str, object]] = field(default_factory=dict)


def tasks(name: str, redis_name: str) -> Tasks:
    """`immediate` works where a task comes up; `database` and `redis` queue it for workers elsewhere."""
    match choice(name, ("immediate", "database", "redis"), "immediate"):
        case "database":
            return Tasks("django_tasks_db.DatabaseBackend", ("django_tasks_db",))
        case "redis":
            url = text(redis_name, "redis://127.0.0.1:6379/0")
            queues: dict[str, dict[str, object]] = {"default": {"URL": url, "DEFAULT_TIMEOUT": 3600}}
            return Tasks("django_tasks_rq.RQBackend", ("django_rq", "django_tasks_rq"), queues)
        case _:
            return Tasks("django.tasks.backends.immediate.ImmediateBackend")


def _postgresql(name: str, url: str) -> dict[str, object]:
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise ImproperlyConfigured(f"{name}: expected postgresql://user:password@host:port/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 600,
        "OPTIONS": dict(parse_qsl(parts.query)),
    }
