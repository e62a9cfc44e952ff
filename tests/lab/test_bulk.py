"""Whole games of bots that do not search: the games of matches, hidden cards hidden, short runs never compiled."""

from __future__ import annotations

import copy
import importlib.util
import itertools
import pickle
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from bots.nim import NIM, Nim
from hypothesis import example, given
from hypothesis import strategies as st
from trust.twins import begun as begun_match
from trust.twins import twins

from theatre_lab.bots import bulk_kernel
from theatre_lab.bots.basic import policy_of
from theatre_lab.core.compiled import ListBackend, can_compile, compiled_backend, list_backend
from theatre_lab.core.errors import BotError, OptionError
from theatre_lab.core.game import Game, Lot, View
from theatre_lab.core.match import _LOT, _LUCK, Match, lot_stream, luck_stream
from theatre_lab.core.stream import below, new_stream, shuffle
from theatre_lab.games import game_names, get_game
from theatre_lab.games.overture.theatres import THEATRE_IDS
from theatre_lab.lab import bulk, openings
from theatre_lab.lab import simulate as module
from theatre_lab.lab.bulk import Drawn, Series, WholeGames, compiled_soon, get_ready, moves_by_lot
from theatre_lab.lab.results import GameResult
from theatre_lab.lab.simulate import simulate

SHORT: dict[str, dict[str, Any]] = {"mythic-circus": {"max_turns": 10}, "cabaret": {"rounds": 1}}


