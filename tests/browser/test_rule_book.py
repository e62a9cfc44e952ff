"""The rule book and the progress panel on a plain page, and what a clause chip opens in any widget."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser.stage import Stage
from browser.test_pages import FOCUSABLE, KEPT
from playwright.sync_api import expect

import theatre_lab as tl
from theatre_lab.widgets import Predict, ProgressPanel, RuleBook, SeatingGrid

if TYPE_CHECKING:
    from browser.harness import Jupyter
    from playwright.sync_api import Browser

    from theatre_lab.widgets._base import IntentWidget

Show = Callable[..., Stage]
BOARD = {"A1": "Teacher", "A2": "Kid", "A3": "Teacher", "B2": "Noisy Patron"}


@pytest.fixture
def show(chromium: Browser) -> Iterator[Show]:
    """Show a widget: `show(widget, "rule_book.js", width=900, dark=True)` gives a `Stage`."""
    contexts = []

    def on_stage(widget: IntentWidget, bundle: str, *, width: int = 1000, **how: Any) -> Stage:
        context = chromium.new_context(viewport={"width": width, "height": 1100}, reduced_motion="reduce")
        context.set_default_timeout(15_000)
        contexts.append(context)
        return Stage(context.new_page(), widget, bundle, **how)

    yield on_stage
    for context in contexts:
        context.close()


def progress() -> tl.Progress:
    kept = tl.Progress(clock=lambda: datetime(2026, 3, 1, tzinfo=UTC))
    kept.answer("OV-P4", True)
    return kept


# ------------------------------------------------------------------ the book


def test_a_search_while_typing_and_a_click_turn_to_a_rule(show: Show) -> None:
    page = show(RuleBook("cabaret"), "rule_book.js").page
    page.get_by_label("Search the rules").fill("shortage")
    expect(page.locator(".index li")).to_have_count(3)
    page.get_by_role("button", name="CB-T4 Mime shortage").click()
    expect(page.locator(".page h4")).to_contain_text("Mime shortage")
    expect(page.locator(".example")).to_contain_text("Ann owns 5 mimes")
    page.get_by_label("Search the rules").fill("qwertyuiop")
    expect(page.locator(".index")).to_contain_text("No rule says that")


def test_links_in_the_text_and_see_also_lead_on(show: Show) -> None:
    book = RuleBook("overture").turn_to("OV-P4")
    page = show(book, "rule_book.js").page
    page.get_by_role("button", name="Teacher: rule OV-P5, Teacher").click()
    expect(page.locator(".page h4")).to_contain_text("OV-P5")
    page.locator(".see").get_by_role("button", name="Why? OV-P8").click()
    expect(page.locator(".page h4")).to_contain_text("OV-P8")
    expect(page.locator(".index [aria-current]")).to_contain_text("OV-P8")


def test_the_book_by_keyboard(show: Show) -> None:
    book = RuleBook("overture")
    stage = show(book, "rule_book.js")
    page = stage.page
    page.get_by_label("Search the rules").focus()
    page.keyboard.type("noisy")
    expect(page.locator(".index li")).to_have_count(len(book.search("noisy")))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".page h4")).to_contain_text(book.search("noisy")[1].id)
    expect(page.locator(".page h4")).to_be_focused()
    page.get_by_label("Search the rules").fill("bespectacled")
    expect(page.locator(".index li").first).to_contain_text("OV-X3")
    page.get_by_label("Search the rules").press("Enter")
    expect(page.locator(".page h4")).to_contain_text("OV-X3")
    assert [entry for entry in page.evaluate(KEPT, FOCUSABLE) if not entry["own"] or not entry["name"]] == []
    assert stage.errors == []


def test_the_picture_of_the_example_is_drawn(show: Show) -> None:
    page = show(RuleBook("overture", {"kid_capped": 5}).turn_to("OV-P4"), "rule_book.js").page
    assert page.locator(".example .seat.marked").count() == 3
    expect(page.locator(".changes")).to_contain_text("here 5 instead of 4")
    expect(page.locator(".example dd").first).to_have_text("4 here 5")


@pytest.mark.parametrize("width", [360, 700, 1000])
def test_nothing_sticks_out(show: Show, width: int) -> None:
    for game, clause in (("overture", "OV-H6"), ("cabaret", "CB-T6"), ("the-theatre", "TT-R4")):
        page = show(RuleBook(game).turn_to(clause), "rule_book.js", width=width).page
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (game, clause)


# ------------------------------------------------------------------ chips in any widget


def test_a_chip_opens_the_entry_in_place_with_its_example_and_lights_what_it_is_about(show: Show) -> None:
    page = show(SeatingGrid(seats=BOARD).explain("A2"), "seating.js").page
    page.locator(".parts .cl", has_text="OV-X4").click()
    dialog = page.get_by_role("dialog", name="Rule OV-X4, Noisy")
    expect(dialog).to_contain_text("A Patron between two Noisy Patrons")
    lit = page.locator("[data-seat][data-lit]")
    expect(lit).to_have_count(2)
    assert sorted(lit.evaluate_all("seats => seats.map(seat => seat.dataset.seat)")) == ["A2", "B2"]
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("[data-lit]")).to_have_count(0)


def test_one_rule_leads_to_another_and_back(show: Show) -> None:
    page = show(SeatingGrid(seats=BOARD).explain("A2"), "seating.js").page
    page.locator(".parts .cl", has_text="OV-P4").first.click()
    page.get_by_role("button", name="Teacher: rule OV-P5, Teacher").click()
    expect(page.get_by_role("dialog", name="Rule OV-P5, Teacher")).to_be_visible()
    page.get_by_role("button", name="Back to the rule before").click()
    expect(page.get_by_role("dialog", name="Rule OV-P4, Kid")).to_be_visible()
    expect(page.get_by_role("button", name="Back to the rule before")).to_have_count(0)


def test_changed_numbers_are_told_at_the_chip(show: Show) -> None:
    page = show(SeatingGrid(seats=BOARD, rules={"kid_capped": 6}).explain("A2"), "seating.js").page
    page.locator(".parts .cl", has_text="OV-P4").first.click()
    expect(page.locator(".clause .changes")).to_contain_text("here 6 instead of 4")


def test_without_a_kernel_the_text_of_the_rule_is_still_there(show: Show) -> None:
    page = show(SeatingGrid(seats=BOARD).explain("A2"), "seating.js").page
    page.evaluate("window.kernel.dead = true")
    page.locator(".parts .cl", has_text="OV-P4").first.click()
    expect(page.get_by_role("dialog", name="Rule OV-P4, Kid")).to_contain_text("or 4 when capped")


# ------------------------------------------------------------------ progress


def test_the_panel_follows_a_drill_and_gives_its_file(show: Show, tmp_path: Path) -> None:
    kept = progress()
    panel = ProgressPanel(kept)
    page = show(panel, "progress.js").page
    expect(page.get_by_role("row", name="OV-P4, Kid")).to_contain_text("learning")
    Predict([{"prompt": "?", "kind": "number", "answer": 1, "clause": "CB-T5"}], progress=kept).answer(1)
    expect(page.get_by_role("row", name="CB-T5")).to_contain_text("1 of 1")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "theatre-lab-progress.json"
    download.value.save_as(tmp_path / "mine.json")
    assert tl.Progress.load(tmp_path / "mine.json", clock=kept.clock) == kept


def test_an_upload_is_taken_up_or_refused_in_place(show: Show, tmp_path: Path) -> None:
    kept = progress()
    panel = ProgressPanel(tl.Progress(clock=kept.clock))
    page = show(panel, "progress.js").page
    # Asked for early: Chromium needs a moment until it hands its file choosers over.
    page.on("filechooser", lambda _: None)
    (tmp_path / "bad.json").write_text(json.dumps({"format": "theatre-lab/progress@7", "rules": {}}))
    page.set_input_files("input[type=file]", tmp_path / "bad.json")
    expect(page.get_by_role("alert")).to_contain_text("written by a newer version")
    kept.save(tmp_path / "good.json")
    page.set_input_files("input[type=file]", tmp_path / "good.json")
    expect(page.get_by_role("row", name="OV-P4, Kid")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert panel.progress == kept
    page.get_by_role("button", name="Upload").focus()
    with page.expect_file_chooser():
        page.keyboard.press("Enter")


# ------------------------------------------------------------------ in JupyterLab


def test_book_practice_and_panel_in_a_notebook(lab: Jupyter) -> None:
    """Keys typed in the search stay in it, and an answer in one output shows in the panel of another."""
    cells = [
        "import theatre_lab as tl\nmine = tl.progress()\nmine",
        'tl.practice("overture", mine)',
        'tl.rules("cabaret")',
    ]
    lab.open_cells(cells)
    lab.run_all()
    panel, practice, book = (lab.output(index).locator(".theatre-lab") for index in range(3))
    book.get_by_label("Search the rules").click()
    lab.page.keyboard.type("added mime")
    expect(book.locator(".index")).to_contain_text("No rule says that")
    book.get_by_label("Search the rules").fill("mime")
    expect(book.locator(".index li").first).to_contain_text("Mime shortage")
    assert lab.cell_count() == len(cells), "no key reached the notebook"
    practice.get_by_role("button", name="Show me").click()
    expect(panel.get_by_role("row", name="OV-")).to_contain_text("0 of 1")
    assert lab.cell_errors() == []
