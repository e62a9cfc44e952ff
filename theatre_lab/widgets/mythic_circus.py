"""Mythic Circus at the table: pure functions from what a player may know to plain data for the front end."""

from __future__ import annotations

import html
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from theatre_lab.core.errors import BadInput, BadMessage
from theatre_lab.core.game import View
from theatre_lab.core.match import Match
from theatre_lab.core.options import refuse_unknown, show
from theatre_lab.games.mythic_circus import circus_state, state
from theatre_lab.widgets import _mythic_circus_body, _mythic_circus_prompt
from theatre_lab.widgets import _mythic_circus_cards as shown_as
from theatre_lab.widgets import _mythic_circus_words as words
from theatre_lab.widgets._base import Args, refusal
from theatre_lab.widgets._mythic_circus_choice import (
    PILES,
    VERB_OF_PHASE,
    VERB_OF_ZONE,
    ZONE_OF_VERB,
    ZONES,
    Choice,
    answers_with,
    chosen_card,
    is_own,
    zone_names,
)
from theatre_lab.widgets._words import Json, listed, plural, whole_number

__all__ = ["Choice"]

PLAYS_FORCED = True
LEDGER = {"": "Performances"}
LEDGER_SUBJECTS = {level: f"{level} shows" for level in reversed(state.LEVELS)}
PLACES = {
    "hand": "hand",
    "stage": "stage",
    "labor": "labor",
    "supply": "supply",
    "discard": "choices",
    "play": "prompt",
    "pile": "piles",
    "hint": "bar",
}

body = _mythic_circus_body.body
prompt = _mythic_circus_prompt.prompt
say_choice = _mythic_circus_prompt.say_choice
task = _mythic_circus_prompt.task
advice = _mythic_circus_prompt.advice
named = words.named
log_line = words.log_line
ending = words.ending


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
        hand = zone_names(view, "hand", view.player)
        name = hand[args.index("index", len(hand))]
        to = args.text("to")
        if to not in ("stage", "labor"):
            raise BadMessage(f"a card is dropped on the stage or at labor, not at {show(to)}")
        return _refused(view, to, name) or f"{to} {name}"
    if verb == "pile":
        return _turn_pile(view, choice, args)
    if verb not in ZONES:
        raise BadMessage(f"there is nothing to {show(verb)} here")
    player = args.index_or_none("player", view.state.players)
    names = zone_names(view, verb, view.player if player is None else player)
    picked = replace(choice, zone=verb, index=args.index("index", len(names)), player=player)
    if picked != choice:
        return picked
    return _press_again(view, picked, names[picked.index])


def _refused(view: View, to: str, name: str) -> Json | None:
    """Why a card may not go there, told at that place; None when it may, or when nothing may be decided now."""
    action = f"{to} {name}"
    if not view.is_to_move or action in view.legal_actions():
        return None
    clause, reason = view.game.refusal(view.state, view.game.parse_action(view.state, action))
    return refusal(to, f"Not possible: {action}.", reason, clause)


def _press_again(view: View, choice: Choice, name: str) -> Choice | str:
    """The second click on a card does what the filled button says; where nothing may be done the rules say why."""
    zone = choice.zone or ""
    if not is_own(view, choice) or not view.is_to_move:
        return Choice(pile=choice.pile)
    answers = answers_with(view, zone, name)
    if answers:
        return answers[0]
    verb = VERB_OF_PHASE.get(view.state.phase, "")
    return f"{verb if ZONE_OF_VERB.get(verb) == zone else VERB_OF_ZONE[zone]} {name}"


def _turn_pile(view: View, choice: Choice, args: Args) -> Choice:
    player = args.index_or_none("player", view.state.players)
    if player is None:
        return replace(choice, pile=None)
    which = args.text("which")
    if which not in PILES:
        raise BadMessage(f"there is no pile {show(which)}; the piles are {listed(PILES)}")
    return replace(choice, pile=None if choice.pile == (player, which) else (player, which))


def choose_card(view: View, choice: Choice, index: int | None) -> Choice:
    """The choice with another card of the hand, or none."""
    count = len(zone_names(view, "hand", view.player))
    if index is None:
        return Choice(pile=choice.pile)
    if type(index) is not int or not 0 <= index < count:
        raise BadInput(f"the hand has the cards 0 to {count - 1}, not {show(index)}" if count else "the hand is empty")
    return Choice(zone="hand", index=index, pile=choice.pile)


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
        chosen = chosen_card(view, choice)
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
