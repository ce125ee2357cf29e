"""Commands for whoever runs the site: an account to try teaching with, and the right to teach."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.accounts.helpers import make_user, sign_in
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db


def said(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def password_in(text: str) -> str:
    return text.split("Password:")[1].strip()


def test_teacher_account_can_be_signed_in_to(client: Client) -> None:
    text = said("create_teacher")
    assert "User name: teacher" in text
    assert User.objects.get().is_teacher
    assert sign_in(client, "teacher", password_in(text)).status_code == 302


def test_made_again_the_account_gets_a_fresh_password() -> None:
    first = password_in(said("create_teacher", "Lærer", "--language", "sv"))
    second = password_in(said("create_teacher", "lærer"))
    assert first != second
    user = User.objects.get()
    assert (user.username, user.language) == ("lærer", "sv")
    assert not user.check_password(first)
    assert user.check_password(second)


def test_password_is_made_of_words_anyone_can_type() -> None:
    password = password_in(said("create_teacher"))
    assert [len(word) for word in password.split("-")] == [6, 6, 6]
    assert password.replace("-", "").isascii()
    assert password == password.lower()


@pytest.mark.parametrize("name", ["", "a@b.no", "x" * 41])
def test_name_nobody_could_sign_in_with_is_refused(name: str) -> None:
    with pytest.raises(CommandError, match="cannot be a user name"):
        said("create_teacher", name)


@pytest.mark.parametrize("name", ["Kari", "kari@skole.no"])
def test_right_to_teach_is_given_and_taken(name: str) -> None:
    user = make_user("kari", "kari@skole.no")
    assert said("grant_teacher", name) == "kari teaches\n"
    user.refresh_from_db()
    assert user.is_teacher
    assert user.check_password("kongle-furu-elg-7")
    assert said("grant_teacher", name, "--revoke") == "kari does not teach\n"


def test_nobody_of_that_name_is_said() -> None:
    with pytest.raises(CommandError, match="nobody is called 'ola'"):
        said("grant_teacher", "ola")
