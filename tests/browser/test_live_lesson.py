"""A live lesson with ten devices, three of them browsers: votes, the big screen, and what goes wrong."""

from __future__ import annotations

import re
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.devices import Device, signed_in_device
from tests.browser.drill_pages import choice
from tests.browser.keyboard import reach
from tests.browser.stage import key_of, sign_in
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch
from trainer.accounts.models import User
from trainer.classes.models import Classroom
from trainer.classes.services import create_classroom, join_as_learner
from trainer.drills.models import DrillVersion
from trainer.lessons.models import Lesson, LessonVote
from trainer.lessons.queries import current_item

NAMES = ("Ida", "Noah", "Åse", "Kari", "Bjørn", "Emil", "Sofie", "Jakob", "Nora", "Örjan")
BEAT = 15_000  # ms that news may take on a busy machine; a beat is two or three seconds


def a_class() -> tuple[User, Classroom, list[User]]:
    teacher = User.objects.create_user("teacher", is_teacher=True)
    room = create_classroom(teacher, "6B", uuid.uuid4())
    pupils = [User.objects.create_user(f"elev-{place}") for place in range(len(NAMES))]
    for user, name in zip(pupils, NAMES, strict=True):
        join_as_learner(room, user, name, uuid.uuid4())
    return teacher, room, pupils


def begin(teacher: Visitor, room: Classroom) -> Lesson:
    """The teacher's way from the class to the big screen."""
    page = teacher.open("classes:classroom", room.public_id)
    teacher.link("New live lesson").click()
    page.locator("main select[name=source]").select_option("follow")
    page.locator("main [name=number]").fill("2")
    teacher.button("Begin the lesson").click()
    expect(page.locator("#beat")).to_be_visible()
    return Lesson.objects.get()


def press(teacher: Visitor, action: str, then: str) -> None:
    """A button of the big screen; the screen must change without a new page."""
    page = teacher.marked()
    page.locator(f"button[name=action][value={action}]").click()
    expect(page.locator(f"button[name=action][value={then}]")).to_be_visible()
    assert teacher.stayed(), f"{action} loaded a new page"


def bars_on(page: Page) -> list[int]:
    return [int(re.findall(r"\d+", text)[0]) for text in page.locator(".votes li p b").all_inner_texts()]


def no_bars(*pages: Page) -> bool:
    return not any("tally" in page.content() or "right-answer" in page.content() for page in pages)


@dataclass
class Room:
    """A lesson that is under way: the big screen, three pupils at browsers, seven at plain devices."""

    site: str
    lesson: Lesson
    teacher: Visitor
    users: list[User]
    pupils: list[Visitor]
    devices: list[Device]

    def path(self, name: str) -> str:
        return self.teacher.path(f"lessons:{name}", self.lesson.public_id)

    @property
    def version(self) -> DrillVersion:
        return current_item(self.lesson).version

    @property
    def turnout(self) -> Locator:
        return self.teacher.page.locator("#beat")


def come_in(visit: Callable[..., Visitor], language: str) -> Room:
    """The teacher begins; all come in but one."""
    user, classroom, users = a_class()
    teacher = sign_in(visit(language, viewport={"width": 1280, "height": 720}), user)
    lesson = begin(teacher, classroom)
    pupils = [sign_in(visit(language, viewport={"width": 360, "height": 740}), each) for each in users[:3]]
    devices = [signed_in_device(teacher.site, each) for each in users[3:]]
    room = Room(teacher.site, lesson, teacher, users, pupils, devices)
    for pupil in pupils:
        pupil.open("classes:classroom", classroom.public_id)
        pupil.link("Join the lesson").click()
        expect(pupil.page.locator("#lesson form")).to_be_visible()
    for device in devices[:-1]:
        device.open(room.path("desk"))
    expect(room.turnout).to_contain_text("0 av 9", timeout=BEAT)
    return room


def all_answer(room: Room, right: str, wrong: str) -> None:
    """By click, double click and keyboard, and without a script; the one who is late too."""
    first, second, third = (pupil.marked() for pupil in room.pupils)
    choice(first, right).click()
    expect(choice(first, right)).to_have_attribute("aria-pressed", "true")
    choice(second, wrong).dblclick()
    reach(third, choice(third, right))
    third.keyboard.press("Enter")
    for place, device in enumerate(room.devices):
        device.open(room.path("desk"))
        device.send(room.path("vote"), choice=right if place % 2 else wrong)
        assert device.status == 200, device.html[:300]
    expect(room.turnout).to_contain_text("10 av 10", timeout=BEAT)
    assert room.teacher.page.url.endswith(room.path("screen"))
    assert no_bars(room.teacher.page, first, second, third)


