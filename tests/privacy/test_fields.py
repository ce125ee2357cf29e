"""How little is asked of a pupil: at most four personal fields, and a fifth fails here."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import models

from trainer.accounts.models import Learner, User
from trainer.classes.models import Membership
from trainer.privacy.holding import held_tables

# What tells who a pupil is, or lets them in. The user name is made by the site, the address is empty where a
# class made the account, and the password is a digest.
PERSONAL = {
    "accounts.User.username",
    "accounts.User.password",
    "accounts.User.email",
    "classes.Membership.display_name",
}
# Columns of text that say nothing about who somebody is.
LOOKS = {"language", "theme", "suits", "card_letters", "card_taps", "seen_cards", "table_keys", "time_zone"}
NOT_PERSONAL = {
    User: LOOKS,
    Learner: set[str](),
    Membership: {"public_id", "name_key"},  # drawn by lot; display_name in lower case
}
# Columns that no table of a person may have.
WHO = {
    "surname",
    "firstname",
    "lastname",
    "fullname",
    "birth",
    "born",
    "sex",
    "gender",
    "phone",
    "street",
    "postal",
}
WHO |= {"street", "postal", "photo", "avatar", "geo", "latitude", "longitude"}


def text_columns(model: type[models.Model]) -> Iterator[str]:
    for field in model._meta.concrete_fields:
        is_text = isinstance(field, models.CharField | models.TextField | models.JSONField)
        is_day = isinstance(field, models.DateField) and not isinstance(field, models.DateTimeField)
        if is_text or is_day:
            yield field.name


def test_a_pupil_has_four_personal_fields() -> None:
    assert len(PERSONAL) <= 4
    unsaid = [
        f"{model._meta.label}.{name}"
        for model, known in NOT_PERSONAL.items()
        for name in text_columns(model)
        if name not in known and f"{model._meta.label}.{name}" not in PERSONAL
    ]
    assert unsaid == [], "personal? Then a pupil has more than four such fields"


def test_no_table_of_a_person_says_who_they_are() -> None:
    found = [
        f"{model._meta.label}.{field.name}"
        for model in {User, Learner, *held_tables()}
        for field in model._meta.concrete_fields
        if {*field.name.split("_"), field.name.replace("_", "")} & WHO
    ]
    assert found == []
