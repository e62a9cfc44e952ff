"""Mythic Circus at the table: pure functions from what a player may know to plain data for the front end."""

from __future__ import annotations

import html
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from theatre_lab.core.errors import BadInput, BadMessage
from theatre_lab.core.game import Part, View, total
from theatre_lab.core.match import Match
from theatre_lab.core.options import refuse_unknown, show
from theatre_lab.games.mythic_circus import circus_state, performance, performance_parts, rules, scoring, state
from theatre_lab.games.mythic_circus.cards import ABILITY, ATTACK, CHARGE, COUNTS_OTHERS, MINOTAUR, UNICORN
from theatre_lab.games.mythic_circus.notation import WOUNDED_MINOTAUR, card_name, several, verb_of
from theatre_lab.widgets import _mythic_circus_cards as shown_as
from theatre_lab.widgets import _mythic_circus_words as words
from theatre_lab.widgets._base import Args
from theatre_lab.widgets._words import Advice, Json, listed, part_json, plural, whole_number

__all__ = ["Choice"]

PLAYS_FORCED = True
LEDGER = {"": "Performances"}
LEDGER_SUBJECTS = {level: f"{level} shows" for level in reversed(state.LEVELS)}
PLACES = {
    "hand": "hand",
    "drop": "hand",
    "stage": "stage",
    "labor": "labor",
    "supply": "supply",
    "discard": "choices",
    "play": "prompt",
    "pile": "piles",
    "hint": "bar",
}

_ZONES = ("hand", "stage", "labor", "supply", "discard")
_PILES = ("discard", "rest")
_ZONE_OF_VERB = {
    "stage": "hand",
    "labor": "hand",
    "rise": "hand",
    "swap": "hand",
    "discard": "hand",
    "recall": "discard",
    "summon": "discard",
    "injure": "stage",
    "hire": "supply",
}
_VERB_OF_PHASE = {
    state.SEND_PHASE: "stage",
    state.RISE_PHASE: "rise",
    state.SWAP_PHASE: "swap",
    state.DISCARD_PHASE: "discard",
    state.RECALL_PHASE: "recall",
    state.SUMMON_PHASE: "summon",
    state.INJURE_PHASE: "injure",
    state.HIRE_PHASE: "hire",
}
"""The verb with which a card answers a decision; in the others no card does."""
_VERB_OF_ZONE = {"hand": "stage", "stage": "injure", "labor": "labor", "supply": "hire", "discard": "recall"}
"""What a card would be used for when it is pressed out of its time: the refusal then says why not."""


@dataclass(frozen=True)
class Choice:
    """What the player at the screen has picked: a card by its zone and place there, and a pile to look through.

    `player` is whose stage it lies on; a pile is (player, which).
    """

    zone: str | None = None
    index: int = 0
    player: int | None = None
    pile: tuple[int, str] | None = None

    def after_play(self) -> Choice:
        """The choice that is left when the position has changed."""
        return Choice(pile=self.pile)


# ------------------------------------------------------------------ small readings of the state


def _seat(view: View) -> Json:
    seat: Json = view.as_dict()["seats"][view.player]
    return seat


def _zone_names(view: View, zone: str, player: int) -> list[str]:
    """The cards of a zone as they lie there from left to right; of a pile each kind once."""
    told = view.as_dict()
    if zone == "supply":
        return [pile["card"] for pile in told["supply"]]
    if zone == "stage":
        return shown_as.stage_names(view.state, player)
    if zone == "labor":
        names: list[str] = told["seats"][told["active"]]["labor"]
        return names
    if zone == "discard":
        return words.kinds(told["seats"][view.player]["discard"])
    return list(told["seats"][view.player]["hand"] or ())


def _chosen(view: View, choice: Choice) -> str | None:
    """The card that is picked, by name."""
    if choice.zone is None:
        return None
    names = _zone_names(view, choice.zone, view.player if choice.player is None else choice.player)
    return names[choice.index] if choice.index < len(names) else None


def _is_own(view: View, choice: Choice) -> bool:
    return choice.player in (None, view.player)


