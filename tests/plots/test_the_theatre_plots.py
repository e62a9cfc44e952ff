"""Plots of The Theatre: their numbers are the game's, they read as text, and other games are refused."""

from __future__ import annotations

import pytest

import theatre_lab as tl
from theatre_lab import plots
from theatre_lab.core.errors import BadInput
from theatre_lab.core.match import Match
from theatre_lab.games.the_theatre import rules
from theatre_lab.games.the_theatre.odds import gamble_odds
from theatre_lab.teach import demonstration


@pytest.fixture(scope="module")
def played() -> Match:
    return demonstration(tl.new_match("the-theatre", ["Ann", "<b>Ben</b>", "Cleo"], seed=6))


def test_the_bars_of_a_round_add_up_to_its_value(played: Match) -> None:
    for player in range(3):
        chart = plots.value_build_up(played, player)
        bars = [trace for trace in chart.data if trace.type == "bar"]
        sums = [sum(heights) for heights in zip(*(bar.y for bar in bars), strict=True)]
        after = [ply.before for ply in played.history[1:]] + [played.state]
        seen: dict[str, int] = {}
        for s in after:
            if s.shown_act and s.shown_card[player]:
                place = f"{s.shown_act}.{s.shown_turn + 1}"
                seen[place] = s.shown_part[rules.SHOWN_WIDTH * player + rules.SHOWN_VALUE]
        assert dict(zip(bars[0].x, sums, strict=True)) == seen
        won = next(trace for trace in chart.data if trace.name == "won")
        assert f"{len(won.x)} won" in repr(chart)
        assert repr(chart).count(" won\n") + repr(chart).endswith(" won") >= len(won.x)


def test_cards_are_followed_to_the_last(played: Match) -> None:
    chart = plots.cards_over_acts(played)
    assert [trace.y[-1] for trace in chart.data] == played.scores
    assert [trace.y[0] for trace in chart.data] == [len(deck) for deck in played.options["decks"]]
    for trace in chart.data:
        assert all(0 <= one - two <= 2 for one, two in zip(trace.y, trace.y[1:], strict=False))
    assert "<b>Ben" not in chart.data[1].name


def test_a_gamble_is_drawn_card_by_card() -> None:
    deck = ["Wick (Strength)", "Newton (Agility)", "Percival (Charm)", "Inkling (Strength)", "Gloam (Agility)"]
    deck += ["Zenith (Agility)", "Marlowe (Luck)", "Clement (Luck)", "Clement (Luck)"]
    match = tl.new_match("the-theatre", decks=[deck, deck], allow_smaller=True, leader=1, seed=6)
    gamble = next(action for action in match.legal_actions() if action.removeprefix("play ") in deck[:5])
    match.play(gamble)
    match.play(next(action for action in match.legal_actions() if action.removeprefix("play ") in deck[:5]))
    player = int(match.state.player)
    chart = plots.gamble_outcomes(match.view(player))
    odds = gamble_odds(match.view(player).state, player)
    assert sum(len(trace.y) for trace in chart.data) == len(odds.outcomes)
    assert f"{odds.count('wins')} of {odds.cards} would win" in repr(chart)


def test_other_games_and_players_are_refused(played: Match) -> None:
    with pytest.raises(BadInput, match="of The Theatre, not of Overture"):
        plots.cards_over_acts(tl.new_match("overture", theatre="rotunda", seed=1))
    with pytest.raises(BadInput, match="player"):
        plots.value_build_up(played, 3)
