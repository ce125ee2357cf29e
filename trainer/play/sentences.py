"""What is said while a deal is played: what happened, what the coach says, how it ended."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.drills import sentences as drill_sentences
from trainer.drills.voice import Sentence, say
from trainer.engine.cards import Card, Rank, Suit
from trainer.engine.ending_positions import ending_of
from trainer.engine.scoring import Match, Pair, deal_winner
from trainer.engine.state import State, Trick
from trainer.engine.tricks import beats
from trainer.play.coach import Cost
from trainer.play.dealing import LEARNER

HIGH = 11  # the jack: a card from here on is called high


def happened(state: State) -> list[Sentence]:
    """The tricks that ended since the learner's last card, and whose turn it is."""
    told: list[Sentence] = []
    for trick in _since_own_card(state):
        told += trick_told(trick)
    if state.is_over or state.to_play != LEARNER:
        return told
    if state.led is not None:
        return [*told, say(_("The opponent leads {led}."), led=state.led)]
    return [*told, say(_("You lead."))]


def _since_own_card(state: State) -> list[Trick]:
    """The tricks that ended with or after the learner's last card: one at the most before its own turn."""
    return list(state.finished_tricks[-1:])


def trick_told(trick: Trick) -> list[Sentence]:
    """Who won a trick, and what the learner drew."""
    own, other = (trick.lead, trick.reply) if trick.leader == LEARNER else (trick.reply, trick.lead)
    won = trick.winner == LEARNER
    if won:
        told = [say(_("You win the trick with {card} against {other}."), card=own, other=other)]
    else:
        told = [say(_("The opponent wins the trick with {card} against {other}."), card=other, other=own)]
    if trick.drawn and trick.upcard:
        drawn = trick.drawn[LEARNER]
        if won:
            told.append(say(_("You take {card}."), card=drawn))
        else:
            told.append(
                say(_("You draw {card}, and the opponent takes {upcard}."), card=drawn, upcard=trick.upcard)
            )
    return told


def second_part(state: State) -> Sentence | None:
    """Said once, as the stock is gone."""
    if len(state.plays) != 2 * state.rule_set.phase_tricks:
        return None
    if state.rule_set.both_phases_count:
        return say(_("The stock is gone. The second part begins."))
    return say(_("The stock is gone. The second part begins, and now the tricks count."))


def refused(state: State, card: Card | None) -> tuple[Sentence, ...]:
    """Why a card was not taken: it does not follow suit, or it is not in the hand."""
    led = state.led
    if card in state.hand and led is not None:
        could = tuple(held for held in state.hand if held.suit is led.suit)
        return drill_sentences.illegal_card(card, led.suit), drill_sentences.legal_list(could)
    return (say(_("That card is not in your hand. Choose again.")),)


def stale() -> Sentence:
    """Another tab, or a second click, came first."""
    return say(_("The deal had gone on in the meantime. Here it is as it stands now; nothing is lost."))


def thinking() -> str:
    """While the opponent's card is worked out."""
    return _("The opponent is thinking.")


def idea(cost: Cost, trump: Suit, led: Card | None, hand: tuple[Card, ...]) -> Sentence:
    """The first half of a hint: what to do, without the card."""
    if cost.is_exact and cost.card == cost.best:
        return say(_("Play what you like: every card takes as many tricks."))
    if led is not None:
        return _idea_of_reply(cost.best, led, trump, hand)
    return _idea_of_lead(cost, trump, hand)


def _idea_of_lead(cost: Cost, trump: Suit, hand: tuple[Card, ...]) -> Sentence:
    best = cost.best
    held = [card for card in hand if card.suit is best.suit]
    if best.suit is trump:
        return say(_("Lead a trump."))
    if len(held) == 1:
        return say(_("Lead your only card in {suit}."), suit=best.suit)
    if cost.suit_alone:
        return say(_("Lead {suit}."), suit=best.suit)
    if _highest_beside(best, held).rank >= HIGH:
        return say(_("Lead a high card from {suit}."), suit=best.suit)
    if max(card.rank for card in held) >= HIGH:
        return say(_("Lead low from {suit}, and keep your high cards."), suit=best.suit)
    return say(_("Lead {suit}."), suit=best.suit)


