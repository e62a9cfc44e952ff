"""How many ways Cabaret can go on for four cards: a fixed table that every form of the rules must give.

The table is checked three ways: by the rules on list objects, by the compiled rules, and by a second
reading of the rule book that shares no code with them.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from theatre_lab.core.compiled import can_compile, compiled_backend, list_backend
from theatre_lab.core.records import GameRecord, replay
from theatre_lab.games.cabaret import CABARET

TABLE = json.loads((Path(__file__).parent.parent / "cases" / "cabaret_perft.json").read_text())
DEPTH = 4
POSITIONS = [(deal, position) for deal in range(len(TABLE)) for position in range(len(TABLE[deal]["positions"]))]


def record_of(deal, position):
    entry = TABLE[deal]
    return {
        "format": "theatre-lab/record@1",
        "game": "cabaret",
        "players": [f"P{seat + 1}" for seat in range(len(entry["agents"]))],
        "options": {"agents": entry["agents"], "leader": entry["leader"], "rounds": 1},
        "chance": [entry["deck"]],
        "actions": entry["positions"][position]["actions"],
    }


def counts_of(deal, position):
    return TABLE[deal]["positions"][position]["counts"]


def count_plays(backend, state):
    """The number of sequences of 1, 2, 3 and 4 legal actions, counted by the backend's rules."""
    worlds = backend.worlds(DEPTH + 1)
    backend.store(worlds, 0, state)
    counts = [0] * DEPTH
    outs = [backend.integers(CABARET.max_actions) for _ in range(DEPTH)]

    def visit(depth):
        n = int(backend.rules.legal_actions(worlds[depth], outs[depth]))
        counts[depth] += n
        if depth + 1 < DEPTH:
            for i in range(n):
                backend.rules.put(worlds, depth + 1, worlds[depth])
                backend.rules.apply(worlds[depth + 1], outs[depth][i])
                visit(depth + 1)

    visit(0)
    return counts


# ------------------------------------------------------------------ a second reading of the rule book


def choices(hands, leader, show):
    """CB-T1 to CB-T3 over sets of card names."""
    hand = hands[(leader + len(show)) % len(hands)]
    genres = {card[0] for card in show}
    return [card for card in hand if card[0] not in genres] or (["*"] if show else [])


def after(hands, leader, show, card):
    """CB-T5 to CB-T7: hands, leader and show when the card has been played."""
    seat = (leader + len(show)) % len(hands)
    hands = [hand - {card} if i == seat else hand for i, hand in enumerate(hands)]
    show = [*show, card]
    if len(show) < len(hands):
        return hands, leader, show
    ranks = [0 if played == "*" else int(played[1:]) for played in show]
    single = [rank for rank in ranks if ranks.count(rank) == 1]
    place = ranks.index(max(single)) if single else len(show) - 1
    return hands, (leader + place) % len(hands), []


def count_by_the_book(deal, position):
    entry = TABLE[deal]
    players = len(entry["agents"])
    hands = [frozenset(entry["deck"][seat::players]) for seat in range(players)]
    at = (hands, entry["leader"], [])
    actions = entry["positions"][position]["actions"]
    for action in actions:
        at = after(*at, "*" if action == "mime" else action.removeprefix("play "))
    counts = [0] * DEPTH

    def visit(at, depth):
        if depth < DEPTH and len(actions) + depth < 12 * players:
            for card in choices(*at):
                counts[depth] += 1
                visit(after(*at, card), depth + 1)

    visit(at, 0)
    return counts


# ------------------------------------------------------------------ the tests


def test_the_table_holds_ten_deals_for_every_number_of_players_with_mimes_and_an_ending():
    assert len(TABLE) == 10
    assert {len(entry["agents"]) for entry in TABLE} == {2, 3, 4, 5, 6}
    assert any("mime" in p["actions"] for entry in TABLE for p in entry["positions"])
    assert any(p["counts"][-1] == 0 for entry in TABLE for p in entry["positions"])
    assert sum(p["counts"][-1] for entry in TABLE for p in entry["positions"]) > 10_000


@pytest.mark.parametrize(("deal", "position"), POSITIONS)
def test_the_rules_give_the_table(deal, position):
    state = replay(GameRecord.from_dict(record_of(deal, position)), lambda _: CABARET).state
    assert count_plays(list_backend(CABARET), state) == counts_of(deal, position)


@pytest.mark.parametrize(("deal", "position"), POSITIONS)
def test_a_second_reading_of_the_rule_book_gives_the_table(deal, position):
    assert count_by_the_book(deal, position) == counts_of(deal, position)


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="numba is not installed, so nothing is compiled here")
def test_the_compiled_rules_give_the_table():
    backend = compiled_backend(CABARET)
    for deal, position in POSITIONS:
        state = replay(GameRecord.from_dict(record_of(deal, position)), lambda _: CABARET).state
        assert count_plays(backend, state) == counts_of(deal, position), (deal, position)