@pytest.fixture(autouse=True)
def on_lists(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick tests neither find nor begin compiled code."""
    if request.node.get_closest_marker("slow") is None:
        monkeypatch.setattr(bulk, "_warmups", {})
        monkeypatch.setattr(bulk, "can_compile", lambda: False)


every_game = pytest.mark.parametrize("name", game_names())


def plan_of(name: str, bots: Sequence[Any], seed: int = 5, rules: dict[str, int] | None = None) -> Any:
    return module._Plan(name, tuple(bots), seed, SHORT.get(name, {}), rotate=True, rules=rules or {})


def as_matches(name: str, bots: Sequence[Any], games: int, rules: dict[str, int] | None = None) -> list[GameResult]:
    """The games of a run, each played as a match, decision by decision."""
    plan = plan_of(name, bots, rules=rules)
    return [plan.play(index) for index in range(games)]


# ------------------------------------------------------------------ the same games as matches


@every_game
def test_random_and_greedy_bots_play_the_games_that_they_play_in_matches(name: str) -> None:
    """Deals, seats, luck, scores, winners, lengths and points by clause: all of them."""
    bots = ["greedy", "random"]
    assert list(simulate(name, bots, games=4, seed=5, options=SHORT.get(name)).results) == as_matches(name, bots, 4)


@every_game
def test_changed_rules_change_them_alike(name: str) -> None:
    number = get_game(name).rule_numbers[0]
    rules = {number.key: number.default + 1}
    run = simulate(name, ["random", "greedy"], games=2, seed=5, options=SHORT.get(name), rules=rules)
    assert list(run.results) == as_matches(name, ["random", "greedy"], 2, rules)


def test_more_players_take_turns_in_the_seats_as_before() -> None:
    bots = ["greedy", "random", "random"]
    assert list(simulate("cabaret", bots, games=6, seed=5, rounds=1).results) == as_matches("cabaret", bots, 6)


def test_levels_win_as_often_as_in_matches() -> None:
    """Their luck is another, their play the same."""
    games, bots = 240, ["medium", "easy", "random"]
    whole = simulate("cabaret", bots, games=games, seed=5, rounds=1).results
    matches = as_matches("cabaret", bots, games)
    assert list(whole) != matches
    for bot in range(3):
        shares = [sum(game.win_of(bot) for game in run) / games for run in (whole, matches)]
        assert abs(shares[0] - shares[1]) < 4 * (2 * 0.25 / games) ** 0.5
    wins = [sum(game.win_of(bot) for game in whole) for bot in range(3)]
    assert wins[0] > wins[1] > wins[2]


def test_easy_makes_as_many_moves_by_lot_as_the_game_says() -> None:
    asked: Counter[bool] = Counter()
    backend = ListBackend(get_game("the-theatre-draft"))
    bound = vars(backend.bind(bulk_kernel))
    policy = bound["greedy_action"]

    def by_policy(s: Any, out: Any, rng: Any) -> Any:
        asked[True] += 1
        return policy(s, out, rng)

    def checked(s: Any, action: Any, out: Any) -> Any:
        asked[False] += 1
        return True

    bound.update(greedy_action=by_policy, is_among_legal=checked)
    plan = plan_of("the-theatre-draft", ["easy", "easy"])
    plan.whole_games().play_series(plan.series(), range(20), backend)
    share = 1 - asked[True] / asked[False]
    assert asked[False] > 400
    assert abs(share - backend.game.careless / 100) < 0.08


def test_who_plays_so() -> None:
    overture = get_game("overture")
    assert moves_by_lot(overture, ["random", "greedy", "easy", "medium"]) == (100, 0, overture.careless, 0)
    for other in ("hard", "expert", "my_bots.py:first", lambda view: view.actions()[0]):
        assert moves_by_lot(overture, ["random", other]) is None
    assert moves_by_lot(NIM, ["random", "random"]) == (100, 100)
    assert moves_by_lot(NIM, ["random", "greedy"]) is None, "it has no policy"

    class Judged(type(overture)):  # type: ignore[misc]
        def winners(self, state: Any) -> list[int]:
            return [0]

    assert moves_by_lot(Judged(), ["random", "random"]) is None, "its winners are not told by the rules"


# ------------------------------------------------------------------ who sits where, and the luck

SEEDS = 1 << 30
any_seed = st.integers(-(2**70), 2**70)


def stream_by_words(seed: int, path: Sequence[int], backend: Any) -> int:
    """The state of a stream as the kernel makes it, number by number."""
    bound = backend.bind(bulk_kernel)
    word, rng = bulk._words(backend, [0] * bulk_kernel.WORDS), backend.integers(1)
    for number in (seed, *path):
        for bits in bulk._bits(number):
            word[bulk_kernel._NUMBER] = bits
            bound.take_bits(word)
        bound.end_number(word)
    bound.begin_stream(word, rng)
    return int(rng[0])


@given(any_seed, st.lists(any_seed, max_size=3))
@example(-(2**63), [])
@example(2**64, [2**64 - 1, -1])
def test_a_stream_begins_in_bulk_as_everywhere(seed: int, path: list[int]) -> None:
    assert stream_by_words(seed, path, list_backend(NIM)) == new_stream(seed, *path)[0]


@given(any_seed, st.integers(0, 2**61))
def test_a_number_of_a_path_is_taken_in_as_everywhere(seed: int, number: int) -> None:
    word, rng = [0] * bulk_kernel.WORDS, [0]
    for bits in bulk._bits(seed):
        word[bulk_kernel._NUMBER] = bits
        bulk_kernel.take_bits(word)
    bulk_kernel.end_number(word)
    bulk_kernel.take_number(word, number)
    bulk_kernel.begin_stream(word, rng)
    assert rng == new_stream(seed, number)


@given(any_seed, st.integers(0, 10_000_000), st.integers(2, 6), st.booleans())
def test_a_game_of_a_series_has_the_luck_of_its_number(seed: int, index: int, players: int, rotate: bool) -> None:
    fixture = Series(seed, players, rotate).fixture(index, list_backend(NIM))
    deal, turn = divmod(index, players) if rotate else (index, 0)
    assert (fixture.index, fixture.deal) == (index, deal)
    assert fixture.seating == tuple((seat + turn) % players for seat in range(players))
    assert fixture.luck == below(new_stream(seed, 11, deal), SEEDS)
    assert fixture.seeds == tuple(below(new_stream(seed, 12, index, seat), SEEDS) for seat in range(players))


def begun(drawn: Drawn, lots: tuple[Lot, ...], length: int, backend: Any) -> list[list[int]]:
    """Codes, shuffles and streams of these games."""
    numbers, count = backend.integers, len(drawn.lucks)
    columns = numbers(count), numbers(count), numbers(len(drawn.seeds))
    backend.bind(bulk_kernel).begin_games(
        (drawn.deals, drawn.lucks, drawn.seeds), (_LUCK, _LOT), length,
        (numbers([lot.of for lot in lots]), numbers([lot.kept for lot in lots])), numbers(60),
        bulk._words(backend, [0] * bulk_kernel.WORDS), numbers(1), columns,
    )  # fmt: skip
    return [bulk._plain(column) for column in columns]


LOTS = (Lot(5), Lot(7, kept=2), Lot(3), Lot(4, kept=4))


@given(any_seed, st.integers(0, 10_000), st.integers(1, 20))
def test_matches_of_these_seeds_have_the_same_luck(seed: int, first: int, length: int) -> None:
    backend = list_backend(NIM)
    drawn = Series(seed, 2).draw(range(first, first + 3), backend)
    codes, shuffles, streams = begun(drawn, LOTS, length, backend)
    assert shuffles == [luck_stream(luck)[0] for luck in drawn.lucks]
    assert streams == [new_stream(bot)[0] for bot in drawn.seeds]
    for deal, luck, code in zip(drawn.deals, drawn.lucks, codes, strict=True):
        rng, told = lot_stream(luck), [deal % length]
        for lot in LOTS:
            if lot.kept:
                pile = list(range(lot.of))
                shuffle(pile, lot.of, rng)
                told += pile[: lot.kept]
            else:
                told.append(below(rng, lot.of))
        sizes = [length, 5, 7, 7, 3, 4, 4, 4, 4]
        wanted = 0
        for size, number in zip(sizes, told, strict=True):
            wanted = wanted * size + number
        assert code == wanted


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
def test_the_luck_is_the_same_compiled() -> None:
    """Over seeds of every size: the words have no sign, and numba must not give them one."""
    game = get_game("the-theatre")
    compiled, lists = get_ready(game), list_backend(game)
    assert compiled.name == "compiled"
    rng = new_stream(2026)
    for _ in range(200):
        numbers = [below(rng, SEEDS) for _ in range(8)]
        seed = (numbers[0] << 60 | numbers[1] << 30 | numbers[2]) >> numbers[3] % 70
        seed = -seed if numbers[3] % 2 else seed
        path = [numbers[4] - (SEEDS >> 1), numbers[5] << numbers[6] % 70]
        assert stream_by_words(seed, path, compiled) == new_stream(seed, *path)[0]
        series, games = Series(seed, 2 + numbers[7] % 3, numbers[7] % 2 == 0), range(numbers[6], numbers[6] + 3)
        drawn, again = (series.draw(games, backend) for backend in (compiled, lists))
        assert [bulk._plain(column) for column in drawn.columns] == [bulk._plain(column) for column in again.columns]
        assert begun(drawn, LOTS, 12, compiled) == begun(again, LOTS, 12, lists)


# ------------------------------------------------------------------ beginnings


@every_game
def test_games_begin_alike_where_the_same_comes_of_their_lots(name: str) -> None:
    """And differently where something else does: a game tells all its draws, in their order, whatever is given."""
    game, backend, told = get_game(name), list_backend(get_game(name)), 0
    for players in range(game.min_players, game.max_players + 1):
        for options in given_options(game, players):
            lots = game.lots(players, options)
            assert lots is not None
            drawn = Series(players, 2).draw(range(40), backend)
            codes = begun(drawn, lots, 1, backend)[0]
            began = [game.draw_options(players, dict(options), lot_stream(luck)) for luck in drawn.lucks]
            texts = [repr({key: value for key, value in one.items() if value != options.get(key)}) for one in began]
            assert len(set(zip(codes, texts, strict=True))) == len(set(codes)) == len(set(texts)), repr(options)[:200]
            told += len(set(codes)) > 1
    assert told > 0 or not game.drawn_options


def given_options(game: Game, players: int) -> list[dict[str, Any]]:
    """Checked options where none are given, and each alone, and each two, and all, as a game of any size has them."""
    found: dict[str, dict[str, Any]] = {}
    for size in range(game.min_players, game.max_players + 1):
        whole = game.draw_options(size, game.check_options(size, {}), new_stream(size))
        for names in [*itertools.chain(*(itertools.combinations(whole, n) for n in range(3))), tuple(whole)]:
            try:
                checked = game.check_options(players, {name: whole[name] for name in names})
            except OptionError:  # a leader, or decks, of more or fewer players
                continue
            found[repr(checked)] = checked
            series = game.series_options(players, dict(checked), size)
            found[repr(series)] = series
    return list(found.values())


def test_every_way_to_give_what_is_drawn_is_among_the_options_that_are_tried() -> None:
    theatre = given_options(get_game("the-theatre"), 2)
    assert {options["base"] for options in theatre} == {4, 5}
    assert {(*(name for name in ("decks", "leader") if name in options),) for options in theatre} == {
        (), ("decks",), ("leader",), ("decks", "leader")
    }  # fmt: skip
    cabaret = given_options(get_game("cabaret"), 3)
    assert {(*(name for name in ("agents", "leader") if name in options),) for options in cabaret} == {
        (),
        ("agents",),
        ("leader",),
        ("agents", "leader"),
    }


@every_game
def test_a_series_begins_anew_after_its_length(name: str) -> None:
    game = get_game(name)
    for players in range(game.min_players, game.max_players + 1):
        options = game.check_options(players, {})
        length = game.series_length(players, options)
        assert length > 0
        deals = [game.series_options(players, dict(options), deal) for deal in range(2 * length)]
        assert deals[:length] == deals[length:]
        assert all(deals.count(deal) == 2 for deal in deals), "no shorter one"


# ------------------------------------------------------------------ games of others, which begin in their own ways


class Silent(type(get_game("the-theatre"))):  # type: ignore[misc]
    """The Theatre, which keeps to itself how it draws by lot and how long a series is."""

    lots = Game.lots
    series_length = Game.series_length


class Twice(type(get_game("overture"))):  # type: ignore[misc]
    """Overture, which draws once more: `lots` is that of a game that draws once."""

    def draw_options(self, players: int, options: dict[str, Any], rng: list[int]) -> dict[str, Any]:
        first, second = below(rng, len(THEATRE_IDS)), below(rng, 2)
        return {"theatre": THEATRE_IDS[(first + second) % len(THEATRE_IDS)], **options}


class Unnamed(type(get_game("overture"))):  # type: ignore[misc]
    """Overture, which names no drawn option, tells no lots, and draws all the same."""

    drawn_options = ()
    lots = Game.lots


class OtherSeries(type(get_game("the-theatre"))):  # type: ignore[misc]
    """The Theatre with its decks in another order: `series_length` is that of the usual series."""

    def series_options(self, players: int, options: dict[str, Any], deal: int) -> dict[str, Any]:
        return super().series_options(players, options, deal * deal % 7)  # type: ignore[no-any-return]


class SomeDeals(type(get_game("overture"))):  # type: ignore[misc]
    """Overture in series of three deals: in the first, the theatre is given."""

    def series_options(self, players: int, options: dict[str, Any], deal: int) -> dict[str, Any]:
        return {"theatre": "rotunda"} if deal % 3 == 0 else options

    def series_length(self, players: int, options: Any) -> int:
        return 3


class MixedIn:
    """Draws another way than the game that it is mixed into."""

    def draw_options(self, players: int, options: dict[str, Any], rng: list[int]) -> dict[str, Any]:
        return {"theatre": THEATRE_IDS[below(rng, 1001) % 8], **options}


class Mixed(MixedIn, type(get_game("overture"))):  # type: ignore[misc]
    """Overture drawn by a class that knows nothing of its `lots`."""


@pytest.mark.parametrize("kind", [Silent, Twice, Unnamed, OtherSeries, SomeDeals, Mixed])
def test_games_of_others_are_those_of_matches(kind: type[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a class below changed of how games begin, and whatever the class above tells of it."""
    game, bots = kind(), ["random", "random"]
    monkeypatch.setattr(module, "get_game", lambda name: game)
    whole = whole_games_of(game, bots)
    assert whole._lots is None, "nothing is known for sure"
    plan = plan_of(game.name, bots)
    played = whole.play_series(plan.series(), range(48), list_backend(game)).results()
    assert played == as_matches(game.name, bots, 48)
    assert len({result.scores for result in played}) > 12


class OnlyLots(type(get_game("overture"))):  # type: ignore[misc]
    """Overture that tells its own draws again."""

    def lots(self, players: int, options: Any) -> Any:
        return super().lots(players, options)


class Renamed(type(get_game("the-theatre"))):  # type: ignore[misc]
    """The Theatre by another name: it begins as ever."""


def test_a_class_below_that_begins_as_ever_shares_its_openings() -> None:
    assert whole_games_of(OnlyLots(), ["random", "random"])._lots == (Lot(len(THEATRE_IDS)),)
    renamed = whole_games_of(Renamed(), ["random", "random"])
    assert (renamed._length, renamed._lots) == (12, (Lot(2),))
    circus = get_game("mythic-circus")
    assert whole_games_of(circus, ["random", "random"])._lots == (), "it draws nothing, and was tried"


def test_a_game_that_tells_nothing_is_tried() -> None:
    silent = Silent()
    options = silent.check_options(2, {})
    assert silent.lots(2, options) is None
    assert silent.lots(2, {**options, "decks": [], "leader": 0}) == ()
    assert silent.series_length(2, options) == 0


class Many(type(get_game("overture"))):  # type: ignore[misc]
    """A game that tells these draws, in a series of so many deals."""

    told: tuple[Lot, ...] = ()
    deals = 1

    def lots(self, players: int, options: Any) -> Any:
        return self.told

    def series_length(self, players: int, options: Any) -> int:
        return self.deals


@pytest.mark.parametrize(
    ("told", "deals", "counts"),
    [
        ((Lot(10, kept=10), Lot(4)), 12, True),
        ((Lot(52, kept=11),), 1, False),
        ((Lot(1 << 30), Lot(1 << 30)), 3, True),
        ((Lot(1 << 30), Lot(1 << 30)), 5, False),
        ((), 1024, True),
        ((), 1025, False),
    ],
)
def test_draws_of_which_there_are_too_many_are_not_counted(told: tuple[Lot, ...], deals: int, counts: bool) -> None:
    game = Many()
    game.told, game.deals = told, deals
    assert openings.known_lots(game, 2, {}, deals) == (told if counts else None)


def test_a_number_drawn_from_many_needs_no_pile() -> None:
    """A pile is for shuffles alone."""
    asked: list[int] = []

    class Watched(ListBackend):
        def integers(self, values: int | Sequence[int]) -> Any:
            asked.append(values if isinstance(values, int) else len(values))
            return super().integers(values)

    game = get_game("overture")
    whole = whole_games_of(game, ["random", "random"])
    whole._lots = (Lot(1 << 20), Lot(7, kept=2))
    whole.play_series(Series(1, 2), range(1), Watched(game))
    assert 7 in asked
    assert max(asked) < 1 << 20


def test_an_opening_is_laid_once_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "_LISTS", 4)
    game = get_game("overture")
    laid: list[str] = []
    room = openings.Openings(list_backend(game))

    def find(starts: list[str]) -> list[str]:
        def lay(k: int) -> Any:
            laid.append(starts[k])
            return game.new_state(2, {"theatre": starts[k]}, game.check_rules(None))

        table, places, labels = room.find(starts, lay)
        assert set(places) <= set(range(len(labels)))
        return [THEATRE_IDS[table[place].theatre] for place in places]

    first, second, third, fourth, fifth, *_ = THEATRE_IDS
    assert find([first, second, first]) == [first, second, first]
    assert find([second, third, third, second]) == [second, third, third, second]
    assert laid == [first, second, third]
    assert find([fourth]) == [fourth]
    assert find([fifth, first]) == [fifth, first], "there is no more room: the first ones are forgotten"
    assert laid == [first, second, third, fourth, fifth, first]
    many = [*THEATRE_IDS[:6], *THEATRE_IDS[:6]]
    assert find(many) == many, "a piece has room for itself"


