"""Thirteen cards named from memory: what they are worth, and that they are stored once like any answer."""

from __future__ import annotations

import uuid

import pytest
from django.utils.translation import override

from trainer.accounts.models import Learner
from trainer.drills.building import LIBRARY_DIR
from trainer.drills.judging import UnknownChoice, judged, named_cards, written_cards
from trainer.drills.library import load, read_library
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.naming import begin_naming
from trainer.drills.services import Outcome, record_attempt
from trainer.drills.templatetags.answers import answer_text
from trainer.engine.cards import Card


@pytest.fixture
def memory(db: None) -> DrillVersion:
    """The first memory drill of the library."""
    load(list(read_library([LIBRARY_DIR / "memory.jsonl"]))[:1])
    drill = Drill.objects.select_related("current").get()
    assert drill.current is not None
    drill.current.drill = drill
    return drill.current


def naming(version: DrillVersion, right: int, named: int = 13) -> str:
    """An answer with so many right cards among so many."""
    held = [key for key, numbers in version.choices.items() if numbers["right"]]
    other = [key for key, numbers in version.choices.items() if not numbers["right"]]
    return "".join([*held[:right], *other[: named - right]])


@pytest.mark.parametrize(
    ("right", "verdict"),
    [(13, "right"), (12, "nearly"), (11, "nearly"), (10, "wrong"), (4, "wrong"), (0, "wrong")],
)
def test_every_card_counts_and_only_thirteen_are_right(
    right: int, verdict: str, memory: DrillVersion
) -> None:
    found = judged(memory, naming(memory, right))
    assert (found.verdict, found.cards_right, found.loss) == (verdict, right, 0.0)


def test_order_of_naming_does_not_matter(memory: DrillVersion) -> None:
    answer = naming(memory, 11)
    cards = named_cards(answer)
    turned = "".join(str(card) for card in reversed(cards))
    assert judged(memory, turned) == judged(memory, answer)
    assert written_cards(cards) == judged(memory, turned).choice


@pytest.mark.parametrize("named", [0, 12, 14])
def test_another_number_of_cards_is_no_answer(named: int, memory: DrillVersion) -> None:
    with pytest.raises(UnknownChoice):
        judged(memory, naming(memory, min(named, 5), named))


def test_cards_of_the_own_hand_and_the_same_card_twice_are_no_answer(memory: DrillVersion) -> None:
    twelve = naming(memory, 12, 12)
    own = next(f"{s}{r}" for s in "SHDC" for r in "23456789TJQKA" if f"{s}{r}" not in memory.choices)
    for last in (own, twelve[:2], "XX", "S"):
        with pytest.raises(UnknownChoice):
            judged(memory, twelve + last)


def test_it_is_stored_once_with_its_share(memory: DrillVersion) -> None:
    learner = Learner.objects.create(pk=uuid.uuid4())
    begin_naming(learner, memory, 0)
    first = record_attempt(learner, memory, 0, naming(memory, 11))
    again = record_attempt(learner, memory, 0, naming(memory, 11))
    other = record_attempt(learner, memory, 0, naming(memory, 13))
    assert [one.outcome for one in (first, again, other)] == [
        Outcome.STORED,
        Outcome.SAME_AGAIN,
        Outcome.ANSWERED_BEFORE,
    ]
    stored = Attempt.objects.get()
    assert (stored.verdict, stored.cards_right, len(stored.choice)) == ("nearly", 11, 26)
    assert stored.choice == written_cards([Card.parse(str(card)) for card in named_cards(stored.choice)])


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_a_cell_shows_the_share(language: str, memory: DrillVersion) -> None:
    attempt = Attempt(choice=naming(memory, 11), cards_right=11)
    with override(language):
        assert answer_text({}, attempt) == "11 av 13"  # type: ignore[arg-type]
