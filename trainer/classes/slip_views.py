"""Slips of a class: on the screen, to print, as PDF; and new word codes for those who lost theirs."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from trainer.accounts.http import SiteRequest, signed_in_user
from trainer.classes import access, handing_out
from trainer.classes.codes import new_secret
from trainer.classes.models import Classroom
from trainer.table.paper import PrintPage, as_pdf, to_print
from trainer.table.qr import QrCode, qr_code


@require_safe
@never_cache
@sensitive_variables("shown", "secret")
def slips(request: SiteRequest, public_id: str) -> HttpResponse:
    """The slips at hand, and the pupils who could have a new one."""
    room = access.taught_classroom(request, public_id)
    secret = handing_out.kept_secret(request, room)
    shown = handing_out.slips_of(room, secret, get_language() or "nb")
    context = {"classroom": room, "slips": shown, "secret": new_secret(), "link": _link(request, room)}
    return render(request, "classes/slips.html", context)


@require_safe
@never_cache
def slips_print(request: SiteRequest, public_id: str) -> HttpResponse:
    """The slips to print and cut."""
    room = access.taught_classroom(request, public_id)
    page = _paper(request, room)
    return to_print(request, page) if page else redirect("classes:slips", public_id)


@require_safe
@never_cache
def slips_pdf(request: SiteRequest, public_id: str) -> HttpResponse:
    """The same as a PDF."""
    room = access.taught_classroom(request, public_id)
    page = _paper(request, room)
    return as_pdf(request, page) if page else redirect("classes:slips", public_id)


@sensitive_variables("shown", "rows")
def _paper(request: SiteRequest, room: Classroom) -> PrintPage | None:
    """The page for paper, or nothing where no slip is at hand."""
    shown = handing_out.slips_of(room, handing_out.kept_secret(request, room), get_language() or "nb")
    if not shown.at_hand:
        return None
    link = _link(request, room)
    rows = [(slip, _code_for(link, slip.user_name)) for slip in shown.at_hand]
    return PrintPage(
        "classes/slips_print.html",
        {"classroom": room, "rows": rows, "link": link},
        "slips",
        reverse("classes:slips_pdf", args=[room.public_id]),
        private=True,
    )


def _link(request: SiteRequest, room: Classroom) -> str:
    return request.build_absolute_uri(reverse("classes:sign_in", args=[room.public_id]))


def _code_for(link: str, user_name: str) -> QrCode:
    """The link with the user name in it, so that only the words are left to type."""
    return qr_code(f"{link}?name={user_name}")


@require_POST
@never_cache
@sensitive_post_parameters("secret")
@sensitive_variables("secret")
def new_codes(request: SiteRequest, public_id: str) -> HttpResponse:
    """New word codes for the ticked pupils, and on to their slips."""
    room = access.taught_classroom(request, public_id)
    secret = request.POST.get("secret", "")
    chosen = [pupil for pupil in request.POST.getlist("pupil")[:500] if pupil.isalnum()]
    if not chosen or not 20 <= len(secret) <= 80:
        messages.error(request, _("Tick at least one pupil."))
        return redirect("classes:slips", public_id)
    given = handing_out.give_new_codes(room, signed_in_user(request), chosen, secret, get_language() or "nb")
    messages.success(
        request,
        ngettext(
            "%(n)s pupil has a new word code. The old one no longer works.",
            "%(n)s pupils have new word codes. The old ones no longer work.",
            given,
        )
        % {"n": given},
    )
    return handing_out.keep_secret(request, redirect("classes:slips", public_id), room, secret)
