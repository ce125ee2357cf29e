"""Signing in by a school's OpenID Connect service, Feide for one.

An account is known by issuer and subject, and by nothing else: name and address that the service may send are
neither read nor stored, so that an equal address can never open somebody's account, a changed name changes
nothing, and no claim makes a teacher. Stricter than allauth alone: the ID token is always there, its
signature is checked although it comes straight from the service, and it carries this browser's nonce.
"""

from __future__ import annotations

import secrets
from typing import Any

import jwt
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.http import HttpRequest, HttpResponse

# Signed with a key pair: never `none`, never a secret that both sides know.
_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
_NEEDED = ["exp", "iat", "iss", "aud", "sub", "nonce"]
_CLOCKS_DIFFER = 60  # seconds
_LONGEST_SUBJECT = 100


class IdTokenAdapter(OpenIDConnectOAuth2Adapter):  # type: ignore[misc]
    """Reads the ID token and asks for nothing else."""

    expected_nonce = ""

    def complete_login(self, request: HttpRequest, app: Any, token: Any, **kwargs: Any) -> SocialLogin:
        try:
            claims = self._claims(app, kwargs["response"].get("id_token"))
        except (jwt.PyJWTError, ValueError, KeyError, TypeError, AttributeError) as problem:
            raise OAuth2Error("no valid ID token") from problem
        return self.get_provider().sociallogin_from_response(request, claims)

    def _claims(self, app: Any, id_token: str) -> dict[str, Any]:
        claims: dict[str, Any] = jwt.decode(
            id_token,
            key=self._key_of(id_token),
            algorithms=_ALGORITHMS,
            audience=app.client_id,
            issuer=self._issuer(),
            leeway=_CLOCKS_DIFFER,
            options={"require": _NEEDED},
        )
        if not secrets.compare_digest(str(claims["nonce"]).encode(), self.expected_nonce.encode()):
            raise OAuth2Error("the ID token is for another sign-in")
        if isinstance(claims["aud"], list) and len(claims["aud"]) > 1 and claims.get("azp") != app.client_id:
            raise OAuth2Error("the ID token is for another site")
        if not claims["sub"] or len(claims["sub"]) > _LONGEST_SUBJECT:
            raise OAuth2Error("the ID token names nobody")
        return claims

    def _issuer(self) -> str:
        """The service may call itself only what it is configured as."""
        issuer, configured = str(self.openid_config["issuer"]), self.get_provider().app.settings["server_url"]
        if issuer.rstrip("/") != str(configured).rstrip("/"):
            raise OAuth2Error("the service calls itself something else")
        return issuer

    def _key_of(self, id_token: str) -> Any:
        named = jwt.get_unverified_header(id_token).get("kid")
        with get_adapter().get_requests_session() as session:
            answer = session.get(self.openid_config["jwks_uri"])
            answer.raise_for_status()
        for key in jwt.PyJWKSet.from_dict(answer.json()).keys:
            if key.key_id == named:
                return key.key
        raise OAuth2Error("the ID token is signed with an unknown key")


class SchoolProvider(OpenIDConnectProvider):  # type: ignore[misc]
    """Sends a nonce along, asks for what the settings say and takes nothing from the address."""

    oauth2_adapter_class = IdTokenAdapter

    def redirect(
        self,
        request: HttpRequest,
        process: str,
        next_url: str | None = None,
        data: Any = None,
        **_kwargs: Any,
    ) -> HttpResponse:
        """Always to sign in, whatever the address asks for."""
        return self._ask(request, AuthProcess.LOGIN, next_url, data, {})

    def ask_to_connect(self, request: HttpRequest, data: Any) -> HttpResponse:
        """To tie the service to an account; whoever is still signed in there does not count."""
        return self._ask(request, AuthProcess.CONNECT, None, data, {"prompt": "login"})

    def _ask(
        self, request: HttpRequest, process: str, next_url: str | None, data: Any, more: dict[str, str]
    ) -> HttpResponse:
        nonce = secrets.token_urlsafe(24)
        answer: HttpResponse = super().redirect(
            request,
            process,
            next_url,
            data,
            scope=self.get_scope(),
            auth_params={"nonce": nonce, **more},
            nonce=nonce,
        )
        return answer

    def extract_uid(self, data: dict[str, Any]) -> str:
        return f"{data['iss']} {data['sub']}"

    def extract_extra_data(self, data: dict[str, Any]) -> dict[str, Any]:
        return {}

    def extract_common_fields(self, data: dict[str, Any]) -> dict[str, Any]:
        return {}

    def extract_email_addresses(self, data: dict[str, Any]) -> list[Any]:
        return []


class CallbackView(OAuth2CallbackView):  # type: ignore[misc]
    """Hands the nonce of the state, which works once, to the reader of the token."""

    def _get_state(self, request: HttpRequest, provider: Any) -> tuple[Any, Any]:
        state, answer = super()._get_state(request, provider)
        if state is not None:
            self.adapter.expected_nonce = state.get("nonce", "")
        return state, answer
