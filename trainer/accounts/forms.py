"""Forms of the accounts: allauth's, with our words, one password field and no placeholders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account import forms as allauth_forms
from allauth.account.fields import PasswordField, SetPasswordField
from allauth.socialaccount.models import SocialAccount
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from trainer.accounts import recovery
from trainer.accounts.adapter import AccountAdapter
from trainer.accounts.display import CHOICES, Display
from trainer.accounts.models import User
from trainer.accounts.names import plain_login

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_ADDRESS_LENGTH = 254
_REQUIRED = _("Fill in this field.")
_NAME_KEYBOARD = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
_WRONG_CODE = _("The user name and the code do not match.")


class OurFields(forms.Form):
    """Labels and one message for an empty field; the first field at fault has the focus.

    The browser's own bubbles are left out: they speak the browser's language and go away.
    """

    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.dress()
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
            field.error_messages["required"] = _REQUIRED
            if isinstance(field, forms.EmailField):
                field.validators.append(MaxLengthValidator(_ADDRESS_LENGTH))

    def dress(self) -> None:
        """Set the labels, hints and attributes of the form."""

    def say(self, name: str, label: _StrPromise, hint: _StrPromise | str = "", **attributes: str) -> None:
        """Label, hint and attributes of one field."""
        field = self.fields[name]
        field.label, field.help_text = label, hint
        field.widget.attrs.update(attributes)

    def full_clean(self) -> None:
        super().full_clean()
        at_fault = [name for name in self.fields if name in self.errors]
        if at_fault:
            self.fields[at_fault[0]].widget.attrs["autofocus"] = True
        elif self.non_field_errors():
            first = next(iter(self.fields.values()))
            first.widget.attrs |= {"autofocus": True, "aria-describedby": "form-error"}


class SignInForm(OurFields, allauth_forms.LoginForm):  # type: ignore[misc]
    def dress(self) -> None:
        self.say("login", _("User name or e-mail"), **_NAME_KEYBOARD)
        self.say("password", _("Password"))

    def clean_login(self) -> str:
        return plain_login(self.cleaned_data["login"])


class SignUpForm(OurFields, allauth_forms.SignupForm):  # type: ignore[misc]
    def dress(self) -> None:
        self.say(
            "username",
            _("User name"),
            _("It need not be your own name. Letters, digits and . + - _ will do."),
            **_NAME_KEYBOARD,
        )
        self.say(
            "email",
            _("E-mail (optional)"),
            _("With an address you can get a new password by e-mail. Without one you get a code to keep."),
            type="email",
        )
        self.say("password1", _("Password"), _("At least 8 characters. Several words are easy to remember."))

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        """One transaction, so that a name taken in the same moment leaves nothing behind."""
        user: User = super().save(request)
        return user


class OwnPasswordMixin(forms.Form):
    """Asks for the password once more before something that could take the account over."""

    user: User
    password = PasswordField(label=_("Your password"), autocomplete="current-password")

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise AccountAdapter().validation_error("enter_current_password")
        return password


class AddressForm(OurFields, OwnPasswordMixin, allauth_forms.AddEmailForm):  # type: ignore[misc]
    field_order = ("email", "password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.user.has_usable_password():
            del self.fields["password"]

    def dress(self) -> None:
        self.say("email", _("E-mail"), type="email", autocomplete="email")


class ChangePasswordForm(OurFields, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    def dress(self) -> None:
        del self.fields["password2"]
        self.say("oldpassword", _("Your password"))
        self.say("password1", _("New password"), _("At least 8 characters."))


class SetPasswordForm(OurFields, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    def dress(self) -> None:
        del self.fields["password2"]
        self.say("password1", _("New password"), _("At least 8 characters."))


class ResetPasswordForm(OurFields, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    def dress(self) -> None:
        self.say("email", _("E-mail"), type="email", autocomplete="email")


class ResetPasswordKeyForm(OurFields, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    def dress(self) -> None:
        del self.fields["password2"]
        self.say("password1", _("New password"), _("At least 8 characters."))


class NewCodeForm(OurFields, OwnPasswordMixin):
    """Without a password there is none to ask for; who came by a service has just signed in there."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)
        if came_by_service(user):
            del self.fields["password"]


