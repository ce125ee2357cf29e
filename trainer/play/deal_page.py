"""What the page of a deal shows its learner; templates get this and never a state."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trainer.drills.drill_page import HandButton, hand_buttons
from trainer.drills.play_page import LastTrick
from trainer.drills.sentences import position_sentence
from trainer.drills.table_view import TableView
from trainer.drills.voice import Sentence
from trainer.engine.cards import Card
from trainer.engine.seat_views import seat_view
from trainer.engine.state import State, Trick
from trainer.play import sentences
from trainer.play.coach import Cost, best_and_next
from trainer.play.dealing import LEARNER, played_state, state_of
from trainer.play.labels import opponent_name, unrated_reason
from trainer.play.models import PlayedDeal, PlayedMatch
from trainer.play.playing import CARD, IDEA, claimed, known_ahead
from trainer.play.seat_table import finished_trick_table, seat_table, without_known_cards


@dataclass(frozen=True, slots=True)
class Hint:
    """What the coach says: the idea, and the card where it was asked for."""

    told: tuple[Sentence, ...]
    has_card: bool


@dataclass(frozen=True, slots=True)
class DealPage:
    """A deal in play from the learner's seat; `stopped` where a finished trick lies on the table.

    `known` is the table with what is known of the opponent's hand, where it may be asked for.
    """

    opponent: str
    unrated: str
    coach: str
    pace: str
    known_mode: str
    number: int
    table: TableView
    known: TableView | None
    won: tuple[int, int]
    position: Sentence
    told: tuple[Sentence, ...]
    hand: tuple[HandButton, ...]
    last_trick: LastTrick | None
    waits: bool = False
    stopped: bool = False
    can_take_back: bool = False
    claim: str = ""
    hint: Hint | None = None
    ahead: tuple[Card, ...] = ()
    problem: tuple[Sentence, ...] = ()
    warning: tuple[Sentence, ...] = ()
    warned_of: str = ""
    picked: str = ""

    @property
    def focused(self) -> str:
        """The card on which the focus is: the picked one, else the first that may be played."""
        return self.warned_of or self.picked or next((held.key for held in self.hand if held.legal), "")

    @property
    def hides_known(self) -> bool:
        """Whether the opponent's hand lies face down."""
        return self.known_mode != PlayedMatch.Known.SHOWN

    @property
    def announcement(self) -> str:
        """What a voice says once: what went wrong, the coach, what happened, or else the position."""
        said = [*self.problem, *self.warning, *(self.hint.told if self.hint else ())]
        if not said:
            said = list(self.told) or [self.position]
        return " ".join(sentence.words() for sentence in said)


def deal_page(
    deal: PlayedDeal,
    problem: tuple[Sentence, ...] = (),
    warning: tuple[Sentence, ...] = (),
    warned_of: str = "",
    picked: str = "",
) -> DealPage:
    """The page of a deal that is not over; `deal.match` is loaded."""
    state = state_of(deal)
    waits = state.to_play != LEARNER
    table, known = _shown(seat_table(state), deal.match.known)
    rest = claimed(state)
    return DealPage(
        opponent_name(deal.match.opponent),
        unrated_reason(deal.unrated),
        deal.match.coach,
        deal.match.pace,
        deal.match.known,
        deal.number,
        table,
        known,
        state.tricks_won,
        _position(state, table),
        tuple(_told(state)),
        () if waits else hand_buttons(table, open_answer=False),
        _last_trick(state),
        waits=waits,
        can_take_back=deal.match.coach != PlayedMatch.Coach.OFF and _has_own_card(state),
        claim=sentences.claim_label(state, rest) if rest else "",
        hint=None if waits else hint_of(deal, state),
        ahead=known_ahead(deal),
        problem=problem,
        warning=warning,
        warned_of=warned_of,
        picked=picked,
    )


def stopped_page(deal: PlayedDeal, number: int) -> DealPage | None:
    """The page on which finished trick `number` lies until the learner goes on; None if there is none."""
    state = state_of(deal)
    if not 0 < number <= len(state.finished_tricks):
        return None
    trick = state.finished_tricks[number - 1]
    match = deal.match
    before = played_state(deal.seed, deal.dealer, match.rule_set, deal.plays[: 4 * number - 2])
    after = played_state(deal.seed, deal.dealer, match.rule_set, deal.plays[: 4 * number])
    table, known = _shown(finished_trick_table(before, trick), match.known)
    return DealPage(
        opponent_name(match.opponent),
        unrated_reason(deal.unrated),
        match.coach,
        match.pace,
        match.known,
        deal.number,
        table,
        known,
        after.tricks_won,
        _position(before, table),
        tuple(sentences.trick_told(trick)),
        hand_buttons(table, open_answer=True),
        None,
        stopped=True,
    )


def _shown(table: TableView, known_mode: str) -> tuple[TableView, TableView | None]:
    """The table as it lies there, and the one that may be asked for."""
    if known_mode == PlayedMatch.Known.SHOWN:
        return table, table
    return without_known_cards(table), table if known_mode == PlayedMatch.Known.ASKED else None


def _position(state: State, table: TableView) -> Sentence:
    """Where the learner is: with a lead of its own on the table, as before that."""
    before = replace(table, led=None, reply=None) if table.led_by_player else table
    return position_sentence(before, state.tricks_won)


def _told(state: State) -> list[Sentence]:
    if not state.plays:
        return []
    begins = sentences.second_part(state)
    told = sentences.happened(state)
    return [*told[:-1], begins, told[-1]] if begins and told else told


def _last_trick(state: State) -> LastTrick | None:
    if not state.finished_tricks:
        return None
    trick = state.finished_tricks[-1]
    return LastTrick(*_own_first(trick), trick.winner == LEARNER)


def _own_first(trick: Trick) -> tuple[Card, Card]:
    return (trick.lead, trick.reply) if trick.leader == LEARNER else (trick.reply, trick.lead)


def _has_own_card(state: State) -> bool:
    return len(state.plays) > 1 or (len(state.plays) == 1 and 1 - state.deal.dealer == LEARNER)


def hint_of(deal: PlayedDeal, state: State) -> Hint | None:
    """The hint that has been given at this version, worked out anew."""
    if deal.hint < IDEA or deal.hint_at != deal.version or deal.match.coach == PlayedMatch.Coach.OFF:
        return None
    view = seat_view(state)
    cost: Cost = best_and_next(view)
    told = [sentences.idea(cost, state.trump, state.led, state.hand)]
    if deal.hint >= CARD:
        told += sentences.hinted(cost)
    return Hint(tuple(told), deal.hint >= CARD)
