"""Panels that other features have on My progress: a template and what it shows, one a feature."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from trainer.accounts.models import Learner


@dataclass(frozen=True, slots=True)
class Panel:
    """A piece of the page."""

    template: str
    context: Mapping[str, object]


type PanelOf = Callable[[Learner], Panel | None]

_PANELS: list[PanelOf] = []


def register_panel(panel_of: PanelOf) -> None:
    """Let a feature show a panel to learners it has something to tell; called once, at the start."""
    if panel_of not in _PANELS:
        _PANELS.append(panel_of)


def panels_of(learner: Learner | None) -> list[Panel]:
    """The panels for a learner."""
    if learner is None:
        return []
    return [panel for panel_of in _PANELS if (panel := panel_of(learner))]
