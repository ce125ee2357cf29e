"""Twenty equal forms at once on a database in a file: a class made, joined, filled and given drills.

Run in a process of its own (`SITE_SQLITE_PATH=… python -m tests.classes.parallel`): the tests' own
SQLite lives in memory, where everything takes turns on one connection.
"""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import django

THREADS = 20


def at_once(action: Callable[[], int]) -> list[int]:
    """The statuses of twenty requests that start together."""
    from django.db import connections  # noqa: PLC0415

    start = Barrier(THREADS)

    def run(_number: int) -> int:
        start.wait()
        try:
            return action()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(run, range(THREADS)))


def main() -> None:
    """Print classes, pupils, accounts and assignments that are stored, and how many answers were good."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rules_site.settings")
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415
    from django.urls import reverse  # noqa: PLC0415

    from tests.samples import make_versions  # noqa: PLC0415
    from trainer.accounts.models import User  # noqa: PLC0415
    from trainer.classes.models import Assignment, AssignmentItem, Classroom, Membership  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    call_command("createcachetable")
    teacher = User.objects.create_user("berit", is_teacher=True)
    desk = Client()
    desk.force_login(teacher)
    key = str(uuid.uuid4())

    def send(client: Client, path: str, **fields: object) -> int:
        return client.post(path, {"request_key": key} | fields).status_code

    def at_desk() -> Client:
        client = Client()
        client.cookies = desk.cookies
        return client

    made = at_once(lambda: send(at_desk(), reverse("classes:create"), name="6B"))
    room = Classroom.objects.get()
    joined = at_once(lambda: send(Client(), reverse("classes:join"), code=room.code, name="Tuva"))
    drills = [version.drill.public_id for version in make_versions(3, "ending")]
    path = reverse("classes:assign", args=[room.public_id])
    listed = reverse("classes:import_pupils", args=[room.public_id])
    many = {"step": "make", "list": "Liam\nNora", "take": ["1", "2"], "secret": "0123456789abcdef0123"}
    pupils = at_once(lambda: send(at_desk(), listed, **many))
    given = at_once(
        lambda: send(at_desk(), path, step="give", theme="all", number=3, due_time="23:59", drills=drills)
    )
    stored = [model.objects.count() for model in (Classroom, Membership, Assignment, AssignmentItem)]
    accounts = User.objects.filter(username__regex=re.escape("elev-")).count()
    print(*stored, accounts, *(good.count(302) for good in (made, pupils, given)), joined.count(200))


if __name__ == "__main__":
    main()
