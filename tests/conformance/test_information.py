"""Every game: nobody sees, deduces or takes back what is hidden."""

from __future__ import annotations

import json

import pytest
from conformance.random_play import CASES, Case, after, luck_is_due, plain, play_out, played, worlds

from theatre_lab.bots import analyse, choose, get_bot
from theatre_lab.core.compiled import list_backend
from theatre_lab.core.errors import UndoRefused
from theatre_lab.core.game import Game, View
from theatre_lab.core.match import Match

# All cards of the round are dealt: two players know each other's hands by counting.
NOTHING_HIDDEN = {"cabaret-2", "cabaret-2-variant"}
every_case = pytest.mark.parametrize("case", CASES, ids=str)


@every_case
def test_a_concealed_state_filled_and_concealed_again_is_the_same(case: Case) -> None:
    game = case.game
    for state in played(case).states(25):
        for player in range(case.players):
            concealed = game.view(state, player).state
            assert game.view(concealed, player).state == concealed
            for world in worlds(game, state, player, 2):
                assert plain(game.view(world, player).state) == plain(concealed)


@every_case
def test_every_sampled_world_can_be_played_to_its_end(case: Case) -> None:
    game = case.game
    for index in played(case).some(5):
        state = played(case).plies[index].before
        for player in range(case.players):
            world = worlds(game, state, player, 1, seed=index)[0]
            match = Match.from_record(case.match(1).record(), game)
            match.state = world
            play_out(match, index)
            assert match.is_over


@every_case
def test_the_player_to_move_sees_the_true_legal_actions_and_scores(case: Case) -> None:
    game = case.game
    for state in played(case).states(25)[:-1]:
        mover = int(game.rules.to_move(state))
        view = game.view(state, mover)
        assert view.actions() == game.legal_actions(state)
        assert view.legal_actions() == [game.action_text(state, action) for action in view.actions()]
        assert int(game.rules.score(view.state, mover)) == int(game.rules.score(state, mover))
        for world in worlds(game, state, mover, 2):
            assert game.legal_actions(world) == view.actions()
        for other in set(range(case.players)) - {mover}:
            assert game.view(state, other).actions() == []


def _shown(view: View) -> str:
    return json.dumps(view.as_dict(), ensure_ascii=False)


@every_case
def test_views_of_states_that_differ_in_hidden_cards_alone_are_equal_byte_for_byte(case: Case) -> None:
    game, differing = case.game, 0
    for state in played(case).states(20):
        for player in range(case.players):
            view = game.view(state, player)
            shown = _shown(view)
            assert json.loads(shown) == view.as_dict()
            for world in worlds(game, state, player, 3):
                other = game.view(world, player)
                differing += world != state
                assert view == other
                assert _shown(other) == shown
                assert repr(other.state) == repr(view.state)
                assert other.legal_actions() == view.legal_actions()
    assert bool(differing) == (str(case) not in NOTHING_HIDDEN)


@every_case
@pytest.mark.parametrize("bot", ["random", "greedy", "easy"])
def test_bots_choose_alike_where_only_hidden_cards_differ(case: Case, bot: str) -> None:
    game = case.game
    for state in played(case).states(4)[:-1]:
        mover = int(game.rules.to_move(state))
        views = [game.view(world, mover) for world in [state, *worlds(game, state, mover, 2)]]
        assert len({choose(get_bot(bot, seed=9), view) for view in views}) == 1


@every_case
def test_a_search_comes_to_the_same_where_only_hidden_cards_differ(case: Case) -> None:
    game = case.game
    state = played(case).states(3)[1]
    mover = int(game.rules.to_move(state))
    views = [game.view(world, mover) for world in [state, *worlds(game, state, mover, 1)]]
    found = [analyse(view, iterations=6, seed=4, backend=list_backend(game)) for view in views]
    assert found[0].estimates == found[1].estimates
    assert {estimate.action for estimate in found[0].estimates} <= set(views[0].actions())


