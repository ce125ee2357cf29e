"""The page behind the link of a class, where its pupils sign in. It names nobody."""

from __future__ import annotations

from allauth.account.utils import perform_login
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.accounts.services import ensure_guest, learner_key, remember_guest
from trainer.classes.limits import WRONG_CODES
from trainer.classes.models import Classroom, ClassTeacher, Membership
from trainer.classes.signing_in import Locked, pupil_called, pupil_with_words

_LONGEST = 200


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("words")
def sign_in(request: SiteRequest, public_id: str) -> HttpResponse:
    """Sign a pupil in with the words of a slip."""
    room = get_object_or_404(Classroom, public_id=public_id)
    if isinstance(request.user, User):
        return _signed_in_already(request, request.user, room)
    ensure_guest(request)
    answer = _try(request, room) if request.method == "POST" else _ask(request, room)
    return remember_guest(request, answer)


def _signed_in_already(request: SiteRequest, user: User, room: Classroom) -> HttpResponse:
    """On to the class for those who belong there; others are told to sign out first."""
    if (
        Membership.objects.filter(classroom=room, learner__user=user).exists()
        or ClassTeacher.objects.filter(classroom=room, user=user).exists()
    ):
        return redirect("classes:classroom", room.public_id)
    return render(request, "classes/sign_in_other.html", {"classroom": room})


def _ask(request: SiteRequest, room: Classroom, error: str = "", status: int = 200) -> HttpResponse:
    given = request.POST if request.method == "POST" else request.GET
    context = {
        "classroom": room,
        "name": given.get("name", "")[:_LONGEST],
        "own_device": "own_device" in request.POST,
        "error": error,
    }
    return render(request, "classes/sign_in.html", context, status=status)


@sensitive_variables("words")
def _try(request: SiteRequest, room: Classroom) -> HttpResponse:
    name, words = (
        request.POST.get(field, "")[:_LONGEST].replace("\0", "").strip() for field in ("name", "words")
    )
    who = learner_key(request)
    if not words:
        return _ask(request, room, _("Write the words of your slip."), status=422)
    if WRONG_CODES.reached(who):
        return _ask(request, room, _locked(), status=429)
    try:
        user = pupil_called(request, name, words) if name else pupil_with_words(request, room, words)
    except Locked:
        return _ask(request, room, _locked(), status=429)
    if user is None:
        WRONG_CODES.count(who)
        said = _("The words do not fit. Look at your slip and try again, or write the user name too.")
        return _ask(request, room, said, status=422)
    return _enter(request, room, user)


def _locked() -> str:
    return _(
        "Too many wrong tries. Wait five minutes and try again, or ask your teacher for a new word code."
    )


def _enter(request: SiteRequest, room: Classroom, user: User) -> HttpResponse:
    """Sign in, for this browser window only unless the device is the pupil's own."""
    here = Membership.objects.filter(classroom=room, learner__user=user).exists()
    way = reverse("classes:classroom", args=[room.public_id]) if here else reverse("classes:index")
    response: HttpResponse = perform_login(request, user, redirect_url=way)
    if "own_device" not in request.POST:
        request.session.set_expiry(0)
    return response
