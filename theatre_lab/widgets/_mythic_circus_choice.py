"""What may be picked at Mythic Circus's table, and what may be done with it: readings of a view.

>>> from theatre_lab.api import set_up
>>> names = ["You", "Ben"]
>>> match = set_up("mythic-circus", names, phase="send", hands=[["Goblin", "Golem"]], stages=[["Faun"]], seed=1)
>>> view, choice = match.view(0), Choice("hand", 0)
>>> own_seat(view)["stage"], zone_names(view, "hand", 0), live_zone(view)
(['Faun'], ['Goblin', 'Golem'], 'hand')
>>> chosen_card(view, choice), is_own(view, choice), called("Goblin"), called("Minotaur!")
('Goblin', True, 'Goblin', 'The wounded Minotaur')
>>> answers_with(view, "hand", "Goblin"), wordless_answers(view)
(['stage Goblin', 'labor Goblin'], ['done'])
>>> why_not(view, "stage Golem", names)
{'text': 'You cannot send a Golem on stage.', 'rule': 'MC-A4'}
>>> in_reach(view.state, points=2)
['Goblin']
>>> after = with_one_more(view.state, 0, shown_as.card_number("Goblin"))
>>> shown_as.stage_names(after, 0), shown_as.stage_names(with_injury(after, 0, "Faun"), 0)
(['Goblin', 'Faun'], ['Goblin'])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from theatre_lab.core.game import View
from theatre_lab.games.mythic_circus import rules, state
from theatre_lab.games.mythic_circus.cards import MINOTAUR
from theatre_lab.games.mythic_circus.notation import WOUNDED_MINOTAUR, card_name, verb_of
from theatre_lab.widgets import _mythic_circus_cards as shown_as
from theatre_lab.widgets import _mythic_circus_words as words
from theatre_lab.widgets._words import Json

__all__ = [
    "PILES",
    "VERB_OF_PHASE",
    "VERB_OF_ZONE",
    "ZONES",
    "ZONE_OF_VERB",
    "Choice",
    "answers_with",
    "called",
    "chosen_card",
    "in_reach",
    "is_own",
    "live_zone",
    "own_seat",
    "why_not",
    "with_injury",
    "with_one_more",
    "wordless_answers",
    "zone_names",
]

ZONES = ("hand", "stage", "labor", "supply", "discard")
PILES = ("discard", "rest")
ZONE_OF_VERB = {
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
VERB_OF_PHASE = {
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
VERB_OF_ZONE = {"hand": "stage", "stage": "injure", "labor": "labor", "supply": "hire", "discard": "recall"}
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


def own_seat(view: View) -> Json:
    """The viewer's own seat of the view, as plain data (see `describe_view` of the game)."""
    seat: Json = view.as_dict()["seats"][view.player]
    return seat


def zone_names(view: View, zone: str, player: int) -> list[str]:
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


def chosen_card(view: View, choice: Choice) -> str | None:
    """The card that is picked, by name."""
    if choice.zone is None:
        return None
    names = zone_names(view, choice.zone, view.player if choice.player is None else choice.player)
    return names[choice.index] if choice.index < len(names) else None


def called(name: str) -> str:
    """How a card of a stage is called in a sentence."""
    return "The wounded Minotaur" if name == WOUNDED_MINOTAUR else name


def is_own(view: View, choice: Choice) -> bool:
    """Does what is picked belong to the viewer?"""
    return choice.player in (None, view.player)


def live_zone(view: View) -> str | None:
    """The zone that holds the answers, when the viewer decides by a card; `players` when by a player."""
    s = view.state
    if not view.is_to_move:
        return None
    if s.phase in (state.ATTACK_PHASE, state.CHARGE_PHASE):
        return "players"
    verb = VERB_OF_PHASE.get(s.phase)
    return ZONE_OF_VERB[verb] if verb else None


def answers_with(view: View, zone: str, name: str) -> list[str]:
    """What may be done with a card now, in notation."""
    legal = view.legal_actions()
    return [f"{verb} {name}" for verb, at in ZONE_OF_VERB.items() if at == zone and f"{verb} {name}" in legal]


def wordless_answers(view: View) -> list[str]:
    """The answers that name no card; to pass comes last."""
    s, game = view.state, view.game
    words = [text for text in view.legal_actions() if verb_of(game.parse_action(s, text)) not in ZONE_OF_VERB]
    return sorted(words, key=lambda text: text == "pass")


def why_not(view: View, text: str, names: Sequence[str]) -> Json:
    """Why an action is refused now: `text`, with the players' names, and the clause as `rule`."""
    clause, reason = view.game.refusal(view.state, view.game.parse_action(view.state, text))
    return {"text": words.named(reason, names), "rule": clause}


def with_one_more(s: Any, player: int, card: int) -> Any:
    """The state with one more worker on the player's stage, and nothing else done."""
    after = s.copy()
    after.stage[player][card] += 1
    return after


def with_injury(s: Any, player: int, name: str) -> Any:
    """The state after one injury on the player's stage (MC-W3); a Minotaur is wounded first (MC-A8)."""
    after, card = s.copy(), shown_as.card_number(name)
    if card == MINOTAUR and name != WOUNDED_MINOTAUR and s.rule[state.R_MINOTAUR_WOUNDS]:
        after.wounded[player] += 1
        return after
    after.stage[player][card] -= 1
    after.wounded[player] -= name == WOUNDED_MINOTAUR
    return after


def in_reach(s: Any, points: int) -> list[str]:
    """The names of the cards in supply that so many labor points can hire."""
    after = s.copy()
    after.points = points
    return [card_name(card) for card in range(len(s.supply)) if rules.can_be_hired(after, card)]
