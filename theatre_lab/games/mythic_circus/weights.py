"""What a player of Mythic Circus weighs, in the order and the units of `policy.W_HIRE` to `policy.W_TARGET_VP`.

A kind of card a row: hire, crowd, again, keep, order; then what holds for all kinds. Gnomes cannot be hired.
`benchmarks/studies/tune.py` climbs on from here.
"""

from __future__ import annotations

_GREEDY_TROUPE = (
    (0, 0, 0, -24, 0),  # Working Gnome
    (0, 0, 0, 10, 58),  # Daring Gnome
    (0, 0, 0, 12, 51),  # Mischievous Gnome
    (20, 7, 1, 2, 27),  # Goblin
    (100, -10, 12, 30, 108),  # Golem
    (35, 0, 2, 37, 60),  # Mermaid
    (28, 0, -2, 29, 14),  # Werewolf
    (39, 14, 2, 3, 40),  # Faun
    (5, 0, 11, -3, 41),  # Minotaur
    (30, 8, 4, 44, 70),  # Fairy
    (46, 5, -4, 33, 32),  # Phoenix
    (48, -20, 2, 60, 53),  # Unicorn
    (16, 6, 4, 54, 91),  # Sphinx
)
_TROUPE = (
    (0, 0, 0, -24, 1),  # Working Gnome
    (0, 0, 0, 8, 137),  # Daring Gnome
    (0, 0, 0, 27, -25),  # Mischievous Gnome
    (27, -7, 6, 4, 34),  # Goblin
    (122, -2, 4, 14, 55),  # Golem
    (48, -2, 15, 52, 144),  # Mermaid
    (33, -7, -2, 29, 20),  # Werewolf
    (57, 15, 12, 6, 40),  # Faun
    (3, 5, 22, 3, 102),  # Minotaur
    (39, 13, 5, 118, 67),  # Fairy
    (41, -1, -13, 25, 34),  # Phoenix
    (44, -18, 7, 76, 19),  # Unicorn
    (21, -4, 7, 58, 103),  # Sphinx
)
GREEDY = (*(row[place] for place in range(5) for row in _GREEDY_TROUPE), 10, 10, 20, 20, 0, 30)
"""A sensible player, who performs from 2 VP on: what level medium plays by."""
WEIGHTS = (*(row[place] for place in range(5) for row in _TROUPE), 10, -5, 8, 15, 10, 56)
"""Climbed from there, each row in games of 2, 3 and 4 players against the one before; wins six games of ten against
GREEDY, and waits for more than 2 VP near the end: what playouts use."""
