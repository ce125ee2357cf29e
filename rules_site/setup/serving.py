"""`make run`: from a bare clone to a site that answers."""

from __future__ import annotations

import os
import socket
import subprocess

from rules_site.setup import packages
from rules_site.setup.steps import ROOT, StepFailed, Steps, command, say

HOST = "127.0.0.1"
STEPS_BEFORE, STEPS_IN_DJANGO = 2, 4


def run(port: int) -> None:
    """Set up what has changed since last time, then serve; replaces this process."""
    if not port_is_free(port):
        raise StepFailed(
            f"Port {port} is taken, perhaps by a `make run` in another terminal. "
            f"Stop that one, or choose another port: PORT={free_port_after(port)} make run"
        )
    set_up()
    say(_welcome(port))
    environment = os.environ | {"DJANGO_RUNSERVER_HIDE_WARNING": "true"}
    os.execve(
        packages.PYTHON, [str(packages.PYTHON), "manage.py", "runserver", f"{HOST}:{port}"], environment
    )


def set_up() -> None:
    """Everything that must be in place before the site can answer."""
    os.chdir(ROOT)
    steps = Steps(STEPS_BEFORE + STEPS_IN_DJANGO + 1)
    steps.run("Virtual environment", packages.make_environment)
    steps.run("Packages", lambda: packages.install(packages.RUN_LOCK))
    prepare = [str(packages.PYTHON), "-m", "rules_site.setup.prepare", str(STEPS_BEFORE), str(steps.total)]
    if subprocess.run(prepare, cwd=ROOT, check=False).returncode:
        raise StepFailed("the step above failed and says what to do. `make run` then goes on from there.")


def _welcome(port: int) -> str:
    return (
        f"[{STEPS_BEFORE + STEPS_IN_DJANGO + 1}/{STEPS_BEFORE + STEPS_IN_DJANGO + 1}] Serving\n\n"
        f"      Open http://{HOST}:{port}/ in a browser.\n"
        "      `make teacher`, in another terminal, makes a teacher account to try.\n"
        "      Ctrl-C stops the site; `make run` starts it again.\n"
    )


def port_is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def free_port_after(port: int) -> int:
    """A port to suggest: the next free one, else one the system picks."""
    for candidate in range(port + 1, min(port + 50, 65536)):
        if port_is_free(candidate):
            return candidate
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def teacher() -> None:
    """Make a teacher account in the database that `make run` set up, and say how to sign in."""
    if not packages.PYTHON.exists():
        raise StepFailed("The site is not set up yet. Run `make run` first, and this in another terminal.")
    command([packages.PYTHON, "manage.py", "create_teacher"], "Run `make run` once, then this again.")
    say("Sign in with these on the site; under Classes a teacher makes a class and gets its code.")
