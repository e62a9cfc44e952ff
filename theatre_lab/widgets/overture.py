"""Overture for the widgets: pure functions from houses and views to plain data for the front end.

Everything here is made from what the viewer may know (a `View`, or a house that lies open).

>>> from theatre_lab.games.overture import board_state
>>> from theatre_lab.games.overture.cards import parse_card
>>> s, empress = board_state("grand-empress", {"A1": "VIP", "A2": "Critic"}), THEATRES[0]
>>> shown = house(s, s.board[0], "Ann")
>>> shown["total"], shown["seats"]["A1"]["points"]
(8, 5)
>>> print(house_text(empress, shown))
   1      2         3  4  5
A  VIP 5  Critic 3  ·  ·  ·
B  ·      ·         ·  ·  ·
C  ·      ·         ·  ·  ·
D  ·      ·         ·  ·  ·
>>> house_html(empress, shown)[:42]
'<table><caption>Ann: 8 points</caption><tr'
>>> seen = preview(s, s.board[0], parse_card("Critic"))
>>> seen["best"][:3], seen["seats"]["A3"]["delta"]
(['A5', 'B1', 'B5'], 3)
>>> theatre_plan(THEATRES[1])["houseRule"]["rule"], theatre_plan(empress)["labels"]["A1"]
('OV-H2', ['front', 'aisle'])
"""

from __future__ import annotations

import html
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from theatre_lab.core.errors import BadInput, BadMessage
from theatre_lab.core.game import Part, View
from theatre_lab.core.match import Match
from theatre_lab.core.options import refuse_unknown, show
from theatre_lab.games.overture import OVERTURE, board_state, rules, scoring
from theatre_lab.games.overture.breakdown import HOUSE_CLAUSES, house_parts, seat_parts
from theatre_lab.games.overture.cards import TRAITS, TYPES, card_name, parse_card
from theatre_lab.games.overture.theatres import HOUSE, NOWHERE, SEATS, THEATRES, Theatre
from theatre_lab.widgets._base import Args, refusal
from theatre_lab.widgets._words import Advice, Json, part_json, plural, signed

__all__ = [
    "Choice",
    "card_face",
    "house",
    "house_html",
    "house_text",
    "preview",
    "theatre_plan",
]

_FEW = 4
"""So many seats are named one by one."""


# ------------------------------------------------------------------ cards and rooms


def _rule_lines(kind: int, number: Sequence[int]) -> list[str]:
    r = scoring
    if kind == r.VIP:
        kid, noisy = number[r.R_VIP_KID], number[r.R_VIP_NOISY]
        near = f"by Kid or Noisy {signed(kid)}" if kid == noisy else f"by Kid {signed(kid)}, Noisy {signed(noisy)}"
        return [f"front seat {signed(number[r.R_VIP_FRONT])}", near]
    if kind == r.LOVEBIRDS:
        return [f"paired {signed(number[r.R_PAIR])}", f"on a back seat {signed(number[r.R_PAIR_BACK])}"]
    if kind == r.KID:
        return [f"{number[r.R_KID_CAPPED]} between two Teachers".replace("-", "−")]
    if kind == r.TEACHER:
        return [f"{signed(number[r.R_TEACHER_KID])} for each Kid it caps"]
    if kind == r.CRITIC:
        return [f"aisle seat {signed(number[r.R_CRITIC_AISLE])}", "if no Noisy beside"]
    if kind == r.FRIENDS:
        return [f"{signed(number[r.R_FRIENDS_FRIEND])} for each Friends beside"]
    return ["the same on any seat"]


def card_face(card: int, number: Sequence[int]) -> Json:
    """A card's face from its number and the game's rule numbers.

    >>> card_face(21, OVERTURE.check_rules(None))["name"]
    'Tall Kid'
    """
    kind, trait = divmod(card, 5)
    state = rules.State()
    state.rule = list(number)
    return {
        "name": card_name(card),
        "type": TYPES[kind],
        "kind": f"patron-{TYPES[kind].lower()}",
        "trait": f"trait-{TRAITS[trait].lower()}" if trait else None,
        "traitName": TRAITS[trait] or None,
        "base": scoring.base_points(state, kind),
        "lines": _rule_lines(kind, number),
    }


