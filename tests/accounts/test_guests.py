"""A guest's work follows into the account, and the guest is gone from the browser after that."""

from __future__ import annotations

import uuid

import pytest
from django.conf import settings
from django.core import signing
from django.test import Client

from tests.accounts.helpers import address, link_in_mail, make_user, sign_in, sign_up
from trainer.accounts.models import Learner, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(client: Client) -> Learner:
    """The client practises without signing in."""
    learner = Learner.objects.create(pk=uuid.uuid4())
    client.cookies[settings.LEARNER_COOKIE_NAME] = signing.dumps(str(learner.pk), salt="learner")
    return learner


def cookie_is_gone(client: Client) -> bool:
    return not client.cookies[settings.LEARNER_COOKIE_NAME].value


def test_sign_in_adopts_the_guest(client: Client, guest: Learner) -> None:
    user = make_user()
    sign_in(client, "kari")
    learner = Learner.objects.get()
    assert (learner.user, learner.created_at) == (user, guest.created_at)
    assert cookie_is_gone(client)


def test_sign_up_adopts_the_guest(client: Client, guest: Learner) -> None:
    sign_up(client, "kari")
    assert Learner.objects.get().user == User.objects.get()
    assert cookie_is_gone(client)


def test_confirmed_address_adopts_the_guest(client: Client, guest: Learner) -> None:
    sign_up(client, "kari", "kari@skole.no")
    assert Learner.objects.get().user is None
    client.post(link_in_mail("/bekreft/"))
    assert Learner.objects.get().user == User.objects.get()
    assert cookie_is_gone(client)


def test_refused_sign_in_leaves_the_guest_alone(client: Client, guest: Learner) -> None:
    make_user()
    sign_in(client, "kari", "feil-passord")
    assert Learner.objects.get().user is None
    assert not cookie_is_gone(client)


def test_guest_of_another_making_is_not_adopted(client: Client, guest: Learner) -> None:
    make_user()
    client.cookies[settings.LEARNER_COOKIE_NAME] = str(guest.pk)
    sign_in(client, "kari")
    assert Learner.objects.filter(pk=guest.pk, user=None).exists()


def test_next_pupil_at_the_computer_starts_afresh(client: Client, guest: Learner) -> None:
    make_user("kari")
    make_user("ola")
    sign_in(client, "kari")
    client.post(address("account_logout"))
    sign_in(client, "ola")
    assert not Learner.objects.filter(user__username="ola").exists()
