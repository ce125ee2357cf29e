"""Django's admin: for staff, behind the second step, with our own models alone."""

from __future__ import annotations

import pytest
import time_machine
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests.accounts.helpers import PASSWORD, address, make_user, sign_in, through_second_step, words
from tests.accounts.test_second_step import code_now, connect_app, totp

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.accounts.admin_urls")]

QUEUE = "/admin/accounts/teacherrequest/"
STAFF = {"is_staff": True, "is_superuser": True}


def test_staff_without_second_step_are_sent_to_set_one_up(client: Client) -> None:
    make_user("eier", **STAFF)
    sign_in(client, "eier")
    for path in ("/admin/", QUEUE, "/admin/jsi18n/", "/admin/nowhere/"):
        assert client.get(path)["Location"] == address("mfa_index"), path
    assert "gir tilgang til administrasjonen" in words(client.get(address("mfa_index")))


def test_staff_set_one_up_and_come_in(client: Client) -> None:
    make_user("eier", **STAFF)
    sign_in(client, "eier")
    secret = connect_app(client)
    asked = client.get(QUEUE)
    assert asked["Location"].startswith(address("mfa_reauthenticate")), "made, but not yet used"
    with time_machine.travel(totp.time.time() + 60, tick=False):
        on = client.post(asked["Location"], {"code": code_now(secret), "next": QUEUE})
        assert on["Location"] == QUEUE
        assert client.get(QUEUE).status_code == 200


def test_form_of_the_admin_signs_nobody_in(client: Client) -> None:
    make_user("eier", **STAFF)
    for path in ("/admin/login/", "/admin/login/?next=/admin/"):
        answer = client.post(path, {"username": "eier", "password": PASSWORD, "next": "/admin/"})
        assert answer["Location"].startswith(address("account_login"))
        assert client.get("/admin/").status_code == 302
    through_second_step(make_user("annen", **STAFF)).post("/admin/logout/")
    assert "_auth_user_id" not in client.session


def test_others_are_kept_out_with_a_second_step_too(client: Client) -> None:
    teacher = through_second_step(make_user("berit", "berit@skole.no", is_teacher=True))
    assert teacher.get("/admin/", follow=True).status_code == 403
    assert teacher.get(QUEUE).status_code in {302, 403}


def test_only_our_models_are_there(owner: Client) -> None:
    apps = {model._meta.app_label for model in admin.site._registry}
    assert apps <= {"accounts", "drills", "classes", "play", "lessons", "progress", "scorekeeper"}
    pages = owner.get("/admin/").content.decode()
    assert "Authenticator" not in pages and "Social" not in pages


def test_owner_closes_an_account_and_makes_no_staff(owner: Client) -> None:
    user = make_user("kari", "kari@skole.no")
    page = reverse("admin:accounts_user_change", args=[user.pk])
    shown = owner.get(page).content.decode()
    assert "kari@skole.no" in shown and user.password not in shown and "argon2" not in shown
    owner.post(page, {"is_teacher": "on", "is_staff": "on", "is_superuser": "on", "username": "eier"})
    user.refresh_from_db()
    assert (user.is_active, user.is_teacher, user.is_staff, user.username) == (False, True, False, "kari")
    assert owner.get("/admin/accounts/user/").status_code == 200
    assert owner.get(reverse("admin:accounts_user_delete", args=[user.pk])).status_code == 403
