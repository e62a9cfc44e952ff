"""Performances and their worth: one small function a clause."""

from __future__ import annotations

from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.games.mythic_circus.cards import ABILITY, COUNTS_OTHERS, KINDS
from theatre_lab.games.mythic_circus.state import (
    GRADES,
    JUDGED,
    R_FAUN_PER_OTHER,
    R_LEVEL_TP,
    R_LEVEL_VP,
    R_PERFORMANCE,
    State,
)


def workers_on_stage(s: State, player: int) -> int:
    """How many workers the player has on stage."""
    number = 0
    for card in range(KINDS):
        number += s.stage[player][card]
    return number


def worker_performance(s: State, card: int, others: int) -> int:
    """The performance value of one worker beside so many others (MC-F1, MC-A6)."""
    value = int(s.rule[R_PERFORMANCE + card])
    if ABILITY[card] == COUNTS_OTHERS:
        value += s.rule[R_FAUN_PER_OTHER] * others
    return value


def total_performance(s: State, player: int) -> int:
    """TP: the sum of the performance values of all own workers on stage (MC-F1)."""
    others = workers_on_stage(s, player) - 1
    tp = 0
    for card in range(KINDS):
        tp += s.stage[player][card] * worker_performance(s, card, others)
    return tp


def grade_of(s: State, tp: int) -> int:
    """The grade of a performance: 0 earns nothing, 1 is Mediocre, up to 4, an Instant Classic (MC-F1)."""
    for grade in range(GRADES - 1, 0, -1):
        if tp >= s.rule[R_LEVEL_TP + grade - 1]:
            return grade
    return 0


def grade_vp(s: State, grade: int) -> int:
    """The victory points of a grade (MC-F1)."""
    if grade == 0:
        return 0
    return int(s.rule[R_LEVEL_VP + grade - 1])


def score(s: State, player: int) -> int:
    """The player's victory points as they stand."""
    return int(s.vp[player])


def is_ahead(s: State, player: int, other: int) -> bool:
    """Is the player judged better than the other: more VP, or as many and a higher TP on stage (MC-F3)?"""
    if s.vp[player] != s.vp[other]:
        return int(s.vp[player]) > int(s.vp[other])
    return total_performance(s, player) > total_performance(s, other)


def payoff(s: State, player: int) -> int:
    """The player's share of the win in a finished game, in parts of `WHOLE_WIN` (MC-F3, MC-F4)."""
    if s.ended != JUDGED:
        if player == s.active:
            return WHOLE_WIN
        return 0
    equals = 0
    for other in range(s.players):
        if is_ahead(s, other, player):
            return 0
        if not is_ahead(s, player, other):
            equals += 1
    return WHOLE_WIN // equals
