"""The owner's view of drills: reports to answer, and the drills they are about, to read.

Only there with `SITE_ADMIN` on; `trainer.accounts.owners_pages` guards the door.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from django import forms
from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from trainer.drills.models import Drill, DrillReport, DrillVersion
from trainer.drills.reporting import solve

MOST_AT_ONCE = 5  # a few seconds each, and the page waits


class ReadOnly:
    """Rows that are looked at and never changed here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class VersionInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = DrillVersion
    fk_name = "drill"
    fields = ("number", "rule_set", "question", "position", "choices", "published_at")


@admin.register(Drill)
class DrillAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("public_id", "kind", "theme", "holds_under")
    list_filter = ("kind", "theme")
    search_fields = ("public_id",)
    inlines = (VersionInline,)


@admin.register(DrillReport)
class DrillReportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The queue: what was reported, what solving again found; the reply is what the owner writes."""

    list_display = ("created_at", "state", "version", "rule_set", "choice", "text")
    list_filter = ("state", "version__drill__kind")
    list_select_related = ("version__drill",)
    ordering = ("-created_at", "-pk")
    search_fields = ("version__drill__public_id", "text")
    date_hierarchy = "created_at"
    fields = ("state", "drill", "position", "rule_set", "choice", "text", "came_out", "solved_at", "reply")
    readonly_fields = tuple(name for name in fields if name != "reply")
    formfield_overrides = {models.CharField: {"widget": forms.Textarea(attrs={"rows": 4, "cols": 80})}}  # noqa: RUF012 - Django's name for it
    actions = ("solve_again",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description="drill")
    def drill(self, report: DrillReport) -> str:
        """The version, and the drill as learners see it."""
        public_id = report.version.drill.public_id
        return format_html('<a href="{}">{}</a>', reverse("drills:drill", args=[public_id]), report.version)

    @admin.display(description="position")
    def position(self, report: DrillReport) -> str:
        return report.version.position

    @admin.display(description="found")
    def came_out(self, report: DrillReport) -> str:
        """What solving again found that differs, a line each."""
        return format_html_join("", "<p>{}</p>", ((line,) for line in report.found)) or "-"

    @admin.action(description="Solve again (five at most)")
    def solve_again(self, request: HttpRequest, reports: QuerySet[DrillReport]) -> None:
        """Say what came out, and how many are left where more were chosen."""
        states = Counter(
            solve(report).get_state_display()
            for report in reports.select_related("version__drill")[:MOST_AT_ONCE]
        )
        left = reports.count() - states.total()
        came = ", ".join(f"{count} {state.lower()}" for state, count in sorted(states.items()))
        self.message_user(request, f"Solved again: {came}." + (f" {left} left." if left else ""))
