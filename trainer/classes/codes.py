"""Codes that people read, write down and type: class codes, user names and word codes of pupils.

A class code has eight of 32 symbols (40 bits). A word code has four of
256 words (32 bits), which sign-in limits make plenty: five tries in five minutes an account.
"""

from __future__ import annotations

import secrets
from functools import cache
from pathlib import Path

from trainer.accounts.symbols import random_symbols

CODE_LENGTH = 8
USER_NAME_PREFIX = "elev-"
_USER_NAME_LENGTH = 5
_WORDS_IN_CODE = 4
_PUBLIC_ID_LENGTH = 12
_WORD_FILES = Path(__file__).parent / "words"


def new_public_id() -> str:
    """An address that cannot be counted through (60 bits)."""
    return random_symbols(_PUBLIC_ID_LENGTH).lower()


def new_class_code() -> str:
    """Eight symbols; shown in two groups by `shown_code`."""
    return random_symbols(CODE_LENGTH)


def shown_code(code: str) -> str:
    """`ABC2-DEFG`: two groups of four are remembered on the way from board to keyboard."""
    return f"{code[:4]}-{code[4:]}"


def new_user_name() -> str:
    """`elev-7k3mq`: says nothing about the pupil, and the same word serves both languages."""
    return USER_NAME_PREFIX + random_symbols(_USER_NAME_LENGTH).lower()


def new_word_code(language: str) -> str:
    """Four common words with hyphens; sign-in takes them in any case and with any separator."""
    words = word_list(language)
    return "-".join(secrets.choice(words) for _ in range(_WORDS_IN_CODE))


@cache
def word_list(language: str) -> tuple[str, ...]:
    """The 256 words of a language: short, neutral, a to z only, so that any keyboard will do."""
    return tuple((_WORD_FILES / f"{language}.txt").read_text(encoding="utf-8").split())
