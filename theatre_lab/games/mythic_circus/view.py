"""What a player may know of a game of Mythic Circus, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theatre_lab.games.mythic_circus import knowledge, rules, state
from theatre_lab.games.mythic_circus.breakdown import performance
from theatre_lab.games.mythic_circus.cards import ABILITY, HIREABLE, KINDS, MINOTAUR, MISCHIEVOUS_GNOME, NAMES
from theatre_lab.games.mythic_circus.notation import WOUNDED_MINOTAUR, card_name, player_name
from theatre_lab.games.mythic_circus.state import State

__all__ = ["PHASES", "card_facts", "describe_view"]

PHASES = (
    "shuffle",
    "rise",
    "perform",
    "send",
    "attack",
    "injure",
    "swap",
    "recall",
    "summon",
    "draw",
    "discard",
    "charge",
    "hire",
    "over",
)

_NUMBER_WORDS = ("none", "one", "two", "three", "four", "five")
_ABILITY_TEXTS = (
    "No ability.",
    "On stage: you may attack another player{attacks}.",
    "On stage: you may discard a card, then draw {goblin}.",
    "At labor: draw {golem}.",
    "On stage: you may put a card of your discard pile on top of your deck.",
    "Performs {faun} for each other worker on your stage.",
    "Takes {blows} to injure.",
    "On stage: you may summon a worker that costs less than {below} from your discard pile.",
    "At the start of your turn: discard a card to take it back from your discard pile.",
    "On stage: injures all Unicorns of another player.",
    "On stage: you may draw {draws}, then discard {discards}.",
)
_ABILITY_CLAUSES = (
    "MC-A1", "", "MC-A3", "MC-A4", "MC-A5", "MC-A6", "MC-A8", "MC-A9", "MC-A11", "MC-A12", "MC-A10",
)  # fmt: skip
_ATTACK_CLAUSES = {"Mischievous Gnome": "MC-A2", "Werewolf": "MC-A7"}


def _ability_text(s: State, card: int) -> str:
    """What a kind of card can do, with the numbers of these rules."""
    rule = s.rule
    attacks = rule[state.R_GNOME_ATTACKS if card == MISCHIEVOUS_GNOME else state.R_WEREWOLF_ATTACKS]
    return _ABILITY_TEXTS[ABILITY[card]].format(
        attacks="" if attacks == 1 else f", {attacks} times",
        goblin=_NUMBER_WORDS[rule[state.R_GOBLIN_DRAWS]],
        golem="a card" if rule[state.R_GOLEM_DRAWS] == 1 else f"{_NUMBER_WORDS[rule[state.R_GOLEM_DRAWS]]} cards",
        faun=rule[state.R_FAUN_PER_OTHER],
        blows="two attacks" if rule[state.R_MINOTAUR_WOUNDS] else "one attack",
        below=rule[state.R_SUMMON_COST_BELOW],
        draws=_NUMBER_WORDS[rule[state.R_SPHINX_DRAWS]],
        discards=_NUMBER_WORDS[rule[state.R_SPHINX_DISCARDS]],
    )


def card_facts(s: Any, card: int) -> dict[str, Any]:
    """A kind of card for people: name, cost, values (None where it may not go), ability and its clause.

    >>> from theatre_lab.games.mythic_circus import circus_state
    >>> card_facts(circus_state(), 4)
    {'card': 'Golem', 'cost': 3, 'labor': 2, 'performance': None, 'hireable': True,
     'ability': 'At labor: draw a card.', 'clause': 'MC-A4'}
    """
    labor = s.rule[state.R_LABOR + card]
    value = s.rule[state.R_PERFORMANCE + card]
    return {
        "card": card_name(card),
        "cost": s.rule[state.R_COST + card],
        "labor": labor if labor >= 0 else None,
        "performance": value if value >= 0 else None,
        "hireable": bool(HIREABLE[card]),
        "ability": _ability_text(s, card),
        "clause": _ATTACK_CLAUSES.get(card_name(card), _ABILITY_CLAUSES[ABILITY[card]]),
    }


def _names(counts: Sequence[int]) -> list[str]:
    return [NAMES[card] for card in range(KINDS) for _ in range(counts[card])]


def _stage(s: State, player: int) -> list[str]:
    names = []
    for card in range(KINDS):
        wounded = s.wounded[player] if card == MINOTAUR else 0
        names += [NAMES[card]] * (s.stage[player][card] - wounded) + [WOUNDED_MINOTAUR] * wounded
    return names


def _show(s: State, player: int) -> dict[str, Any]:
    now = performance(s, player)
    return {
        "tp": now.tp,
        "level": now.level,
        "vp": now.vp,
        "next_level": now.next_level,
        "next_vp": now.next_vp,
        "missing": now.missing,
        "parts": [{"who": part.who, "rule": part.rule, "points": part.points, "text": part.text} for part in now.parts],
    }


def _seat(s: State, player: int, viewer: int) -> dict[str, Any]:
    top = range(s.deck_size[player] - 1, s.deck_size[player] - s.known_top[player] - 1, -1)
    hidden = [knowledge.unplaced(s, player, card) for card in range(KINDS)]
    return {
        "player": player_name(player),
        "vp": s.vp[player],
        "stage": _stage(s, player),
        "show": _show(s, player),
        "labor": _names(s.labor) if player == s.active else [],
        "hand_count": s.hand_size[player],
        "hand": _names(s.hand[player]) if player == viewer else None,
        "known_in_hand": _names(s.seen[player]),
        "deck_count": s.deck_size[player],
        "deck_top": [card_name(s.deck[player][i]) for i in top],
        "deck_or_hand" if player != viewer else "deck_rest": _names(hidden),
        "discard": _names(s.discard[player]),
        "owned": {NAMES[card]: n for card, n in enumerate(s.owned[player]) if n},
    }


def _pile(s: State, card: int) -> dict[str, Any]:
    """A supply pile: what stops a hire now is `why_not`, None when it can be hired (MC-H1)."""
    why_not = None
    if s.supply[card] == 0:
        why_not = "sold out"
    elif s.hired[card] and s.rule[state.R_ONE_OF_A_TYPE]:
        why_not = "one of each type a turn"
    elif s.rule[state.R_COST + card] > s.points:
        why_not = f"costs {s.rule[state.R_COST + card]}, you have {s.points}"
    return {
        **card_facts(s, card),
        "left": s.supply[card],
        "hired": s.hired[card],
        "why_not": why_not if s.phase == state.HIRE_PHASE else None,
    }


def _decision(s: State, viewer: int) -> str:
    """The pending decision in words, for the viewer."""
    if s.phase == state.OVER:
        return _ending(s)
    if s.phase == state.SHUFFLE_DUE:
        return f"{player_name(s.drawer)} shuffles."
    mover = rules.to_move(s)
    if mover == viewer:
        return _OWN_DECISIONS[s.phase].format(
            rises=s.rises, points=s.points, discards=s.to_discard, attacker=player_name(s.active)
        )
    return f"{player_name(mover)} {_OTHERS_DECISIONS[s.phase]}"


_OWN_DECISIONS = {
    state.RISE_PHASE: "Discard a card to bring back a Phoenix, or let it rest ({rises} possible).",
    state.PERFORM_PHASE: "Perform now, or pass and keep your stage.",
    state.SEND_PHASE: "Send a worker on stage or to labor, or be done.",
    state.ATTACK_PHASE: "Choose a player to attack, or attack nobody.",
    state.INJURE_PHASE: "{attacker} attacks: choose a worker to be injured.",
    state.SWAP_PHASE: "Goblin: discard a card to draw one, or keep your hand.",
    state.RECALL_PHASE: "Mermaid: put a card of your discard pile on your deck, or none.",
    state.SUMMON_PHASE: "Fairy: summon a worker from your discard pile, or none.",
    state.DRAW_PHASE: "Sphinx: draw cards and discard as many, or not?",
    state.DISCARD_PHASE: "Sphinx: choose a card to discard ({discards} to go).",
    state.CHARGE_PHASE: "Unicorn: choose a player whose Unicorns are injured.",
    state.HIRE_PHASE: "Hire workers with {points} labor points, or end your turn.",
}
_OTHERS_DECISIONS = {
    state.RISE_PHASE: "may bring back a Phoenix.",
    state.PERFORM_PHASE: "performs or passes.",
    state.SEND_PHASE: "sends workers.",
    state.ATTACK_PHASE: "may attack.",
    state.INJURE_PHASE: "chooses a worker to be injured.",
    state.SWAP_PHASE: "may swap a card for the Goblin.",
    state.RECALL_PHASE: "may recall a card for the Mermaid.",
    state.SUMMON_PHASE: "may summon a worker for the Fairy.",
    state.DRAW_PHASE: "may draw for the Sphinx.",
    state.DISCARD_PHASE: "discards for the Sphinx.",
    state.CHARGE_PHASE: "chooses where the Unicorn charges.",
    state.HIRE_PHASE: "hires.",
}


def _ending(s: State) -> str:
    winners = [player_name(p) for p in range(s.players) if rules.payoff(s, p)]
    who = f"{winners[0]} wins" if len(winners) == 1 else f"{', '.join(winners)} share the win"
    if s.ended == state.REACHED_GOAL:
        return f"{who} with {s.vp[s.active]} VP."
    return f"{who} after round {s.rounds_done}."


def describe_view(s: Any, player: int) -> dict[str, Any]:
    """The view of one player as JSON data, from a state concealed for that player.

    Keys: `players`, `viewer`, `phase` (see PHASES), `to_move` (None when nobody decides), `active`,
    `decision` (the pending decision in words), `round` (from 1), `max_turns`, `finish`, `goal` (VP),
    `rises_left`, `attacks_left`, `points` (labor points left), `supply` (a pile each), `seats` (one a
    player), `cards` (the facts of all kinds), `scores`, `winners`, `ending` (None or words). A seat
    has `stage` and `show` (its TP, why, and what the next level needs), `labor`, `hand` (None for
    others), `known_in_hand` (what everybody knows of it), `deck_top` (known cards, top first),
    `discard`, `owned`, and what lies in the rest of the deck, in no order: `deck_rest` for the
    viewer, `deck_or_hand` for others, where the two cannot be told apart.

    >>> from theatre_lab.api import new_match
    >>> view = new_match("mythic-circus", 2, seed=1).view(0)
    >>> data = describe_view(view.state, 0)
    >>> data["phase"], data["goal"], data["seats"][0]["hand"], data["seats"][1]["hand"]
    ('perform', 10, ['Working Gnome', 'Working Gnome', 'Working Gnome', 'Daring Gnome', 'Mischievous Gnome'], None)
    """
    is_over = s.phase == state.OVER
    is_waiting = is_over or s.phase == state.SHUFFLE_DUE
    return {
        "players": s.players,
        "viewer": player,
        "phase": PHASES[s.phase],
        "to_move": None if is_waiting else rules.to_move(s),
        "active": s.active,
        "decision": _decision(s, player),
        "round": s.rounds_done + (0 if is_over and s.ended == state.JUDGED else 1),
        "max_turns": s.max_turns,
        "finish": "round" if s.finishes_round else "first",
        "goal": s.rule[state.R_WINNING_VP],
        "rises_left": s.rises,
        "attacks_left": s.attacks,
        "points": s.points,
        "supply": [_pile(s, card) for card in range(KINDS) if HIREABLE[card]],
        "seats": [_seat(s, seat, player) for seat in range(s.players)],
        "cards": [card_facts(s, card) for card in range(KINDS)],
        "scores": [rules.score(s, p) for p in range(s.players)],
        "winners": [p for p in range(s.players) if is_over and rules.payoff(s, p)],
        "ending": _ending(s) if is_over else None,
    }
