"""Drills on what patrons and traits are worth: a house is furnished until the rule in question has something to say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from theatre_lab.core.game import total
from theatre_lab.games.overture import OVERTURE
from theatre_lab.games.overture.cards import TYPES, parse_card
from theatre_lab.games.overture.theatres import THEATRE_IDS
from theatre_lab.teach.drills import DrillSpec, Luck, NoExample, Question
from theatre_lab.teach.overture.scene import Scene, cards, crowd, numbers, sum_in_words

__all__ = ["PATRON_DRILLS"]

PLAYHOUSE = "dinner-playhouse"
WITHOUT_TABLES = tuple(theatre for theatre in THEATRE_IDS if theatre != PLAYHOUSE)
_QUIET = cards("Patron", "Teacher", "Critic", "Friends")
_TYPES = tuple(parse_card(name) for name in TYPES[1:])
_NUMBER = {number.key: number.default for number in OVERTURE.rule_numbers}
_CAPPED = _NUMBER["kid_capped"] - _NUMBER["kid"]
_BONUSES = {
    "OV-P2": (_NUMBER["vip_front"], _NUMBER["vip_kid"], _NUMBER["vip_noisy"]),
    "OV-P3": (_NUMBER["pair"], _NUMBER["pair"] + _NUMBER["pair_back"]),
    "OV-P4": (_CAPPED,),
    "OV-P5": (_NUMBER["teacher_kid"],),
    "OV-P6": (_NUMBER["critic_aisle"],),
    "OV-P7": (_NUMBER["friends_friend"],),
    "OV-P8": (_CAPPED, _NUMBER["teacher_kid"]),
    "OV-X1": (_NUMBER["tall"],),
    "OV-X2": (_NUMBER["short_view"], _NUMBER["short_blocked"]),
    "OV-X3": (_NUMBER["spectacles"],),
    "OV-X4": (_NUMBER["noisy"],),
}
"""What each rule adds or takes where it has a say: for wrong answers that are worth thinking about."""
_FIRES = 65
"""In so many of a hundred questions the rule has something to say; in the others it has not, and that is the trap."""
_ROOMS = 120


@dataclass(frozen=True)
class PointsDrill:
    """A drill that asks for one patron's points.

    `targets` are the cards asked about, `near` those seated around them, on the seats that `places` gives, each in
    `density` of a hundred cases; `theatres` are the ones of level 2 and above, the first that of level 1.
    """

    clause: str
    targets: tuple[int, ...]
    near: tuple[int, ...]
    hints: tuple[str, ...]
    places: Callable[[Scene, int], Sequence[int]]
    theatres: tuple[str, ...] = THEATRE_IDS
    density: int = 60
    only_label: str | None = None

    def __call__(self, luck: Luck, level: int) -> Question:
        wanted = luck.happens(_FIRES)
        for _ in range(_ROOMS):
            scene, seat = self._crowded(luck) if level == 3 else self._arranged(luck, level)
            if self._has_a_say(scene, seat) == wanted:
                return scene.ask_points(luck, seat, level, self.hints, [self._mistaken(luck, scene, seat)])
        raise NoExample

    def _mistaken(self, luck: Luck, scene: Scene, seat: int) -> int:
        """The points of somebody who forgets the rule, or applies it where it has nothing to say."""
        said = [part.points for part in scene.parts(seat) if part.rule == self.clause][int(self._has_base()) :]
        if said:
            return scene.points(seat) - sum(said)
        return scene.points(seat) + luck.pick(_BONUSES[self.clause])

    def _arranged(self, luck: Luck, level: int) -> tuple[Scene, int]:
        scene = Scene.empty(self.theatres[0] if level == 1 else luck.pick(self.theatres))
        places = scene.empties
        if self.only_label and luck.happens(75):
            places = [i for i in places if self.only_label in scene.theatre.labels[scene.name(i)]] or places
        seat = luck.pick(places)
        target = luck.pick(self.targets)
        if level == 2 and target % 5 == 0 and luck.happens(50):
            target += luck.pick((1, 2, 3, 4))
        scene.put(seat, target)
        scene.fill(luck, self.places(scene, seat), self.near, self.density)
        scene.fill(luck, scene.empties, _QUIET, 6 * level)
        return scene, seat

    def _crowded(self, luck: Luck) -> tuple[Scene, int]:
        scene = crowd(luck, luck.pick(self.theatres), 13)
        kinds = {(card // 5, card % 5) for card in self.targets}
        by_trait = any(trait for _, trait in kinds)
        fitting = [
            i
            for i in scene.taken
            if (scene.board[i] // 5 in {kind for kind, _ in kinds})
            and (not by_trait or scene.board[i] % 5 in {trait for _, trait in kinds})
        ]
        return scene, luck.pick(fitting)

    def _has_a_say(self, scene: Scene, seat: int) -> bool:
        said = [part for part in scene.parts(seat) if part.rule == self.clause]
        return len(said) > int(self._has_base())

    def _has_base(self) -> bool:
        """Is the first part under the clause what the type is worth anywhere?"""
        return self.clause.startswith("OV-P") and self.clause != "OV-P8"


def _patrons(luck: Luck, level: int) -> Question:
    """Several Patrons: how much are they worth together?"""
    scene = Scene.empty(THEATRE_IDS[0] if level == 1 else luck.pick(THEATRE_IDS))
    seats = luck.shuffled(scene.empties)
    marked = sorted(seats[: 2 + luck.below(3)])
    for seat in marked:
        scene.put(seat, parse_card("Patron") + (luck.pick((0, 0, 1, 3)) if level > 1 else 0))
    scene.fill(luck, seats[4:9], _QUIET[1:] + (cards("Tall Critic") if level > 2 else ()), 70)
    parts = [part for seat in marked for part in scene.parts(seat)]
    answer = total(parts)
    names = ", ".join(scene.name(seat) for seat in marked)
    question = {
        "prompt": f"How many points do the Patrons on {names} score together?",
        "board": scene.picture(*marked),
        "hint": ["A Patron does not mind where it sits, nor next to whom.", "Count the gold frames."],
        "solution": f"{sum_in_words(parts)}.",
        "parts": parts,
        "values": scene.values(),
    }
    mistakes = [answer - 3, answer + 3, 2 * len(marked), len(marked)]
    return question | numbers(luck, answer, mistakes, level)


def _neighbours(scene: Scene, seat: int) -> Sequence[int]:
    return scene.around(seat)


def _lines(scene: Scene, seat: int) -> Sequence[int]:
    return [i for i in scene.row(seat) + scene.column(seat) if i != seat]


def _own_row(scene: Scene, seat: int) -> Sequence[int]:
    return [i for i in scene.row(seat) if i != seat]


def _ahead_and_beside(scene: Scene, seat: int) -> Sequence[int]:
    return scene.ahead(seat) + scene.around(seat)


def _table(scene: Scene, seat: int) -> Sequence[int]:
    tables = scene.theatre.tables
    own = next(table for table in tables if scene.name(seat) in table)
    others = [scene.theatre.seat(name) for table in tables if table is not own for name in table]
    return [scene.theatre.seat(name) for name in own if name != scene.name(seat)] + others[::3]


_VIP = PointsDrill(
    "OV-P2",
    cards("VIP"),
    cards("Kid", "Noisy Patron", "Noisy Kid", "Patron", "Teacher", "Kid"),
    ("Is it a front seat?", "Then look at each neighbour: a Kid? Noisy? Both?"),
    _neighbours,
    only_label="front",
)
_LOVEBIRDS = PointsDrill(
    "OV-P3",
    cards("Lovebirds"),
    cards("Lovebirds", "Lovebirds", "Lovebirds", "Patron"),
    (
        "Make pairs along the row, beginning at the left.",
        "Have they found a partner? Then see whether it is a back seat.",
    ),
    _own_row,
    density=65,
    only_label="back",
)
_KID = PointsDrill(
    "OV-P4",
    cards("Kid"),
    cards("Teacher", "Teacher", "Kid", "Kid", "Patron"),
    (
        "Follow the line of Kids to both of its ends.",
        "Across or lengthwise: a Teacher must sit at both ends, with no gap.",
    ),
    _lines,
    theatres=WITHOUT_TABLES,
    density=72,
)
_TEACHER = PointsDrill(
    "OV-P5",
    cards("Teacher"),
    cards("Teacher", "Kid", "Kid", "Kid", "Patron"),
    ("Which lines of Kids begin at this Teacher?", "Only a line with another Teacher at its far end counts."),
    _lines,
    theatres=WITHOUT_TABLES,
    density=75,
)
_CRITIC = PointsDrill(
    "OV-P6",
    cards("Critic"),
    cards("Noisy Patron", "Patron", "Teacher", "Friends", "Noisy Kid", "Kid"),
    ("Is it an aisle seat?", "And is it quiet there?"),
    _neighbours,
    density=45,
    theatres=tuple(theatre for theatre in THEATRE_IDS if theatre not in ("amphitheater", PLAYHOUSE)),
    only_label="aisle",
)
_FRIENDS = PointsDrill(
    "OV-P7",
    cards("Friends"),
    cards("Friends", "Friends", "Patron", "Tall Friends"),
    ("Count the Friends on neighbouring seats.", "Beside, before and behind count; across a corner does not."),
    _neighbours,
)
_TABLES = PointsDrill(
    "OV-P8",
    cards("Kid", "Teacher"),
    cards("Kid", "Teacher", "Kid", "Patron"),
    ("Look at this one table only.", "Across the corner of a table counts too."),
    _table,
    theatres=(PLAYHOUSE,),
    density=70,
)
_TALL = PointsDrill(
    "OV-X1",
    _TYPES,
    cards("Tall Patron", "Tall Teacher", "Tall Friends", "Patron", "Teacher"),
    ("Who sits right in front, one row nearer the stage?", "Tall neighbours beside or behind do no harm."),
    _ahead_and_beside,
)
_SHORT = PointsDrill(
    "OV-X2",
    tuple(card + 2 for card in _TYPES),
    cards("Tall Patron", "Patron", "Teacher", "Tall Critic"),
    ("Look only at the seat or seats in front.", "Nobody there, somebody Tall, or somebody else?"),
    lambda scene, seat: scene.ahead(seat),
    density=60,
)
_BESPECTACLED = PointsDrill(
    "OV-X3",
    tuple(card + 3 for card in _TYPES),
    _QUIET,
    ("Is it a back seat?", "Then add what the type is worth on this seat."),
    _neighbours,
    density=35,
)
_NOISY = PointsDrill(
    "OV-X4",
    cards("Patron", "Teacher", "Friends", "Lovebirds"),
    cards("Noisy Patron", "Noisy Kid", "Patron", "Noisy Lovebirds", "Teacher"),
    ("Count the Noisy neighbours.", "The Noisy ones do not disturb themselves, but they do disturb each other."),
    _neighbours,
)

PATRON_DRILLS = (
    DrillSpec("patron", "Patrons", ("OV-P1",), _patrons),
    DrillSpec("vip", "VIPs", ("OV-P2",), _VIP),
    DrillSpec("lovebirds", "Lovebirds in pairs", ("OV-P3",), _LOVEBIRDS),
    DrillSpec("kid", "Kids between Teachers", ("OV-P4",), _KID),
    DrillSpec("teacher", "Teachers and their Kids", ("OV-P5",), _TEACHER),
    DrillSpec("critic", "Critics", ("OV-P6",), _CRITIC),
    DrillSpec("friends", "Friends", ("OV-P7",), _FRIENDS),
    DrillSpec("tables", "Kids and Teachers at tables", ("OV-P8",), _TABLES),
    DrillSpec("tall", "Behind Tall patrons", ("OV-X1",), _TALL),
    DrillSpec("short", "Short patrons", ("OV-X2",), _SHORT),
    DrillSpec("bespectacled", "Bespectacled patrons", ("OV-X3",), _BESPECTACLED),
    DrillSpec("noisy", "Noisy neighbours", ("OV-X4",), _NOISY),
)
