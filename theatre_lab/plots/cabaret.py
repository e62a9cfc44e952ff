"""Plots of a game of Cabaret: what each show brought, how hands and mimes ran, when the game was decided."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.match import Match
from theatre_lab.core.records import GameRecord
from theatre_lab.games.cabaret import rules, scoring
from theatre_lab.games.cabaret.cards import card_name, genre_name
from theatre_lab.lab.chances import win_chances
from theatre_lab.plots.scores import as_match
from theatre_lab.plots.theme import DASHES, MARKERS, QUIET, SEAT_LINE, Chart, escape, signed

__all__ = ["hands_and_mimes", "points_by_show", "win_chance_over_shows"]

GENRE_COLOURS = {
    "Singers": "#EDCC32",
    "Actors": "#B292C8",
    "Musicians": "#C99A7E",
    "Magicians": "#5BB181",
    "Dancers": "#51A1EC",
    "Jugglers": "#E07A5F",
}
"""The colours of the genres, light enough for the navy ground."""


@dataclass(frozen=True)
class _Show:
    """A finished show: its number in the game from 1, its cards in order of play, the winner (None: nobody), the state
    when its last card was due and the state after it."""

    number: int
    cards: list[tuple[int, str]]
    winner: int | None
    before: Any
    after: Any


def _shows(source: Match | GameRecord) -> tuple[Match, list[_Show]]:
    match = as_match(source)
    if match.game.name != "cabaret":
        raise BadInput(f"this plot is for Cabaret, not for {match.game.title}")
    after = [*(ply.before for ply in match.history[1:]), match.state] if match.history else []
    shows: list[_Show] = []
    for ply, state in zip(match.history, after, strict=True):
        before = ply.before
        if rules.next_seat(before, ply.player) != before.leader:
            continue
        seats = [(before.leader + i) % before.players for i in range(before.players)]
        cards = [(seat, "*" if before.show[seat] == rules.MIME + 1 else "") for seat in seats[:-1]]
        named = [(seat, text or card_name(before, before.show[seat] - 1)) for seat, text in cards]
        named.append((ply.player, card_name(before, ply.action)))
        winner = state.last_winner - 1
        shows.append(_Show(len(shows) + 1, named, None if winner < 0 else winner, before, state))
    if not shows:
        raise BadInput("there is nothing to draw yet: no show of this game is finished")
    return match, shows


def _gains(shown: _Show) -> tuple[int, int]:
    """What the winner got: points of performers, and of mimes."""
    s = shown.before
    cards = [s.show[seat] - 1 for seat in range(s.players) if s.show[seat] and seat != s.turn]
    last = shown.cards[-1][1]
    performers = [card for card in cards if card != rules.MIME]
    if last != "*":
        performers += [card for card in range(rules.MIME) if card < 12 * s.players and card_name(s, card) == last]
    if shown.winner is None:
        return 0, 0
    points = sum(scoring.card_points(s, shown.winner, card) for card in performers)
    won = sum(text == "*" for _, text in shown.cards)
    return int(points), won * int(s.rule[scoring.R_MIME])


def _told(match: Match, shown: _Show) -> str:
    cards = ", ".join(f"{escape(match.names[seat])} {'mime' if text == '*' else text}" for seat, text in shown.cards)
    return f"Show {shown.number}: {cards}"


def points_by_show(source: Match | GameRecord) -> Chart:
    """What every show brought its winner, in the colour of the winner's genre; shows that nobody won stay empty.

    Points of performers count at the end of the round, mimes (hatched) as long as they are kept.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("cabaret", ["Ann", "Ben"], seed=3, rounds=1)
    >>> for _ in range(4): match.play(match.legal_actions()[0])
    >>> points_by_show(match)
    Points by show and genre: 2 shows
      Ann (Musicians): +9 in 2 shows
      Ben (Actors): 0 in 0 shows
    """
    match, shows = _shows(source)
    data, words = [], []
    for player, name in enumerate(match.names):
        genre = genre_name(match.state, player)
        mine = [(shown, *_gains(shown)) for shown in shows if shown.winner == player]
        for kind, values in (("", [points for _, points, _ in mine]), ("mimes", [mimes for _, _, mimes in mine])):
            if kind and not any(values):
                continue
            data.append(
                {
                    "type": "bar",
                    "name": escape(f"{name}, {'mimes' if kind else genre}"),
                    "legendgroup": str(player),
                    "x": [shown.number for shown, _, _ in mine],
                    "y": values,
                    "hovertext": [
                        f"<b>{escape(name)}</b> {signed(value)}{' for mimes' if kind else ''}<br>{_told(match, shown)}"
                        for (shown, _, _), value in zip(mine, values, strict=True)
                    ],
                    "hoverinfo": "text",
                    "marker": {
                        "color": GENRE_COLOURS[genre],
                        "pattern": {"shape": "/" if kind else "", "fgcolor": "#14203F", "fgopacity": 0.6, "size": 7},
                    },
                }
            )
        gained = sum(points + mimes for _, points, mimes in mine)
        words.append(f"{name} ({genre}): {signed(gained)} in {len(mine)} show{'' if len(mine) == 1 else 's'}")
    nobody = sum(shown.winner is None for shown in shows)
    if nobody:
        words.append(f"nobody: {nobody} show{'' if nobody == 1 else 's'}")
    layout = {
        "height": 400,
        "barmode": "relative",
        "bargap": 0.15,
        "xaxis": {"title": {"text": "show"}, "tickformat": "d", "range": [0.4, len(shows) + 0.6]},
        "yaxis": {"title": {"text": "points"}},
        "shapes": _round_lines(shows),
        "margin": {"t": 112},
    }
    return Chart(data, layout, title="Points by show and genre", subtitle=f"{len(shows)} shows", words=words)


def _round_lines(shows: list[_Show]) -> list[dict[str, Any]]:
    """A dotted line where a round ends."""
    ends = [one.number for one, two in itertools.pairwise(shows) if one.before.show_index > two.before.show_index]
    return [
        {
            "type": "line", "x0": end + 0.5, "x1": end + 0.5, "y0": 0, "y1": 1, "yref": "paper",
            "line": {"color": SEAT_LINE, "width": 1, "dash": "dot"},
        }
        for end in ends
    ]  # fmt: skip


def hands_and_mimes(source: Match | GameRecord) -> Chart:
    """How many mimes each player owned after every show (above), and how many cards were left in hand (below).

    A hand that stays above the others could not be played out: its player had to play mimes.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("cabaret", ["Ann", "Ben"], seed=3, rounds=1)
    >>> for _ in range(4): match.play(match.legal_actions()[0])
    >>> hands_and_mimes(match)
    Mimes and hands: after each of 2 shows
      Ann: mimes 3, 3; cards in hand 11, 10
      Ben: mimes 3, 3; cards in hand 11, 10
    """
    match, shows = _shows(source)
    data, words = [], []
    for player, name in enumerate(match.names):
        mimes = [shown.after.mimes[player] for shown in shows]
        hands = [_hand_after(shown, player) for shown in shows]
        played = [sum(text == "*" for seat, text in shown.cards if seat == player) for shown in shows]
        colour = GENRE_COLOURS[genre_name(match.state, player)]
        common = {
            "type": "scatter",
            "x": [shown.number for shown in shows],
            "hoverinfo": "text",
            "legendgroup": str(player),
            "line": {"color": colour, "width": 2.5, "dash": DASHES[player]},
        }
        data.append(
            common
            | {
                "name": escape(name),
                "mode": "lines+markers",
                "y": mimes,
                "yaxis": "y",
                "marker": {"symbol": MARKERS[player], "size": [10 if each else 4 for each in played], "color": colour},
                "hovertext": [
                    f"<b>{escape(name)}</b> owns {count} mimes{', played one' if did else ''}<br>{_told(match, shown)}"
                    for count, did, shown in zip(mimes, played, shows, strict=True)
                ],
            }
        )
        data.append(
            common
            | {
                "name": escape(name),
                "mode": "lines",
                "y": hands,
                "yaxis": "y2",
                "showlegend": False,
                "hovertext": [
                    f"<b>{escape(name)}</b> holds {count} cards after show {i + 1}" for i, count in enumerate(hands)
                ],
            }
        )
        words.append(f"{name}: mimes {_run(mimes)}; cards in hand {_run(hands)}")
    layout = {
        "height": 460,
        "xaxis": {"title": {"text": "show"}, "tickformat": "d", "anchor": "y2"},
        "yaxis": {"title": {"text": "mimes owned"}, "domain": [0.5, 1], "rangemode": "tozero", "tickformat": "d"},
        "yaxis2": {"title": {"text": "cards in hand"}, "domain": [0, 0.42], "rangemode": "tozero", "tickformat": "d"},
        "shapes": _round_lines(shows),
        "showlegend": True,
    }
    return Chart(data, layout, title="Mimes and hands", subtitle=f"after each of {len(shows)} shows", words=words)


def _run(values: list[int]) -> str:
    return ", ".join(str(value) for value in values)


def _hand_after(shown: _Show, player: int) -> int:
    """The hand after the show, also after the last one of a round, when all cards go back."""
    before = shown.before
    last_player, last_card = shown.cards[-1]
    played = player == last_player and last_card != "*"
    return int(before.hand_size[player]) - int(played)


def win_chance_over_shows(source: Match | GameRecord, *, games: int = 24, seed: int = 0) -> Chart:
    """Each player's chance to win before every show and at the end, in a look back with open cards.

    From each moment the game was played on `games` times by a quick sensible player in every seat (`lab.win_chances`):
    the line tells how good the cards were, not what could have been known.

    >>> from theatre_lab.api import new_match
    >>> match = new_match("cabaret", ["Ann", "Ben"], seed=3, rounds=1)
    >>> for _ in range(2): match.play(match.legal_actions()[0])
    >>> win_chance_over_shows(match, games=4)
    Chance to win: before each show, 4 playouts each
      Ann: 100%, 100%
      Ben: 0%, 0%
    """
    match, shows = _shows(source)
    players = len(match.names)
    plies = [players * (shown.number - 1) for shown in shows] + [players * len(shows)]
    chances = win_chances(match, plies, games=games, seed=seed)
    data, words = [], []
    for player, name in enumerate(match.names):
        line = [each[player] for each in chances]
        colour = GENRE_COLOURS[genre_name(match.state, player)]
        data.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": escape(name),
                "x": list(range(1, len(line) + 1)),
                "y": line,
                "hovertext": [
                    f"<b>{escape(name)}</b> {value:.0%}"
                    + (f"<br>then {_told(match, shows[i])}" if i < len(shows) else "<br>in the end")
                    for i, value in enumerate(line)
                ],
                "hoverinfo": "text",
                "line": {"color": colour, "width": 2.5, "dash": DASHES[player]},
                "marker": {"size": 6, "symbol": MARKERS[player], "color": colour},
            }
        )
        words.append(f"{name}: {', '.join(f'{value:.0%}' for value in line)}")
    fair = {
        "type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": 1 / players, "y1": 1 / players,
        "line": {"color": QUIET, "width": 1, "dash": "dot"},
    }  # fmt: skip
    layout = {
        "height": 400,
        "xaxis": {"title": {"text": "before show"}, "tickformat": "d"},
        "yaxis": {"title": {"text": "chance to win"}, "tickformat": ".0%", "range": [-0.03, 1.03]},
        "shapes": [fair, *_round_lines(shows)],
        "showlegend": True,
    }
    return Chart(data, layout, title="Chance to win", subtitle=f"before each show, {games} playouts each", words=words)
