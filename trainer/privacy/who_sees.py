"""Who sees what: one table, shown as a page and checked against a crawl of the site in every role."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Sees(Enum):
    YES = "yes"
    NO = "no"
    ASKED = "asked"  # not on any page; in the database, to help or to mend


class Thing(Enum):
    """What there is to see about a pupil or a teacher."""

    CLASS_NAME = "class name"
    USER_NAME = "user name"
    PASSWORD = "password"
    ASSIGNED = "assigned answers"
    PRACTICE = "own practice"
    REPORT = "report"
    ADDRESS = "address"
    TEACHER = "teacher's user name"


class Viewer(Enum):
    ME = "me"
    CLASSMATES = "classmates"
    MY_TEACHERS = "my teachers"
    OTHERS = "others"
    OWNER = "owner"


COLUMNS: dict[Viewer, _StrPromise] = {
    Viewer.ME: _("I"),
    Viewer.CLASSMATES: _("Others in the class"),
    Viewer.MY_TEACHERS: _("My teachers"),
    Viewer.OTHERS: _("Other teachers and everyone else"),
    Viewer.OWNER: _("Who runs the site"),
}

NAMES: dict[Thing, _StrPromise] = {
    Thing.CLASS_NAME: _("My name in the class"),
    Thing.USER_NAME: _("My user name"),
    Thing.PASSWORD: _("My password or word code"),
    Thing.ASSIGNED: _("My answers to what the class has been given"),
    Thing.PRACTICE: _("What I practise by myself, and my rating"),
    Thing.REPORT: _("What I write when I report a drill"),
    Thing.ADDRESS: _("My e-mail address, if I gave one"),
    Thing.TEACHER: _("The user name of a teacher"),
}

_YES, _NO, _ASKED = Sees.YES, Sees.NO, Sees.ASKED

# In the order of Viewer: me, classmates, my teachers, other teachers and everyone else, who runs the site.
TABLE: dict[Thing, tuple[Sees, Sees, Sees, Sees, Sees]] = {
    Thing.CLASS_NAME: (_YES, _NO, _YES, _NO, _ASKED),
    Thing.USER_NAME: (_YES, _NO, _YES, _NO, _YES),
    Thing.PASSWORD: (_NO, _NO, _NO, _NO, _NO),
    Thing.ASSIGNED: (_YES, _NO, _YES, _NO, _ASKED),
    Thing.PRACTICE: (_YES, _NO, _NO, _NO, _ASKED),
    Thing.REPORT: (_YES, _NO, _NO, _NO, _YES),
    Thing.ADDRESS: (_YES, _NO, _NO, _NO, _YES),
    Thing.TEACHER: (_YES, _NO, _YES, _NO, _YES),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: what, and who sees it, in the order of `COLUMNS`."""

    name: _StrPromise
    cells: tuple[Sees, ...]


def who_sees_table() -> list[Row]:
    return [Row(NAMES[thing], TABLE[thing]) for thing in Thing]


def sees(viewer: Viewer, thing: Thing) -> Sees:
    """What the table says."""
    return TABLE[thing][list(Viewer).index(viewer)]
