"""Make a teacher account to try the site with, or give the one there is a new password."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from trainer.accounts.names import USER_NAME_LENGTH, plain_user_name
from trainer.accounts.services import give_teacher_account


class Command(BaseCommand):
    help = "Make a teacher account, or reset its password; prints the name and the password once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="teacher", help="user name (default: teacher)")
        parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES], default="nb")

    def handle(self, *args: Any, **options: Any) -> None:
        name = plain_user_name(options["name"])
        if not name or "@" in name or len(name) > USER_NAME_LENGTH:
            raise CommandError(f"{options['name']!r} cannot be a user name")
        password = give_teacher_account(name, options["language"])
        self.stdout.write(f"User name: {name}\nPassword:  {password}")
