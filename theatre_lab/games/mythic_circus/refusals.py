"""Why an action is not legal: the clause that forbids it, and the reason in words."""

from __future__ import annotations

from typing import Any

from theatre_lab.games.mythic_circus import actions, rules, state
from theatre_lab.games.mythic_circus.cards import (
    DARING_GNOME,
    FAIRY,
    GOLEM,
    HIREABLE,
    MERMAID,
    MINOTAUR,
    MISCHIEVOUS_GNOME,
    WORKING_GNOME,
)
from theatre_lab.games.mythic_circus.notation import (
    card_name,
    named_card,
    named_player,
    player_name,
    verb_of,
    with_article,
)
from theatre_lab.games.mythic_circus.state import State

__all__ = ["refusal"]

Reason = tuple[str, str]

_PLACE_CLAUSES = {
    WORKING_GNOME: "MC-A1",
    DARING_GNOME: "MC-A1",
    MISCHIEVOUS_GNOME: "MC-A2",
    GOLEM: "MC-A4",
    MERMAID: "MC-A5",
    FAIRY: "MC-A9",
}
"""The clause that says where a kind may go; MC-W1 for all others."""

_PHASE_OF_VERB = {
    "rise": state.RISE_PHASE,
    "skip rise": state.RISE_PHASE,
    "perform": state.PERFORM_PHASE,
    "pass": state.PERFORM_PHASE,
    "stage": state.SEND_PHASE,
    "labor": state.SEND_PHASE,
    "done": state.SEND_PHASE,
    "attack": state.ATTACK_PHASE,
    "no attack": state.ATTACK_PHASE,
    "injure": state.INJURE_PHASE,
    "swap": state.SWAP_PHASE,
    "no swap": state.SWAP_PHASE,
    "recall": state.RECALL_PHASE,
    "no recall": state.RECALL_PHASE,
    "summon": state.SUMMON_PHASE,
    "no summon": state.SUMMON_PHASE,
    "draw two": state.DRAW_PHASE,
    "no draw": state.DRAW_PHASE,
    "discard": state.DISCARD_PHASE,
    "charge": state.CHARGE_PHASE,
    "hire": state.HIRE_PHASE,
    "end": state.HIRE_PHASE,
}

_PENDING = {
    state.RISE_PHASE: ("MC-P1", "First settle the Phoenix: rise by a discard, or skip rise."),
    state.PERFORM_PHASE: ("MC-F1", "First say whether you perform or pass."),
    state.ATTACK_PHASE: ("MC-W3", "First settle the attack: name a player, or no attack."),
    state.INJURE_PHASE: ("MC-W3", "First the attacked player says which worker is injured."),
    state.SWAP_PHASE: ("MC-A3", "First settle the Goblin: swap a card, or no swap."),
    state.RECALL_PHASE: ("MC-A5", "First settle the Mermaid: recall a card, or no recall."),
    state.SUMMON_PHASE: ("MC-A9", "First settle the Fairy: summon a worker, or no summon."),
    state.DRAW_PHASE: ("MC-A10", "First settle the Sphinx: draw two, or no draw."),
    state.DISCARD_PHASE: ("MC-A10", "First discard for the Sphinx."),
    state.CHARGE_PHASE: ("MC-A12", "First the Unicorn charges: name a player."),
}
"""What must be decided before anything else can be done."""

_ONLY_WHEN_ASKED = {
    "attack": ("MC-W3", "You attack only as a Mischievous Gnome or a Werewolf enters the stage."),
    "injure": ("MC-W3", "Nobody has attacked; nobody is injured."),
    "swap": ("MC-A3", "You swap only as a Goblin enters the stage."),
    "recall": ("MC-A5", "You recall only as a Mermaid enters the stage."),
    "summon": ("MC-A9", "You summon only as a Fairy enters the stage."),
    "discard": ("MC-A10", "You discard only after a Sphinx's draw. Left-over cards go at the end."),
    "charge": ("MC-A12", "You charge only as a Unicorn enters the stage."),
    "draw two": ("MC-A10", "You draw only as a Sphinx enters the stage."),
}


