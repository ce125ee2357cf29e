"""Signing in by a school's SAML service, in Skolfederation for one. The same rules as for OpenID Connect.

Only a signed assertion that answers a question of this browser is believed, and each question is answered
once. What names the person is stored as a digest; name, address and roles are neither read nor stored.
python3-saml is loaded when somebody comes this way: it is an extra, and most copies of the site have none.
"""

from __future__ import annotations

import binascii
import hashlib
from typing import Any

from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.saml.provider import SAMLProvider
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.module_loading import import_string

PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
LONGEST_ANSWER = 200_000  # characters
_POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
_SECURITY = {
    "wantAssertionsSigned": True,
    "wantAttributeStatement": False,
    "wantNameId": False,
    "requestedAuthnContext": False,
    "rejectDeprecatedAlgorithm": True,
    "signatureAlgorithm": "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    "digestAlgorithm": "http://www.w3.org/2001/04/xmlenc#sha256",
}


class NotBelieved(Exception):
    """The answer does not say who this is."""


class SamlProvider(SAMLProvider):  # type: ignore[misc]
    """Asks the service, remembers the question in the session and takes nothing from the address."""

    def redirect(
        self,
        request: HttpRequest,
        process: str,
        next_url: str | None = None,
        data: Any = None,
        **_kwargs: Any,
    ) -> HttpResponse:
        """Always to sign in, whatever the address asks for."""
        return self._ask(request, AuthProcess.LOGIN, next_url, data, anew=False)

    def ask_to_connect(self, request: HttpRequest, data: Any) -> HttpResponse:
        """To tie the service to an account; whoever is still signed in there does not count."""
        return self._ask(request, AuthProcess.CONNECT, None, data, anew=True)

    def _ask(
        self, request: HttpRequest, process: str, next_url: str | None, data: Any, *, anew: bool
    ) -> HttpResponse:
        auth = _auth(request, self.app, {})
        address = auth.login(return_to="", force_authn=anew)
        self.stash_redirect_state(request, process, next_url, data, auth.get_last_request_id())
        return HttpResponseRedirect(address)

    def extract_uid(self, data: Any) -> str:
        """A digest of the service and of what names the person there: often that is a name or an address."""
        kind, value = _person(self.app, data)
        parts = (self.app.settings["idp"]["entity_id"], kind, value)
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def extract_extra_data(self, data: Any) -> dict[str, Any]:
        return {}

    def extract_common_fields(self, data: Any) -> dict[str, Any]:
        return {}

    def extract_email_addresses(self, data: Any) -> list[Any]:
        return []


def _person(app: Any, data: Any) -> tuple[str, str]:
    """The attribute that the settings name, or the lasting NameID; a passing one names nobody."""
    if kind := app.settings.get("person"):
        values = data.get_attributes().get(kind, [])
        value = values[0] if len(values) == 1 else ""
    else:
        kind, value = PERSISTENT, data.get_nameid() or ""
        value = value if data.get_nameid_format() == PERSISTENT else ""
    if not value or not value.strip():
        raise NotBelieved("the answer names nobody")
    return kind, value.strip()


def read_answer(request: HttpRequest, provider: SamlProvider, answer: str) -> SocialLogin:
    """Who the answer says this is, with the state of the question; raise `NotBelieved`."""
    auth = _auth(request, provider.app, {"SAMLResponse": answer})
    try:
        auth.process_response()
        asked = auth.get_last_response_in_response_to()
        state = provider.unstash_redirect_state(request, asked) if asked else None
    except _faults() as problem:
        raise NotBelieved("not an answer at all") from problem
    except PermissionDenied as problem:
        raise NotBelieved("no question of this browser") from problem
    if auth.get_errors() or not auth.is_authenticated():
        raise NotBelieved(auth.get_last_error_reason() or "not signed in")
    if state is None:
        raise NotBelieved("nobody asked")
    login: SocialLogin = provider.sociallogin_from_response(request, auth)
    login.state = state
    return login


def _faults() -> tuple[type[Exception], ...]:
    """What an answer that is none can raise in the library or in what it reads with."""
    names = ("OneLogin_Saml2_Error", "OneLogin_Saml2_ValidationError")
    own: list[type[Exception]] = [import_string(f"onelogin.saml2.errors.{name}") for name in names]
    return (*own, binascii.Error, ValueError, SyntaxError, TypeError, AttributeError)


def metadata_of(request: HttpRequest, app: Any) -> bytes:
    """What the service is told of this site."""
    kind = import_string("onelogin.saml2.settings.OneLogin_Saml2_Settings")
    written = kind(_settings(request, app), sp_validation_only=True).get_sp_metadata()
    return written if isinstance(written, bytes) else str(written).encode()


def _auth(request: HttpRequest, app: Any, posted: dict[str, str]) -> Any:
    """python3-saml's view of the request: as if the answer were posted to the address it is meant for."""
    asked = {
        "https": "on" if request.is_secure() else "off",
        "http_host": request.get_host(),
        "script_name": reverse("saml_acs", args=[app.client_id]),
        "get_data": {},
        "post_data": posted,
    }
    return import_string("onelogin.saml2.auth.OneLogin_Saml2_Auth")(asked, _settings(request, app))


def _settings(request: HttpRequest, app: Any) -> dict[str, Any]:
    service = app.settings["idp"]

    def here(name: str) -> str:
        return request.build_absolute_uri(reverse(name, args=[app.client_id]))

    return {
        "strict": True,
        "security": _SECURITY | {"allowSingleLabelDomains": True},
        "sp": {
            "entityId": here("saml_metadata"),
            "assertionConsumerService": {"url": here("saml_acs"), "binding": _POST},
            "NameIDFormat": PERSISTENT,
        },
        "idp": {
            "entityId": service["entity_id"],
            "x509cert": service["x509cert"],
            "singleSignOnService": {"url": service["sso_url"]},
        },
    }
