"""Drills on choosing a seat: what a card would score here, and where it does most for the house."""

from __future__ import annotations

from theatre_lab.core.game import total
from theatre_lab.core.near_best import is_near_best
from theatre_lab.games.overture.cards import DECK, card_name
from theatre_lab.teach.drills import DrillSpec, Luck, NoExample, Question
from theatre_lab.teach.overture.scene import Scene, any_theatre, crowd, numbers, one, signed, sum_in_words

__all__ = ["PLACING_DRILLS"]


def _position(luck: Luck, level: int) -> tuple[Scene, int]:
    scene = crowd(luck, any_theatre(luck, level), 3 + 2 * level)
    return scene, luck.pick(DECK)


def _here(luck: Luck, level: int) -> Question:
    """What would this card score on this seat (and, from level 2 on, change in the whole house)?"""
    scene, card = _position(luck, level)
    seat = luck.pick([i for i in scene.empties if any(scene.board[other] for other in scene.around(i))])
    name, where = card_name(card), scene.name(seat)
    changes = scene.changes(card, seat)
    gain = total(changes)
    scene.put(seat, card)
    own, parts = scene.points(seat), scene.parts(seat)
    values = scene.values()
    scene.put(seat, 0)
    question: Question = {
        "board": scene.picture(seat),
        "card": name,
        "hint": ["Take the type first, then the trait, then the neighbours.", "Mind who sits in front."],
        "values": {where: own},
    }
    if level == 1 or luck.happens(40):
        mistakes = [wrong for part in parts for wrong in (own - part.points, own + part.points)]
        told: Question = {
            "prompt": f"What would {one(name)} score on {where}?",
            "solution": f"{name} on {where}: {sum_in_words(parts)}.",
            "parts": parts,
        }
        return question | told | numbers(luck, own, mistakes, level)
    if gain == own:
        raise NoExample
    told = {
        "prompt": f"By how much would {one(name)} on {where} change your whole house?",
        "solution": f"{signed(gain)} in all: {signed(own)} itself, {signed(gain - own)} elsewhere.",
        "parts": changes,
        "values": values,
    }
    return question | told | numbers(luck, gain, [own, 2 * gain - own, 2 * own - gain], level)


def _best_seat(luck: Luck, level: int) -> Question:
    """Where does this card do most for the house? Every seat nearly as good as the best is right."""
    scene, card = _position(luck, level)
    gains = scene.gains(card)
    best = max(gains.values())
    right = [seat for seat, gain in gains.items() if is_near_best(gain, best)]
    if 4 * len(right) > len(gains):
        raise NoExample
    seat = scene.theatre.seat(right[0])
    name = card_name(card)
    return {
        "prompt": f"Where would {one(name)} do most for this house?",
        "kind": "seat",
        "answer": right,
        "board": scene.picture(),
        "card": name,
        "hint": [
            "What does the type like, and what the trait?",
            "Think of the others too: whom would it help or disturb?",
        ],
        "solution": f"Best: {', '.join(right)}, {signed(best)} for the whole house.",
        "parts": scene.changes(card, seat),
        "values": gains,
    }


PLACING_DRILLS = (
    DrillSpec("here", "What would it score here?", (), _here),
    DrillSpec("best-seat", "The best seat", (), _best_seat),
)
