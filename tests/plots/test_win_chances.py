"""Win chances over a game, from what each player knew."""

from __future__ import annotations

import pytest

from theatre_lab.api import load
from theatre_lab.bots import choose, get_bot
from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.core.match import Match
from theatre_lab.games import get_game
from theatre_lab.lab.chances import outlooks
from theatre_lab.plots import win_chances


def played(game: str, plies: int = 10_000, **options: object) -> Match:
    match = Match(get_game(game), ["Ann", "Ben"], seed=5, **options)
    bots = [get_bot("greedy", 1), get_bot("random", 2)]
    while not match.is_over and match.ply < plies:
        match.play(choose(bots[match.to_move or 0], match.view(match.to_move or 0)))
    return match


@pytest.fixture(scope="module")
def overture() -> Match:
    return played("overture", theatre="rotunda")


def test_a_greedy_player_is_seen_to_pull_away_from_a_random_one(overture: Match) -> None:
    chart = win_chances(overture, iterations=4)
    ann, ben = chart.data
    assert list(ann.x) == list(ben.x) == list(range(1, 14))
    assert (ann.y[-1], ben.y[-1]) == (1.0, 0.0)
    assert sum(ann.y[-5:]) > sum(ben.y[-5:]) + 3
    assert all(0 <= value <= 1 for value in (*ann.y, *ben.y))
    assert chart.layout.xaxis.title.text == "round"
    assert "points expected" in ann.hovertext[0]
    assert repr(chart) == repr(win_chances(overture, iterations=4))
    assert repr(chart) == repr(win_chances(overture.record(), iterations=4))
    assert repr(chart) != repr(win_chances(overture, iterations=4, seed=1))


def test_hidden_cards_change_nothing(overture: Match) -> None:
    """Before each turn the true world is exchanged for another that looks the same to the player to move."""
    before = outlooks(overture, iterations=2)
    twin = load(overture.record().to_json())
    for told in before:
        ply = twin.history[told.ply]
        world = twin.game.view(ply.before, told.player).determinize([told.ply + 1])
        object.__setattr__(ply, "before", world)
    assert outlooks(twin, iterations=2) == before


def test_a_game_under_way_and_one_that_has_not_begun() -> None:
    match = played("cabaret", plies=7)
    seen: list[tuple[int, int]] = []
    chart = win_chances(match, iterations=2, progress=lambda done, total: seen.append((done, total)))
    turns = sum(len(line.x) for line in chart.data)
    assert seen == [(n, turns) for n in range(1, turns + 1)]
    assert chart.layout.xaxis.title.text == "decision"
    assert [len(line.x) for line in win_chances(played("cabaret", plies=0)).data] == [0, 0]


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"iterations": 0}, OptionError, "iterations"),
        ({"seed": "x"}, OptionError, "seed"),
        ({"backend": "list"}, OptionError, "lists"),
    ],
)
def test_wrong_arguments_are_named(options: dict[str, object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        win_chances(played("cabaret", plies=1), **options)
    with pytest.raises(BadInput, match="a match or a record"):
        win_chances("game")