def _live_zone(view: View) -> str | None:
    """The zone that holds the answers, when the viewer decides by a card; `players` when by a player."""
    s = view.state
    if not view.is_to_move:
        return None
    if s.phase in (state.ATTACK_PHASE, state.CHARGE_PHASE):
        return "players"
    verb = _VERB_OF_PHASE.get(s.phase)
    return _ZONE_OF_VERB[verb] if verb else None


def _answers(view: View, zone: str, name: str) -> list[str]:
    """What may be done with a card now, in notation."""
    legal = view.legal_actions()
    return [f"{verb} {name}" for verb, at in _ZONE_OF_VERB.items() if at == zone and f"{verb} {name}" in legal]


def _words(view: View) -> list[str]:
    """The answers that name no card; to pass comes last."""
    s, game = view.state, view.game
    words = [text for text in view.legal_actions() if verb_of(game.parse_action(s, text)) not in _ZONE_OF_VERB]
    return sorted(words, key=lambda text: text == "pass")


def _refusal(view: View, text: str, names: Sequence[str]) -> Json:
    clause, reason = view.game.refusal(view.state, view.game.parse_action(view.state, text))
    return {"text": named(reason, names), "rule": clause}


def _after_stage(s: Any, player: int, card: int) -> Any:
    """The state with one more worker on the player's stage, and nothing else done."""
    after = s.copy()
    after.stage[player][card] += 1
    return after


def _after_injury(s: Any, player: int, name: str) -> Any:
    after, card = s.copy(), shown_as.card_number(name)
    if card == MINOTAUR and name != WOUNDED_MINOTAUR and s.rule[state.R_MINOTAUR_WOUNDS]:
        after.wounded[player] += 1
        return after
    after.stage[player][card] -= 1
    after.wounded[player] -= name == WOUNDED_MINOTAUR
    return after


def _in_reach(s: Any, points: int) -> list[str]:
    after = s.copy()
    after.points = points
    return [card_name(card) for card in range(len(s.supply)) if rules.can_be_hired(after, card)]


# ------------------------------------------------------------------ around the stage


def when(view: View) -> str:
    """Where the game stands, in a line."""
    told = view.as_dict()
    goal = f"first to {told['goal']} VP" if told["finish"] == "first" else f"{told['goal']} VP end it with the round"
    near = told["max_turns"] - told["round"] < 10
    last = f" of {told['max_turns']}" if near else ""
    return f"Round {told['round']}{last} · {goal}"


def players(view: View, names: Sequence[str], covered: bool) -> list[Json]:
    """A row a player: the stage's worth, what everybody knows of the hand, counts and victory points."""
    told = view.as_dict()
    return [
        {
            "note": _player_note(told, player),
            "score": told["seats"][player]["vp"],
            "known": told["seats"][player]["known_in_hand"] if player != view.player else [],
            "facts": _counts(told["seats"][player]),
        }
        for player, _ in enumerate(names)
    ]


def _player_note(told: Json, player: int) -> str:
    seat = told["seats"][player]
    if not seat["stage"]:
        return "empty stage"
    now = seat["show"]
    return f"TP {now['tp']} on stage" + (f", {now['vp']} VP" if now["vp"] else "")


def _counts(seat: Json) -> list[Json]:
    return [
        {"icon": f"place-{place}", "text": str(number), "label": label}
        for place, number, label in (
            ("hand", seat["hand_count"], f"{plural(seat['hand_count'], 'card')} in hand"),
            ("deck", seat["deck_count"], f"{plural(seat['deck_count'], 'card')} in the deck"),
            ("discard", len(seat["discard"]), f"{plural(len(seat['discard']), 'card')} in the discard pile"),
        )
    ]


def steps(view: View) -> list[Json]:
    """The three steps of a turn, and where it stands."""
    at = {state.RISE_PHASE: 0, state.PERFORM_PHASE: 0, state.HIRE_PHASE: 2}.get(view.state.phase, 1)
    return [
        {"text": text, "state": "done" if i < at else "now" if i == at else "later"}
        for i, text in enumerate(("Perform or pass", "Send workers", "Hire"))
    ]


