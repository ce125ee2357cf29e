"""Let someone who has an account teach."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from trainer.accounts.backends import confirmed_owner, user_called


class Command(BaseCommand):
    help = "Let an existing user make classes; --revoke takes the right away."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="user name, or confirmed e-mail address")
        parser.add_argument("--revoke", action="store_true", help="take the right away")

    def handle(self, *args: Any, **options: Any) -> None:
        name: str = options["name"]
        user = confirmed_owner(name) if "@" in name else user_called(name)
        if user is None:
            raise CommandError(f"nobody is called {name!r}")
        user.is_teacher = not options["revoke"]
        user.save(update_fields=["is_teacher"])
        self.stdout.write(f"{user.username} {'teaches' if user.is_teacher else 'does not teach'}")
