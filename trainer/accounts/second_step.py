"""The second step at sign-in: passkeys, an app with codes, and reserve codes for when both are away.

Open to teachers and staff who have a password here. Pupils are helped by their teacher when something is
lost, and nobody could help them past a lost telephone. Who signs in by their school has it from the school.
"""

from __future__ import annotations

import base64
import time
from typing import Any, ClassVar

from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from qrcode import QRCode

from trainer.accounts.models import User
from trainer.accounts.roles import is_teacher

_STEPS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
_WORKING_DAY = 12 * 60 * 60
_QUIET_ZONE = 4  # modules of white around a QR code, by its standard


def may_have(user: User, confirmed: bool | None = None) -> bool:
    """Whether the user may set up a second step; whoever knows whether there is an address saves a query."""
    teaches = is_teacher(user) if confirmed is None else user.is_teacher or confirmed
    return user.has_usable_password() and (user.is_staff or teaches)


def has(user: User) -> bool:
    """Whether the user has one: reserve codes alone are none."""
    return bool(Authenticator.objects.filter(user_id=user.pk, type__in=_STEPS).exists())


def was_taken(request: HttpRequest) -> bool:
    """Whether this session has been through the second step in the last twelve hours."""
    records = get_authentication_records(request, request.user)
    latest = max((record["at"] for record in records if record.get("method") == "mfa"), default=0)
    return bool(time.time() - latest < _WORKING_DAY)


def forget(user: User) -> int:
    """Take every second step from an account whose owner has lost them all."""
    gone, _each = Authenticator.objects.filter(user_id=user.pk).delete()
    return int(gone)


class SecondStepAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Our words, secrets encrypted in the database, and a QR code without inline styles."""

    error_messages: ClassVar = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("That did not work. Try again, with a new code if you use one."),
        "unverified_email": _("Confirm your e-mail address first."),
        "cannot_generate_recovery_codes": _("Reserve codes come with a passkey or an app."),
    }

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return _box().decrypt(encrypted_text.encode()).decode()
        except InvalidToken as problem:
            raise ImproperlyConfigured(
                "A second step was stored under another SITE_SECRET_KEY: name it in SITE_OLD_SECRET_KEYS"
            ) from problem

    def get_totp_label(self, user: User) -> str:
        return user.username

    def get_totp_issuer(self) -> str:
        return gettext("Tomannswhist")

    def generate_authenticator_name(self, user: User, type: Any) -> str:
        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return gettext("Passkey %(number)s") % {"number": count + 1}

    def build_totp_svg(self, url: str) -> str:
        """One path of squares; the page gives the colours and the words around it."""
        code = QRCode(border=_QUIET_ZONE)
        code.add_data(url)
        matrix = code.get_matrix()
        squares = "".join(
            f"M{x} {y}h1v1h-1z" for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {len(matrix)} {len(matrix)}">'
            f'<path fill="#fff" d="M0 0h{len(matrix)}v{len(matrix)}H0z"/><path d="{squares}"/></svg>'
        )


def _box() -> MultiFernet:
    """Keys of their own made from the site's secret; older secrets still open what they closed."""
    return MultiFernet([_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"second step").derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
