"""The Theatre: outshine the other directors round by round, and be the last one with a show."""

from theatre_lab.games.the_theatre.game import THE_THEATRE, TheTheatre

__all__ = ["GAMES", "THE_THEATRE", "TheTheatre"]

GAMES = (THE_THEATRE,)
