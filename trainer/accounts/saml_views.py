"""The way to a school's SAML service and back; the service posts its answer here from its own page."""

from __future__ import annotations

import logging
from typing import Any

from allauth.core.ratelimit import consume_or_429
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import complete_social_login, render_authentication_error
from allauth.socialaccount.models import SocialApp
from allauth.socialaccount.sessions import LoginSession
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trainer.accounts.saml_sign_in import LONGEST_ANSWER, NotBelieved, SamlProvider, metadata_of, read_answer
from trainer.accounts.school_views import leave_by, named

_KEPT = 5 * 60  # seconds that a posted answer waits for the browser to fetch the next page
logger = logging.getLogger(__name__)


def _provider(request: HttpRequest, key: str) -> SamlProvider:
    """The service, or 404."""
    named("saml", key)
    try:
        provider: SamlProvider = get_adapter().get_provider(request, "saml", client_id=key)
    except SocialApp.DoesNotExist as problem:
        raise Http404 from problem
    return provider


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def leave(request: HttpRequest, organization_slug: str) -> HttpResponse:
    """A button, and after it a page that leads on by itself."""
    return leave_by(request, named("saml", organization_slug), lambda: _asked(request, organization_slug))


def _asked(request: HttpRequest, key: str) -> HttpResponse:
    answer: HttpResponse = _provider(request, key).redirect_from_request(request)
    return answer


@csrf_exempt  # comes from the service's page; its signature is looked at instead
@require_POST
@never_cache
def take_answer(request: HttpRequest, organization_slug: str) -> HttpResponse:
    """Keep the answer for a moment: this request comes without the reader's session, the next has it."""
    provider = _provider(request, organization_slug)
    limited: HttpResponse | None = consume_or_429(request, action="saml")
    if limited:
        return limited
    answer = request.POST.get("SAMLResponse", "")
    if not 0 < len(answer) <= LONGEST_ANSWER:
        return _refused(request, provider)
    response = HttpResponseRedirect(reverse("saml_finish_acs", args=[organization_slug]))
    kept = _kept(request)
    kept.store["answer"] = answer
    kept.store.set_expiry(_KEPT)
    kept.save(response)
    return response


@require_safe
@never_cache
def come_back(request: HttpRequest, organization_slug: str) -> HttpResponse:
    """Read the answer, once, and sign in whom it names."""
    provider = _provider(request, organization_slug)
    kept = _kept(request)
    answer = kept.store.get("answer", "")
    kept.delete()
    try:
        login = read_answer(request, provider, answer)
    except NotBelieved as problem:
        logger.info("SAML answer refused: %s", problem)
        return _refused(request, provider)
    response: HttpResponse = complete_social_login(request, login)
    return response


@require_safe
def metadata(request: HttpRequest, organization_slug: str) -> HttpResponse:
    """What the service is told once."""
    written = metadata_of(request, _provider(request, organization_slug).app)
    return HttpResponse(written, content_type="application/samlmetadata+xml")


def _kept(request: HttpRequest) -> Any:
    return LoginSession(request, "saml_acs_session", "saml-acs-session")


def _refused(request: HttpRequest, provider: SamlProvider) -> HttpResponse:
    answer: HttpResponse = render_authentication_error(request, provider)
    return answer
