"""Recovery codes: one use each, one answer for every mistake, and a limit for each account."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.accounts.helpers import address, code_on, make_user, sign_in, sign_up, signed_in_as, words
from trainer.accounts.models import RecoveryCode
from trainer.accounts.recovery import make_code, spend_code
from trainer.accounts.symbols import ALPHABET

pytestmark = pytest.mark.django_db

NEW = "ny-bever-kongle-8"


def recover(client: Client, name: str, code: str, password: str = NEW, language: str = "nb") -> Any:
    fields = {"username": name, "code": code, "password1": password}
    return client.post(address("account_recovery", language), fields)


def test_code_sets_a_new_password_signs_in_and_is_replaced(client: Client) -> None:
    first = code_on(sign_up(Client(), "kari"))
    response = recover(client, "Kari", first.lower().replace("-", " "))
    second = code_on(response)
    assert response.status_code == 200
    assert signed_in_as(client)
    assert second != first
    assert sign_in(Client(), "kari", NEW).status_code == 302
    assert recover(Client(), "kari", first).status_code == 422
    assert recover(Client(), "kari", second).status_code == 200


def test_other_devices_are_signed_out() -> None:
    device = Client()
    code = code_on(sign_up(device, "kari"))
    recover(Client(), "kari", code)
    assert device.get(address("account_home")).status_code == 302


@pytest.mark.parametrize(
    ("language", "says"),
    [("nb", "Brukernavnet og koden hører ikke sammen."), ("sv", "Användarnamnet och koden hör inte ihop.")],
)
@pytest.mark.parametrize("name", ["kari", "nobody", "without"])
def test_every_mistake_gets_one_answer(client: Client, language: str, says: str, name: str) -> None:
    make_code(make_user())
    make_user("without")
    response = recover(client, name, "AAAA-BBBB-CCCC-DDDD", language=language)
    assert response.status_code == 422
    assert says in words(response)
    assert signed_in_as(client) is None


def test_weak_password_spends_no_code(client: Client) -> None:
    code = make_code(make_user())
    assert recover(client, "kari", code, "kort").status_code == 422
    assert recover(client, "kari", code).status_code == 200


def test_code_of_a_closed_account_does_nothing(client: Client) -> None:
    code = make_code(make_user(is_active=False))
    assert recover(client, "kari", code).status_code == 422


def test_sixth_try_waits_for_this_account_only(client: Client) -> None:
    code, other = make_code(make_user()), make_code(make_user("ola"))
    for _try in range(5):
        assert recover(client, "kari", "AAAA-BBBB-CCCC-DDDD").status_code == 422
    response = recover(client, "kari", code)
    assert response.status_code == 429
    assert "Vent fem minutter" in words(response)
    assert response["Retry-After"] == "300"
    assert recover(Client(), "ola", other).status_code == 200


def test_code_spent_in_the_same_moment_does_nothing() -> None:
    user = make_user()
    code = make_code(user)
    assert spend_code(user, code, NEW)
    assert spend_code(user, code, "en-annen-9-gang") is None
    user.refresh_from_db()
    assert user.check_password(NEW)


def test_code_has_no_look_alikes_and_eighty_bits() -> None:
    assert len(ALPHABET) == 32
    assert not set("01OI") & set(ALPHABET)
    code = make_code(make_user())
    assert [len(group) for group in code.split("-")] == [4, 4, 4, 4]
    assert RecoveryCode.objects.get().digest not in code


def test_new_code_asks_for_the_password(client: Client) -> None:
    page = address("account_recovery_code")
    assert client.get(page).status_code == 302
    old = make_code(make_user())
    sign_in(client, "kari")
    assert "Du har en kode fra før." in words(client.get(page))
    wrong = client.post(page, {"password": "feil-passord"})
    assert wrong.status_code == 422
    assert "Det er ikke passordet ditt." in words(wrong)
    new = code_on(client.post(page, {"password": "kongle-furu-elg-7"}))
    assert recover(Client(), "kari", old).status_code == 422
    assert recover(Client(), "kari", new).status_code == 200


def test_guessing_the_password_for_a_new_code_is_limited(client: Client) -> None:
    make_user()
    sign_in(client, "kari")
    answers = [
        client.post(address("account_recovery_code"), {"password": "x"}).status_code for _ in range(11)
    ]
    assert answers == [422] * 10 + [429]
