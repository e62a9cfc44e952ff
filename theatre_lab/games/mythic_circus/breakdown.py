"""Why a player has so many points, and what a performance would be worth now, reason by reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from theatre_lab.core.game import Part
from theatre_lab.games.mythic_circus import scoring
from theatre_lab.games.mythic_circus.cards import ABILITY, COUNTS_OTHERS, KINDS
from theatre_lab.games.mythic_circus.notation import card_name
from theatre_lab.games.mythic_circus.state import (
    GRADES,
    LEVELS,
    R_LEVEL_TP,
    R_PERFORMANCE,
    State,
)

__all__ = ["Performance", "performance", "performance_parts", "score_parts"]


def score_parts(s: Any, player: int) -> list[Part]:
    """One part for each performance that earned victory points, the best first (MC-F1).

    >>> from theatre_lab.api import set_up
    >>> match = set_up("mythic-circus", 2, vp=[3, 0], seed=1)
    >>> [(part.rule, part.points, part.text) for part in score_parts(match.state, 0)]
    [('MC-F1', 3, 'a performance of TP 16 or more')]
    """
    parts = []
    for grade in range(GRADES - 1, 0, -1):
        vp = scoring.grade_vp(s, grade)
        text = f"a performance of TP {s.rule[R_LEVEL_TP + grade - 1]} or more"
        if vp:
            parts += [Part(LEVELS[grade - 1], "MC-F1", vp, text)] * s.shows[player][grade]
    return parts


def performance_parts(s: Any, player: int) -> list[Part]:
    """One part for each worker on stage (for a Faun perhaps two): its performance value, in TP.

    They add up to `scoring.total_performance`; a worker that adds nothing has no part.

    >>> from theatre_lab.games.mythic_circus import circus_state
    >>> s = circus_state(stage={0: ["Faun", "Mermaid", "Goblin"]})
    >>> [(part.who, part.rule, part.points) for part in performance_parts(s, 0)]
    [('Goblin', 'MC-F1', 1), ('Mermaid', 'MC-F1', 3), ('Faun', 'MC-A6', 2)]
    """
    others = scoring.workers_on_stage(s, player) - 1
    parts = []
    for card in range(KINDS):
        for _ in range(s.stage[player][card]):
            parts += _worker_parts(s, card, others)
    return parts


def _worker_parts(s: State, card: int, others: int) -> list[Part]:
    name = card_name(card)
    value = s.rule[R_PERFORMANCE + card]
    parts = [Part(name, "MC-F1", value, "performance on its card")] if value else []
    bonus = scoring.worker_performance(s, card, others) - value
    if ABILITY[card] == COUNTS_OTHERS and bonus:
        company = f"{others} other worker{'s' if others > 1 else ''} on stage"
        parts.append(Part(name, "MC-A6", bonus, company))
    return parts


@dataclass(frozen=True)
class Performance:
    """What a player's stage is worth now.

    `level` is None below the lowest one; `next_level` with `next_vp` and the `missing` TP is the next
    level that earns more, None when there is none.

    >>> from theatre_lab.games.mythic_circus.positions import circus_state
    >>> shown = performance(circus_state(stage=["Unicorn", "Unicorn"]), 0)
    >>> shown.tp, shown.level, shown.vp
    (12, 'Memorable', 2)
    """

    tp: int
    level: str | None
    vp: int
    next_level: str | None
    next_vp: int
    missing: int
    parts: tuple[Part, ...]

    def __str__(self) -> str:
        now = f"TP {self.tp}: {self.level}, {self.vp} VP" if self.level else f"TP {self.tp}: 0 VP"
        if self.next_level is None:
            return now
        return f"{now}; {self.missing} more TP for {self.next_level} ({self.next_vp} VP)"


def performance(s: Any, player: int) -> Performance:
    """What performing now would earn the player, why, and what the next level needs (MC-F1).

    >>> from theatre_lab.games.mythic_circus import circus_state
    >>> s = circus_state(stage={0: ["Faun", "Mermaid", "Goblin", "Daring Gnome", "Daring Gnome"]})
    >>> print(performance(s, 0))
    TP 10: Mediocre, 1 VP; 1 more TP for Memorable (2 VP)
    """
    tp = scoring.total_performance(s, player)
    grade = scoring.grade_of(s, tp)
    vp = scoring.grade_vp(s, grade)
    better = [g for g in range(grade + 1, GRADES) if scoring.grade_vp(s, g) > vp]
    following = better[0] if better else 0
    return Performance(
        tp=tp,
        level=LEVELS[grade - 1] if grade else None,
        vp=vp,
        next_level=LEVELS[following - 1] if following else None,
        next_vp=scoring.grade_vp(s, following),
        missing=s.rule[R_LEVEL_TP + following - 1] - tp if following else 0,
        parts=tuple(performance_parts(s, player)),
    )
