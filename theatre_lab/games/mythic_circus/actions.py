"""Every action as a whole number: single words first, then one block of numbers a verb."""

from __future__ import annotations

from theatre_lab.games.mythic_circus.cards import KINDS

MAX_PLAYERS = 4

SKIP_RISE, PERFORM, PASS, NO_ATTACK, NO_SWAP, NO_RECALL, NO_SUMMON, DRAW_TWO, NO_DRAW, DONE, END = range(11)

ATTACK_PLAYER = 11
CHARGE_PLAYER = ATTACK_PLAYER + MAX_PLAYERS
RISE_CARD = CHARGE_PLAYER + MAX_PLAYERS
STAGE_CARD = RISE_CARD + KINDS
LABOR_CARD = STAGE_CARD + KINDS
SWAP_CARD = LABOR_CARD + KINDS
RECALL_CARD = SWAP_CARD + KINDS
SUMMON_CARD = RECALL_CARD + KINDS
DISCARD_CARD = SUMMON_CARD + KINDS
HIRE_CARD = DISCARD_CARD + KINDS
INJURE_CARD = HIRE_CARD + KINDS
INJURE_WOUNDED = INJURE_CARD + KINDS
"""`injure Minotaur!`: the wounded one."""

ACTION_SPACE = INJURE_WOUNDED + 1
MAX_ACTIONS = 2 * KINDS + 1
"""The most at once: every kind in hand, each to the stage or to labor, or `done`."""
