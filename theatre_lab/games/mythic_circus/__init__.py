"""Mythic Circus: hire a troupe of legends, fill the stage and perform for ten victory points."""

from theatre_lab.games.mythic_circus.breakdown import Performance, performance, performance_parts
from theatre_lab.games.mythic_circus.game import MYTHIC_CIRCUS, MythicCircus
from theatre_lab.games.mythic_circus.positions import circus_state

__all__ = [
    "GAMES",
    "MYTHIC_CIRCUS",
    "MythicCircus",
    "Performance",
    "circus_state",
    "performance",
    "performance_parts",
]

GAMES = (MYTHIC_CIRCUS,)
