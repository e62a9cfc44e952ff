"""The widgets: a house to play with, a deck to build, a whole game at a table, and predict-then-check."""

from __future__ import annotations

from theatre_lab.widgets.deck_builder import DeckBuilder
from theatre_lab.widgets.predict import Predict
from theatre_lab.widgets.seating import SeatingGrid, seating_grid
from theatre_lab.widgets.table import Table, table

__all__ = ["DeckBuilder", "Predict", "SeatingGrid", "Table", "seating_grid", "table"]
