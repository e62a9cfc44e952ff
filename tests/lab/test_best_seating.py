"""The best seating in hindsight: the model says what the rules say, and nothing better exists than what is proved."""

from __future__ import annotations

import random
import sys
import threading
from collections import Counter
from itertools import combinations, permutations
from typing import Any

import pytest

from theatre_lab.api import new_match
from theatre_lab.bots import get_bot
from theatre_lab.core.errors import BadInput, NotationError
from theatre_lab.core.game import total
from theatre_lab.core.match import Match
from theatre_lab.games import get_game
from theatre_lab.games.overture import OVERTURE, board_state, scoring
from theatre_lab.games.overture.cards import CARDS, DECK, card_name
from theatre_lab.games.overture.theatres import SEATS, THEATRE_IDS, THEATRES
from theatre_lab.lab.best_seating import BestSeating, MissingSolver, best_seating
from theatre_lab.lab.seating_model import points_by_clause, seating_terms
from theatre_lab.lab.seating_search import anneal
from theatre_lab.lab.simulate import play_game

LONG = 600.0  # proved long before; a busy machine must not make a test fail


def points(theatre: str, seats: dict[str, str], **rules: int) -> int:
    return OVERTURE.scores(board_state(theatre, seats, rules))[0]


def finished(theatre: str, seed: int, level: str = "greedy", players: int = 2) -> Match:
    bots = [get_bot(level, seed + i) for i in range(players)]
    return play_game(get_game("overture"), bots, seed=seed, options={"theatre": theatre})


def check(best: BestSeating) -> None:
    """What holds of every answer: the rules are the judge of both houses."""
    assert best.played_total == points(best.theatre, dict(best.played), **best.rules)
    assert best.total == points(best.theatre, dict(best.seats), **best.rules)
    assert best.played_total <= best.total <= best.bound
    assert sum(best.differences.values()) == best.total - best.played_total


# ------------------------------------------------------------------ the model and the rules


def random_house(luck: random.Random, number: int) -> Any:
    changed = {rule.key: luck.randint(-9, 9) for rule in OVERTURE.rule_numbers} if number % 4 == 0 else {}
    s = board_state(THEATRE_IDS[number % 8], {}, changed)
    seats = luck.sample(range(SEATS[s.theatre]), luck.randint(0, SEATS[s.theatre]))
    for seat in seats:
        s.board[0][seat] = luck.choice(DECK if number % 2 else range(5, CARDS))
    return s


@pytest.mark.parametrize("seed", range(3))
def test_the_model_scores_as_the_rules_do_clause_by_clause(seed: int) -> None:
    luck = random.Random(seed)
    for number in range(100):
        s = random_house(luck, number)
        sums: Counter[str] = Counter()
        for part in OVERTURE.breakdown(s, 0):
            sums[part.rule] += part.points
        assert points_by_clause(seating_terms(s), s.board[0]) == {clause: n for clause, n in sums.items() if n}


def brute_force(theatre: str, cards: list[str], **rules: int) -> int:
    s = board_state(theatre, dict(zip(THEATRES[THEATRE_IDS.index(theatre)].seats, cards, strict=False)), rules)
    numbers = [card for card in s.board[0] if card]
    most = -1000
    for seats in permutations(range(SEATS[s.theatre]), len(numbers)):
        board = [0] * 25
        for card, seat in zip(numbers, seats, strict=True):
            board[seat] = card
        most = max(most, int(scoring.board_points(s, board)))
    return most


SMALL = [
    ("grand-empress", ["Teacher", "Kid", "Teacher"], {}),
    ("opera-house", ["VIP", "Noisy Kid", "Bespectacled Critic"], {}),
    ("rotunda", ["Lovebirds", "Lovebirds", "Lovebirds"], {"pair": -3, "lovebirds": 2}),
    ("amphitheater", ["Tall Friends", "Short Friends", "Friends"], {"short_blocked": 4, "tall": 3}),
    ("promenade", ["Critic", "Tall Critic", "Noisy Critic"], {"noisy": 2}),
    ("ziegfeld-runway", ["Noisy VIP", "Kid", "Short Teacher"], {"vip_kid": 5, "vip_noisy": 3, "kid": -2}),
]


