"""The owner's pages: off by default, for staff alone, reports to answer and drills to read."""

from __future__ import annotations

import importlib
import sys
import uuid
from collections.abc import Iterator

import pytest
from django.conf import settings as site_settings
from django.test import Client
from django.urls import clear_url_caches, set_urlconf
from pytest_django.fixtures import Settings

from tests.accounts.helpers import through_second_step
from tests.drills.test_reports import ENDING, ending
from trainer.accounts.models import Learner, User
from trainer.drills.models import Drill, DrillReport, DrillVersion

__all__ = ["ending"]


@pytest.fixture
def admin(settings: Settings) -> Iterator[None]:
    """The site as `SITE_ADMIN=yes` makes it."""
    settings.ADMIN = True
    _read_addresses()
    yield
    settings.ADMIN = False
    _read_addresses()


def _read_addresses() -> None:
    clear_url_caches()
    set_urlconf(None)
    importlib.reload(sys.modules[site_settings.ROOT_URLCONF])


@pytest.fixture
def owner(db: None) -> Client:
    return through_second_step(User.objects.create_superuser("owner", password="a-long-password"))


def reported(version: DrillVersion) -> DrillReport:
    return DrillReport.objects.create(
        learner=Learner.objects.create(),
        version=version,
        rule_set="base",
        choice="D9",
        text="Feil kort",
        request_key=uuid.uuid4(),
    )


@pytest.mark.django_db
def test_there_is_no_admin_unless_asked_for(client: Client) -> None:
    assert client.get("/admin/").status_code == 404


def test_only_staff_come_in(admin: None, ending: DrillVersion, client: Client, signed_in: Client) -> None:
    response = client.get("/admin/", follow=True)
    assert "logg-inn" in response.redirect_chain[-1][0], "signing in has the limits of the site's own page"
    assert signed_in.get("/admin/", follow=True).status_code == 403
    assert signed_in.get("/admin/drills/drillreport/").status_code in {302, 403}


def test_owner_reads_answers_and_solves_reports(admin: None, ending: DrillVersion, owner: Client) -> None:
    report = reported(ending)
    assert "Feil kort" in owner.get("/admin/drills/drillreport/").content.decode()
    at = f"/admin/drills/drillreport/{report.pk}/change/"
    assert ending.position in owner.get(at).content.decode()
    owner.post(at, {"reply": "Rettet.", "text": "changed"})
    chosen = {"action": "solve_again", "_selected_action": [report.pk]}
    after = owner.post("/admin/drills/drillreport/", chosen, follow=True).content.decode()
    assert "Solved again: 1 holds." in after
    report.refresh_from_db()
    assert (report.reply, report.text, report.state) == ("Rettet.", "Feil kort", "holds")


def test_what_came_out_is_read_line_by_line_beside_a_way_to_the_drill(
    admin: None, ending: DrillVersion, owner: Client
) -> None:
    report = reported(ending)
    DrillReport.objects.filter(pk=report.pk).update(state="differs", found=["S5 <takes> 6", "S2 takes 5"])
    page = owner.get(f"/admin/drills/drillreport/{report.pk}/change/").content.decode()
    assert "<p>S5 &lt;takes&gt; 6</p><p>S2 takes 5</p>" in page
    assert f'<a href="/nb/ov/{ENDING}/">' in page
    assert '<textarea name="reply"' in page


def test_drills_are_only_read(admin: None, ending: DrillVersion, owner: Client) -> None:
    drill = Drill.objects.get(public_id=ENDING)
    at = f"/admin/drills/drill/{drill.pk}/change/"
    assert owner.get("/admin/drills/drill/").status_code == 200
    assert owner.get(at).status_code == 200
    assert owner.post(at, {"theme": "other"}).status_code == 403
    assert owner.get(f"/admin/drills/drill/{drill.pk}/delete/").status_code == 403
    assert owner.get("/admin/drills/drill/add/").status_code == 403


def test_pages_of_the_owner_keep_the_policy(admin: None, ending: DrillVersion, owner: Client) -> None:
    report = reported(ending)
    for at in ("/admin/", "/admin/drills/drillreport/", f"/admin/drills/drillreport/{report.pk}/change/"):
        response = owner.get(at)
        page = response.content.decode()
        assert "unsafe" not in response["Content-Security-Policy"]
        assert " style=" not in page and "<style" not in page and " onclick=" not in page
        assert "<script>" not in page
