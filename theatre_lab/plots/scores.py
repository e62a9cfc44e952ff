"""Plots of any game: points by rule, the way to a total, scores over the rounds, bots compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from theatre_lab.core.clauses import Clauses
from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Part, total
from theatre_lab.core.match import Match
from theatre_lab.core.options import show
from theatre_lab.core.records import GameRecord
from theatre_lab.games import get_game
from theatre_lab.plots.theme import (
    COLOURS,
    DASHES,
    DIVERGING,
    GOLD,
    INK,
    MARKERS,
    QUIET,
    Chart,
    escape,
    signed,
)

__all__ = ["as_match", "clause_bars", "clock_of", "points_by_clause", "scores_over_rounds", "waterfall"]

_LOSS, _GAIN = DIVERGING[0], DIVERGING[5]
_LINES = 12


def as_match(source: Match | GameRecord) -> Match:
    """The match itself, or the one that a record describes; BadInput for anything else.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("overture", 2, theatre="blackbox", seed=1)
    >>> as_match(match) is match, as_match(match.record()).ply
    (True, 0)
    >>> as_match("overture")
    Traceback (most recent call last):
    theatre_lab.core.errors.BadInput: a plot of a game needs a match or a record, not 'overture'
    """
    if isinstance(source, Match):
        return source
    if isinstance(source, GameRecord):
        return Match.from_record(source, get_game(source.game))
    raise BadInput(f"a plot of a game needs a match or a record, not {show(source)}")


# ------------------------------------------------------------------ points by rule


def _by_clause(parts: Sequence[Part], clauses: Clauses) -> dict[str, list[Part]]:
    """The parts under each clause that has any, in the order of the rule book."""
    found: dict[str, list[Part]] = {clause: [] for clause in clauses}
    for part in parts:
        if part.rule not in found:
            raise BadInput(f"the part {show(part.text)} cites {show(part.rule)}, which is no clause of this game")
        found[part.rule].append(part)
    return {clause: group for clause, group in found.items() if group}


def _reasons(parts: Sequence[Part]) -> str:
    lines = [f"{signed(part.points)}  {escape(part.who)}: {escape(part.text)}" for part in parts[:_LINES]]
    if len(parts) > _LINES:
        lines.append(f"and {len(parts) - _LINES} more")
    return "<br>".join(lines)


def _hover(owner: str, clause: str, title: str, parts: Sequence[Part]) -> str:
    head = f"<b>{escape(title)}</b> ({clause}), {escape(owner)}: {signed(total(parts))}"
    return f"{head}<br>{_reasons(parts)}"


def clause_bars(breakdowns: Mapping[str, Sequence[Part]], clauses: Clauses, *, title: str = "Points by rule") -> Chart:
    """Bars of what each rule brought or cost, an owner of a breakdown beside the other.

    `breakdowns` maps names to parts; hovering tells the single parts. BadInput when a part cites an unknown clause.

    >>> from theatre_lab.games.overture import OVERTURE, board_state
    >>> s = board_state("grand-empress", {"A3": "Bespectacled VIP"})
    >>> clause_bars({"Ann": OVERTURE.breakdown(s, 0)}, OVERTURE.clauses)
    Points by rule: Ann 7
      VIP (OV-P2): Ann +5
      Bespectacled (OV-X3): Ann +2
    """
    grouped = {owner: _by_clause(parts, clauses) for owner, parts in breakdowns.items()}
    used = [clause for clause in clauses if any(clause in groups for groups in grouped.values())]
    labels = [f"{escape(clauses[clause].title)}  <span style='color:{QUIET}'>{clause}</span>" for clause in used]
    data = []
    for index, (owner, groups) in enumerate(grouped.items()):
        sums = [total(groups.get(clause, [])) for clause in used]
        bar: dict[str, Any] = {
            "type": "bar",
            "orientation": "h",
            "name": escape(owner),
            "y": labels,
            "x": sums,
            "text": [signed(points) for points in sums],
            "textposition": "outside",
            "cliponaxis": False,
            "hovertext": [_hover(owner, c, clauses[c].title, groups.get(c, [])) for c in used],
            "hoverinfo": "text",
            "marker": {"color": COLOURS[index % len(COLOURS)], "pattern": hatching(index)},
        }
        if len(grouped) == 1:
            bar["marker"] = {"color": [_GAIN if points >= 0 else _LOSS for points in sums]}
        data.append(bar)
    words = [
        f"{clauses[c].title} ({c}): " + ", ".join(f"{o} {signed(total(g.get(c, [])))}" for o, g in grouped.items())
        for c in used
    ]
    layout = {
        "yaxis": {"autorange": "reversed", "ticks": "outside", "ticklen": 7, "tickcolor": "rgba(0,0,0,0)"},
        "xaxis": {"title": {"text": "points"}, "zeroline": True},
        "height": 150 + max(1, len(used)) * (20 + 18 * max(1, len(grouped))),
        "showlegend": len(grouped) > 1,
    }
    return Chart(data, layout, title=title, subtitle=_totals(breakdowns), words=words)


def hatching(index: int) -> dict[str, Any]:
    """Hatching tells the bars apart where colours do not."""
    shape = ("", "/", "x", ".", "-", "|", "+", "\\")[index % 8]
    return {"shape": shape, "fillmode": "overlay", "fgcolor": INK, "fgopacity": 0.55, "size": 7}


def _totals(breakdowns: Mapping[str, Sequence[Part]]) -> str:
    return ", ".join(f"{owner} {total(parts)}".replace("-", "−") for owner, parts in breakdowns.items())


def points_by_clause(source: Match | GameRecord, player: int | None = None) -> Chart:
    """What each rule brought or cost in a game, for one player or for all side by side.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("overture", ["Ann", "Ben"], theatre="rotunda", seed=6)
    >>> for action in ("draw deck", "draw deck", "seat VIP A2"): match.play(action)
    >>> points_by_clause(match, 0)
    Points by rule: Ann 5
      VIP (OV-P2): Ann +5
    """
    match = as_match(source)
    players = range(len(match.names)) if player is None else [player]
    return clause_bars({match.names[p]: match.breakdown(p) for p in players}, match.game.clauses)


def waterfall(source: Match | GameRecord, player: int = 0) -> Chart:
    """How a player's total came together, rule by rule: each bar begins where the one before it ended.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("overture", ["Ann", "Ben"], theatre="rotunda", seed=6)
    >>> for action in ("draw deck", "draw deck", "seat VIP A2"): match.play(action)
    >>> waterfall(match)
    How the points add up: Ann 5
      VIP (OV-P2): +5
    """
    match = as_match(source)
    name, clauses = match.names[match._check_player(player)], match.game.clauses
    groups = _by_clause(match.breakdown(player), clauses)
    sums = [total(parts) for parts in groups.values()]
    bar = {
        "type": "waterfall",
        "x": [*(f"{escape(clauses[c].title)}<br>{c}" for c in groups), "total"],
        "y": [*sums, sum(sums)],
        "measure": [*("relative" for _ in sums), "total"],
        "text": [*(signed(points) for points in sums), str(sum(sums)).replace("-", "−")],
        "textposition": "outside",
        "cliponaxis": False,
        "hovertext": [*(_hover(name, c, clauses[c].title, parts) for c, parts in groups.items()), escape(name)],
        "hoverinfo": "text",
        "increasing": {"marker": {"color": _GAIN}},
        "decreasing": {"marker": {"color": _LOSS}},
        "totals": {"marker": {"color": GOLD}},
        "connector": {"line": {"color": QUIET, "width": 1, "dash": "dot"}},
    }
    words = [f"{clauses[c].title} ({c}): {signed(total(parts))}" for c, parts in groups.items()]
    layout = {"height": 400, "showlegend": False, "yaxis": {"title": {"text": "points"}}}
    return Chart([bar], layout, title="How the points add up", subtitle=f"{name} {sum(sums)}", words=words)


# ------------------------------------------------------------------ scores over the rounds


@dataclass(frozen=True)
class _Moment:
    """Where the game stood at the end of a round (or after a decision), and what each player had done in it."""

    at: int
    scores: list[int]
    deeds: list[list[str]]


_CLOCKS = ("round", "act", "turn")


def clock_of(match: Match) -> str | None:
    """What the game counts its time in (`round`, `act` or `turn`); None for a game that does not.

    >>> from theatre_lab.api import new_match
    >>> clock_of(new_match("overture", 2, seed=1))
    'round'
    """
    told = match.game.view(match.state, 0).as_dict()
    return next((key for key in _CLOCKS if type(told.get(key)) is int), None)


def _moments(match: Match, clock: str | None) -> list[_Moment]:
    game, players = match.game, len(match.names)
    after = [*(ply.before for ply in match.history), match.state][1:]
    moments: list[_Moment] = []
    for index, (ply, state) in enumerate(zip(match.history, after, strict=True)):
        at = index + 1 if clock is None else int(game.view(ply.before, 0).as_dict()[clock])
        deeds = moments.pop().deeds if moments and moments[-1].at == at else [[] for _ in range(players)]
        deeds[ply.player].append(game.describe_action(ply.before, ply.action))
        moments.append(_Moment(at, game.scores(state), deeds))
    return moments


def scores_over_rounds(source: Match | GameRecord) -> Chart:
    """Every player's score at the end of each round (after each decision in a game without rounds).

    Hovering tells what the player did in that round, as everybody at the table saw it.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("overture", ["Ann", "Ben"], theatre="rotunda", seed=6)
    >>> for action in ("draw deck", "draw deck", "seat VIP A2", "discard Critic"): match.play(action)
    >>> scores_over_rounds(match)
    Scores over the rounds: Ann 5, Ben 0
      Ann: 5
      Ben: 0
    """
    match = as_match(source)
    clock = clock_of(match)
    moments = _moments(match, clock)
    data = []
    for player, name in enumerate(match.names):
        scores = [moment.scores[player] for moment in moments]
        gains = [now - before for now, before in zip(scores, [0, *scores], strict=False)]
        data.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": escape(name),
                "x": [0, *(moment.at for moment in moments)],
                "y": [0, *scores],
                "hovertext": [
                    f"{escape(name)} begins",
                    *(
                        f"<b>{escape(name)}</b>, {clock or 'decision'} {m.at}: {scores[i]} ({signed(gains[i])})"
                        + "".join(f"<br>{escape(deed)}" for deed in m.deeds[player])
                        for i, m in enumerate(moments)
                    ),
                ],
                "hoverinfo": "text",
                "line": {"color": COLOURS[player], "width": 2.5, "dash": DASHES[player]},
                "marker": {"size": 8, "symbol": MARKERS[player]},
            }
        )
    layout = {
        "height": 380,
        "xaxis": {"title": {"text": clock or "decision"}, "rangemode": "tozero", "tickformat": "d"},
        "yaxis": {"title": {"text": "points"}},
        "showlegend": True,
    }
    words = [f"{name}: {', '.join(str(moment.scores[p]) for moment in moments)}" for p, name in enumerate(match.names)]
    ends = ", ".join(f"{name} {score}" for name, score in zip(match.names, match.scores, strict=True))
    return Chart(data, layout, title="Scores over the rounds", subtitle=ends, words=words)