# ------------------------------------------------------------------ the prompt


def prompt(view: View, choice: Choice) -> Json:
    """What the viewer is to decide, in words, with the answers that are ready."""
    text, note = _question(view)
    name = _chosen(view, choice)
    actions = []
    if name is not None and choice.zone is not None and _is_own(view, choice):
        answers = _answers(view, choice.zone, name)
        actions = [_button(view, answer, primary=i == 0) for i, answer in enumerate(answers)]
        if answers:
            note = f"{_called(name)} is chosen. {_outcome(view, answers[0])}"
    actions += [_button(view, answer) for answer in _words(view)]
    return {"text": text, "note": note, "actions": actions}


def _called(name: str) -> str:
    return "The wounded Minotaur" if name == WOUNDED_MINOTAUR else name


def _question(view: View) -> tuple[str, str]:
    """The pending decision and what there is to know about it."""
    s = view.state
    phase, points = s.phase, s.points
    if phase == state.RISE_PHASE:
        more = f"This may be done {shown_as.times(s.rises)} this turn."
        return "A Phoenix may rise: discard a card to take it back.", more
    if phase == state.PERFORM_PHASE:
        return "Perform now, or pass and keep your stage?", _performing(s, view.player)
    if phase == state.SEND_PHASE:
        return "Send a worker on stage or to labor, or be done.", _sending_note(view)
    if phase == state.ATTACK_PHASE:
        return "Choose a player to attack.", "They choose which of their workers on stage is injured."
    if phase == state.INJURE_PHASE:
        return f"P{s.active + 1} attacks: choose a worker to be injured.", "It goes to your discard pile."
    if phase == state.SWAP_PHASE:
        drawn = plural(s.rule[state.R_GOBLIN_DRAWS], "card")
        return f"Goblin: discard a card to draw {drawn}?", "Choose the card, or keep your hand."
    if phase == state.RECALL_PHASE:
        return "Mermaid: put a card of your discard pile on your deck?", "It is the next card that you draw."
    if phase == state.SUMMON_PHASE:
        below = s.rule[state.R_SUMMON_COST_BELOW]
        return f"Fairy: summon a worker that costs less than {below}?", "From your discard pile straight to the stage."
    if phase == state.DRAW_PHASE:
        draws, gone = s.rule[state.R_SPHINX_DRAWS], s.rule[state.R_SPHINX_DISCARDS]
        return (
            f"Sphinx: draw {draws}, then discard {gone}?",
            f"Your deck holds {plural(s.deck_size[view.player], 'card')}.",
        )
    if phase == state.DISCARD_PHASE:
        return f"Sphinx: choose a card to discard ({s.to_discard} to go).", "It goes to your discard pile."
    if phase == state.CHARGE_PHASE:
        return "Unicorn: whose Unicorns are injured?", "All of them on that player’s stage, if there are any."
    reach = _in_reach(s, points)
    within = f"In reach: {listed(reach)}." if reach else "Nothing is in reach."
    return f"Hire: {plural(points, 'labor point')} left.", f"{within} Points you keep are lost."


def _sending_note(view: View) -> str:
    s = view.state
    if s.points:
        return f"{plural(s.points, 'labor point')} so far. Choose a card to see what it would do."
    return "On stage they perform later; at labor they pay for hiring. Choose a card to see what it would do."


def _performing(s: Any, player: int) -> str:
    now = performance(s, player)
    worth = f"TP {now.tp} is {now.level}: {now.vp} VP." if now.level else f"TP {now.tp} earns nothing."
    following = f" {now.missing} more for {now.next_level} ({now.next_vp} VP)." if now.next_level else ""
    return f"{worth}{following} Who performs clears the stage."


_LABELS = {
    "skip rise": "Let it rest",
    "pass": "Pass",
    "no attack": "Attack nobody",
    "no swap": "Keep your hand",
    "no recall": "Recall nobody",
    "no summon": "Summon nobody",
    "no draw": "Do not draw",
    "done": "Done sending",
    "end": "End the turn",
}


