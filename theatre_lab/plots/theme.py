"""The look of the plots: one template, and a figure that also reads as text.

Plots stand on the navy of the house, as everything in play does: the same in the light and in the dark theme, so that
text and lines keep their contrast in both.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any, Self

import plotly.graph_objects as go
import plotly.io as pio

__all__ = ["COLOURS", "DASHES", "DIVERGING", "MARKERS", "TEMPLATE", "Chart", "escape", "signed"]

TEMPLATE = "theatre_lab"
"""The name of the template, registered with plotly when this module is imported."""

HOUSE, SEAT, SEAT_LINE = "#16234A", "#22315C", "#7484B4"
ON_HOUSE, QUIET, GOLD = "#F5ECD6", "#B9C2DC", "#E3C06A"
INK, IVORY = "#14203F", "#FBF5E6"
COLOURS = ("#F9C46B", "#4D7BBB", "#54A18E", "#C83B36", "#BC9DFF", "#DB7C1B", "#CFE8FE", "#B7BCC5")
"""The colours of series, in order; each series also has its own marker and dash."""
DIVERGING = ("#F0848A", "#B9525C", "#6E3644", "#2A3250", "#2F5383", "#5B93D2", "#A5CBF5")
"""From loss to gain, nothing in the middle."""
MARKERS = ("circle", "diamond", "square", "triangle-up", "x", "cross", "star", "hexagon")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "solid", "dash")

_SERIF = 'Charter, "Bitstream Charter", "Sitka Text", Cambria, "Times New Roman", serif'
_SANS = '"Avenir Next", "Segoe UI", "Helvetica Neue", "Liberation Sans", Arial, sans-serif'
_MIME = "application/vnd.plotly.v1+json"
_CONFIG = {"displayModeBar": False, "responsive": True}


def _axis() -> dict[str, Any]:
    return {
        "gridcolor": "#2B3B69",
        "linecolor": SEAT_LINE,
        "zerolinecolor": SEAT_LINE,
        "tickcolor": SEAT_LINE,
        "tickfont": {"color": ON_HOUSE},
        "title": {"font": {"color": QUIET, "size": 13}},
        "automargin": True,
        "fixedrange": True,
    }


pio.templates[TEMPLATE] = go.layout.Template(
    layout={
        "paper_bgcolor": HOUSE,
        "plot_bgcolor": HOUSE,
        "font": {"family": _SANS, "size": 13, "color": ON_HOUSE},
        "title": {"font": {"family": _SERIF, "size": 19}, "x": 0.02, "xanchor": "left", "y": 0.96, "yanchor": "top"},
        "margin": {"l": 24, "r": 28, "t": 84, "b": 56},
        "colorway": list(COLOURS),
        "hoverlabel": {
            "bgcolor": IVORY,
            "bordercolor": GOLD,
            "align": "left",
            "font": {"family": _SANS, "size": 13, "color": INK},
        },
        "legend": {"orientation": "h", "x": 1, "y": 1.02, "xanchor": "right", "yanchor": "bottom"},
        "xaxis": _axis(),
        "yaxis": _axis(),
        "bargap": 0.28,
        "dragmode": False,
    }
)


class Chart(go.Figure):  # type: ignore[misc]
    """A `plotly.graph_objects.Figure` that a notebook also shows as text where plotly does not run.

    `words` are the lines of that text: what the picture shows, in order. Everything a figure can do, it can.

    >>> chart = Chart([], title="Points", subtitle="An empty house", words=["nobody scores"])
    >>> chart
    Points: An empty house
      nobody scores
    >>> chart.layout.template.layout.paper_bgcolor
    '#16234A'
    """

    def __init__(
        self,
        data: Sequence[Any],
        layout: dict[str, Any] | None = None,
        *,
        title: str = "",
        subtitle: str = "",
        words: Sequence[str] = (),
    ) -> None:
        heading = {"text": escape(title), "subtitle": {"text": escape(subtitle), "font": {"color": QUIET, "size": 13}}}
        super().__init__(list(data), {"template": TEMPLATE, "title": heading, **(layout or {})})
        self._words = "\n".join([f"{title}: {subtitle}" if subtitle else title, *(f"  {line}" for line in words)])

    def __repr__(self) -> str:
        return self._words

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = type(self)([])
        go.Figure.__init__(twin, self.to_dict())
        twin._words = self._words
        return twin

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self._words)}</pre>"

    def _repr_mimebundle_(self, *_include: Any, **_kwargs: Any) -> dict[str, Any]:
        drawn = _rounded({**self.to_plotly_json(), "config": _CONFIG})
        return {_MIME: drawn, "text/html": self._repr_html_(), "text/plain": self._words}

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display(self._repr_mimebundle_(), raw=True)  # type: ignore[no-untyped-call]


def _rounded(value: Any) -> Any:
    """Plain JSON data, floats to four places, so that a stored picture is the same bytes everywhere."""
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    if hasattr(value, "to_plotly_json"):
        return _rounded(value.to_plotly_json())
    return round(value, 4) if isinstance(value, float) else value


def escape(text: object) -> str:
    """A text for plotly, which reads some tags and entities in what it is given.

    >>> escape("<b>Ann</b> & Ben")
    '&lt;b&gt;Ann&lt;/b&gt; &amp; Ben'
    """
    return html.escape(str(text), quote=False)


def signed(points: float) -> str:
    """Points with their sign and a true minus.

    >>> signed(3), signed(0), signed(-2)
    ('+3', '0', '−2')
    """
    return f"{points:+g}".replace("-", "−") if points else "0"