def theatre_plan(theatre: Theatre) -> Json:
    """What the front end needs to draw a room."""
    clause = HOUSE_CLAUSES[HOUSE[THEATRES.index(theatre)]]
    text = OVERTURE.clauses[clause].text if theatre.house_rule else ""
    return {
        "id": theatre.id,
        "name": theatre.name,
        "labels": {seat: list(labels) for seat, labels in theatre.labels.items()},
        "neighbours": {seat: list(others) for seat, others in theatre.neighbours.items()},
        "tables": [list(table) for table in theatre.tables],
        "houseRule": {"rule": clause, "text": text} if theatre.house_rule else None,
    }


# ------------------------------------------------------------------ a house and its reasons


def house(state: Any, board: Sequence[int], owner: str) -> Json:
    """A house: who sits where, what each seat scores and why, the house rule's parts and the total."""
    seats: dict[str, Json] = {}
    for seat, name in enumerate(THEATRES[state.theatre].seats):
        if board[seat]:
            parts = seat_parts(state, board, seat)
            seats[name] = {
                "card": card_face(board[seat], state.rule),
                "points": sum(part.points for part in parts),
                "parts": [part_json(part) for part in parts],
            }
    by_rule = house_parts(state, board)
    return {
        "owner": owner,
        "seats": seats,
        "total": sum(entry["points"] for entry in seats.values()) + sum(part.points for part in by_rule),
        "houseParts": [part_json(replace(part, text=f"{part.who}: {part.text}")) for part in by_rule],
    }


def _same_reason(one: Part, other: Part) -> bool:
    return one.who == other.who and one.rule == other.rule


def _changes(before: Iterable[Part], after: Iterable[Part]) -> list[Part]:
    """The parts that came, and those that went with their sign turned; one of each under one clause becomes one."""
    old, new = list(before), list(after)
    for part in list(old):
        if part in new:
            old.remove(part)
            new.remove(part)
    changes = []
    for part in new:
        replaced = [gone for gone in old if _same_reason(gone, part)]
        if len(replaced) == 1 and len([other for other in new if _same_reason(other, part)]) == 1:
            old.remove(replaced[0])
            changes.append(replace(part, points=part.points - replaced[0].points))
        else:
            changes.append(part)
    changes += [replace(part, points=-part.points, text=f"no longer {part.text}") for part in old]
    return [part for part in changes if part.points]


Before = tuple[dict[int, list[Part]], list[Part]]
"""The parts of every seat, and those of the house rule."""


def _all_parts(state: Any, board: Sequence[int]) -> Before:
    seats = {seat: seat_parts(state, board, seat) for seat in range(SEATS[state.theatre]) if board[seat]}
    return seats, house_parts(state, board)


def all_parts(state: Any, board: Sequence[int]) -> list[Part]:
    """Every point of a house, the house rule's last."""
    seats, by_rule = _all_parts(state, board)
    return [part for parts in seats.values() for part in parts] + by_rule


def _answer(state: Any, board: list[int], card: int, seat: int, before: Before) -> Json:
    names = THEATRES[state.theatre].seats
    board[seat] = card
    seats, by_rule = _all_parts(state, board)
    board[seat] = 0
    own = seats.pop(seat)
    parts, changes = list(own), {}
    for other, after in seats.items():
        changed = _changes(before[0][other], after)
        if changed:
            changes[names[other]] = sum(part.points for part in changed)
            label = f"{card_name(board[other])} on {names[other]}"
            parts += [replace(part, text=f"{label}: {part.text}") for part in changed]
    for part in _changes(before[1], by_rule):
        parts.append(replace(part, text=f"house rule, {part.who}: {part.text}"))
    return {
        "own": sum(part.points for part in own),
        "delta": sum(part.points for part in parts),
        "parts": [part_json(part) for part in parts],
        "changes": changes,
    }


