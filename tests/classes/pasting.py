"""Going through the import and the slips as a teacher does."""

from __future__ import annotations

import re
from html import unescape

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from trainer.classes.models import Classroom


def preview(client: Client, room: Classroom, text: str, **more: object) -> HttpResponse:
    """What the site would make of a pasted list."""
    data = {"list": text, "step": "preview"} | more
    return client.post(reverse("classes:import_pupils", args=[room.public_id]), data)  # type: ignore[return-value]


def form_of(response: HttpResponse) -> dict[str, object]:
    """The fields of the preview as a browser would send them."""
    html = response.content.decode()
    fields: dict[str, object] = {
        name: unescape(value)
        for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html)
        if name != "csrfmiddlewaretoken"
    }
    if chosen := re.search(r'<option value="([^"]+)" selected', html):
        fields["columns"] = chosen[1]
    return fields | {"take": re.findall(r'name="take" value="(\d+)" checked', html), "step": "make"}


def make(client: Client, room: Classroom, text: str) -> HttpResponse:
    """Paste, look, and make the ticked pupils."""
    data = form_of(preview(client, room, text))
    return client.post(reverse("classes:import_pupils", args=[room.public_id]), data)  # type: ignore[return-value]


def slips_shown(client: Client, room: Classroom) -> dict[str, tuple[str, str]]:
    """User name and word code by pupil, as the page of slips shows them."""
    html = client.get(reverse("classes:slips", args=[room.public_id])).content.decode()
    rows = re.findall(r'<th scope="row">([^<]+)</th><td>([^<]+)</td><td>([^<]+)</td>', html)
    return {unescape(name): (user_name, words) for name, user_name, words in rows}
