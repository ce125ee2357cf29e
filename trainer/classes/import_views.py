"""Pupils from a pasted list or a file: what would be made, and then, when the teacher says so, all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from trainer.accounts.http import SiteRequest, signed_in_user
from trainer.classes import access, handing_out, importing
from trainer.classes.codes import new_secret
from trainer.classes.importing import Outcome, Preview
from trainer.classes.limits import pupil_limit
from trainer.classes.models import NAME_LENGTH, Classroom
from trainer.classes.pupil_lists import (
    MOST_BYTES,
    MOST_LINES,
    IsSpreadsheet,
    PupilList,
    TooBig,
    UnreadableList,
    decoded,
    read_list,
)
from trainer.classes.services import ClassFull, NameTaken

_PAGE = "classes/import.html"


@dataclass(frozen=True, slots=True)
class Sent:
    """What came with the form: for which class, the text, and the list read from it."""

    classroom: Classroom
    text: str
    pupils: PupilList


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("secret")
def import_pupils(request: SiteRequest, public_id: str) -> HttpResponse:
    """The list, its preview, and the making, all at one address; the form says which step it is."""
    room = access.taught_classroom(request, public_id)
    if room.archived_at:
        messages.error(request, _("The class is archived. Take it back into use first."))
        return redirect("classes:classroom", public_id)
    if request.method != "POST" or request.POST.get("step") == "change":
        return _ask(request, room, request.POST.get("list", ""))
    try:
        text = _given_text(request)
        sent = Sent(room, text, read_list(text, request.POST.get("columns", "")))
    except UnreadableList as error:
        return _ask(request, room, request.POST.get("list", "")[:MOST_BYTES], _problem(error))
    if not sent.pupils.lines:
        return _ask(request, room, text, _("Paste names or choose a file first."))
    if request.POST.get("step") == "make":
        return _make(request, sent)
    return _show(request, sent)


def _given_text(request: SiteRequest) -> str:
    """The file, if there is one; otherwise what was pasted."""
    upload = request.FILES.get("file")
    if isinstance(upload, UploadedFile) and upload.size:
        if upload.size > MOST_BYTES:
            raise TooBig
        return decoded(upload.read())
    return request.POST.get("list", "")


def _problem(error: UnreadableList) -> str:
    if isinstance(error, TooBig):
        return _("The list is too long. It may have %(lines)s lines and %(size)s kB.") % {
            "lines": MOST_LINES,
            "size": MOST_BYTES // 1024,
        }
    if isinstance(error, IsSpreadsheet):
        return _(
            "This is a spreadsheet. Save it as CSV and choose that file, "
            "or copy the names and paste them here."
        )
    return _("We cannot read this file as text. Save it as CSV, or copy the names and paste them here.")


def _ask(request: SiteRequest, room: Classroom, text: str = "", error: str = "") -> HttpResponse:
    context = {"classroom": room, "text": text, "error": error, "pupil_limit": pupil_limit(room)}
    return render(request, _PAGE, context, status=422 if error else 200)


def _show(request: SiteRequest, sent: Sent, error: str = "", status: int = 200) -> HttpResponse:
    """What would be made, a result a line."""
    given = sent.pupils
    shown = importing.preview(sent.classroom, given)
    context = {
        "classroom": sent.classroom,
        "text": sent.text,
        "preview": shown,
        "rows": [(line, _says(line.outcome)) for line in shown.lines],
        "columns": _columns(given),
        "chosen_columns": "+".join(str(column) for column in given.columns),
        "secret": new_secret(),
        "error": error or _too_many(shown),
    }
    return render(request, "classes/import_preview.html", context, status=status)


def _too_many(shown: Preview) -> str:
    if shown.new <= shown.room:
        return ""
    return ngettext(
        "The class has room for %(room)s more pupil. Untick the others.",
        "The class has room for %(room)s more pupils. Untick the others.",
        shown.room,
    ) % {"room": shown.room}


def _says(outcome: Outcome) -> str:
    """A line's outcome in words."""
    words: Mapping[Outcome, str] = {
        Outcome.NEW: _("New"),
        Outcome.IN_CLASS: _("In the class already"),
        Outcome.DOUBLED: _("Twice in the list"),
        Outcome.TOO_LONG: _("Too long: a name has at most %(most)s characters") % {"most": NAME_LENGTH},
        Outcome.EMPTY: _("No name on this line"),
        Outcome.NO_NAME: _("Not readable as a name"),
    }
    return words[outcome]


def _columns(given: PupilList) -> list[tuple[str, str]]:
    """The choices of columns, each by its heading or by what stands first in it."""
    if given.width < 2:
        return []
    names = [_column_name(given, at) for at in range(min(given.width, 12))]
    single = [(str(at), name) for at, name in enumerate(names)]
    pairs = {(0, 1), (1, 0)} | ({(given.columns[0], given.columns[1])} if len(given.columns) == 2 else set())
    both = [(f"{a}+{b}", f"{names[a]} + {names[b]}") for a, b in sorted(pairs) if max(a, b) < len(names)]
    return single + both


def _column_name(given: PupilList, at: int) -> str:
    for cells in (given.headings, given.lines[0].cells):
        if at < len(cells) and cells[at]:
            return cells[at][:40]
    return str(at + 1)


@sensitive_variables("secret")
def _make(request: SiteRequest, sent: Sent) -> HttpResponse:
    """Make the ticked pupils and go on to their slips."""
    room, secret = sent.classroom, request.POST.get("secret", "")
    names = importing.preview(room, sent.pupils).names_of(set(request.POST.getlist("take")))
    if not 20 <= len(secret) <= 80:
        return _show(request, sent)
    if not names and not importing.was_made(room, secret):
        return _show(request, sent, _("Tick at least one pupil."), status=422)
    try:
        batch = importing.make_pupils(room, signed_in_user(request), names, secret, get_language() or "nb")
    except ClassFull:
        return _show(request, sent, _("The class has no room for so many pupils."), status=422)
    except NameTaken:
        said = _("The class has changed meanwhile. Look through the list again.")
        return _show(request, sent, said, status=409)
    made = batch.members.count()
    messages.success(
        request,
        ngettext("%(n)s pupil has been made.", "%(n)s pupils have been made.", made) % {"n": made},
    )
    return handing_out.keep_secret(request, redirect("classes:slips", room.public_id), room, secret)
