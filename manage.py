#!/usr/bin/env python3
"""Run one of the project's commands: `python manage.py help` lists them."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rules_site.settings")
    try:
        from django.core.management import execute_from_command_line  # noqa: PLC0415 - see below
    except ImportError:
        sys.exit("Django is not installed for this Python. Run `make run`, which sets everything up.")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
