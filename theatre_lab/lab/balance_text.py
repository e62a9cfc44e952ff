"""A balance report as a page of Markdown: what was asked, how it was measured, what came out, and whether it holds."""

from __future__ import annotations

from theatre_lab.games import get_game
from theatre_lab.lab.balance import HIGH, LOW, MOST_POINTS, Balance, EffectResult, FieldResult, Rate

__all__ = ["balance_text"]

_HOW = """\
## How it is measured

**Decks.** The starter decks of a format meet in every order and every seat; all players are bots of the level named.
A shared win counts in parts. The win rate against the field is a deck's share of all wins in its games; with n = 3 or
4 players a share p is turned into the rate (n - 1) p / ((n - 1) p + 1 - p) against one other deck, so that 50 % is
even at every table. The intervals are Wilson's, 95 %, with one trial a game.

**Cards.** Every game has new random decks: the base number of cards of each rank, up to three random swaps, at most two
of a card. Level medium plays. The figure of a card is the difference in the share of the win, in percentage points,
between decks with it and decks without it that have the same number of cards of each rank. The first interval is the
95 % interval of that card alone. Among {cards} such intervals one in twenty misses by chance, so the last column gives
intervals that hold for all cards together with 95 % (Bonferroni).
"""


def balance_text(report: Balance) -> str:
    """The page, made from the report alone."""
    cards = max((len(result.effects) for result in report.effects), default=0)
    parts = [
        "# The Theatre: balance of Set 1 and its starter decks",
        "Written by `theatre-lab balance the-theatre`; made anew by\n\n" + "\n".join(_commands(report)),
        f"Cards and decks measured: `{report.digest}`. When Set 1 or a starter deck changes, a test says so.",
        "The aim: with hard players each starter deck wins between 45 and 55 of a hundred games against the others; "
        "with medium players a deck gains or loses at most 5 of a hundred by any single card.",
        "## In short\n\n" + "\n".join(f"- {line}" for line in verdicts(report)),
        _HOW.format(cards=cards or "many").rstrip(),
        *(_field_section(field) for field in report.fields),
        *(_effect_section(result) for result in report.effects),
    ]
    return "\n\n".join(parts) + "\n"


def _commands(report: Balance) -> list[str]:
    """What makes the report anew: a command a table, each going on with the file of the one before."""
    cards = {found.players: found.games for found in report.effects}
    return [
        f"    theatre-lab balance the-theatre --players {field.players} --level {field.level} --games {field.games} "
        f"--cards {cards.get(field.players, 0)} --seed {field.seed} --out report.json --text report.md"
        for field in report.fields
    ]


# ------------------------------------------------------------------ verdicts


def verdicts(report: Balance) -> list[str]:
    """What the figures show of the aim and what they leave open, a line a table; tables without games are named."""
    return [
        *(_field_verdict(field) for field in report.fields),
        *(_missing("decks", table) for table in _tables(report) if report.field(table) is None),
        *(_effect_verdict(found) for found in report.effects),
        *(_missing("cards", table) for table in _tables(report) if table not in {e.players for e in report.effects}),
    ]


def _tables(report: Balance) -> range:
    game = get_game(report.game)
    return range(game.min_players, game.max_players + 1)


def _missing(what: str, players: int) -> str:
    return f"{players} players, {what}: not measured yet, so nothing is shown."


def _standing(rate: Rate) -> str:
    if rate.low >= LOW and rate.high <= HIGH:
        return "within, shown"
    if rate.high < LOW or rate.low > HIGH:
        return "outside, shown"
    return "within, open" if LOW <= rate.rate <= HIGH else "outside, open"


def _field_verdict(field: FieldResult) -> str:
    name = f"{field.players} players, level {field.level}, {field.games} games"
    rates = field.rates
    if not rates:
        return f"{name}: nothing measured yet."
    low, high = min(rate.rate for rate in rates), max(rate.rate for rate in rates)
    text = f"{name}: the decks win {low:.1%} to {high:.1%}. "
    standings = [_standing(rate) for rate in rates]
    if all(standing == "within, shown" for standing in standings):
        return text + "All are shown to lie within 45 to 55 %."
    outside = [rate.factor for rate, standing in zip(rates, standings, strict=True) if standing.startswith("outside")]
    shown = [rate.factor for rate, standing in zip(rates, standings, strict=True) if standing == "outside, shown"]
    if shown:
        return text + f"Outside 45 to 55 %, interval and all: {', '.join(shown)}."
    where = f"Outside in this sample: {', '.join(outside)}." if outside else "All lie within 45 to 55 % in this sample."
    return text + where + " Some intervals reach over a limit, so these games do not prove it."


def _effect_verdict(found: EffectResult) -> str:
    name = f"{found.players} players, cards, level {found.level}, {found.games} games"
    if not found.effects:
        return f"{name}: nothing measured yet."
    far = max(found.effects, key=lambda effect: abs(effect.points))
    over = [effect.factor for effect in found.effects if abs(effect.points) > MOST_POINTS]
    wide = [effect.factor for effect in found.effects if max(-effect.wide_low, effect.wide_high) > MOST_POINTS]
    text = f"{name}: the furthest is {far.factor} with {far.points:+.1f} points ({far.low:+.1f} to {far.high:+.1f}). "
    if over:
        return text + f"Beyond 5 points: {', '.join(over)}."
    if wide:
        return text + f"No card is beyond 5 points; the joint interval reaches over it for {', '.join(wide)}."
    return text + "No card is beyond 5 points, and no joint interval reaches so far."


# ------------------------------------------------------------------ tables


def _field_section(field: FieldResult) -> str:
    rows = [
        f"| {rate.factor} | {rate.games} | {rate.rate:.1%} | {rate.low:.1%} to {rate.high:.1%} | {_standing(rate)} |"
        for rate in field.rates
    ]
    return (
        f"## Starter decks, {field.players} players, base {field.base}\n\n"
        f"Level {field.level}, {field.games} games, seed {field.seed}, backend {field.backend}.\n\n"
        "| deck | games | win rate against the field | 95 % | 45 to 55 % |\n|---|---|---|---|---|\n" + "\n".join(rows)
    )


def _effect_section(found: EffectResult) -> str:
    rows = [
        f"| {effect.factor} | {effect.points:+.1f} | {effect.low:+.1f} to {effect.high:+.1f} | "
        f"{effect.wide_low:+.1f} to {effect.wide_high:+.1f} | {effect.decks_with} | {effect.decks_without} |"
        for effect in found.effects
    ]
    return (
        f"## Cards, {found.players} players, base {found.base}\n\n"
        f"Level {found.level}, {found.games} games, seed {found.seed}.\n\n"
        "| card | points | 95 % | 95 %, all cards together | decks with | without |\n|---|---|---|---|---|---|\n"
        + "\n".join(rows)
    )
