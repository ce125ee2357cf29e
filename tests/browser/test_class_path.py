"""A class from both sides, by keyboard alone: made, joined by code, given drills, read in the grid."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.drill_pages import answer_by_keyboard
from tests.browser.keyboard import choose, follow, type_into
from tests.browser.visitors import Visitor
from trainer.accounts.services import give_teacher_account
from trainer.classes.models import Assignment, AssignmentAnswer, Classroom
from trainer.engine.cards import Card
from trainer.table.names import card_name


def sign_in_by_keyboard(visitor: Visitor, name: str, password: str) -> None:
    page = visitor.open("account_login")
    type_into(page, page.locator("main [name=login]"), name)
    type_into(page, page.locator("main [name=password]"), password)
    follow(page, visitor.button("Sign in", within="main"))


def make_class(teacher: Visitor) -> Classroom:
    """The teacher's way to a class of their own."""
    page = teacher.page
    follow(page, teacher.link("Classes", within="header"))
    follow(page, page.locator(f'main a[href="{teacher.path("classes:create")}"]').first)
    type_into(page, page.locator("main [name=name]"), "7A")
    follow(page, page.locator("main form button[type=submit]").first)
    return Classroom.objects.get(name="7A")


def join(pupil: Visitor, code: str) -> None:
    """The pupil's way in: the code as a child writes it, a name, and a code of one's own."""
    page = pupil.open("pages:home")
    follow(page, pupil.link("Classes", within="header"))
    follow(page, page.locator(f'main a[href="{pupil.path("classes:join")}"]').first)
    type_into(page, page.locator("main [name=code]"), f" {code[:4].lower()} {code[4:]}")
    follow(page, page.locator("main form button[type=submit]").first)
    type_into(page, page.locator("main [name=name]"), "Åse")
    follow(page, page.locator("main form button[type=submit]").first)


def assign(teacher: Visitor, classroom: Classroom) -> Assignment:
    """Give the class two drills."""
    page = teacher.open("classes:classroom", classroom.public_id)
    address = teacher.path("classes:assign", classroom.public_id)
    follow(page, page.locator(f'main a[href="{address}"]').first)
    choose(page, page.locator("main select[name=theme]"), "follow")
    type_into(page, page.locator("main [name=number]"), "2")
    follow(page, page.locator("main form button[type=submit]").first)
    follow(page, page.locator('main form button[name=step][value="give"]').first)
    return Assignment.objects.get(classroom=classroom)


def test_class_goes_from_code_to_grid(language: str, visit: Callable[..., Visitor]) -> None:
    teacher, pupil = visit(language), visit(language)
    sign_in_by_keyboard(teacher, "lærer", give_teacher_account("lærer", language))
    classroom = make_class(teacher)
    expect(teacher.page.locator("main")).to_contain_text(classroom.shown_code)

    join(pupil, classroom.code)
    assignment = assign(teacher, classroom)

    pupil.open("classes:index")
    follow(pupil.page, pupil.page.get_by_role("link", name="7A").first)
    address = pupil.path("classes:assignment", assignment.public_id)
    follow(pupil.page, pupil.page.locator(f'main a[href="{address}"]').first)
    follow(pupil.page, pupil.page.locator(f'main a[href*="assignment={assignment.public_id}"]').first)
    version = answer_by_keyboard(pupil, "wrong")

    answer = AssignmentAnswer.objects.select_related("attempt", "membership").get()
    assert answer.attempt.version_id == version.pk
    page = teacher.open("classes:assignment", assignment.public_id)
    grid = page.locator("main table")
    expect(grid).to_contain_text("Åse")
    card = card_name(Card.parse(answer.attempt.choice), language)
    expect(grid.locator("tbody")).to_contain_text(card)
    address = teacher.path("classes:cell", assignment.public_id, answer.membership.public_id, 1)
    follow(page, page.locator(f'main a[href="{address}"]').first)
    expect(page.locator("main .verdict").first).to_be_visible()
