"""Pages in a state that no address leads to: after an answer, with a fault in a form, half-way through."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from playwright.sync_api import expect

from tests.browser.drill_pages import choice, tick, verdict
from tests.browser.live import running_lesson, vote_in
from tests.browser.play_states import PLAY_STATES
from tests.browser.stage import Stage, drills_of, key_of, sign_in
from tests.browser.visitors import Visitor
from trainer.accounts.services import learner_of
from trainer.drills.choices import read_choices
from trainer.drills.models import Drill
from trainer.drills.naming import begin_naming
from trainer.drills.services import record_attempt
from trainer.lessons.services import act
from trainer.progress.mixes import ALL_TEN
from trainer.progress.sessions import begin_session

type State = Callable[[Visitor, Stage], None]


def answered(kind: str, grade: str) -> State:
    """A drill of a kind right after an answer of that grade."""

    def state(visitor: Visitor, stage: Stage) -> None:
        version = drills_of(kind)[-1]
        page = visitor.open("drills:drill", version.drill.public_id)
        choice(page, key_of(version, grade)).click()
        expect(verdict(page)).to_be_visible()

    return state


def played_on(grade: str) -> State:
    """An ending played on from an answer of that grade: the learner's next card is asked for."""

    def state(visitor: Visitor, stage: Stage) -> None:
        answered("ending", grade)(visitor, stage)
        visitor.link("Play on").click()
        expect(visitor.page.locator("form.play")).to_be_visible(timeout=30_000)  # the solver is loaded

    return state


def lines_open(visitor: Visitor, stage: Stage) -> None:
    """Both lines opened in the page of the answer, at the last trick."""
    answered("lead", "wrong")(visitor, stage)
    visitor.page.locator("#lines a.btn").click()
    visitor.page.locator("#lines-end").click()
    expect(visitor.page.locator("#lines-end")).to_have_attribute("aria-disabled", "true")


def reporting(text: str) -> State:
    """A report sent from the page of the answer; an empty one is refused."""

    def state(visitor: Visitor, stage: Stage) -> None:
        answered("ending", "wrong")(visitor, stage)
        visitor.page.locator("#report > a").click()
        visitor.page.locator("#report-text").fill(text)
        visitor.page.locator("#report button[type=submit]").click()
        expect(visitor.page.locator("#report .note.right" if text else "#report-problem")).to_be_visible()

    return state


def played_out(visitor: Visitor, stage: Stage) -> None:
    """An ending played to its end, always with the last card that may be played."""
    played_on("wrong")(visitor, stage)
    cards = visitor.page.locator(".hand button:not([aria-disabled])")
    for _card in range(13):
        if not visitor.page.locator("form.play").count():
            break
        before = visitor.page.url
        cards.last.click()
        expect(visitor.page).not_to_have_url(before)
    expect(visitor.page.locator("h1")).to_be_focused()


def refused(visitor: Visitor, stage: Stage) -> None:
    """A drill after a card that may not be played."""
    version = next(version for version in drills_of("follow") if version.question != "lead")
    page = visitor.open("drills:drill", version.drill.public_id)
    page.locator('button[name="choice"][aria-disabled="true"]').first.click(force=True)
    expect(page.locator(".refusal")).to_be_visible()


def naming(visitor: Visitor, stage: Stage, grade: str = "nearly") -> None:
    """The cards of a memory drill, the tricks closed, thirteen of them ticked."""
    version = drills_of("memory")[-1]
    visitor.page.goto(visitor.address("drills:drill", version.drill.public_id) + "?step=13")
    visitor.page.locator("button[name=begin]").click()
    expect(visitor.page.locator(".naming")).to_be_visible()
    tick(visitor.page, key_of(version, grade))


def named(grade: str) -> State:
    """A memory drill after an answer of that grade."""

    def state(visitor: Visitor, stage: Stage) -> None:
        naming(visitor, stage, grade)
        visitor.page.locator(".naming button[type=submit]").click()
        expect(verdict(visitor.page)).to_be_visible()

    return state


def named_too_few(visitor: Visitor, stage: Stage) -> None:
    """A memory drill with fewer than thirteen cards ticked."""
    naming(visitor, stage)
    visitor.page.locator(".naming input:checked").first.uncheck(force=True)
    visitor.page.locator(".naming button[type=submit]").click()
    expect(visitor.page.locator(".refusal")).to_be_visible()


def tricks_closed(visitor: Visitor, stage: Stage) -> None:
    """A trick of a memory drill asked for after the naming has begun."""
    naming(visitor, stage)
    version = drills_of("memory")[-1]
    visitor.page.goto(visitor.address("drills:drill", version.drill.public_id) + "?step=4")


def quick_answer(visitor: Visitor, stage: Stage) -> None:
    """A side chosen in quick mode, the wrong one."""
    version = drills_of("follow")[-1]
    page = visitor.page
    page.goto(visitor.address("drills:drill", version.drill.public_id) + "?mode=quick")
    choice(page, "duck" if version.side == "win" else "win").click()
    expect(verdict(page)).to_be_visible()


def all_done(visitor: Visitor, stage: Stage) -> None:
    """No drill of the kind is left, and one was answered wrongly."""
    learner = learner_of(stage.classmate)
    for number, version in enumerate(drills_of("rules")):
        record_attempt(learner, version, 0, key_of(version, "right" if number else "wrong"))
    sign_in(visitor, stage.classmate).page.goto(visitor.address("drills:next") + f"?kind={Drill.Kind.RULES}")


