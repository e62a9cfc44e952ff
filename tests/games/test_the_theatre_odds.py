"""The odds of a gamble against what the rules do with every card that may come."""

from __future__ import annotations

import random
from typing import Any

import pytest

from theatre_lab.core.match import Match
from theatre_lab.games.the_theatre import THE_THEATRE, rules
from theatre_lab.games.the_theatre.odds import GambleOdds, Outcome, gamble_odds, unseen_cards


def at_a_gamble(seed: int, players: int) -> Match:
    """A random game at a moment where the only gambler left decides."""
    match, rng = Match(THE_THEATRE, players, seed=seed), random.Random(seed)
    while not match.is_over:
        s = match.state
        if s.phase == rules.CHOOSING_GAMBLE and s.deck_count[s.player] and not any(s.has_gambled):
            later = [(s.leader + step) % players for step in range(s.seated + 1, players)]
            if not any(rules.may_gamble(s, other) for other in later):
                return match
        match.play(rng.choice(match.legal_actions()))
    return at_a_gamble(seed + 1000, players)


def drawn(s: Any, player: int, card: int) -> Any:
    """The state after the player gambles and this card comes."""
    after = s.copy()
    first = rules.DECK_WIDTH * player
    deck = list(after.deck[first : first + after.deck_count[player]])
    deck.remove(card)
    for place, each in enumerate([*deck, card]):
        after.deck[first + place] = each
    rules.apply(after, rules.TAKE_GAMBLE)
    return after


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(12))
def test_every_outcome_is_what_the_rules_do(seed: int, players: int) -> None:
    match = at_a_gamble(seed, players)
    s, player = match.state, int(match.state.player)
    odds = gamble_odds(match.view(player).state, player)
    told = {outcome.card: outcome for outcome in odds.outcomes}
    assert odds.cards == s.deck_count[player]
    assert sum(unseen_cards(s, player, player).values()) == odds.cards
    for card in set(s.deck[rules.DECK_WIDTH * player : rules.DECK_WIDTH * player + s.deck_count[player]]):
        after = drawn(s, player, card)
        while after.phase == rules.CHOOSING_SAP:
            rules.apply(after, rules.PLACE_SAP)
        best = max(
            after.shown_part[rules.SHOWN_WIDTH * p + rules.SHOWN_VALUE] for p in range(players) if after.shown_card[p]
        )
        outcome = told[s.cards[card].text]
        assert outcome.value == after.shown_part[rules.SHOWN_WIDTH * player + rules.SHOWN_VALUE]
        wins, ties = after.shown_winner == player + 1, after.shown_winner == 0 and outcome.value == best
        assert outcome.fate == ("wins" if wins else "ties" if ties else "loses")
    keeps = s.copy()
    rules.apply(keeps, rules.KEEP)
    assert odds.kept == keeps.shown_part[rules.SHOWN_WIDTH * player + rules.SHOWN_VALUE]
    assert (odds.kept_fate == "wins") == (keeps.shown_winner == player + 1)


def test_the_odds_tell_the_owner_nothing_about_the_order() -> None:
    match = at_a_gamble(3, 2)
    player = int(match.state.player)
    before = gamble_odds(match.view(player).state, player)
    s = match.state
    first, n = rules.DECK_WIDTH * player, s.deck_count[player]
    s.deck[first : first + n] = s.deck[first : first + n][::-1]
    assert gamble_odds(match.view(player).state, player) == before


def test_an_empty_deck_takes_the_odds_of_the_breakroom() -> None:
    match = at_a_gamble(5, 2)
    s, player = match.view(int(match.state.player)).state, int(match.state.player)
    card = next(number for number in s.cards if (number - 1) // rules.DECK_WIDTH == player)
    s.deck_count[player] = 0
    for number in s.cards:
        s.breakroom[number] = 0
    s.breakroom[card], s.breakroom_count[player] = 2, 2
    assert [(outcome.card, outcome.copies) for outcome in gamble_odds(s, player).outcomes] == [(s.cards[card].text, 2)]


@pytest.mark.parametrize(
    ("kept", "wins", "ties", "loses", "swing", "pays"),
    [
        ("loses", 1, 0, 2, -1, False),
        ("loses", 2, 0, 3, -0.8, True),
        ("ties", 2, 0, 1, 0, False),
        ("ties", 3, 0, 1, 0.25, True),
        ("wins", 9, 0, 0, 1, False),
        ("loses", 0, 3, 0, -1, False),
        ("loses", 0, 0, 0, 0, False),
    ],
)
def test_a_gamble_pays_above_one_in_three(
    kept: str, wins: int, ties: int, loses: int, swing: float, pays: bool
) -> None:
    counts = (("wins", wins), ("ties", ties), ("loses", loses))
    odds = GambleOdds(3, kept, tuple(Outcome(fate, n, 5, fate) for fate, n in counts if n))
    assert odds.gamble_swing == pytest.approx(swing)
    assert odds.pays is pays
