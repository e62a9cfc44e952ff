"""Mythic Circus in sentences: the players' names, the log, the end.

>>> from theatre_lab.api import set_up
>>> match = set_up("mythic-circus", ["Ann", "Ben"], vp=[9, 0], stages=[["Goblin"] * 5 + ["Faun"]], seed=1)
>>> match.play("perform")
>>> log_line(match, 0, viewer=1)["text"]
'performs with TP 10: Mediocre'
>>> ending(match)
('Ann has reached 10 VP in round 1.', 'MC-F3')
>>> kinds(["Faun", "Golem", "Faun"])
['Faun', 'Golem']
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from theatre_lab.core.match import Match
from theatre_lab.games.mythic_circus import performance, rules, scoring, state
from theatre_lab.games.mythic_circus.notation import WOUNDED_MINOTAUR, card_name, named_player, several, verb_of
from theatre_lab.widgets._mythic_circus_cards import card_number
from theatre_lab.widgets._words import Json, listed

__all__ = ["amounts", "ending", "kinds", "log_line", "named", "owner"]


def _is_mine(name: str) -> bool:
    return name == "You"


def owner(name: str, *, first: bool = False) -> str:
    """Whose something is; `first` when a sentence begins with it.

    >>> owner("You"), owner("Bo"), owner("You", first=True)
    ('your', 'Bo’s', 'Your')
    """
    return ("Your" if first else "your") if _is_mine(name) else f"{name}’s"


def _says(name: str, verb: str) -> str:
    """A verb in the third person, or in the second for You."""
    if not _is_mine(name):
        return verb
    word, _, rest = verb.partition(" ")
    return " ".join(filter(None, [{"has": "have", "does": "do", "is": "are"}.get(word, word.removesuffix("s")), rest]))


def named(text: str, names: Sequence[str]) -> str:
    """A text with the players' names for their numbers in notation.

    >>> named("P2 has nobody on stage; choose P1.", ["You", "Bo"])
    'Bo has nobody on stage; choose You.'
    """

    def name_of(found: re.Match[str]) -> str:
        seat, verb = int(found[1]) - 1, found[2] or ""
        if seat >= len(names):
            return found[0]
        return names[seat] + ({" has": " have", " is": " are"}.get(verb, verb) if _is_mine(names[seat]) else verb)

    return re.sub(r"\bP([1-9])\b( has\b| is\b)?", name_of, text).replace("You are you;", "That is you;")


def kinds(names: Sequence[str]) -> list[str]:
    """Each name once, in the order of their first."""
    return list(dict.fromkeys(names))


# ------------------------------------------------------------------ the log

_WORD_LINES = {
    "skip rise": "lets the Phoenix rest",
    "pass": "does not perform",
    "no attack": "attacks nobody",
    "no swap": "swaps no card",
    "no recall": "recalls nobody",
    "no summon": "summons nobody",
    "draw two": "lets the Sphinx draw",
    "no draw": "lets the Sphinx rest",
    "done": "is done sending",
    "end": "ends the turn",
}
_CARD_LINES = {
    "rise": ("discards", "and a Phoenix rises"),
    "stage": ("sends", "on stage"),
    "labor": ("sends", "to labor"),
    "swap": ("discards", "and draws"),
    "recall": ("puts", "on top of the deck"),
    "summon": ("summons", "to the stage"),
    "discard": ("discards", ""),
    "injure": ("loses", ""),
}


def log_line(match: Match, index: int, viewer: int | None) -> Json:
    """A decision of the history for the log; all of it was seen by everybody."""
    ply = match.history[index]
    before = ply.before
    after = match.history[index + 1].before if index + 1 < len(match.history) else match.state
    name = match.names[ply.player]
    verb, gain = verb_of(ply.action), None
    card: str | None = None
    more = _aftermath(match, before, after, ply.player)
    if ply.text in _WORD_LINES:
        text = _says(name, _WORD_LINES[ply.text])
        if ply.text == "pass" and not scoring.workers_on_stage(before, ply.player):
            text = f"{_says(name, 'has')} nobody on stage to perform"
        elif ply.text == "done" and not before.hand_size[ply.player]:
            text = f"{_says(name, 'has')} no card left to send"
    elif ply.text == "perform":
        now = performance(before, ply.player)
        text, gain = f"{_says(name, 'performs')} with TP {now.tp}: {now.level or 'too little'}", now.vp
    elif verb in ("attack", "charge"):
        whom = match.names[named_player(ply.action)]
        what = "attacks" if verb == "attack" else "charges at the Unicorns of"
        text = f"{_says(name, what)} {whom if not _is_mine(whom) else 'you'}"
    else:
        card = ply.text.partition(" ")[2].removesuffix("!")
        if verb == "hire":
            cost = before.rule[state.R_COST + card_number(card)]
            text, more = _says(name, "hires"), [f"for {cost}", *more]
        elif (
            verb == "injure"
            and ply.text != f"injure {WOUNDED_MINOTAUR}"
            and after.wounded[ply.player] > before.wounded[ply.player]
        ):
            text, more = _says(name, "lets the blow fall on"), ["which is wounded", *more]
        else:
            doing, where = _CARD_LINES[verb]
            ending = (
                where.replace("and draws", _says(name, "and draws"))
                if not _is_mine(name)
                else where.replace("draws", "draw")
            )
            text, more = _says(name, doing), [ending, *more]
    if ply.chance:
        more = [*more, "(the deck is shuffled anew)"]
    return {"who": name, "text": text, "card": card, "after": " ".join(filter(None, more)) or None, "gain": gain}


def _aftermath(match: Match, before: Any, after: Any, player: int) -> list[str]:
    """Who was hit without a decision: workers of one kind, or Unicorns."""
    told = []
    for other in range(before.players):
        if other == player:
            continue
        name = match.names[other]
        lost = [
            card_name(card)
            for card in range(len(before.supply))
            for _ in range(before.stage[other][card] - after.stage[other][card])
        ]
        if lost:
            told.append(f"→ {name} {_says(name, 'loses')} {amounts(lost)}")
        elif after.wounded[other] > before.wounded[other]:
            told.append(f"→ {owner(name)} Minotaur is wounded")
    return told


def amounts(names: Sequence[str]) -> str:
    """Cards as a phrase.

    >>> amounts(["Unicorn", "Unicorn", "Faun"])
    '2 Unicorns and a Faun'
    """
    return listed(
        [f"a {name}" if names.count(name) == 1 else several(names.count(name), name) for name in kinds(names)]
    )


def ending(match: Match) -> tuple[str, str | None]:
    """Why the winner won, and the clause that says so."""
    s, goal = match.state, match.state.rule[state.R_WINNING_VP]
    if s.ended == state.REACHED_GOAL:
        name = match.names[s.active]
        return f"{name} {_says(name, 'has')} reached {goal} VP in round {s.rounds_done + 1}.", "MC-F3"
    tps = ", ".join(f"{name} {scoring.total_performance(s, player)}" for player, name in enumerate(match.names))
    best = max(s.vp[player] for player in range(s.players))
    is_close = sum(s.vp[player] == best for player in range(s.players)) > 1
    tie = f" With equal VP the TP on stage decides: {tps}." if is_close else ""
    if rules.is_goal_reached(s):
        return f"Somebody had {goal} VP, and round {s.rounds_done} was played to its end.{tie}", "MC-F3"
    return f"Round {s.max_turns} was the last.{tie}", "MC-F4"
