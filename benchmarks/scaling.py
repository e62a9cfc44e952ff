"""Is the time linear in games and in iterations? Fits, a table in `benchmarks/RESULTS.md` and a figure, every game.

    python benchmarks/scaling.py

Random games and a search from the first decision, compiled (on lists without numba), by CPU time. Each size is run
several times, in turn with the others, and its best time counts. A line is fitted through the times by least squares,
and the slope of a power law tells apart what only looks straight: 1 is linear.
"""

from __future__ import annotations

import math
import shutil
import sys
from itertools import cycle
from pathlib import Path
from urllib.parse import unquote

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs
from plotly.subplots import make_subplots

sys.path.insert(0, str(Path(__file__).parent / "studies"))

from engines import Work, cpu_seconds, enough, random_games, search
from report import write_section
from scipy.stats import linregress

from theatre_lab.core.compiled import backend_name, compiled_backend
from theatre_lab.games import game_names, get_game

FIGURE = Path(__file__).parents[1] / "docs" / "images" / "scaling.svg"
STEPS = (1, 2, 3, 4, 6, 8)
TURNS = 7
SMALLEST = 0.012
"""Seconds that the smallest size takes."""
KINDS = ("random games", "search iterations")
COLOURS = ("#1b6ca8", "#c1693c", "#4a8f5b", "#8e5aa8", "#b03a5b")


def times(work: Work) -> tuple[list[int], list[float]]:
    """Sizes, and the best CPU time of each in milliseconds."""
    unit = enough(work, SMALLEST)
    sizes = [unit * step for step in STEPS]
    best = [math.inf] * len(sizes)
    for _ in range(TURNS):
        for at, size in enumerate(sizes):
            best[at] = min(best[at], 1000 * cpu_seconds(work, size))
    return sizes, best


def main() -> None:
    """Measure, fit, draw and keep."""
    chart = make_subplots(1, 2)
    lines = ["| game | what | a unit, us | at no units, ms | r2 | power |", "|---|---|---|---|---|---|"]
    for name, colour in zip(game_names(), cycle(COLOURS), strict=False):
        game = get_game(name)
        backend = compiled_backend(game)
        for column, (kind, work) in enumerate(zip(KINDS, (random_games, search), strict=True), 1):
            sizes, best = times(work(game, backend))
            line = linregress(sizes, best)
            power = linregress([math.log(size) for size in sizes], [math.log(time) for time in best]).slope
            lines.append(
                f"| {name} | {kind} | {1000 * line.slope:,.1f} | {line.intercept:.1f} "
                f"| {line.rvalue**2:.4f} | {power:.2f} |"
            )
            print(lines[-1], flush=True)
            common = {"x": sizes, "line_color": colour, "row": 1, "col": column}
            fitted = [line.intercept + line.slope * size for size in sizes]
            chart.add_scatter(y=fitted, mode="lines", showlegend=False, **common)
            chart.add_scatter(y=best, mode="markers", name=name, showlegend=column == 1, **common)
    for column, kind in enumerate(KINDS, 1):
        chart.update_xaxes(type="log", title_text=f"{kind}, {backend_name()}", row=1, col=column)
    chart.update_yaxes(type="log", title_text="CPU time, ms")
    chart.update_layout(template="plotly_white", width=1000, height=440, margin={"t": 20, "b": 50, "l": 60, "r": 20})
    told = draw(chart)
    write_section("Engines: time against games and iterations", f"{told}\n\n" + "\n".join(lines))


def draw(chart: go.Figure) -> str:
    """Keep the figure as a picture, drawn by Chromium; says where it is, or what is missing."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return "No figure: Playwright is not installed (it is part of the extra `test`)."
    chromium = shutil.which("chromium")
    if chromium is None:
        return "No figure: Chromium is not installed."
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"])
        page = browser.new_page()
        page.set_content("<div id=chart></div>")
        page.add_script_tag(content=get_plotlyjs())
        picture = page.evaluate(
            """async (figure) => {
                const chart = document.getElementById("chart");
                await Plotly.newPlot(chart, figure.data, figure.layout);
                return Plotly.toImage(chart, {format: "svg"});
            }""",
            chart.to_plotly_json(),
        )
        browser.close()
    FIGURE.write_text(unquote(picture.partition(",")[2]) + "\n", encoding="utf-8")
    return f"The points and their lines: `{FIGURE.relative_to(Path(__file__).parents[1])}`."


if __name__ == "__main__":
    main()
