"""A learner with an account, whose progress the tests look at."""

from __future__ import annotations

import pytest
from django.test import Client

from trainer.accounts.models import Learner, User
from trainer.accounts.services import learner_of


@pytest.fixture
def user() -> User:
    return User.objects.create_user("eira", password="a-long-password")


@pytest.fixture
def learner(user: User) -> Learner:
    return learner_of(user)


@pytest.fixture
def signed_in(user: User, client: Client) -> Client:
    client.force_login(user)
    return client