def refusal(s: Any, action: int) -> Reason:
    """The clause and the reason why an action is not legal now.

    >>> from theatre_lab.api import new_match
    >>> from theatre_lab.games.mythic_circus.notation import parse_action
    >>> s = new_match("mythic-circus", 2, seed=1).state
    >>> refusal(s, parse_action(s, "perform"))
    ('MC-F1', 'Nobody is on your stage; you can only pass.')
    """
    if s.phase == state.OVER:
        return _refuse_after_the_end(s)
    if s.phase == state.SHUFFLE_DUE:
        return "MC-E2", "First a deck must be shuffled."
    verb = verb_of(action)
    if _PHASE_OF_VERB[verb] != s.phase:
        return _refuse_out_of_turn(s, verb)
    card = named_card(action)
    if verb in ("attack", "charge"):
        return _refuse_player(s, verb, named_player(action))
    if verb == "perform":
        return "MC-F1", "Nobody is on your stage; you can only pass."
    if verb == "injure":
        return _refuse_injury(s, action)
    if verb == "recall":
        return "MC-A5", f"There is no {card_name(card)} in your discard pile."
    if verb == "summon":
        return _refuse_summon(s, card)
    if verb == "hire":
        return _refuse_hire(s, card)
    if s.hand[s.active][card] == 0:
        return _HAND_CLAUSES[verb], f"There is no {card_name(card)} in your hand."
    return _refuse_place(card, verb)


_HAND_CLAUSES = {
    "rise": "MC-P1",
    "stage": "MC-W1",
    "labor": "MC-W1",
    "swap": "MC-A3",
    "discard": "MC-A10",
}


def _refuse_after_the_end(s: State) -> Reason:
    if s.ended == state.REACHED_GOAL:
        goal = s.rule[state.R_WINNING_VP]
        return "MC-F3", f"The game is over: {player_name(s.active)} has reached {goal} VP."
    if rules.is_goal_reached(s):
        return "MC-F3", "The game is over: the round in which the goal was reached is finished."
    return "MC-F4", f"The game is over: round {s.max_turns} was the last."


def _refuse_out_of_turn(s: State, verb: str) -> Reason:
    if s.phase in _PENDING and s.phase not in (state.RISE_PHASE, state.PERFORM_PHASE):
        return _PENDING[s.phase]
    base = verb.removeprefix("no ") if verb != "no draw" else "draw two"
    if base in _ONLY_WHEN_ASKED:
        return _ONLY_WHEN_ASKED[base]
    if verb in ("rise", "skip rise"):
        return _refuse_rise(s)
    if s.phase in _PENDING:
        return _PENDING[s.phase]
    if verb in ("perform", "pass"):
        return "MC-F1", "Performing comes first in a turn; this turn it is behind you."
    if s.phase == state.SEND_PHASE:
        return "MC-H1", "Hiring comes after sending; say done first."
    return "MC-W1", "Sending is over for this turn; now hire, or end the turn."


def _refuse_rise(s: State) -> Reason:
    if s.phase == state.PERFORM_PHASE:
        return "MC-P1", "No Phoenix in your discard pile can rise (any more) this turn."
    return "MC-P1", "A Phoenix rises only at the beginning of a turn, before you perform or pass."


def _refuse_player(s: State, verb: str, player: int) -> Reason:
    clause = "MC-W3" if verb == "attack" else "MC-A12"
    if player >= s.players:
        return clause, f"There is no {player_name(player)} in this game."
    if player == s.active:
        return clause, f"{player_name(player)} is you; choose another player."
    return clause, f"{player_name(player)} has nobody on stage to be injured."


def _refuse_injury(s: State, action: int) -> Reason:
    if action == actions.INJURE_WOUNDED:
        return "MC-A8", "No Minotaur of yours on stage is wounded."
    card = named_card(action)
    if card == MINOTAUR and s.stage[s.victim][MINOTAUR]:
        return "MC-A8", "Your Minotaur is wounded already; write 'injure Minotaur!'."
    return "MC-W3", f"You have no {card_name(card)} on stage."


def _refuse_summon(s: State, card: int) -> Reason:
    name = card_name(card)
    limit = s.rule[state.R_SUMMON_COST_BELOW]
    cost = s.rule[state.R_COST + card]
    if s.rule[state.R_PERFORMANCE + card] < 0:
        return "MC-A9", f"A {name} may not go on stage."
    if cost >= limit:
        return "MC-A9", f"{name}: costs {cost}; a Fairy summons only what costs less than {limit}."
    return "MC-A9", f"There is no {name} in your discard pile."


def _refuse_hire(s: State, card: int) -> Reason:
    name = card_name(card)
    cost = s.rule[state.R_COST + card]
    if not HIREABLE[card]:
        return "MC-S2", f"{name}: gnomes are not for hire."
    if s.hired[card] and s.rule[state.R_ONE_OF_A_TYPE]:
        return "MC-H1", f"You have hired a {name} this turn; one of each type is the limit."
    if s.supply[card] == 0:
        return "MC-H1", f"The {name} pile is empty."
    return "MC-H1", f"A {name} costs {cost} and you have {s.points} left."


def _refuse_place(card: int, verb: str) -> Reason:
    name = with_article(card_name(card))
    place = "on stage" if verb == "stage" else "to labor"
    return _PLACE_CLAUSES.get(card, "MC-W1"), f"You cannot send {name} {place}."
