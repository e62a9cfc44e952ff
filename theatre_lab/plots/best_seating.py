"""A house rearranged: which clauses gained and which lost."""

from __future__ import annotations

from typing import Any

from theatre_lab.core.game import Part
from theatre_lab.games.overture import OVERTURE
from theatre_lab.lab.best_seating import BestSeating
from theatre_lab.plots.theme import DIVERGING, QUIET, Chart, escape, signed

__all__ = ["seating_gains"]

_LOSS, _GAIN = DIVERGING[0], DIVERGING[5]


def seating_gains(best: BestSeating) -> Chart:
    """Bars of what each clause gains or loses when a house is rearranged; hovering tells before and after.

    >>> from theatre_lab.lab.best_seating import best_seating
    >>> house = {"theatre": "grand-empress", "seats": {"B2": "Lovebirds", "C4": "Lovebirds"}}
    >>> seating_gains(best_seating(house))
    Rearranged: 2 as played, 12 at best, proved
      Lovebirds (OV-P3): +10
    """
    clauses = list(best.differences)
    points = list(best.differences.values())
    titles = [OVERTURE.clauses[clause].title for clause in clauses]
    bars: dict[str, Any] = {
        "type": "bar",
        "orientation": "h",
        "y": [
            f"{escape(title)}  <span style='color:{QUIET}'>{clause}</span>"
            for title, clause in zip(titles, clauses, strict=True)
        ],
        "x": points,
        "text": [signed(each) for each in points],
        "textposition": "outside",
        "cliponaxis": False,
        "hovertext": [_hover(best, clause) for clause in clauses],
        "hoverinfo": "text",
        "marker": {"color": [_GAIN if each > 0 else _LOSS for each in points]},
    }
    certainty = "proved" if best.proved else f"not proved: at most {best.bound}"
    return Chart(
        [bars],
        {
            "yaxis": {"autorange": "reversed", "ticks": "outside", "ticklen": 7, "tickcolor": "rgba(0,0,0,0)"},
            "xaxis": {"title": {"text": "points gained"}, "zeroline": True},
            "height": 150 + 38 * max(1, len(clauses)),
            "showlegend": False,
        },
        title="Rearranged",
        subtitle=f"{best.played_total} as played, {best.total} at best, {certainty}".replace("-", "−"),
        words=[f"{title} ({c}): {signed(n)}" for title, c, n in zip(titles, clauses, points, strict=True)],
    )


def _hover(best: BestSeating, clause: str) -> str:
    head = f"<b>{escape(OVERTURE.clauses[clause].title)}</b> ({clause}): {signed(best.differences[clause])}"
    before, after = (_said(parts, clause) for parts in (best.played_parts, best.parts))
    return "<br>".join([head, "<i>as played</i>", *before, "<i>at best</i>", *after])


def _said(parts: tuple[Part, ...], clause: str) -> list[str]:
    lines = [f"{signed(part.points)}  {escape(part.who)}: {escape(part.text)}" for part in parts if part.rule == clause]
    return lines or ["nothing"]