def test_threads_that_open_the_same_games_lay_them_once() -> None:
    game = get_game("overture")
    laid: Counter[int] = Counter()
    room = openings.Openings(list_backend(game))

    def find(first: int) -> list[int]:
        starts = [(first + k) % 40 for k in range(20)]

        def lay(k: int) -> Any:
            laid[starts[k]] += 1
            time.sleep(0.001)
            state = game.new_state(2, {"theatre": "rotunda"}, game.check_rules(None))
            state.turn = starts[k]
            return state

        table, places, _ = room.find(starts, lay)
        assert [table[place].turn for place in places] == starts
        return starts

    with ThreadPoolExecutor(4) as pool:
        assert len(list(pool.map(find, range(0, 40, 3)))) == 14
    assert set(laid.values()) == {1}
    assert len(laid) == 40


# ------------------------------------------------------------------ hidden cards


@every_game
def test_a_policy_is_shown_the_view_of_the_player_who_moves_and_nothing_else(name: str) -> None:
    game = get_game(name)
    backend = ListBackend(game)
    bound = vars(backend.bind(bulk_kernel))
    policy, is_among_legal = policy_of(game, "greedy_action") or policy_of(game), bound["is_among_legal"]
    shown: list[Any] = []
    compared = 0

    def watched(s: Any, out: Any, rng: Any) -> Any:
        shown.append(s.copy())
        return policy(s, out, rng)

    def compare(s: Any, action: Any, out: Any) -> Any:
        nonlocal compared
        assert shown.pop() == game.view(s, int(game.rules.to_move(s))).state
        compared += 1
        return is_among_legal(s, action, out)

    bound.update(greedy_action=watched, is_among_legal=compare)
    plan = plan_of(name, ["greedy", "medium"])
    plan.whole_games().play_series(plan.series(), range(1), backend)
    assert compared > 10


