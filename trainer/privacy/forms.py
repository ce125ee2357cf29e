"""Forms that delete: each asks for what only the owner knows, and what is to become of pupils."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from trainer.accounts.forms import OurFields, OwnPasswordMixin
from trainer.accounts.models import User
from trainer.accounts.names import plain_user_name
from trainer.privacy.deleting import Pupils


class PupilsForm(OurFields):
    """Whether the accounts that a class made are deleted with it, asked where there are any."""

    pupils = forms.ChoiceField(
        choices=[
            (Pupils.RELEASE.value, _("The pupils keep their accounts and answers")),
            (Pupils.DELETE.value, _("Their accounts and answers are deleted too")),
        ],
        widget=forms.RadioSelect,
        label=_("Accounts that the class made"),
        error_messages={"invalid_choice": _("Choose one of these.")},
    )

    def __init__(self, *args: Any, held: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not held:
            del self.fields["pupils"]

    def choice(self) -> Pupils:
        return Pupils(self.cleaned_data.get("pupils", Pupils.RELEASE.value))


class DeleteMeForm(PupilsForm, OwnPasswordMixin):
    """The password, or the user name where the school signs one in."""

    user_name = forms.CharField(max_length=150, label=_("Your user name"))
    field_order = ("pupils", "password", "user_name")

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)
        del self.fields["user_name" if user.has_usable_password() else "password"]

    def dress(self) -> None:
        self.say("password", _("Your password or word code"))
        self.say(
            "user_name", _("Your user name"), _("Write it to show that you mean it."), autocomplete="off"
        )

    def clean_user_name(self) -> str:
        name: str = self.cleaned_data["user_name"]
        if plain_user_name(name) != self.user.username:
            raise forms.ValidationError(_("That is not your user name."))
        return name
