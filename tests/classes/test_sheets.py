"""Worksheets of a class: the drills given on paper, the key apart, for teachers alone."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader

from rules_site.pages import pdf
from tests import needs
from tests.classes.conftest import School, give
from tests.samples import make_versions
from trainer.classes.models import Assignment
from trainer.drills.labels import theme_name
from trainer.drills.models import Drill, DrillVersion

type Enter = Callable[[object], Client]

WORDS = {"nb": ("Navn", "Fasit: Uke 48"), "sv": ("Namn", "Facit: Uke 48")}


@pytest.fixture
def given(school: School) -> Assignment:
    return give(school.room, [make_versions(1, kind)[0] for kind in ("ending", "follow", "rules")])


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_sheet_has_questions_and_the_key_the_answers(
    school: School, given: Assignment, enter: Enter, language: str
) -> None:
    client = enter(school.teacher)
    with override(language):
        html = client.get(reverse("classes:sheet", args=[given.public_id])).content.decode()
        key = client.get(reverse("classes:sheet_key", args=[given.public_id])).content.decode()
        assert reverse("classes:sheet_key", args=[given.public_id]) in html
        themes = [theme_name(item.version.drill.theme) for item in given.items.all()]
    sheet = html.partition("<main")[2]
    assert sheet.count('class="task"') == 3
    assert WORDS[language][0] in sheet
    assert WORDS[language][1] in key
    assert not any(theme in sheet for theme in themes)
    assert all(theme in key for theme in themes)
    assert key.count('<th scope="row">') == 3


def test_question_pages_are_the_same_whatever_the_answers(
    school: School, given: Assignment, enter: Enter
) -> None:
    """The strongest way to say that nothing of the answers is on them."""
    client = enter(school.teacher)
    path = reverse("classes:sheet", args=[given.public_id])
    before = client.get(path).content.decode().partition("<main")[2]
    for item in given.items.all():
        DrillVersion.objects.filter(pk=item.version_id).update(choices=[], facts={})
        Drill.objects.filter(pk=item.version.drill_id).update(theme="counting")
    assert client.get(path).content.decode().partition("<main")[2] == before


def test_picked_drills_are_printed_in_their_order(school: School, enter: Enter) -> None:
    ids = [version.drill.public_id for version in make_versions(3, "ending")]
    client = enter(school.teacher)
    path = reverse("classes:picked_sheet", args=[school.room.public_id])
    page = client.get(path, {"drills": [ids[2], ids[0], "strange"]})
    assert page.content.decode().count('class="task"') == 2
    key = client.get(page.context["addresses"]["key"])
    assert key.status_code == 200
    assert len(key.context["answers"]) == 2


def test_sheet_keeps_the_version_that_was_given(school: School, given: Assignment, enter: Enter) -> None:
    client = enter(school.teacher)
    path = reverse("classes:sheet", args=[given.public_id])
    before = client.get(path).content
    Drill.objects.filter(pk__in=given.items.values("version__drill")).update(current=None)
    assert client.get(path).content == before


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_pdfs_are_tagged_and_for_teachers_alone(
    school: School, given: Assignment, enter: Enter, language: str
) -> None:
    if not pdf.is_available():
        needs.missing("Pango", "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0")
    with override(language):
        for name in ("sheet_pdf", "sheet_key_pdf"):
            path = reverse(f"classes:{name}", args=[given.public_id])
            assert enter(school.other_teacher).get(path).status_code == 404
            response = enter(school.teacher).get(path)
            assert response["Content-Type"] == "application/pdf"
            document = PdfReader(io.BytesIO(response.content))
            assert document.trailer["/Root"]["/MarkInfo"]["/Marked"]
            assert document.trailer["/Root"]["/Lang"] == language
        for name in ("picked_sheet_pdf", "picked_key_pdf"):
            path = reverse(f"classes:{name}", args=[school.room.public_id])
            assert enter(school.ida).get(path).status_code == 404
