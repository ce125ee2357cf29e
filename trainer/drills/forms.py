"""The form that reports a drill: one short field."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from trainer.drills.models import REPORT_LENGTH


class ReportForm(forms.Form):
    """What is wrong; the number makes one report of a form that is sent twice."""

    text = forms.CharField(max_length=REPORT_LENGTH, strip=True)
    request_key = forms.UUIDField()

    def __init__(self, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent, initial={"request_key": uuid.uuid4()})
        errors = self.fields["text"].error_messages
        errors["required"] = _("Write in a few words what is wrong.")
        errors["max_length"] = _("Use at most %(limit_value)s characters.")
        errors["null_characters_not_allowed"] = errors["required"]

    @property
    def problem(self) -> str:
        """What is wrong with the field, if anything."""
        return next((str(error) for errors in self.errors.values() for error in errors), "")