def session_over(visitor: Visitor, stage: Stage) -> None:
    """The summary of a session, with a missed drill that comes back and ratings."""
    learner = learner_of(stage.classmate)
    begun = begin_session(learner, ALL_TEN, UUID(int=2))
    assert begun
    for item in begun.items.select_related("version__drill"):
        if item.version.drill.kind == Drill.Kind.MEMORY:
            begin_naming(learner, item.version, 0)
            right = read_choices(Drill.Kind.MEMORY, item.version.choices)
            key = "".join(choice.key for choice in right if choice.verdict == "right")
        else:
            key = key_of(item.version, "right" if item.place % 3 else "wrong")
        record_attempt(learner, item.version, 0, key)
    sign_in(visitor, stage.classmate).open("sessions:session", begun.public_id)


def wrong_password(visitor: Visitor, stage: Stage) -> None:
    page = visitor.open("account_login")
    page.locator("main [name=login]").fill("nobody")
    page.locator("main [name=password]").fill("not the password")
    send(visitor)


def unfit_sign_up(visitor: Visitor, stage: Stage) -> None:
    page = visitor.open("account_signup")
    page.locator("main [name=username]").fill("pupil")
    page.locator("main [name=password1]").fill("kort")
    send(visitor)


def wrong_code(visitor: Visitor, stage: Stage) -> None:
    page = visitor.open("classes:join")
    page.locator("main [name=code]").fill("2222 2222")
    send(visitor)


def join_by_name(visitor: Visitor, stage: Stage) -> None:
    visitor.page.goto(visitor.address("classes:join") + f"?code={stage.classroom.code}")


def joined(visitor: Visitor, stage: Stage) -> None:
    join_by_name(visitor, stage)
    visitor.page.locator("main [name=name]").fill("Åse")
    send(visitor)


def nameless_class(visitor: Visitor, stage: Stage) -> None:
    page = sign_in(visitor, stage.teacher).open("classes:create")
    page.locator("main [name=name]").fill("…")
    send(visitor)


def assign_preview(visitor: Visitor, stage: Stage) -> None:
    page = sign_in(visitor, stage.teacher).open("classes:assign", stage.classroom.public_id)
    page.locator("main [name=number]").fill("3")
    send(visitor)


def four_colours(visitor: Visitor, stage: Stage) -> None:
    page = visitor.open("display:settings")
    page.locator('main [name=suits][value="4"]').check()
    page.locator('main [name=letters][value="nordic"]').check()
    send(visitor)
    visitor.open("drills:drill", drills_of("follow")[0].drill.public_id)


def two_taps(visitor: Visitor) -> None:
    """Choose that a card needs two taps and that the seen cards lie open."""
    page = visitor.open("display:settings")
    page.locator('main [name=taps][value="2"]').check()
    page.locator('main [name=tray][value="shown"]').check()
    send(visitor)


def card_picked(visitor: Visitor, stage: Stage) -> None:
    """A card has had its first tap."""
    two_taps(visitor)
    version = drills_of("follow")[0]
    page = visitor.open("drills:drill", version.drill.public_id)
    choice(page, key_of(version, "right")).click()
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(1)


def help_open(visitor: Visitor, stage: Stage) -> None:
    """The help of the table lies open."""
    page = visitor.open("drills:drill", drills_of("follow")[0].drill.public_id)
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()


def lesson_at(*actions: str, of: str = "screen") -> State:
    """A lesson moved on by its teacher: on the big screen, or on a device that has voted."""

    def state(visitor: Visitor, stage: Stage) -> None:
        lesson = running_lesson(stage)
        vote_in(lesson, stage)
        for action in actions:
            act(lesson, action, lesson.step)
        sign_in(visitor, stage.teacher if of == "screen" else stage.pupil)
        visitor.open(f"lessons:{of}", lesson.public_id)
        lesson.delete()

    return state


def not_found(visitor: Visitor, stage: Stage) -> None:
    visitor.page.goto(f"{visitor.site}/{visitor.language}/nowhere/")


def send(visitor: Visitor) -> None:
    """Send the page's form with its first button."""
    with visitor.page.expect_navigation():
        visitor.page.locator("main form button[type=submit]").first.click()


STATES: dict[str, State] = {
    "follow right": answered("follow", "right"),
    "follow wrong": answered("follow", "wrong"),
    "ending wrong": answered("ending", "wrong"),
    "ending played on": played_on("right"),
    "ending with a slip": played_on("wrong"),
    "ending played out": played_out,
    "rules right": answered("rules", "right"),
    "rules wrong": answered("rules", "wrong"),
    "memory right": named("right"),
    "memory nearly": named("nearly"),
    "memory wrong": named("wrong"),
    "memory, cards ticked": naming,
    "memory, too few cards": named_too_few,
    "memory, tricks closed": tricks_closed,
    "quick mode wrong": quick_answer,
    "both lines": lines_open,
    "report sent": reporting("Begge kortene er like gode."),
    "report without words": reporting(""),
    "illegal card": refused,
    "all drills done": all_done,
    "session over": session_over,
    "four colours": four_colours,
    "card picked": card_picked,
    "help at the table": help_open,
    "wrong password": wrong_password,
    "unfit sign-up": unfit_sign_up,
    "wrong class code": wrong_code,
    "name in the class": join_by_name,
    "just joined": joined,
    "nameless class": nameless_class,
    "assignment preview": assign_preview,
    "lesson, voted": lesson_at(of="desk"),
    "lesson, votes on the big screen": lesson_at("close"),
    "lesson, answer on the big screen": lesson_at("close", "show"),
    "lesson, answer on a device": lesson_at("close", "show", of="desk"),
    "lesson, pause": lesson_at("pause", of="desk"),
    "not found": not_found,
    **PLAY_STATES,
}
