"""Mythic Circus's cards and actions in words.

>>> from theatre_lab.api import new_match
>>> s = new_match("mythic-circus", 2, seed=1).state
>>> action = parse_action(s, "stage Goblin")
>>> action_text(action), verb_of(action), verb_of(parse_action(s, "pass"))
('stage Goblin', 'stage', 'pass')
>>> parse_action(s, "stage")
Traceback (most recent call last):
theatre_lab.core.errors.NotationError: 'stage' lacks a card; write 'stage Goblin'
"""

from __future__ import annotations

import difflib
from typing import Any

from theatre_lab.core.errors import NotationError
from theatre_lab.core.options import show
from theatre_lab.games.mythic_circus import actions, scoring
from theatre_lab.games.mythic_circus.cards import KINDS, MINOTAUR, NAMES
from theatre_lab.games.mythic_circus.state import LEVELS, R_MINOTAUR_WOUNDS, State

__all__ = [
    "WOUNDED_MINOTAUR",
    "action_text",
    "card_name",
    "describe_action",
    "listed",
    "parse_action",
    "parse_card",
    "player_name",
    "several",
    "verb_of",
    "with_article",
]

WOUNDED_MINOTAUR = "Minotaur!"

_WORDS = {
    "skip rise": actions.SKIP_RISE,
    "perform": actions.PERFORM,
    "pass": actions.PASS,
    "no attack": actions.NO_ATTACK,
    "no swap": actions.NO_SWAP,
    "no recall": actions.NO_RECALL,
    "no summon": actions.NO_SUMMON,
    "draw two": actions.DRAW_TWO,
    "no draw": actions.NO_DRAW,
    "done": actions.DONE,
    "end": actions.END,
}
_PLURALS = {"Werewolf": "Werewolves", "Fairy": "Fairies", "Phoenix": "Phoenixes", "Sphinx": "Sphinxes"}
_WORD_TEXTS = {action: text for text, action in _WORDS.items()}
_WITH_PLAYER = {"attack": actions.ATTACK_PLAYER, "charge": actions.CHARGE_PLAYER}
_WITH_CARD = {
    "rise": actions.RISE_CARD,
    "stage": actions.STAGE_CARD,
    "labor": actions.LABOR_CARD,
    "swap": actions.SWAP_CARD,
    "recall": actions.RECALL_CARD,
    "summon": actions.SUMMON_CARD,
    "discard": actions.DISCARD_CARD,
    "hire": actions.HIRE_CARD,
    "injure": actions.INJURE_CARD,
}
_CARD_ACTIONS = {first + card: (verb, card) for verb, first in _WITH_CARD.items() for card in range(KINDS)}


def card_name(card: int) -> str:
    """A card's name.

    >>> card_name(3)
    'Goblin'
    """
    return NAMES[card]


def with_article(name: str) -> str:
    """A card's name as a sentence needs it.

    >>> with_article("Unicorn"), with_article("wounded Minotaur")
    ('a Unicorn', 'a wounded Minotaur')
    """
    return f"a {name}"


def several(number: int, name: str) -> str:
    """A number of cards of one name.

    >>> several(1, "Phoenix"), several(2, "Phoenix"), several(3, "Golem")
    ('1 Phoenix', '2 Phoenixes', '3 Golems')
    """
    return f"{number} {name if number == 1 else _PLURALS.get(name, name + 's')}"


def listed(names: list[str], word: str = "and") -> str:
    """Names as a sentence lists them.

    >>> listed(["Faun", "Golem", "Sphinx"]), listed(["P1", "P3"], "or")
    ('Faun, Golem and Sphinx', 'P1 or P3')
    """
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"


def player_name(player: int) -> str:
    """A player in notation: seat numbers count from 1.

    >>> player_name(0)
    'P1'
    """
    return f"P{player + 1}"


def parse_card(text: object) -> int:
    """The card of that name; NotationError suggests the nearest.

    >>> card_name(parse_card("Golem"))
    'Golem'
    >>> parse_card("Gollem")
    Traceback (most recent call last):
    theatre_lab.core.errors.NotationError: there is no card 'Gollem'; did you mean 'Golem'?
    """
    if isinstance(text, str) and text in NAMES:
        return NAMES.index(text)
    near = difflib.get_close_matches(text[:40], NAMES, n=1) if isinstance(text, str) else []
    hint = f"did you mean {near[0]!r}?" if near else f"the cards are {listed(list(NAMES))}"
    raise NotationError(f"there is no card {show(text)}; {hint}")


def _parse_player(s: State, text: str) -> int:
    names = [player_name(player) for player in range(s.players)]
    if text not in names:
        raise NotationError(f"there is no player {show(text)}; the players are {listed(names)}")
    return names.index(text)


def verb_of(action: int) -> str:
    """An action's verb, or its words where it names neither card nor player."""
    if action in _WORD_TEXTS:
        return _WORD_TEXTS[action]
    if action == actions.INJURE_WOUNDED:
        return "injure"
    if action in _CARD_ACTIONS:
        return _CARD_ACTIONS[action][0]
    return "attack" if action < actions.CHARGE_PLAYER else "charge"