@pytest.mark.parametrize(("theatre", "cards", "rules"), SMALL, ids=[case[0] for case in SMALL])
def test_nothing_beats_it_among_all_seatings_of_a_small_house(
    theatre: str, cards: list[str], rules: dict[str, int]
) -> None:
    seats = dict(zip(THEATRES[THEATRE_IDS.index(theatre)].seats, cards, strict=False))
    best = best_seating({"theatre": theatre, "seats": seats, "rules": rules}, seconds=LONG)
    check(best)
    assert best.proved
    assert best.total == brute_force(theatre, cards, **rules)


@pytest.mark.parametrize("theatre", ["grand-empress", "opera-house", "promenade", "ziegfeld-runway", "rotunda"])
def test_annealing_never_finds_more(theatre: str) -> None:
    match = finished(theatre, 3)
    best = best_seating(match, 1, seconds=LONG)
    check(best)
    assert best.proved
    assert sorted(best.seats.values()) == sorted(best.played.values())
    assert (best.taken_in, best.left_out) == ([], [])
    for seed in range(3):
        board, found = anneal(match.state, match.state.board[1], steps=700, seed=seed)
        assert found == scoring.board_points(match.state, board) <= best.total


def test_full_rows_tables_and_company_are_worth_a_proof_too() -> None:
    table = ["Teacher", "Kid", "Kid", "Kid", "Noisy Patron"]
    seats = dict(zip(("A1", "A4", "A7", "C1", "C4"), table, strict=True))
    best = best_seating({"theatre": "dinner-playhouse", "seats": seats}, seconds=LONG)
    assert (best.proved, best.total) == (True, 6 + 3 * 4 + 3 + 3)
    row = best_seating({"theatre": "amphitheater", "seats": {"D1": "Patron", "D3": "Patron", "D5": "Patron"}})
    assert set(row.seats) == {"A3", "A4", "A5"}
    assert row.differences == {"OV-H5": 2}


# ------------------------------------------------------------------ choosing


def test_choosing_from_all_cards_held() -> None:
    match = finished("rotunda", 6)
    held = Counter(
        ply.text.split(" ", 1)[1] for ply in match.history if ply.text.startswith("discard") and not ply.player
    )
    held += Counter(card_name(card) for card in match.state.board[0] if card)
    held += Counter(card_name(card) for card in match.state.hand[:3] if card)
    best = best_seating(match, choose=True, seconds=4)
    check(best)
    assert len(best.seats) == len(best.played) == 12
    assert Counter(best.seats.values()) <= held
    assert len(best.taken_in) == len(best.left_out)
    assert best.total >= best_seating(match, seconds=LONG).total


def test_nothing_beats_the_best_choice_from_a_few_cards() -> None:
    cards = ["Lovebirds", "VIP", "Noisy Lovebirds", "Short Kid"]
    best = best_seating(
        {"theatre": "rotunda", "seats": {"A2": cards[0], "A3": cards[1]}}, spare=cards[2:], seconds=LONG
    )
    check(best)
    assert best.proved
    assert best.total == max(brute_force("rotunda", list(pair)) for pair in combinations(cards, 2))


@pytest.mark.parametrize("theatre", ["blackbox", "amphitheater", "dinner-playhouse"])
def test_no_walk_passes_the_bound_of_a_choice(theatre: str) -> None:
    match = finished(theatre, 2, "random")
    best = best_seating(match, choose=True, seconds=3)
    check(best)
    discarded = [card for card in match.state.bin[:12] if card]
    assert anneal(match.state, match.state.board[0], discarded, steps=1500, seed=9)[1] <= best.bound