def _label(view: View, answer: str) -> str:
    """An answer as a button says it."""
    s = view.state
    if answer in _LABELS:
        return _LABELS[answer]
    if answer == "perform":
        vp = performance(s, view.player).vp
        return f"Perform for {f'{vp} VP' if vp else 'nothing'}"
    if answer == "draw two":
        return f"Draw {plural(s.rule[state.R_SPHINX_DRAWS], 'card')}"
    verb, _, name = answer.partition(" ")
    if verb in ("attack", "charge"):
        return f"{'Attack' if verb == 'attack' else 'Charge at'} {name}"
    if verb == "stage":
        others = scoring.workers_on_stage(s, view.player)
        return f"To the stage, {scoring.worker_performance(s, shown_as.card_number(name), others)}"
    if verb == "labor":
        return f"To labor, {s.rule[state.R_LABOR + shown_as.card_number(name)]}"
    if verb == "hire":
        return f"Hire {name} for {s.rule[state.R_COST + shown_as.card_number(name)]}"
    if verb == "injure":
        if name == WOUNDED_MINOTAUR:
            return "Injure the wounded Minotaur"
        wounds = name == card_name(MINOTAUR) and s.rule[state.R_MINOTAUR_WOUNDS]
        return f"{'Wound' if wounds else 'Injure'} {name}"
    return {
        "rise": f"Discard {name}, a Phoenix rises",
        "swap": f"Discard {name} and draw",
        "discard": f"Discard {name}",
        "recall": f"Put {name} on your deck",
        "summon": f"Summon {name}",
    }[verb]


def _button(view: View, answer: str, primary: bool = False) -> Json:
    args = {"do": "play", "action": answer}
    return {"label": _label(view, answer), "intent": "act", "args": args, "primary": primary}


# ------------------------------------------------------------------ what an answer would do


def _tp_change(s: Any, after: Any, player: int) -> str:
    before, then = performance(s, player), performance(after, player)
    level = f", {then.level}" if then.level != before.level and then.level else ""
    return f"TP {before.tp} → {then.tp}{level}"


def _outcome(view: View, answer: str) -> str:
    """What comes of an answer, in a sentence."""
    return " ".join(f"{row['text'][:1].upper()}{row['text'][1:]}." for row in _outcome_rows(view, answer))


def _row(mark: str, text: str, rule: str) -> Json:
    return {"mark": mark, "text": text, "rule": rule}


def _outcome_rows(view: View, answer: str) -> list[Json]:
    """What comes of an answer that names a card, as rows of reasons."""
    s, me = view.state, view.player
    verb, _, name = answer.partition(" ")
    card = shown_as.card_number(name)
    if verb in ("stage", "summon"):
        after = _after_stage(s, me, card)
        return [_row("→", f"on stage: {_tp_change(s, after, me)}", "MC-F1"), *_arrival_rows(s, me, card)]
    if verb == "labor":
        points = s.points + s.rule[state.R_LABOR + card]
        fresh = [each for each in _in_reach(s, points) if each not in _in_reach(s, s.points)]
        reach = f"; {listed(fresh)} in reach" if fresh else ""
        return [_row("→", f"at labor: {s.points} → {plural(points, 'point')}{reach}", "MC-W2")]
    if verb == "hire":
        left = s.points - s.rule[state.R_COST + card]
        return [_row("→", f"to your discard pile; {plural(left, 'point')} left", "MC-H1")]
    if verb == "injure":
        after = _after_injury(s, me, name)
        if after.stage[me][card] == s.stage[me][card]:
            return [_row("→", "it is wounded and stays; the next blow injures it", "MC-A8")]
        return [_row("→", f"it goes to your discard pile: {_tp_change(s, after, me)}", "MC-W3")]
    if verb == "recall":
        return [_row("→", "it is the next card you draw", "MC-A5")]
    if verb == "rise":
        return [_row("→", "it is discarded; a Phoenix comes to your hand", "MC-P1")]
    drawn = s.rule[state.R_GOBLIN_DRAWS]
    if verb == "swap":
        return [_row("→", f"it is discarded; you draw {plural(drawn, 'card')}", "MC-A3")]
    return [_row("→", "it is discarded", "MC-A10")]


