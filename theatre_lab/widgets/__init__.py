"""The widgets: a house to play with, a deck to build, a game at a table, to replay and review, predict-then-check."""

from __future__ import annotations

from theatre_lab.widgets.deck_builder import DeckBuilder
from theatre_lab.widgets.predict import Predict
from theatre_lab.widgets.progress import ProgressPanel, practice, progress
from theatre_lab.widgets.replay import Replay, replay
from theatre_lab.widgets.review import Review
from theatre_lab.widgets.rule_book import RuleBook, rules
from theatre_lab.widgets.seating import SeatingGrid, seating_grid
from theatre_lab.widgets.table import Table, table

__all__ = [
    "DeckBuilder",
    "Predict",
    "ProgressPanel",
    "Replay",
    "Review",
    "RuleBook",
    "SeatingGrid",
    "Table",
    "practice",
    "progress",
    "replay",
    "rules",
    "seating_grid",
    "table",
]
