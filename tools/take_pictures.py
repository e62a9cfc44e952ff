"""Take the documentation's pictures of the widgets and plots: each light and dark, from the real bundles.

Run it from the repository's root with the tests' environment and the extra `docs`:

    .venv/bin/python tools/take_pictures.py              # all of them
    .venv/bin/python tools/take_pictures.py rule-book
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests")]

import theatre_lab as tl  # noqa: E402
from theatre_lab import plots  # noqa: E402
from theatre_lab.bots import choose, get_bot  # noqa: E402
from theatre_lab.teach import demonstration  # noqa: E402
from theatre_lab.widgets import (  # noqa: E402
    DeckBuilder,
    Predict,
    ProgressPanel,
    Replay,
    Review,
    RuleBook,
    SeatingGrid,
    table,
)

PICTURES = ROOT / "docs" / "images"
MOST_BYTES = 120_000
BOARD = {"A1": "Teacher", "A2": "Kid", "A3": "Teacher", "B4": "VIP", "C2": "Critic", "D4": "Noisy Patron"}


def table_at(game: str, ply: int, **options: Any) -> Any:
    """A table after so many decisions, the greedy bot moving for the person as well."""
    shown = table(game, opponents=["greedy"], pace=0, seed=12, **options).wait()
    bot = get_bot("greedy")
    while shown.match.ply < ply and not shown.match.is_over:
        view = shown.match.view(0)
        shown.play(view.game.action_text(shown.match.state, choose(bot, view)))
    return shown.select(0) if game != "the-theatre-draft" else shown


def known_rules() -> Any:
    kept = tl.Progress(clock=lambda: datetime(2026, 3, 1, tzinfo=UTC))
    for clause, is_right in (("OV-P4", True), ("OV-P4", True), ("OV-X2", True), ("CB-T5", False), ("CB-T2", True)):
        kept.answer(clause, is_right)
    return ProgressPanel(kept)


def played(game: str, **options: Any) -> Any:
    return demonstration(tl.new_match(game, 2, seed=3, **options))


@functools.cache
def reviewed() -> Any:
    return tl.review(played("cabaret", rounds=1), iterations=40, backend="lists")


@dataclass(frozen=True)
class Picture:
    """A widget, the bundle that draws it, and how wide and at most how high the picture is."""

    make: Callable[[], Any]
    bundle: str
    width: int = 860
    height: int = 900


WIDGETS = {
    "seating-grid": Picture(
        lambda: SeatingGrid("grand-empress", BOARD, cards=["Kid", "VIP", "Friends"], select="VIP"), "seating.js"
    ),
    "predict": Picture(
        lambda: Predict(tl.drill("overture", "kid", seed=3), title="Predict, then check"), "predict.js", 720
    ),
    "table-overture": Picture(lambda: table_at("overture", 58, theatre="grand-empress"), "table.js", 900),
    "table-cabaret": Picture(lambda: table_at("cabaret", 14), "table.js", 900),
    "table-the-theatre": Picture(lambda: table_at("the-theatre", 5), "table.js", 900, 1000),
    "table-mythic-circus": Picture(lambda: table_at("mythic-circus", 24), "table.js", 900),
    "table-draft": Picture(lambda: table_at("the-theatre-draft", 6), "table.js", 900),
    "deck-builder": Picture(lambda: DeckBuilder().load("The Paw Parade"), "deck_builder.js", 900),
    "replay": Picture(lambda: Replay(played("overture", theatre="blackbox"), at=30), "replay.js", 860),
    "review": Picture(lambda: Review(reviewed()), "review.js"),
    "rule-book": Picture(lambda: RuleBook("overture").turn_to("OV-P4"), "rule_book.js", 720),
    "progress": Picture(known_rules, "progress.js", 720),
}


def results() -> Any:
    return tl.simulate("cabaret", ["medium", "easy", "random"], games=120, seed=1, rounds=1)


PLOTS: dict[str, Callable[[], Any]] = {
    "plot-rates": lambda: plots.compare_bots(results()),
    "plot-seats": lambda: plots.house_heat_map(played("overture", theatre="grand-empress"), 0),
}


def take_plot(browser: Any, name: str, figure: Any) -> Path:
    """Draw the figure with the library that comes with plotly, and keep the picture: navy by day and by night."""
    page = browser.new_page(viewport={"width": 760, "height": 900})
    try:
        page.set_content(figure.to_html(include_plotlyjs=True, config={"staticPlot": True}))
        page.add_style_tag(content="body { margin: 0 }")
        plot = page.locator(".plotly-graph-div .main-svg").first
        plot.wait_for()
        page.wait_for_timeout(300)
        return keep(plot.screenshot(), name)
    finally:
        page.close()


def keep(shot: bytes, name: str) -> Path:
    """Write a picture. Its colours are flat: a palette looks the same and takes a third of the room."""
    path = PICTURES / f"{name}.png"
    Image.open(BytesIO(shot)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    return path


def take(browser: Any, name: str, picture: Picture, *, dark: bool) -> Path:
    """Show the widget on a page of its own and keep what is seen of it."""
    from browser.stage import Stage

    page = browser.new_page(viewport={"width": picture.width, "height": picture.height}, reduced_motion="reduce")
    try:
        Stage(page, picture.make(), picture.bundle, dark=dark)
        page.locator(".theatre-lab").first.wait_for()
        page.wait_for_timeout(400)
        box = page.locator("#one > *").first.bounding_box()
        height = min(box["height"] + 2 * box["y"], picture.height)
        shot = page.screenshot(clip={"x": 0, "y": 0, "width": picture.width, "height": height})
        return keep(shot, f"{name}-{'dark' if dark else 'light'}")
    finally:
        page.close()


def main(names: list[str]) -> int:
    """Take the named pictures, or all; return the exit code."""
    from browser.harness import launch_chromium
    from playwright.sync_api import sync_playwright

    known = [*WIDGETS, *PLOTS]
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no picture {', '.join(unknown)}; known: {', '.join(known)}", file=sys.stderr)
        return 2
    PICTURES.mkdir(parents=True, exist_ok=True)
    too_large = []
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        for name in names or known:
            if name in PLOTS:
                taken = [take_plot(browser, name, PLOTS[name]())]
            else:
                taken = [take(browser, name, WIDGETS[name], dark=dark) for dark in (False, True)]
            for path in taken:
                size = path.stat().st_size
                print(f"{path.name}: {size / 1000:.0f} kB")
                too_large += [path.name] if size > MOST_BYTES else []
        browser.close()
    if too_large:
        print(f"larger than {MOST_BYTES // 1000} kB: {', '.join(too_large)}", file=sys.stderr)
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