def _arrival_rows(s: Any, me: int, card: int) -> list[Json]:
    """What a worker's arrival does to the other players."""
    if ABILITY[card] == ATTACK and not rules.is_target_left(s):
        return [_row("→", "nobody else is on stage: the attack is lost", "MC-W3")]
    if ABILITY[card] == CHARGE:
        hit = sum(s.stage[player][UNICORN] for player in range(s.players) if player != me)
        if not hit:
            return [_row("→", "no other player has a Unicorn on stage", "MC-A12")]
    return []


def _face_rows(s: Any, face: Json) -> list[Json]:
    """A worker's numbers and ability, each with its clause."""
    clause = face["clause"]
    rows = [
        _row(str(face["cost"]), "labor points to hire one", "MC-H1")
        if face["cost"] is not None
        else _row("–", "not for hire", "MC-S2"),
        _row(face["labor"], "to spend, when sent to labor", "MC-W2")
        if face["labor"] is not None
        else _row("–", "may not be sent to labor", clause),
        _row(face["performance"], "performance on stage", _stage_clause(face))
        if face["performance"] is not None
        else _row("–", "may not go on stage", clause),
    ]
    if face["ability"] != "No ability.":
        rows.append(_row("✦", face["ability"].rstrip("."), clause))
    return rows


def _stage_clause(face: Json) -> str:
    return "MC-A6" if ABILITY[shown_as.card_number(face["name"])] == COUNTS_OTHERS else "MC-F1"


# ------------------------------------------------------------------ the body


