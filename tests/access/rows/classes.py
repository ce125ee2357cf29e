"""Classes: for their teachers and their pupils; everyone else gets 404, as for a class that is not there."""

from __future__ import annotations

from tests.access.matrix import CLASSMATES, TEACHERS, Row, everyone, only
from tests.access.scene import Scene


def room(scene: Scene) -> tuple[object, ...]:
    return (scene.room.public_id,)


def pupil(scene: Scene) -> tuple[object, ...]:
    return (scene.room.public_id, scene.membership.public_id)


def assignment(scene: Scene) -> tuple[object, ...]:
    return (scene.assignment.public_id,)


def first_drill(scene: Scene) -> tuple[object, ...]:
    return (scene.assignment.public_id, 1)


def cell(scene: Scene) -> tuple[object, ...]:
    return (scene.assignment.public_id, scene.membership.public_id, 1)


_MAY_TEACH = (*TEACHERS, "other_teacher")
_IN_CLASS = (*TEACHERS, *CLASSMATES)

ROWS = {
    "classes:index": Row(get=everyone(200)),
    "classes:create": Row(get=only(_MAY_TEACH, 200, 403, anonymous=302), post=only(_MAY_TEACH, 422, 403)),
    "classes:join": Row(get=everyone(200), post=everyone(422)),
    "classes:classroom": Row(room, get=only(_IN_CLASS, 200)),
    "classes:assign": Row(room, get=only(TEACHERS, 200), post=only(TEACHERS, 422)),
    "classes:archive": Row(room, get=only(TEACHERS, 200), post=only(TEACHERS, 302)),
    "classes:restore": Row(room, post=only(TEACHERS, 302)),
    "classes:change_code": Row(room, get=only(TEACHERS, 200), post=only(TEACHERS, 422)),
    "classes:pupil": Row(pupil, get=only(TEACHERS, 200), post=only(TEACHERS, 422)),
    "classes:new_code": Row(pupil, post=only(TEACHERS, 302)),
    "classes:remove_pupil": Row(pupil, get=only(TEACHERS, 200), post=only(TEACHERS, 302)),
    "classes:assignment": Row(assignment, get=only(_IN_CLASS, 200)),
    "classes:withdraw": Row(assignment, get=only(TEACHERS, 200), post=only(TEACHERS, 302)),
    "classes:cell": Row(cell, get=only(TEACHERS, 200)),
    **{f"classes:{name}": Row(assignment, get=only(TEACHERS, 200)) for name in ("sheet", "sheet_key")},
    **{f"classes:{name}": Row(room, get=only(TEACHERS, 200)) for name in ("picked_sheet", "picked_key")},
    **{
        f"classes:{name}_pdf": Row(where, only(TEACHERS, 200), made_elsewhere="tests/classes/test_sheets.py")
        for where, names in ((assignment, ("sheet", "sheet_key")), (room, ("picked_sheet", "picked_key")))
        for name in names
    },
    **{
        f"classes:{name}": Row(room, get=only(TEACHERS, 200))
        for name in ("mastery", "mastery_csv", "mastery_xlsx")
    },
    "classes:results": Row(room, get=only(TEACHERS, 200)),
    "classes:results_csv": Row(room, get=only(TEACHERS, 200)),
    "classes:results_xlsx": Row(room, get=only(TEACHERS, 200)),
    "classes:grid_csv": Row(assignment, get=only(TEACHERS, 200)),
    "classes:grid_xlsx": Row(assignment, get=only(TEACHERS, 200)),
    "classes:pick": Row(room, get=only(TEACHERS, 200)),
    "classes:edit": Row(assignment, get=only(TEACHERS, 200), post=only(TEACHERS, 302)),
    "classes:copy": Row(assignment, get=only(TEACHERS, 200)),
    "classes:preview": Row(assignment, get=only(TEACHERS, 200)),
    "classes:preview_drill": Row(first_drill, get=only(TEACHERS, 200), post=only(TEACHERS, 422)),
}
