"""Names of players as people write them."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext as _


class NameField(forms.CharField):
    """A name or nothing, without control characters and needless space."""

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, required=False, **kwargs)
        self.error_messages["max_length"] = _("Use at most %(limit_value)s characters.")

    def to_python(self, value: object) -> str:
        normal = unicodedata.normalize("NFC", str(value or ""))
        visible = "".join(c for c in normal if not unicodedata.category(c).startswith("C") or c.isspace())
        return " ".join(visible.split())
