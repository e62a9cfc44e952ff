"""Take the README's picture: a table in the middle of a game, in real JupyterLab.

Run it from the repository's root with the tests' environment: `.venv/bin/python tools/take_picture.py`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests")]

PICTURE = ROOT / "docs" / "images" / "overture-table.png"
CELL = """import theatre_lab as tl
from theatre_lab.bots import get_bot

game = tl.table("overture", opponents=["greedy"], theatre="grand-empress", seed=12, pace=0)
bot = get_bot("greedy")
while game.match.ply < 58:
    view = game.match.view(0)
    game.play(view.game.action_text(view.state, bot(view)))
game.select(0)"""


def main() -> None:
    from browser.harness import Jupyter, Server, launch_chromium
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server("lab", Path(folder))
        server.start()
        browser = launch_chromium(playwright)
        try:
            page = browser.new_page(viewport={"width": 1420, "height": 1500})
            notebook = Jupyter(page, server, "picture")
            notebook.open_cells([CELL])
            notebook.run_all()
            PICTURE.parent.mkdir(parents=True, exist_ok=True)
            notebook.output(0).locator(".theatre-lab").screenshot(path=str(PICTURE))
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
