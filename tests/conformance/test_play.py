"""Every game: playing by the rules. Actions, notation, refusals, scores, states."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conformance.random_play import CASES, GAMES, SHORT, Case, after, luck_is_due, plain, play_out, played

from theatre_lab.core.declaration import zeros
from theatre_lab.core.errors import IllegalAction, NotationError, OptionError, TheatreLabError
from theatre_lab.core.game import WHOLE_WIN, total
from theatre_lab.core.match import Match
from theatre_lab.core.stream import new_stream
from theatre_lab.games import get_game

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("name", GAMES)


@every_case
@pytest.mark.parametrize("seed", [1, 2])
def test_random_play_comes_to_an_end_with_a_winner(case: Case, seed: int) -> None:
    match = played(case, seed).match
    payoffs = [match.game.rules.payoff(match.state, player) for player in range(case.players)]
    assert match.is_over
    assert match.to_move is None
    assert sum(payoffs) == WHOLE_WIN
    assert match.winners == [player for player, share in enumerate(payoffs) if share]
    assert match.legal_actions() == []
    assert not luck_is_due(match.game, match.state)


@every_case
def test_legal_actions_are_distinct_in_range_and_written_unambiguously(case: Case) -> None:
    game = case.game
    for ply in played(case).plies:
        actions = game.legal_actions(ply.before)
        texts = [game.action_text(ply.before, action) for action in actions]
        assert 1 <= len(actions) <= game.max_actions
        assert len(set(actions)) == len(set(texts)) == len(actions)
        assert all(type(action) is int and 0 <= action < game.action_space for action in actions)
        assert [game.parse_action(ply.before, text) for text in texts] == actions
        assert all(text == text.strip() and "\n" not in text for text in texts)
        assert ply.action in actions
        assert 0 <= ply.player < case.players


@every_case
def test_every_other_number_is_refused_with_a_clause_of_the_rule_book(case: Case) -> None:
    game = case.game
    step = max(game.action_space // 150, 1)
    for i, state in enumerate(played(case).states(15)):
        legal = set(game.legal_actions(state))
        for action in range(i % step, game.action_space, step):
            if action not in legal:
                clause, reason = game.refusal(state, action)
                assert clause in game.clauses
                assert reason[0].isupper() or reason[0] in "\"'“" or reason[0].isdigit(), reason
                assert reason[-1] in ".!?", reason


@every_case
def test_what_is_legal_later_or_earlier_is_refused_now_and_changes_nothing(case: Case) -> None:
    game, record = case.game, played(case)
    texts = sorted(
        {game.action_text(state, action) for state in record.states(12) for action in game.legal_actions(state)}
    )
    texts = texts[:: max(len(texts) // 60, 1)]
    match = Match.from_record(record.match.record(), game)
    for index in record.some(8):
        state = record.plies[index].before
        match.state = state.copy()
        before = plain(state)
        legal = match.legal_actions()
        for text in texts:
            if text not in legal:
                with pytest.raises((IllegalAction, NotationError)) as refusal:
                    match.play(text)
                if isinstance(refusal.value, IllegalAction):
                    assert refusal.value.clause in game.clauses
                    assert refusal.value.clause in str(refusal.value)
                    assert refusal.value.action == text
        assert plain(match.state) == before


@every_case
def test_a_finished_game_takes_no_more_actions(case: Case) -> None:
    record = played(case)
    match = Match.from_record(record.match.record(), case.game)
    with pytest.raises(IllegalAction) as refusal:
        match.play(record.plies[0].text)
    assert refusal.value.clause in case.game.clauses
    assert plain(match.state) == plain(record.match.state)


@every_case
@pytest.mark.parametrize("text", ["", " ", "dance", "\0", "seat", "draw lobby 1 ", "é" * 100_000], ids=len)
def test_text_that_is_no_action_is_refused_in_one_short_line(case: Case, text: str) -> None:
    match = case.match(3)
    with pytest.raises((NotationError, IllegalAction)) as refusal:
        match.play(text)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 600


@every_case
@pytest.mark.parametrize("number", [-1, True, 1.0, None, 10**30])
def test_what_is_no_action_number_is_refused(case: Case, number: object) -> None:
    with pytest.raises(TheatreLabError, match="not the number of a legal action"):
        case.match(3).play(number)  # type: ignore[arg-type]


@every_case
def test_the_breakdown_explains_every_point(case: Case) -> None:
    game = case.game
    for state in played(case).states(25):
        scores = game.scores(state)
        for player in range(case.players):
            parts = game.breakdown(state, player)
            assert total(parts) == scores[player]
            for part in parts:
                assert part.rule in game.clauses
                assert part.points != 0
                assert part.who
                assert part.text


@every_case
def test_copies_are_independent(case: Case) -> None:
    game = case.game
    for index in played(case).some(10):
        ply = played(case).plies[index]
        before, copy = plain(ply.before), ply.before.copy()
        assert copy == ply.before
        game.rules.apply(copy, ply.action)
        assert plain(ply.before) == before
        for name, field in ply.before.fields.items():
            if not field.is_fixed:
                setattr(copy := ply.before.copy(), name, field.filled(zeros(field.shape)))
                value = getattr(ply.before.copy(), name)
                _spoil(value[: case.players] if field.by_seat else value)
        assert plain(ply.before) == before


def _spoil(value: Any) -> None:
    if type(value) is not int:
        for i, entry in enumerate(value):
            if type(entry) is int:
                value[i] = 99
            else:
                _spoil(entry)


@every_case
def test_rows_of_seats_that_nobody_sits_on_stay_empty(case: Case) -> None:
    """Copies share them."""
    game, rng = case.game, new_stream(4)
    for state in played(case).states(12):
        worlds = [game.view(state, player).determinize(rng) for player in range(case.players)]
        for name, field in state.fields.items():
            if field.by_seat:
                for s in (state, *worlds):
                    rows = s.as_dict()[name][case.players :]
                    assert rows == zeros((field.shape[0] - case.players, *field.shape[1:])), name


@every_case
def test_states_keep_to_their_declaration(case: Case) -> None:
    def shape_of(value: object) -> tuple[int, ...]:
        return (len(value), *shape_of(value[0])) if isinstance(value, list) else ()

    def numbers(value: object) -> list[int]:
        return [n for entry in value for n in numbers(entry)] if isinstance(value, list) else [value]  # type: ignore[list-item]

    record = played(case)
    for state in record.states(40):
        for name, field in state.fields.items():
            value = state.as_dict()[name]
            assert shape_of(value) == field.shape, name
            assert all(type(n) is int and field.range[0] <= n <= field.range[1] for n in numbers(value)), name


@every_case
def test_the_log_has_words_for_every_action(case: Case) -> None:
    game = case.game
    for index in played(case).some(40):
        ply = played(case).plies[index]
        text = game.describe_action(ply.before, ply.action)
        assert text
        assert text == text.strip()
        assert "\n" not in text


@every_case
def test_the_same_seed_gives_the_same_game_and_another_seed_another(case: Case) -> None:
    again = case.match(1)
    play_out(again, 1)
    assert [ply.text for ply in again.history] == [ply.text for ply in played(case).plies]
    assert again.record() == played(case).match.record()
    assert played(case, 2).match.record().chance != again.record().chance


@every_case
def test_luck_that_is_due_is_set_as_it_was_shuffled(case: Case) -> None:
    """Feeding back the canonical pile in any order is accepted, and the pile is the same for equal states."""
    game, match = case.game, case.match(4)
    state = game.new_state(case.players, match.options, game.check_rules(None))
    pile = [0] * game.max_cards
    n = game.rules.chance(state, pile)
    assert 0 <= n <= game.max_cards
    texts = game.chance_texts(state, pile[:n])
    assert game.parse_chance(state, texts) == pile[:n]
    assert json.loads(json.dumps(texts)) == texts
    game.rules.set_chance(state, pile[:n][::-1], n)


@every_case
def test_rules_run_in_place_and_stop_at_a_decision_luck_or_the_end(case: Case) -> None:
    game = case.game
    for index in played(case).some(30):
        ply = played(case).plies[index]
        state = after(game, ply.before, ply.action)
        waiting = luck_is_due(game, state) + bool(game.legal_actions(state)) + bool(game.rules.is_over(state))
        assert waiting == 1


# ------------------------------------------------------------------ options and rule numbers


@every_game
def test_unknown_options_are_refused_and_the_nearest_named(name: str) -> None:
    game = get_game(name)
    with pytest.raises(OptionError, match="no option 'nonsense'"):
        Match(game, game.min_players, nonsense=1)


@every_game
@pytest.mark.parametrize("count", [0, 1, -3, 99, True, 2.0, "two"])
def test_wrong_numbers_of_players_are_refused(name: str, count: object) -> None:
    with pytest.raises(TheatreLabError, match=r"players"):
        Match(get_game(name), count)  # type: ignore[arg-type]


@every_game
@pytest.mark.parametrize(
    "value", [None, True, 1.5, [], {}, "", "x" * 100_000, 10**400, float("nan"), -1], ids=lambda v: type(v).__name__
)
def test_no_option_takes_just_anything(name: str, value: object) -> None:
    """Each option either accepts a value (then a game can be played) or refuses it in one short line."""
    game = get_game(name)
    refusals: list[str] = []
    for option in {**case_options(name), **Match(game, game.min_players, seed=1).options}:
        try:
            match = Match(game, game.min_players, seed=1, **{option: value})
        except OptionError as error:
            refusals.append(str(error))
        else:
            play_out(match, 1)
    assert all(len(text) < 600 and "\n" not in text for text in refusals)


def case_options(name: str) -> dict[str, object]:
    return {key: value for case in CASES if case.name == name for key, value in json.loads(case.options).items()}


@every_game
def test_rule_numbers_are_documented(name: str) -> None:
    game = get_game(name)
    assert len({number.key for number in game.rule_numbers}) == len(game.rule_numbers)
    for number in game.rule_numbers:
        assert number.low <= number.default <= number.high
        assert number.low < number.high
        assert number.clause in game.clauses
        assert number.meaning
    assert game.check_rules({}) == game.check_rules(None) == [number.default for number in game.rule_numbers]


@every_game
def test_rule_numbers_outside_their_range_are_refused(name: str) -> None:
    game = get_game(name)
    for number in game.rule_numbers:
        for bad in (number.low - 1, number.high + 1, True, None, "1", 1.0, [], 10**400):
            with pytest.raises(OptionError, match=number.key) as refusal:
                game.check_rules({number.key: bad})
            assert len(str(refusal.value)) < 300
    with pytest.raises(OptionError, match="no rule number"):
        game.check_rules({"nonsense": 1})
    with pytest.raises(OptionError, match="must be an object"):
        game.check_rules([1])  # type: ignore[arg-type]


@every_game
def test_a_game_can_be_played_with_any_rule_number(name: str) -> None:
    game = get_game(name)
    for number in game.rule_numbers:
        for value in (number.low, number.high):
            match = Match(game, game.min_players, seed=3, rules={number.key: value}, **SHORT.get(name, {}))
            play_out(match, 3)
            for player in range(game.min_players):
                assert total(match.breakdown(player)) == match.scores[player]
            low, high = match.state.fields["rule"].range
            assert low <= value <= high


@every_game
@pytest.mark.slow
def test_most_rule_numbers_change_something_within_a_few_games(name: str) -> None:
    game = get_game(name)

    def games(rules: dict[str, int]) -> list[object]:
        matches = [Match(game, game.max_players, seed=s, rules=rules, **SHORT.get(name, {})) for s in range(2)]
        for match in matches:
            play_out(match, match.seed)
        return [(match.scores, [ply.text for ply in match.history]) for match in matches]

    usual = games({})
    idle = [n.key for n in game.rule_numbers if games({n.key: n.low if n.low != n.default else n.high}) == usual]
    assert len(idle) <= len(game.rule_numbers) // 2, f"nothing changes with {idle}"