def _highest_beside(card: Card, held: list[Card]) -> Card:
    """The highest of the cards that follow upon `card` in the hand one by one: as good as it is."""
    ranks = {each.rank: each for each in held}
    while card.rank + 1 in ranks:
        card = ranks[Rank(card.rank + 1)]
    return card


def _idea_of_reply(best: Card, led: Card, trump: Suit, hand: tuple[Card, ...]) -> Sentence:
    follows = [card for card in hand if card.suit is led.suit]
    wins = {card: beats(card, led, trump) for card in follows or hand}
    if len(set(wins.values())) == 1 and follows:
        return say(_("You have no choice of winning or not: think of which card you can best do without."))
    if wins.get(best, beats(best, led, trump)):
        if best.suit is trump and led.suit is not trump:
            return say(_("Take this trick with a trump."))
        return say(_("Take this trick, with the card that costs you least."))
    return say(_("Let this trick go, and give up the card that is worth least to you."))


def hinted(cost: Cost) -> list[Sentence]:
    """The second half of a hint: the card, and what the next best costs, exactly or by estimate."""
    told = [say(_("The coach would play {card}."), card=cost.best)]
    if cost.card == cost.best or (cost.is_exact and not cost.tricks):
        return told
    return [*told, compared(cost)]


def compared(cost: Cost) -> Sentence:
    """What a card costs against the best one."""
    if cost.is_exact:
        pattern = _("Exactly computed: {card} costs {n} tricks against {best}.")
        return say(pattern, card=cost.card, n=cost.said_tricks, best=cost.best)
    if not cost.counts:
        said = _("{card} may be just as good: {n} deals played out show no clear difference.")
        return say(said, card=cost.card, n=cost.deals)
    return say(
        _("An estimate from {n} deals: {card} costs {x} tricks against {best} (uncertainty ± {se})."),
        n=cost.deals,
        card=cost.card,
        x=cost.tricks,
        best=cost.best,
        se=cost.said_margin,
    )


def warned(cost: Cost) -> tuple[Sentence, ...]:
    """The question before a card that costs much; the better card is not named."""
    if cost.is_exact:
        pattern = _("Are you sure? {card} costs {n} tricks (exactly computed).")
        return (say(pattern, card=cost.card, n=cost.said_tricks),)
    said = _("Are you sure? {card} costs {x} tricks on average (an estimate, uncertainty ± {se}).")
    return (say(said, card=cost.card, x=cost.tricks, se=cost.said_margin),)


def claim_label(state: State, pair: Pair) -> str:
    """The button that ends a deal whose rest is certain."""
    left = ending_of(state).tricks_left
    if pair[0]:
        return ngettext("Claim the last trick", "Claim the last %(n)s tricks", left) % {"n": left}
    return ngettext("Give up the last trick", "Give up the last %(n)s tricks", left) % {"n": left}


def deal_headline(own: int, other: int, state: State) -> str:
    """Who won the deal."""
    winner = deal_winner((own, other), state.rule_set)
    if winner is None:
        return _("The deal is drawn")
    return _("You won the deal") if winner == LEARNER else _("The opponent won the deal")


def deal_result(own: int, other: int) -> Sentence:
    """The tricks that count."""
    return say(_("You took {a} tricks and the opponent {b}."), a=own, b=other)


def match_told(match: Match) -> str:
    """How the match stands, or who has won it."""
    own, other = match.score
    standing = {"a": own, "b": other}
    if not match.is_over:
        return _("The match stands at %(a)s–%(b)s in points.") % standing
    if match.is_drawn:
        return _("The match is drawn, %(a)s–%(b)s in points.") % standing
    if match.winner == LEARNER:
        return _("You have won the match, %(a)s–%(b)s in points.") % standing
    return _("The opponent has won the match, %(a)s–%(b)s in points.") % standing
