"""Pieces on a queue: claimed once, taken over from the dead, delivered once, collected whole."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django.fixtures import Settings

from rules_site.setup.steps import ROOT
from trainer.drills import queueing
from trainer.drills.building import build, pieces_of
from trainer.drills.models import BuiltPiece
from trainer.drills.pieces import Piece
from trainer.drills.tasks import build_piece

PIECE = Piece("rules", "e1", 0, 100)
DEAD_AFTER = 2  # seconds without a sign of life


@pytest.fixture
def no_queue() -> list[Piece]:
    """Stands where a queue would: takes what is put on it."""
    return []


def age(piece: Piece, **by: float) -> None:
    """Make the piece's last sign of life older."""
    BuiltPiece.objects.update(claimed_at=timezone.now() - timedelta(**by))


@pytest.mark.django_db
def test_two_workers_cannot_have_the_same_piece() -> None:
    assert queueing.claim(PIECE)
    assert queueing.claim(PIECE) is None


@pytest.mark.django_db
def test_piece_of_a_dead_worker_is_queued_and_taken_over(no_queue: list[Piece], settings: Settings) -> None:
    settings.TASKS_LEASE = timedelta(seconds=60)
    first = queueing.claim(PIECE)
    assert first
    age(PIECE, seconds=59)
    assert queueing.queue_pieces([PIECE], no_queue.append) == 0
    age(PIECE, seconds=61)
    assert queueing.queue_stale(PIECE.kind, PIECE.recipe, no_queue.append) == 1
    assert no_queue == [PIECE]
    assert queueing.queue_stale(PIECE.kind, PIECE.recipe, no_queue.append) == 0
    second = queueing.claim(PIECE)
    assert second
    with pytest.raises(queueing.ClaimLost):
        queueing.renew(PIECE, first)
    with pytest.raises(queueing.ClaimLost):
        queueing.deliver(PIECE, first, "late\n")
    queueing.deliver(PIECE, second, "in time\n")
    assert BuiltPiece.objects.get().lines == "in time\n"


@pytest.mark.django_db
def test_finished_piece_is_neither_claimed_nor_queued_nor_delivered_again(no_queue: list[Piece]) -> None:
    name = queueing.claim(PIECE)
    assert name
    queueing.deliver(PIECE, name, "line\n")
    age(PIECE, days=1)
    assert queueing.claim(PIECE) is None
    assert queueing.queue_pieces([PIECE], no_queue.append, again=True) == 0
    with pytest.raises(queueing.ClaimLost):
        queueing.deliver(PIECE, name, "other\n")
    assert no_queue == []


@pytest.mark.django_db
def test_waiting_piece_is_queued_once_unless_told_again(no_queue: list[Piece]) -> None:
    assert queueing.queue_pieces([PIECE], no_queue.append) == 1
    assert queueing.queue_pieces([PIECE], no_queue.append) == 0
    assert queueing.queue_pieces([PIECE], no_queue.append, again=True) == 1
    assert str(queueing.progress([PIECE])) == "0 built, 0 in work, 1 waiting"


