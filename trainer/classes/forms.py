"""Forms of classes. Every one carries its own number, so that sending it twice makes one row."""

from __future__ import annotations

import unicodedata
import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from trainer.classes.models import NAME_LENGTH


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
