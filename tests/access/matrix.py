"""What a row of the access matrix says, and where the rows stand: one module a feature in `rows/`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from tests.access import rows
from tests.access.scene import ROLES, Scene

type Arguments = Callable[[Scene], tuple[object, ...]]
type Answers = Mapping[str, int]

TEACHERS = ("teacher", "co_teacher")
CLASSMATES = ("pupil", "classmate")
SIGNED_IN = tuple(role for role in ROLES if role != "anonymous")

HOW_TO_ADD = """
{names} has no row in the access matrix. Say who gets what, in tests/access/rows/<feature>.py:

    ROWS = {{
        "{first}": Row(
            lambda scene: (scene.room.public_id,),  # what fills the gaps of the address, or leave it out
            get=only(TEACHERS, 200),  # strangers get 404; there are also everyone(200), to_sign_in(200)
            post=only(TEACHERS, 302),  # leave it out where POST is not taken (405)
            data={{"name": "New"}},  # what is posted, if the answer depends on it
        ),
    }}

The roles are {roles}. The objects are those of `pupil` and `teacher` (tests/access/scene.py); make further
ones in your own module. `python -m pytest tests/access -q` then shows every answer that differs."""


def everyone(status: int) -> Answers:
    """The same answer for all."""
    return dict.fromkeys(ROLES, status)


def only(roles: tuple[str, ...], status: int, otherwise: int = 404, **others: int) -> Answers:
    """An answer for some roles and another one, 404 unless said, for the rest."""
    return {role: others.get(role, status if role in roles else otherwise) for role in ROLES}


def to_sign_in(status: int) -> Answers:
    """An answer for who is signed in; others are led to the sign-in page."""
    return only(SIGNED_IN, status, 302)


def told_signed_out(status: int) -> Answers:
    """An answer to a form from who is signed in; others get the page that keeps what they wrote."""
    return only(SIGNED_IN, status, 403)


@dataclass(frozen=True, slots=True)
class Row:
    """One address: what fills its gaps, and the status of GET and of POST by role.

    `query` goes with GET, `data` with POST. `writes_on_get` is the reason why following a link may
    change a table, for the few addresses that have one; `without_token` why a POST needs none. An
    `open_page` is the same for everyone and asked for as nobody alone; `made_elsewhere` names the tests that
    ask for something that takes long to make.
    """

    arguments: Arguments = lambda _scene: ()
    get: Answers = field(default_factory=lambda: everyone(405))
    post: Answers = field(default_factory=lambda: everyone(405))
    query: Mapping[str, str] = field(default_factory=dict)
    data: Mapping[str, Any] | Callable[[Scene], Mapping[str, Any]] = field(default_factory=dict)
    writes_on_get: str = ""
    without_token: str = ""
    open_page: bool = False
    made_elsewhere: str = ""

    def asked_by(self, role: str) -> bool:
        """Whether GET is tried in that role."""
        return not self.made_elsewhere and (role == "anonymous" or not self.open_page)

    def posted(self, scene: Scene) -> Mapping[str, Any]:
        return self.data(scene) if callable(self.data) else self.data


@cache
def matrix() -> dict[str, Row]:
    """Every row of every feature by the name of its address."""
    found: dict[str, Row] = {}
    for module in pkgutil.iter_modules(rows.__path__, f"{rows.__name__}."):
        more = importlib.import_module(module.name).ROWS
        assert not found.keys() & more.keys(), f"twice: {found.keys() & more.keys()}"
        found |= more
    return found


def addresses() -> set[str]:
    """The names of all addresses of the site but those of Django's admin, which has tests of its own."""
    return {name for name in _names(get_resolver().url_patterns) if not name.startswith("admin:")}


def _names(patterns: list[URLPattern | URLResolver], namespace: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _names(pattern.url_patterns, inner)
        else:
            yield f"{namespace}{pattern.name}"
