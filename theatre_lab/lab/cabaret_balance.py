"""Cabaret's balance: seats under the variants and under other tables of stars, and what a dealt card is worth.

Seat 1 leads the first show. A card's worth is measured in games of one round: how much more often does a player win who
was dealt it than one who was not?
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from theatre_lab.core.compiled import compiled_backend
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.options import expect_int
from theatre_lab.core.stream import new_stream
from theatre_lab.games.cabaret.cards import GENRES, printed_stars
from theatre_lab.games.cabaret.dealing import HAND
from theatre_lab.games.cabaret.game import CABARET
from theatre_lab.games.cabaret.scoring import RANKS
from theatre_lab.lab.balance import Balance, EffectResult, digest_of, presence_effects, with_effect
from theatre_lab.lab.seat_balance import (
    QUICK,
    Setting,
    Told,
    begin,
    measure_settings,
    quick_game,
    report_to_grow,
    with_parts,
)

__all__ = ["SETTINGS", "STAR_TABLES", "material_digest", "measure", "measure_cards"]

STAR_TABLES: Mapping[str, tuple[int, ...]] = {
    "the usual stars": printed_stars(),
    "two stars each": (2,) * RANKS,
    "the stars turned round": tuple(reversed(printed_stars())),
}
"""Tables of stars (CB-C2), by name: the game's own, one that is the same for every rank, and the contrary."""
OWN, OTHERS = (tuple(f"{whose} {rank + 1}" for rank in range(RANKS)) for whose in ("own", "another's"))
"""The dealt cards that are told apart: of the own genre, and of any other. Of two players the one holds what the other
lacks, so that the own ones tell all."""
_CARDS = 36


def _agreed(**options: Any) -> Callable[[int], dict[str, Any]]:
    return lambda players: {"leader": 0, **options}


SETTINGS = (
    Setting("as printed", _agreed()),
    Setting("one round", _agreed(rounds=1)),
    Setting("a round a player", lambda players: {"leader": 0, "rounds": players}),
    Setting("all genres score", _agreed(all_genres=True)),
    *(Setting(name, _agreed(stars=list(stars))) for name, stars in list(STAR_TABLES.items())[1:]),
)
"""The game as it is, its variants (CB-E2, CB-E3), and the other tables of stars."""


def material_digest() -> str:
    """A fingerprint of what decides games: the genres, the table of stars and the rule numbers.

    >>> len(material_digest())
    16
    """
    return digest_of([GENRES, printed_stars(), CABARET.check_rules(None)])


def measure_cards(
    players: int, *, games: int = 10_000, seed: int = 0, table: str = "the usual stars", told: Told | None = None
) -> EffectResult:
    """What being dealt a card changes in a game of one round by level medium, under a table of stars.

    Every game is a new deal. When interrupted, the games so far are used.

    >>> found = measure_cards(3, games=60, seed=1)
    >>> found.games, len(found.effects), len(measure_cards(2, games=60, seed=1).effects)
    (60, 24, 12)
    """
    backend = compiled_backend(CABARET)
    factors = OWN if players == 2 else OWN + OTHERS
    options = _agreed(rounds=1, stars=list(STAR_TABLES[table]))(players)
    present: list[list[int]] = []
    shares: list[float] = []
    try:
        for index in range(expect_int("games", games, 1, 10_000_000)):
            rng = new_stream(seed, _CARDS, players, index)
            state = begin(backend, players, options, rng)
            CABARET.resolve_chance(state, rng)
            hands = [_dealt(state, seat)[: len(factors)] for seat in range(players)]
            payoffs, _ = quick_game(backend, state, rng)
            present += hands
            shares += [payoff / WHOLE_WIN for payoff in payoffs]
            if told is not None:
                told(index + 1, games)
    except KeyboardInterrupt:
        whole = min(len(present), len(shares)) // players * players
        present, shares = present[:whole], shares[:whole]
    seats = [row % players for row in range(len(shares))]
    tables = [row // players for row in range(len(shares))]
    effects = presence_effects(factors, present, shares, seats, tables) if shares else ()
    return EffectResult(players, None, QUICK, seed, len(shares) // players, effects, table)


def _dealt(state: Any, seat: int) -> list[int]:
    """For every rank of the own genre and then of the others, does the seat hold such a card?"""
    row = [0] * (2 * RANKS)
    for card in range(RANKS * state.players):
        if state.place[card] == HAND + seat:
            owner, rank = divmod(card, RANKS)
            row[rank if owner == seat else RANKS + rank] = 1
    return row


def measure(
    *,
    games: int,
    cards: int,
    level: str,
    seed: int,
    workers: int | None,
    tables: Iterable[int],
    known: Balance | None = None,
    progress: Callable[[str], Told] | None = None,
) -> Iterator[Balance]:
    """Measure every setting (`games` games each) and every table of stars (`cards` games each) at every table size.

    The report as it grows, from `known` on. When interrupted, KeyboardInterrupt follows the last of it.

    >>> found = measure(games=24, cards=0, level="random", seed=1, workers=1, tables=[2])
    >>> [(seats.setting, seats.games) for seats in list(found)[-1].seats][:2]
    [('as printed', 24), ('one round', 24)]
    """
    sizes = tuple(tables)
    report = begun = report_to_grow(CABARET.name, material_digest(), known)
    for report in measure_settings(
        begun, SETTINGS, sizes, progress=progress, games=games, level=level, seed=seed, workers=workers
    ):
        yield report
    for players in sizes:
        for table in STAR_TABLES:
            if cards and not _is_measured(report, players, table, cards, seed):
                told = progress(f"cards under {table}, {players} players") if progress else None
                found = measure_cards(players, games=cards, seed=seed, table=table, told=told)
                report = with_parts(report, tuple(STAR_TABLES), effects=with_effect(report.effects, found))
                yield report
                if found.games < cards:
                    raise KeyboardInterrupt


def _is_measured(report: Balance, players: int, table: str, games: int, seed: int) -> bool:
    asked = (players, table, seed)
    return any((one.players, one.setting, one.seed) == asked and one.games >= games for one in report.effects)
