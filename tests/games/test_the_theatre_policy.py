"""What the counting player of playouts does otherwise than the simple one that level medium plays by."""

from __future__ import annotations

from typing import Any

import pytest
from games.duel import Play, share_of_wins
from games.the_theatre_stage import Stage, random_custom_game

from theatre_lab.bots import analyse, choose, get_bot, kernel
from theatre_lab.bots.levels import LevelBot
from theatre_lab.core.compiled import list_backend
from theatre_lab.core.match import Match
from theatre_lab.core.stream import below, new_stream
from theatre_lab.games.the_theatre import THE_THEATRE
from theatre_lab.games.the_theatre.counting_policy import policy_action
from theatre_lab.games.the_theatre.decks import starter_decks
from theatre_lab.games.the_theatre.policy import greedy_action

BOTH = [policy_action, greedy_action]


def chosen(play: Play, t: Stage) -> str:
    return THE_THEATRE.action_text(t.state, int(play(t.state, [0] * THE_THEATRE.max_actions, new_stream(1))))


def played_alone(play: Play, match: Match, seats: set[int], seed: int) -> None:
    """The seats play by the policy on their own views, the others at random."""
    rng, out = new_stream(seed), [0] * THE_THEATRE.max_actions
    while not match.is_over:
        actions = THE_THEATRE.legal_actions(match.state)
        if match.to_move in seats:
            s = match.view(match.to_move).state
            before = s.copy()
            action = int(play(s, out, rng))
            assert s == before
            assert action in actions
        else:
            action = actions[below(rng, len(actions))]
        match.play(action)


@pytest.mark.parametrize("play", BOTH)
def test_a_policy_beats_random_play(play: Play) -> None:
    deck = [definition.as_dict() for definition in starter_decks(4)[0].cards]
    won = 0
    for seed in range(20):
        match = Match(THE_THEATRE, 2, seed=seed, decks=[deck, deck])
        played_alone(play, match, {seed % 2}, seed)
        won += match.winners == [seed % 2]
    assert won >= 18


@pytest.mark.parametrize("play", BOTH)
def test_a_policy_handles_every_card_there_is(play: Play) -> None:
    for seed in range(6):
        played_alone(play, random_custom_game(seed, 2 + seed % 3), {0, 1, 2, 3}, seed)


@pytest.mark.parametrize("play", BOTH)
def test_a_policy_gambles_and_removes_by_the_odds(play: Play) -> None:
    a = ["Ga Will 0 Fin Gamble", *(f"X{n} Will -9" for n in range(4)), "T1 Will 9", "T2 Will 9"]
    assert chosen(play, Stage(a, ["Bob Will 5"]).play("Ga", "Bob")) == "gamble"
    assert chosen(play, Stage([*a[:5], "T1 Will -9", "T2 Will -9"], ["Bob Will 5"]).play("Ga", "Bob")) == "keep"
    assert chosen(play, Stage(["Ann Luck 2 Paw Boost"], ["Bob Will 3 Hoof Sap"]).play("Ann", "Bob")) == "remove Paw"


HAND = ["Hi Will 9", "Mid Will 6", "Ok Will 4", "Two Will 2", "Low Will 1"]


@pytest.mark.parametrize(("worth", "led"), [(3, "play Low (Will)"), (9, "play Ok (Will)")])
def test_who_counts_leads_by_what_the_others_have_left(worth: int, led: str) -> None:
    """Which cards are left is known from the deck lists; the simple player always opens with the best card."""
    t = Stage(HAND, [f"Bob{n} Luck {worth}" for n in range(5)])
    assert (chosen(policy_action, t), chosen(greedy_action, t)) == (led, "play Hi (Will)")


def test_a_tie_that_costs_the_rival_a_card_too_is_better_than_to_lose_alone() -> None:
    """TT-R4."""
    rival = ["Bob Will 4", *(f"B{n} Luck 5" for n in range(4))]
    t = Stage(rival, ["Tie Will 4", "Low Will 1", "A Luck 2", "B Luck 3", "C Luck 3"]).play("Bob")
    assert (chosen(policy_action, t), chosen(greedy_action, t)) == ("play Tie (Will)", "play Low (Will)")


@pytest.mark.parametrize("name", ["greedy", "medium"])
def test_bots_that_do_not_search_play_the_simple_way(name: str) -> None:
    t = Stage(HAND, [f"Bob{n} Luck 3" for n in range(5)])
    assert (
        THE_THEATRE.action_text(t.state, int(choose(get_bot(name, 1), THE_THEATRE.view(t.state, 0))))
        == "play Hi (Will)"
    )


def mirrored(deal: int) -> dict[str, Any]:
    deck = [definition.as_dict() for definition in starter_decks(4)[deal % 4].cards]
    return {"decks": [deck, deck], "leader": deal // 4 % 2}


def test_the_counting_player_beats_the_simple_one() -> None:
    assert share_of_wins(THE_THEATRE, policy_action, greedy_action, 400, mirrored) > 0.57


@pytest.mark.parametrize(("level", "is_plain"), [("hard", True), ("expert", False)])
def test_hard_plays_games_out_in_the_simple_way_and_expert_by_counting(
    level: str, is_plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    weighed: list[Any] = []

    def note(view: Any, **asked: Any) -> Any:
        weighed.append(asked["weights"].plain)
        return analyse(view, **asked)

    monkeypatch.setattr("theatre_lab.bots.levels.analyse", note)
    t = Stage(HAND, [f"Bob{n} Luck 3" for n in range(5)])
    LevelBot(level, 1, backend=list_backend(THE_THEATRE))(THE_THEATRE.view(t.state, 0))
    assert weighed == [is_plain]
    out, rng = [0] * THE_THEATRE.max_actions, new_stream(1)
    play = list_backend(THE_THEATRE).bind(kernel).playout_action
    expected = greedy_action if is_plain else policy_action
    assert play(t.state, out, rng, is_plain) == expected(t.state, out, rng)


@pytest.mark.parametrize("play", BOTH)
def test_a_policy_does_not_look_at_hidden_cards(play: Play) -> None:
    match, luck = Match(THE_THEATRE, 3, seed=4), new_stream(4)
    while not match.is_over:
        view = match.view(match.to_move)
        worlds = [view.state, match.state, view.determinize(luck)]
        assert len({int(play(s.copy(), [0] * THE_THEATRE.max_actions, new_stream(7))) for s in worlds}) == 1
        actions = THE_THEATRE.legal_actions(match.state)
        match.play(actions[below(luck, len(actions))])
