"""Joining by code: new pupils without e-mail, learners with an account, limits, double clicks."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

import pytest
import time_machine
from django.core import signing
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.classes.conftest import School, add_pupil, make_class, make_teacher, user_of
from tests.samples import answer
from trainer.accounts.models import Learner, User
from trainer.classes import limits, services
from trainer.classes.codes import new_class_code
from trainer.classes.limits import NEWCOMERS
from trainer.classes.models import AssignmentAnswer, Classroom, Membership


def join(client: Client, code: str, name: str | None = None, **more: str) -> HttpResponse:
    data = {"code": code} | ({"name": name} if name is not None else {}) | more
    return client.post(reverse("classes:join"), data)  # type: ignore[return-value]


def shown(html: str) -> tuple[str, str]:
    """User name and word code as a new pupil reads them."""
    values = re.findall(r"<dd>([^<]+)</dd>", html)
    return values[0], values[1]


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_new_pupil_needs_a_code_and_a_name(school: School, client: Client, language: str) -> None:
    with override(language):
        first = client.post(reverse("classes:join"), {"code": f" {school.room.shown_code.lower()} "})
        assert first.status_code == 200
        assert "6B" in first.content.decode()
        second = client.post(reverse("classes:join"), {"code": school.room.code, "name": " Tuva  Myhre "})
    assert second.status_code == 200
    user_name, word_code = shown(second.content.decode())
    member = Membership.objects.get(display_name="Tuva Myhre")
    user = user_of(member)
    assert user.username == user_name
    assert (user.email, user.is_teacher, user.language) == ("", False, language)
    assert user.check_password(word_code)
    assert client.get(reverse("classes:classroom", args=[school.room.public_id])).status_code == 200


def test_new_pupil_signs_in_elsewhere_with_the_words_in_any_case(school: School, client: Client) -> None:
    html = join(client, school.room.code, "Tuva").content.decode()
    user_name, word_code = shown(html)
    other = Client()
    typed = word_code.replace("-", " ").title()
    response = other.post(reverse("account_login"), {"login": user_name.upper(), "password": typed})
    assert response.status_code == 302
    assert other.get(reverse("classes:classroom", args=[school.room.public_id])).status_code == 200


def test_code_is_kept_nowhere(school: School, client: Client) -> None:
    html = join(client, school.room.code, "Tuva").content.decode()
    _name, word_code = shown(html)
    assert word_code not in str(dict(client.session))
    again = client.get(reverse("classes:join"), {"code": school.room.code})
    assert again.status_code == 302


@pytest.mark.parametrize(
    ("language", "words"), [("nb", "Vi finner ingen klasse"), ("sv", "Vi hittar ingen klass")]
)
def test_wrong_code_says_so_and_stores_nothing(client: Client, language: str, words: str) -> None:
    with override(language):
        response = client.post(reverse("classes:join"), {"code": "<b>abcd", "name": "Ida"})
    html = response.content.decode()
    assert response.status_code == 422
    assert words in html
    assert 'value="&lt;b&gt;abcd"' in html
    assert User.objects.count() == Membership.objects.count() == 0


def test_archived_class_has_no_code(school: School, client: Client) -> None:
    services.archive_classroom(school.room)
    assert join(client, school.room.code).status_code == 422


def test_changed_code_takes_the_old_ones_place(school: School, client: Client) -> None:
    old = school.room.code
    services.change_code(school.room, school.room.code)
    school.room.refresh_from_db()
    assert join(client, old).status_code == 422
    assert join(client, school.room.code).status_code == 200


@time_machine.travel("2026-11-29T12:00:10Z", tick=False)
def test_twenty_wrong_codes_a_minute_from_one_browser(school: School, client: Client) -> None:
    client.get(reverse("classes:join"))
    statuses = [join(client, f"WRNG{i:04}").status_code for i in range(21)]
    assert statuses == [422] * 20 + [429]
    assert "Vent et minutt" in join(client, school.room.code).content.decode()
    assert Membership.objects.filter(classroom=school.room).count() == 2
    neighbour = Client()  # the same school, the same address
    assert join(neighbour, school.room.code).status_code == 200


def test_wait_is_over_after_a_minute(school: School, client: Client) -> None:
    with time_machine.travel("2026-11-29T12:00:10Z", tick=False):
        client.get(reverse("classes:join"))
        for number in range(21):
            join(client, f"WRNG{number:04}")
    with time_machine.travel("2026-11-29T12:01:10Z", tick=False):
        assert join(client, school.room.code).status_code == 200


def test_a_crowd_is_stopped_at_the_class_not_at_the_school(school: School, client: Client) -> None:
    for _ in range(NEWCOMERS.most):
        NEWCOMERS.count(school.room.code)
    response = join(client, school.room.code, "Tuva")
    assert response.status_code == 429
    assert not Membership.objects.filter(display_name="Tuva").exists()
    assert join(Client(), school.other_room.code, "Tuva").status_code == 200


def test_full_class_takes_nobody(school: School, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "APPROVED_PUPIL_LIMIT", 2)
    response = join(client, school.room.code, "Tuva")
    assert response.status_code == 422
    assert "Klassen er full" in response.content.decode()
    assert User.objects.filter(username__startswith="elev-").count() == 3


@pytest.mark.parametrize("name", ["Ida Hansen", "  ida   HANSEN ", "Ｉda Hansen"])
def test_second_pupil_of_a_name_adds_a_letter(school: School, client: Client, name: str) -> None:
    response = join(client, school.room.code, name)
    assert response.status_code == 422
    assert "Legg til en bokstav" in response.content.decode()
    join(client, school.room.code, "Ida Hansen B")
    join(Client(), school.other_room.code, "Ida Hansen")  # unique in the class, not in the world (W30)
    assert Membership.objects.filter(display_name__startswith="Ida Hansen").count() == 3


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "---", "x" * 41, "\x00"])
def test_name_that_is_none_is_asked_for_again(school: School, client: Client, name: str) -> None:
    response = join(client, school.room.code, name)
    assert response.status_code == 422
    assert Membership.objects.filter(classroom=school.room).count() == 2


def test_double_click_makes_one_pupil(school: School) -> None:
    key = str(uuid.uuid4())
    first, second = Client(), Client()  # the second click leaves before the first answer arrives
    join(first, school.room.code, "Tuva", request_key=key)
    response = join(second, school.room.code, "Tuva", request_key=key)
    assert response.status_code == 200
    user_name, word_code = shown(response.content.decode())
    member = Membership.objects.get(display_name="Tuva")
    assert user_of(member).username == user_name
    assert user_of(member).check_password(word_code)
    assert User.objects.filter(username__startswith="elev-").count() == 4


def test_form_of_a_double_click_opens_nothing_later(school: School) -> None:
    key = str(uuid.uuid4())
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False):
        join(Client(), school.room.code, "Tuva", request_key=key)
    with time_machine.travel("2026-11-29T12:05:00Z", tick=False):
        response = join(Client(), school.room.code, "Tuva", request_key=key)
    assert response.status_code == 422
    assert "<dd>" not in response.content.decode()


def test_next_pupil_at_the_same_machine_gets_an_account_of_their_own(school: School) -> None:
    key = str(uuid.uuid4())
    join(Client(), school.room.code, "Tuva", request_key=key)
    join(Client(), school.room.code, "Liam", request_key=key)
    assert Membership.objects.filter(classroom=school.room).count() == 4


def test_learner_joins_with_the_account_that_is_signed_in(
    school: School, learner_user: User, enter: Callable[[object], Client]
) -> None:
    client = enter(learner_user)
    response = join(client, school.room.code, "Eira")
    assert response.status_code == 302
    member = Membership.objects.get(display_name="Eira")
    assert user_of(member) == learner_user
    assert not member.account_made_here
    assert join(client, school.room.code, "Eira to").status_code == 302
    assert Membership.objects.filter(learner__user=learner_user).count() == 1


def test_teacher_of_the_class_does_not_become_its_pupil(
    school: School, enter: Callable[[object], Client]
) -> None:
    join(enter(school.teacher), school.room.code, "Berit")
    assert Membership.objects.filter(classroom=school.room).count() == 2


def test_work_from_before_joining_is_shown_and_marked(school: School, learner_user: User) -> None:
    attempt = answer(learner_user.learner, school.versions[1])
    services.join_as_learner(school.room, learner_user, "Eira", uuid.uuid4())
    filled = AssignmentAnswer.objects.get(membership__display_name="Eira")
    assert filled.attempt == attempt
    assert not filled.earlier  # after the assignment was given, though before joining


def test_guests_work_follows_into_the_class(school: School, client: Client) -> None:
    client.get(reverse("classes:join"))
    guest = Learner.objects.create(id=_guest_id(client))
    answer(guest, school.versions[0], "wrong")
    join(client, school.room.code, "Tuva")
    filled = AssignmentAnswer.objects.get(membership__display_name="Tuva")
    assert filled.attempt.verdict == "wrong"
    assert filled.attempt.learner.user is not None


def _guest_id(client: Client) -> str:
    return str(signing.loads(client.cookies["learner"].value, salt="learner"))


def test_new_account_keeps_next_to_nothing(school: School) -> None:
    user = user_of(add_pupil(school.room, "Tuva"))
    personal = {name: getattr(user, name) for name in ("email", "last_login")}
    assert personal == {"email": "", "last_login": None}
    assert "Tuva" not in user.username


def test_joins_make_distinct_user_names() -> None:
    rooms = [make_class(make_teacher(f"t{number}"), f"k{number}") for number in range(3)]
    names = {user_of(add_pupil(room, f"Elev {number}")).username for room in rooms for number in range(8)}
    assert len(names) == 24


def test_thousand_guessed_codes_find_nothing(school: School) -> None:
    """No limit helps against guesses from a thousand browsers: the codes are too many (2⁴⁰)."""
    guesses = {new_class_code() for _ in range(1000)}
    assert len(guesses) == 1000
    assert not Classroom.objects.filter(code__in=guesses).exists()
    statuses = {join(Client(), code).status_code for code in sorted(guesses)[:25]}
    assert statuses == {422}