def preview(state: Any, board: Sequence[int], card: int) -> Json:
    """What the card would do on every empty seat: its own points, the change of the whole house, and why."""
    scratch = list(board)
    before = _all_parts(state, scratch)
    seats = {
        name: _answer(state, scratch, card, seat, before)
        for seat, name in enumerate(THEATRES[state.theatre].seats)
        if not scratch[seat]
    }
    most = max((answer["delta"] for answer in seats.values()), default=0)
    return {
        "card": card_face(card, state.rule),
        "seats": seats,
        "best": [name for name, answer in seats.items() if answer["delta"] == most],
    }


def best_gain(state: Any, board: Sequence[int], card: int) -> int | None:
    """The most that the card could add to the house now; None when no seat is empty."""
    scratch, gains = list(board), []
    now = scoring.board_points(state, scratch)
    for seat in range(SEATS[state.theatre]):
        if not scratch[seat]:
            scratch[seat] = card
            gains.append(scoring.board_points(state, scratch) - now)
            scratch[seat] = 0
    return max(gains, default=None)


# ------------------------------------------------------------------ forms without a front end


def _rows(theatre: Theatre) -> list[tuple[str, list[str | None]]]:
    rows = []
    for r, cells in enumerate(theatre.plan):
        letter = chr(65 + r)
        rows.append((letter, [f"{letter}{c + 1}" if cell != "." else None for c, cell in enumerate(cells)]))
    return rows


def _cell_text(entry: Json | None) -> str:
    if entry is None:
        return "·"
    points = "" if entry["points"] is None else f" {entry['points']}".replace("-", "−")
    return f"{entry['card']['name']}{points}"


def house_text(theatre: Theatre, shown: Json) -> str:
    """A house as a grid of text: each patron with its points, a dot for an empty seat."""
    rows = _rows(theatre)
    columns = max(len(cells) for _, cells in rows)
    table = [["", *(str(c + 1) for c in range(columns))]]
    for letter, cells in rows:
        table.append([letter, *("" if seat is None else _cell_text(shown["seats"].get(seat)) for seat in cells)])
    widths = [max(len(row[c]) for row in table) for c in range(columns + 1)]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in table)


def house_html(theatre: Theatre, shown: Json) -> str:
    """A house as a plain HTML table."""
    rows = _rows(theatre)
    columns = max(len(cells) for _, cells in rows)
    head = "".join(f"<th>{c + 1}</th>" for c in range(columns))
    body = "".join(
        f"<tr><th>{letter}</th>"
        + "".join(
            "<td></td>" if seat is None else f"<td>{html.escape(_cell_text(shown['seats'].get(seat)))}</td>"
            for seat in cells
        )
        + "</tr>"
        for letter, cells in rows
    )
    total = "" if shown["total"] is None else f": {plural(shown['total'], 'point')}"
    title = f"{shown['owner']}{total}"
    return f"<table><caption>{html.escape(title)}</caption><tr><th></th>{head}</tr>{body}</table>"


# ------------------------------------------------------------------ pictures for questions


def face_of(name: str) -> Json:
    """The face of a card by its name, with the rules' own numbers."""
    return card_face(parse_card(name), OVERTURE.check_rules(None))


def board_picture(board: Mapping[str, Any]) -> Json:
    """A house for a question: who sits where, and no points. Keys: `theatre`, `seats`, `mark`."""
    refuse_unknown("key of a board", board, ("theatre", "seats", "mark"))
    state = board_state(board.get("theatre", "grand-empress"), board.get("seats", {}))
    theatre = THEATRES[state.theatre]
    seats: dict[str, Json] = {
        seat: {"card": face_of(name), "points": None, "parts": []} for seat, name in board.get("seats", {}).items()
    }
    for seat in board.get("mark", ()):
        theatre.seat(seat)
    return {
        "theatre": theatre_plan(theatre),
        "house": {"owner": theatre.name, "seats": seats, "total": None, "houseParts": []},
        "mark": list(board.get("mark", ())),
        "values": {},
    }


def board_seats(picture: Json) -> Collection[str]:
    """The seats of the house of a question."""
    labels: Json = picture["theatre"]["labels"]
    return labels


def board_text(picture: Json) -> str:
    """The house of a question as a grid of text."""
    return house_text(_theatre(picture), picture["house"])


def board_html(picture: Json) -> str:
    """The house of a question as a plain HTML table."""
    return house_html(_theatre(picture), picture["house"])


