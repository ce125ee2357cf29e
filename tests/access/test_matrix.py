"""Every address by role and method; forms need a token; following a link writes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection, models, transaction
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import override

from tests.access.matrix import HOW_TO_ADD, Row, addresses, matrix
from tests.access.scene import ROLES, Scene, set_scene
from trainer.accounts.models import User

pytestmark = pytest.mark.safety

# Who a session is and which limits are counted is not what a page is about; both change with a look.
LEFT_OUT = {"sessions.session"}
# How statements begin that change no row; whatever begins otherwise counts as a write.
READING = ("SELECT", "SAVEPOINT", "RELEASE SAVEPOINT", "EXPLAIN", "PRAGMA")


@pytest.fixture
def scene(db: None) -> Scene:
    cache.clear()
    return set_scene()


def paths(scene: Scene) -> dict[str, str]:
    """The address of every row, in Norwegian; what rows need is made before anything is measured."""
    with override("nb"):
        return {name: reverse(name, args=row.arguments(scene)) for name, row in matrix().items()}


def sent(scene: Scene, role: str, method: str, path: str, row: Row, *, csrf: bool = False) -> HttpResponse:
    """One request in a browser of its own; what it stored is taken back."""
    client = scene.client(role, csrf=csrf)
    values = row.posted(scene) if method == "post" else row.query if method in {"get", "head"} else {}
    with transaction.atomic():
        response: HttpResponse = getattr(client, method)(path, values)
        if response.streaming:
            b"".join(response.streaming_content)  # type: ignore[attr-defined]
        transaction.set_rollback(True)
    return response


def compare(what: str, expected: dict[str, int], found: dict[str, int]) -> None:
    lines = [
        f"{name}: {found[name]}, its row says {status}"
        for name, status in expected.items()
        if found[name] != status
    ]
    if lines:
        pytest.fail(f"{what}:\n" + "\n".join(lines), pytrace=False)


def test_every_address_has_a_row() -> None:
    missing = sorted(addresses() - set(matrix()))
    if missing:
        how = HOW_TO_ADD.format(names=", ".join(missing), first=missing[0], roles=", ".join(ROLES))
        pytest.fail(how, pytrace=False)
    assert sorted(set(matrix()) - addresses()) == [], "no longer there: take the row away"


@pytest.mark.parametrize("role", ROLES)
def test_address_answers_as_its_row_says(scene: Scene, role: str) -> None:
    where = paths(scene)
    for method in ("get", "post"):
        expected, found = {}, {}
        for name, row in matrix().items():
            if method == "post" or row.asked_by(role):
                expected[name] = getattr(row, method)[role]
                found[name] = sent(scene, role, method, where[name], row).status_code
        compare(f"{method.upper()} as {role}", expected, found)


@pytest.mark.parametrize("role", ["classmate", "teacher"])
def test_head_answers_as_get(scene: Scene, role: str) -> None:
    where = paths(scene)
    asked = {name: row for name, row in matrix().items() if row.asked_by(role)}
    found = {name: sent(scene, role, "head", where[name], row).status_code for name, row in asked.items()}
    compare(f"HEAD as {role}", {name: row.get[role] for name, row in asked.items()}, found)


@pytest.mark.parametrize("role", ["anonymous", "teacher"])
def test_no_address_takes_another_method(scene: Scene, role: str) -> None:
    where = paths(scene)
    taken = {}
    for method in ("put", "delete"):
        for name, row in matrix().items():
            status = sent(scene, role, method, where[name], row).status_code
            if status not in {302, 404, 405}:  # 302 to the sign-in page, 404 for strangers
                taken[f"{method} {name}"] = status
    assert taken == {}


def test_every_write_needs_a_token(scene: Scene) -> None:
    """Sent by whom the address would let through, without the token of a form of ours."""
    where = paths(scene)
    let_through = {}
    for name, row in matrix().items():
        role = min(ROLES, key=lambda role: row.post[role])
        if row.post[role] == 405 or row.without_token:
            continue
        status = sent(scene, role, "post", where[name], row, csrf=True).status_code
        if status != 403:
            let_through[name] = (role, status)
    assert let_through == {}


@pytest.mark.parametrize("role", ROLES)
def test_following_a_link_writes_nothing(scene: Scene, role: str) -> None:
    where = paths(scene)
    scene.client(role)
    before = tables()
    wrote = {}
    for name, row in matrix().items():
        if row.writes_on_get or not row.asked_by(role):
            continue
        client = scene.client(role)
        with noting_writes() as written:
            response = client.get(where[name], row.query)
            if response.streaming:
                b"".join(response.streaming_content)  # type: ignore[attr-defined]
        # Sessions and limits are written too; only then are all the tables read again.
        if written and (now := tables()) != before:
            wrote[name] = sorted(table for table in now if now[table] != before[table])
            before = now
    assert wrote == {}, "a GET wrote; if it must, say why in `writes_on_get` of its row"


@contextmanager
def noting_writes() -> Iterator[list[str]]:
    """The statements carried out meanwhile that can change a row."""
    written: list[str] = []

    def note(execute: Callable[..., object], sql: str, *rest: object) -> object:
        if not sql.lstrip("( ").upper().startswith(READING):
            written.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield written


def tables() -> dict[str, str]:
    """A fingerprint of every table."""
    return {model._meta.label_lower: fingerprint(model) for model in stored_models()}


def stored_models() -> Iterator[type[models.Model]]:
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy and model._meta.label_lower not in LEFT_OUT:
            yield model


def fingerprint(model: type[models.Model]) -> str:
    rows = model._default_manager.order_by("pk").values_list()
    return hashlib.sha256(repr(list(rows)).encode()).hexdigest()


def test_a_write_is_noted(scene: Scene) -> None:
    with noting_writes() as read:
        User.objects.first()
    with noting_writes() as written:
        User.objects.update(language="sv")
    assert (read, len(written)) == ([], 1)
