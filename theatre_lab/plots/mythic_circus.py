"""Plots of Mythic Circus: shows and points, the growing deck, who was hired when, and what each worker brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Part
from theatre_lab.core.match import Match, Ply
from theatre_lab.core.options import expect_int
from theatre_lab.core.records import GameRecord
from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, performance
from theatre_lab.games.mythic_circus.cards import CARDS, NAMES
from theatre_lab.plots.scores import as_match, hatching
from theatre_lab.plots.theme import COLOURS, DASHES, GOLD, MARKERS, Chart, escape, signed

__all__ = ["deck_over_turns", "hires_over_turns", "shows_over_turns", "worker_earnings"]


@dataclass
class _Turn:
    """A turn: whose and in which round, the TP it began with, the show if one was given, and what came of it."""

    player: int
    at: int
    tp: int
    vp: int = 0
    earned: int | None = None
    level: str | None = None
    parts: tuple[Part, ...] = ()
    hired: list[str] = field(default_factory=list)
    labor: list[tuple[str, int]] = field(default_factory=list)
    owned: list[int] = field(default_factory=list)


def _turns(match: Match) -> list[_Turn]:
    if match.game is not MYTHIC_CIRCUS:
        raise BadInput(f"this plot is of Mythic Circus, not of {match.game.title}")
    turns: list[_Turn] = []
    after = [*(ply.before for ply in match.history), match.state][1:]
    for ply, state in zip(match.history, after, strict=True):
        s = ply.before
        player, at = int(s.active), int(s.rounds_done) + 1
        if not turns or (turns[-1].player, turns[-1].at) != (player, at):
            turns.append(_Turn(player, at, performance(s, player).tp))
        _note(turns[-1], ply, state)
    return turns


def _note(turn: _Turn, ply: Ply, after: Any) -> None:
    verb, _, name = ply.text.partition(" ")
    if ply.text == "perform":
        show = performance(ply.before, turn.player)
        turn.earned, turn.level, turn.parts = show.vp, show.level, show.parts
    elif verb == "hire":
        turn.hired.append(name)
    elif verb == "labor":
        turn.labor.append((name, int(after.points) - int(ply.before.points)))
    turn.vp, turn.owned = int(after.vp[turn.player]), list(after.owned[turn.player])


def _by_player(match: Match, player: int) -> list[_Turn]:
    expect_int("player", player, 0, len(match.names) - 1)
    return [turn for turn in _turns(match) if turn.player == player]


# ------------------------------------------------------------------ shows and points


def shows_over_turns(source: Match | GameRecord) -> Chart:
    """Above the victory points of each player, below the TP on stage as each turn began; a star marks a show.

    Hovering tells what a show was worth and who performed in it.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("mythic-circus", ["Ann", "Ben"], seed=4)
    >>> while not match.is_over and match.ply < 40: match.play(match.legal_actions()[0])
    >>> print(repr(shows_over_turns(match)).splitlines()[0])
    Points and performances: Ann 0, Ben 0
    """
    match = as_match(source)
    turns = _turns(match)
    data: list[dict[str, Any]] = []
    for player, name in enumerate(match.names):
        own = [turn for turn in turns if turn.player == player]
        look = {"color": COLOURS[player], "width": 2.5, "dash": DASHES[player]}
        hovers = [_told(name, turn) for turn in own]
        xs = [turn.at for turn in own]
        shared = {"type": "scatter", "x": xs, "hovertext": hovers, "hoverinfo": "text", "legendgroup": str(player)}
        data.append(
            shared
            | {
                "mode": "lines+markers",
                "name": escape(name),
                "y": [turn.vp for turn in own],
                "line": look,
                "marker": {"size": 7, "symbol": MARKERS[player]},
            }
        )
        rings = [2 if turn.earned is not None else 0 for turn in own]
        symbols = ["star" if turn.earned is not None else MARKERS[player] for turn in own]
        sizes = [13 if turn.earned is not None else 5 for turn in own]
        data.append(
            shared
            | {
                "mode": "lines+markers",
                "name": escape(name),
                "showlegend": False,
                "y": [turn.tp for turn in own],
                "yaxis": "y2",
                "line": look | {"width": 1.5},
                "marker": {
                    "size": sizes,
                    "symbol": symbols,
                    "color": COLOURS[player],
                    "line": {"color": GOLD, "width": rings},
                    "opacity": 1,
                },
            }
        )
    layout = {
        "height": 520,
        "xaxis": {"title": {"text": "round (a star is a show)"}, "tickformat": "d", "anchor": "y2"},
        "yaxis": {"title": {"text": "victory points"}, "rangemode": "tozero", "domain": [0.55, 1]},
        "yaxis2": {"title": {"text": "TP as the turn began"}, "rangemode": "tozero", "domain": [0, 0.45]},
        "showlegend": True,
    }
    words = []
    for player, name in enumerate(match.names):
        shows = [
            f"round {turn.at} TP {turn.tp} {signed(turn.earned or 0)} VP" for turn in turns if _shown(turn, player)
        ]
        words.append(f"{name}: {', '.join(shows) or 'no show'}")
    ends = ", ".join(f"{name} {score}" for name, score in zip(match.names, match.scores, strict=True))
    return Chart(data, layout, title="Points and performances", subtitle=ends, words=words)


def _shown(turn: _Turn, player: int) -> bool:
    return turn.player == player and turn.earned is not None


def _told(name: str, turn: _Turn) -> str:
    head = f"<b>{escape(name)}</b>, round {turn.at}: {turn.vp} VP, TP {turn.tp}"
    if turn.earned is None:
        return f"{head}, no show"
    lines = "".join(f"<br>{signed(part.points)}  {part.who}: {part.text}" for part in turn.parts)
    return f"{head}<br>{turn.level or 'a show'}: {signed(turn.earned)} VP{lines}"


# ------------------------------------------------------------------ the deck


def deck_over_turns(source: Match | GameRecord, player: int = 0) -> Chart:
    """All cards that a player owns at the end of each turn, by kind: how the troupe grows, and how thick it gets.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("mythic-circus", ["Ann", "Ben"], seed=4)
    >>> for text in ("pass", "labor Working Gnome", "done"): match.play(text)
    >>> deck_over_turns(match)
    The troupe, turn by turn: Ann, 10 cards in round 1
      Working Gnome: 7
      Daring Gnome: 2
      Mischievous Gnome: 1
    """
    match = as_match(source)
    turns = _by_player(match, player)
    used = [card for card in range(len(NAMES)) if any(turn.owned[card] for turn in turns)]
    data = []
    for index, card in enumerate(used):
        counts = [turn.owned[card] for turn in turns]
        data.append(
            {
                "type": "bar",
                "name": NAMES[card],
                "x": [turn.at for turn in turns],
                "y": counts,
                "hovertext": [
                    f"round {turn.at}: {number} {NAMES[card]} of {sum(turn.owned)} cards"
                    for turn, number in zip(turns, counts, strict=True)
                ],
                "hoverinfo": "text",
                "marker": {"color": COLOURS[index % len(COLOURS)], "pattern": hatching(index // 2)},
            }
        )
    layout = {
        "barmode": "stack",
        "height": 460,
        "xaxis": {"title": {"text": "round"}, "tickformat": "d"},
        "yaxis": {"title": {"text": "cards owned"}},
        "legend": {"orientation": "h", "x": 0, "xanchor": "left", "y": -0.2, "yanchor": "top"},
        "margin": {"l": 24, "r": 28, "t": 84, "b": 130},
        "showlegend": True,
    }
    words = [f"{NAMES[card]}: {', '.join(str(turn.owned[card]) for turn in turns)}" for card in used]
    end = f", {sum(turns[-1].owned)} cards in round {turns[-1].at}" if turns else ""
    return Chart(data, layout, title="The troupe, turn by turn", subtitle=f"{match.names[player]}{end}", words=words)


def hires_over_turns(source: Match | GameRecord) -> Chart:
    """Who was hired when, and by whom: a row for each kind of worker, dearest on top.

    >>> from theatre_lab.api import new_match
    >>> hires_over_turns(new_match("mythic-circus", ["Ann", "Ben"], seed=4))
    Hired when: Ann 0, Ben 0
      Ann: nobody
      Ben: nobody
    """
    match = as_match(source)
    turns = _turns(match)
    kinds = sorted((card for card in CARDS if card.is_hireable), key=lambda card: card.cost)
    data = []
    for player, name in enumerate(match.names):
        hires = [(turn.at, worker) for turn in turns if turn.player == player for worker in turn.hired]
        data.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": escape(name),
                "x": [at + 0.16 * (player - (len(match.names) - 1) / 2) for at, _ in hires],
                "y": [worker for _, worker in hires],
                "hovertext": [f"<b>{escape(name)}</b>, round {at}: hires a {worker}" for at, worker in hires],
                "hoverinfo": "text",
                "marker": {"size": 12, "color": COLOURS[player], "symbol": MARKERS[player]},
            }
        )
    layout = {
        "height": 430,
        "xaxis": {"title": {"text": "round"}, "tickformat": "d", "rangemode": "tozero"},
        "yaxis": {
            "type": "category",
            "categoryorder": "array",
            "categoryarray": [card.name for card in kinds],
            "range": [-0.5, len(kinds) - 0.5],
        },
        "showlegend": True,
    }
    words, counts = [], []
    for player, name in enumerate(match.names):
        own = [turn for turn in turns if turn.player == player and turn.hired]
        told = [f"round {turn.at} {' and '.join(turn.hired)}" for turn in own]
        words.append(f"{name}: {', '.join(told) or 'nobody'}")
        counts.append(f"{name} {sum(len(turn.hired) for turn in own)}")
    return Chart(data, layout, title="Hired when", subtitle=", ".join(counts), words=words)


# ------------------------------------------------------------------ what workers brought


def worker_earnings(source: Match | GameRecord, player: int = 0) -> Chart:
    """What each kind of worker brought a player: TP in the shows that earned points, and labor points.

    The TP come from the parts of each show, so that a Faun's company is counted to the Faun.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("mythic-circus", ["Ann", "Ben"], seed=4)
    >>> for text in ("pass", "labor Working Gnome", "done"): match.play(text)
    >>> worker_earnings(match)
    What each worker brought: Ann, 0 TP in shows, 1 labor point
      Working Gnome: 0 TP, 1 labor
    """
    match = as_match(source)
    turns = _by_player(match, player)
    shown = _sums((part.who, part.points) for turn in turns if turn.earned for part in turn.parts)
    worked = _sums(pair for turn in turns for pair in turn.labor)
    kinds = sorted(
        (name for name in NAMES if shown[name] or worked[name]), key=lambda name: (-shown[name], -worked[name])
    )
    data = [
        {
            "type": "bar",
            "orientation": "h",
            "name": label,
            "y": kinds,
            "x": [sums[name] for name in kinds],
            "text": [str(sums[name]) if sums[name] else "" for name in kinds],
            "textposition": "outside",
            "cliponaxis": False,
            "hovertext": [f"{name}: {shown[name]} TP in shows, {worked[name]} labor points" for name in kinds],
            "hoverinfo": "text",
            "marker": {"color": COLOURS[index], "pattern": hatching(index)},
        }
        for index, (label, sums) in enumerate((("TP in shows that earned", shown), ("labor points", worked)))
    ]
    layout = {
        "barmode": "group",
        "height": 170 + 34 * max(1, len(kinds)),
        "yaxis": {"autorange": "reversed", "ticks": ""},
        "xaxis": {"title": {"text": "TP or labor points"}, "rangemode": "tozero"},
        "showlegend": True,
    }
    words = [f"{name}: {shown[name]} TP, {worked[name]} labor" for name in kinds]
    points = sum(worked.values())
    subtitle = (
        f"{match.names[player]}, {sum(shown.values())} TP in shows, {points} labor point{'' if points == 1 else 's'}"
    )
    return Chart(data, layout, title="What each worker brought", subtitle=subtitle, words=words)


def _sums(pairs: Iterable[tuple[str, int]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for name, points in pairs:
        found[name] += points
    return found
