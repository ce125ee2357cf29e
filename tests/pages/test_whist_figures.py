"""The trick for four in the content, and what happens to one that is wrong."""

from __future__ import annotations

import pytest

from rules_site.pages.load import ContentError
from tests.pages.conftest import Write
from tests.pages.test_figures import figure, voice

TRICK = {"trump": "S", "leader": "left", "cards": "D9 DA S4 D2", "caption": "Trumf vinner."}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "nb",
            "Trumf er spar. Spilleren til venstre spiller ut ruter ni. Makkeren din spiller ruter ess. "
            "Spilleren til høyre spiller spar fire. Du spiller ruter to. "
            "Spilleren til høyre vinner stikket med spar fire.",
        ),
        (
            "sv",
            "Trumf är spader. Spelaren till vänster spelar ut ruter nio. Din medspelare lägger ruter ess. "
            "Spelaren till höger lägger spader fyra. Du lägger ruter två. "
            "Spelaren till höger tar sticket med spader fyra.",
        ),
    ],
)
def test_trick_for_four_goes_round_the_table(language: str, said: str, write: Write) -> None:
    page = write(figure("trick-of-four", **TRICK), language=language)
    assert voice(page) == said
    assert page.html.count('class="won"') == 1


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"cards": "D9 DA S4"}, "a trick for four has 4 cards, not 3"),
        ({"cards": "D9 DA D9 D2"}, "D9 stands twice in this trick-of-four"),
        ({"winner": "partner"}, "winner is right, not partner"),
        ({"leader": "south"}, "leader is 'south': expected you, left, partner, right"),
        ({"reply": "S4"}, "a trick-of-four has no 'reply'"),
    ],
)
def test_wrong_trick_for_four_is_a_fault(changes: dict[str, str], problem: str, write: Write) -> None:
    with pytest.raises(ContentError, match=problem):
        write(figure("trick-of-four", **TRICK | changes))
