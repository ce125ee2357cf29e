"""The owner's view of accounts: who asks to be approved as a teacher, and who is who.

Nothing here shows a password, a code or what a learner has answered.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import Truncator

from trainer.accounts import teacher_requests
from trainer.accounts.models import TeacherRequest, User

_NAME, _BEGINNING = 24, 100  # letters of a user name and of a reason in the list


class NothingAdded:
    """Rows come from people at the site and go with their accounts."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(TeacherRequest)
class TeacherRequestAdmin(NothingAdded, admin.ModelAdmin):  # type: ignore[type-arg]
    """The queue. Write a reply in the row if there is one to give, then approve or decline from the list."""

    list_display = ("asked_at", "state", "who", "school", "beginning")
    list_filter = ("state",)
    list_select_related = ("user",)
    search_fields = ("user__username", "user__email", "school")
    ordering = ("-state", "asked_at")
    fields = ("user", "address", "school", "reason", "state", "asked_at", "decided_at", "reply")
    readonly_fields = tuple(name for name in fields if name != "reply")
    actions = ("approve", "decline")

    @admin.display(description="e-mail")
    def address(self, row: TeacherRequest) -> str:
        return row.user.email

    @admin.display(description="user", ordering="user__username")
    def who(self, row: TeacherRequest) -> str:
        """Short enough that the reason stands beside it."""
        return f"{Truncator(row.user.username).chars(_NAME)} {row.user.email}"

    @admin.display(description="reason")
    def beginning(self, row: TeacherRequest) -> str:
        """The rest stands in the row itself."""
        return Truncator(row.reason).chars(_BEGINNING)

    @admin.action(description="Approve as teachers")
    def approve(self, request: HttpRequest, rows: QuerySet[TeacherRequest]) -> None:
        self._decide(request, rows, approve=True)

    @admin.action(description="Decline, or take an approval back")
    def decline(self, request: HttpRequest, rows: QuerySet[TeacherRequest]) -> None:
        self._decide(request, rows, approve=False)

    def _decide(self, request: HttpRequest, rows: QuerySet[TeacherRequest], *, approve: bool) -> None:
        for row in rows.select_related("user"):
            teacher_requests.decide(row, approve=approve)
            self.log_change(request, row, f"state: {row.state}")


@admin.register(User)
class UserAdmin(NothingAdded, admin.ModelAdmin):  # type: ignore[type-arg]
    """Find an account; close it, or make it a teacher's. Staff are made at the command line alone."""

    list_display = ("username", "email", "is_teacher", "is_staff", "is_active", "date_joined", "last_login")
    list_filter = ("is_teacher", "is_staff", "is_active")
    search_fields = ("username", "email")
    ordering = ("username",)
    fields = (
        "username",
        "email",
        "language",
        "date_joined",
        "last_login",
        "is_staff",
        "is_teacher",
        "is_active",
    )
    readonly_fields = tuple(name for name in fields if name not in {"is_teacher", "is_active"})