class Chosen(Exception):
    """Ends a game at its first decision."""


def first_choice(backend: ListBackend, match: Match, careless: int) -> int:
    """What a bot with this number plays first when a game goes on from a match's position."""

    def tell(s: Any, action: Any, out: Any) -> Any:
        raise Chosen(action)

    game, players = match.game, len(match.names)
    bound = backend.bind(bulk_kernel)
    vars(bound).update(is_among_legal=tell)
    seats = list(range(players))
    bots = [careless] * players, seats, [new_stream(3, seat)[0] for seat in seats]
    results = [0], [0.0] * players, [0] * players
    games = [match.state], [0], [5]
    with pytest.raises(Chosen) as chosen:
        bound.play_whole_games(
            [None, None], 1, games, bots, results, [0] * game.max_actions, [0] * game.max_cards, [0], [0]
        )
    return int(chosen.value.args[0])


@every_game
def test_in_games_that_differ_in_hidden_cards_alone_bots_choose_alike(name: str) -> None:
    backend = ListBackend(get_game(name))
    compared = 0
    for seed in range(6):
        match = begun_match(name, 3, 3 * seed, seed, **SHORT.get(name, {}))
        if (player := match.to_move) is None:
            continue
        for twin in islice(twins(match, player, tries=12, seed=seed), 2):
            for careless in (0, 50, 100):
                assert first_choice(backend, twin, careless) == first_choice(backend, match, careless)
                compared += 1
    assert compared > 10, "too few games were found that differ in hidden cards alone"


