"""Overture: seat patrons in your theatre so that each of them is worth the most."""

from theatre_lab.games.overture.game import OVERTURE, Overture, board_state

__all__ = ["GAMES", "OVERTURE", "Overture", "board_state"]

GAMES = (OVERTURE,)