def minds_and_devices_change(room: Room, wrong: str) -> None:
    """One changes her mind, one reloads, and one goes on at another device."""
    first, second = (pupil.page for pupil in room.pupils[:2])
    choice(first, wrong).click()
    expect(choice(first, wrong)).to_have_attribute("aria-pressed", "true")
    assert room.pupils[0].stayed()
    second.reload()
    expect(choice(second, wrong)).to_have_attribute("aria-pressed", "true")
    html = signed_in_device(room.site, room.users[3]).open(room.path("desk"))
    assert re.search(rf'value="{wrong}"[^>]*aria-pressed="true"', html)
    assert LessonVote.objects.count() == len(NAMES)


def vote_is_closed_with_a_second_tab_behind(room: Room) -> None:
    """The tab has lost the network for its news; what it asks for has been done meanwhile."""
    screen = room.teacher.page
    second = screen.context.new_page()
    second.route(re.compile(r"at=\d"), lambda route: route.abort())
    second.goto(screen.url)
    expect(second.locator("[data-when-away]")).to_be_visible(timeout=BEAT)
    press(room.teacher, "close", then="show")
    second.locator("button[name=action][value=close]").click()
    expect(second.locator("[role=alert]")).to_be_visible()
    expect(second.locator("button[name=action][value=show]")).to_be_visible()
    second.close()


def bars_are_shown_without_names(room: Room, right: str) -> None:
    """On the big screen alone; a vote that comes too late changes nothing."""
    counted = Counter(LessonVote.objects.values_list("choice", flat=True))
    screen = room.teacher.page
    assert bars_on(screen) == sorted(counted.values(), reverse=True)
    assert not any(name in screen.content() for name in NAMES)
    for pupil in room.pupils:
        expect(pupil.page.locator('button[name="choice"]')).to_have_count(0, timeout=BEAT)
    assert no_bars(*(pupil.page for pupil in room.pupils))
    room.devices[0].send(room.path("vote"), choice=right)
    assert room.devices[0].status == 409
    assert Counter(LessonVote.objects.values_list("choice", flat=True)) == counted


def answer_and_the_rest(room: Room) -> None:
    """The answer comes to every device, then the next drill, a pause, and the end."""
    screen = room.teacher.page
    press(room.teacher, "show", then="next")
    expect(screen.locator(".right-answer")).to_be_visible()
    for pupil in room.pupils:
        expect(pupil.page.locator(".verdict")).to_be_visible(timeout=BEAT)
    press(room.teacher, "next", then="close")
    for pupil in room.pupils:
        expect(pupil.page.locator("#lesson form")).to_be_visible(timeout=BEAT)
    press(room.teacher, "pause", then="resume")
    expect(room.pupils[0].page.locator("#lesson form")).to_have_count(0, timeout=BEAT)
    screen.reload()
    press(room.teacher, "resume", then="close")
    screen.locator("button[name=action][value=end]").click()
    screen.wait_for_url("**" + room.path("summary"))


@pytest.mark.long
def test_ten_devices_through_a_lesson(visit: Callable[..., Visitor], watch: Watch) -> None:
    watch.expect("409", "ERR_FAILED", "htmx:afterRequest", "htmx:sendError")
    room = come_in(visit, "nb")
    right, wrong = (key_of(room.version, verdict) for verdict in ("right", "wrong"))
    all_answer(room, right, wrong)
    minds_and_devices_change(room, wrong)
    vote_is_closed_with_a_second_tab_behind(room)
    bars_are_shown_without_names(room, right)
    answer_and_the_rest(room)
    rows = room.teacher.page.locator("table tbody tr")
    expect(rows).to_have_count(len(NAMES))
    assert rows.locator("td:nth-child(2) .mark").count() == len(NAMES)
    for pupil in room.pupils:
        expect(pupil.page.locator("[data-polls]")).to_have_count(0, timeout=BEAT)
        assert not any(name in pupil.page.locator("main").inner_text() for name in NAMES)


def test_a_page_that_nobody_sees_asks_for_nothing(
    language: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    user, room, users = a_class()
    teacher = sign_in(visit(language), user)
    lesson = begin(teacher, room)
    pupil = sign_in(visit(language), users[0])
    page = pupil.open("lessons:desk", lesson.public_id)
    asked = f"GET {pupil.path('lessons:desk', lesson.public_id)}"
    with page.expect_request(lambda request: "at=" in request.url, timeout=BEAT):
        pass
    page.evaluate("() => Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    page.wait_for_timeout(500)  # one that was under way
    before = watch.requests.count(asked)
    page.wait_for_timeout(4_000)
    assert watch.requests.count(asked) == before
    page.evaluate("() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')) }")
    page.wait_for_timeout(500)
    assert watch.requests.count(asked) > before
