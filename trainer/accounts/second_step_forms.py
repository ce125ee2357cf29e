"""Forms of the second step: allauth's, with our words, and safe from payloads that are no credential."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import ReauthenticateForm
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as base_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from trainer.accounts.forms import OurFields
from trainer.accounts.second_step import SecondStepAdapter

_NAME_LENGTH = 60
_CODE = {"inputmode": "numeric", "autocomplete": "one-time-code", "maxlength": "20"}


class PlainRefusal(forms.Form):
    """One sentence for every credential that is none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        wrong = SecondStepAdapter.error_messages["incorrect_code"]
        self.fields["credential"].error_messages |= {"required": wrong, "invalid": wrong}


class CredentialField(PlainRefusal):
    """What the browser's passkey says; whatever it is not, it is a wrong one."""

    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except ValidationError:
            raise
        except Exception as problem:  # the parser of a payload from outside raises what it likes
            raise get_adapter().validation_error("incorrect_code") from problem


class AddPasskeyForm(PlainRefusal, OurFields, webauthn_forms.AddWebAuthnForm):  # type: ignore[misc]
    """A passkey of which the browser keeps the user name, so that it is enough to sign in with."""

    passwordless = forms.BooleanField(initial=True, required=False, widget=forms.HiddenInput)

    def dress(self) -> None:
        self.say("name", _("Name of the passkey"), _("For example the device it is on."), autocomplete="off")
        self.fields["name"].widget.attrs["maxlength"] = str(_NAME_LENGTH)

    def clean_name(self) -> str:
        name: str = super().clean_name()
        return name[:_NAME_LENGTH]

    def clean_passwordless(self) -> bool:
        return True

    def clean(self) -> dict[str, Any]:
        try:
            cleaned = super().clean() or {}
        except ValidationError:
            raise
        except Exception as problem:  # see CredentialField
            raise get_adapter().validation_error("incorrect_code") from problem
        return cleaned


class RenamePasskeyForm(OurFields, webauthn_forms.EditWebAuthnForm):  # type: ignore[misc]
    name = forms.CharField(max_length=_NAME_LENGTH)

    def dress(self) -> None:
        self.say("name", _("Name of the passkey"), autocomplete="off")


class UsePasskeyForm(CredentialField, webauthn_forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """The second step with a passkey."""


class SignInWithPasskeyForm(CredentialField, webauthn_forms.LoginWebAuthnForm):  # type: ignore[misc]
    """The whole sign-in with a passkey; a closed account is refused as any."""

    def clean_credential(self) -> Authenticator:
        authenticator: Authenticator = super().clean_credential()
        if authenticator.user.awaiting_confirmation:
            raise get_adapter().validation_error("incorrect_code")
        return authenticator


class ProvePasskeyForm(CredentialField, webauthn_forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """The passkey once more, before something that matters."""


class ActivateAppForm(OurFields, totp_forms.ActivateTOTPForm):  # type: ignore[misc]
    def dress(self) -> None:
        self.say("code", _("Code from the app"), _("Six digits."), **_CODE)


class CodeForm(OurFields, base_forms.AuthenticateForm):  # type: ignore[misc]
    def dress(self) -> None:
        self.say("code", _("Code"), _("Six digits from the app, or one of your reserve codes."), **_CODE)


class ProveCodeForm(OurFields, base_forms.ReauthenticateForm):  # type: ignore[misc]
    def dress(self) -> None:
        self.say("code", _("Code"), _("Six digits from the app, or one of your reserve codes."), **_CODE)


class ProvePasswordForm(OurFields, ReauthenticateForm):  # type: ignore[misc]
    def dress(self) -> None:
        self.say("password", _("Your password"))
        self.fields["password"].help_text = ""
