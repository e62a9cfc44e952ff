"""Positions made to order: for lessons, drills and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import check_rule_numbers, expect_choice, expect_int, expect_list, refuse_unknown, show
from theatre_lab.core.positions import Stock, by_player, number_by_player, read_cards, seat_name
from theatre_lab.games.mythic_circus import rules, scoring, state
from theatre_lab.games.mythic_circus.actions import MAX_PLAYERS
from theatre_lab.games.mythic_circus.cards import HIREABLE, KINDS, MINOTAUR, MISCHIEVOUS_GNOME, NAMES
from theatre_lab.games.mythic_circus.notation import WOUNDED_MINOTAUR, card_name, parse_card
from theatre_lab.games.mythic_circus.state import State

__all__ = ["PARTS", "circus_state", "lay_out"]

PHASES = ("begin", "send", "hire")
PARTS = ("round", "active", "phase", "vp", "hands", "stages", "labor", "discards", "tops", "owned", "supply")
_PILES = ("hands", "stages", "discards", "tops")

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


# ------------------------------------------------------------- a whole position, to play on from


def lay_out(s: State, told: Mapping[str, Any], rng: list[int]) -> None:
    """Turn the state of a new game into the position that is told; see `MythicCircus.lay_out`.

    >>> from theatre_lab.core.match import Match
    >>> from theatre_lab.games import get_game
    >>> game = get_game("mythic-circus")
    >>> match = Match(game, 2, seed=1)
    >>> s = game.new_state(2, match.options, game.check_rules(None))
    >>> lay_out(s, {"phase": "send", "hands": [["Goblin", "Golem"]]}, [1])
    >>> game.view(s, 0).legal_actions()
    ['stage Goblin', 'labor Goblin', 'labor Golem', 'done']
    """
    s.to_draw = s.then = 0
    s.rounds_done = expect_int("round", told.get("round", 1), 1, s.max_turns) - 1
    s.active = expect_int("active", told.get("active", 0), 0, s.players - 1)
    phase = expect_choice("phase", told.get("phase", "begin"), PHASES)
    _give_points(s, told.get("vp"))
    labor = _read_labor(s, told.get("labor", []), phase)
    piles = {name: by_player(name, told.get(name), s.players) for name in (*_PILES, "owned")}
    for player in range(s.players):
        _lay_troupe(s, player, {n: each[player] for n, each in piles.items()}, labor * (player == s.active), rng)
    _fill_labor(s, [card_name(card) for card in labor])
    _lay_supply(s, told.get("supply", {}))
    _enter_phase(s, phase)


def _give_points(s: State, told: object) -> None:
    goal = s.rule[state.R_WINNING_VP]
    s.vp[: s.players] = number_by_player("vp", told, s.players, 40)
    for player in range(s.players):
        if s.vp[player] >= goal and not (s.finishes_round and s.active > 0):
            raise BadInput(
                f"vp of {seat_name(player)}: with {goal} VP the game is over; give at most {goal - 1} (MC-F3)"
            )

        s.shows[player] = _shows_worth(s, player)


def _shows_worth(s: State, player: int) -> list[int]:
    """The fewest shows, by grade, that earn the player's points."""
    grades = range(1, state.GRADES)
    fewest: dict[int, list[int]] = {0: [0] * state.GRADES}
    for points in range(1, s.vp[player] + 1):
        ways = [
            [number + (i == grade) for i, number in enumerate(fewest[points - scoring.grade_vp(s, grade)])]
            for grade in grades
            if scoring.grade_vp(s, grade) > 0 and points - scoring.grade_vp(s, grade) in fewest
        ]
        if ways:
            fewest[points] = min(ways, key=sum)
    if s.vp[player] not in fewest:
        raise BadInput(f"vp of {seat_name(player)}: no shows earn {s.vp[player]} VP with these rules (MC-F1)")
    return fewest[s.vp[player]]