def _theatre(picture: Json) -> Theatre:
    return next(theatre for theatre in THEATRES if theatre.id == picture["theatre"]["id"])


# ------------------------------------------------------------------ at the table

_DRAW, _SEAT, _DISCARD = rules.DRAWING, rules.SEATING, rules.DISCARDING
_DECISIONS = {_DRAW: "draw", _SEAT: "seat", _DISCARD: "discard"}


@dataclass(frozen=True)
class Choice:
    """What the player at the screen has picked: a card of the hand, a seat, a house to look at.

    >>> Choice(card=5, seat="B3", enlarged=1).after_play()
    Choice(card=None, seat=None, enlarged=1)
    """

    card: int | None = None
    seat: str | None = None
    enlarged: int | None = None

    def after_play(self) -> Choice:
        """The choice that is left when the position has changed."""
        return Choice(enlarged=self.enlarged)


def when(view: View) -> str:
    """Where the game stands, in a line."""
    s = view.state
    return f"Round {min(s.turn + 1, rules.ROUNDS)} of {rules.ROUNDS} · {THEATRES[s.theatre].name}"


def hand_of(view: View) -> list[int]:
    """The viewer's cards, as numbers."""
    return [parse_card(name) for name in view.as_dict()["hand"]]


def boards_of(view: View) -> list[list[int]]:
    """Every player's board: a card, or 0, a seat."""
    theatre = THEATRES[view.state.theatre]
    return [board_of(theatre, seated) for seated in view.as_dict()["houses"]]


def board_of(theatre: Theatre, seated: Mapping[str, str]) -> list[int]:
    """The board on which these patrons sit (seat names to card names)."""
    board = [0] * (NOWHERE + 1)
    for seat, name in seated.items():
        board[theatre.seat(seat)] = parse_card(name)
    return board


def _chosen_card(view: View, choice: Choice) -> int | None:
    hand = hand_of(view)
    return hand[choice.card] if choice.card is not None and choice.card < len(hand) else None


def players(view: View, names: Sequence[str], covered: bool) -> list[Json]:
    """The players' notes, scores and cards that everybody knows."""
    told = view.as_dict()
    return [
        {
            "note": plural(told["hand_counts"][p], "card"),
            "score": told["scores"][p],
            "known": [] if covered or p == view.player else told["known"][p],
        }
        for p, _ in enumerate(names)
    ]


def prompt(view: View, choice: Choice) -> Json:
    """What the viewer is to decide, in words, with the moves that are ready."""
    s = view.state
    limit, held = rules.hand_limit(s), len(hand_of(view))
    if s.phase == _DRAW:
        legal = view.legal_actions()
        to_lobby = [action for action in legal if action != "draw deck"]
        if "draw deck" in legal and to_lobby:
            text = "Draw a card: from the deck, or from the lobby."
        else:
            text = "Draw a card from the deck." if "draw deck" in legal else "Draw a card from the lobby."
        note = f"You hold {held} of {limit}. "
        if s.players == 2 and s.lobby_draws and not to_lobby:
            note += "One lobby card a turn when two play: this draw is blind."
        else:
            note += "The deck is blind; under each lobby card stands the most it could add now."
        actions = [{"label": "Draw from the deck", "intent": "act", "args": {"do": "draw", "action": "draw deck"}}]
        return {"text": text, "note": note, "actions": actions if "draw deck" in legal else []}
    card = _chosen_card(view, choice)
    if s.phase == _SEAT:
        text = "Seat one card on any empty seat."
        then = " Then one card is discarded face down." if s.players == 2 else ""
        if card is None:
            return {"text": text, "note": f"Choose a card of your hand, then a seat.{then}", "actions": []}
        name = card_name(card)
        note = f"{name} is selected: each seat shows the change to your whole score.{then}"
        ready = []
        if choice.seat and not _seated(view, choice.seat):
            ready = [_ready(f"Seat on {choice.seat}", "press", {"seat": choice.seat})]
        return {"text": text, "note": note, "actions": ready}
    ready = []
    if card is not None:
        ready = [_ready(f"Discard {card_name(card)}", "select", {"index": choice.card})]
    note = "It leaves the game, and nobody sees which. Choose it in your hand, then confirm."
    return {"text": "Discard one card face down.", "note": note, "actions": ready}


