"""A class set up in one lesson: from the teacher's sign-up to thirty pupils' answers in a spreadsheet."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO, StringIO
from time import monotonic

import pytest
from django.db import connections
from openpyxl import load_workbook
from playwright.sync_api import expect

from tests.accounts.helpers import link_in_mail
from tests.browser.devices import Device
from tests.browser.drill_pages import choice, verdict
from tests.browser.stage import key_of
from tests.browser.visitors import Visitor
from trainer.accounts.models import User
from trainer.classes.models import Assignment, AssignmentItem, Classroom, Membership

# fmt: off
NAMES = [
    "Aksel", "Amir", "Ane", "Åse", "Bjørn", "Birgitte",
    "Cecilie", "Daniel", "Ella", "Emil", "Fatima", "Filip",
    "Håkon", "Ida", "Ingrid", "Jakob", "Kari", "Lars",
    "Maja", "Mohammed", "Noah", "Nora", "Oskar", "Ødegård",
    "Ærlend", "Sara", "Sofie", "Tuva", "Viktor", "Zara",
]
# fmt: on
BROWSERS = 2
AT_ONCE = 10
HASHING = 60_000  # ms that thirty new word codes may take on a busy machine
DRILLS = 3

# Every row of the table: the name, the verdicts of its cells, and the figures behind them.
GRID = """() => [...document.querySelectorAll(".class-grid tbody tr")].map((row) => [
  row.querySelector("th").innerText.trim(),
  [...row.querySelectorAll("td .mark")].map((mark) => mark.innerText.trim()),
  [...row.querySelectorAll("td.fig")].map((figure) => figure.innerText.trim()),
])"""


@dataclass(frozen=True, slots=True)
class Slip:
    """What a pupil got on paper."""

    name: str
    user_name: str
    words: str


def sign_up(teacher: Visitor) -> None:
    """With an address, which is confirmed by the link in the mail."""
    page = teacher.open("account_signup")
    page.locator("main [name=username]").fill("berit")
    page.locator("main [name=email]").fill("berit@skole.example")
    page.locator("main [name=password1]").fill("fire ord som er lange")
    page.locator("main form button.pri").click()
    page.wait_for_url("**" + teacher.path("account_email_verification_sent"))
    way = teacher.path("account_confirm_email", "x").removesuffix("x/")
    page.goto(teacher.site + link_in_mail(way.lstrip("/")))
    page.locator("main form button.pri").click()
    expect(page.locator("main h1")).not_to_have_text(teacher.words("Confirm the address"))
    assert User.objects.get(username="berit").emailaddress_set.get().verified  # type: ignore[attr-defined]


def make_class(teacher: Visitor) -> Classroom:
    """A class of thirty from a pasted list."""
    page = teacher.open("classes:create")
    page.locator("main [name=name]").fill("6B")
    page.locator("main form button.pri").click()
    expect(page.locator("main h1")).to_have_text("6B")
    room = Classroom.objects.get()
    page = teacher.open("classes:import_pupils", room.public_id)
    page.locator("main textarea[name=list]").fill("\n".join(NAMES))
    page.locator("button[value=preview]").click()
    expect(page.locator(".lines-read tbody tr")).to_have_count(len(NAMES))
    assert not Membership.objects.exists()
    page.locator("button[value=make]").click(timeout=HASHING)
    expect(page.locator("main table tbody tr")).to_have_count(len(NAMES), timeout=HASHING)
    return room


def print_slips(teacher: Visitor, room: Classroom) -> list[Slip]:
    """The slips on paper: one a pupil, each with a QR code."""
    page = teacher.open("classes:slips_print", room.public_id)
    expect(page.locator(".slips > li")).to_have_count(len(NAMES))
    expect(page.locator(".slips svg.qr")).to_have_count(len(NAMES))
    slips = []
    for slip in page.locator(".slips > li").all():
        words, user_name, _link = slip.locator("dd").all_inner_texts()
        slips.append(Slip(slip.locator("h2").inner_text(), user_name, words))
    return slips


def assign(teacher: Visitor, room: Classroom) -> Assignment:
    page = teacher.open("classes:assign", room.public_id)
    page.locator("main select[name=theme]").select_option("follow")
    page.locator("main [name=number]").fill(str(DRILLS))
    page.locator("button[value=preview]").click()
    page.locator("button[value=give]").click()
    expect(page.locator("main table.class-grid tbody tr")).to_have_count(len(NAMES))
    return Assignment.objects.get()


def meant(pupil: int, drill: int) -> str:
    """How a pupil is to answer a drill, so that no two columns are alike."""
    return "right" if (pupil * (drill + 1)) % (drill + 2) else "wrong"


def at_once[T](action: Callable[[T], None], things: Iterable[T]) -> None:
    """The same for all, ten at a time."""

    def run(thing: T) -> None:
        try:
            action(thing)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(run, things))


def sign_in_device(device: Device, way: str, slip: Slip) -> None:
    """By the link of the class and the words alone."""
    device.open(way)
    device.send(way, words=slip.words.upper().replace("-", " "))
    assert device.status == 200, f"{slip.name}: {device.status}"
    assert device.url.endswith(way.removesuffix(way.split("/")[-2] + "/")), f"{slip.name} is at {device.url}"


def sign_in_browser(pupil: Visitor, room: Classroom, slip: Slip) -> None:
    page = pupil.open("classes:sign_in", room.public_id)
    page.locator("main [name=words]").fill(slip.words)
    page.locator("main form button.pri").click()
    expect(page.locator("main h1")).to_have_text("6B")
    expect(page.locator("main")).to_contain_text(slip.name)


@dataclass(frozen=True, slots=True)
class Work:
    """One drill for one pupil: where it is, and what is answered there."""

    address: str
    key: str


def work_of(pupil: Visitor, items: list[AssignmentItem], number: int) -> list[Work]:
    found = []
    for item in items:
        page = pupil.path("drills:drill", item.version.drill.public_id)
        key = key_of(item.version, meant(number, item.position - 1))
        found.append(Work(f"{page}?assignment={item.assignment.public_id}", key))
    return found


def do_on_device(device: Device, work: list[Work]) -> None:
    for each in work:
        page = device.open(each.address)
        action = re.search(r'<form method="post"[^>]* action="([^"]+)"', page)
        assert action, f"{each.address} has no form"
        device.send(action[1].replace("&amp;", "&"), choice=each.key)
        assert device.status == 200 and 'class="verdict' in device.html, f"{each.address}: {device.status}"


def do_in_browser(pupil: Visitor, work: list[Work]) -> None:
    for each in work:
        pupil.page.goto(pupil.site + each.address)
        choice(pupil.page, each.key).click()
        expect(verdict(pupil.page)).to_be_visible()


def numbers(texts: Iterable[object]) -> list[float | None]:
    """Figures without signs and units; a dash, or nothing, where there is none."""
    plain = (re.sub(r"[^\d.]", "", str(text).replace(",", ".")) for text in texts)
    return [float(text) if text else None for text in plain]


def as_on_screen(row: list[object]) -> tuple[str, list[str], list[float | None]]:
    """A row of a file as the screen has it: name, verdicts, figures."""
    verdicts = [re.findall(r"\((\w+)", str(cell))[0] for cell in row[1 : 1 + DRILLS]]
    return str(row[0]), verdicts, numbers(row[1 + DRILLS : 6 + DRILLS])


@pytest.mark.long
def test_thirty_pupils_from_a_list_to_a_spreadsheet(visit: Callable[..., Visitor]) -> None:
    teacher = visit("nb")
    sign_up(teacher)
    room = make_class(teacher)
    slips = print_slips(teacher, room)
    assert sorted(slip.name for slip in slips) == sorted(NAMES)
    assignment = assign(teacher, room)

    way = teacher.path("classes:sign_in", room.public_id)
    devices = [Device(teacher.site) for _slip in slips[BROWSERS:]]
    began = monotonic()
    at_once(
        lambda pair: sign_in_device(pair[0], way, pair[1]), list(zip(devices, slips[BROWSERS:], strict=True))
    )
    pupils = [visit("nb", viewport={"width": 360, "height": 740}) for _slip in slips[:BROWSERS]]
    for pupil, slip in zip(pupils, slips, strict=False):
        sign_in_browser(pupil, room, slip)
    print(f"{len(slips)} sessions were in after {monotonic() - began:.1f} s")

    items = list(assignment.items.select_related("version__drill", "assignment").order_by("position"))
    work = [work_of(teacher, items, number) for number in range(len(slips))]
    at_once(lambda pair: do_on_device(*pair), list(zip(devices, work[BROWSERS:], strict=True)))
    for pupil, own in zip(pupils, work, strict=False):
        do_in_browser(pupil, own)

    page = teacher.open("classes:assignment", assignment.public_id)
    grid = [(name, verdicts, numbers(figures)) for name, verdicts, figures in page.evaluate(GRID)]
    said = {"right": teacher.words("Right"), "wrong": teacher.words("Wrong")}
    expected = {
        slip.name: [said[meant(number, drill)] for drill in range(DRILLS)]
        for number, slip in enumerate(slips)
    }
    assert {name: verdicts for name, verdicts, _figures in grid} == expected
    assert [name for name, _verdicts, _figures in grid][-4:] == ["Zara", "Ærlend", "Ødegård", "Åse"]

    text = page.request.get(teacher.address("classes:grid_csv", assignment.public_id)).body()
    assert text.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(StringIO(text.decode("utf-8-sig")), delimiter=";"))
    assert [as_on_screen(list(row)) for row in rows[1 : 1 + len(NAMES)]] == grid
    book = load_workbook(
        BytesIO(page.request.get(teacher.address("classes:grid_xlsx", assignment.public_id)).body())
    )
    sheet = [list(row) for row in book.worksheets[0].iter_rows(values_only=True)]
    assert [as_on_screen(row) for row in sheet[1 : 1 + len(NAMES)]] == grid