def _read_labor(s: State, told: object, phase: str) -> list[int]:
    cards = read_cards("labor", told, parse_card)
    if cards and phase == "begin":
        raise BadInput("labor: nobody is at labor when a turn begins (MC-E1); say phase='send' or phase='hire'")
    return cards


def _lay_troupe(s: State, player: int, piles: Mapping[str, Any], labor: list[int], rng: list[int]) -> None:
    """Lay out what a player owns: each card once, the rest by lot into the hand and under the top."""
    named = {name: _read_pile(f"{name} of {seat_name(player)}", piles[name]) for name in _PILES}
    shown = [MINOTAUR if card == KINDS else card for pile in named.values() for card in pile] + labor
    stock = Stock(_owned_by(s, player, piles["owned"], shown), card_name, f"the troupe of {seat_name(player)}")
    for name, cards in named.items():
        place = f"{name} of {seat_name(player)}"
        named[name] = stock.take([MINOTAUR if card == KINDS else card for card in cards], place)
        if name == "stages":
            s.wounded[player] = cards.count(KINDS)
    stock.take(labor, "labor")
    for card in named["stages"]:
        _require_allowed(s, card, state.R_PERFORMANCE, "on stage")
    if piles["hands"] is None:
        number = min(s.rule[state.R_HAND_SIZE], len(stock))
        named["hands"] = stock.deal(number, rng, f"hand of {seat_name(player)}")
    deck = [*named["tops"], *stock.rest(rng)]
    s.deck[player][: len(deck)] = reversed(deck)
    s.deck_size[player], s.hand_size[player] = len(deck), len(named["hands"])
    for rows, name in ((s.hand, "hands"), (s.stage, "stages"), (s.discard, "discards")):
        rows[player] = [named[name].count(card) for card in range(KINDS)]


def _read_pile(place: str, told: object) -> list[int]:
    """A pile's cards; `KINDS` stands for a wounded Minotaur on a stage."""
    can_be_wounded = place.startswith("stages")
    names = [] if told is None else told
    return read_cards(
        place, names, lambda name: KINDS if can_be_wounded and name == WOUNDED_MINOTAUR else parse_card(name)
    )


def _owned_by(s: State, player: int, told: object, shown: Sequence[int]) -> dict[int, int]:
    """What a player owns: the cards told, or the starting deck and every hired card that is laid out."""
    place, starting = (
        f"owned of {seat_name(player)}",
        s.rule[state.R_STARTING : state.R_STARTING + 1 + MISCHIEVOUS_GNOME],
    )
    if told is None:
        owned = {card: shown.count(card) if HIREABLE[card] else starting[card] for card in range(KINDS)}
    elif isinstance(told, Mapping):
        refuse_unknown(f"card in {place}:", told, NAMES)
        owned = {parse_card(name): expect_int(f"{place}, {name}", n, 0, state.DECK_LIMIT) for name, n in told.items()}
    else:
        cards = read_cards(place, told, parse_card)
        owned = {card: cards.count(card) for card in range(KINDS)}
    for card, number in owned.items():
        if not HIREABLE[card] and number > starting[card]:
            raise BadInput(f"{place}: {number} {card_name(card)}s, and a starting deck has {starting[card]} (MC-S1)")
    s.owned[player] = [owned.get(card, 0) for card in range(KINDS)]
    return owned


def _lay_supply(s: State, told: object) -> None:
    """What nobody owns lies in the supply, or less of it where that is told (MC-S2)."""
    if not isinstance(told, Mapping):
        raise BadInput(f"supply must be an object from cards to numbers, not {show(told)}")
    refuse_unknown("supply pile", told, [NAMES[card] for card in range(KINDS) if HIREABLE[card]])
    for card in range(KINDS):
        if HIREABLE[card]:
            owned = sum(s.owned[player][card] for player in range(s.players))
            left = s.supply[card] - owned
            if left < 0:
                raise BadInput(f"{owned} {card_name(card)}s in all; this game has {s.supply[card]} (MC-S2)")
            s.supply[card] = expect_int(f"supply of {NAMES[card]}", told.get(NAMES[card], left), 0, left)
