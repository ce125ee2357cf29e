"""Codes that people read, write down and type: class codes, user names and word codes of pupils.

A class code has eight of 32 symbols (40 bits). A word code has four of
256 words (32 bits), which sign-in limits make plenty: five tries in five minutes an account.

The word codes of a whole class follow from one secret, which only the teacher's browser keeps: the slips can
be shown again for a while, and the site stores the codes' hashes alone.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import uuid
from functools import cache
from pathlib import Path

from django.utils.crypto import salted_hmac

from trainer.accounts.passwords import spellings
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


def new_secret() -> str:
    """What the word codes of a batch follow from (128 bits)."""
    return secrets.token_hex(16)


def batch_key(secret: str) -> uuid.UUID:
    """What is stored of the secret: enough to know it again, and of no other use."""
    return uuid.UUID(bytes=hashlib.sha256(f"batch:{secret}".encode()).digest()[:16])


def word_code_from(secret: str, public_id: str, language: str) -> str:
    """A pupil's word code in a batch: four words, one a byte."""
    digest = hmac.digest(secret.encode(), public_id.encode(), "sha256")
    words = word_list(language)
    return "-".join(words[byte] for byte in digest[:_WORDS_IN_CODE])


def word_mark(typed: str) -> int:
    """Eight bits of a word code, however it is typed, by the site's own key."""
    plain = spellings(typed)[-1]
    return int(salted_hmac("trainer.classes.word_mark", plain, algorithm="sha256").digest()[0])


@cache
def word_list(language: str) -> tuple[str, ...]:
    """The 256 words of a language: short, neutral, a to z only, so that any keyboard will do."""
    return tuple((_WORD_FILES / f"{language}.txt").read_text(encoding="utf-8").split())
