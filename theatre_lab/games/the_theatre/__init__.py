"""The Theatre: outshine the other directors round by round, and be the last one with a show."""

from theatre_lab.games.the_theatre.draft import DRAFT, Draft
from theatre_lab.games.the_theatre.game import THE_THEATRE, TheTheatre

__all__ = ["DRAFT", "GAMES", "THE_THEATRE", "Draft", "TheTheatre"]

GAMES = (THE_THEATRE, DRAFT)
