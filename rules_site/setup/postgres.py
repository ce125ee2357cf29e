"""A PostgreSQL cluster for one test run: own data folder, own port on the loopback, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rules_site.setup.steps import StepFailed

SYSTEM_USER = "postgres"
NAME = "site"


def binaries() -> Path | None:
    """The folder with initdb and pg_ctl; the newest where there are several."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


@contextmanager
def temporary_cluster() -> Iterator[str]:
    """Start a cluster and give its address for SITE_DATABASE.

    PostgreSQL refuses to run as root, so root hands the work to the user that Debian's package makes.
    """
    programs = binaries()
    if programs is None:
        raise StepFailed("PostgreSQL's initdb is not here. Run `apt-get install postgresql` as root.")
    port = _free_port()
    with tempfile.TemporaryDirectory(prefix="site-postgresql-") as name:
        folder = Path(name)
        _hand_over(folder)
        data = folder / "data"
        _run(programs / "initdb", "-D", data, "-U", NAME, "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-p {port} -h 127.0.0.1 -k {folder} -F"
        _run(programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql://{NAME}@127.0.0.1:{port}/{NAME}"
        finally:
            _run(programs / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")


def _free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _hand_over(folder: Path) -> None:
    if os.geteuid() == 0:
        try:
            user = pwd.getpwnam(SYSTEM_USER)
        except KeyError as error:
            raise StepFailed(f"No system user {SYSTEM_USER}: install Debian's postgresql package.") from error
        os.chown(folder, user.pw_uid, user.pw_gid)


def _run(*arguments: str | Path) -> None:
    as_user = ["runuser", "-u", SYSTEM_USER, "--"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*as_user, *arguments], cwd="/", check=False, capture_output=True, text=True, encoding="utf-8"
    )
    if done.returncode:
        raise StepFailed(f"{Path(arguments[0]).name} failed: {(done.stderr or done.stdout).strip()[-400:]}")