@pytest.mark.django_db
def test_failed_piece_can_be_queued_again(no_queue: list[Piece], monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("trainer.drills.queueing.deliver", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            build_piece.call("rules", "e1", 0, 1)
    assert queueing.queue_pieces([Piece("rules", "e1", 0, 1)], no_queue.append) == 1


@pytest.mark.django_db
def test_worker_with_another_engine_refuses() -> None:
    with pytest.raises(ValueError, match="queued by another version"):
        build_piece.call("rules", "e0", 0, 1)
    assert not BuiltPiece.objects.exists()


@pytest.mark.django_db
def test_without_a_queue_the_command_builds_in_process_and_collects(tmp_path: Path) -> None:
    folders = {"pieces": tmp_path / "pieces", "library": tmp_path / "library"}
    out = StringIO()
    with pytest.raises(CommandError, match=r"2 of 2 pieces are missing: .*2 not queued"):
        call_command("make_drills", "rules", collect=True, stdout=out, **folders)
    call_command("make_drills", "rules", queue=True, stdout=out, **folders)
    assert "2 pieces queued: 2 built, 0 in work, 0 waiting" in out.getvalue()
    call_command("make_drills", "rules", collect=True, stdout=out, **folders)
    assert "rules: 100 drills" in out.getvalue()
    pieces = pieces_of("rules")
    list(build(pieces, tmp_path / "straight"))
    for piece in pieces:
        assert piece.path(folders["pieces"]).read_bytes() == piece.path(tmp_path / "straight").read_bytes()


def environment(folder: Path, **extra: str) -> dict[str, str]:
    """A site of its own, with its database in the folder."""
    own = {"SITE_SQLITE_PATH": str(folder / "site.sqlite3"), "SITE_TASKS_LEASE": str(DEAD_AFTER)}
    return os.environ | own | {"DJANGO_SETTINGS_MODULE": "rules_site.settings"} | extra


def manage(site: dict[str, str], *arguments: str) -> str:
    """Run a command of that site to its end."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=site, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def start(site: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    """Start a worker of that site."""
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.Popen(command, cwd=ROOT, env=site, text=True, stderr=subprocess.DEVNULL)


def claims(folder: Path) -> list[tuple[str, bool]]:
    """Who holds or held each claimed piece, and whether it is built."""
    with sqlite3.connect(folder / "site.sqlite3", timeout=20) as database:
        rows = database.execute("select claim, built_at from drills_builtpiece where claim != ''").fetchall()
    return [(claim, built is not None) for claim, built in rows]


def kill_in_the_middle(folder: Path, worker: subprocess.Popen[str]) -> None:
    """SIGKILL the worker (and its child, where it works in one) at a piece, when others are built."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        found = claims(folder)
        at_work = [int(claim.split(":")[1]) for claim, built in found if not built]
        own = [pid for pid in at_work if worker.pid in {pid, parent_of(pid)}]
        if own and any(built for _claim, built in found):
            for pid in {worker.pid, *own}:
                os.kill(pid, signal.SIGKILL)
            worker.wait()
            return
        time.sleep(0.005)
    raise AssertionError(f"the worker was never at a piece: {claims(folder)}")


def parent_of(pid: int) -> int:
    """The process that started another; 0 if that is gone."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except FileNotFoundError:
        return 0


def check_kill(folder: Path, site: dict[str, str], worker: tuple[str, ...], finish: tuple[str, ...]) -> None:
    """Queue, kill one of two workers, let the other finish, queue the lost piece, collect, compare."""
    pieces, library = folder / "pieces", folder / "library"
    queue = ("make_drills", "rules", "--seeds", "800", "--pieces", str(pieces), "--library", str(library))
    manage(site, "migrate", "--verbosity", "0")
    assert "8 pieces queued" in manage(site, *queue, "--queue")
    workers = [start(site, *worker), start(site, *worker)]
    try:
        kill_in_the_middle(folder, workers[0])
        time.sleep(DEAD_AFTER + 0.5)
        manage(site, *queue, "--queue")
        manage(site, *finish)
        manage(site, *queue, "--collect")
    finally:
        for process in workers:
            process.kill()
            process.wait()
    expected = pieces_of("rules", 800)
    assert len(claims(folder)) == len(expected)
    assert all(built for _claim, built in claims(folder))
    list(build(expected, folder / "straight"))
    for piece in expected:
        assert piece.path(pieces).read_bytes() == piece.path(folder / "straight").read_bytes()


@pytest.mark.long
def test_worker_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    """Two workers on the database's queue; afterwards the same bytes as without any queue."""
    site = environment(tmp_path, SITE_TASKS="database")
    check_kill(tmp_path, site, ("db_worker", "--interval", "0.1"), ("db_worker", "--batch"))


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[str]:
    """A Redis server of its own."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server not found: apt-get install --no-install-recommends redis-server")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    server = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait()


@pytest.mark.long
def test_worker_killed_in_the_middle_loses_nothing_on_redis(tmp_path: Path, redis: str) -> None:
    """The same with Redis as the queue and the database for the results."""
    site = environment(tmp_path, SITE_TASKS="redis", SITE_REDIS=redis)
    rqworker = ("rqworker", "--job-class", "django_tasks_rq.Job")
    check_kill(tmp_path, site, rqworker, (*rqworker, "--burst"))
