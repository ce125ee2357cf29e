"""What the first page of Play shows."""

from __future__ import annotations

import uuid

from trainer.accounts.http import SiteRequest
from trainer.accounts.services import current_learner
from trainer.engine.scoring import COMMON_TARGETS
from trainer.play import labels, queries
from trainer.play.dealing import chosen_rules
from trainer.play.forms import LENGTH, ONE_DEAL, THRESHOLDS
from trainer.play.labels import opponent_name
from trainer.play.models import PlayedDeal, PlayedMatch
from trainer.table.chosen_rules import LEAST_DEALS, MOST_DEALS, USUAL_DEALS, USUAL_TARGET, ChosenRules
from trainer.table.rules_in_words import follow_in_words, tricks_in_words


def index_context(request: SiteRequest, said: str) -> dict[str, object]:
    """The choices, the deals begun, the results, and deals that the class has played. Five queries."""
    learner = current_learner(request)
    sent = request.POST if request.method == "POST" else request.GET
    habits = queries.last_habits(learner)
    rules = ChosenRules.from_query(sent)
    return {
        "said": said,
        "request_key": uuid.uuid4(),
        "opponents": labels.opponents(),
        "coaches": labels.coaches(),
        "paces": labels.paces(),
        "known_choices": labels.known_choices(),
        "thresholds": [(tenths, tenths / 10) for tenths in THRESHOLDS],
        "picked": {
            "opponent": sent.get("opponent", PlayedMatch.Opponent.CLUB),
            "length": sent.get(LENGTH, ONE_DEAL),
            "coach": sent.get("coach", habits.coach),
            "threshold": sent.get("threshold", str(habits.threshold)),
            "pace": sent.get("pace", habits.pace),
            "known": sent.get("known", habits.known),
        },
        "rules": rules,
        "targets": COMMON_TARGETS,
        "target_chosen": rules.target or USUAL_TARGET,
        "deals": rules.deals or USUAL_DEALS,
        "least_deals": LEAST_DEALS,
        "most_deals": MOST_DEALS,
        "open_deals": [(deal, opponent_name(deal.match.opponent)) for deal in queries.open_deals(learner)],
        "records": [(opponent_name(row.opponent), row) for row in queries.records(learner)],
        "class_deals": [_class_row(deal) for deal in queries.class_deals(request.user, learner)],
    }


def _class_row(deal: PlayedDeal) -> tuple[PlayedDeal, str, str, uuid.UUID]:
    """A deal of a classmate: against whom and by which rules, never whose."""
    rules = chosen_rules(deal.match).rule_set
    said = f"{follow_in_words(rules.follow_in_phase_one)}, {tricks_in_words(rules.counted_tricks)}"
    return deal, opponent_name(deal.match.opponent), said, uuid.uuid4()
