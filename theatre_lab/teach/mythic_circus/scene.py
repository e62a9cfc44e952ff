"""A ring of Mythic Circus to ask about: cards laid out by name, everything else left to the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from theatre_lab.core.game import Part
from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, Performance, circus_state, performance
from theatre_lab.games.mythic_circus.cards import CARDS, NAMES, NOT_ALLOWED, Card
from theatre_lab.games.mythic_circus.notation import WOUNDED_MINOTAUR, several
from theatre_lab.teach.drills import Luck, NoExample

__all__ = ["BEN", "LABORERS", "PERFORMERS", "Scene", "card_of", "counted", "crowd"]

BEN = "Ben"
PERFORMERS = tuple(card.name for card in CARDS if card.performance != NOT_ALLOWED)
"""Who may go on stage."""
LABORERS = tuple(card.name for card in CARDS if card.labor != NOT_ALLOWED)
"""Who may go to labor."""


def card_of(name: str) -> Card:
    """The kind of card of that name.

    >>> card_of("Golem").labor
    2
    """
    return CARDS[NAMES.index(name)]


def counted(names: Sequence[str]) -> str:
    """Names as a sentence lists them, equal ones counted.

    >>> counted(["Faun", "Golem", "Faun"]), counted([])
    ('2 Fauns, 1 Golem', 'nothing')
    """
    order = list(dict.fromkeys(names))
    return ", ".join(several(names.count(name), name) for name in order) or "nothing"


def crowd(luck: Luck, size: int, names: Sequence[str] = PERFORMERS) -> list[str]:
    """So many cards drawn from the names, in the order of the rule book.

    >>> from theatre_lab.teach.drills import Luck
    >>> crowd(Luck(1, 2), 3)
    ['Fairy', 'Phoenix', 'Sphinx']
    """
    return sorted((luck.pick(names) for _ in range(size)), key=NAMES.index)


def stage_names(s: Any, player: int) -> list[str]:
    """Who stands on a player's stage, a wounded Minotaur as `Minotaur!`."""
    return list(MYTHIC_CIRCUS.describe_view(s, player)["seats"][player]["stage"])


@dataclass
class Scene:
    """A position with you as P1 and Ben as P2; what was laid out is what its picture shows.

    >>> scene = Scene.of(stage=["Faun", "Goblin"])
    >>> scene.show().tp
    2
    >>> scene.play("done").legal()
    ['end']
    """

    state: Any
    players: int = 2
    zones: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, players: int = 2, *, phase: str = "send", **zones: Any) -> Scene:
        """Lay out piles: `stage`, `hand`, `labor`, `discard`, `deck` (yours), `ben` (Ben's stage) and `vp`."""
        told: dict[str, Any] = {"stage": {0: zones.get("stage", ()), 1: zones.get("ben", ())}}
        piles: dict[str, Any] = {zone: zones.get(zone, ()) for zone in ("hand", "discard", "deck", "labor", "vp")}
        return cls(circus_state(players, phase=phase, **told, **piles), players, zones)

    def play(self, *actions: str) -> Scene:
        """Carry out actions in notation, as the rules do; an illegal one raises IllegalAction."""
        for text in actions:
            action = MYTHIC_CIRCUS.parse_action(self.state, text)
            MYTHIC_CIRCUS.require_legal(self.state, action, text)
            MYTHIC_CIRCUS.rules.apply(self.state, action)
        return self

    def legal(self) -> list[str]:
        """What the player to move may do, in notation."""
        return [MYTHIC_CIRCUS.action_text(self.state, action) for action in MYTHIC_CIRCUS.legal_actions(self.state)]

    def after(self, verb: str) -> list[str]:
        """The names that may follow a verb now: `after("summon")` are those who may be summoned."""
        return [text.removeprefix(f"{verb} ") for text in self.legal() if text.startswith(f"{verb} ")]

    def refusal(self, text: str) -> tuple[str, str]:
        """The clause and the reason for which an action is refused now; NoExample when it is allowed."""
        if text in self.legal():
            raise NoExample
        return MYTHIC_CIRCUS.refusal(self.state, MYTHIC_CIRCUS.parse_action(self.state, text))

    # ------------------------------------------------------------- what the engine says

    def show(self, player: int = 0) -> Performance:
        """What a player's stage is worth now."""
        return performance(self.state, player)

    def parts(self, player: int = 0) -> list[Part]:
        """One part for each worker on stage, told with its name; they add up to the TP."""
        return [replace(part, text=f"{part.who}: {part.text}") for part in self.show(player).parts]

    def pile(self, zone: str, player: int = 0) -> list[str]:
        """The cards of a `hand` or `discard` now, in the order of the rule book."""
        counts = getattr(self.state, zone)[player]
        return [name for card, name in enumerate(NAMES) for _ in range(counts[card])]

    def deck(self, player: int = 0) -> list[str]:
        """The deck now, its top card first."""
        s = self.state
        return [NAMES[card] for card in s.deck[player][: s.deck_size[player]][::-1]]

    def stage(self, player: int = 0) -> list[str]:
        """Who stands on a player's stage now."""
        return stage_names(self.state, player)

    # ------------------------------------------------------------- questions

    def picture(self, *marked: str, **more: Any) -> dict[str, Any]:
        """The laid-out zones as the board of a question; `marked` are places like `"stage Faun"`."""
        board: dict[str, Any] = {
            zone: list(self.zones[zone]) for zone in ("stage", "hand", "labor", "discard", "deck") if zone in self.zones
        }
        if "ben" in self.zones:
            board["opponents"] = [{"name": BEN, "stage": list(self.zones["ben"])}]
        return board | {"mark": list(marked)} | more

    def values(self, zone: str = "stage", player: int = 0) -> dict[str, int]:
        """The performance of one worker of each kind on a stage, by place of the picture."""
        worth: Mapping[str, int] = {name: self._worth(name, player) for name in self.stage(player)}
        return {f"{zone} {name}": points for name, points in worth.items()}

    def _worth(self, name: str, player: int) -> int:
        own = name.replace(WOUNDED_MINOTAUR, "Minotaur")
        each = self.stage(player).count(name) + (
            self.stage(player).count(WOUNDED_MINOTAUR if name == own else own) if own == "Minotaur" else 0
        )
        return sum(part.points for part in self.parts(player) if part.who == own) // max(each, 1)
