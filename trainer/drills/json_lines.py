"""Commands that answer lines: a JSON object a line in, a JSON object a line out, at once.

A line that cannot be answered gets `{"error": …}`, with its id if it has one, and the
next line is read. Answers come in the order of the lines, each flushed before the next
line is read, so that another program can hold a conversation.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from django.core.management.base import CommandError, OutputWrapper

from trainer.engine.endings import SolverMissing

STANDARD_INPUT = "-"

type Fields = Mapping[str, Any]


@contextmanager
def opened(source: str) -> Iterator[BinaryIO]:
    """The file with this name, or standard input; raise `CommandError` if it cannot be read."""
    if source == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    path = Path(source)
    if path.is_dir() or not os.access(path, os.R_OK):
        raise CommandError(f"cannot read {source}")
    with path.open("rb") as file:
        yield file


def answer_lines(
    lines: BinaryIO, out: OutputWrapper | TextIO, answer: Callable[[Fields], Mapping[str, Any]]
) -> None:
    """Write the answer to each line, or what is wrong with it, until the input ends or nobody reads on.

    `answer` raises `ValueError` for fields that mean nothing. Raises `CommandError` without the
    compiled engine and when it is interrupted.
    """
    try:
        for line in lines:
            out.write(json.dumps(reply(line, answer), ensure_ascii=False) + "\n")
            out.flush()
    except SolverMissing as error:
        raise CommandError(str(error)) from error
    except BrokenPipeError:  # the reader has gone: nothing is left to say, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        raise CommandError("stopped", returncode=130) from None


def reply(line: bytes, answer: Callable[[Fields], Mapping[str, Any]]) -> Mapping[str, Any]:
    """The answer to one line with its id if it has one, or `error` saying why there is none."""
    named: dict[str, Any] = {}
    try:
        fields = json.loads(line.decode())
        if not isinstance(fields, dict):
            raise ValueError("the line is not a JSON object")
        named = {"id": fields["id"]} if "id" in fields else {}
        return {**named, **answer(fields)}
    except (ValueError, RecursionError) as error:
        return {**named, "error": _reason(error)}


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"the line is not JSON: {error}"
    if isinstance(error, UnicodeDecodeError):
        return "the line is not UTF-8"
    if isinstance(error, RecursionError):
        return "the line is nested too deep"
    return str(error)
