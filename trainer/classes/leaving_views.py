"""Pupils who leave: those taken out, who can be taken back, and the account handed to its pupil."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from trainer.accounts.http import SiteRequest, signed_in_user
from trainer.classes import access, releasing
from trainer.classes.services import ClassFull


@require_http_methods(["GET", "HEAD", "POST"])
def taken_out(request: SiteRequest, public_id: str) -> HttpResponse:
    """The pupils taken out of the class, each with a way back."""
    room = access.taught_classroom(request, public_id)
    if request.method == "POST":
        number = request.POST.get("pupil", "")
        valid = number.isascii() and number.isdecimal() and len(number) < 16
        try:
            name = releasing.take_back(room, int(number)) if valid else None
        except ClassFull:
            messages.error(request, _("The class has no room for so many pupils."))
            return redirect("classes:taken_out", public_id)
        if name is None:
            messages.info(request, _("The pupil was no longer on this list."))
        else:
            messages.success(request, _("%(name)s is in the class again.") % {"name": name})
        return redirect("classes:classroom", public_id)
    context = {"classroom": room, "rows": releasing.taken_out_of(room, get_language() or "nb")}
    return render(request, "classes/taken_out.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_variables("code")
def release(request: SiteRequest, public_id: str, pupil: str) -> HttpResponse:
    """Ask, then show the code with which a pupil takes the account over: the answer to the POST."""
    member = access.taught_pupil(request, public_id, pupil)
    if not member.account_made_here:
        messages.error(request, _("This pupil has an account of their own and chooses the password there."))
        return redirect("classes:pupil", public_id, pupil)
    context: dict[str, object] = {"membership": member, "offered": releasing.is_offered(member)}
    if request.method == "POST":
        code = releasing.offer_account(member, signed_in_user(request))
        address = request.build_absolute_uri(reverse("account_recovery"))
        return render(request, "classes/released.html", context | {"code": code, "address": address})
    return render(request, "classes/release.html", context)
