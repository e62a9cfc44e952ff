"""All that lies on Mythic Circus's table, as plain data for the front end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theatre_lab.core.game import View
from theatre_lab.games.mythic_circus import performance, scoring, state
from theatre_lab.widgets import _mythic_circus_cards as shown_as
from theatre_lab.widgets import _mythic_circus_words as words
from theatre_lab.widgets._mythic_circus_choice import (
    VERB_OF_PHASE,
    Choice,
    answers_with,
    called,
    chosen_card,
    in_reach,
    is_own,
    live_zone,
    own_seat,
    why_not,
)
from theatre_lab.widgets._mythic_circus_prompt import face_rows, grouped, label_of, outcome_rows, reason_row
from theatre_lab.widgets._words import Advice, Json, listed, part_json, plural

__all__ = ["body"]


def body(view: View, choice: Choice, names: Sequence[str], advice: Advice | None, covered: bool) -> Json:
    """All that lies on the table, as the viewer may see it; with the curtain down, without the viewer's hand.

    >>> from theatre_lab.api import set_up
    >>> names = ["You", "Ben"]
    >>> match = set_up("mythic-circus", names, phase="send", hands=[["Goblin", "Golem"]], seed=1)
    >>> told = body(match.view(0), Choice("hand", 0), names, None, covered=False)
    >>> told["turn"], told["live"], told["selected"], [card["name"] for card in told["hand"]]
    ('Your turn', 'hand', {'zone': 'hand', 'index': 0, 'player': None}, ['Goblin', 'Golem'])
    >>> body(match.view(0), Choice(), names, None, covered=True)["hand"]
    []
    """
    told = view.as_dict()
    s, me = view.state, view.player
    deciding = view.is_to_move and not covered
    hinted = advice.action if advice is not None and deciding else ""
    order = [(me + i) % s.players for i in range(1, s.players)]
    return {
        "mine": me,
        "deciding": deciding,
        "live": live_zone(view) if deciding else None,
        "sending": deciding and s.phase == state.SEND_PHASE,
        "turn": f"{words.owner(names[s.active], first=True)} turn",
        "own": _stage(view, me, names, deciding, hinted),
        "others": [_stage(view, player, names, deciding, hinted) for player in order],
        "choices": _choices(view, names, hinted) if deciding else None,
        "labor": _labor(told, s, names),
        "hand": [] if covered else _hand(view, names, deciding, hinted),
        "handWhy": _hand_why(view, names) if deciding else None,
        "handHidden": covered,
        "supply": _supply(view, names, deciding, hinted),
        "supplyNote": _supply_note(view, names),
        "selected": None
        if covered or choice.zone is None
        else {"zone": choice.zone, "index": choice.index, "player": choice.player},
        "explain": None if covered else _explain(view, choice, names, deciding),
        "performance": _performance_panel(s, me),
        "hintTotal": _hint_total(hinted),
        "piles": _pile_rows(told, names),
        "pile": None if covered else _open_pile(view, choice, names),
        "setup": None,
    }


def _card(
    view: View, zone: str, name: str, names: Sequence[str], live: bool, hinted: str, others: int | None = None
) -> Json:
    """A card of a zone: its face, what may be done with it, and why nothing may be."""
    answers = answers_with(view, zone, name) if live else []
    why = None
    if live and not answers:
        why = why_not(view, f"{VERB_OF_PHASE[view.state.phase]} {name}", names)
    return shown_as.card_face(view.state, name, others) | {
        "can": bool(answers),
        "why": why,
        "hint": hinted in answers,
        "places": [answer.partition(" ")[0] for answer in answers],
    }


def _stage(view: View, player: int, names: Sequence[str], deciding: bool, hinted: str) -> Json:
    s = view.state
    cards = shown_as.stage_names(s, player)
    live = deciding and player == view.player and live_zone(view) == "stage"
    verb = {state.ATTACK_PHASE: "attack", state.CHARGE_PHASE: "charge"}.get(s.phase) if deciding else None
    target, why = None, None
    if verb and player != view.player:
        action = f"{verb} P{player + 1}"
        if action in view.legal_actions():
            target = {"action": action, "label": words.named(label_of(view, action), names), "hint": action == hinted}
        else:
            why = why_not(view, action, names)
    shown = [_card(view, "stage", name, names, live, hinted, len(cards) - 1) for name in cards]
    return {
        "player": player,
        "name": names[player],
        "title": f"{words.owner(names[player], first=True)} stage",
        "turn": player == s.active and s.phase != state.OVER,
        "meter": shown_as.meter(s, player),
        "cards": _once_hinted(shown),
        "target": target,
        "why": why,
    }


def _once_hinted(cards: list[Json]) -> list[Json]:
    """Of equal cards only the first is hinted at."""
    seen: set[str] = set()
    for card in cards:
        card["hint"] = card["hint"] and card["name"] not in seen
        seen.add(card["name"])
    return cards


def _hand(view: View, names: Sequence[str], deciding: bool, hinted: str) -> list[Json]:
    live = deciding and live_zone(view) == "hand"
    return _once_hinted([_card(view, "hand", name, names, live, hinted) for name in own_seat(view)["hand"]])


def _hand_why(view: View, names: Sequence[str]) -> Json | None:
    """Why no card of the hand may be used now."""
    hand = own_seat(view)["hand"]
    if not hand or live_zone(view) == "hand":
        return None
    if view.state.phase == state.INJURE_PHASE:
        return {"text": "Your hand waits for your own turn.", "rule": "MC-W1"}
    return why_not(view, f"stage {hand[0]}", names)


def _choices(view: View, names: Sequence[str], hinted: str) -> Json | None:
    """The own discard pile, when a card of it is to be chosen."""
    if live_zone(view) != "discard":
        return None
    discard = own_seat(view)["discard"]
    shown = [_card(view, "discard", name, names, True, hinted) for name in words.kinds(discard)]
    cards = [card | {"copies": discard.count(card["name"])} for card in shown]
    return {"title": "Your discard pile", "cards": cards}


def _labor(told: Json, s: Any, names: Sequence[str]) -> Json:
    active = told["active"]
    cards = [shown_as.card_face(s, name) for name in told["seats"][active]["labor"]]
    mine = active == told["viewer"]
    return {
        "title": "At labor" if mine else f"{names[active]} at labor",
        "mine": mine,
        "points": s.points,
        "note": f"{plural(s.points, 'point')} to spend",
        "cards": cards,
    }


def _supply(view: View, names: Sequence[str], deciding: bool, hinted: str) -> list[Json]:
    told, s = view.as_dict(), view.state
    live = deciding and live_zone(view) == "supply"
    reach = in_reach(s, s.points) if s.active == view.player else []
    return [
        _card(view, "supply", pile["card"], names, live, hinted)
        | {
            "left": pile["left"],
            "reach": pile["card"] in reach,
            "after": _rest(s.points - pile["cost"]) if live and pile["card"] in reach else None,
        }
        for pile in told["supply"]
    ]


def _rest(points: int) -> str:
    return f"leaves {plural(points, 'point') if points else 'nothing'}"


def _supply_note(view: View, names: Sequence[str]) -> str:
    s = view.state
    if s.active != view.player or s.phase == state.OVER:
        return "left in each pile"
    reach = len(in_reach(s, s.points))
    return f"{plural(s.points, 'labor point')}: {plural(reach, 'kind') if reach else 'none'} in reach"


def _explain(view: View, choice: Choice, names: Sequence[str], deciding: bool) -> Json | None:
    """The worker that is picked: its numbers, its ability, and what would come of using it."""
    name = chosen_card(view, choice)
    if name is None or choice.zone is None:
        return None
    s = view.state
    owner = view.player if choice.player is None else choice.player
    others = scoring.workers_on_stage(s, owner) - 1 if choice.zone == "stage" else None
    face = shown_as.card_face(s, name, others)
    rows, note = face_rows(s, face), None
    answers = answers_with(view, choice.zone, name) if deciding and is_own(view, choice) else []
    for answer in answers:
        rows += outcome_rows(view, answer)
    if answers:
        note = f"Press it again: {label_of(view, answers[0])}."
    elif deciding and is_own(view, choice) and choice.zone == live_zone(view):
        why = why_not(view, f"{VERB_OF_PHASE[s.phase]} {name}", names)
        rows.append(reason_row("✕", why["text"].rstrip("."), why["rule"]))
    return {"title": called(name), "kind": face["kind"], "rows": rows, "note": note and words.named(note, names)}


def _performance_panel(s: Any, player: int) -> Json:
    """What performing now would bring, worker by worker."""
    now = performance(s, player)
    parts = [part_json(part) for part in grouped(now.parts)]
    told = shown_as.meter(s, player)
    return {
        "title": f"Performance {now.tp}",
        "kind": None,
        "parts": parts,
        "total": now.tp,
        "totalText": f"{told['words']}; {told['next']}" if told["next"] else told["words"],
        "note": None,
    }


def _hint_total(hinted: str) -> str:
    if hinted.startswith("labor"):
        return "labor points"
    return "TP now" if hinted == "perform" else "TP it adds"


def _pile_rows(told: Json, names: Sequence[str]) -> list[Json]:
    viewer = told["viewer"]
    return [
        {
            "player": player,
            "name": names[player],
            "counts": {
                "discard": len(seat["discard"]),
                "rest": seat["deck_count"] + (0 if player == viewer else seat["hand_count"]),
            },
            "restText": "deck" if player == viewer else "deck, hand",
        }
        for player, seat in enumerate(told["seats"])
    ]


def _open_pile(view: View, choice: Choice, names: Sequence[str]) -> Json | None:
    if choice.pile is None:
        return None
    player, which = choice.pile
    seat = view.as_dict()["seats"][player]
    mine = player == view.player
    whose = words.owner(names[player]) if not mine else "your"
    if which == "discard":
        title, note, cards = f"{whose} discard pile", "Shuffled into the deck when that runs out.", seat["discard"]
    else:
        # Of others' hands only what everybody knows is told apart from the deck.
        cards = [*seat["deck_top"], *(seat["deck_rest"] if mine else seat["deck_or_hand"] + seat["known_in_hand"])]
        title = f"{whose} deck" if mine else f"{whose} deck and hand together"
        note = "In no order: everybody can work it out, but not what comes next."
        if seat["deck_top"]:
            note = f"On top, for all to know: {listed(seat['deck_top'])}. The rest is in no order."
    ordered = sorted(words.kinds(cards), key=lambda name: shown_as.card_number(name))
    return {
        "player": player,
        "which": which,
        "title": title[:1].upper() + title[1:],
        "note": note,
        "cards": [shown_as.card_face(view.state, name) | {"copies": cards.count(name)} for name in ordered],
    }
