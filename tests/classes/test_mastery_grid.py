"""The teacher's table of mastery: the learner's rule, on answers to what the class has been given."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.classes.conftest import School, add_pupil, give, user_of
from tests.samples import answer, make_versions
from trainer.classes.assigning import record_for_classes
from trainer.classes.grid import BY_NAME
from trainer.classes.mastery_grid import MasteryGrid, mastery_grid
from trainer.classes.models import Assignment, Classroom
from trainer.classes.queries import pupils_of
from trainer.drills.mastery import Level, mastery_rule

type Enter = Callable[[object], Client]


def address(school: School, name: str = "mastery") -> str:
    return reverse(f"classes:{name}", args=[school.room.public_id])


def whole_grid(school: School) -> MasteryGrid:
    pupils = pupils_of(school.room, "nb")
    return mastery_grid(list(school.room.assignments.all()), "", pupils, BY_NAME)


def test_only_given_drills_count(school: School) -> None:
    given = make_versions(5, "ending", theme="discard")
    give(school.room, given)
    give(school.room, given[:2])
    for version in given:
        record_for_classes(answer(school.ida.learner, version, "right"))
    for version in make_versions(2, "ending", theme="discard"):
        record_for_classes(answer(school.noah.learner, version, "right"))

    grid = whole_grid(school)

    place = [column.name for column in grid.columns].index("ending.discard")
    assert [(row.pupil.display_name, row.cells[place].level) for row in grid.rows] == [
        ("Ida Hansen", Level.KNOWN),
        ("Noah", Level.NEW),
    ]


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_rule_is_the_same_on_both_pages(
    school: School, enter: Callable[[object], Client], language: str
) -> None:
    answer(school.ida.learner, school.versions[0])
    with override(language):
        rule = escape(mastery_rule())
        pages = (
            (school.teacher, reverse("classes:mastery", args=[school.room.public_id])),
            (user_of(school.ida), reverse("progress:mine")),
        )
    for who, path in pages:
        assert rule in enter(who).get(path).content.decode()


def test_other_teachers_do_not_see_the_table(school: School, enter: Enter) -> None:
    path = address(school)
    assert [enter(who).get(path).status_code for who in (school.other_teacher, school.ida, None)] == [404] * 3
    assert enter(school.teacher).get(path).status_code == 200


def test_two_queries_for_any_class(school: School, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for count in (3, 20):
        give(school.room, make_versions(count, "ending"))
        for number in range(count):
            add_pupil(school.room, f"Pupil {count} {number}")
        given, pupils = list(school.room.assignments.all()), pupils_of(school.room, "nb")
        with django_assert_num_queries(2):
            mastery_grid(given, "", pupils, BY_NAME)


# ── What the address asks for ─────────────────────────────────


@pytest.fixture
def practised(school: School) -> School:
    """Ida knows the theme, Noah has one of two right, and the others have not begun."""
    for name in ("Åse", "Örjan", "Zulu", "=1+1"):
        add_pupil(school.room, name)
    given = make_versions(5, "ending", theme="discard")
    give(school.room, given)
    old = give(school.room, make_versions(2, "rules"))
    Assignment.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=50))
    Classroom.objects.filter(pk=school.room.pk).update(created_at=timezone.now() - timedelta(days=100))
    for version in given:
        record_for_classes(answer(school.ida.learner, version, "right"))
    for version, verdict in zip(given, ("right", "wrong"), strict=False):
        record_for_classes(answer(school.noah.learner, version, verdict))
    return school


def rows(client: Client, path: str) -> list[list[str]]:
    """Names and levels as the screen has them."""
    html = client.get(path).content.decode().partition("<tbody>")[2].partition("</tbody>")[0]
    return [
        [
            " ".join(unescape(re.sub(r"<[^>]+>", "", cell)).split())
            for cell in re.findall(r"(?s)<t[hd].*?</t[hd]>", row)
        ]
        for row in html.split("</tr>")[:-1]
    ]


def test_period_kind_and_assignment_are_obeyed(practised: School, enter: Enter) -> None:
    client, path = enter(practised.teacher), address(practised)

    def columns(query: str) -> list[str]:
        return [column.name for column in client.get(path + query).context["grid"].columns]

    assert "rules" in {name.partition(".")[0] for name in columns("")}
    assert {name.partition(".")[0] for name in columns("?period=30")} == {"ending"}
    assert {name.partition(".")[0] for name in columns("?kind=rules")} == {"rules"}
    assert "ending.discard" not in columns(f"?assignment={practised.assignment.public_id}")
    assert columns("?assignment=nothing") == []


@pytest.mark.parametrize(
    ("language", "last"), [("nb", ["Zulu", "Örjan", "Åse"]), ("sv", ["Zulu", "Åse", "Örjan"])]
)
def test_themes_sort_and_the_files_equal_the_screen(
    practised: School, enter: Enter, language: str, last: list[str]
) -> None:
    client = enter(practised.teacher)
    with override(language):
        for query, first in (("", "Noah"), ("&down=1", "Ida Hansen")):
            chosen = f"?period=30&sort=ending.discard{query}"
            shown = rows(client, address(practised) + chosen)
            assert shown[0][0] == first
            assert [name for name, *_cells in shown[-3:]] == last
            for kind, read in (("csv", read_csv), ("xlsx", read_xlsx)):
                lines = read(client.get(address(practised, f"mastery_{kind}") + chosen).content)
                assert lines[1:] == shown
        assert rows(client, address(practised) + "?sort=name&down=1")[0][0] == last[-1]


def read_csv(content: bytes) -> list[list[str]]:
    text = content.decode("utf-8-sig")
    return [
        [cell.removeprefix("'") for cell in line] for line in csv.reader(io.StringIO(text), delimiter=";")
    ]


def read_xlsx(content: bytes) -> list[list[str]]:
    sheet = openpyxl.load_workbook(io.BytesIO(content)).worksheets[0]
    return [[str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
