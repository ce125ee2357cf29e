"""Forms of assignments: which drills, and how they are given. Times are by the clock of the class."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

from trainer.accounts.clock import ClockChange, clock_change, moment_of
from trainer.classes.forms import NameField, OnceForm
from trainer.classes.mixes import MixedDrills, UnknownMix, read_mix
from trainer.classes.models import TITLE_LENGTH, Assignment
from trainer.classes.terms import Terms

MOST_DRILLS = 30
THEME, PICKED, MIX = SOURCES = ("theme", "picked", "mix")
_DAY_BEGINS, _DAY_ENDS = "00:00", "23:59"

type Themes = Sequence[tuple[str, object]]


class DateField(forms.CharField):
    """A day as browsers send it, or as it is written here."""

    def __init__(self, label: str) -> None:
        widget = forms.TextInput(attrs={"type": "date"})
        super().__init__(label=label, required=False, max_length=20, widget=widget)

    def clean(self, value: object) -> Any:
        text = str(super().clean(value)).strip()
        if not text:
            return None
        for pattern in ("%Y-%m-%d", "%d.%m.%Y"):
            try:
                return datetime.strptime(text, pattern).date()
            except ValueError:
                continue
        raise forms.ValidationError(_("Write the date as year-month-day, such as 2026-12-18."))


class ClockField(forms.CharField):
    """A time of day with a colon or a full stop; left empty it is the usual one."""

    def __init__(self, usual: str) -> None:
        widget = forms.TextInput(attrs={"type": "time"})
        super().__init__(label=_("Time of day"), required=False, max_length=10, initial=usual, widget=widget)

    def clean(self, value: object) -> Any:
        text = str(super().clean(value)).strip().replace(".", ":") or str(self.initial)
        try:
            return datetime.strptime(text[:5], "%H:%M").time()
        except ValueError as error:
            raise forms.ValidationError(_("Write the time as hours:minutes, such as 14:30.")) from error


def _whole_number(label: str, most: int, initial: int) -> forms.IntegerField:
    field = forms.IntegerField(label=label, min_value=1, max_value=most, initial=initial, required=False)
    for problem in ("invalid", "min_value", "max_value"):
        field.error_messages[problem] = _("Write a whole number from 1 to %(most)s.") % {"most": most}
    return field


class TermsForm(OnceForm):
    """Title, times, order, feedback and goal of an assignment."""

    def __init__(self, *args: Any, themes: Themes, zone: ZoneInfo, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zone
        self.fields["title"] = NameField(
            label=_("Title"),
            max_length=TITLE_LENGTH,
            required=False,
            empty_message=_("Give the assignment a title."),
        )
        self.fields["opens_date"] = DateField(_("Open from"))
        self.fields["opens_time"] = ClockField(_DAY_BEGINS)
        self.fields["due_date"] = DateField(_("Due date"))
        self.fields["due_time"] = ClockField(_DAY_ENDS)
        self._add_choices()
        self._add_goal(themes)

    def _add_choices(self) -> None:
        self.fields["order"] = forms.ChoiceField(
            label=_("Order"),
            required=False,
            choices=[("fixed", _("the same for all")), ("shuffled", _("shuffled, each pupil's own"))],
        )
        self.fields["feedback"] = forms.ChoiceField(
            label=_("Pupils see how it went"),
            required=False,
            choices=[
                (Assignment.Feedback.AT_ONCE, _("at once, after each answer")),
                (Assignment.Feedback.AFTER_DUE, _("only after the due date")),
            ],
        )
        for name in ("order", "feedback"):
            self.fields[name].error_messages["invalid_choice"] = _("Choose from the list.")

    def _add_goal(self, themes: Themes) -> None:
        self.fields["goal"] = forms.ChoiceField(
            label=_("Goal"),
            required=False,
            choices=[
                (Assignment.Goal.ALL, _("answer all the drills")),
                (Assignment.Goal.NUMBER, _("answer a number of them")),
                (Assignment.Goal.ACCURACY, _("answer a share of them right")),
                (Assignment.Goal.MASTERY, _("master a theme")),
            ],
        )
        self.fields["goal_number"] = _whole_number(_("So many drills"), MOST_DRILLS, 5)
        self.fields["goal_percent"] = _whole_number(_("So many per cent right"), 100, 80)
        one_theme: list[tuple[str, object]] = [("", _("Choose a theme"))]
        for kind, options in themes:
            if isinstance(options, list):
                one_theme.append((kind, [option for option in options if "." in option[0]]))
        self.fields["goal_theme"] = forms.ChoiceField(
            label=_("Theme to master"), required=False, choices=one_theme
        )
        for name in ("goal", "goal_theme"):
            self.fields[name].error_messages["invalid_choice"] = _("Choose from the list.")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self._check_times(cleaned)
        self._check_goal(cleaned)
        late = cleaned.get("feedback") == Assignment.Feedback.AFTER_DUE
        if late and not cleaned.get("due_date") and "due_date" not in self.errors:
            self.add_error("due_date", _("Feedback after the due date needs a due date."))
        if late and cleaned.get("goal") == Assignment.Goal.MASTERY:
            self.add_error("feedback", _("To master a theme, pupils must see how each answer went."))
        return cleaned

    def _check_times(self, cleaned: dict[str, Any]) -> None:
        if any(name in self.errors for name in ("opens_date", "opens_time", "due_date", "due_time")):
            return
        opens_at, due_at = self._moment("opens"), self._moment("due")
        if due_at is not None and due_at <= self.earliest_due():
            self.add_error("due_date", _("This time has already passed."))
        elif opens_at is not None and due_at is not None and due_at <= opens_at:
            self.add_error("due_date", _("The due date comes before the assignment opens."))

    def earliest_due(self) -> datetime:
        """What is given now is not due before now."""
        return timezone.now()

    def _check_goal(self, cleaned: dict[str, Any]) -> None:
        needed: dict[str, tuple[str, str]] = {
            Assignment.Goal.NUMBER: ("goal_number", _("Write how many drills.")),
            Assignment.Goal.ACCURACY: ("goal_percent", _("Write how many per cent.")),
            Assignment.Goal.MASTERY: ("goal_theme", _("Choose the theme to master.")),
        }
        name, said = needed.get(cleaned.get("goal") or "", ("", ""))
        if name and name not in self.errors and not cleaned.get(name):
            self.add_error(name, said)

    def _wall(self, which: str) -> datetime | None:
        day: date | None = self.cleaned_data.get(f"{which}_date")
        clock: time = self.cleaned_data.get(f"{which}_time") or time()
        return datetime.combine(day, clock) if day else None

    def _moment(self, which: str) -> datetime | None:
        wall = self._wall(which)
        return moment_of(wall, self.zone, earliest=which == "opens") if wall else None

    def clock_changes(self) -> list[ClockChange]:
        """What the clock changes make of the times chosen: opening and due time."""
        walls = (self._wall("opens"), self._wall("due"))
        return [change for wall in walls if wall and (change := clock_change(wall, self.zone))]

    def terms(self, default_title: str) -> Terms:
        """What was chosen; the form is valid."""
        cleaned = self.cleaned_data
        goal = cleaned["goal"] or Assignment.Goal.ALL.value
        values: dict[str, int | None] = {
            Assignment.Goal.NUMBER: cleaned["goal_number"],
            Assignment.Goal.ACCURACY: cleaned["goal_percent"],
        }
        return Terms(
            title=cleaned["title"] or default_title,
            opens_at=self._moment("opens"),
            due_at=self._moment("due"),
            shuffled=cleaned["order"] == "shuffled",
            feedback=cleaned["feedback"] or Assignment.Feedback.AT_ONCE.value,
            goal=goal,
            goal_value=values.get(goal) or 0,
            goal_theme=cleaned["goal_theme"] if goal == Assignment.Goal.MASTERY else "",
        )


class PublicIdsField(forms.MultipleChoiceField):
    """Ticked drills by public id; whether they exist is looked up when they are given."""

    def valid_value(self, value: object) -> bool:
        return len(str(value)) <= 16


class AssignForm(TermsForm):
    """A new assignment: a kind or theme and how many, a shared mix, or drills picked by hand."""

    drills = PublicIdsField(required=False)
    source = forms.CharField(required=False, max_length=8, widget=forms.HiddenInput)

    def __init__(self, *args: Any, themes: Themes, **kwargs: Any) -> None:
        super().__init__(*args, themes=themes, **kwargs)
        self.fields["theme"] = forms.ChoiceField(label=_("Which drills"), choices=themes, required=False)
        self.fields["theme"].error_messages["invalid_choice"] = _("Choose drills from the list.")
        self.fields["mix"] = forms.CharField(
            label=_("Address of a mix"), required=False, max_length=600, widget=forms.TextInput()
        )
        self.fields["number"] = _whole_number(_("How many"), MOST_DRILLS, 10)
        self.mixed: MixedDrills | None = None

    def clean_drills(self) -> list[str]:
        return list(dict.fromkeys(self.cleaned_data["drills"]))[:MOST_DRILLS]

    def clean_source(self) -> str:
        source = str(self.cleaned_data["source"])
        return source if source in SOURCES else THEME

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        source = cleaned.get("source", THEME)
        if source != PICKED and not cleaned.get("number") and "number" not in self.errors:
            self.add_error("number", _("Write a whole number from 1 to %(most)s.") % {"most": MOST_DRILLS})
        if source == THEME and not cleaned.get("theme") and "theme" not in self.errors:
            self.add_error("theme", _("Choose drills from the list."))
        if source == MIX:
            try:
                self.mixed = read_mix(cleaned.get("mix", ""))
            except UnknownMix as error:
                self.add_error("mix", str(error))
        return cleaned


class EditForm(TermsForm):
    """The terms of an assignment that has been given; it may be closed at once."""

    def earliest_due(self) -> datetime:
        return datetime.min.replace(tzinfo=ZoneInfo("UTC"))
