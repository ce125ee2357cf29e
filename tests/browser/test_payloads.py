"""Text of users stays text: payloads in every field, once with the policy of the site and once without it.

Without the policy the escaping stands alone; inside `data-hx-disable` htmx is deaf besides. The controls show
that each payload would do something, or that what hears it would hear.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import BrowserContext, Page, expect

from rules_site.setup.steps import ROOT
from tests.browser.live import ended_lesson, running_lesson
from tests.browser.stage import Stage, set_stage, sign_in
from tests.browser.visitors import Visitor
from trainer.accounts.models import Learner, TeacherRequest, User
from trainer.accounts.services import learner_of
from trainer.classes.models import Assignment, Classroom, ClassTeacher, Membership, TakenOut
from trainer.drills.models import DrillReport
from trainer.lessons.models import Lesson
from trainer.scorekeeper.models import Pad

pytestmark = pytest.mark.safety

# Each fits into the forty characters of a name.
PAYLOADS = (
    "<img src=x onerror=fired(1)>",
    "<script>fired(2)</script>",
    "<svg onload=fired(3)>",
    '"><img src=x onerror=fired(4)>',
    "'><img src=x onerror=fired(5)>",
    '" autofocus onfocus=fired(6) x="',
    "<b hx-get=/fired/7 hx-trigger=load>",
    "<b data-hx-get=/fired/8 hx-trigger=load>",
    "<b hx-on:htmx:load=fired(9)>",
    "</title><svg onload=fired(10)>",
    "<iframe src=javascript:parent.fired(11)>",
    "<details open ontoggle=fired(12)>",
)

ALL = "".join(PAYLOADS)


class Listener:
    """Hears whatever a payload does: a call, a request, a dialog."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []
        page.add_init_script("window.hits = []; window.fired = (number) => window.hits.push(number)")
        page.on("request", lambda request: "/fired" in request.url and self.heard.append(request.url))
        page.on("dialog", lambda dialog: (self.heard.append(dialog.message), dialog.dismiss()))

    def all_heard(self) -> list[str]:
        self.page.wait_for_load_state("networkidle")  # images fail and htmx loads a moment later
        return [*self.heard, *map(str, self.page.evaluate("() => window.hits"))]


@pytest.fixture
def stage(site: str) -> Stage:
    """A class whose people have written payloads wherever they can write."""
    stage = set_stage()
    for number, payload in enumerate(PAYLOADS):
        room = Classroom.objects.create(name=payload, time_zone="Europe/Oslo", created_by=stage.teacher)
        ClassTeacher.objects.create(classroom=room, user=stage.teacher)
        Membership.objects.create(
            classroom=room, learner=learner_of(stage.pupil), display_name=payload, name_key=payload
        )
        user = User.objects.create_user(f"elev-{number}")
        Membership.objects.create(
            classroom=stage.classroom,
            learner=Learner.objects.create(user=user),
            display_name=payload,
            name_key=payload,
        )
        Pad.objects.create(
            learner=learner_of(stage.pupil),
            first_called=payload[:24],
            second_called=payload[-24:],
            game="german",
            target=7,
        )
        Assignment.objects.create(classroom=stage.classroom, title=payload)
        DrillReport.objects.create(
            learner=learner_of(stage.pupil),
            version=stage.versions[0],
            rule_set="base",
            choice="C4",
            text=payload,
            reply=payload,
            request_key=uuid.uuid4(),
        )
    write_one_by_one(stage)
    return stage


def write_one_by_one(stage: Stage) -> None:
    """What each of the people has one of: all payloads in a row, as many as there is room for."""
    TeacherRequest.objects.create(
        user=stage.pupil, school=PAYLOADS[0], reason=ALL, reply=ALL, state=TeacherRequest.State.DECLINED
    )
    EmailAddress.objects.create(user=stage.pupil, email="pupil@post.example", verified=True, primary=True)
    TakenOut.objects.create(
        classroom=stage.classroom, learner=learner_of(stage.classmate), display_name=PAYLOADS[6]
    )
    Classroom.objects.filter(pk=stage.classroom.pk).update(name=PAYLOADS[0])
    Membership.objects.filter(pk=stage.membership.pk).update(display_name=PAYLOADS[6])
    Assignment.objects.filter(pk=stage.assignment.pk).update(title=ALL[:80])
    for user in (stage.teacher, stage.pupil):
        User.objects.filter(pk=user.pk).update(username=f"{user.pk}{ALL[:140]}")
    ended_lesson(stage)
    running_lesson(stage)
    Lesson.objects.filter(classroom=stage.classroom).update(title=ALL[:80])