# ------------------------------------------------------------------ other games, other people's mistakes


def with_policy(policy: Callable[[Any, Any, Any], Any]) -> Nim:
    """Nim with this policy."""
    nim_module = type(pytest)("nim_policy")
    vars(nim_module)["policy_action"] = policy
    policy.__module__ = "nim_policy"

    class Played(Nim):
        modules = (*Nim.modules, nim_module)

    return Played()


def nim_run(monkeypatch: pytest.MonkeyPatch, game: Nim, bots: list[str]) -> Any:
    for place in ("theatre_lab.lab.simulate", "theatre_lab.lab.results"):
        monkeypatch.setattr(f"{place}.get_game", lambda name: game)
    return simulate("nim", bots, games=6, seed=1)


def test_a_game_without_a_policy_is_played_too(monkeypatch: pytest.MonkeyPatch) -> None:
    greedy = nim_run(monkeypatch, NIM, ["greedy", "easy"])
    assert greedy.games == nim_run(monkeypatch, NIM, ["random", "random"]).games == 6
    assert sum(bot.score for bot in greedy.bots) == pytest.approx(8)


@pytest.mark.parametrize("wrong", [3, -1, -3])
def test_a_policy_that_errs_is_told_with_the_bot_and_the_game(wrong: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def third(s: Any, out: Any, rng: Any) -> int:
        return wrong if s.heap < 4 else 1

    def fails(s: Any, out: Any, rng: Any) -> int:
        return {}[s.heap]

    with pytest.raises(
        BotError, match=r"'greedy' answered with an illegal action.*\(game \d of this series, seed \d+\)"
    ):
        nim_run(monkeypatch, with_policy(third), ["greedy", "random"])
    for bot in ("greedy", "medium", "easy"):
        with pytest.raises(BotError, match=rf"'{bot}' failed: KeyError: \d at .*\(game \d of this series, seed \d+\)"):
            nim_run(monkeypatch, with_policy(fails), [bot, "random"])


def test_of_many_games_the_one_that_failed_is_played_again_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its own luck, so that a level errs again where it erred."""
    asked = Counter[str]()

    def fails(s: Any, out: Any, rng: Any) -> int:
        asked["policy"] += 1
        if asked["policy"] > 60:
            raise ZeroDivisionError("too much")
        return 1

    game = with_policy(fails)
    again = WholeGames._play_match

    def counted(self: WholeGames, drawn: Drawn, place: int) -> None:
        asked[f"game {place}"] += 1
        again(self, drawn, place)

    monkeypatch.setattr(WholeGames, "_play_match", counted)
    with pytest.raises(
        BotError, match=r"'easy' failed: ZeroDivisionError: too much at .*\(game \d+ of this s"
    ) as error:
        whole_games_of(game, ["easy", "random"]).play_series(Series(1, 2), range(100), list_backend(game))
    [replayed] = [name for name in asked if name != "policy"]
    assert 10 < int(replayed[5:]) < 40
    assert f"({replayed} of" in str(error.value)
    assert asked[replayed] == 1


def test_errors_that_are_no_bots_are_told_as_what_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unlaid(Nim):
        def new_state(self, *_: Any) -> Any:
            raise MemoryError("no room for a heap")

    with pytest.raises(MemoryError, match="no room for a heap"):
        nim_run(monkeypatch, Unlaid(), ["random", "random"])

    def breaks(s: Any, player: Any) -> Any:
        raise LookupError("nobody has won")

    backend = ListBackend(NIM)
    vars(backend.bind(bulk_kernel))["rules"] = type("Rules", (), {**vars(backend.rules), "score": staticmethod(breaks)})
    with pytest.raises(LookupError, match="nobody has won") as error:
        whole_games_of(NIM, ["random", "random"]).play_series(Series(1, 2), range(4, 9), backend)
    assert error.value.__notes__ == [f"(game 4 of this series, seed {Series(1, 2).fixture(4, backend).luck})"]


WRONG_POLICY = """
def policy_action(s, out, rng):
    return 3 if s.heap < 4 else 1
"""


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
def test_a_compiled_policy_that_errs_is_told_as_on_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the last states are kept or not; of several games the first is told."""
    path = tmp_path / "wrong_policy.py"
    path.write_text(WRONG_POLICY, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("wrong_policy", path)
    assert spec is not None
    assert spec.loader is not None
    wrong_policy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(wrong_policy)

    class Played(Nim):
        modules = (*Nim.modules, wrong_policy)

    monkeypatch.setenv("THEATRE_LAB_CACHE", str(tmp_path))
    game = Played()
    games, series = WholeGames(game, ["random", "greedy"], game.check_options(2, {}), {}, (100, 0)), Series(5, 2)
    told = []
    for backend, small in ((list_backend(game), 0), (compiled_backend(game), 512), (compiled_backend(game), 0)):
        monkeypatch.setattr(bulk, "_SMALL", small)
        with pytest.raises(BotError, match=r"'greedy' answered with an illegal action.*\(game \d of this s") as error:
            games.play_series(series, range(6), backend)
        told.append(str(error.value))
    assert told == [told[0]] * 3


def test_a_policy_finds_nothing_of_others_where_it_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []

    def looks(s: Any, out: Any, rng: Any) -> int:
        found.append(any(out))
        return 1

    nim_run(monkeypatch, with_policy(looks), ["greedy", "random"])
    assert found
    assert not any(found)


# ------------------------------------------------------------------ lists, threads, compiled code


class Asked:
    """Stands for compiling in the background, and notes what it was begun for."""

    def __init__(self, game: Any, *, may_compile: bool) -> None:
        self.may_compile, self.ready, self.waited, self.error = may_compile, False, 0, None

    def wait(self, seconds: float | None = None) -> bool:
        self.waited += 1
        return self.ready


@pytest.fixture
def begun_warmups(on_lists: None, monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    found: list[Asked] = []

    def warm(game: Any, *, may_compile: bool) -> Asked:
        found.append(Asked(game, may_compile=may_compile))
        return found[-1]

    monkeypatch.setattr(bulk, "_warm", warm)
    monkeypatch.setattr(bulk, "can_compile", lambda: True)
    return found


def test_few_games_are_never_compiled_for(begun_warmups: list[Asked], monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(module.time, "monotonic", lambda: 0.01 * next(ticks))
    assert simulate("the-theatre", ["medium", "easy"], games=20, seed=1).games == 20
    assert begun_warmups == []


def test_code_on_disk_is_read_for_some_seconds_and_compiled_for_a_minute(begun_warmups: list[Asked]) -> None:
    game = get_game("cabaret")
    assert not compiled_soon(game, 1.0)
    assert compiled_soon(game, 10.0)
    assert compiled_soon(game, 300.0)
    assert [warmup.may_compile for warmup in begun_warmups] == [False], "what goes on is not begun twice"
    begun_warmups[0].error = bulk._NotThereError()
    assert not compiled_soon(game, 10.0)
    assert compiled_soon(game, 300.0)
    assert [warmup.may_compile for warmup in begun_warmups] == [False, True]
    begun_warmups[1].error = ValueError("what cannot be compiled stays on lists")
    assert not compiled_soon(game, 300.0)
    assert len(begun_warmups) == 2


def test_without_numba_and_in_a_browser_nothing_is_begun(
    begun_warmups: list[Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, answer in (("in_browser", True), ("can_compile", False)):
        with monkeypatch.context() as patch:
            patch.setattr(bulk, name, lambda answer=answer: answer)
            assert not compiled_soon(get_game("cabaret"), 300.0)
            assert get_ready(get_game("cabaret")).name == "lists"
    assert begun_warmups == []


def test_games_go_on_while_a_long_run_is_made_ready(
    begun_warmups: list[Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "LOADING", 0.0001)
    monkeypatch.setattr(bulk, "COMPILING", 0.001)
    assert simulate("cabaret", ["random", "random"], games=12, seed=1, rounds=1).games == 12
    assert len(begun_warmups) == 1
    assert begun_warmups[0].waited > 0, "the compiler has its share of the machine"


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_a_run_that_goes_over_to_threads_plays_the_same_games(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = ["medium", "easy"]
    alone = simulate("cabaret", bots, games=60, seed=3, rounds=1)
    asked, threads = 0, set()
    play_series = WholeGames.play_series

    def ready_later(game: Any) -> Any:
        nonlocal asked
        asked += 1
        return list_backend(game) if asked > 7 else None

    def watched(*arguments: Any, **more: Any) -> Any:
        threads.add(threading.current_thread())
        return play_series(*arguments, **more)

    monkeypatch.setattr(module, "compiled_if_ready", ready_later)
    monkeypatch.setattr(WholeGames, "play_series", watched)
    monkeypatch.setattr(module, "_POOLING", float("inf"))
    told: list[int] = []
    shared = simulate(
        "cabaret", bots, games=60, seed=3, rounds=1, workers=workers, progress=lambda played, asked: told.append(played)
    )
    assert shared == alone
    assert told == list(range(1, 61))
    assert threading.main_thread() in threads
    assert 2 <= len(threads) <= 1 + workers


@pytest.mark.parametrize(
    ("milliseconds", "most", "wanted"),
    [(0, 1024, 1024), (0.1, 1024, 1024), (1, 1024, 300), (10, 1024, 30), (200, 1024, 1), (5000, 1024, 1), (1, 20, 20)],
)
def test_chunks_in_threads_take_a_third_of_a_second(
    milliseconds: float, most: int, wanted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As far as games go, and however fast they are; the first are few, since nothing is known of them."""
    clock = 0.0

    def play(games: range) -> Any:
        nonlocal clock
        clock += milliseconds / 1000 * len(games)
        return games

    monkeypatch.setattr(module.time, "monotonic", lambda: clock)
    timed, sizes = module._Timed(play, most), []
    for _ in range(6):
        sizes.append(timed.size())
        timed.play(range(sizes[-1]))
    assert sizes[0] == 16
    assert sizes[-1] in (wanted, wanted - 1)
    assert all(later <= 4 * earlier for earlier, later in itertools.pairwise(sizes))


def test_a_run_in_threads_holds_the_same_games_however_they_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "compiled_if_ready", list_backend)
    cuts: list[list[int]] = []
    runs = []
    for piece in (1e-9, 60.0):
        monkeypatch.setattr(module, "_PIECE", piece)
        lengths: list[int] = []
        play_series = WholeGames.play_series

        def watched(self: Any, series: Any, games: range, backend: Any, lengths: list[int] = lengths) -> Any:
            lengths.append(len(games))
            return play_series(self, series, games, backend)  # noqa: B023

        with monkeypatch.context() as patch:
            patch.setattr(WholeGames, "play_series", watched)
            runs.append(simulate("the-theatre-draft", ["random", "random"], games=160, seed=3))
        cuts.append(lengths)
    assert runs[0] == runs[1]
    assert [sum(lengths) for lengths in cuts] == [160, 160]
    assert max(cuts[1]) == 20
    assert set(cuts[0]) == {16, 1}


def test_stopping_threads_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "compiled_if_ready", list_backend)
    stop = threading.Event()
    part = simulate(
        "cabaret", ["easy", "random"], games=500, seed=3, rounds=1, workers=2, stop=stop,
        progress=lambda played, asked: stop.set() if played == 40 else None,
    )  # fmt: skip
    assert (part.games, part.asked, len(part.results)) == (40, 500, 40)
    whole = simulate("cabaret", ["easy", "random"], games=100, seed=3, rounds=1)
    assert set(part.results) <= set(whole.results)


def test_where_nothing_will_be_compiled_workers_are_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    pools: list[int] = []

    def here(play: Any, games: range, workers: int, most: int) -> Any:
        pools.append(workers)
        yield None
        yield from (play(games[at : at + most]) for at in range(0, len(games), most))

    monkeypatch.setattr(module, "in_processes", here)
    monkeypatch.setattr(module, "_POOLING", 0.001)
    monkeypatch.setattr(module, "compiled_soon", lambda game, seconds: False)
    shared = simulate("cabaret", ["easy", "random"], games=60, seed=3, rounds=1, workers=2)
    assert pools == [2]
    assert shared == simulate("cabaret", ["easy", "random"], games=60, seed=3, rounds=1)


@pytest.mark.slow
def test_compiled_threads_play_the_games_of_lists() -> None:
    game = get_game("the-theatre")
    bots = ["medium", "easy", "random"]
    whole, series = whole_games("the-theatre", bots), plan_of("the-theatre", bots).series()
    alone = whole.play_series(series, range(90), list_backend(game)).results()
    backend = get_ready(game)
    for workers in (1, 2, 3):
        shared = simulate("the-theatre", bots, games=90, seed=5, workers=workers)
        assert list(shared.results) == alone
    if backend.name == "compiled":
        [late] = whole.play_series(series, range(1), backend).results()
        assert "parts" not in vars(late)
        assert pickle.loads(pickle.dumps(late)) == late == alone[0]


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
@pytest.mark.parametrize("name", ["cabaret", "the-theatre"])
def test_python_has_next_to_nothing_to_do_for_a_compiled_game(name: str) -> None:
    """Two threads take half the time of one only while Python, which one thread at a time may run, is at rest."""
    game = get_game(name)
    backend, bots = get_ready(game), ["medium", "random"]
    assert backend.name == "compiled"
    whole, series = whole_games(name, bots), Series(5, 2)
    whole.play_series(series, range(1024), backend)
    calls = 0

    def count(*_: Any) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        played = whole.play_series(series, range(1024, 2048), backend)
        shares = played.shares_of(0), played.shares_of(1)
    finally:
        sys.setprofile(None)
    assert len(played) == 1024
    assert sum(map(sum, shares)) == pytest.approx(1024)
    assert calls < 1024 / 2, "calls and returns"


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
@pytest.mark.parametrize("name", ["overture", "the-theatre"])
def test_parts_of_compiled_games_are_those_of_lists_in_any_order(name: str) -> None:
    """Of last states that were kept, and of games that are played once more."""
    bots = ["medium", "random", "easy"]
    games, series = whole_games(name, bots), Series(5, 3)
    backend = get_ready(get_game(name))
    assert (backend.dtype.itemsize <= bulk._SMALL) == (name == "overture")
    late = games.play_series(series, range(6), backend).results()
    assert not any("parts" in vars(result) for result in late)
    told = [late[place].parts for place in (4, 0, 2)]
    lists = games.play_series(series, range(6), list_backend(get_game(name))).results()
    assert told == [lists[place].parts for place in (4, 0, 2)]
    assert late == lists
    assert games.play_series(series, range(6), backend).up_to(4).results() == lists[:4]


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
def test_a_long_run_takes_few_bytes_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Last states are kept while there is room for them in the run; parts come as well without."""
    bots, series = ["random", "easy"], Series(5, 2)
    backend = get_ready(get_game("overture"))
    each = backend.dtype.itemsize + bulk._PLACE
    monkeypatch.setattr(bulk, "_ROOM", 250 * each)
    games = whole_games("overture", bots)
    pieces = [games.play_series(series, range(first, first + 100), backend) for first in range(0, 500, 100)]
    assert games._room == 50 * each
    kept = [piece._parts_of.func.__name__ == "_kept_parts" for piece in pieces]
    assert kept == [True, True, False, False, False]
    columns = [column for piece in pieces for column in (piece._lengths, piece._sharing, piece._points)]
    assert sum(column.nbytes for column in columns) <= 500 * 8
    held = pickle.dumps([vars(pieces[3])[name] for name in ("_series", "_games")])
    assert len(held) < 500, "who sat where is drawn again"
    lists = list_backend(get_game("overture"))
    for place in (0, 150, 250, 499):
        [wanted] = games.play_series(series, range(place, place + 1), lists).results()
        assert pieces[place // 100].results()[place % 100] == wanted


@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
@pytest.mark.parametrize(
    ("numbers", "width"),
    [([0, 127], 1), ([-128, 0], 1), ([128], 2), ([-129], 2), ([32768], 4), ([-(1 << 31)], 4), ([1 << 31], 8)],
)
def test_columns_are_as_narrow_as_their_numbers_allow(numbers: list[int], width: int) -> None:
    import numpy

    narrow = bulk._narrow(numpy.array(numbers))
    assert (narrow.tolist(), narrow.itemsize) == (numbers, width)
    assert bulk._narrow(numbers) is numbers, "lists are left alone"


def whole_games_of(game: Any, bots: Sequence[str]) -> WholeGames:
    careless = moves_by_lot(game, bots)
    assert careless is not None
    return WholeGames(game, bots, game.check_options(len(bots), {}), {}, careless)


def whole_games(name: str, bots: Sequence[str]) -> WholeGames:
    found = plan_of(name, bots).whole_games()
    assert isinstance(found, WholeGames)
    return found


# ------------------------------------------------------------------ parts that come late


def test_late_parts_are_worked_out_once_and_then_are_as_if_given_at_once() -> None:
    parts = ((("OV-P2", 3.0),), ())
    asked: list[int] = []

    def work_out() -> Any:
        asked.append(1)
        return parts

    plain = GameResult(0, 0, (0, 1), (3, 0), (0,), 5, parts)
    late = replace(plain, parts=()).with_late_parts(work_out)
    assert late.score_of(0) == 3
    assert asked == []
    assert late == plain
    assert plain == late
    assert hash(late) == hash(plain)
    assert repr(late) == repr(plain)
    assert late.parts is parts
    assert asked == [1]
    assert vars(late) == vars(plain)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, replace, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_of_a_result_with_late_parts_holds_them(again: Any) -> None:
    late = GameResult(0, 0, (0, 1), (3, 0), (0,), 5).with_late_parts(lambda: ((("OV-P2", 3.0),), ()))
    assert again(late) == late
    assert vars(again(late))["parts"] == ((("OV-P2", 3.0),), ())
    assert not hasattr(late, "points")


def test_a_view_is_still_all_that_a_function_gets() -> None:
    """A run with a function of one's own is played in matches."""
    seen: list[View] = []

    def first(view: View) -> int:
        seen.append(view)
        return view.actions()[0]

    simulate("cabaret", [first, "easy"], games=2, seed=1, rounds=1)
    assert len(seen) > 10
