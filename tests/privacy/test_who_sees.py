"""The page “who sees what” is true: a crawl of all links, in every role, finds nothing that it denies."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import override

from tests.access.matrix import matrix
from tests.access.scene import ROLES, Scene
from trainer.privacy.who_sees import COLUMNS, NAMES, TABLE, Sees, Thing, Viewer, sees, who_sees_table

# Who each role is to the pupil.
VIEWERS = {
    "anonymous": Viewer.OTHERS,
    "pupil": Viewer.ME,
    "classmate": Viewer.CLASSMATES,
    "other_pupil": Viewer.OTHERS,
    "teacher": Viewer.MY_TEACHERS,
    "co_teacher": Viewer.MY_TEACHERS,
    "other_teacher": Viewer.OTHERS,
    "admin": Viewer.OWNER,
}
# What the crawl must come upon, or it would find nothing to deny.
SEEN = {
    Viewer.ME: (Thing.CLASS_NAME, Thing.USER_NAME, Thing.REPORT, Thing.ADDRESS, Thing.PRACTICE),
    Viewer.MY_TEACHERS: (Thing.CLASS_NAME, Thing.ASSIGNED),
}
STARTS = ("pages:home", "account_home", "classes:index", "progress:mine", "drills:reports", "privacy:my_data")
_LINK = re.compile(r'(?:href|action|data-hx-get)="([^"#]+)')
_ALIKE = 4  # so many addresses of one kind are opened: drills, answers, days


def marks(scene: Scene) -> dict[Thing, str]:
    """A text for each thing that stands on a page wherever the thing can be seen."""
    return {
        Thing.CLASS_NAME: "Ida Hansen",
        Thing.USER_NAME: "name-of-pupil",
        Thing.ASSIGNED: scene.membership.public_id,  # in the addresses of the pupil's answers
        Thing.PRACTICE: scene.session.public_id,
        Thing.REPORT: "report by name-of-pupil",
        Thing.ADDRESS: "name-of-pupil@post.example",
        Thing.TEACHER: "name-of-teacher",
    }


def crawl(client: Client) -> Iterator[tuple[str, str]]:
    """Address and text of every page that links lead to; open pages hold nobody and are left out."""
    with override("nb"):
        waiting = deque(reverse(name) for name in STARTS)
    seen, alike = set(waiting), Counter[str]()
    while waiting:
        path = waiting.popleft()
        name = name_of(path)
        alike[name] += 1
        if not name or alike[name] > _ALIKE:
            continue
        response = client.get(path)
        if response.status_code in {301, 302}:
            found = [response["Location"]]
            text = ""
        else:
            text = text_of(response)
            found = _LINK.findall(text)
        yield path, text
        for link in found:
            parts = urlsplit(unescape(link))
            address = parts.path + (f"?{parts.query}" if parts.query else "")
            if not parts.netloc and address.startswith("/nb/") and address not in seen:
                seen.add(address)
                waiting.append(address)


def name_of(path: str) -> str:
    """The name of the address, or nothing where it need not be opened."""
    try:
        with override("nb"):
            name = resolve(path.partition("?")[0]).view_name
    except Resolver404:
        return ""
    row = matrix().get(name)
    left_out = row is None or row.open_page or row.made_elsewhere or name == "account_logout"
    return "" if left_out and name != "pages:home" else name


def text_of(response: object) -> str:
    if getattr(response, "streaming", False):
        return b"".join(response.streaming_content).decode("utf-8", "replace")  # type: ignore[attr-defined]
    return response.content.decode("utf-8", "replace")  # type: ignore[attr-defined, no-any-return]


def shown_at(scene: Scene, role: str) -> dict[Thing, list[str]]:
    """The pages on which each thing is seen in that role."""
    shown: dict[Thing, list[str]] = {thing: [] for thing in marks(scene)}
    for path, text in crawl(scene.client(role)):
        for thing, mark in marks(scene).items():
            if mark in text or mark in path:
                shown[thing].append(path)
    return shown


@pytest.mark.parametrize("role", ROLES)
def test_no_page_shows_what_the_table_denies(scene: Scene, role: str) -> None:
    shown = shown_at(scene, role)
    denied = {
        NAMES[thing]: pages
        for thing, pages in shown.items()
        if pages
        and sees(VIEWERS[role], thing) is not Sees.YES
        and not (thing is Thing.TEACHER and role == "teacher")
    }
    assert denied == {}
    unseen = [thing for thing in SEEN.get(VIEWERS[role], ()) if not shown[thing]]
    assert unseen == [], "the crawl does not get to where the table says yes"


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_page_shows_the_whole_table(client: Client, db: None, language: str) -> None:
    with override(language):
        html = client.get(reverse("privacy:who_sees")).content.decode()
        for name in (*COLUMNS.values(), *NAMES.values()):
            assert str(name) in unescape(html)
    assert html.count("<td>") == len(Thing) * len(Viewer)
    assert len(who_sees_table()) == len(TABLE) == len(Thing)


def test_nobody_sees_a_password() -> None:
    assert set(TABLE[Thing.PASSWORD]) == {Sees.NO}
