"""The forms of the score keeper: what is agreed before the first deal, and a step on a pad."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from trainer.engine.classic_scoring import ENGLISH_GAME, GAME_TARGETS
from trainer.engine.draw_and_choose import TARGET
from trainer.engine.rule_sets import ALL_TRICKS, BASE, PHASE_ONE_TRICKS, RULE_SETS
from trainer.engine.scoring import COMMON_TARGETS, Scoring, offered_scorings
from trainer.scorekeeper.counting import Deal, count_pad
from trainer.scorekeeper.models import NAME_LENGTH, Entry, Pad
from trainer.scorekeeper.names import NameField
from trainer.scorekeeper.services import ADD, CHANGE, REMOVE, Entered
from trainer.scorekeeper.tables import HONOURS, most_tricks, takes_penalties
from trainer.scorekeeper.words import impossible
from trainer.table.chosen_rules import LEAST_DEALS, MOST_DEALS, USUAL_DEALS, ChosenRules
from trainer.table.rules_in_words import scoring_in_words

RUBBER, DEALS = "rubber", "deals"


class PadForm(forms.Form):
    """Who plays, what, and how long. Its key makes one pad of a form sent twice."""

    request_key = forms.UUIDField(widget=forms.HiddenInput, required=False)
    first = NameField(max_length=NAME_LENGTH)
    second = NameField(max_length=NAME_LENGTH)
    dealer = forms.ChoiceField(widget=forms.RadioSelect)
    game = forms.ChoiceField(widget=forms.RadioSelect)
    tricks = forms.ChoiceField(widget=forms.RadioSelect, required=False)
    scoring = forms.ChoiceField(widget=forms.RadioSelect, required=False)
    length = forms.ChoiceField(required=False)
    whist_length = forms.ChoiceField(required=False)
    deals = forms.IntegerField(required=False, min_value=LEAST_DEALS, max_value=MOST_DEALS)
    honours = forms.BooleanField(required=False)

    def __init__(self, *args: Any, rules: ChosenRules | None = None, **kwargs: Any) -> None:
        kwargs["initial"] = _initial(rules or ChosenRules()) | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)
        for name, choices in _choices().items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices
            field.error_messages["required"] = field.error_messages["invalid_choice"] = _("Choose one.")
        limits = {"least": LEAST_DEALS, "most": MOST_DEALS}
        told = _("Write a whole number of deals from %(least)s to %(most)s.") % limits
        for code in ("invalid", "min_value", "max_value"):
            self.fields["deals"].error_messages[code] = told

    def clean_request_key(self) -> uuid.UUID:
        key = self.cleaned_data.get("request_key")
        return key if isinstance(key, uuid.UUID) else uuid.uuid4()

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        names = [cleaned.get("first", ""), cleaned.get("second", "")]
        if names[0] and names[0].casefold() == names[1].casefold():
            self.add_error("second", _("The two need different names."))
        way, rule_set = cleaned.get("scoring"), _rule_set(cleaned.get("tricks", ""))
        if cleaned.get("game") == Pad.Game.GERMAN and way and Scoring(way) not in offered_scorings(rule_set):
            self.add_error(
                "scoring",
                _("Over six belongs to 13 tricks. With all 26 you score deals won or the difference."),
            )
        return cleaned

    @property
    def pad_fields(self) -> dict[str, Any]:
        """The columns of the pad."""
        cleaned = self.cleaned_data
        common = {
            "first_called": cleaned["first"],
            "second_called": cleaned["second"],
            "game": cleaned["game"],
            "first_dealer": int(cleaned["dealer"]),
        }
        return common | _PAD_FIELDS[cleaned["game"]](cleaned)


def _german_fields(cleaned: dict[str, Any]) -> dict[str, Any]:
    rule_set = _rule_set(cleaned["tricks"])
    usual = Scoring.DIFFERENCE.value
    rules = {"rule_set": rule_set.id, "scoring": cleaned["scoring"] or usual}
    if cleaned["length"] == DEALS:
        return rules | {"deals": cleaned["deals"] or USUAL_DEALS}
    return rules | {"target": int(cleaned["length"] or COMMON_TARGETS[1])}


def _plockwhist_fields(cleaned: dict[str, Any]) -> dict[str, Any]:
    return {"target": TARGET}


def _whist_fields(cleaned: dict[str, Any]) -> dict[str, Any]:
    length = cleaned["whist_length"] or RUBBER
    if length == DEALS:
        return {"deals": cleaned["deals"] or USUAL_DEALS}
    is_rubber = length == RUBBER
    target = ENGLISH_GAME if is_rubber else int(length)
    return {"target": target, "is_rubber": is_rubber, "with_honours": cleaned["honours"]}


_PAD_FIELDS = {
    Pad.Game.GERMAN: _german_fields,
    Pad.Game.PLOCKWHIST: _plockwhist_fields,
    Pad.Game.WHIST: _whist_fields,
}


def _rule_set(tricks: str) -> Any:
    """13 or all 26: whether suit must be followed in the first part changes no score."""
    all_26 = next(rules for rules in RULE_SETS.values() if rules.counted_tricks == ALL_TRICKS)
    return all_26 if tricks == str(ALL_TRICKS) else BASE


def _initial(rules: ChosenRules) -> dict[str, Any]:
    return {
        "request_key": uuid.uuid4(),
        "dealer": "0",
        "game": Pad.Game.GERMAN.value,
        "tricks": str(rules.rule_set.counted_tricks),
        "scoring": rules.scoring.value,
        "length": DEALS if rules.deals else str(rules.target),
        "whist_length": RUBBER,
        "deals": rules.deals or USUAL_DEALS,
        "honours": True,
    }


def _choices() -> dict[str, list[tuple[str, str]]]:
    fixed = (DEALS, _("A fixed number of deals"))
    first_to = _("First to %(target)s points")
    return {
        "dealer": [("0", _("The first")), ("1", _("The second"))],
        "game": [
            (Pad.Game.GERMAN.value, _("Tomannswhist")),
            (Pad.Game.PLOCKWHIST.value, _("Plockwhist")),
            (Pad.Game.WHIST.value, _("Whist for four")),
        ],
        "tricks": [(str(PHASE_ONE_TRICKS), _("The last 13")), (str(ALL_TRICKS), _("All 26"))],
        "scoring": [
            (way.value, scoring_in_words(way))
            for way in (Scoring.DIFFERENCE, Scoring.OVER_SIX, Scoring.DEALS)
        ],
        "length": [*((str(target), first_to % {"target": target}) for target in COMMON_TARGETS), fixed],
        "whist_length": [
            (RUBBER, _("Rubber, the best of three games to 5")),
            *((str(target), _("One game to %(target)s") % {"target": target}) for target in GAME_TARGETS),
            fixed,
        ],
    }


class StepForm(forms.Form):
    """A deal entered, changed or removed, with the ids that make it happen once."""

    do = forms.ChoiceField(choices=[(name, name) for name in (ADD, CHANGE, REMOVE)])
    step = forms.UUIDField()
    entry = forms.UUIDField()
    base = forms.IntegerField(min_value=0)
    won = forms.IntegerField(required=False, min_value=0, max_value=ALL_TRICKS)
    lost = forms.IntegerField(required=False, min_value=0, max_value=ALL_TRICKS)
    honours = forms.ChoiceField(required=False, choices=[(key, key) for key in HONOURS])
    first_penalty = forms.ChoiceField(required=False, choices=Entry.Penalty.choices)
    second_penalty = forms.ChoiceField(required=False, choices=Entry.Penalty.choices)

    def __init__(self, pad: Pad, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pad = pad
        self.deal: Deal | None = None

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("do") == REMOVE:
            return self.cleaned_data
        try:
            self.deal = self._deal()
            count_pad(self.pad, [replace(self.deal, penalties=("", ""))])
        except (ValueError, TypeError, KeyError):
            self.add_error("won", impossible(self.pad))
        return self.cleaned_data

    def _deal(self) -> Deal:
        cleaned = self.cleaned_data
        won = cleaned["won"]
        others = cleaned["lost"] if self.pad.game == Pad.Game.PLOCKWHIST else most_tricks(self.pad) - won
        honours = HONOURS[cleaned["honours"]] if self.pad.with_honours else (0, 0)
        names = ("first_penalty", "second_penalty") if takes_penalties(self.pad) else ()
        own, other = (cleaned[name] for name in names) if names else ("", "")
        return Deal(cleaned["entry"].hex, (won, others + 0), honours, (own, other))

    @property
    def fault(self) -> str:
        """What is wrong with the numbers; nothing where the form was not made by this site."""
        if set(self.errors) & {"do", "step", "entry", "base"}:
            return ""
        return impossible(self.pad)

    @property
    def entered(self) -> Entered:
        cleaned = self.cleaned_data
        return Entered(cleaned["step"], cleaned["do"], cleaned["entry"], cleaned["base"], self.deal)
