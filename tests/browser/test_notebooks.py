"""The notebooks as a learner meets them: run, look, answer, play, and see one's own game in pictures."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import nbformat
from browser.harness import NOTEBOOKS, Jupyter
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

WIDGETS = ("Predict(", "SeatingGrid(", "tl.table(", "tl.seating_grid(", "tl.rules(", "Review(", "tl.replay(")
PLOT = ".js-plotly-plot .main-svg"


def sources(name: str) -> list[str]:
    """The text of every cell, with nothing for those that are no code."""
    notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
    return [cell.source if cell.cell_type == "code" else "" for cell in notebook.cells]


def cell_with(name: str, text: str) -> int:
    """The first code cell that holds a text."""
    return next(index for index, source in enumerate(sources(name)) if text in source)


def press(place: Locator, button: str, then: str) -> None:
    """Press a button and wait for the one that takes its place."""
    place.get_by_role("button", name=button, exact=True).click()
    expect(place.get_by_role("button", name=then, exact=True)).to_be_visible(timeout=30_000)


def test_welcome_opens_with_a_table_and_leads_to_the_lessons(jupyter: Jupyter) -> None:
    jupyter.open("00-welcome.ipynb")
    jupyter.run_cell(cell_with("00-welcome.ipynb", "tl.table("))
    table = jupyter.output(cell_with("00-welcome.ipynb", "tl.table("))
    table.get_by_role("button", name="Draw from the deck").click()
    expect(table.locator("small", has_text="You hold 2 of 3")).to_be_visible()
    jupyter.run_all()
    lessons = jupyter.output(cell_with("00-welcome.ipynb", "tl.lessons("))
    shutil.copyfile(NOTEBOOKS / "01-overture.ipynb", jupyter.server.work / jupyter.folder / "01-overture.ipynb")
    follow(jupyter, lessons.get_by_role("link", name="Overture"), "01-overture.ipynb")


def follow(jupyter: Jupyter, link: Locator, notebook: str) -> None:
    """Click a link to a notebook: JupyterLab opens it in a tab of its own, Notebook 7 in one of the browser's."""
    if jupyter.server.kind == "lab":
        link.click()
        expect(jupyter.page.get_by_role("tab", name=notebook)).to_be_visible(timeout=60_000)
        return
    with jupyter.page.context.expect_page() as opened:
        link.click()
    expect(opened.value.locator(".jp-Notebook .jp-Cell").first).to_be_visible(timeout=60_000)
    expect(opened.value).to_have_url(re.compile(re.escape(notebook)))


def test_overture_every_part_appears_and_answers(jupyter: Jupyter) -> None:
    name = "01-overture.ipynb"
    jupyter.open(name)
    jupyter.run_all(timeout=240)
    for index, source in enumerate(sources(name)):
        if any(widget in source for widget in WIDGETS):
            expect(jupyter.output(index).locator(".theatre-lab").first).to_be_visible(timeout=30_000)
        if "plots." in source:
            expect(jupyter.output(index).locator(PLOT).first).to_be_visible(timeout=30_000)
    for drill in ('"vip"', '"best-seat"', '"turn"', '"ties"'):
        index = cell_with(name, drill)
        jupyter.select_cell(index)
        press(jupyter.output(index), "Show me", then="Next")
        expect(jupyter.output(index).get_by_text("The solution", exact=True)).to_be_visible()


def test_overture_shows_ones_own_game_once_it_is_over(lab: Jupyter) -> None:
    name = "01-overture.ipynb"
    wanted = ("import theatre_lab", "game = tl.table(", "tl.finished_match(", "plots.points_by_clause(")
    cells = [cell_with(name, text) for text in wanted]
    lab.open(name)
    for index in cells:
        lab.run_cell(index)
    told, chart = lab.output(cells[2]), lab.output(cells[3])
    expect(told).to_contain_text("Your game is not over yet")
    expect(chart.get_by_text("Demo 1", exact=True).first).to_be_visible()
    last = lab.cell_count() - 1
    lab.set_source(last, "while not game.match.is_over:\n    game.play(game.legal_actions()[0])")
    for index in (last, cells[2], cells[3]):
        lab.run_cell(index)
    expect(told).to_contain_text("Your game: You")
    expect(chart.get_by_text("You", exact=True).first).to_be_visible()
    expect(chart.get_by_text("Demo 1", exact=True)).to_have_count(0)


def test_a_lesson_ends_in_a_review_a_replay_and_a_position_to_try(lab: Jupyter) -> None:
    name = "02-cabaret.ipynb"
    wanted = (
        "import theatre_lab",
        "game = tl.table(",
        "tl.finished_match(",
        "Review(found)",
        "tl.replay(",
        "NINES = {",
    )
    cells = [cell_with(name, text) for text in wanted]
    lab.open(name)
    for index in cells:
        lab.run_cell(index, timeout=120)
    review, replay, table = (lab.output(index) for index in cells[3:])
    review.get_by_role("button", name="Try it again").click()
    expect(review.locator(".hand .card").first).to_be_visible()
    lab.select_cell(cells[4])
    replay.get_by_role("button", name="One decision on").click()
    expect(replay.locator(".scrub p b")).to_have_text("After 1 of 144 decisions")
    lab.select_cell(cells[5])
    table.get_by_role("button", name=re.compile("^Singers 5,")).dblclick()
    expect(table.locator(".prompt .txt")).to_contain_text("You lead", timeout=15_000)
    table.get_by_role("button", name="Undo").click()
    expect(table.locator(".prompt .txt")).to_contain_text("none of the Actors, Dancers and Jugglers")