def listening(new_context: Callable[..., BrowserContext], *, policy: bool) -> tuple[Page, Listener]:
    page = new_context(locale="nb", bypass_csp=not policy).new_page()
    return page, Listener(page)


@pytest.mark.parametrize("policy", [True, False], ids=["with the policy", "without the policy"])
def test_nothing_that_users_write_is_run(
    site: str, stage: Stage, new_context: Callable[..., BrowserContext], policy: bool
) -> None:
    page, listener = listening(new_context, policy=policy)
    visitor = Visitor(page, site, "nb")
    member = Membership.objects.get(classroom=stage.classroom, display_name=PAYLOADS[0])
    room = stage.classroom.public_id
    given, now, past = stage.assignment.public_id, running_lesson(stage), ended_lesson(stage)
    taught = [("classes:index",), ("classes:classroom", room), ("classes:pupil", room, member.public_id)]
    taught += [("classes:assignment", given), ("privacy:delete_me",)]
    taught += [("privacy:delete_class", room), ("classes:remove_pupil", room, member.public_id)]
    taught += [("classes:cell", given, stage.membership.public_id, 1), ("classes:preview_drill", given, 1)]
    taught += [("classes:taken_out", room), ("lessons:screen", now.public_id)]
    taught += [("lessons:summary", past.public_id), ("lessons:delete", past.public_id)]
    pad = Pad.objects.filter(learner__user=stage.pupil).latest("pk").public_id
    own = [("classes:index",), ("classes:classroom", room), ("drills:reports",), ("scorekeeper:index",)]
    own += [("scorekeeper:pad", pad), ("scorekeeper:delete", pad), ("lessons:join",), ("account_home",)]
    own += [("account_teacher",)]
    own += [("lessons:desk", now.public_id), ("drills:drill", stage.versions[0].drill.public_id)]
    for user, places in ((stage.teacher, taught), (stage.pupil, own)):
        sign_in(visitor, user)
        for name, *arguments in places:
            visitor.open(name, *arguments)
            assert listener.all_heard() == [], name
            assert "fired" in page.locator("main").inner_text(), f"{name} shows no payload"
    typed = "".join(PAYLOADS[:4])
    for name, field in (("search:page", "q"), ("classes:join", "code"), ("pages:deal", "deal")):
        page.goto(f"{visitor.address(name)}?{field}={typed}")
        assert listener.all_heard() == [], name


def test_payloads_would_fire_without_escaping(
    site: str, stage: Stage, new_context: Callable[..., BrowserContext]
) -> None:
    """The control: put in raw, with no policy, most of them do something, and the listener hears it."""
    page, listener = listening(new_context, policy=False)
    Visitor(page, site, "nb").open("drills:index")
    put_in(page, "")
    page.wait_for_function("() => [1, 4, 5, 11].every((number) => window.hits.includes(number))")
    assert any("/fired/7" in line for line in listener.all_heard())


def test_policy_and_deaf_htmx_are_both_needed(
    site: str, stage: Stage, new_context: Callable[..., BrowserContext]
) -> None:
    """Raw text under the policy: only htmx's own attributes act, and not inside `data-hx-disable`."""
    page, listener = listening(new_context, policy=True)
    Visitor(page, site, "nb").open("drills:index")
    put_in(page, "data-hx-disable")
    assert listener.all_heard() == []
    put_in(page, "")
    assert {line.rpartition("/")[2] for line in listener.all_heard()} == {"7", "8"}
    expect(page.locator("main")).to_be_visible()


def put_in(page: Page, attribute: str) -> None:
    """Put the payloads into the page as HTML, in an element with that attribute, and let htmx see it."""
    page.evaluate(
        """([payloads, attribute]) => {
            for (const payload of payloads) {
                const place = document.createElement('div');
                if (attribute) place.setAttribute(attribute, '');
                document.querySelector('main').append(place);
                place.innerHTML = payload;
                htmx.process(place);
            }
        }""",
        [list(PAYLOADS), attribute],
    )


def test_pages_of_classes_are_deaf_to_htmx() -> None:
    """Names stand all over them, and none of them needs htmx."""
    folder = ROOT / "trainer" / "classes" / "templates" / "classes"
    hearing = [
        path.name
        for path in folder.glob("*.html")
        if '<div class="wrap' in (text := path.read_text(encoding="utf-8")) and "data-hx-disable" not in text
    ]
    assert hearing == []