@every_case
def test_the_log_tells_no_more_than_the_views(case: Case) -> None:
    """Actions that differ, but look the same to another player, are told in the same words."""
    game = case.game
    for state in played(case).states(30)[:-1]:
        mover = int(game.rules.to_move(state))
        results = {plain(result := after(game, state, a)): (a, result) for a in game.legal_actions(state)[:20]}
        if any(luck_is_due(game, result) for _, result in results.values()):
            continue
        for viewer in set(range(case.players)) - {mover}:
            told: dict[str, set[tuple[str, str]]] = {}
            for action, result in results.values():
                words = (game.describe_action(state, action), game.public_action(state, action, viewer))
                told.setdefault(plain(game.view(result, viewer).state), set()).add(words)
            assert all(len(words) == 1 for words in told.values()), told.values()


# ------------------------------------------------------------------ taking back


def _learns(game: Game, state: object, action: int, player: int) -> bool:
    """Does anything that the player sees after the action depend on what was hidden from them before?"""
    said = game.public_action(state, action, player)
    seen = game.view(after(game, state, action), player).state
    for world in worlds(game, state, player, 6):
        alike = [a for a in game.legal_actions(world) if game.public_action(world, a, player) == said]
        if not alike or any(game.view(after(game, world, a), player).state != seen for a in alike[:1]):
            return True
    return False


@every_case
def test_nothing_is_taken_back_once_something_was_learned(case: Case) -> None:
    game = case.game
    for index in played(case).some(60):
        ply = played(case).plies[index]
        if luck_is_due(game, after(game, ply.before, ply.action)):
            continue
        for player in range(case.players):
            if not game.reveals(ply.before, ply.action, player):
                assert not _learns(game, ply.before, ply.action, player), (index, ply.text, player)


@every_case
def test_undo_gives_back_state_and_luck_or_says_why_not(case: Case) -> None:
    match, record = case.match(1), played(case)
    taken_back = 0
    for ply in record.plies[:150]:
        match.play(ply.text)
        reason = match.why_no_undo()
        if reason:
            assert reason[-1] == "."
            with pytest.raises(UndoRefused) as refusal:
                match.undo()
            assert str(refusal.value) == reason
        else:
            assert not match.history[-1].chance
            assert match.undo() == ply.text
            assert plain(match.state) == plain(ply.before)
            match.play(ply.text)
            taken_back += 1
    assert [ply.chance for ply in match.history] == [ply.chance for ply in record.plies[:150]]
    assert [ply.stream_before for ply in match.history] == [ply.stream_before for ply in record.plies[:150]]


@every_case
def test_nobody_takes_back_what_another_person_has_answered(case: Case) -> None:
    match = case.match(1)
    for ply in played(case).plies[:60]:
        match.play(ply.text)
        for player in range(case.players):
            mine = [i for i, done in enumerate(match.history) if done.player == player]
            if mine and any(done.player != player for done in match.history[mine[-1] :]):
                assert match.why_no_undo(player)
            if not mine:
                assert match.why_no_undo(player) == "There is nothing to take back yet."


@every_case
def test_against_bots_a_move_is_taken_back_only_if_their_answers_told_nothing(case: Case) -> None:
    match = case.match(1, seats=["human"] + ["random"] * (case.players - 1))
    for ply in played(case).plies[:60]:
        match.play(ply.text)
        mine = [i for i, done in enumerate(match.history) if done.player == 0]
        if mine and not match.why_no_undo(0):
            for done in match.history[mine[-1] :]:
                assert not done.chance
                assert not _learns(case.game, done.before, done.action, 0)


@every_case
def test_in_practice_everything_can_be_taken_back_and_comes_again(case: Case) -> None:
    match, record = case.match(1, practice=True), played(case)
    for ply in record.plies[:40]:
        match.play(ply.text)
    states = [done.before for done in match.history]
    luck = match.record().chance
    while match.ply:
        match.undo()
        assert plain(match.state) == plain(states[match.ply])
    with pytest.raises(UndoRefused):
        match.undo()
    for ply in record.plies[:40]:
        match.play(ply.text)
    assert match.record().chance == luck
