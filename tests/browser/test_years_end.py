"""The end of a school year: classes merged and put away, handed over, and an account given to its pupil."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.devices import Device
from tests.browser.stage import drills_of, key_of, sign_in
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch
from trainer.accounts.models import User
from trainer.classes.assigning import record_for_classes
from trainer.classes.models import Classroom, Membership
from trainer.classes.services import NewPupil, create_classroom, join_as_new_pupil
from trainer.drills.services import record_attempt


@dataclass
class School:
    """6A with Ida and Noah, 6B with Åse and Emil; who teaches them, and who takes over."""

    teacher: User
    colleague: User
    rooms: dict[str, Classroom]
    pupils: dict[str, NewPupil]


def set_up() -> School:
    teacher, colleague = (User.objects.create_user(name, is_teacher=True) for name in ("berit", "olle"))
    rooms = {name: create_classroom(teacher, name, uuid.uuid4()) for name in ("6A", "6B")}
    where = {"Ida": "6A", "Noah": "6A", "Åse": "6B", "Emil": "6B"}
    pupils = {name: join_as_new_pupil(rooms[room], name, "nb", uuid.uuid4()) for name, room in where.items()}
    version = drills_of("follow")[0]
    attempt = record_attempt(pupils["Ida"].membership.learner, version, 0, key_of(version, "right")).attempt
    record_for_classes(attempt)
    return School(teacher, colleague, rooms, pupils)


def move_up(teacher: Visitor, school: School) -> Classroom:
    """Both classes into a new one; Emil stays behind. A class that is left empty is archived."""
    page = teacher.open("classes:move")
    for room in school.rooms.values():
        page.locator(f'input[name=from][value="{room.public_id}"]').check()
    page.locator("textarea[name=new]").fill("7A")
    page.locator("button[value=pupils]").click()
    emil = school.pupils["Emil"].membership.public_id
    page.locator(f'select[name="pupil-{emil}"]').select_option("")
    page.locator("input[name=archive]").check()
    page.locator("button[value=preview]").click()
    expect(page.locator("main .rows li")).to_have_count(2)
    assert not Classroom.objects.filter(name="7A").exists()
    page.locator("button[value=move]").click()
    expect(page.locator("main h1")).to_have_text(teacher.words("Classes"))
    return Classroom.objects.get(name="7A")


def names_in(room: Classroom) -> set[str]:
    return set(Membership.objects.filter(classroom=room).values_list("display_name", flat=True))


def pupil_signs_in(school: School, site: str, way: str, words: str) -> Device:
    """At the link of a class, with the words of a slip."""
    device = Device(site)
    device.open(way)
    device.send(way, words=words)
    return device


def hand_over(teacher: Visitor, colleague: Visitor, room: Classroom) -> None:
    """By a link to a colleague; then the teacher leaves."""
    page = teacher.open("classes:teachers", room.public_id)
    page.locator("button[value=link]").click()
    colleague.page.goto(page.locator("main .addr").inner_text().strip())
    colleague.page.locator("button[value=accept]").click()
    expect(colleague.page.locator("main h1")).to_have_text("7A")
    for step in ("hand_over", "leave"):
        page = teacher.open("classes:teachers", room.public_id)
        page.locator(f"button[value={step}]").first.click()
        page.locator("main form.box button.pri").click()
        page.wait_for_load_state()


def release(teacher: Visitor, room: Classroom, pupil: Membership) -> str:
    """Give a pupil the account; the code for it, which is shown once."""
    page = teacher.open("classes:pupil", room.public_id, pupil.public_id)
    way = teacher.path("classes:release", room.public_id, pupil.public_id)
    page.locator(f'main a[href="{way}"]').click()
    page.locator("main form.box button.pri").click()
    return page.locator("main .slip dd").last.inner_text()


@pytest.mark.long
def test_the_year_ends(visit: Callable[..., Visitor], watch: Watch) -> None:
    watch.expect("404")
    school = set_up()
    teacher, colleague = (sign_in(visit("nb"), user) for user in (school.teacher, school.colleague))

    room = move_up(teacher, school)
    assert names_in(room) == {"Ida", "Noah", "Åse"}
    assert names_in(school.rooms["6B"]) == {"Emil"}
    archived = set(Classroom.objects.exclude(archived_at=None).values_list("name", flat=True))
    assert archived == {"6A"}

    way = teacher.path("classes:sign_in", room.public_id)
    ida = school.pupils["Ida"]
    device = pupil_signs_in(school, teacher.site, way, ida.word_code)
    assert (device.status, device.url) == (200, teacher.address("classes:classroom", room.public_id))
    history = device.open(teacher.path("progress:history"))
    assert re.search(r'class="mark right"', history), "the work of last year is gone"

    hand_over(teacher, colleague, room)
    assert [row.user for row in room.teachers.all()] == [school.colleague]
    expect(colleague.open("classes:classroom", room.public_id).locator("main")).to_contain_text("Åse")
    response = teacher.page.goto(teacher.address("classes:classroom", room.public_id))
    assert response is not None and response.status == 404

    moved = Membership.objects.get(classroom=room, display_name="Ida")
    code = release(colleague, room, moved)
    own = Device(teacher.site)
    own.open(teacher.path("account_recovery"))
    fields = {"username": ida.user.username, "code": code, "password1": "valgt av Ida selv"}
    own.send(teacher.path("account_recovery"), **fields)
    assert own.status == 200, own.html[:500]
    own = Device(teacher.site)
    own.open(teacher.path("account_login"))
    own.send(teacher.path("account_login"), login=ida.user.username, password="valgt av Ida selv")
    assert own.status == 200
    own.open(teacher.path("classes:classroom", room.public_id))
    assert own.status == 200 and "Ida" in own.html
    assert pupil_signs_in(school, teacher.site, way, ida.word_code).status == 422
    page = colleague.open("classes:pupil", room.public_id, moved.public_id)
    expect(page.locator("main")).to_contain_text(
        colleague.words("This pupil has an account of their own and chooses the password there.")
    )

    page = teacher.page
    page.goto(teacher.address("classes:index") + "?archived=1")
    page.get_by_role("link", name="6A").click()
    page.locator("main form button.pri").first.click()
    expect(page.locator("main")).to_contain_text(school.rooms["6A"].shown_code)
    assert not Classroom.objects.exclude(archived_at=None).exists()
