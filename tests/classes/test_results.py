"""Tables of answers: sorted, filtered, opened, and the same numbers on screen, in CSV and in XLSX."""

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
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.classes.conftest import School, add_pupil, give
from tests.samples import answer, make_versions
from trainer.accounts.models import Learner, User
from trainer.classes.assigning import fill_cells_of, record_for_classes
from trainer.classes.grid import figure_names, grid_of, read_sorting
from trainer.classes.models import Assignment, Membership

type Enter = Callable[[object], Client]

DANGEROUS = ("=1+1", "+47 1", "-5", "@x")


def number_of(text: str) -> str:
    """A number as a file has it, from how the screen writes it."""
    return re.sub(r"[\s\N{NO-BREAK SPACE}%]", "", text).replace("–", "")


def screen(html: str) -> list[list[str]]:
    """Name and figures of each row, and the averages under them."""
    rows = []
    for row in re.findall(r"<tr>(.*?)</tr>", html.partition("<tbody>")[2], re.DOTALL):
        name = unescape(re.sub(r"<[^>]+>", "", re.search(r"<th.*?</th>", row)[0]))  # type: ignore[index]
        rows.append([name, *(number_of(text) for text in re.findall(r'<td class="fig">(.*?)</td>', row))])
    return rows


@pytest.fixture
def answered(school: School) -> School:
    for name in DANGEROUS:
        add_pupil(school.room, name)
    late = timezone.now() + timedelta(days=8)
    record_for_classes(answer(school.ida.learner, school.versions[0], "right"))
    record_for_classes(answer(school.ida.learner, school.versions[1], "wrong", at=late))
    record_for_classes(answer(school.noah.learner, school.versions[0], "wrong"))
    return school


@pytest.mark.parametrize("language", ["nb", "sv"])
@pytest.mark.parametrize("name", ["grid", "results"])
def test_screen_csv_and_workbook_hold_the_same_numbers(
    answered: School, enter: Enter, language: str, name: str
) -> None:
    client = enter(answered.teacher)
    subject = answered.assignment if name == "grid" else answered.room
    query = "?sort=right&down=1"
    with override(language):
        page = "assignment" if name == "grid" else "results"
        html = client.get(reverse(f"classes:{page}", args=[subject.public_id]) + query).content.decode()
        files = {
            kind: client.get(reverse(f"classes:{name}_{kind}", args=[subject.public_id]) + query)
            for kind in ("csv", "xlsx")
        }
    shown = screen(html)
    text = files["csv"].content.decode("utf-8")
    assert text.startswith("\ufeff")
    lines = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";"))
    sheet = openpyxl.load_workbook(io.BytesIO(files["xlsx"].content)).worksheets[0]
    book = [list(row) for row in sheet.iter_rows(values_only=True)]
    assert len(lines) == len(book) == len(shown) + 1 == 6 + 5 + 1
    drills = len(answered.versions)
    for line, row, on_screen in zip(lines[1:7], book[1:7], shown[:6], strict=True):
        assert row[0] == on_screen[0]
        assert line[0] in {on_screen[0], f"'{on_screen[0]}"}
        figures = row[drills + 1 : drills + 6]
        assert all(figure is None or isinstance(figure, int | float) for figure in figures)
        assert line[drills + 1 : drills + 6] == on_screen[1:]
        assert figures == [float(each.replace(",", ".")) if each else None for each in on_screen[1:]]
    for line, on_screen in zip(lines[7:], shown[6:], strict=True):
        assert line[1 : drills + 6] == on_screen[1:]
    assert shown[0][0] == "Ida Hansen"


def test_names_that_look_like_formulas_stay_readable_and_harmless(answered: School, enter: Enter) -> None:
    client = enter(answered.teacher)
    path = reverse("classes:grid_csv", args=[answered.assignment.public_id])
    text = client.get(path).content.decode()
    for name in DANGEROUS:
        assert f"\r\n'{name};" in text
    path = reverse("classes:grid_xlsx", args=[answered.assignment.public_id])
    book = openpyxl.load_workbook(io.BytesIO(client.get(path).content))
    cells = {cell.value: cell.data_type for cell in book.worksheets[0]["A"]}
    assert {cells[name] for name in DANGEROUS} == {"s"}
    assert not any(cell.data_type == "f" for sheet in book.worksheets for row in sheet.rows for cell in row)
    assert "6B" in {cell.value for cell in book.worksheets[1]["B"]}


