"""Two classes whose people have left something in every table that is theirs."""

from __future__ import annotations

import uuid

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.test import Client

from tests.access.scene import Scene, set_scene
from trainer.accounts import recovery
from trainer.accounts.models import TeacherRequest, User
from trainer.accounts.services import learner_of
from trainer.classes import services
from trainer.classes.limits import WRONG_CODES
from trainer.classes.models import Membership
from trainer.drills.models import DrillReport
from trainer.privacy.models import ExpiryNotice

PASSWORD = "kongle-furu-elg-7"


@pytest.fixture
def scene(db: None) -> Scene:
    """The people of the access matrix; `Mona Lind` has an account that the class made."""
    cache.clear()
    scene = set_scene()
    given = services.join_as_new_pupil(scene.room, "Mona Lind", "nb", uuid.uuid4())
    scene.people["held"] = given.user
    scene.made["word code"] = given.word_code
    scene.made["held membership"] = given.membership
    for user in scene.people.values():
        leave_marks(scene, user)
    return scene


def membership_of(scene: Scene) -> Membership:
    """The pupil whose account the class made."""
    found = scene.made["held membership"]
    assert isinstance(found, Membership)
    return found


def leave_marks(scene: Scene, user: User) -> None:
    """Rows that name a person beside the work: address, recovery code, report, request, notes, sessions."""
    address = f"{user.username}@post.example"
    if user.username.startswith("name-of"):
        User.objects.filter(pk=user.pk).update(email=address)
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    recovery.make_code(user)
    version = scene.versions[0]
    DrillReport.objects.create(
        learner=learner_of(user),
        version=version,
        rule_set="base",
        choice="C4",
        text=f"report by {user.username}",
        request_key=uuid.uuid4(),
    )
    TeacherRequest.objects.create(user=user, school=f"school of {user.username}")
    ExpiryNotice.objects.create(user=user)
    LogEntry.objects.create(
        user=scene.people["admin"],
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(user.pk),
        object_repr=user.username,
        action_flag=CHANGE,
    )
    WRONG_CODES.count(f"user:{user.pk}")
    Client().force_login(user)
    Client().force_login(user)
