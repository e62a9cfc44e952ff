"""Mythic Circus's balance: what each seat wins under both endings, and how the hiring plans of the lesson do.

The plans meet each other and level medium in every order and every seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations

from theatre_lab.bots import Bot, get_bot
from theatre_lab.bots.plans import PLANS
from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.core.stream import below, new_stream
from theatre_lab.games.mythic_circus.cards import CARDS
from theatre_lab.games.mythic_circus.game import MYTHIC_CIRCUS
from theatre_lab.lab.balance import Balance, FieldResult, Slice, digest_of
from theatre_lab.lab.seat_balance import (
    Setting,
    Told,
    check_known,
    measure_settings,
    report_to_grow,
    told_further,
    with_parts,
)
from theatre_lab.lab.simulate import play_game

__all__ = ["SETTINGS", "material_digest", "measure", "measure_plans", "plan_name"]

SETTINGS = (
    Setting("first to ten wins", lambda players: {"finish": "first"}),
    Setting("the round is finished", lambda players: {"finish": "round"}),
)
"""Both endings (MC-F3)."""
SLICE = 24
"""Games of a slice: every order of two, three or four of the four plans, evenly."""
_PLANS = 35


def plan_name(bot: str | Bot) -> str:
    """What the report calls a plan.

    >>> [plan_name(plan) for plan in (*PLANS, "medium")]
    ['golem foundry', 'faun parade', 'wolf pack', 'medium']
    """
    return bot if isinstance(bot, str) else str(getattr(bot, "__name__", bot)).replace("_", " ")


def material_digest() -> str:
    """A fingerprint of what decides games: the cards, with their abilities, and the rule numbers.

    >>> len(material_digest())
    16
    """
    return digest_of([[[card.name, card.ability] for card in CARDS], MYTHIC_CIRCUS.check_rules(None)])


def measure_plans(
    players: int,
    *,
    games: int,
    level: str = "medium",
    seed: int = 0,
    known: FieldResult | None = None,
    told: Told | None = None,
) -> Iterator[FieldResult]:
    """Let the three plans and a bot of a level meet at a table size; after each slice what is known so far.

    Every game is a new deal. A measurement goes on where `known` ended; games are played in whole slices.

    >>> *_, found = measure_plans(2, games=24, level="random", seed=1)
    >>> found.games, found.factors[-1], found.slices[0].played
    (24, 'random', (12, 12, 12, 12))
    """
    bots = (*PLANS, level)
    slices: list[Slice] = []
    if known is not None:
        check_known(known, level, seed)
        slices = list(known.slices)
    names = tuple(plan_name(bot) for bot in bots)
    while SLICE * len(slices) < games:
        tell = told_further(told, SLICE * len(slices), games) if told is not None else None
        slices.append(_slice(players, bots, seed, len(slices), tell))
        yield FieldResult(players, None, level, seed, "lists", names, tuple(slices))


def _slice(players: int, bots: tuple[str | Bot, ...], seed: int, number: int, told: Told | None) -> Slice:
    orders = list(permutations(range(len(bots)), players))
    played, wins = [0] * len(bots), [0] * len(bots)
    for index in range(SLICE):
        order = orders[index % len(orders)]
        rng = new_stream(seed, _PLANS, players, SLICE * number + index)
        seated = [
            get_bot(bot, below(rng, 1 << 30)) if isinstance(bot, str) else bot for bot in (bots[each] for each in order)
        ]
        options = MYTHIC_CIRCUS.check_options(players, {})
        match = play_game(MYTHIC_CIRCUS, seated, seed=below(rng, 1 << 30), options=options)
        for seat, bot in enumerate(order):
            played[bot] += 1
            wins[bot] += WHOLE_WIN // len(match.winners) if seat in match.winners else 0
        if told is not None:
            told(index + 1, SLICE)
    return Slice(SLICE, tuple(played), tuple(round(won / WHOLE_WIN, 6) for won in wins))


def measure(
    *,
    games: int,
    plans: int,
    level: str,
    seed: int,
    workers: int | None,
    tables: Iterable[int],
    known: Balance | None = None,
    progress: Callable[[str], Told] | None = None,
) -> Iterator[Balance]:
    """Measure both endings (`games` games each) and the plans (`plans` games) at every table size.

    The report as it grows, from `known` on. The plans are played in one process, whatever `workers` says.

    >>> found = measure(games=24, plans=0, level="random", seed=1, workers=1, tables=[2])
    >>> [(seats.setting, seats.games) for seats in list(found)[-1].seats]
    [('first to ten wins', 24), ('the round is finished', 24)]
    """
    sizes = tuple(tables)
    report = begun = report_to_grow(MYTHIC_CIRCUS.name, material_digest(), known)
    for report in measure_settings(
        begun, SETTINGS, sizes, progress=progress, games=games, level=level, seed=seed, workers=workers
    ):
        yield report
    for players in sizes:
        told = progress(f"plans, {players} players") if progress else None
        known_field = report.field(players)
        for field in measure_plans(players, games=plans, level=level, seed=seed, known=known_field, told=told):
            report = with_parts(report, fields=(*(one for one in report.fields if one.players != players), field))
            yield report