def named_card(action: int) -> int:
    """The card that an action names; -1 when it names none."""
    if action == actions.INJURE_WOUNDED:
        return MINOTAUR
    return _CARD_ACTIONS[action][1] if action in _CARD_ACTIONS else -1


def named_player(action: int) -> int:
    """The player that an action names; -1 when it names none."""
    if actions.ATTACK_PLAYER <= action < actions.CHARGE_PLAYER:
        return action - actions.ATTACK_PLAYER
    if actions.CHARGE_PLAYER <= action < actions.RISE_CARD:
        return action - actions.CHARGE_PLAYER
    return -1


def action_text(action: int) -> str:
    """An action in notation.

    >>> action_text(actions.PERFORM), action_text(actions.INJURE_WOUNDED)
    ('perform', 'injure Minotaur!')
    """
    if action in _WORD_TEXTS:
        return _WORD_TEXTS[action]
    if action == actions.INJURE_WOUNDED:
        return f"injure {WOUNDED_MINOTAUR}"
    if action in _CARD_ACTIONS:
        return f"{verb_of(action)} {card_name(named_card(action))}"
    return f"{verb_of(action)} {player_name(named_player(action))}"


def parse_action(s: State, text: str) -> int:
    """The action a text means, legal or not; NotationError when it means nothing in this game."""
    if text in _WORDS:
        return _WORDS[text]
    verb, _, rest = text.partition(" ")
    if text == f"injure {WOUNDED_MINOTAUR}":
        return actions.INJURE_WOUNDED
    if verb in _WITH_CARD and rest:
        return _WITH_CARD[verb] + parse_card(rest)
    if verb in _WITH_PLAYER and rest:
        return _WITH_PLAYER[verb] + _parse_player(s, rest)
    if verb in _WITH_CARD:
        raise NotationError(f"{show(text)} lacks a card; write '{verb} Goblin'")
    if verb in _WITH_PLAYER:
        raise NotationError(f"{show(text)} lacks a player; write '{verb} P2'")
    near = difflib.get_close_matches(text[:40], [*_WORDS, *_WITH_CARD, *_WITH_PLAYER], n=1)
    hint = f"did you mean {near[0]!r}?" if near else "write 'stage Goblin', 'labor Golem' or 'done'"
    raise NotationError(f"{show(text)} is no action of Mythic Circus; {hint}")


# ------------------------------------------------------------- the log

_WORD_FRAGMENTS = {
    actions.SKIP_RISE: "lets the Phoenix rest",
    actions.PASS: "does not perform",
    actions.NO_ATTACK: "attacks nobody",
    actions.NO_SWAP: "swaps no card",
    actions.NO_RECALL: "recalls nobody",
    actions.NO_SUMMON: "summons nobody",
    actions.DRAW_TWO: "lets the Sphinx draw",
    actions.NO_DRAW: "lets the Sphinx rest",
    actions.DONE: "has sent all workers",
    actions.END: "ends the turn",
}
_CARD_FRAGMENTS = {
    "rise": "discards {} and a Phoenix rises",
    "stage": "sends {} on stage",
    "labor": "sends {} to labor",
    "swap": "discards {} and draws a card",
    "recall": "puts {} on top of the deck",
    "summon": "summons {} to the stage",
    "discard": "discards {}",
    "hire": "hires {}",
}


def _injury_fragment(s: State, action: int) -> str:
    if action == actions.INJURE_WOUNDED:
        return "loses a wounded Minotaur"
    card = named_card(action)
    if card == MINOTAUR and s.rule[R_MINOTAUR_WOUNDS] > 0:
        return "has a Minotaur wounded"
    return f"loses {with_article(card_name(card))}"


def _performance_fragment(s: State) -> str:
    tp = scoring.total_performance(s, s.active)
    grade = scoring.grade_of(s, tp)
    if not grade:
        return f"performs with TP {tp}, which earns nothing"
    return f"performs with TP {tp}: {LEVELS[grade - 1]}, {scoring.grade_vp(s, grade)} VP"


def describe_action(s: Any, action: int) -> str:
    """An action for the log, as everybody may read it; nothing in this game is done face down.

    >>> describe_action(State(), parse_action(State(), "stage Werewolf"))
    'sends a Werewolf on stage'
    """
    if action in _WORD_FRAGMENTS:
        return _WORD_FRAGMENTS[action]
    if action == actions.PERFORM:
        return _performance_fragment(s)
    verb = verb_of(action)
    if verb == "injure":
        return _injury_fragment(s, action)
    if verb in _CARD_FRAGMENTS:
        return _CARD_FRAGMENTS[verb].format(with_article(card_name(named_card(action))))
    target = player_name(named_player(action))
    return f"attacks {target}" if verb == "attack" else f"charges at the Unicorns of {target}"
