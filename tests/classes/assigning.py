"""The form by which a teacher gives drills to a class: where it is, and what it sends."""

from __future__ import annotations

import uuid

from django.urls import reverse

from tests.classes.conftest import School


def assign_address(school: School) -> str:
    """The form's address in the language of the moment."""
    return reverse("classes:assign", args=[school.room.public_id])


def form(step: str = "preview", **changes: object) -> dict[str, object]:
    """Two drills of all themes, as the form stands when a title has been typed."""
    fields: dict[str, object] = {
        "step": step,
        "request_key": str(uuid.uuid4()),
        "theme": "all",
        "number": "2",
        "title": "Uke 49",
        "due_date": "",
        "due_time": "23:59",
    }
    return fields | changes
