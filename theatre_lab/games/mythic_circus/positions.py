"""Positions made to order: for lessons, drills and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import check_rule_numbers, expect_choice, expect_int, expect_list, show
from theatre_lab.games.mythic_circus import rules, state
from theatre_lab.games.mythic_circus.actions import MAX_PLAYERS
from theatre_lab.games.mythic_circus.cards import KINDS, MINOTAUR
from theatre_lab.games.mythic_circus.notation import WOUNDED_MINOTAUR, card_name, parse_card
from theatre_lab.games.mythic_circus.state import State

__all__ = ["circus_state"]

PHASES = ("begin", "send", "hire")

Piles = Sequence[str] | Mapping[int, Sequence[str]]


def circus_state(
    players: int = 2,
    *,
    hand: Piles = (),
    deck: Piles = (),
    discard: Piles = (),
    stage: Piles = (),
    labor: Sequence[str] = (),
    vp: Sequence[int] = (),
    supply: Mapping[str, int] | None = None,
    phase: str = "send",
    active: int = 0,
    finish: str = "first",
    max_turns: int = 100,
    changed: Mapping[str, int] | None = None,
) -> State:
    """A position in which exactly these cards lie where they are said to lie.

    A pile is a list of card names for player 0, or a dictionary of such lists by player. `deck` names
    the top card first, `"Minotaur!"` on a stage is wounded, `labor` is the active player's and gives
    the labor points. `phase` is `"begin"` (of the turn), `"send"` or `"hire"`. `supply` changes the
    number of cards in some piles, `changed` rule numbers. BadInput (or a kind of it) names what does
    not fit.

    >>> from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS
    >>> s = circus_state(labor=["Golem", "Working Gnome"], phase="hire")
    >>> [MYTHIC_CIRCUS.action_text(s, action) for action in MYTHIC_CIRCUS.legal_actions(s)][:2]
    ['hire Goblin', 'hire Golem']
    """
    s = State()
    s.players = expect_int("players", players, 2, MAX_PLAYERS)
    s.rule = check_rule_numbers(state.RULE_NUMBERS, changed)
    s.finishes_round = state.FINISHES.index(expect_choice("finish", finish, state.FINISHES))
    s.max_turns = expect_int("max_turns", max_turns, 1, 1000)
    s.active = expect_int("active", active, 0, players - 1)
    _fill_supply(s, supply or {})
    _set_points(s, expect_list("vp", vp))
    _fill_stages(s, stage)
    _fill_piles(s.hand, _by_player("hand", hand, players))
    _fill_piles(s.discard, _by_player("discard", discard, players))
    _fill_decks(s, deck)
    _fill_labor(s, labor)
    _count_cards(s)
    _enter_phase(s, expect_choice("phase", phase, PHASES))
    return s


def _by_player(name: str, piles: Piles, players: int) -> dict[int, list[str]]:
    if not isinstance(piles, Mapping):
        return {0: expect_list(name, piles)}
    return {
        expect_int(f"a player of {name}", player, 0, players - 1): expect_list(name, cards)
        for player, cards in piles.items()
    }


def _fill_piles(rows: list[list[int]], piles: Mapping[int, Sequence[str]]) -> None:
    for player, names in piles.items():
        for name in names:
            rows[player][parse_card(name)] += 1


def _fill_supply(s: State, changed: Mapping[str, int]) -> None:
    rules.fill_supply(s)
    for name, number in changed.items():
        s.supply[parse_card(name)] = expect_int(f"the supply of {name}", number, 0, state.MOST_OF_A_KIND)


def _set_points(s: State, points: Sequence[int]) -> None:
    if len(points) > s.players:
        raise BadInput(f"vp has {len(points)} entries for {s.players} players")
    for player, vp in enumerate(points):
        s.vp[player] = expect_int("vp", vp, 0, 40)


def _require_allowed(s: State, card: int, first: int, place: str) -> None:
    if s.rule[first + card] < 0:
        raise BadInput(f"a {card_name(card)} may not be {place}")


def _fill_stages(s: State, piles: Piles) -> None:
    for player, names in _by_player("stage", piles, s.players).items():
        for name in names:
            is_wounded = name == WOUNDED_MINOTAUR
            card = MINOTAUR if is_wounded else parse_card(name)
            _require_allowed(s, card, state.R_PERFORMANCE, "on stage")
            s.stage[player][card] += 1
            s.wounded[player] += is_wounded


def _fill_labor(s: State, names: Sequence[str]) -> None:
    for name in expect_list("labor", names):
        card = parse_card(name)
        _require_allowed(s, card, state.R_LABOR, "at labor")
        s.labor[card] += 1
        s.points += s.rule[state.R_LABOR + card]


def _fill_decks(s: State, piles: Piles) -> None:
    for player, names in _by_player("deck", piles, s.players).items():
        if len(names) > state.DECK_LIMIT:
            raise BadInput(f"a deck holds at most {state.DECK_LIMIT} cards, not {len(names)}")
        for i, name in enumerate(reversed(names)):
            s.deck[player][i] = parse_card(name)
        s.deck_size[player] = len(names)


def _count_cards(s: State) -> None:
    for player in range(s.players):
        s.hand_size[player] = sum(s.hand[player])
        deck = s.deck[player][: s.deck_size[player]]
        for card in range(KINDS):
            at_labor = s.labor[card] if player == s.active else 0
            placed = s.hand[player][card] + s.stage[player][card] + s.discard[player][card] + at_labor
            s.owned[player][card] = placed + deck.count(card)
        if sum(s.owned[player]) > state.DECK_LIMIT:
            raise BadInput(f"a player owns at most {state.DECK_LIMIT} cards, not {show(sum(s.owned[player]))}")


def _enter_phase(s: State, phase: str) -> None:
    if phase == "begin":
        rules.begin_turn(s)
    else:
        s.phase = state.SEND_PHASE if phase == "send" else state.HIRE_PHASE
