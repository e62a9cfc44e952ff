"""A reviewed game: blunders are found, good moves are left alone, hidden cards stay out of the first grade."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bots.nim import NIM

from theatre_lab.api import set_up
from theatre_lab.bots import choose, get_bot
from theatre_lab.bots.search import Estimate, StopFlag
from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.core.match import Match
from theatre_lab.core.near_best import NEAR_POINTS
from theatre_lab.games import game_names, get_game
from theatre_lab.lab.review import Grade, Review, cost, review
from theatre_lab.lab.simulate import play_game


def nim(*takes: int, heap: int = 7) -> Match:
    """Who leaves a multiple of three wins; the last of the heap is taken at the end of `takes`."""
    match = Match(NIM, ["Ann", "Ben"], seed=1, heap=heap)
    for take in takes:
        match.play(f"take {take}")
    assert match.is_over
    return match


def cabaret(seed: int = 3) -> Match:
    bots = [get_bot("greedy"), get_bot("random", seed), get_bot("greedy", 1)]
    return play_game(get_game("cabaret"), bots, seed=seed, options={"rounds": 1})


def quick(match: Match, player: int = 0, **how: Any) -> Review:
    return review(match, player, **{"iterations": 8, "backend": "lists", **how})


# ------------------------------------------------------------------ what is found


def test_a_planted_blunder_is_the_costliest_move_of_both_kinds() -> None:
    found = quick(nim(2, 2, 2, 1), iterations=300)
    assert found.unit == "win chance"
    for hindsight in (False, True):
        first = found.costliest(hindsight=hindsight)[0]
        assert (first.ply, first.text) == (0, "take 2")
        grade = first.grade(hindsight)
        assert grade is not None
        assert grade.best.text == "take 1"
        assert grade.regret > 0.5
        assert not grade.is_good
    assert "decision 1: take 2, better take 1: cost" in repr(found)


def test_best_moves_cost_nothing() -> None:
    found = quick(nim(1, 2, 1, 1, 2), iterations=300)
    assert [decision.ply for decision in found.decisions] == [0, 2, 4]
    for hindsight in (False, True):
        assert found.costliest(hindsight=hindsight) == []
        assert [decision.grade(hindsight).regret for decision in found.decisions] == [0, 0, 0]  # type: ignore[union-attr]
    assert "all of them good" in repr(found)


def test_a_blunder_in_a_card_game_is_told_in_points() -> None:
    """With the 6 Ann wins this show, and the last one with her 4; with the 4 she gives its four gold stars away."""
    position = {"show_number": 11, "show": ["A5"], "hands": [["S6", "S4"], ["A1"]]}
    match = set_up("cabaret", ["Ann", "Ben"], agents=["Singers", "Actors"], leader=1, rounds=1, seed=1, **position)
    for action in ("play S4", "play A1", "play S6"):
        match.play(action)
    assert match.is_over
    found = quick(match)
    assert found.unit == "points"
    for hindsight in (False, True):
        [blunder] = found.costliest(hindsight=hindsight)
        grade = blunder.grade(hindsight)
        assert grade is not None
        assert (blunder.text, grade.best.text, grade.regret) == ("play S4", "play S6", pytest.approx(4))
    assert "play S4, better play S6: cost 4.0 points (9.0 expected instead of 13.0)" in repr(found)


def test_points_given_away_are_told_costliest_first() -> None:
    match = cabaret(seed=11)
    found = quick(match, 1, iterations=24)
    assert found.unit == "points"
    costs = [decision.known.regret for decision in found.costly() if decision.known]
    assert costs == sorted(costs, reverse=True)
    assert all(each > NEAR_POINTS for each in costs)
    assert found.given_away() == pytest.approx(sum(costs))
    assert found.given_away() != found.given_away(hindsight=True)


def test_what_a_move_cost_is_the_difference_of_the_worths_beside_it() -> None:
    best, poor = Estimate(0, "a", 9, 0.5249, 3.04), Estimate(1, "b", 9, 0.3951, 1.06)
    assert cost(Grade(poor, (best, poor), "win chance")) == "cost 12 % win chance (40 % instead of 52 %)"
    assert cost(Grade(poor, (best, poor), "points")) == "cost 1.9 points (1.1 expected instead of 3.0)"


def test_forced_decisions_are_not_graded() -> None:
    found = quick(cabaret(), 1)
    match = cabaret()
    own = [ply for ply in match.history if ply.player == 1]
    free = [ply for ply in own if len(match.game.legal_actions(ply.before)) > 1]
    assert len(found.decisions) == len(free) < len(own)
    assert found.forced == len(own) - len(free)


def test_every_grade_compares_on_equal_terms() -> None:
    for decision in quick(cabaret(), 1).decisions:
        for grade in (decision.known, decision.hindsight):
            assert grade is not None
            assert max(e.visits for e in grade.compared) - min(e.visits for e in grade.compared) <= 1
            assert grade.played in grade.compared
            assert grade.played.text == decision.text


# ------------------------------------------------------------------ what is not seen


@pytest.mark.parametrize("name", game_names())
def test_the_first_grade_does_not_depend_on_hidden_cards(name: str) -> None:
    """The same decision, the hidden cards dealt otherwise: the grade from what was known stays the same."""
    game = get_game(name)
    if name == "the-theatre-draft":
        pytest.skip("in a draft nothing is hidden, so that nothing can be dealt otherwise")
    match = Match(game, ["Ann", "Ben", "Cy"][: game.max_players], seed=5)
    bot = get_bot("greedy", 1)

    def play_on(one: Match) -> None:
        one.play(choose(bot, one.view(one.to_move or 0)))

    while not (match.to_move == 0 and match.ply > 5 and len(match.legal_actions()) > 1):
        play_on(match)
    deals = [match.redealt(match.ply, 0, seed=seed) for seed in range(2)]
    assert deals[0].state != deals[1].state
    grades = []
    for deal in deals:
        deal.play(deal.legal_actions()[0])
        while not deal.is_over:
            play_on(deal)
        stop = StopFlag()
        found = review(
            deal, iterations=8, backend="lists", stop=stop, progress=lambda done, _, stop=stop: stop_at(stop, done)
        )
        grades.append(found.decisions[0].known)
    assert grades[0] is not None
    assert grades[0] == grades[1]


def stop_at(stop: StopFlag, done: int) -> None:
    if done == 1:
        stop.set()


def test_a_retry_deals_hidden_cards_anew_and_shows_nothing_of_how_they_lay() -> None:
    match = cabaret()
    decision = quick(match, 1).decisions[0]
    before = match.history[decision.ply].before
    again = [decision.retry("easy", seed=seed) for seed in range(4)]
    for each in again:
        assert each.view(1) == match.game.view(before, 1)
        assert each.history == []
        assert each.seats == ["easy", "human", "easy"]
        assert each.to_move == 1
        each.play(decision.text)
        each.undo()
    assert len({repr(each.state) for each in again}) > 1
    assert repr(decision.retry(seed=2).state) == repr(again[2].state)
    with pytest.raises(BadInput, match="began in the middle"):
        again[0].record()


def test_a_retry_in_hindsight_lies_as_it_lay() -> None:
    match = cabaret()
    decision = quick(match, 1).decisions[2]
    again = decision.retry(hindsight=True)
    assert again.state == match.history[decision.ply].before
    assert again.ply == decision.ply
    again.play(decision.text)
    assert again.state == match.rewound(decision.ply + 1).state
    assert again.record().actions == match.record().actions[: decision.ply + 1]


# ------------------------------------------------------------------ how it is done


def test_the_same_seed_gives_the_same_review() -> None:
    one, same, other = (quick(cabaret(), 1, seed=seed) for seed in (4, 4, 5))
    assert one == same
    assert repr(one) == repr(same)
    assert one.as_dict() != other.as_dict()
    assert json.loads(json.dumps(one.as_dict()))["name"] == "P2"
    assert quick(cabaret().record(), 1, seed=4).as_dict() == one.as_dict()  # type: ignore[arg-type]


def test_when_stopped_it_keeps_what_is_graded() -> None:
    stop = StopFlag()
    found = quick(cabaret(), 1, stop=stop, progress=lambda done, total: stop.set() if done == 4 else None)
    assert not found.is_whole
    assert len(found.decisions) == len(found.graded()) == 4
    assert found.graded(hindsight=True) == []
    assert "stopped before its end" in repr(found)
    assert "In hindsight, all cards open: nothing was graded" in repr(found)


def test_an_interrupt_stops_it_too() -> None:
    def interrupt(done: int, _: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    found = quick(cabaret(), 1, progress=interrupt)
    assert (len(found.decisions), found.is_whole) == (2, False)


def test_progress_runs_from_nothing_to_all() -> None:
    told: list[tuple[int, int]] = []
    quick(cabaret(), 1, progress=lambda done, total: told.append((done, total)))
    done = [each for each, _ in told]
    assert done == sorted(done)
    assert (told[0][0], told[-1][0]) == (0, told[-1][1])


def test_a_bar_is_shown_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    quick(nim(1, 2, 1, 1, 2), progress=True)
    assert "Review: 100%" in capsys.readouterr().err
    quick(nim(1, 2, 1, 1, 2))
    assert capsys.readouterr().err == ""


def test_its_html_form_is_escaped() -> None:
    match = nim(2, 2, 2, 1)
    match.names[0] = "<i>Ann"
    text = quick(match, iterations=100)._repr_html_()
    assert "&lt;i&gt;Ann" in text
    assert "<td>take 2</td><td>take 1</td>" in text


@pytest.mark.parametrize(
    ("how", "error", "words"),
    [
        ({"player": 3}, BadInput, "counted from 0 to 2"),
        ({"player": "Ann"}, BadInput, "there is no player 'Ann'"),
        ({"iterations": 0}, OptionError, "iterations"),
        ({"backend": "fast"}, OptionError, "backend"),
        ({"seed": "x"}, OptionError, "seed"),
    ],
)
def test_wrong_arguments_are_named(how: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        review(cabaret(), **how)


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    match = Match(NIM, 2, seed=1)
    with pytest.raises(BadInput, match="still going on"):
        review(match)
    with pytest.raises(BadInput, match="needs a match"):
        review(5)  # type: ignore[arg-type]


def test_positions_that_there_are_not_are_refused() -> None:
    match = nim(2, 2, 2, 1)
    for ply in (-1, 5, "0"):
        with pytest.raises(BadInput, match="decisions are counted from 0 to 4"):
            match.rewound(ply)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="no player 2"):
        match.redealt(0, 2)


def test_a_review_is_not_changed_by_what_becomes_of_the_match() -> None:
    match = nim(2, 2, 2, 1)
    match.practice = True
    found = quick(match, iterations=60)
    match.undo()
    assert found.match.ply == 4
    assert found.costliest()[0].retry(hindsight=True).ply == 0
