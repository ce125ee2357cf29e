"""New passwords by mail or by the old one, and the address of the account."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from tests.accounts.helpers import PASSWORD, address, link_in_mail, make_user, sign_in, signed_in_as, words
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

NEW = "ny-bever-kongle-8"


def reset_link(email: str) -> str:
    Client().post(address("account_reset_password"), {"email": email})
    return link_in_mail("/nytt/")


def test_link_in_the_mail_sets_a_new_password(client: Client) -> None:
    make_user("kari", "kari@skole.no")
    link = reset_link("Kari@skole.no")
    assert mail.outbox[0].subject == "Velg et nytt passord"
    assert "kari" in str(mail.outbox[0].body)
    form_page = client.get(link)["Location"]
    assert link.rsplit("-", 1)[-1] not in form_page
    assert client.post(form_page, {"password1": "kort"}).status_code == 422
    done = client.post(form_page, {"password1": NEW}, follow=True)
    assert "Passordet er byttet" in words(done)
    assert sign_in(client, "kari", NEW).status_code == 302
    assert mail.outbox[-1].subject == "Passordet ditt er byttet"
    assert "127.0.0.1" not in str(mail.outbox[-1].body)


def test_link_works_once(client: Client) -> None:
    make_user("kari", "kari@skole.no")
    link = reset_link("kari@skole.no")
    client.post(client.get(link)["Location"], {"password1": NEW})
    assert "Lenken er brukt eller for gammel." in words(Client().get(link))


def test_made_up_link_is_answered_kindly(client: Client) -> None:
    response = client.get(address("account_reset_password_from_key", uidb36="1", key="abc-def"))
    assert "Lenken er brukt eller for gammel." in words(response)
    assert address("account_reset_password") in response.content.decode()


def test_change_asks_for_the_old_password_and_keeps_this_device(client: Client) -> None:
    make_user("kari", "kari@skole.no")
    sign_in(client, "kari")
    other = Client()
    sign_in(other, "kari")
    page = address("account_change_password")
    wrong = client.post(page, {"oldpassword": "feil-passord", "password1": NEW})
    assert (wrong.status_code, "Det er ikke passordet ditt." in words(wrong)) == (422, True)
    done = client.post(page, {"oldpassword": PASSWORD, "password1": NEW}, follow=True)
    assert "Passordet er byttet." in words(done)
    assert signed_in_as(client)
    assert other.get(address("account_home")).status_code == 302
    assert mail.outbox[-1].to == ["kari@skole.no"]


def test_user_without_password_chooses_one(client: Client) -> None:
    user = make_user()
    user.set_unusable_password()
    user.save()
    client.force_login(user)
    page = client.get(address("account_change_password"))["Location"]
    assert page == address("account_set_password")
    client.post(page, {"password1": NEW})
    assert sign_in(Client(), "kari", NEW).status_code == 302


def test_new_address_is_confirmed_before_it_replaces_the_old(client: Client) -> None:
    user = make_user("kari", "kari@skole.no")
    sign_in(client, "kari")
    page = address("account_email")
    fields = {"email": "ny@skole.no", "password": PASSWORD, "action_add": "1"}
    response = client.post(page, fields, follow=True)
    assert "Vi har sendt en e-post til adressen" in words(response)
    assert "ny@skole.no venter på at du åpner lenken" in words(response)
    user.refresh_from_db()
    assert user.email == "kari@skole.no"
    assert sign_in(Client(), "kari").status_code == 302, "waiting for a new address locks nobody out"
    client.post(link_in_mail("/bekreft/"))
    user.refresh_from_db()
    assert user.email == "ny@skole.no"
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("ny@skole.no", True)]
    assert mail.outbox[-1].to == ["kari@skole.no"]
    assert mail.outbox[-1].subject == "E-postadressen din er byttet"


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"email": "ny@skole.no", "password": "feil"}, "Det er ikke passordet ditt."),
        ({"email": "ny@", "password": PASSWORD}, "Skriv hele e-postadressen"),
        ({"email": "kari@skole.no", "password": PASSWORD}, "Kontoen din har allerede den adressen."),
    ],
)
def test_bad_address_is_refused_with_the_reason(client: Client, fields: dict[str, str], says: str) -> None:
    make_user("kari", "kari@skole.no")
    sign_in(client, "kari")
    response = client.post(address("account_email"), {**fields, "action_add": "1"})
    assert response.status_code == 422
    assert says in words(response)
    assert mail.outbox == []


def test_mistyped_address_does_not_lock_out_who_had_none(client: Client) -> None:
    make_user()
    sign_in(client, "kari")
    fields = {"email": "skrivefeil@skole.no", "password": PASSWORD, "action_add": "1"}
    client.post(address("account_email"), fields)
    assert sign_in(Client(), "kari").status_code == 302
    page = client.post(
        address("account_email"), {"email": "skrivefeil@skole.no", "action_remove": "1"}, follow=True
    )
    assert "skrivefeil@skole.no er fjernet." in words(page)


def test_address_can_be_taken_away(client: Client) -> None:
    make_user("kari", "kari@skole.no")
    sign_in(client, "kari")
    client.post(address("account_email"), {"email": "kari@skole.no", "action_remove": "1"})
    assert not EmailAddress.objects.exists()
    assert User.objects.get().email == ""
    assert mail.outbox[-1].subject == "E-postadressen din er fjernet"


def test_mail_server_that_is_down_loses_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: EmailMessage, *args: object, **kwargs: object) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailMessage, "send", refuse)
    fields = {"username": "kari", "email": "kari@skole.no", "password1": PASSWORD}
    response = client.post(address("account_signup"), fields, follow=True)
    assert response.status_code == 200
    assert "E-posten kunne ikke sendes akkurat nå." in words(response)
    assert User.objects.get().awaiting_confirmation
