"""The rule book of Curtain Call."""

from __future__ import annotations

from theatre_lab.core.clauses import Clause, Clauses

__all__ = ["CLAUSES"]

CLAUSES = Clauses(
    [
        Clause(
            "CC-S1",
            "The deal",
            "The deck holds four cards of each rank from 1 to 6. Everyone is dealt three; nobody else sees them.",
        ),
        Clause(
            "CC-T1",
            "A turn",
            "On your turn you do one of two things: play a card into your line, or bow. Then it is the next player's "
            "turn. Whoever has no card left is passed over.",
        ),
        Clause(
            "CC-T2",
            "Playing a card",
            "Put a card from your hand face up at the end of your line. It must be higher than the card before it; an "
            "empty line takes any card. Then draw a card, as long as the deck has one.",
        ),
        Clause(
            "CC-T3",
            "Bowing",
            "Your line scores (CC-P1), perhaps top billing as well (CC-P2), and its cards leave the game. You cannot "
            "bow with an empty line.",
        ),
        Clause(
            "CC-P1",
            "A line",
            "The first card of a line is worth 1 point, the second 2, the third 3, and so on: a line of "
            "three is worth 6.",
        ),
        Clause(
            "CC-P2",
            "Top billing",
            "If the last card of your line is higher than the last card of every other line when you bow, you get "
            "2 points more. An empty line counts as 0.",
        ),
        Clause(
            "CC-E1",
            "The end",
            "The game ends when all cards are played. Lines that still stand then score by CC-P1, without top billing. "
            "The highest score wins; equals share the win.",
        ),
    ]
)
