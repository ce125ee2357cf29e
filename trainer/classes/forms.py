"""Forms of classes. Every one carries its own number, so that sending it twice makes one row."""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

from trainer.accounts.clock import moment_of
from trainer.classes.models import NAME_LENGTH, TITLE_LENGTH

MOST_DRILLS = 30


class OnceForm(forms.Form):
    """A form with a number of its own."""

    request_key = forms.UUIDField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"request_key": uuid.uuid4()} | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)

    def clean_request_key(self) -> uuid.UUID:
        key = self.cleaned_data.get("request_key")
        return key if isinstance(key, uuid.UUID) else uuid.uuid4()


def clean_name(text: str) -> str:
    """A name as written, without control characters and needless space."""
    normal = unicodedata.normalize("NFC", text)
    visible = "".join(c for c in normal if not unicodedata.category(c).startswith("C") or c.isspace())
    return " ".join(visible.split())


class NameField(forms.CharField):
    """Text of at least one letter or digit, shortened to nothing but its words."""

    def __init__(self, *, max_length: int, empty_message: str, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, strip=True, **kwargs)
        self.error_messages["required"] = empty_message
        self.error_messages["max_length"] = _("Use at most %(limit_value)s characters.")
        self.error_messages["null_characters_not_allowed"] = empty_message

    def to_python(self, value: object) -> str:
        return clean_name(str(value or ""))

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and not any(character.isalnum() for character in value):
            raise forms.ValidationError(self.error_messages["required"], code="required")


class ClassroomForm(OnceForm):
    """A new class."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = NameField(
            label=_("Name of the class"),
            max_length=NAME_LENGTH,
            empty_message=_("Give the class a name, such as 6B."),
        )


class NicknameForm(OnceForm):
    """What a pupil is called in one class; the class code comes along while joining."""

    code = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = NameField(
            label=_("Your name in the class"),
            max_length=NAME_LENGTH,
            empty_message=_("Write the name your teacher knows you by."),
        )

    @staticmethod
    def crowd() -> forms.ValidationError:
        """Too many newcomers at once."""
        return forms.ValidationError(
            _("Many have joined this class in a short time. Wait ten minutes and try again."), code="crowd"
        )


class RenameForm(NicknameForm):
    """The same name, written by a teacher."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name in the class")


class PublicIdsField(forms.MultipleChoiceField):
    """Ticked drills by public id; whether they exist is looked up when they are given."""

    def valid_value(self, value: object) -> bool:
        return len(str(value)) <= 16


class AssignForm(OnceForm):
    """What to assign: a kind or theme and how many, or the drills ticked in the preview; and until when."""

    drills = PublicIdsField(required=False)

    def __init__(
        self, *args: Any, themes: Sequence[tuple[str, object]], zone: ZoneInfo, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zone
        self.fields["theme"] = forms.ChoiceField(label=_("Which drills"), choices=themes)
        self.fields["theme"].error_messages["invalid_choice"] = _("Choose drills from the list.")
        self.fields["number"] = forms.IntegerField(
            label=_("How many"), min_value=1, max_value=MOST_DRILLS, initial=10
        )
        for problem in ("required", "invalid", "min_value", "max_value"):
            self.fields["number"].error_messages[problem] = _("Write a whole number from 1 to %(most)s.") % {
                "most": MOST_DRILLS
            }
        self.fields["title"] = NameField(
            label=_("Title"),
            max_length=TITLE_LENGTH,
            required=False,
            empty_message=_("Give the assignment a title."),
        )
        self.fields["due_date"] = forms.CharField(
            label=_("Due date"),
            required=False,
            max_length=20,
            widget=forms.TextInput(attrs={"type": "date"}),
        )
        self.fields["due_time"] = forms.CharField(
            label=_("Time of day"),
            required=False,
            max_length=10,
            initial="23:59",
            widget=forms.TextInput(attrs={"type": "time"}),
        )

    def clean_drills(self) -> list[str]:
        return list(dict.fromkeys(self.cleaned_data["drills"]))[:MOST_DRILLS]

    def clean_due_date(self) -> date | None:
        text = self.cleaned_data["due_date"].strip()
        if not text:
            return None
        for pattern in ("%Y-%m-%d", "%d.%m.%Y"):
            try:
                return datetime.strptime(text, pattern).date()
            except ValueError:
                continue
        raise forms.ValidationError(_("Write the date as year-month-day, such as 2026-12-18."))

    def clean_due_time(self) -> time:
        text = self.cleaned_data["due_time"].strip().replace(".", ":") or "23:59"
        try:
            return datetime.strptime(text[:5], "%H:%M").time()
        except ValueError as error:
            raise forms.ValidationError(_("Write the time as hours:minutes, such as 14:30.")) from error

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("due_date") and cleaned.get("due_time"):
            due_at = self.due_at()
            if due_at is not None and due_at <= timezone.now():
                self.add_error("due_date", _("This time has already passed."))
        return cleaned

    def due_at(self) -> datetime | None:
        """The moment the work is due, by the clock of the class."""
        day, clock = self.cleaned_data["due_date"], self.cleaned_data["due_time"]
        return moment_of(datetime.combine(day, clock), self.zone) if day else None
