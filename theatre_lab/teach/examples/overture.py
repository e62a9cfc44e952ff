"""Overture's worked examples: houses that the engine scores, and turns that it plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from theatre_lab.games.overture import OVERTURE, board_state, rules
from theatre_lab.games.overture.breakdown import house_parts, seat_parts
from theatre_lab.games.overture.cards import DECK, card_name, parse_card
from theatre_lab.games.overture.theatres import THEATRE_IDS, THEATRES
from theatre_lab.teach.example import Answers, Example, Numbers, refused_by

__all__ = ["EXAMPLES", "TERMS"]

TERMS = {
    "lobby": "OV-L2",
    "frozen": "OV-L1",
    "ghost": "OV-S3",
    "ghosts": "OV-S3",
    "discards": "OV-T4",
    "front": "OV-G1",
    "back seat": "OV-G1",
    "back seats": "OV-G1",
    "aisle": "OV-G1",
    "Royal Box": "OV-G1",
    "neighbour": "OV-G2",
    "neighbours": "OV-G2",
    "neighbouring": "OV-G2",
    "in front": "OV-G2",
    "Patron": "OV-P1",
    "VIP": "OV-P2",
    "Lovebirds": "OV-P3",
    "Kid": "OV-P4",
    "Kids": "OV-P4",
    "capped": "OV-P4",
    "Teacher": "OV-P5",
    "Critic": "OV-P6",
    "Critics": "OV-P6",
    "Friends": "OV-P7",
    "Tall": "OV-X1",
    "Short": "OV-X2",
    "Bespectacled": "OV-X3",
    "Noisy": "OV-X4",
    "Opera House": "OV-H3",
    "Amphitheater": "OV-H5",
    "Dinner Playhouse": "OV-H6",
    "table": "OV-P8",
}
"""Words of the rule book, and the rule that explains each."""

GRAND = "grand-empress"
HOUSE = "the house rule"


def _points(number: int) -> str:
    return str(number).replace("-", "−")


def _house(
    clause: str, situation: str, seats: Mapping[str, str], points: Mapping[str, int], *, theatre: str = GRAND
) -> Example:
    """A house in which these seats (or the house rule) earn these points."""
    claims = {_asked(seats, place): _points(number) for place, number in points.items()}

    def ask(numbers: Numbers) -> Answers:
        s = board_state(theatre, seats, numbers)
        by_place = {place: _reasons(s, place) for place in points}
        said = {_asked(seats, place): _points(sum(p.points for p in parts)) for place, parts in by_place.items()}
        marked = [place for place in points if place != HOUSE]
        parts = [part for reasons in by_place.values() for part in reasons]
        return Answers(said, parts, {"theatre": theatre, "seats": dict(seats), "mark": marked})

    return Example(clause, situation, claims, ask)


def _asked(seats: Mapping[str, str], place: str) -> str:
    return place if place == HOUSE else f"{seats[place]} on {place}"


def _reasons(s: Any, place: str) -> list[Any]:
    if place == HOUSE:
        return house_parts(s, s.board[0])
    return seat_parts(s, s.board[0], THEATRES[s.theatre].seat(place))


def _plan(clause: str, situation: str, theatre: str, claims: Mapping[str, str], mark: Sequence[str]) -> Example:
    """What a theatre's plan says: `neighbours of B3`, `labels of A1`, `in front of B3`."""

    def ask(numbers: Numbers) -> Answers:
        said = {question: _of_plan(THEATRES[THEATRE_IDS.index(theatre)], question) for question in claims}
        return Answers(said, (), {"theatre": theatre, "seats": {}, "mark": list(mark)})

    return Example(clause, situation, claims, ask)


def _of_plan(theatre: Any, question: str) -> str:
    what, seat = question.rsplit(" ", 1)
    if what == "neighbours of":
        return ", ".join(theatre.neighbours[seat])
    if what == "in front of":
        return ", ".join(theatre.front_neighbours[seat]) or "nobody"
    return ", ".join(theatre.labels[seat]) or "none"


def _deal(numbers: Numbers, players: int, *top: str) -> Any:
    """A game whose deck begins with these cards."""
    s = OVERTURE.new_state(players, {"theatre": GRAND}, OVERTURE.check_rules(numbers))
    order = list(DECK)
    for name in reversed(top):
        card = parse_card(name)
        order.remove(card)
        order.insert(0, card)
    rules.set_chance(s, order, len(order))
    return s


def _legal(s: Any) -> list[str]:
    return [OVERTURE.action_text(s, action) for action in OVERTURE.legal_actions(s)]


def _play(s: Any, *texts: str) -> Any:
    for text in texts:
        action = OVERTURE.parse_action(s, text)
        OVERTURE.require_legal(s, action, text)
        rules.apply(s, action)
    return s


