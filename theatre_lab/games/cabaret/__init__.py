"""Cabaret: a trick-taking game in which nobody may follow suit, for 2 to 6 talent agents."""

from theatre_lab.games.cabaret.game import CABARET, Cabaret, show_state

__all__ = ["CABARET", "GAMES", "Cabaret", "show_state"]

GAMES = (CABARET,)
