"""Static files as they are sent in production: the site's own scripts without comments and indentation."""

from __future__ import annotations

import re
from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

# Whole lines alone: what stands in a string or behind code is left as it is.
_COMMENT = re.compile(r"^\s*(//.*|/\*.*\*/\s*)$")


def slim_script(text: str) -> str:
    """A script without the lines that are comments, without indentation and empty lines.

    >>> print(slim_script("// Why.\\nif (found) {\\n  go(); // now\\n}\\n\\n/* ── Next ── */\\nrest();"))
    if (found) {
    go(); // now
    }
    rest();
    """
    lines = (line.strip() for line in text.splitlines() if not _COMMENT.match(line))
    return "\n".join(filter(None, lines))


class SlimFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Named by their contents and packed, with our own scripts slimmed when they are collected."""

    def _save(self, name: str, content: File[Any]) -> str:
        if name.endswith(".js") and "/" not in name:
            content = ContentFile(slim_script(content.read().decode()).encode())
        return str(super()._save(name, content))
