"""The Theatre's balance: starter decks against the field, and what the presence of a card of Set 1 changes.

The starter decks of a format meet in every order and every seat (`starter_rotation`), played by bots of one level.
Cards are measured in random legal decks, played by level medium, whose games run compiled by the thousand.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any

from theatre_lab.bots import kernel
from theatre_lab.core.compiled import Backend, compiled_backend
from theatre_lab.core.errors import OptionError
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.options import expect_int
from theatre_lab.core.stream import below, new_stream, shuffle
from theatre_lab.games import get_game
from theatre_lab.games.the_theatre.cards import Card, set_one
from theatre_lab.games.the_theatre.decks import default_base, rank_counts, starter_decks, starter_rotation
from theatre_lab.lab.balance import Balance, Effect, EffectResult, FieldResult, Slice, presence_effects
from theatre_lab.lab.simulate import simulate

__all__ = ["material_digest", "measure", "measure_cards", "measure_decks", "random_deck"]

GAME = "the-theatre"
SLICE = 24
"""Games of a slice: every deck in every seat against every other, evenly at any table."""
MOST_SWAPS = 3
"""A random deck makes up to so many swaps (TT-D3)."""
_SLICES, _CARDS = 31, 32
Told = Callable[[int, int], None]


def material_digest() -> str:
    """A fingerprint of what decides games: every card of Set 1 and every starter deck, names and flavour aside.

    >>> len(material_digest())
    16
    """
    cards = [[card.text, card.print, card.rank, card.value, card.ability] for card in set_one().values()]
    decks = {base: [sorted(card.text for card in deck.cards) for deck in starter_decks(base)] for base in (4, 5)}
    text = json.dumps([sorted(cards), decks], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


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
    """
    base = default_base(players)
    names = tuple(deck.name for deck in starter_decks(base))
    whole: list[Slice] = []
    backend = "lists"
    if known is not None:
        _check_same_question(known, level, seed)
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
            progress=_told_further(told, done, games) if told is not None else False,
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


def _check_same_question(known: FieldResult, level: str, seed: int) -> None:
    if known.slices and (known.level, known.seed) != (level, seed):
        raise OptionError(
            f"the report holds games of level {known.level!r} with seed {known.seed}, not of {level!r} with seed "
            f"{seed}; ask for the same, or write to another file"
        )


def _told_further(told: Told, done: int, games: int) -> Told:
    """Tells about a slice as a part of the whole: so many games are done already."""
    return lambda played, _: told(done + played, games)


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
            won = _policy_game(backend, decks, rng)
            for deck, share in zip(decks, won, strict=True):
                row = [0] * len(cards)
                for card in deck:
                    row[cards[card.text]] = 1
                present.append(row)
                shares.append(share)
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


def _policy_game(backend: Backend, decks: list[list[Card]], rng: Any) -> list[float]:
    """The shares of the win in one game of level medium with these decks and a random leader."""
    game = backend.game
    players = len(decks)
    written = [[card.text for card in deck] for deck in decks]
    options = {"decks": written, "leader": below(rng, players), "open_suits": False}
    state = game.new_state(players, options, game.check_rules(None))
    worlds = backend.worlds(2)
    backend.store(worlds, 0, state)
    totals = backend.integers(2 * players)
    backend.bind(kernel).policy_games(
        worlds, 1, backend.integers(game.max_actions), backend.integers(game.max_cards), totals, backend.integers(rng)
    )
    return [int(totals[player]) / WHOLE_WIN for player in range(players)]


# ------------------------------------------------------------------ the whole report


def measure(
    *,
    games: int,
    level: str = "hard",
    cards: int = 10_000,
    seed: int = 0,
    workers: int | None = None,
    tables: Iterable[int] = (2, 3, 4),
    known: Balance | None = None,
    progress: Callable[[str], Told] | None = None,
) -> Iterable[Balance]:
    """Measure decks (`games` games a table size) and cards (`cards` games each); the report as it grows.

    `known` is a report to go on from; what it holds is never thrown away. `progress` gives a function to tell about a
    part of the work with the given name. OptionError when `known` is of other cards or decks, another level or seed.
    """
    digest = material_digest()
    if known is not None and known.digest != digest:
        raise OptionError("the report is of other cards or decks; write to another file")
    report = known if known is not None else Balance(GAME, digest)
    for field in report.fields:
        _check_same_question(field, level, seed)
    for players in tables:
        if cards and not _is_measured(report, players, cards, seed):
            told = progress(f"cards, {players} players") if progress else None
            found = measure_cards(players, games=cards, seed=seed, told=told)
            others = [result for result in report.effects if result.players != players]
            report = _with(report, effects=(*others, found))
            yield report
            if found.games < cards:
                return
    for players in tables:
        told = progress(f"{level}, {players} players") if progress else None
        for field in measure_decks(
            players, games=games, level=level, seed=seed, workers=workers, known=report.field(players), told=told
        ):
            report = _with(report, fields=(*(one for one in report.fields if one.players != players), field))
            yield report
        if field.games < games:
            return


def _is_measured(report: Balance, players: int, games: int, seed: int) -> bool:
    return any((found.players, found.games, found.seed) == (players, games, seed) for found in report.effects)


def _with(report: Balance, fields: Any = None, effects: Any = None) -> Balance:
    def in_order(rows: Any) -> Any:
        return tuple(sorted(rows, key=lambda row: row.players))

    return Balance(
        report.game,
        report.digest,
        report.fields if fields is None else in_order(fields),
        report.effects if effects is None else in_order(effects),
    )
