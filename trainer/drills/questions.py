"""What drills ask, and how a choice that is no card is spelled."""

from __future__ import annotations

from enum import StrEnum


class Question(StrEnum):
    """The questions of rules drills; drills of the other kinds all ask for a card."""

    LEGAL = "legal"  # a card that may be played
    WINNER = "winner"  # which of the two cards takes the trick
    DRAW = "draw"  # which card the player takes from the stock
    NEXT_LEAD = "next-lead"  # who leads the next trick
    SCORE = "score"  # how many points the winner gets


RULES_QUESTIONS = tuple(Question)
OPPONENT_HAND = "opponent-hand"  # of a memory drill: the cards that the opponent holds
CARD_QUESTIONS = ("card", "follow", "lead", "win-or-duck")

YOU, OPPONENT = "you", "opponent"
UPCARD, HIDDEN = "upcard", "hidden"
POINTS = "points:"