def task(view: View) -> str:
    """What the player to move does, as a predicate."""
    return {_DRAW: "draws a card", _SEAT: "seats a card"}.get(view.state.phase, "discards a card face down")


def _ready(label: str, verb: str, args: Json) -> Json:
    return {"label": label, "intent": "act", "args": {"do": verb, **args}, "primary": True}


def steps(view: View) -> list[Json]:
    """The steps of the turn that is played now."""
    s = view.state
    texts = [(_DRAW, f"Draw to {rules.hand_limit(s)} cards"), (_SEAT, "Seat 1 card")]
    if s.players == 2:
        texts.append((_DISCARD, "Discard 1 face down"))
    return [
        {"text": text, "state": "now" if phase == s.phase else "done" if phase < s.phase else "later"}
        for phase, text in texts
    ]


def _seated(view: View, seat: str) -> int:
    theatre = THEATRES[view.state.theatre]
    if seat not in theatre.labels:
        raise BadMessage(f"{theatre.name} has no seat {show(seat)}")
    return boards_of(view)[view.player][int(theatre.seat(seat))]


def _lobby(view: View, covered: bool) -> list[Json]:
    s = view.state
    board = boards_of(view)[view.player]
    legal = set(view.legal_actions())
    slots = []
    for slot in range(rules.LOBBY_SIZE):
        card = s.lobby[slot]
        slots.append(
            {
                "card": card_face(card, s.rule) if card else None,
                "frozen": bool(card) and slot == 0 and rules.deck_left(s) > 0,
                "open": f"draw lobby {slot}" in legal,
                "best": best_gain(s, board, card) if card and not covered and view.is_to_move else None,
            }
        )
    return slots


def body(view: View, choice: Choice, names: Sequence[str], advice: Advice | None, covered: bool) -> Json:
    """All that lies on the table, as the viewer may see it; with the curtain down, without the viewer's hand."""
    s = view.state
    card = None if covered else _chosen_card(view, choice)
    hand = [] if covered else hand_of(view)
    deciding = view.is_to_move and not covered
    hinted = _hinted(view, advice) if advice and deciding else {}
    return {
        "theatre": theatre_plan(THEATRES[s.theatre]),
        "houses": houses_of(view, names),
        "mine": view.player,
        "enlarged": choice.enlarged,
        "hand": [card_face(each, s.rule) for each in hand],
        "handHidden": covered,
        "selected": choice.card if card is not None else None,
        "target": choice.seat,
        "preview": preview(s, boards_of(view)[view.player], card) if card is not None and s.phase != _DISCARD else None,
        "decision": _DECISIONS[s.phase] if deciding else "wait",
        "lobby": _lobby(view, covered),
        "deck": rules.deck_left(s),
        "deckOpen": deciding and "draw deck" in view.legal_actions(),
        "hintCard": hinted.get("card"),
        "hintSeat": hinted.get("seat"),
        "hintDraw": hinted.get("draw"),
        "setup": None,
    }


def houses_of(view: View, names: Sequence[str]) -> list[Json]:
    """The players' houses; none for players without a name here."""
    return [
        house(view.state, board, f"{_possessive(name)} house")
        for board, name in zip(boards_of(view), names, strict=False)
    ]


def _possessive(name: str) -> str:
    return "Your" if name == "You" else f"{name}’s"


def _hinted(view: View, advice: Advice) -> Json:
    verb, _, rest = advice.action.partition(" ")
    if verb == "draw":
        return {"draw": advice.action}
    name, _, seat = rest.rpartition(" ") if verb == "seat" else (rest, "", None)
    names = [card_name(card) for card in hand_of(view)]
    return {"card": names.index(name) if name in names else None, "seat": seat}


def setup(match: Match) -> Json:
    """The game's own choices for a new game."""
    theatre = str(match.options["theatre"])
    return {"theatres": [theatre_plan(each) for each in THEATRES], "theatre": theatre}


