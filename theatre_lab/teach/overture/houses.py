"""Drills on seats and on what the theatres themselves add."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from theatre_lab.core.game import total
from theatre_lab.games.overture import scoring
from theatre_lab.games.overture.cards import DECK, card_name
from theatre_lab.games.overture.theatres import THEATRE_IDS
from theatre_lab.teach.drills import DrillSpec, Luck, NoExample, Question
from theatre_lab.teach.overture.scene import Scene, any_theatre, cards, crowd, numbers, sum_in_words

__all__ = ["HOUSE_DRILLS", "SEAT_DRILLS"]

_LABELS = ("front", "back", "aisle", "box")
_LABEL_SETS = tuple(chosen for n in range(4) for chosen in combinations(_LABELS, n))


# ------------------------------------------------------------------ seats


def _in_words(names: Sequence[str]) -> str:
    """Names as a sentence lists them.

    >>> _in_words(["front", "aisle", "box"]), _in_words([])
    ('front, aisle and box', 'none')
    """
    if not names:
        return "none"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _seat_names(luck: Luck, level: int) -> Question:
    """Find a seat by its name."""
    scene = Scene.empty(any_theatre(luck, level))
    seat = scene.name(luck.pick(scene.empties))
    rows = sorted({name[0] for name in scene.theatre.seats})
    place = ("the front row", "the second row", "the third row", "the fourth row", "the fifth row")[rows.index(seat[0])]
    return {
        "prompt": f"Where is seat {seat}?",
        "kind": "seat",
        "answer": seat,
        "board": scene.picture(),
        "hint": ["The letter is the row, A nearest the stage.", "The number is the column, counted from the left."],
        "solution": f"{seat}: {place}, column {seat[1:]} from the left, gaps counted.",
    }


def _labels(luck: Luck, level: int) -> Question:
    """Which labels does a seat carry?"""
    scene = Scene.empty(luck.pick(THEATRE_IDS[:2]) if level == 1 else luck.pick(THEATRE_IDS))
    seat = luck.pick(scene.empties)
    own = scene.theatre.labels[scene.name(seat)]
    if not own and luck.happens(60):
        raise NoExample
    answer = _in_words([label for label in _LABELS if label in own])
    others = [labels for labels in _LABEL_SETS if set(labels) != set(own) and not {"front", "back"} <= set(labels)]
    others.sort(key=lambda labels: len(set(labels) ^ set(own)))
    options = luck.shuffled([answer, *(_in_words(labels) for labels in luck.shuffled(others[:5])[:3])])
    return {
        "prompt": f"Which labels does {scene.name(seat)} carry?",
        "kind": "choice",
        "options": options,
        "answer": answer,
        "board": scene.picture(seat),
        "hint": ["Gold edges are labels: towards the stage front, away from it back, at a side aisle."],
        "solution": f"{scene.name(seat)} in {scene.theatre.name}: {answer if own else 'no label'}.",
    }


def _neighbours(luck: Luck, level: int) -> Question:
    """Count neighbours, or tell a neighbour from a seat that only looks like one."""
    scene = Scene.empty(any_theatre(luck, level))
    seat = luck.pick(scene.empties)
    near = scene.around(seat)
    names = [scene.name(other) for other in near]
    question = {
        "board": scene.picture(seat),
        "hint": [
            "Neighbours are joined by a thin line: beside, before, behind.",
            "The stage, gaps and rails part seats.",
        ],
        "solution": f"The neighbours of {scene.name(seat)}: {_in_words(names)}.",
    }
    if luck.happens(40):
        rest = {"prompt": f"How many neighbours has {scene.name(seat)}?"}
        return question | rest | numbers(luck, len(near), [4, 8, len(near) + 1], level, least=0)
    others = [i for i in scene.empties if i not in near and i != seat]
    others.sort(key=lambda i: _distance(scene, seat, i))
    options = luck.shuffled([luck.pick(names), *(scene.name(i) for i in others[:3])])
    answer = next(option for option in options if option in names)
    prompt = f"Which of these seats is a neighbour of {scene.name(seat)}?"
    return question | {"prompt": prompt, "kind": "choice", "options": options, "answer": answer}


def _distance(scene: Scene, a: int, b: int) -> int:
    one, other = scene.name(a), scene.name(b)
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


# ------------------------------------------------------------------ house rules


def _ask_house(luck: Luck, level: int, scene: Scene, unit: int, hints: Sequence[str], prompt: str) -> Question:
    parts = scene.by_house()
    answer = total(parts)
    question = {
        "prompt": prompt,
        "board": scene.picture(),
        "hint": list(hints),
        "solution": f"The house rule adds {sum_in_words(parts)}.",
        "parts": parts,
    }
    return question | numbers(luck, answer, [answer + unit, answer - unit, answer + 2 * unit], level, least=0)


def _blackbox(luck: Luck, level: int) -> Question:
    scene = Scene.empty("blackbox")
    middle = luck.pick([i for i in scene.empties if len(scene.around(i)) > 2])
    scene.fill(luck, [middle, *scene.around(middle)], DECK, 90)
    scene.fill(luck, scene.empties, DECK, 15 + 15 * level)
    hints = (
        "Count the neighbours of each patron.",
        "Seats at the walls have fewer neighbours; corners can never do it.",
    )
    return _ask_house(luck, level, scene, 1, hints, "How many points does The Blackbox add to this house?")


def _opera(luck: Luck, level: int) -> Question:
    scene = _opera_crowd(luck, 2 + 2 * level, tied=level > 1 and luck.happens(60))
    best = scoring.royal_seat(scene.state, scene.board)
    values = scene.values()
    seat = scene.name(best)
    return {
        "prompt": "Which patron wins the royal favour of The Opera House?",
        "kind": "seat",
        "answer": seat,
        "board": scene.picture(),
        "hint": ["Work out what each patron is worth by itself.", "Of equals, nearest the stage; then leftmost."],
        "solution": f"The {card_name(scene.board[best])} on {seat}, with {values[seat]} of its own.",
        "parts": [*scene.parts(best), *scene.by_house()],
        "values": values,
    }


def _opera_crowd(luck: Luck, patrons: int, *, tied: bool) -> Scene:
    """A house whose best patron stands alone, or has equals."""
    for _ in range(120):
        scene = crowd(luck, "opera-house", patrons)
        values = list(scene.values().values())
        if (values.count(max(values)) > 1) == tied:
            return scene
    raise NoExample


def _promenade(luck: Luck, level: int) -> Question:
    scene = Scene.empty("promenade")
    aisles = [i for i in scene.empties if "aisle" in scene.theatre.labels[scene.name(i)]]
    scene.fill(luck, luck.shuffled(aisles)[: 3 + luck.below(2)], cards("Critic", "Critic", "Critic", "Patron"), 95)
    inner = [i for i in scene.empties if i not in aisles]
    scene.fill(luck, inner, cards("Critic", "Patron", "Kid", "Friends"), 15 + 10 * level)
    hints = ("First count the Critics on aisle seats.", "Are there enough? Then every Critic gains, wherever it sits.")
    return _ask_house(luck, level, scene, 1, hints, "How many points does The Promenade add to this house?")


def _amphitheater(luck: Luck, level: int) -> Question:
    scene = Scene.empty("amphitheater")
    for row in "ABCD":
        seats = [i for i in scene.empties if scene.name(i)[0] == row]
        full = luck.happens(45)
        scene.fill(luck, seats, DECK, 100 if full else 55)
    hints = ("Go row by row: is every seat taken?",)
    return _ask_house(luck, level, scene, 2, hints, "How many points does The Amphitheater add to this house?")


def _playhouse(luck: Luck, level: int) -> Question:
    scene = Scene.empty("dinner-playhouse")
    for table in scene.theatre.tables:
        full = luck.happens(40)
        scene.fill(luck, [scene.theatre.seat(name) for name in table], DECK, 100 if full else 60)
    hints = ("Go table by table: is every chair taken?",)
    return _ask_house(luck, level, scene, 3, hints, "How many points does The Dinner Playhouse add to this house?")


SEAT_DRILLS = (
    DrillSpec("seat-names", "Seat names", ("OV-G3",), _seat_names),
    DrillSpec("labels", "Seat labels", ("OV-G1",), _labels),
    DrillSpec("neighbours", "Neighbours", ("OV-G2",), _neighbours),
)
HOUSE_DRILLS = (
    DrillSpec("blackbox", "The Blackbox", ("OV-H2",), _blackbox),
    DrillSpec("opera-house", "The Opera House", ("OV-H3",), _opera),
    DrillSpec("promenade", "The Promenade", ("OV-H4",), _promenade),
    DrillSpec("amphitheater", "The Amphitheater", ("OV-H5",), _amphitheater),
    DrillSpec("dinner-playhouse", "The Dinner Playhouse", ("OV-H6",), _playhouse),
)