def test_a_better_spare_card_comes_in() -> None:
    house = {"theatre": "grand-empress", "seats": {"A1": "Kid"}}
    best = best_seating(house, spare=["Patron", "Bespectacled VIP"], seconds=LONG)
    assert (best.proved, best.total) == (True, 7)
    assert (best.taken_in, best.left_out) == (["Bespectacled VIP"], ["Kid"])
    assert "in: Bespectacled VIP; out: Kid" in repr(best)


def test_choosing_waits_for_the_end_and_needs_open_cards() -> None:
    match = new_match("overture", 2, theatre="rotunda", seed=1)
    with pytest.raises(BadInput, match="the game must be over"):
        best_seating(match, choose=True)
    over = finished("rotunda", 1, "random")
    with pytest.raises(BadInput, match="discards are hidden"):
        best_seating(over.view(0).state, 1, choose=True)


# ------------------------------------------------------------------ being stopped, being heard


def test_no_time_leaves_a_bound_that_holds() -> None:
    match = finished("grand-empress", 5, "random")
    hurried, whole = best_seating(match, seconds=0.01), best_seating(match, seconds=LONG)
    check(hurried)
    assert whole.proved
    assert hurried.total <= whole.total <= hurried.bound
    assert ("proved)" in repr(hurried)) == (hurried.total == hurried.bound)


def test_it_can_be_stopped() -> None:
    stop = threading.Event()
    stop.set()
    best = best_seating(finished("dinner-playhouse", 6, "random"), choose=True, seconds=LONG, stop=stop)
    check(best)
    assert best.seconds < LONG / 4


def test_progress_hears_of_better_seatings() -> None:
    heard: list[tuple[int, int]] = []
    house = {"theatre": "grand-empress", "seats": {"B2": "Lovebirds", "C4": "Lovebirds"}}
    best = best_seating(house, seconds=LONG, progress=lambda found, bound: heard.append((found, bound)))
    assert heard[-1][0] == best.total == 12
    assert all(found <= bound for found, bound in heard)


def test_one_worker_gives_the_same_answer_again() -> None:
    match = finished("opera-house", 4)
    first, again = (best_seating(match, seconds=LONG, workers=1) for _ in range(2))
    assert first.proved
    assert (first.seats, first.parts) == (again.seats, again.parts)


# ------------------------------------------------------------------ what may be asked


def test_an_empty_house_is_as_good_as_it_gets() -> None:
    best = best_seating(new_match("overture", 2, theatre="opera-house", seed=1))
    assert (best.total, best.proved, best.differences) == (0, True, {})


def test_a_record_and_a_house_of_three_players_do_as_well() -> None:
    match = finished("grand-empress", 8, "greedy", players=3)
    best = best_seating(match.record(), 2, seconds=LONG)
    check(best)
    assert best.played_total == match.scores[2]
    assert total(best.parts) == best.total


@pytest.mark.parametrize(
    ("source", "more", "words"),
    [
        (7, {}, "a house comes from a match"),
        ({"theatre": "rotunda"}, {}, "no 'seats'"),
        ({"theatre": "rotunda", "seats": {}, "seat": {}}, {}, "seat"),
        ({"theatre": "rotunda", "seats": {"A2": "VIP"}}, {"player": 2}, "player"),
        ({"theatre": "rotunda", "seats": {"A2": "VIP"}}, {"seconds": 0}, "seconds must be"),
        ({"theatre": "rotunda", "seats": {"A2": "VIP"}}, {"workers": 0}, "workers"),
        ({"theatre": "rotunda", "seats": {"A2": "VIP"}}, {"spare": ["Tall Dog"]}, "Tall Dog"),
        (new_match("cabaret", 2, seed=1), {}, "something of Overture"),
    ],
)
def test_what_does_not_fit_is_named(source: Any, more: dict[str, Any], words: str) -> None:
    with pytest.raises((BadInput, NotationError), match=words):
        best_seating(source, **more)


def test_a_missing_solver_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python.cp_model", None)
    with pytest.raises(MissingSolver, match="pip install ortools"):
        best_seating({"theatre": "rotunda", "seats": {"A2": "VIP"}})
