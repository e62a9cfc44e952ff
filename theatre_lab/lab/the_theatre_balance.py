"""The Theatre's balance: starter decks against the field, what a card of Set 1 changes, and what each seat wins.

The starter decks of a format meet in every order and every seat (`starter_rotation`), played by bots of one level.
Cards are measured in random legal decks, played by level medium, whose games run compiled by the thousand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from theatre_lab.core.compiled import compiled_backend
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.options import expect_int
from theatre_lab.core.stream import below, new_stream, shuffle
from theatre_lab.games import get_game
from theatre_lab.games.the_theatre.cards import Card, set_one
from theatre_lab.games.the_theatre.decks import default_base, rank_counts, starter_decks, starter_rotation
from theatre_lab.lab.balance import (
    Balance,
    Effect,
    EffectResult,
    FieldResult,
    Slice,
    digest_of,
    presence_effects,
    with_effect,
)
from theatre_lab.lab.seat_balance import (
    Setting,
    Told,
    begin,
    check_known,
    measure_settings,
    quick_game,
    report_to_grow,
    told_further,
    with_parts,
)
from theatre_lab.lab.simulate import simulate

__all__ = ["material_digest", "measure", "measure_cards", "measure_decks", "random_deck"]

GAME = "the-theatre"
SLICE = 24
"""Games of a slice: every deck in every seat against every other, evenly at any table."""
MOST_SWAPS = 3
"""A random deck makes up to so many swaps (TT-D3)."""
SETTINGS = (Setting("starter decks in turn", lambda players: {"leader": 0}),)
"""The only one: seat 1 leads, and the starter decks change from deal to deal (TT-D2)."""
_SLICES, _CARDS = 31, 32


def material_digest() -> str:
    """A fingerprint of what decides games: every card of Set 1 and every starter deck, names and flavour aside.

    >>> len(material_digest())
    16
    """
    cards = [[card.text, card.print, card.rank, card.value, card.ability] for card in set_one().values()]
    decks = {base: [sorted(card.text for card in deck.cards) for deck in starter_decks(base)] for base in (4, 5)}
    return digest_of([sorted(cards), decks])


# ------------------------------------------------------------------ starter decks


def measure_decks(
    players: int,
    *,
    games: int,
    level: str = "hard",
    seed: int = 0,
    workers: int | None = None,
    known: FieldResult | None = None,
    told: Told | None = None,
) -> Iterable[FieldResult]:
    """Let the starter decks of a table size meet; after each slice of games what is known so far.

    Slice number k depends on the seed and on k alone, so the result is the same whatever the number of workers, and a
    measurement goes on where `known`, one of the same question, ended. When interrupted, the games so far are kept and
    no further result follows. `told` is called with the games played and asked for.

    >>> *_, found = measure_decks(2, games=12, level="random", seed=1, workers=1)
    >>> found.games, found.factors[0], found.slices[0].played
    (12, 'The Paw Parade', (6, 6, 6, 6))
    """
    base = default_base(players)
    names = tuple(deck.name for deck in starter_decks(base))
    whole: list[Slice] = []
    backend = "lists"
    if known is not None:
        check_known(known, level, seed)
        whole = [part for part in known.slices if part.games == SLICE]
        backend = known.backend
    yield FieldResult(players, base, level, seed, backend, names, tuple(whole))
    while (done := SLICE * len(whole)) < games:
        asked = min(SLICE, games - done)
        run = simulate(
            GAME,
            [level] * players,
            games=asked,
            seed=below(new_stream(seed, _SLICES, players, len(whole)), 1 << 30),
            workers=workers,
            rotate=False,
            progress=told_further(told, done, games) if told is not None else False,
        )
        played, wins = [0] * len(names), [0.0] * len(names)
        for result in run.results:
            for seat, deck in enumerate(starter_rotation(base, players, result.deal)):
                played[names.index(deck.name)] += 1
                wins[names.index(deck.name)] += result.share_of_seat(seat)
        whole.append(Slice(run.games, tuple(played), tuple(round(share, 6) for share in wins)))
        yield FieldResult(players, base, level, seed, run.backend, names, tuple(whole))
        if run.games < asked:
            return


# ------------------------------------------------------------------ cards


def random_deck(base: int, rng: Any) -> list[Card]:
    """A random legal deck of Set 1: `base` cards of each rank, up to three random swaps, at most two of a card (TT-D).

    >>> from theatre_lab.games.the_theatre.decks import check_deck
    >>> check_deck(random_deck(4, new_stream(1)), 4)
    []
    """
    counts = [base] * 4
    for _ in range(below(rng, MOST_SWAPS + 1)):
        rank = below(rng, 3)
        if below(rng, 2) == 0 and counts[rank] >= 2:
            counts[rank] -= 2
            counts[rank + 1] += 1
        elif counts[rank + 1] >= 1:
            counts[rank + 1] -= 1
            counts[rank] += 2
    deck: list[Card] = []
    for rank, count in enumerate(counts, 1):
        box = [card for card in set_one().values() if card.rank == rank for _ in range(2)]
        shuffle(box, len(box), rng)
        deck += box[:count]
    return deck


def measure_cards(
    players: int, *, games: int = 10_000, seed: int = 0, base: int | None = None, told: Told | None = None
) -> EffectResult:
    """What the presence of each card in a random deck changes, with level medium, among decks of the same ranks.

    Every game has decks of its own. When interrupted, the games so far are used.

    >>> result = measure_cards(2, games=40, seed=1)
    >>> result.games, result.effects[0].points < 0 < result.effects[-1].points
    (40, True)
    """
    number = default_base(players) if base is None else base
    backend = compiled_backend(get_game(GAME))
    cards = {text: place for place, text in enumerate(set_one())}
    present: list[list[int]] = []
    shares: list[float] = []
    strata: list[int] = []
    try:
        for index in range(expect_int("games", games, 1, 10_000_000)):
            rng = new_stream(seed, _CARDS, players, index)
            decks = [random_deck(number, rng) for _ in range(players)]
            written = [[card.text for card in deck] for deck in decks]
            options = {"decks": written, "leader": below(rng, players), "open_suits": False}
            won, _ = quick_game(backend, begin(backend, players, options, rng), rng)
            for deck, share in zip(decks, won, strict=True):
                row = [0] * len(cards)
                for card in deck:
                    row[cards[card.text]] = 1
                present.append(row)
                shares.append(share / WHOLE_WIN)
                strata.append(_stratum(deck))
            if told is not None:
                told(index + 1, games)
    except KeyboardInterrupt:
        whole = min(len(present), len(shares), len(strata)) // players * players
        present, shares, strata = present[:whole], shares[:whole], strata[:whole]
    tables = [row // players for row in range(len(shares))]
    effects: tuple[Effect, ...] = presence_effects(list(cards), present, shares, strata, tables) if shares else ()
    return EffectResult(players, number, "medium", seed, len(shares) // players, effects)


def _stratum(deck: list[Card]) -> int:
    number = 0
    for count in rank_counts(deck):
        number = 100 * number + count
    return number


# ------------------------------------------------------------------ the whole report


def measure(
    *,
    games: int,
    level: str = "hard",
    cards: int = 10_000,
    seats: int = 0,
    seed: int = 0,
    workers: int | None = None,
    tables: Iterable[int] = (2, 3, 4),
    known: Balance | None = None,
    progress: Callable[[str], Told] | None = None,
) -> Iterable[Balance]:
    """Measure decks (`games` games a table size), cards (`cards`) and seats (`seats`, by level medium, the decks taking
    turns); the report as it grows.

    `known` is a report to go on from; what it holds is never thrown away. `progress` gives a function to tell about a
    part of the work with the given name. OptionError when `known` is of other cards or decks, another level or seed.
    When interrupted, KeyboardInterrupt follows the last of the report.

    >>> *_, report = measure(games=12, level="random", cards=0, seed=1, workers=1, tables=[2])
    >>> report.field(2).games, report.field(3)
    (12, None)
    """
    report = report_to_grow(GAME, material_digest(), known)
    sizes = tuple(tables)
    for field in report.fields:
        check_known(field, level, seed)
    for players in sizes:
        if cards and not _is_measured(report, players, cards, seed):
            told = progress(f"cards, {players} players") if progress else None
            found = measure_cards(players, games=cards, seed=seed, told=told)
            report = with_parts(report, effects=with_effect(report.effects, found))
            yield report
            if found.games < cards:
                raise KeyboardInterrupt
    seated = measure_settings(report, SETTINGS, sizes, games=seats, seed=seed, progress=progress) if seats else ()
    for report in seated:
        yield report
    for players in sizes:
        told = progress(f"{level}, {players} players") if progress else None
        for field in measure_decks(
            players, games=games, level=level, seed=seed, workers=workers, known=report.field(players), told=told
        ):
            report = with_parts(report, fields=(*(one for one in report.fields if one.players != players), field))
            yield report
        if field.games < games:
            raise KeyboardInterrupt


def _is_measured(report: Balance, players: int, games: int, seed: int) -> bool:
    return any((one.players, one.seed) == (players, seed) and one.games >= games for one in report.effects)