class RecoveryForm(OurFields):
    """User name, recovery code and the new password, in one step."""

    username = forms.CharField(max_length=150)
    code = forms.CharField(max_length=60)
    password1 = SetPasswordField()
    owner: User | None = None

    def dress(self) -> None:
        self.say("username", _("User name"), **_NAME_KEYBOARD)
        self.say("code", _("Recovery code"), autocomplete="off", spellcheck="false")
        self.say("password1", _("New password"), _("At least 8 characters."))
        self.fields["code"].widget.attrs["class"] = "big"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "username" in cleaned and "code" in cleaned:
            self.owner = recovery.owner_of_code(cleaned["username"], cleaned["code"])
            if self.owner is None:
                raise ValidationError(_WRONG_CODE)
        return cleaned

    def refuse(self) -> None:
        """The code was spent between the check and the saving."""
        self.add_error(None, ValidationError(_WRONG_CODE))


class TeacherRequestForm(OurFields):
    """What the owner needs to know before saying yes to a teacher."""

    school = forms.CharField(max_length=120)
    reason = forms.CharField(max_length=600, required=False, widget=forms.Textarea(attrs={"rows": 3}))

    def dress(self) -> None:
        self.say("school", _("School"), autocomplete="organization")
        self.say("reason", _("Message (optional)"), _("For example how many classes and pupils you have."))
        for field in self.fields.values():
            field.error_messages["max_length"] = _("Use at most %(limit_value)s characters.")


def came_by_service(user: User) -> bool:
    """Whether a school's service opens the account, and no password does."""
    return not user.has_usable_password() and bool(SocialAccount.objects.filter(user_id=user.pk).exists())


def own_name(code: str) -> str:
    """A language's name in itself.

    >>> own_name("sv")
    'Svenska'
    """
    return str(get_language_info(code)["name_local"]).partition(" (")[0].capitalize()


class DisplayForm(forms.Form):
    """How pages look, how cards are played, and the language; every choice is shown with what it does."""

    theme = forms.ChoiceField(
        label=_("Theme"),
        choices=[("system", _("System")), ("light", _("Light")), ("dark", _("Dark"))],
        widget=forms.RadioSelect,
    )
    suits = forms.ChoiceField(
        label=_("Colours of the suits"),
        choices=[("2", _("Two colours")), ("4", _("Four colours"))],
        widget=forms.RadioSelect,
    )
    letters = forms.ChoiceField(
        label=_("Card letters"),
        choices=[("default", _("As in the language")), ("int", "A K Q J"), ("nordic", "E K D Kn")],
        widget=forms.RadioSelect,
    )
    taps = forms.ChoiceField(
        label=_("Playing a card"),
        choices=[("1", _("One tap plays it")), ("2", _("Tap once to pick, once more to play"))],
        widget=forms.RadioSelect,
    )
    tray = forms.ChoiceField(
        label=_("Seen cards"),
        choices=[("request", _("On request")), ("shown", _("Always open")), ("hidden", _("Hidden"))],
        widget=forms.RadioSelect,
    )
    keys = forms.ChoiceField(
        label=_("Single keys at the table"),
        choices=[("on", _("On")), ("off", _("Off"))],
        widget=forms.RadioSelect,
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=[(code, own_name(code)) for code, _name in settings.LANGUAGES],
        widget=forms.RadioSelect,
    )
    next = forms.CharField(required=False, max_length=2000, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.error_messages.update(
                required=_("Choose one of these."), invalid_choice=_("Choose one of these.")
            )

    def display(self) -> Display:
        """The choice as a value."""
        return Display(*(self.cleaned_data[name] for name in CHOICES))