def body(view: View, choice: Choice, names: Sequence[str], advice: Advice | None, covered: bool) -> Json:
    """All that lies on the table, as the viewer may see it; with the curtain down, without the viewer's hand."""
    told = view.as_dict()
    s, me = view.state, view.player
    deciding = view.is_to_move and not covered
    hinted = advice.action if advice is not None and deciding else ""
    order = [(me + i) % s.players for i in range(1, s.players)]
    return {
        "mine": me,
        "deciding": deciding,
        "live": _live_zone(view) if deciding else None,
        "sending": deciding and s.phase == state.SEND_PHASE,
        "turn": "Your turn" if s.active == me else f"{names[s.active]}’s turn",
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
    answers = _answers(view, zone, name) if live else []
    why = None
    if live and not answers:
        why = _refusal(view, f"{_VERB_OF_PHASE[view.state.phase]} {name}", names)
    return shown_as.card_face(view.state, name, others) | {
        "can": bool(answers),
        "why": why,
        "hint": hinted in answers,
        "places": [answer.partition(" ")[0] for answer in answers],
    }


def _stage(view: View, player: int, names: Sequence[str], deciding: bool, hinted: str) -> Json:
    s = view.state
    cards = shown_as.stage_names(s, player)
    live = deciding and player == view.player and _live_zone(view) == "stage"
    verb = {state.ATTACK_PHASE: "attack", state.CHARGE_PHASE: "charge"}.get(s.phase) if deciding else None
    target, why = None, None
    if verb and player != view.player:
        action = f"{verb} P{player + 1}"
        if action in view.legal_actions():
            target = {"action": action, "label": named(_label(view, action), names), "hint": action == hinted}
        else:
            why = _refusal(view, action, names)
    shown = [_card(view, "stage", name, names, live, hinted, len(cards) - 1) for name in cards]
    return {
        "player": player,
        "name": names[player],
        "title": "Your stage" if player == view.player else f"{names[player]}’s stage",
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
    live = deciding and _live_zone(view) == "hand"
    return _once_hinted([_card(view, "hand", name, names, live, hinted) for name in _seat(view)["hand"]])


def _hand_why(view: View, names: Sequence[str]) -> Json | None:
    """Why no card of the hand may be used now."""
    hand = _seat(view)["hand"]
    if not hand or _live_zone(view) == "hand":
        return None
    if view.state.phase == state.INJURE_PHASE:
        return {"text": "Your hand waits for your own turn.", "rule": "MC-W1"}
    return _refusal(view, f"stage {hand[0]}", names)


def _choices(view: View, names: Sequence[str], hinted: str) -> Json | None:
    """The own discard pile, when a card of it is to be chosen."""
    if _live_zone(view) != "discard":
        return None
    discard = _seat(view)["discard"]
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
    live = deciding and _live_zone(view) == "supply"
    reach = _in_reach(s, s.points) if s.active == view.player else []
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
    reach = len(_in_reach(s, s.points))
    return f"{plural(s.points, 'labor point')}: {plural(reach, 'kind') if reach else 'none'} in reach"


def _explain(view: View, choice: Choice, names: Sequence[str], deciding: bool) -> Json | None:
    """The worker that is picked: its numbers, its ability, and what would come of using it."""
    name = _chosen(view, choice)
    if name is None or choice.zone is None:
        return None
    s = view.state
    owner = view.player if choice.player is None else choice.player
    others = scoring.workers_on_stage(s, owner) - 1 if choice.zone == "stage" else None
    face = shown_as.card_face(s, name, others)
    rows, note = _face_rows(s, face), None
    answers = _answers(view, choice.zone, name) if deciding and _is_own(view, choice) else []
    for answer in answers:
        rows += _outcome_rows(view, answer)
    if answers:
        note = f"Press it again: {_label(view, answers[0])}."
    elif deciding and _is_own(view, choice) and choice.zone == _live_zone(view):
        why = _refusal(view, f"{_VERB_OF_PHASE[s.phase]} {name}", names)
        rows.append(_row("✕", why["text"].rstrip("."), why["rule"]))
    return {"title": _called(name), "kind": face["kind"], "rows": rows, "note": note and named(note, names)}


def _grouped(parts: Sequence[Part]) -> list[Part]:
    """Equal parts as one: two Daring Gnomes in a row."""
    grouped = []
    for part, n in _counted(parts).items():
        who = part.who if n == 1 else several(n, part.who)
        text = who if part.rule == "MC-F1" else f"{who}: {part.text}"
        grouped.append(Part(part.who, part.rule, part.points * n, text))
    return grouped


def _performance_panel(s: Any, player: int) -> Json:
    """What performing now would bring, worker by worker."""
    now = performance(s, player)
    parts = [part_json(part) for part in _grouped(now.parts)]
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


# ------------------------------------------------------------------ piles


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


# ------------------------------------------------------------------ a new game


def setup(match: Match) -> Json:
    """The game's own choices for a new game."""
    goal = match.state.rule[state.R_WINNING_VP]
    return {"finish": match.options["finish"], "maxTurns": match.options["max_turns"], "goal": goal}


def options_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The options from the form for a new game, whose fields are texts."""
    refuse_unknown("option", fields, ("finish", "max_turns"))
    options: dict[str, Any] = {}
    if fields.get("finish"):
        options["finish"] = fields["finish"]
    turns = str(fields.get("max_turns") or "").strip()
    if turns:
        options["max_turns"] = whole_number("the last round", turns)
    return options


# ------------------------------------------------------------------ what a click means


def act(view: View, choice: Choice, verb: str, args: Args) -> Choice | str | Json:
    """What a click on the table's body means: a new choice, or an action in notation."""
    if verb == "free":
        return Choice(pile=choice.pile)
    if verb == "play":
        return args.text("action")
    if verb == "drop":
        hand = _zone_names(view, "hand", view.player)
        name = hand[args.index("index", len(hand))]
        to = args.text("to")
        if to not in ("stage", "labor"):
            raise BadMessage(f"a card is dropped on the stage or at labor, not at {show(to)}")
        return f"{to} {name}"
    if verb == "pile":
        return _turn_pile(view, choice, args)
    if verb not in _ZONES:
        raise BadMessage(f"there is nothing to {verb!r} here")
    player = args.index_or_none("player", view.state.players)
    names = _zone_names(view, verb, view.player if player is None else player)
    picked = replace(choice, zone=verb, index=args.index("index", len(names)), player=player)
    if picked != choice:
        return picked
    return _press_again(view, picked, names[picked.index])


def _press_again(view: View, choice: Choice, name: str) -> Choice | str:
    """The second click on a card does what the filled button says; where nothing may be done the rules say why."""
    zone = choice.zone or ""
    if not _is_own(view, choice) or not view.is_to_move:
        return Choice(pile=choice.pile)
    answers = _answers(view, zone, name)
    if answers:
        return answers[0]
    verb = _VERB_OF_PHASE.get(view.state.phase, "")
    return f"{verb if _ZONE_OF_VERB.get(verb) == zone else _VERB_OF_ZONE[zone]} {name}"


def _turn_pile(view: View, choice: Choice, args: Args) -> Choice:
    player = args.index_or_none("player", view.state.players)
    if player is None:
        return replace(choice, pile=None)
    which = args.text("which")
    if which not in _PILES:
        raise BadMessage(f"there is no pile {which!r}; the piles are {listed(_PILES)}")
    return replace(choice, pile=None if choice.pile == (player, which) else (player, which))


def choose_card(view: View, choice: Choice, index: int | None) -> Choice:
    """The choice with another card of the hand, or none."""
    count = len(_zone_names(view, "hand", view.player))
    if index is None:
        return Choice(pile=choice.pile)
    if type(index) is not int or not 0 <= index < count:
        raise BadInput(f"the hand has the cards 0 to {count - 1}, not {index!r}" if count else "the hand is empty")
    return Choice(zone="hand", index=index, pile=choice.pile)


def say_choice(view: View, choice: Choice) -> str:
    """What a screen reader hears when a card was chosen."""
    name = _chosen(view, choice)
    if name is None or choice.zone is None:
        return ""
    answers = _answers(view, choice.zone, name) if _is_own(view, choice) else []
    if answers:
        outcomes = " ".join(_outcome(view, answer) for answer in answers)
        return f"{_called(name)} chosen. {outcomes} Press again: {_label(view, answers[0])}."
    rows = _face_rows(view.state, shown_as.card_face(view.state, name))
    told = ", ".join(f"{row['mark']} {row['text']}" for row in rows)
    return f"{_called(name)}: {told}."


# ------------------------------------------------------------------ hints


def advice(view: View, action: str) -> Advice:
    """The reasons for an action that a bot suggests."""
    s, me = view.state, view.player
    verb, _, name = action.partition(" ")
    if action == "perform":
        return Advice(action, _label(view, action), tuple(_grouped(performance_parts(s, me))))
    if verb in ("stage", "summon"):
        doing = f"Send {name} on stage" if verb == "stage" else f"Summon {name}"
        return Advice(action, doing, tuple(_gains(s, me, shown_as.card_number(name))))
    if action == "pass":
        missing = shown_as.meter(s, me)["next"]
        return Advice(action, f"Pass: {missing}" if missing else "Pass")
    if verb == "hire":
        return Advice(action, f"{_label(view, action)} ({shown_as.card_face(s, name)['short']})")
    if verb == "labor":
        points = s.rule[state.R_LABOR + shown_as.card_number(name)]
        parts = (Part(name, "MC-W2", points, f"{name}: labor points to hire with"),) if points else ()
        return Advice(action, f"Send {name} to labor", parts)
    return Advice(action, _label(view, action))


def _gains(s: Any, player: int, card: int) -> list[Part]:
    """What one more worker adds to the total performance: its own value, and one for each Faun beside it."""
    before = _counted(performance_parts(s, player))
    after = _counted(performance_parts(_after_stage(s, player, card), player))
    gained = [part for part, n in after.items() for _ in range(n - before.get(part, 0))]
    lost = [part for part, n in before.items() for _ in range(n - after.get(part, 0))]
    fauns = total([part for part in gained if part.rule == "MC-A6"]) - total(lost)
    parts = [
        Part(part.who, part.rule, part.points, f"{part.who}: {part.text}") for part in gained if part.rule != "MC-A6"
    ]
    if fauns:
        parts.append(Part("Faun", "MC-A6", fauns, "Fauns count the company on stage"))
    return parts


def _counted(parts: Sequence[Part]) -> dict[Part, int]:
    counts: dict[Part, int] = {}
    for part in parts:
        counts[part] = counts.get(part, 0) + 1
    return counts


named = words.named
log_line = words.log_line
ending = words.ending


# ------------------------------------------------------------------ the table as text


def _stage_text(s: Any, player: int) -> str:
    names = shown_as.stage_names(s, player)
    if not names:
        return "nobody"
    faces = [shown_as.card_face(s, name, len(names) - 1) for name in names]
    cards = ", ".join(f"{face['name']} {face['performance']}" for face in faces)
    told = shown_as.meter(s, player)
    following = f"; {told['next']}" if told["next"] else ""
    return f"{cards} = TP {told['tp']}: {told['words']}{following}"


def table_text(view: View, choice: Choice, names: Sequence[str], covered: bool) -> list[str]:
    """The table in lines of text, as the viewer may see it."""
    told, s = view.as_dict(), view.state
    lines = []
    for player, name in enumerate(names):
        seat = told["seats"][player]
        counts = f"hand {seat['hand_count']}, deck {seat['deck_count']}, discard pile {len(seat['discard'])}"
        lines += [f"{name}: {seat['vp']} VP ({counts})", f"  Stage: {_stage_text(s, player)}"]
    labor = told["seats"][told["active"]]["labor"]
    if labor or s.points:
        lines.append(
            f"Labor of {names[told['active']]}: {', '.join(labor) or 'nobody'}; {plural(s.points, 'point')} left"
        )
    piles = [f"{pile['card']} {pile['cost']} ({pile['left']} left)" for pile in told["supply"]]
    lines.append(f"Supply: {', '.join(piles)}")
    discard = told["seats"][view.player]["discard"]
    if discard:
        lines.append(f"Discard pile: {words.amounts(discard)}")
    if not covered:
        lines.append(f"Hand: {', '.join(told['seats'][view.player]['hand']) or 'no cards'}")
        chosen = _chosen(view, choice)
        if chosen is not None:
            lines.append(f"Chosen: {chosen}")
        if view.is_to_move:
            lines.append(f"You may: {', '.join(named(text, names) for text in view.legal_actions())}")
    return lines


def table_html(view: View, names: Sequence[str], covered: bool) -> str:
    """The table as plain HTML, as the viewer may see it."""
    told, s = view.as_dict(), view.state
    rows = "".join(
        f"<tr><th>{html.escape(name)}</th><td>{told['seats'][player]['vp']}</td>"
        f"<td>{html.escape(_stage_text(s, player))}</td></tr>"
        for player, name in enumerate(names)
    )
    head = "<tr><th>Director</th><th>VP</th><th>Stage</th></tr>"
    rest = table_text(view, Choice(), names, covered)[2 * len(names) :]
    return f"<table>{head}{rows}</table>" + "".join(f"<p>{html.escape(line)}</p>" for line in rest)


# ------------------------------------------------------------------ pictures for questions


def face_of(name: str) -> Json:
    """The face of a card of a question, with the rules' own numbers."""
    return shown_as.card_face(circus_state(), name)


board_picture = shown_as.board_picture


def board_seats(picture: Json) -> Collection[str]:
    """The places that may be pointed at."""
    places: list[str] = picture["places"]
    return places


def board_text(picture: Json) -> str:
    """The board of a question in lines of text."""
    return "\n".join(shown_as.picture_lines(picture))


def board_html(picture: Json) -> str:
    """The board of a question as plain HTML."""
    return "".join(f"<p>{html.escape(line)}</p>" for line in shown_as.picture_lines(picture))