def options_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The options from the form for a new game: no theatre chosen means any."""
    return {key: value for key, value in fields.items() if value}


# ------------------------------------------------------------------ what a click means


def act(view: View, choice: Choice, verb: str, args: Args) -> Choice | str | Json:
    """What a click on the table's body means: a new choice, an action in notation, or a refusal."""
    if verb == "draw":
        return args.text("action")
    if verb == "select":
        return _select(view, choice, args.index_or_none("index", len(hand_of(view))))
    if verb == "press":
        return _press(view, choice, args.text("seat"))
    if verb == "drop":
        card = hand_of(view)[args.index("index", len(hand_of(view)))]
        _seated(view, args.text("seat"))
        return f"seat {card_name(card)} {args.text('seat')}"
    if verb == "enlarge":
        return replace(choice, enlarged=args.index_or_none("player", view.state.players))
    raise BadMessage(f"there is nothing to {show(verb)} here")


PLACES = {"draw": "lobby", "select": "hand", "press": "house", "drop": "house", "hint": "bar"}


def choose_card(view: View, choice: Choice, index: int | None) -> Choice:
    """The choice with another card of the hand, or none."""
    count = len(hand_of(view))
    if index is not None and (type(index) is not int or not 0 <= index < count):
        raise BadInput(f"the hand has the cards 0 to {count - 1}, not {show(index)}" if count else "the hand is empty")
    return replace(choice, card=index, seat=None)


def _select(view: View, choice: Choice, index: int | None) -> Choice | str | Json:
    hand = hand_of(view)
    if index is None:
        return replace(choice, card=None, seat=None)
    if view.state.phase == _DISCARD and view.is_to_move and choice.card == index:
        return f"discard {card_name(hand[index])}"
    return replace(choice, card=None if choice.card == index else index, seat=None)


def _press(view: View, choice: Choice, seat: str) -> Choice | str | Json:
    taken = _seated(view, seat)
    card = _chosen_card(view, choice)
    mine = view.is_to_move and view.state.phase != _DRAW
    if card is None:
        if taken or not view.is_to_move or view.state.phase != _SEAT:
            return replace(choice, seat=None if choice.seat == seat else seat)
        return refusal("house", "First choose a card.", f"Then {seat} shows what it would score.", "OV-T3")
    if (mine and taken) or choice.seat == seat:
        return f"seat {card_name(card)} {seat}"
    return replace(choice, seat=seat)


def say_choice(view: View, choice: Choice) -> str:
    """What a screen reader hears when a card or a seat was chosen."""
    card = _chosen_card(view, choice)
    if card is None:
        return ""
    name = card_name(card)
    if view.state.phase == _DISCARD:
        return f"{name} selected. Press again to discard it."
    state, board = view.state, boards_of(view)[view.player]
    if choice.seat and not _seated(view, choice.seat):
        return f"{say_seat(state, board, card, choice.seat)} Press again to seat it."
    return say_card(state, board, card)


def say_card(state: Any, board: Sequence[int], card: int) -> str:
    """What a screen reader hears when a card is selected."""
    shown = preview(state, board, card)
    if not shown["best"]:
        return f"{card_name(card)} selected."
    most = signed(shown["seats"][shown["best"][0]]["delta"])
    where = ", ".join(shown["best"]) if len(shown["best"]) <= _FEW else plural(len(shown["best"]), "seat")
    return f"{card_name(card)} selected. The most now: {most} on {where}."


def say_seat(state: Any, board: Sequence[int], card: int, seat: str) -> str:
    """What a screen reader hears of the selected card on a seat."""
    answer = preview(state, board, card)["seats"][seat]
    reasons = ", ".join(f"{signed(part['points'])} {part['text']}" for part in answer["parts"])
    return f"{card_name(card)} on {seat}: {signed(answer['delta'])} for the house: {reasons}."


# ------------------------------------------------------------------ hints, log, end


