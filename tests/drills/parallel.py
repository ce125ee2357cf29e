"""Twenty equal answers at once on a database in a file, as two clicks and a bad network make them.

Run in a process of its own (`SITE_SQLITE_PATH=… python -m tests.drills.parallel`): the tests' own
SQLite lives in memory, where everything takes turns on one connection.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import django

THREADS = 20


def main() -> None:
    """Print how many answers came back with 200, and how many attempts and learners are stored."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rules_site.settings")
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connections  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from tests.drills.conftest import LIBRARY  # noqa: PLC0415
    from tests.drills.helpers import RIGHT, address, ticket_on  # noqa: PLC0415
    from trainer.accounts.models import Learner  # noqa: PLC0415
    from trainer.drills.models import Attempt  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    call_command("load_drills", directory=LIBRARY.parent, verbosity=0)
    visitor = Client()
    ticket = ticket_on(visitor.get(address("foll0w145")).content.decode())
    start = Barrier(THREADS)

    def answer(_number: int) -> int:
        client = Client()
        client.cookies = visitor.cookies
        start.wait()
        try:
            return client.post(address("foll0w145"), {"ticket": ticket, "choice": RIGHT}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as threads:
        statuses = list(threads.map(answer, range(THREADS)))
    print(statuses.count(200), Attempt.objects.count(), Learner.objects.count())


if __name__ == "__main__":
    main()
