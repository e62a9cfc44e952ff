"""The Theatre's cards, tokens and values as the widgets draw them: faces, build-ups line by line, pictures.

>>> from theatre_lab.core.game import Part
>>> numbers = default_numbers()
>>> face = card_face(parse_card("Newton (Agility)"), numbers)
>>> face["title"], face["value"], face["does"], face["kind"] == suit_kind("Agility")
('Newton', 4, 'may be swapped for the top card of your deck', True)
>>> line_json(Part("Newton (Agility)", "TT-B1", 3, "the Desired Suit is Agility"), face, "Agility")["label"]
'Agility'
>>> token_rows([1, *[0] * 8], [0] * 9, numbers)[0]
{'print': 'Paw', 'kind': 'print-paw', 'boosts': 1, 'saps': 0, 'points': 1}
>>> [(arch["word"], arch["state"], arch["note"]) for arch in arches(["Charm", None], 0, 2, "to play", {})]
[('Charm', 'now', 'to play'), ('Hidden', 'later', 'round 2')]
>>> stage = [{"name": "You", "card": "Button (Charm)"}]
>>> picture = board_picture({"suit": "Charm", "round": 2, "boosts": {"Paw": 1}, "stage": stage})
>>> picture_lines(picture)
['Round 2, Desired Suit Charm', 'Tokens: Paw Boost 1', 'You: Button (Charm): 2, Paw, Boost']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Part
from theatre_lab.core.options import expect_choice, expect_int, expect_list, refuse_unknown, show
from theatre_lab.games.the_theatre import THE_THEATRE, scoring
from theatre_lab.games.the_theatre.cards import PRINTS, SUITS, Card, parse_card
from theatre_lab.widgets._words import Json, plain, signed

__all__ = [
    "ability_words",
    "arches",
    "board_picture",
    "card_face",
    "default_numbers",
    "face_text",
    "line_json",
    "picture_lines",
    "suit_kind",
    "token_rows",
]

_ACT = 5


def suit_kind(suit: str) -> str:
    """The symbol of a suit."""
    return f"suit-{suit.lower()}"


def print_kind(token: str) -> str:
    """The symbol of a print."""
    return f"print-{token.lower()}"


def default_numbers() -> list[int]:
    """The rules' own numbers."""
    return list(THE_THEATRE.check_rules(None))


def ability_words(card: Card, number: Sequence[int]) -> str:
    """What the ability does, in a few words; empty without one.

    >>> ability_words(parse_card("Button (Charm)"), default_numbers())
    '+1 to every Paw for the rest of the act'
    """
    r = scoring
    combo = {"Combo +1": number[r.R_COMBO_1], "Combo +2": number[r.R_COMBO_2]}
    if card.ability == "Boost":
        return f"{signed(number[r.R_BOOST])} to every {card.print} for the rest of the act"
    if card.ability == "Sap":
        removes = ", or takes a Boost token away" if number[r.R_SAP_REMOVES] else ""
        return f"{signed(number[r.R_SAP])} to every {card.print} for the rest of the act{removes}"
    if card.ability in combo:
        return f"{signed(combo[card.ability])} to your next card of the act"
    if card.ability == "Finisher":
        return f"{signed(number[r.R_FINISHER])} for each card you played before it in the act"
    if card.ability == "Gamble" and number[r.R_GAMBLE]:
        return "may be swapped for the top card of your deck"
    return ""


def card_face(card: Card, number: Sequence[int]) -> Json:
    """A card's face from its definition and the game's rule numbers."""
    ability = None if card.ability == "none" else card.ability
    return {
        "name": card.text,
        "title": card.name,
        "suit": card.suit,
        "kind": suit_kind(card.suit),
        "print": card.print,
        "printKind": print_kind(card.print),
        "rank": card.rank,
        "value": card.value,
        "ability": ability,
        "abilityKind": f"ability-{ability.split()[0].lower()}" if ability else None,
        "does": ability_words(card, number),
        "job": f"{card.role}: {card.job}" if card.role and card.job else card.role or card.job,
    }


def face_text(face: Json) -> str:
    """A card as a line of text.

    >>> face_text(card_face(parse_card("Button (Charm)"), default_numbers()))
    'Button (Charm): 2, Paw, Boost'
    """
    return ", ".join([f"{face['name']}: {plain(face['value'])}", face["print"], *filter(None, [face["ability"]])])


# ------------------------------------------------------------------ values


_LABELS: Mapping[str, tuple[str, str | None]] = {
    "TT-B4": ("Combo", "ability-combo"),
    "TT-B5": ("Finisher", "ability-finisher"),
}


def line_json(part: Part | Json, face: Json, suit: str | None) -> Json:
    """A part of a card's value as a line of its build-up: points, one or two words, a symbol, the clause."""
    told: Json = {"rule": part.rule, "points": part.points, "text": part.text} if isinstance(part, Part) else part
    label, kind = _LABELS.get(told["rule"], ("printed", None))
    if told["rule"] == "TT-B1":
        label, kind = suit or "suit", face["kind"]
    elif told["rule"] == "TT-B2":
        label, kind = face["print"], face["printKind"]
    elif "multiplied" in told["text"]:
        label = told["text"].replace("multiplied by ", "times ")
    return {"points": told["points"], "label": label, "kind": kind, "rule": told["rule"], "text": told["text"]}


