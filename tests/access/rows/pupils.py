"""Pupils by list, their slips, and the sign-in of a class."""

from __future__ import annotations

from tests.access.matrix import CLASSMATES, TEACHERS, Row, only
from tests.access.rows.classes import pupil, room

_IN_CLASS = (*TEACHERS, *CLASSMATES)
_MAY_TEACH = (*TEACHERS, "other_teacher")

ROWS = {
    "classes:import_pupils": Row(room, get=only(TEACHERS, 200), post=only(TEACHERS, 422)),
    "classes:slips": Row(room, get=only(TEACHERS, 200)),
    "classes:slips_print": Row(room, get=only(TEACHERS, 302)),
    "classes:slips_pdf": Row(room, get=only(TEACHERS, 302)),
    "classes:new_codes": Row(room, post=only(TEACHERS, 302)),
    "classes:teachers": Row(room, get=only(TEACHERS, 200), post=only(TEACHERS, 422)),
    "classes:taken_out": Row(room, get=only(TEACHERS, 200), post=only(TEACHERS, 302)),
    "classes:release": Row(pupil, get=only(TEACHERS, 302), post=only(TEACHERS, 302)),
    "classes:invitation": Row(
        lambda _scene: ("nobodys",), get=only((), 200, anonymous=302), post=only((), 200, anonymous=403)
    ),
    "classes:move": Row(get=only(_MAY_TEACH, 200, 403, anonymous=302), post=only(_MAY_TEACH, 422, 403)),
    "classes:sign_in": Row(
        room,
        get=only(_IN_CLASS, 302, otherwise=200),
        post=only(_IN_CLASS, 302, otherwise=200, anonymous=422),
    ),
}
