"""One's own data for everyone, guests too; deleting a class or a pupil for the teachers of the class."""

from __future__ import annotations

from tests.access.matrix import TEACHERS, Row, everyone, only
from tests.access.rows.classes import pupil, room

ROWS = {
    "privacy:my_data": Row(get=everyone(200)),
    "privacy:who_sees": Row(get=everyone(200)),
    "privacy:download": Row(get=everyone(200)),
    # Without the ticket of a form: nobody's answers are there to delete, or nothing is deleted.
    "privacy:delete_me": Row(get=everyone(200), post=only(("anonymous",), 302, 409)),
    "privacy:deleted": Row(get=everyone(200)),
    "privacy:delete_class": Row(room, get=only(TEACHERS, 200), post=only(TEACHERS, 422)),
    "privacy:delete_pupil": Row(pupil, get=only(TEACHERS, 200), post=only(TEACHERS, 422)),
}
