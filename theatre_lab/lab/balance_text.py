"""A balance report as a page of Markdown: what was asked, how it was measured, what came out, and whether it holds.

>>> from theatre_lab.lab.balance import stored_balance
>>> report = stored_balance("overture")
>>> balance_text(report).partition("\\n")[0]
'# Overture: balance of the seats, theatre by theatre'
>>> verdicts(report)[0].split(", ")[:2]
['2 players', 'seats']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from theatre_lab.games import get_game
from theatre_lab.lab.balance import (
    HIGH,
    LOW,
    MOST_POINTS,
    Balance,
    Effect,
    EffectResult,
    FieldResult,
    Mean,
    Rate,
    SeatResult,
    against_one,
    games_told,
)
from theatre_lab.lab.balance_pages import PAGES, Kind, Page

__all__ = ["balance_text", "verdicts"]

_NAMED = 8
"""So many seats at most are named in one sentence."""


def balance_text(report: Balance) -> str:
    """The page, made from the report alone."""
    page = PAGES[report.game]
    cards = max((len(result.effects) for result in report.effects), default=0)
    parts = [
        f"# {page.title}",
        f"Written by `theatre-lab balance {report.game}`; made anew by\n\n" + "\n".join(_commands(report, page)),
        f"{page.measured}: `{report.digest}`. When they change, a test says so.",
        page.aim,
        "## In short\n\n" + "\n".join(f"- {line}" for line in verdicts(report)),
        "## How it is measured",
        *(paragraph.format(cards=cards or "many") for paragraph in page.how),
        *_sections(report, page),
    ]
    return "\n\n".join(parts) + "\n"


def _sections(report: Balance, page: Page) -> list[str]:
    found = [_field_section(field, page.fields) for field in report.fields if page.fields]
    found += [_effect_section(result, page.effects) for result in report.effects if page.effects]
    by_table = [[one for one in report.seats if one.players == players] for players in _tables(report)]
    return found + [_seat_section(results, page.settings) for results in by_table if results and page.settings]


def _commands(report: Balance, page: Page) -> list[str]:
    """What makes the report anew: a command a table, each going on with the file of the one before."""
    return [
        f"    theatre-lab balance {report.game} --players {players}{_flags(report, page, players)} "
        "--out report.json --text report.md"
        for players in _tables(report)
        if _at(report, players)
    ]


def _at(report: Balance, players: int) -> list[FieldResult | EffectResult | SeatResult]:
    """All that was found at a table size."""
    found: list[FieldResult | EffectResult | SeatResult] = [*report.fields, *report.seats, *report.effects]
    return [one for one in found if one.players == players]


def _flags(report: Balance, page: Page, players: int) -> str:
    field, seats = report.field(players), [one for one in report.seats if one.players == players]
    cards = max((found.games for found in report.effects if found.players == players), default=0)
    seated = max((found.games for found in seats), default=0)
    is_of_decks = page.fields is not None and page.fields.one == "deck"
    main, more = (field.games if field else 0, seated) if is_of_decks else (seated, field.games if field else 0)
    first = _at(report, players)[0]
    flags = f" --level {first.level} --games {main}"
    flags += f" --cards {cards}" if page.effects else ""
    flags += f" --{'seats' if is_of_decks else 'plans'} {more}" if page.fields else ""
    return f"{flags} --seed {first.seed}"


# ------------------------------------------------------------------ verdicts


def verdicts(report: Balance) -> list[str]:
    """What the figures show of the aim and what they leave open, a line a table; tables without games are named."""
    page, found = PAGES[report.game], []
    if page.fields:
        found += [_field_verdict(field, page.fields) for field in report.fields]
    if page.effects:
        found += [_effect_verdict(result, page.effects) for result in report.effects]
    if page.settings:
        for players in _tables(report):
            found += _seat_verdicts([one for one in report.seats if one.players == players], page.settings)
    return found + _missing(report, page)


def _tables(report: Balance) -> range:
    game = get_game(report.game)
    return range(game.min_players, game.max_players + 1)


def _missing(report: Balance, page: Page) -> list[str]:
    """A line for each table of which a part is missing, and one for all of which nothing is there."""
    parts: dict[str, set[int]] = {}
    if page.fields:
        parts[page.fields.many] = {one.players for one in report.fields}
    if page.effects:
        parts[page.effects.many] = {one.players for one in report.effects}
    if page.settings:
        parts["seats"] = {one.players for one in report.seats}
    lines, bare = [], []
    for players in _tables(report):
        missing = [part for part, known in parts.items() if players not in known]
        if len(missing) == len(parts):
            bare.append(str(players))
        elif missing:
            lines.append(f"{players} players, {_and(missing)}: not measured yet, so nothing is shown.")
    return lines + ([f"{_and(bare)} players: not measured yet, so nothing is shown."] if bare else [])


def _and(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _standing(rate: Rate) -> str:
    if rate.low >= LOW and rate.high <= HIGH:
        return "within, shown"
    if rate.high < LOW or rate.low > HIGH:
        return "outside, shown"
    return "within, open" if LOW <= rate.rate <= HIGH else "outside, open"


def _judged(named: Sequence[tuple[str, Rate]]) -> str:
    """Whether named rates lie within the limits, and how sure that is."""
    standings = [(name, _standing(rate)) for name, rate in named]
    if all(standing == "within, shown" for _, standing in standings):
        return "All are shown to lie within 45 to 55 %."
    shown = [name for name, standing in standings if standing == "outside, shown"]
    if shown:
        return f"Outside 45 to 55 %, interval and all: {_listed(shown)}."
    outside = [name for name, standing in standings if standing.startswith("outside")]
    where = f"Outside in this sample: {_listed(outside)}." if outside else "All lie within 45 to 55 % in this sample."
    return f"{where} Some intervals reach over a limit, so these games do not prove it."


def _listed(names: Sequence[str]) -> str:
    more = [f"and {len(names) - _NAMED} more"] if len(names) > _NAMED else []
    return ", ".join([*names[:_NAMED], *more])


def _field_verdict(field: FieldResult, kind: Kind) -> str:
    name = f"{field.players} players, level {field.level}, {games_told(field.games)}"
    rates = field.rates
    if not rates:
        return f"{name}: nothing measured yet."
    low, high = min(rate.rate for rate in rates), max(rate.rate for rate in rates)
    return f"{name}: the {kind.many} win {low:.1%} to {high:.1%}. " + _judged([(rate.factor, rate) for rate in rates])


def _effect_verdict(found: EffectResult, kind: Kind) -> str:
    under = f" under {found.setting}" if found.setting else ""
    name = f"{found.players} players, {kind.many}{under}, level {found.level}, {games_told(found.games)}"
    if not found.effects:
        return f"{name}: nothing measured yet."
    if not kind.is_limited:
        (worst, *_), (*_, best) = found.effects, found.effects
        return f"{name}: from {_effect(worst)} to {_effect(best)}, a span of {best.points - worst.points:.1f}."
    far = max(found.effects, key=lambda effect: abs(effect.points))
    over = [effect.factor for effect in found.effects if abs(effect.points) > MOST_POINTS]
    wide = [effect.factor for effect in found.effects if max(-effect.wide_low, effect.wide_high) > MOST_POINTS]
    text = f"{name}: the furthest is {_effect(far)}. "
    if over:
        return text + f"Beyond 5 points: {', '.join(over)}."
    if wide:
        return text + f"No {kind.one} is beyond 5 points; the joint interval reaches over it for {', '.join(wide)}."
    return text + f"No {kind.one} is beyond 5 points, and no joint interval reaches so far."


def _effect(effect: Effect) -> str:
    return f"{effect.factor} with {effect.points:+.1f} points ({effect.low:+.1f} to {effect.high:+.1f})"


def _seat_verdicts(results: Sequence[SeatResult], kind: Kind) -> list[str]:
    """What the seats of one table size win, and where the settings differ most."""
    results = [found for found in results if found.games]
    if not results:
        return []
    several = len(results) > 1
    name = f"{results[0].players} players, seats, level {results[0].level}, {games_told(results[0].games)}"
    name += f" in each of {len(results)} {kind.many}" if several else ""

    def named(found: SeatResult, rate: Rate) -> str:
        return f"{rate.factor} in “{found.setting}”" if several else rate.factor

    rates = [(found, rate) for found in results for rate in found.rates()]
    (least, low), (most, high) = (end(rates, key=lambda pair: pair[1].rate) for end in (min, max))
    line = f"{name}: the seats win {low.rate:.1%} ({named(least, low)}) to {high.rate:.1%} ({named(most, high)}). "
    line += _judged([(named(found, rate), rate) for found, rate in rates])
    together = [(found, rate) for found in results for rate in found.rates(len(rates))]
    uneven = [named(found, rate) for found, rate in together if not rate.low <= 0.5 <= rate.high]
    line += f" Shown not to be even: {len(uneven)} of {len(rates)}." if uneven else " None is shown not to be even."
    return [line, *([_best_seats(results, kind), _differences(results)] if several else [])]


def _best_seats(results: Sequence[SeatResult], kind: Kind) -> str:
    best = Counter(max(found.rates(), key=lambda rate: rate.rate).factor for found in results)
    told = ", ".join(f"{seat} in {count}" for seat, count in sorted(best.items()))
    return f"{results[0].players} players: of the seats the best is {told} of the {len(results)} {kind.many}."


def _differences(results: Sequence[SeatResult]) -> str:
    by_score = sorted(results, key=lambda found: found.mean_score.value)
    by_lead = sorted(results, key=lambda found: found.mean_lead.value)
    return (
        f"{results[0].players} players: most points a player in “{by_score[-1].setting}” ({_points(by_score[-1])}), "
        f"fewest in “{by_score[0].setting}” ({_points(by_score[0])}); the closest games in “{by_lead[0].setting}” "
        f"(a lead of {by_lead[0].mean_lead.value:.1f}), the least close in “{by_lead[-1].setting}” "
        f"({by_lead[-1].mean_lead.value:.1f})."
    )


def _points(found: SeatResult) -> str:
    return f"{found.mean_score.value:.1f}"


# ------------------------------------------------------------------ tables


def _based(base: int | None) -> str:
    return "" if base is None else f", base {base}"


def _field_section(field: FieldResult, kind: Kind) -> str:
    rows = [
        f"| {rate.factor} | {rate.games} | {rate.rate:.1%} | {rate.low:.1%} to {rate.high:.1%} | {_standing(rate)} |"
        for rate in field.rates
    ]
    return (
        f"## {kind.heading}, {field.players} players{_based(field.base)}\n\n"
        f"Level {field.level}, {games_told(field.games)}, seed {field.seed}, backend {field.backend}.\n\n"
        f"| {kind.one} | games | win rate against the field | 95 % | 45 to 55 % |\n|---|---|---|---|---|\n"
        + "\n".join(rows)
    )


def _effect_section(found: EffectResult, kind: Kind) -> str:
    rows = [
        f"| {effect.factor} | {effect.points:+.1f} | {effect.low:+.1f} to {effect.high:+.1f} | "
        f"{effect.wide_low:+.1f} to {effect.wide_high:+.1f} | {effect.decks_with} | {effect.decks_without} |"
        for effect in found.effects
    ]
    under, holder = (f" under {found.setting}", "hands") if found.setting else ("", "decks")
    return (
        f"## {kind.heading}{under}, {found.players} players{_based(found.base)}\n\n"
        f"Level {found.level}, {games_told(found.games)}, seed {found.seed}.\n\n"
        f"| {kind.one} | points | 95 % | 95 %, all {kind.many} together | {holder} with | without |\n"
        "|---|---|---|---|---|---|\n" + "\n".join(rows)
    )


def _seat_section(results: Sequence[SeatResult], kind: Kind) -> str:
    first, seats = results[0], range(1, results[0].players + 1)
    rows = [
        f"| {found.setting} | {found.games} | "
        + " | ".join(f"{rate.rate:.1%} ({rate.low:.1%} to {rate.high:.1%})" for rate in found.rates())
        + f" | {_mean(found.mean_score)} | {_mean(found.mean_lead)} | {_shared(found)} |"
        for found in results
        if found.games
    ]
    return (
        f"## {kind.heading}, {first.players} players\n\n"
        f"Level {first.level}, seed {first.seed}, backend {first.backend}. A fair share of the wins is "
        f"{1 / first.players:.1%}, which is the rate {against_one(1 / first.players, first.players):.0%}.\n\n"
        f"| {kind.one} | games | {' | '.join(f'seat {seat}' for seat in seats)} | mean score | lead | shared wins |\n"
        f"|---|---|{'---|' * first.players}---|---|---|\n" + "\n".join(rows)
    )


def _mean(mean: Mean) -> str:
    return f"{mean.value:.2f} ({mean.low:.2f} to {mean.high:.2f})"


def _shared(found: SeatResult) -> str:
    return f"{found.shared / found.games:.1%}"