def _view(s: Any, player: int = 0) -> dict[str, Any]:
    return OVERTURE.view(s, player).as_dict()


def _lobby(s: Any) -> str:
    return ", ".join(card or "empty" for card in _view(s)["lobby"])


def _turn(
    clause: str, situation: str, claims: Mapping[str, str], said: Callable[[Numbers], Mapping[str, str]]
) -> Example:
    return Example(clause, situation, claims, lambda numbers: Answers(said(numbers)))


_START = ("Kid", "VIP", "Critic", "Teacher", "Friends", "Patron", "Tall Kid")


def _start(numbers: Numbers) -> Any:
    """P1 holds a Kid; Critic, Teacher and Friends lie in the lobby; Patron and Tall Kid come next."""
    return _deal(numbers, 2, *_START)


def _theatres(numbers: Numbers) -> Mapping[str, str]:
    s = _start(numbers)
    return {"theatres to choose from": str(len(THEATRE_IDS)), "everybody plays in": THEATRES[s.theatre].name}


def _dealing(numbers: Numbers) -> Mapping[str, str]:
    view = _view(_deal(numbers, 3, "Kid", "VIP", "Patron", "Tall Kid", "Critic", "Teacher", "Friends"))
    return {
        "P1 holds": ", ".join(view["hand"]),
        "ghosts": str(view["ghosts"]),
        "the lobby, slot 0 first": ", ".join(view["lobby"]),
        "left in the deck": str(view["deck_count"]),
    }


def _finish(s: Any) -> Any:
    while not rules.is_over(s):
        _play(s, _legal(s)[0])
    return s


def _rounds(numbers: Numbers) -> Mapping[str, str]:
    s = _finish(_start(numbers))
    return {"seats taken in each house": ", ".join(str(len(house)) for house in _view(s)["houses"])}


def _drawing(numbers: Numbers) -> Mapping[str, str]:
    s = _start(numbers)
    too_soon = refused_by(OVERTURE, s, "seat Kid A1")
    _play(s, "draw deck", "draw deck")
    return {
        "seat Kid A1 at once": too_soon,
        "after two draws P1 holds": ", ".join(_view(s)["hand"]),
        "a third draw": refused_by(OVERTURE, s, "draw deck"),
    }


def _visiting(numbers: Numbers) -> Mapping[str, str]:
    s = _play(_start(numbers), "draw lobby 1")
    return {
        "draw lobby 2 as well": refused_by(OVERTURE, s, "draw lobby 2"),
        "draw deck": refused_by(OVERTURE, s, "draw deck"),
    }


def _housed(s: Any, player: int) -> str:
    return ", ".join(f"{card} on {seat}" for seat, card in _view(s)["houses"][player].items())


def _seating(numbers: Numbers) -> Mapping[str, str]:
    s = _play(_start(numbers), "draw deck", "draw deck", "seat Kid A1", "discard Patron")
    _play(s, "draw deck", "draw deck")
    _play(s, "seat VIP A1")
    return {"P1's house": _housed(s, 0), "P2's house, on the same seat": _housed(s, 1)}


def _discarding(numbers: Numbers) -> Mapping[str, str]:
    s = _play(_start(numbers), "draw deck", "draw deck")
    before = refused_by(OVERTURE, s, "discard Patron")
    _play(s, "seat Kid A1")
    return {"discard Patron before seating": before, "after seating": " or ".join(sorted(_legal(s)))}


def _freezing(numbers: Numbers) -> Mapping[str, str]:
    s = _start(numbers)
    late = _start(numbers)
    late.deck_count = late.drawn
    return {
        "draw lobby 0 with cards in the deck": refused_by(OVERTURE, s, "draw lobby 0"),
        "draw lobby 1": refused_by(OVERTURE, s, "draw lobby 1"),
        "draw lobby 0 with an empty deck": refused_by(OVERTURE, late, "draw lobby 0"),
    }


def _sliding(numbers: Numbers) -> Mapping[str, str]:
    s = _start(numbers)
    before = _lobby(s)
    return {"the lobby": before, "after draw lobby 1": _lobby(_play(s, "draw lobby 1"))}


def _hiding(numbers: Numbers) -> Mapping[str, str]:
    s = _play(_start(numbers), "draw lobby 1", "draw deck")
    view = _view(s, 1)
    return {
        "P2 knows of P1's hand": ", ".join(view["known"][0]),
        "and how many cards it holds": str(view["hand_counts"][0]),
    }


def _ending(numbers: Numbers) -> Mapping[str, str]:
    s = _finish(_start(numbers))
    seated = list(OVERTURE.scores(s))
    s.bin = [0] * len(s.bin)
    return {
        "one more draw": refused_by(OVERTURE, s, "draw deck"),
        "seats taken in P1's house": str(len(_view(s)["houses"][0])),
        "points that the discards add": str(sum(seated) - sum(OVERTURE.scores(s))),
    }


