"""The widgets in real JupyterLab and Notebook 7: whole games, refusals, reload, restart, looks."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.harness import Jupyter
    from playwright.sync_api import Locator

TABLE = "import theatre_lab as tl\ngame = tl.table('overture', theatre='grand-empress', seed=7, pace=0)\ngame"
GRID = "grid = tl.seating_grid('opera-house', {'A1': 'VIP', 'B2': 'Kid'}, select='Teacher')\ngrid"
BUSY = "import time; time.sleep(4)"


@pytest.fixture
def at_table(jupyter: Jupyter) -> Locator:
    """A fresh table in the first cell; the notebook has three cells."""
    jupyter.open_cells([TABLE, GRID, "40 + 2"])
    jupyter.run_all()
    root = jupyter.output(0).locator(".theatre-lab")
    expect(root).to_be_visible()
    return root


def ply(root: Locator) -> str:
    return root.get_attribute("data-ply") or ""


def wait_for_a_decision(root: Locator, before: str) -> str:
    """Wait until the kernel has answered and a person is to move (or the game is over); the prompt."""
    expect(root).not_to_have_attribute("data-ply", before, timeout=15_000)
    prompt = root.locator(".prompt .txt")
    expect(prompt).to_contain_text(re.compile("Draw|Seat|Discard|The game is over"), timeout=15_000)
    return prompt.inner_text()


def test_a_whole_game_by_mouse(at_table: Locator, jupyter: Jupyter) -> None:
    root, prompt = at_table, at_table.locator(".prompt .txt").inner_text()
    hand = root.get_by_role("group", name="Your hand").get_by_role("button")
    for _ in range(60):
        if "over" in prompt:
            break
        before = ply(root)
        if "Draw" in prompt:
            root.locator(".lobby .can").last.click()
        elif "Seat" in prompt:
            hand.first.click()
            root.locator(".main .seat:not(.occ)").first.click()
            root.get_by_role("button", name=re.compile("^Seat on")).click()
        else:
            hand.first.click()
            root.get_by_role("button", name=re.compile("^Discard")).click()
        prompt = wait_for_a_decision(root, before)
    ledger = root.get_by_role("region", name="The end of the game")
    expect(ledger).to_contain_text("Total")
    assert jupyter.evaluate_in_kernel("game.match.is_over") == "True"
    total = jupyter.evaluate_in_kernel("game.match.scores[0]")
    expect(ledger.locator("tfoot td").first).to_have_text(total)
    assert jupyter.cell_count() == 3


def test_a_whole_game_by_keyboard_alone(at_table: Locator, jupyter: Jupyter) -> None:
    root, keys, page = at_table, jupyter.page.keyboard, jupyter.page
    expect(root.locator(".prompt .txt")).to_contain_text("Draw")
    root.locator(".bar .btn").first.focus()

    def tab_to(selector: str) -> None:
        for _ in range(30):
            if page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
                return
            keys.press("Tab")
        raise AssertionError(f"Tab never reached {selector}")

    def walk_to_an_empty_seat() -> None:
        for key in ("Home", *(["ArrowRight"] * 4 + ["ArrowDown"] + ["ArrowLeft"] * 4 + ["ArrowDown"]) * 2):
            if page.evaluate("!document.activeElement.classList.contains('occ')"):
                return
            keys.press(key)

    prompt = root.locator(".prompt .txt").inner_text()
    for _ in range(60):
        if "over" in prompt:
            break
        before = ply(root)
        if "Draw" in prompt:
            tab_to(".lobby button")
        else:
            tab_to(".hand .card")
            keys.press("Enter")
            root.locator(".hand .is-selected").wait_for()
            if "Seat" in prompt:
                tab_to(".main .seat")
                walk_to_an_empty_seat()
                keys.press("Enter")
                root.locator(".main .seat.sel").wait_for()
        keys.press("Enter")
        prompt = wait_for_a_decision(root, before)
    assert jupyter.evaluate_in_kernel("game.match.is_over") == "True"
    assert jupyter.cell_count() == 3


def test_shortcuts_of_the_notebook_do_not_fire(at_table: Locator, jupyter: Jupyter) -> None:
    jupyter.page.keyboard.press("Escape")
    seat = at_table.locator(".main [data-seat=B2]")
    seat.focus()
    for key in ("d", "d", "a", "x", "m", "ArrowDown", "ArrowUp"):
        jupyter.page.keyboard.press(key)
    assert jupyter.cell_count() == 3
    expect(seat).to_be_focused()


def test_undo_and_a_refusal_with_its_reason(at_table: Locator, jupyter: Jupyter) -> None:
    root = at_table
    root.get_by_role("button", name=re.compile("Lobby slot 0")).click()
    expect(root.get_by_role("alert")).to_contain_text("frozen")
    root.get_by_role("alert").get_by_role("button", name=re.compile("OV-L1")).click()
    expect(root.get_by_role("dialog", name="Rule OV-L1")).to_be_visible()
    for _ in range(2):
        before = ply(root)
        root.get_by_role("button", name=re.compile("^Deck")).click()
        wait_for_a_decision(root, before)
    root.get_by_role("group", name="Your hand").get_by_role("button").first.click()
    root.locator(".main .seat:not(.occ)").first.dblclick()
    expect(root.locator(".prompt .txt")).to_contain_text("Discard")
    root.get_by_role("button", name="Undo").click()
    expect(root.locator(".prompt .txt")).to_contain_text("Seat one card")
    assert jupyter.evaluate_in_kernel("game.match.ply") == "2"


def test_reload_keeps_the_game_and_a_restart_is_said(at_table: Locator, jupyter: Jupyter) -> None:
    before = ply(at_table)
    at_table.get_by_role("button", name=re.compile("^Deck")).click()
    wait_for_a_decision(at_table, before)
    jupyter.save()
    jupyter.reload()
    output = jupyter.output(0)
    expect(output).to_contain_text("Overture")
    jupyter.run_cell(2)
    assert jupyter.evaluate_in_kernel("game.match.ply") == "1"
    jupyter.set_source(2, "game")
    jupyter.run_cell(2)
    root = jupyter.output(2).locator(".theatre-lab")
    expect(root.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(2)
    jupyter.restart_kernel()
    root.get_by_role("button", name=re.compile("^Deck")).click()
    expect(root.get_by_role("alert")).to_contain_text("No answer from the kernel", timeout=10_000)


def test_cells_run_while_a_bot_thinks(jupyter: Jupyter) -> None:
    jupyter.open_cells([TABLE.replace("pace=0", "pace=30, you=1"), "40 + 2"])
    jupyter.run_all()
    root = jupyter.output(0).locator(".theatre-lab")
    expect(root.locator(".think")).to_contain_text("Greedy is thinking")
    jupyter.run_cell(1)
    expect(jupyter.output(1)).to_contain_text("42")
    expect(root.locator(".think")).to_contain_text("Greedy is thinking")


def test_bots_moves_arrive_by_themselves(jupyter: Jupyter) -> None:
    jupyter.open_cells([TABLE.replace("pace=0", "pace=0.2, you=1")])
    jupyter.run_all()
    root = jupyter.output(0).locator(".theatre-lab")
    expect(root.locator(".prompt .txt")).to_contain_text("Draw a card", timeout=15_000)
    expect(root.locator(".log")).to_contain_text("seats")
    expect(root.locator(".think")).to_have_count(0)


@pytest.mark.parametrize("look", ["dark", "zoom", "narrow"])
def test_it_stays_usable_however_it_is_looked_at(at_table: Locator, jupyter: Jupyter, look: str) -> None:
    if look == "dark":
        light = at_table.locator(".tbl").evaluate("e => getComputedStyle(e).backgroundColor")
        jupyter.set_theme("dark")
        expect(at_table.locator(".tbl")).not_to_have_css("background-color", light)
    elif look == "zoom":
        jupyter.set_zoom(2)
    else:
        jupyter.set_narrow()
    overflow = at_table.locator(".tbl").evaluate("e => e.scrollWidth - e.clientWidth")
    assert overflow <= 1
    before = ply(at_table)
    at_table.get_by_role("button", name=re.compile("^Deck")).click()
    wait_for_a_decision(at_table, before)
    if look == "narrow":
        hand, lobby = (at_table.locator(each).bounding_box() for each in (".hand", ".lobby"))
        assert hand
        assert lobby
        assert hand["y"] < lobby["y"]


def test_two_views_of_one_table_agree(lab: Jupyter) -> None:
    lab.open_cells([TABLE])
    lab.run_all()
    lab.select_cell(0)
    lab.second_view()
    one = lab.output(0).locator(".theatre-lab")
    two = lab.page.locator(".jp-LinkedOutputView .theatre-lab")
    before = ply(one)
    one.get_by_role("button", name=re.compile("Lobby slot 1")).click()
    wait_for_a_decision(one, before)
    expect(two).to_have_attribute("data-ply", ply(one))
    two.get_by_role("group", name="Your hand").get_by_role("button").first.click()
    expect(one.locator(".hand .is-selected")).to_have_count(1)
    for selector in (".prompt", ".hand", ".lobby", ".log"):
        assert one.locator(selector).inner_text() == two.locator(selector).inner_text()


def test_two_tabs_play_one_match(lab: Jupyter) -> None:
    lab.open_cells([TABLE, "game"])
    lab.run_cell(0)
    one = lab.output(0).locator(".theatre-lab")
    expect(one).to_be_visible()
    lab.save()
    tab = replace(lab, page=lab.page.context.new_page(), errors=[])
    tab.visit(lab.path)
    tab.run_cell(1)
    two = tab.output(1).locator(".theatre-lab")
    before = ply(one)
    expect(two).to_have_attribute("data-ply", before)
    one.get_by_role("button", name=re.compile("Lobby slot 1")).click()
    wait_for_a_decision(one, before)
    expect(two).to_have_attribute("data-ply", ply(one))
    # Both tabs send a move from the same position: the later one is too late, and changes nothing.
    before = ply(one)
    for root in (one, two):
        root.get_by_role("button", name=re.compile("^Deck")).evaluate("button => setTimeout(() => button.click(), 300)")
    wait_for_a_decision(one, before)
    expect(two).to_have_attribute("data-ply", ply(one))
    assert lab.evaluate_in_kernel("game.match.ply") == "2"
    for selector in (".prompt", ".hand", ".lobby", ".log"):
        assert one.locator(selector).inner_text() == two.locator(selector).inner_text()
    # A tab that is closed takes nothing with it.
    tab.page.close()
    one.get_by_role("group", name="Your hand").get_by_role("button").first.click()
    expect(one.locator(".hand .is-selected")).to_have_count(1)


def test_a_house_is_played_with_between_cells(at_table: Locator, jupyter: Jupyter) -> None:
    grid = jupyter.output(1).locator(".theatre-lab")
    empty = grid.locator(".seat:not(.occ)").first
    name = empty.get_attribute("data-seat")
    empty.click()
    expect(grid.locator(f"[data-seat={name}]")).to_have_attribute("aria-label", re.compile("Teacher"))
    jupyter.wait_idle()
    assert jupyter.evaluate_in_kernel(f"grid.seats[{name!r}]") == "'Teacher'"
    jupyter.set_source(2, "grid.remove('A1');")
    jupyter.run_cell(2)
    expect(grid.locator("[data-seat=A1]")).to_have_attribute("aria-label", re.compile("A1, empty, Royal Box"))
