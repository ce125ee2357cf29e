"""Several themes at once and a level, by an address that works for someone else (request 16)."""

from __future__ import annotations

import pytest
from django.test import Client

from trainer.drills import queries
from trainer.drills.models import Drill
from trainer.drills.picking import Level, Pick
from trainer.drills.tokens import Ticket, read_ticket, write_ticket


@pytest.mark.parametrize(
    ("kinds", "themes", "level"),
    [
        ("follow", "", ""),
        ("follow,ending", "", ""),
        ("", "follow.high-prize,ending.discard", ""),
        ("", "discard", "easy"),
    ],
)
def test_order_holds_what_was_picked(kinds: str, themes: str, level: str, drills: dict[str, Drill]) -> None:
    Drill.objects.update(difficulty=0.2)
    Drill.objects.filter(theme="discard").update(difficulty=0.29)
    order = queries.drill_order("user:1", kinds, themes, level=level)
    expected = [
        drill.public_id
        for drill in drills.values()
        if drill.kind in (kinds.split(",") if kinds else Drill.Kind.values)
        and (
            not themes
            or drill.theme in themes.split(",")
            or f"{drill.kind}.{drill.theme}" in themes.split(",")
        )
    ]
    assert sorted(order) == sorted(expected)


def test_levels_part_the_drills(drills: dict[str, Drill]) -> None:
    for place, drill in enumerate(drills.values()):
        drill.difficulty = (None, 0.0, 0.29, 0.3, 0.49, 0.5, 1.0)[place % 7]
        drill.save()
    by_level = [set(Pick(level=level).of(Drill.objects.all())) for level in list(Level)[1:]]
    assert set.union(*by_level) == set(drills.values())
    assert sum(map(len, by_level)) == len(drills)
    assert {drill.difficulty for drill in by_level[2]} == {0.5, 1.0}


def test_mix_goes_along_from_drill_to_drill(drills: dict[str, Drill], client: Client) -> None:
    Drill.objects.update(difficulty=0.6)
    themes = ",".join(sorted({f"{drill.kind}.{drill.theme}" for drill in drills.values()})[:2])
    for visitor in (client, Client()):
        response = visitor.get("/nb/ov/neste/", {"theme": themes, "level": "hard"})
        assert response.status_code == 302
        assert response["Location"].endswith(f"?theme={themes}&level=hard")
        assert f"theme={themes}&amp;level=hard" in visitor.get(response["Location"]).content.decode()
    repeated = client.get("/nb/ov/neste/?" + "&".join(f"theme={theme}" for theme in themes.split(",")))
    assert repeated["Location"].endswith(f"?theme={themes}")


def test_unknown_kind_among_known_ones_is_not_found(drills: dict[str, Drill], client: Client) -> None:
    assert client.get("/nb/ov/neste/?kind=follow,luck").status_code == 404
    assert client.get("/nb/ov/neste/?level=absurd").status_code == 302


def test_ticket_keeps_what_the_page_said_about_the_rating() -> None:
    ticket = Ticket("user:7", 3, 1, "review")
    assert read_ticket(write_ticket(ticket)) == ticket
