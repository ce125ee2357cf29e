"""The form that begins a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from trainer.classes.assign_forms import MOST_DRILLS, PublicIdsField
from trainer.classes.forms import OnceForm
from trainer.classes.mixes import MixedDrills, UnknownMix, read_mix

CARD, SIDE = "card", "side"


class StartForm(OnceForm):
    """Which drills, from the list or a shared mix, how many, and how «win or let go» is answered; or the
    drills ticked in the preview."""

    drills = PublicIdsField(required=False)

    def __init__(self, *args: Any, sources: Sequence[tuple[str, object]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["source"] = forms.ChoiceField(label=_("Which drills"), choices=sources)
        self.fields["source"].error_messages["invalid_choice"] = _("Choose drills from the list.")
        self.fields["mix"] = forms.CharField(
            label=_("Address of a mix"), required=False, max_length=600, widget=forms.TextInput()
        )
        self.mixed: MixedDrills | None = None
        self.fields["number"] = forms.IntegerField(
            label=_("How many"), min_value=1, max_value=MOST_DRILLS, initial=5
        )
        for problem in ("required", "invalid", "min_value", "max_value"):
            self.fields["number"].error_messages[problem] = _("Write a whole number from 1 to %(most)s.") % {
                "most": MOST_DRILLS
            }
        self.fields["answers"] = forms.ChoiceField(
            label=_("Answers to “Win or let go”"),
            choices=[(CARD, _("A card")), (SIDE, _("Two buttons: win the trick or let it go"))],
            required=False,
        )

    def clean_mix(self) -> str:
        address = str(self.cleaned_data["mix"]).strip()
        if address:
            try:
                self.mixed = read_mix(address)
            except UnknownMix as error:
                raise forms.ValidationError(str(error)) from error
        return address

    def clean_drills(self) -> list[str]:
        return list(dict.fromkeys(self.cleaned_data["drills"]))[:MOST_DRILLS]

    @property
    def by_side(self) -> bool:
        return bool(self.cleaned_data.get("answers") == SIDE)