def _tie(numbers: Numbers) -> Mapping[str, str]:
    s = _finish(_start(numbers))
    width = len(s.board[0])
    for player, seats in enumerate(({"A1": "Patron"}, {"A1": "Noisy Patron"})):
        s.board[player][:width] = [0] * width
        for seat, name in seats.items():
            s.board[player][THEATRES[s.theatre].seat(seat)] = parse_card(name)
    names = [card_name(s.board[p][THEATRES[s.theatre].seat("A1")]) for p in (0, 1)]
    return {
        f"points of {names[0]} and of {names[1]}": ", ".join(map(str, OVERTURE.scores(s))),
        "who wins": ", ".join(f"P{winner + 1}" for winner in OVERTURE.winners(s)),
    }


EXAMPLES = (
    _turn(
        "OV-S1",
        "Two people choose The Grand Empress.",
        {"theatres to choose from": "8", "everybody plays in": "The Grand Empress"},
        _theatres,
    ),
    _turn(
        "OV-S2",
        "Three play, and the deck begins Kid, VIP, Patron, Tall Kid, Critic, Teacher, Friends.",
        {
            "P1 holds": "Kid",
            "ghosts": "1",
            "the lobby, slot 0 first": "Critic, Teacher, Friends",
            "left in the deck": "49",
        },
        _dealing,
    ),
    _turn("OV-S3", "A game for two, played to its end.", {"seats taken in each house": "12, 12"}, _rounds),
    _turn(
        "OV-T1",
        "Two play. P1 begins with a Kid in hand; a Patron and a Tall Kid are on top of the deck.",
        {
            "seat Kid A1 at once": "refused (OV-T1)",
            "after two draws P1 holds": "Patron, Kid, Tall Kid",
            "a third draw": "refused (OV-T1)",
        },
        _drawing,
    ),
    _turn(
        "OV-T2",
        "Two play, and P1 has just taken the Teacher from lobby slot 1.",
        {"draw lobby 2 as well": "refused (OV-T2)", "draw deck": "allowed"},
        _visiting,
    ),
    _turn(
        "OV-T3",
        "P1 has seated a Kid on A1, then P2 a VIP on A1.",
        {"P1's house": "Kid on A1", "P2's house, on the same seat": "VIP on A1"},
        _seating,
    ),
    _turn(
        "OV-T4",
        "Two play. P1 holds a Kid, a Patron and a Tall Kid, and seats the Kid.",
        {
            "discard Patron before seating": "refused (OV-T4)",
            "after seating": "discard Patron or discard Tall Kid",
        },
        _discarding,
    ),
    _turn(
        "OV-L1",
        "Critic, Teacher and Friends lie in slots 0, 1 and 2 of the lobby.",
        {
            "draw lobby 0 with cards in the deck": "refused (OV-L1)",
            "draw lobby 1": "allowed",
            "draw lobby 0 with an empty deck": "allowed",
        },
        _freezing,
    ),
    _turn(
        "OV-L2",
        "P1 takes the Teacher from slot 1; a Patron is on top of the deck.",
        {"the lobby": "Critic, Teacher, Friends", "after draw lobby 1": "Patron, Critic, Friends"},
        _sliding,
    ),
    _turn(
        "OV-L3",
        "P1 was dealt a Kid, took the Teacher from the lobby and drew once from the deck.",
        {"P2 knows of P1's hand": "Teacher", "and how many cards it holds": "3"},
        _hiding,
    ),
    _plan(
        "OV-G1",
        "Two seats of The Opera House: A1 is in a Royal Box, C3 in the middle of the house.",
        "opera-house",
        {"labels of A1": "front, aisle, box", "labels of C3": "none"},
        ["A1", "C3"],
    ),
    _plan(
        "OV-G2",
        "Seat B3 of The Grand Empress.",
        GRAND,
        {"neighbours of B3": "A3, B2, B4, C3", "in front of B3": "A3"},
        ["B3"],
    ),
    _plan(
        "OV-G3",
        "In The Grand Empress, A is the row at the stage. B3 is the third seat of the row behind it.",
        GRAND,
        {"in front of A3": "nobody", "in front of B3": "A3"},
        ["B3"],
    ),
    _house(
        "OV-P1", "A Patron in the last row and one in the first.", {"D2": "Patron", "A1": "Patron"}, {"D2": 3, "A1": 3}
    ),
    _house(
        "OV-P2",
        "A VIP on a front seat with a Noisy Kid beside it: the Kid, the noise, and the noise every neighbour hears.",
        {"A2": "VIP", "A3": "Noisy Kid"},
        {"A2": 0},
    ),
    _house(
        "OV-P3",
        "Three Lovebirds side by side on back seats.",
        {"D1": "Lovebirds", "D2": "Lovebirds", "D3": "Lovebirds"},
        {"D1": 6, "D2": 6, "D3": 1},
    ),
    _house(
        "OV-P4",
        "Two Kids between two Teachers, and a Kid alone in the row behind.",
        {"A1": "Teacher", "A2": "Kid", "A3": "Kid", "A4": "Teacher", "C3": "Kid"},
        {"A2": 4, "A3": 4, "C3": 1},
    ),
    _house(
        "OV-P5",
        "Two Teachers cap two Kids; a third Teacher sits behind one of the Kids and caps nobody.",
        {"A1": "Teacher", "A2": "Kid", "A3": "Kid", "A4": "Teacher", "B2": "Teacher"},
        {"A1": 5, "A4": 5, "B2": 3},
    ),
    _house(
        "OV-P6",
        "A Critic on a quiet aisle seat, and one on the other aisle with a Noisy Kid behind.",
        {"A1": "Critic", "D1": "Critic", "C1": "Noisy Kid"},
        {"A1": 5, "D1": 2},
    ),
    _house(
        "OV-P7",
        "Three Friends in an L.",
        {"B2": "Friends", "B3": "Friends", "C2": "Friends"},
        {"B2": 5, "B3": 4, "C2": 4},
    ),
    _house(
        "OV-P8",
        "One table of The Dinner Playhouse: a Teacher and three Kids.",
        {"A1": "Teacher", "A2": "Kid", "B1": "Kid", "B2": "Kid"},
        {"A1": 6, "B2": 4},
        theatre="dinner-playhouse",
    ),
    _house(
        "OV-X1",
        "A Patron right behind a Tall Patron.",
        {"A2": "Tall Patron", "B2": "Patron"},
        {"A2": 3, "B2": 1},
    ),
    _house(
        "OV-X2",
        "Three Short Patrons in row B: behind a Tall Patron, behind a Patron, behind an empty seat.",
        {"A1": "Tall Patron", "B1": "Short Patron", "A2": "Patron", "B2": "Short Patron", "B4": "Short Patron"},
        {"B1": 0, "B2": 3, "B4": 5},
    ),
    _house(
        "OV-X3",
        "A Bespectacled VIP in the middle of the house, and a Bespectacled Critic in the last row.",
        {"C2": "Bespectacled VIP", "D3": "Bespectacled Critic"},
        {"C2": 5, "D3": 3},
    ),
    _house(
        "OV-X4",
        "A Patron between two Noisy Patrons.",
        {"B1": "Noisy Patron", "B2": "Patron", "B3": "Noisy Patron"},
        {"B1": 3, "B2": 1, "B3": 3},
    ),
    _house(
        "OV-H1", "Two patrons in The Rotunda.", {"A2": "Patron", "B1": "VIP"}, {"A2": 3, HOUSE: 0}, theatre="rotunda"
    ),
    _house(
        "OV-H2",
        "In The Blackbox a Patron sits among three others.",
        {"B2": "Patron", "A2": "Patron", "B1": "Patron", "B3": "Patron"},
        {"B2": 3, HOUSE: 1},
        theatre="blackbox",
    ),
    _house(
        "OV-H3",
        "A Bespectacled VIP in a box of The Opera House, and a Patron.",
        {"A1": "Bespectacled VIP", "B3": "Patron"},
        {"A1": 7, HOUSE: 3},
        theatre="opera-house",
    ),
    _house(
        "OV-H4",
        "Three Critics on aisle seats of The Promenade.",
        {"A1": "Critic", "B3": "Critic", "C1": "Critic"},
        {HOUSE: 3},
        theatre="promenade",
    ),
    _house(
        "OV-H5",
        "A full first row in The Amphitheater, and one patron behind it.",
        {"A3": "Patron", "A4": "VIP", "A5": "Critic", "B2": "Patron"},
        {HOUSE: 2},
        theatre="amphitheater",
    ),
    _house(
        "OV-H6",
        "A full table in The Dinner Playhouse, and two guests at another.",
        {"A1": "Patron", "A2": "VIP", "B1": "Friends", "B2": "Critic", "A4": "Patron", "A5": "Patron"},
        {HOUSE: 3},
        theatre="dinner-playhouse",
    ),
    _turn(
        "OV-E1",
        "Two have had their twelfth turn.",
        {
            "one more draw": "refused (OV-E1)",
            "seats taken in P1's house": "12",
            "points that the discards add": "0",
        },
        _ending,
    ),
    _turn(
        "OV-E2",
        "At the end P1 has one Patron and P2 one Noisy Patron, and nothing else.",
        {"points of Patron and of Noisy Patron": "3, 3", "who wins": "P2"},
        _tie,
    ),
)
