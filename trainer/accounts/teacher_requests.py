"""Asking the owner for larger classes and tools across classes, and the owner's answer."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from trainer.accounts.models import TeacherRequest, User
from trainer.accounts.roles import is_approved_teacher

State = TeacherRequest.State


def request_of(user: User) -> TeacherRequest | None:
    return TeacherRequest.objects.filter(user=user).first()


def ask(user: User, school: str, reason: str) -> TeacherRequest:
    """Put the request in the owner's queue; sent twice, it is one. An approval is never asked for again."""
    values = {"school": school, "reason": reason, "state": State.WAITING, "decided_at": None, "reply": ""}
    with transaction.atomic():
        row, new = TeacherRequest.objects.select_for_update().get_or_create(user=user, defaults=values)
        if not new and (row.state == State.APPROVED or is_approved_teacher(user)):
            return row
        again = not new and row.state == State.DECLINED
        for name, value in values.items():
            setattr(row, name, value)
        if again:
            row.asked_at = timezone.now()
        row.save()
    if new or again:
        _tell_owner(row)
    return row


def decide(row: TeacherRequest, *, approve: bool) -> None:
    """Answer a request, with the reply that stands in it, and tell the teacher by mail."""
    row.state = State.APPROVED if approve else State.DECLINED
    row.decided_at = timezone.now()
    with transaction.atomic():
        row.save(update_fields=["state", "decided_at", "reply"])
        User.objects.filter(pk=row.user_id).update(is_teacher=approve)
    _tell_teacher(row)


def _tell_owner(row: TeacherRequest) -> None:
    """A line to the operator's address, in the site's first language; the admin has the rest."""
    if not settings.OPERATOR_MAIL:
        return
    with override(settings.LANGUAGE_CODE):
        get_adapter().send_mail(
            "account/email/teacher_asks",
            settings.OPERATOR_MAIL,
            {"name": row.user.username, "school": row.school},
        )


def _tell_teacher(row: TeacherRequest) -> None:
    address = EmailAddress.objects.filter(user_id=row.user_id, verified=True).first()
    if address is None:
        return
    with override(row.user.language):
        get_adapter().send_mail(
            "account/email/teacher_request",
            address.email,
            {
                "user": row.user,
                "approved": row.state == State.APPROVED,
                "reply": row.reply,
                "page": reverse("account_teacher"),
            },
        )