def test_columns_sort_both_ways_and_gaps_come_last(answered: School) -> None:
    def names(by: str, down: str = "") -> list[str]:
        grid = grid_of(answered.assignment, "nb", read_sorting(by, down))
        return [row.pupil.display_name for row in grid.rows]

    first = f"{answered.assignment.public_id}.1"
    assert names(first)[:2] == ["Ida Hansen", "Noah"]
    assert names(first, "1")[:2] == ["Noah", "Ida Hansen"]
    assert names("accuracy")[:2] == ["Noah", "Ida Hansen"]
    assert set(names("accuracy", "1")[2:]) == set(DANGEROUS)
    assert names("answered", "1")[0] == "Ida Hansen"
    assert names("name", "1") == names("name")[::-1]
    assert names("nothing") == names("name")


@pytest.mark.parametrize(
    ("language", "order"),
    [("nb", ["Zulu", "Ärlend", "Örebro", "Åse"]), ("sv", ["Zulu", "Åse", "Ärlend", "Örebro"])],
)
def test_equal_pupils_stand_by_name_in_the_order_of_the_language(
    school: School, enter: Enter, language: str, order: list[str]
) -> None:
    for name in ("Örebro", "Åse", "Zulu", "Ärlend"):
        add_pupil(school.room, name)
    with override(language):
        path = reverse("classes:results", args=[school.room.public_id]) + "?sort=answered"
        html = enter(school.teacher).get(path).content.decode()
    names = [row[0] for row in screen(html)]
    assert [name for name in names if name in order] == order
    assert 'aria-sort="ascending"' in html


def test_filters_stand_in_the_address_and_the_period_is_said(answered: School, enter: Enter) -> None:
    old = give(answered.room, make_versions(2, "rules"))
    Assignment.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=50))
    answered.room.created_at = timezone.now() - timedelta(days=100)
    answered.room.save()
    client = enter(answered.teacher)
    path = reverse("classes:results", args=[answered.room.public_id])

    def columns(query: str) -> int:
        return len(client.get(path + query).context["grid"].columns)

    assert columns("") == columns("?period=all") == 5
    assert columns("?period=30") == 3
    assert columns("?kind=rules") == 2
    assert columns(f"?assignment={old.public_id}") == 2
    assert columns("?assignment=strange") == 0
    assert columns("?period=7&kind=x&sort=%00&down=5") == 5
    html = client.get(path).content.decode()
    assert "Dette er det klassen fikk fra" in html
    assert 'scope="colgroup"' in html


def test_hardest_drills_name_the_answer_given_most_often(answered: School, enter: Enter) -> None:
    grid = grid_of(answered.assignment, "nb")
    assert [column.item.position for column in grid.hardest] == [2, 1]
    assert grid.hardest[0].slip is not None
    path = reverse("classes:assignment", args=[answered.assignment.public_id])
    assert "De vanskeligste øvelsene" in enter(answered.teacher).get(path).content.decode()


def _crowd(school: School, pupils: int, answers: int) -> None:
    """Pupils at once, with so many answers in all to what the class is given and to anything else."""
    learners = [
        Learner.objects.create(user=User.objects.create(username=f"p{pupils}-{number}"))
        for number in range(pupils)
    ]
    Membership.objects.bulk_create(
        Membership(
            classroom=school.room, learner=learner, display_name=f"E{place}", name_key=f"{pupils}e{place}"
        )
        for place, learner in enumerate(learners)
    )
    versions = make_versions(max(1, answers // pupils))
    give(school.room, versions[:30])
    for learner in learners:
        for version in versions:
            answer(learner, version)
    fill_cells_of(Membership.objects.filter(classroom=school.room))


def test_queries_do_not_depend_on_pupils_and_answers(
    school: School, enter: Enter, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    paths = [
        reverse(f"classes:{name}", args=[school.room.public_id])
        for name in ("results", "results_csv", "results_xlsx", "classroom", "mastery", "mastery_csv")
    ]
    client = enter(school.teacher)
    for pupils, answers in ((1, 1), (20, 600)):
        _crowd(school, pupils, answers)
        for path in paths:
            with django_assert_max_num_queries(10):
                assert client.get(path + "?period=all").status_code == 200


def test_large_class_is_shown_by_pages_and_averaged_and_exported_whole(school: School, enter: Enter) -> None:
    _crowd(school, 60, 60)
    client = enter(school.teacher)
    path = reverse("classes:results", args=[school.room.public_id])
    first, second = (
        screen(client.get(f"{path}?sort=name&down=1&page={page}").content.decode()) for page in (1, 2)
    )
    averages = len(figure_names())
    names = [row[0] for row in (*first[:-averages], *second[:-averages])]
    assert (len(first), len(second), len(set(names))) == (50 + averages, 12 + averages, 62)
    assert first[-averages:] == second[-averages:]
    text = client.get(
        reverse("classes:results_csv", args=[school.room.public_id]) + "?sort=name&down=1&page=2"
    )
    lines = list(csv.reader(io.StringIO(text.content.decode("utf-8-sig")), delimiter=";"))
    assert [line[0] for line in lines[1:-averages]] == names