def advice(view: View, action: str) -> Advice:
    """The reasons for an action that a bot suggests."""
    s, verb = view.state, action.split(" ", 1)[0]
    board = boards_of(view)[view.player]
    if verb == "seat":
        name, _, seat = action[5:].rpartition(" ")
        answer = preview(s, board, parse_card(name))["seats"][seat]
        parts = tuple(Part(p["who"], p["rule"], p["points"], p["text"]) for p in answer["parts"])
        return Advice(action, f"Seat {name} on {seat}", parts)
    if action == "draw deck":
        return Advice(action, "Draw from the deck: no open card promises more than what the deck holds on average.")
    if verb == "draw":
        card = s.lobby[int(action[-1])]
        gain = best_gain(s, board, card) or 0
        return Advice(action, f"Take {card_name(card)} from the lobby: it could add {signed(gain)} at once.")
    name = action.partition(" ")[2]
    gain = best_gain(s, board, parse_card(name)) or 0
    return Advice(action, f"Discard {name}: it could add no more than {signed(gain)} next turn.")


def log_line(match: Match, index: int, viewer: int | None) -> Json:
    """A decision of the history for the log, as the viewer (or, with None, anybody) may read it."""
    ply = match.history[index]
    before, action, player = ply.before, ply.action, ply.player
    you = match.names[player] == "You"
    card: str | None = None
    after: str | None = None
    gain: int | None = None
    if action >= rules.SEAT:
        name, _, seat = ply.text.removeprefix("seat ").rpartition(" ")
        verb, card, after = "seat", name, f"on {seat}"
        gain = _score_after(match, index, player) - rules.score(before, player)
    elif action >= rules.DISCARD:
        verb = "discard"
        card, after = (ply.text.removeprefix("discard "), None) if viewer == player else (None, "a card face down")
    elif action == rules.DRAW_DECK:
        verb, after = "draw", "from the deck"
        card = card_name(rules.next_card(before.copy())) if viewer == player else None
    else:
        verb, card, after = "take", card_name(before.lobby[action - rules.DRAW_LOBBY]), "from the lobby"
    return {"who": match.names[player], "text": verb if you else f"{verb}s", "card": card, "after": after, "gain": gain}


def _score_after(match: Match, index: int, player: int) -> int:
    state = match.history[index + 1].before if index + 1 < len(match.history) else match.state
    return int(rules.score(state, player))


def ending(match: Match) -> tuple[str, str | None]:
    """Why the winner won, and the clause that says so."""
    s, scores = match.state, match.scores
    tied = [p for p in range(s.players) if scores[p] == max(scores)]
    if len(tied) == 1:
        return "Most victory points win.", "OV-E2"
    boards = boards_of(match.view(0))
    noisy = [scoring.noisy_seated(s, boards[p]) for p in tied]
    if noisy.count(max(noisy)) == 1:
        return "The points are equal: more Noisy patrons decide.", "OV-E2"
    tied = [p for p, n in zip(tied, noisy, strict=True) if n == max(noisy)]
    types = [scoring.types_seated(s, boards[p]) for p in tied]
    if s.players > 2 and types.count(max(types)) == 1:
        return "Points and Noisy patrons are equal: more different types decide.", "OV-E2"
    return "All is equal: the later player wins.", "OV-E2"


# ------------------------------------------------------------------ the table as text


def table_text(view: View, choice: Choice, names: Sequence[str], covered: bool) -> list[str]:
    """The table in lines of text, as the viewer may see it."""
    s = view.state
    theatre = THEATRES[s.theatre]
    frozen = " (frozen)" if rules.deck_left(s) else ""
    lobby = [card_name(card) + (frozen if slot == 0 else "") for slot, card in enumerate(s.lobby) if card]
    lines = [f"Lobby: {', '.join(lobby)}; {plural(rules.deck_left(s), 'card')} in the deck"]
    if not covered:
        lines.append(f"Hand: {', '.join(card_name(card) for card in hand_of(view)) or 'no cards'}")
        card = _chosen_card(view, choice)
        if card is not None:
            lines.append(f"Selected: {card_name(card)}{f' for {choice.seat}' if choice.seat else ''}")
    for shown in houses_of(view, names):
        lines += [f"{shown['owner']}: {plural(shown['total'], 'point')}", house_text(theatre, shown)]
    return lines


def table_html(view: View, names: Sequence[str], covered: bool) -> str:
    """The table as plain HTML, as the viewer may see it."""
    s = view.state
    theatre = THEATRES[s.theatre]
    houses = "".join(house_html(theatre, shown) for shown in houses_of(view, names))
    lines = table_text(view, Choice(), [], covered)
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines) + houses