def token_rows(boosts: Sequence[int], saps: Sequence[int], number: Sequence[int]) -> list[Json]:
    """The nine prints with their tokens and what these do to a card of the print."""
    return [
        {
            "print": name,
            "kind": print_kind(name),
            "boosts": boosts[token],
            "saps": saps[token],
            "points": number[scoring.R_BOOST] * boosts[token] + number[scoring.R_SAP] * saps[token],
        }
        for token, name in enumerate(PRINTS)
    ]


def arches(suits: Sequence[str | None], turn: int, rounds: int, now: str, past: Mapping[int, str]) -> list[Json]:
    """The rounds of the act as arches: their suits as far as turned, the round that is played, results of past ones."""
    drawn = []
    for place in range(rounds):
        suit = suits[place] if place < len(suits) else None
        state = "past" if place < turn else "now" if place == turn else "later"
        number = f"round {place + 1}"
        note = {"past": past.get(place, "played" if suit else number), "now": now, "later": number}[state]
        has_card = place < _ACT
        drawn.append(
            {
                "suit": suit,
                "kind": suit_kind(suit) if suit else None,
                "state": state,
                "note": note,
                "word": suit or ("Over" if state == "past" else "Hidden" if has_card else "No suit"),
            }
        )
    return drawn


# ------------------------------------------------------------------ pictures of questions


_BOARD = ("suit", "round", "boosts", "saps", "stage", "hand", "mark")
_PLACE = ("name", "card", "combo", "gambled", "before")


def board_picture(board: Mapping[str, Any]) -> Json:
    """A stage for a question, without values.

    Keys: `suit` (the Desired Suit or None), `round` (1 to 5), `boosts` and `saps` (tokens by print), `stage` (a list
    of places: `name`, `card` or None, `combo` that waits for it, `gambled`: a card's text or `face down`, `before`:
    how many cards of this player lie before it), `hand` (cards), `mark` (names of places).
    """
    refuse_unknown("key of a board", board, _BOARD)
    numbers = default_numbers()
    suit = board.get("suit")
    if suit is not None:
        expect_choice("suit", suit, SUITS)
    turn = expect_int("round", board.get("round", 1), 1, _ACT) - 1
    places = [_place(entry, numbers) for entry in expect_list("stage", board.get("stage", []))]
    names = [place["name"] for place in places]
    for name in board.get("mark", ()):
        expect_choice("mark", name, names)
    suits: list[str | None] = [None] * _ACT
    suits[turn] = suit
    tokens = [_tokens(key, board.get(key, {})) for key in ("boosts", "saps")]
    return {
        "suit": suit,
        "round": turn + 1,
        "line": arches(suits, turn, _ACT, f"round {turn + 1}", {}) if suit else [],
        "tokens": token_rows(tokens[0], tokens[1], numbers),
        "places": places,
        "hand": [card_face(parse_card(card), numbers) for card in board.get("hand", ())],
        "mark": list(board.get("mark", ())),
        "values": {},
    }


def _tokens(key: str, counts: object) -> list[int]:
    if not isinstance(counts, Mapping):
        raise BadInput(f"{key} must be a mapping from prints to numbers, not {show(counts)}")
    refuse_unknown(f"print in {key}", counts, PRINTS)
    return [expect_int(f"{key} on {name}", counts.get(name, 0), 0, 99) for name in PRINTS]


def _place(entry: object, numbers: Sequence[int]) -> Json:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("name"), str):
        raise BadInput(f"a place of the stage has a name and a card, not {show(entry)}")
    refuse_unknown("key of a place", entry, _PLACE)
    card, gambled = entry.get("card"), entry.get("gambled")
    notes = []
    if entry.get("before") is not None:
        notes.append(f"card {entry['before'] + 1} of this act")
    if entry.get("combo"):
        notes.append(f"Combo {signed(entry['combo'])} waits")
    return {
        "name": entry["name"],
        "card": None if card is None else card_face(parse_card(card), numbers),
        "gambled": card_face(parse_card(gambled), numbers) if gambled and gambled != "face down" else None,
        "down": gambled == "face down",
        "note": ", ".join(notes),
    }


def picture_lines(picture: Json) -> list[str]:
    """The stage of a question in lines of text."""
    lines = []
    if picture["suit"]:
        lines.append(f"Round {picture['round']}, Desired Suit {picture['suit']}")
    laid = [
        f"{row['print']} {word} {row[key]}"
        for row in picture["tokens"]
        for key, word in (("boosts", "Boost"), ("saps", "Sap"))
        if row[key]
    ]
    if laid:
        lines.append(f"Tokens: {', '.join(laid)}")
    for place in picture["places"]:
        told = face_text(place["card"]) if place["card"] else "no card yet"
        if place["down"]:
            told += ", gambled: a card face down"
        if place["gambled"]:
            told += f", gambled: {face_text(place['gambled'])}"
        note = f" ({place['note']})" if place["note"] else ""
        value = picture["values"].get(place["name"])
        end = "" if value is None else f" = {plain(value)}"
        lines.append(f"{place['name']}: {told}{note}{end}")
    if picture["hand"]:
        lines.append("Hand: " + "; ".join(face_text(face) for face in picture["hand"]))
    return lines
