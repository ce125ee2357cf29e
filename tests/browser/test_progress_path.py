"""Looking back by keyboard alone: history, filter, files to take along, and an area begun anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.keyboard import follow, reach
from tests.browser.stage import key_of, set_stage, sign_in
from tests.browser.visitors import Visitor
from trainer.accounts.services import learner_of
from trainer.drills.models import Attempt, Drill
from trainer.drills.services import record_attempt
from trainer.progress.models import AreaRating

pytestmark = pytest.mark.long


def test_progress_is_looked_through_and_an_area_begun_anew(
    language: str, visit: Callable[..., Visitor]
) -> None:
    stage = set_stage()
    learner = learner_of(stage.classmate)
    for version, verdict in zip(stage.versions, ("right", "wrong", "right", "wrong"), strict=False):
        record_attempt(learner, version, 0, key_of(version, verdict))
    visitor = sign_in(visit(language, accept_downloads=True), stage.classmate)
    page = visitor.open("progress:mine")

    follow(page, visitor.link("All answers", within="main"))
    assert page.url == visitor.address("progress:history")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(4)
    follow(page, page.locator('main nav a[href*="verdict=wrong"]'))
    expect(rows).to_have_count(2)
    follow(page, rows.first.locator("a"))
    expect(page.locator(".verdict.wrong")).to_be_visible()
    page.go_back()
    expect(rows).to_have_count(2)

    table = saved(page, visitor.link("CSV for spreadsheets", within="main"))
    assert len(table.decode("utf-8-sig").splitlines()) == 5
    whole = json.loads(saved(page, visitor.link("JSON for programs", within="main")))
    assert stage.versions[0].drill.public_id in json.dumps(whole)

    page.goto(visitor.address("progress:mine"))
    follow(page, page.locator(f'main a[href="{visitor.path("progress:reset")}"]').first)
    follow(page, page.locator('main a[href="?area=phase-one"]'))
    assert Attempt.objects.filter(learner=learner).count() == 4
    follow(page, visitor.button("Delete", within="main"))
    assert page.url == visitor.address("progress:mine")
    expect(page.locator(".notes [role=status]")).to_be_visible()
    kinds = Attempt.objects.filter(learner=learner).values_list("version__drill__kind", flat=True)
    assert not {Drill.Kind.FOLLOW, Drill.Kind.LEAD} & set(kinds)
    assert not AreaRating.objects.filter(learner=learner, area="phase-one").exists()


def saved(page: Page, link: Locator) -> bytes:
    """The file that a link gives when Enter is pressed on it."""
    reach(page, link)
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    return Path(download.value.path()).read_bytes()
