"""Take the second step from an account whose owner has lost passkeys, app and reserve codes."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from trainer.accounts import second_step
from trainer.accounts.backends import confirmed_owner, user_called


class Command(BaseCommand):
    help = "Remove passkeys, app and reserve codes of an account; make sure first who is asking."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="user name, or confirmed e-mail address")

    def handle(self, *args: Any, **options: Any) -> None:
        name: str = options["name"]
        user = confirmed_owner(name) if "@" in name else user_called(name)
        if user is None:
            raise CommandError(f"nobody is called {name!r}")
        if not second_step.forget(user):
            raise CommandError(f"{user.username} has no second step")
        self.stdout.write(f"{user.username} signs in with the password alone")
