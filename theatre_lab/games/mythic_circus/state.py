"""What a game of Mythic Circus consists of at any moment, and the numbers of its rules."""

from __future__ import annotations

from theatre_lab.core.declaration import Packed, Record, byte, fixed, short
from theatre_lab.core.options import RuleNumber
from theatre_lab.games.mythic_circus.actions import MAX_PLAYERS
from theatre_lab.games.mythic_circus.cards import CARDS, KINDS, MISCHIEVOUS_GNOME

__all__ = ["FINISHES", "LEVELS", "RULE_NUMBERS", "State"]

LEVELS = ("Mediocre", "Memorable", "Stellar", "Instant Classic")
FINISHES = ("first", "round")
"""How a game can end (MC-F3): at once, or after the round."""
GRADES = len(LEVELS) + 1
"""The levels and, below them, a performance that earns nothing."""

# ------------------------------------------------------------- phases: what the game waits for

(
    SHUFFLE_DUE,
    RISE_PHASE,
    PERFORM_PHASE,
    SEND_PHASE,
    ATTACK_PHASE,
    INJURE_PHASE,
    SWAP_PHASE,
    RECALL_PHASE,
    SUMMON_PHASE,
    DRAW_PHASE,
    DISCARD_PHASE,
    CHARGE_PHASE,
    HIRE_PHASE,
    OVER,
) = range(14)

# What follows when all cards that are due have been drawn.
THEN_OPEN, THEN_SEND, THEN_DISCARD, THEN_NEXT_TURN = range(4)

# How a game ended.
NOT_ENDED, REACHED_GOAL, JUDGED = range(3)

# ------------------------------------------------------------- rule numbers, in the order of State.rule

MOST_OF_A_KIND = 10
MOST_STARTERS = 12, 6, 6
DECK_LIMIT = sum(MOST_STARTERS) + MOST_OF_A_KIND * sum(card.is_hireable for card in CARDS)
"""No player can ever own more cards than this."""


def _key(name: str) -> str:
    return name.lower().replace(" ", "_")


def _card_numbers() -> list[RuleNumber]:
    costs = [
        RuleNumber(f"{_key(card.name)}_cost", card.cost, 0, 20, "MC-H1", f"labor points that a {card.name} costs")
        for card in CARDS
    ]
    labor = [
        RuleNumber(
            f"{_key(card.name)}_labor",
            card.labor,
            -1,
            20,
            "MC-W2",
            f"labor points of a {card.name}; -1: it may not be sent to labor",
        )
        for card in CARDS
    ]
    performance = [
        RuleNumber(
            f"{_key(card.name)}_performance",
            card.performance,
            -1,
            20,
            "MC-F1",
            f"performance of a {card.name} on stage; -1: it may not be sent there",
        )
        for card in CARDS
    ]
    return costs + labor + performance


def _general_numbers() -> list[RuleNumber]:
    starters = (7, 2, 1)
    return [
        *(
            RuleNumber(
                f"starting_{_key(CARDS[card].name)}s",
                starters[card],
                int(card == 0),
                MOST_STARTERS[card],
                "MC-S1",
                f"{CARDS[card].name}s in a starting deck",
            )
            for card in range(MISCHIEVOUS_GNOME + 1)
        ),
        RuleNumber("hand_size", 5, 1, 20, "MC-E1", "cards drawn for a new hand"),
        RuleNumber("supply_per_player", 3, 0, 10, "MC-S2", "supply cards of each type per player"),
        RuleNumber("supply_less", 1, 0, 10, "MC-S2", "supply cards of each type taken off again"),
        RuleNumber("supply_most", 10, 0, MOST_OF_A_KIND, "MC-S2", "the most supply cards of one type"),
        *(
            RuleNumber(f"{_key(name)}_tp", 6 + 5 * i, 0, 200, "MC-F1", f"total performance that makes a show {name}")
            for i, name in enumerate(LEVELS)
        ),
        *(
            RuleNumber(f"{_key(name)}_vp", i + 1, 0, 10, "MC-F1", f"victory points of a {name} show")
            for i, name in enumerate(LEVELS)
        ),
        RuleNumber("winning_vp", 10, 1, 40, "MC-F3", "victory points that end the game"),
        RuleNumber("mischievous_gnome_attacks", 1, 0, 3, "MC-A2", "attacks of a Mischievous Gnome"),
        RuleNumber("werewolf_attacks", 1, 0, 3, "MC-A7", "attacks of a Werewolf"),
        RuleNumber("goblin_draws", 1, 0, 5, "MC-A3", "cards drawn after a Goblin's discard"),
        RuleNumber("golem_draws", 1, 0, 5, "MC-A4", "cards that a Golem draws at labor"),
        RuleNumber("faun_per_other", 1, 0, 5, "MC-A6", "performance of a Faun for each other worker on stage"),
        RuleNumber("minotaur_wounds", 1, 0, 1, "MC-A8", "attacks that a Minotaur survives"),
        RuleNumber("summon_cost_below", 4, 0, 10, "MC-A9", "a Fairy summons cards that cost less than this"),
        RuleNumber("sphinx_draws", 2, 0, 5, "MC-A10", "cards that a Sphinx draws"),
        RuleNumber("sphinx_discards", 2, 0, 5, "MC-A10", "cards to discard after a Sphinx's draws"),
        RuleNumber("one_of_a_type", 1, 0, 1, "MC-H1", "1: only one card of each type may be hired in a turn"),
    ]


