"""A pad as its page shows it: the deals, the form for the next one, and what the browser keeps for itself."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from trainer.engine.classic_scoring import GAMES_TO_WIN
from trainer.scorekeeper.counting import Count, Line, dealer_of
from trainer.scorekeeper.forms import DEALS, RUBBER
from trainer.scorekeeper.models import Pad
from trainer.scorekeeper.queries import counted
from trainer.scorekeeper.services import ADD, CHANGE, REMOVE, Entered
from trainer.scorekeeper.tables import (
    HONOURS,
    deal_key,
    most_tricks,
    punished_deals,
    score_table,
    takes_penalties,
)
from trainer.scorekeeper.words import (
    entered_in_words,
    impossible,
    names_of,
    penalties_in_words,
    rules_of,
    score_in_play,
    standing_of,
)


@dataclass(frozen=True, slots=True)
class Clash:
    """A step made without knowing the latest, offered once more on the fresh board."""

    entered: Entered
    fields: dict[str, str]
    said: str


@dataclass(frozen=True)
class Board:
    """The page of a pad; `fault` and `clash` tell of the last step; `changing` is a deal to put right."""

    pad: Pad
    changing: str = ""
    fault: str = ""
    clash: Clash | None = None

    @cached_property
    def count(self) -> Count:
        return counted(self.pad)

    @property
    def names(self) -> tuple[str, str]:
        return names_of(self.pad)

    @property
    def day(self) -> date:
        """The day it began."""
        return timezone.localdate(self.pad.made_at)

    @property
    def rules(self) -> str:
        return rules_of(self.pad)

    @property
    def standing(self) -> str:
        return standing_of(self.pad, self.count)

    @property
    def score(self) -> tuple[int, int]:
        return score_in_play(self.count)

    @property
    def games(self) -> tuple[int, int]:
        """Whole games that each has won."""
        return self.count.games.count(0), self.count.games.count(1)

    @cached_property
    def edited(self) -> Line | None:
        """The deal that is being put right."""
        return next((line for line in self.count.lines if line.deal.entry_id == self.changing), None)

    @property
    def takes_deal(self) -> bool:
        """Whether there is a deal to enter or to put right."""
        return self.edited is not None or not self.count.is_over

    @property
    def fields(self) -> dict[str, object]:
        """The hidden fields of the form: what is done, and the ids that make it happen once."""
        step = uuid.uuid4().hex
        entry = self.edited.deal.entry_id if self.edited else step
        return self._fields(CHANGE if self.edited else ADD, step, entry)

    @property
    def undo_fields(self) -> dict[str, object]:
        """Those of the button that removes the last deal."""
        last = self.count.lines[-1].deal.entry_id if self.count.lines else ""
        return self._fields(REMOVE, uuid.uuid4().hex, last)

    @property
    def clash_fields(self) -> dict[str, object]:
        """Those of a step that clashed, with the same ids: it can still happen once only."""
        assert self.clash is not None
        return {**self.clash.fields, "base": self.pad.revision}

    @property
    def choices(self) -> list[tuple[int, int, bool]]:
        """The tricks of both, and whether they are those of the deal being put right."""
        most = most_tricks(self.pad)
        chosen = self.edited.deal.tricks[0] if self.edited else None
        return [(won, most - won, won == chosen) for won in range(most + 1)]

    @property
    def asks_both(self) -> bool:
        """In plockwhist the number of tricks differs, so both are asked."""
        return self.pad.game == Pad.Game.PLOCKWHIST

    @property
    def honours(self) -> list[tuple[str, str, bool]]:
        """The answers to who was dealt honours, where they score."""
        if not self.pad.with_honours:
            return []
        held = self.edited.deal.honours if self.edited else (0, 0)
        return [(key, self._honours_in_words(key), pair == held) for key, pair in HONOURS.items()]

    @property
    def penalties(self) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
        """For each side its field, its name, and the penalties for a revoke, where they are taken (F67)."""
        if not takes_penalties(self.pad):
            return []
        chosen = self.edited.deal.penalties if self.edited else ("", "")
        fields = ("first_penalty", "second_penalty")
        return [
            (field, name, [(key, words, key == penalty) for key, words in penalties_in_words()])
            for field, name, penalty in zip(fields, self.names, chosen, strict=True)
        ]

    @property
    def has_penalties(self) -> bool:
        """Whether the deal being put right has any."""
        return self.edited is not None and any(self.edited.deal.penalties)

    @property
    def again(self) -> dict[str, object]:
        """The fields of a form for another match of the same two, dealt on in turn."""
        pad = self.pad
        length = DEALS if pad.deals else str(pad.target)
        return {
            "request_key": uuid.uuid4(),
            "first": pad.first_called,
            "second": pad.second_called,
            "dealer": dealer_of(pad, len(self.count.lines)),
            "game": pad.game,
            "tricks": most_tricks(pad) if pad.game == Pad.Game.GERMAN else "",
            "scoring": pad.scoring,
            "length": length,
            "whist_length": RUBBER if pad.is_rubber else length,
            "deals": pad.deals or "",
            **({"honours": "on"} if pad.with_honours else {}),
        }

    @property
    def offline(self) -> str:
        """All that a browser without a network needs to show what waits (JSON)."""
        pad = self.pad
        kept: dict[str, Any] = {
            "names": self.names,
            "dealer": pad.first_dealer,
            "target": pad.target,
            "deals": pad.deals,
            "wins": GAMES_TO_WIN if pad.is_rubber else 1,
            "most": None if self.asks_both else most_tricks(pad),
            "lines": [
                [line.deal.entry_id, deal_key(pad, line.deal), entered_in_words(line)]
                for line in self.count.lines
            ],
            "punished": punished_deals(pad, self.count),
            "says": {
                "unsent": gettext("Not sent yet."),
                "waits": gettext("waiting"),
                "next": gettext("So far it stands {score}. {name} deals next."),
                "over": gettext("It stands {score}, and the match is over."),
                "revoke": gettext("revoke"),
                "change": gettext("Put the tricks of the deal right"),
                "fault": impossible(pad),
                "gone": gettext(
                    "This match is not yours to write on now. Sign in again, and it will be sent."
                ),
            },
            **score_table(pad),
        }
        return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))

    def _fields(self, kind: str, step: str, entry: str) -> dict[str, object]:
        return {"do": kind, "step": step, "entry": entry, "base": self.pad.revision}

    def _honours_in_words(self, key: str) -> str:
        first, second = self.names
        labels = {
            "": gettext("Nobody, or two each"),
            "a3": gettext("%(name)s: three"),
            "a4": gettext("%(name)s: all four"),
            "b3": gettext("%(name)s: three"),
            "b4": gettext("%(name)s: all four"),
        }
        return labels[key] if not key else labels[key] % {"name": first if key[0] == "a" else second}