RULE_NUMBERS = (*_card_numbers(), *_general_numbers())
"""Every number of the rules that a variant may change."""

R_COST = 0
R_LABOR = KINDS
R_PERFORMANCE = 2 * KINDS
R_STARTING = 3 * KINDS
(
    R_HAND_SIZE,
    R_SUPPLY_PER_PLAYER,
    R_SUPPLY_LESS,
    R_SUPPLY_MOST,
    R_LEVEL_TP,
) = range(R_STARTING + 3, R_STARTING + 8)
R_LEVEL_VP = R_LEVEL_TP + len(LEVELS)
(
    R_WINNING_VP,
    R_GNOME_ATTACKS,
    R_WEREWOLF_ATTACKS,
    R_GOBLIN_DRAWS,
    R_GOLEM_DRAWS,
    R_FAUN_PER_OTHER,
    R_MINOTAUR_WOUNDS,
    R_SUMMON_COST_BELOW,
    R_SPHINX_DRAWS,
    R_SPHINX_DISCARDS,
    R_ONE_OF_A_TYPE,
) = range(R_LEVEL_VP + len(LEVELS), R_LEVEL_VP + len(LEVELS) + 11)


class State(Record):
    """A game at one moment. Piles without an order are counts by card number, a row a player.

    `seen` is what everybody knows of a hand (part of `hand`); `deck` runs from the bottom to the top
    card, and everybody knows its top `known_top` cards.

    >>> from theatre_lab.games.mythic_circus import circus_state
    >>> s = circus_state(stage={0: ["Faun", "Minotaur!"]}, vp=[3, 0])
    >>> s.vp[:2], sum(s.stage[0]), s.wounded[0]
    ([3, 0], 2, 1)
    """

    players: int = byte()
    rule: list[int] = fixed(len(RULE_NUMBERS))
    finishes_round: int = byte()
    max_turns: int = short()

    phase: int = byte()
    active: int = byte()
    rounds_done: int = short()
    ended: int = byte()
    vp: list[int] = byte(MAX_PLAYERS)
    shows: list[list[int]] = short(MAX_PLAYERS, GRADES, by_seat=True)
    """Performances given so far, by grade: 0 earned nothing, 1 Mediocre, ..."""

    supply: list[int] = byte(KINDS)
    owned: list[list[int]] = byte(MAX_PLAYERS, KINDS, by_seat=True)
    hand: list[list[int]] = byte(MAX_PLAYERS, KINDS, by_seat=True)
    hand_size: list[int] = byte(MAX_PLAYERS)
    seen: list[list[int]] = byte(MAX_PLAYERS, KINDS, by_seat=True)
    deck: list[Packed] = byte(MAX_PLAYERS, DECK_LIMIT, packed=True, by_seat=True)
    deck_size: list[int] = byte(MAX_PLAYERS)
    known_top: list[int] = byte(MAX_PLAYERS)
    discard: list[list[int]] = byte(MAX_PLAYERS, KINDS, by_seat=True)
    stage: list[list[int]] = byte(MAX_PLAYERS, KINDS, by_seat=True)
    wounded: list[int] = byte(MAX_PLAYERS)
    """Wounded Minotaurs among those on stage."""

    # This turn
    rises: int = byte()
    labor: list[int] = byte(KINDS)
    points: int = short()
    hired: list[int] = byte(KINDS)
    attacks: int = byte()
    victim: int = byte()
    to_discard: int = byte()
    drawer: int = byte()
    to_draw: int = byte()
    then: int = byte()
