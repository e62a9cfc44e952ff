"""Cabaret in real JupyterLab and Notebook 7: a whole game with four seats, refusals, keyboard, looks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser.harness import NARROW
from browser.stage import Stage
from playwright.sync_api import Page, expect

from theatre_lab.widgets import table

if TYPE_CHECKING:
    from browser.harness import Jupyter
    from playwright.sync_api import Locator

TABLE = (
    "import theatre_lab as tl\n"
    "game = tl.table('cabaret', opponents=['greedy'] * 3, names=['You', 'Ada', 'Cy', 'Dee'], leader=0, rounds=1,\n"
    "    agents=['Singers', 'Actors', 'Dancers', 'Jugglers'], seed=SEED, pace=0)\n"
    "game"
)
MY_TURN = re.compile("Play a performer|You lead|play a mime|The game is over")


def sit_down(jupyter: Jupyter, seed: int) -> Locator:
    jupyter.open_cells([TABLE.replace("SEED", str(seed)), "1 + 1", "2 + 2"])
    jupyter.run_all()
    root = jupyter.output(0).locator(".theatre-lab")
    expect(root).to_be_visible()
    return root


def wait_for_my_turn(root: Locator) -> str:
    prompt = root.locator(".prompt .txt")
    expect(prompt).to_contain_text(MY_TURN, timeout=15_000)
    return prompt.inner_text()


def test_a_whole_game_with_four_seats_by_mouse(jupyter: Jupyter) -> None:
    root = sit_down(jupyter, 7)
    hand, seen_struck, seen_grey = root.locator(".hand"), False, False
    for _ in range(20):
        prompt = wait_for_my_turn(root)
        if "over" in prompt:
            break
        seen_struck = seen_struck or root.locator(".stage .struck").count() > 0
        seen_grey = seen_grey or hand.locator(".is-illegal").count() > 1
        before = root.get_attribute("data-ply") or ""
        if "play a mime" in prompt:
            root.get_by_role("button", name="Play a mime").click()
        else:
            card = hand.locator(".card:not(.is-illegal)").last
            card.click()
            expect(hand.locator(".is-selected")).to_have_count(1)
            root.locator(".prompt").get_by_role("button", name=re.compile("^Play ")).click()
        expect(root).not_to_have_attribute("data-ply", before, timeout=15_000)
    assert jupyter.evaluate_in_kernel("game.match.is_over") == "True"
    assert jupyter.evaluate_in_kernel("game.match.ply") == "48"
    ledger = root.get_by_role("region", name="The end of the game")
    expect(ledger.locator("tfoot td").first).to_have_text(jupyter.evaluate_in_kernel("game.match.scores[0]"))
    assert seen_struck, "no show of this game showed a cancelled rank"
    assert seen_grey, "no hand of this game showed a card that could not be played"


def test_a_whole_game_by_keyboard_alone(lab: Jupyter) -> None:
    root, keys, page = sit_down(lab, 4), lab.page.keyboard, lab.page
    wait_for_my_turn(root)
    root.locator(".bar .btn").first.focus()
    for _ in range(20):
        if "over" in wait_for_my_turn(root):
            break
        before = root.get_attribute("data-ply") or ""
        for _ in range(60):
            if page.evaluate("document.activeElement?.matches('.hand .card:not(.is-illegal)') ?? false"):
                break
            inside = page.evaluate("document.activeElement?.matches('.hand .card') ?? false")
            keys.press("ArrowRight" if inside else "Tab")
        keys.press("Enter")
        root.locator(".hand .is-selected").wait_for()
        keys.press("Enter")
        expect(root).not_to_have_attribute("data-ply", before, timeout=15_000)
    assert lab.evaluate_in_kernel("game.match.is_over") == "True"
    assert lab.cell_count() == 3


def test_a_grey_card_says_why_and_the_rule_opens(lab: Jupyter) -> None:
    root = sit_down(lab, 4)
    root.get_by_role("button", name=re.compile("^Jugglers 7,")).dblclick()
    expect(root.locator(".prompt .txt")).to_contain_text("none of the Actors and Jugglers", timeout=15_000)
    grey = root.get_by_role("button", name=re.compile("^Actors 4,.*not now: Actors are in the show already"))
    grey.click(force=True)
    alert = root.get_by_role("alert")
    expect(alert).to_contain_text("A4 must wait")
    alert.get_by_role("button", name=re.compile("CB-T2")).click()
    expect(root.get_by_role("dialog")).to_contain_text("Never follow")
    assert lab.evaluate_in_kernel("game.match.ply") == "6"


def test_a_card_dropped_on_the_stage_is_played(lab: Jupyter) -> None:
    root = sit_down(lab, 4)
    root.get_by_role("button", name=re.compile("^Jugglers 7,")).drag_to(root.locator(".stage .show"))
    expect(root.locator(".last")).to_contain_text("J7", timeout=15_000)
    assert lab.evaluate_in_kernel("game.match.history[0].text") == "'play J7'"


@pytest.mark.parametrize("width", [340, NARROW[0], 700, 1000])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_nothing_sticks_out(page: Page, players: int, width: int) -> None:
    game = table("cabaret", opponents=["greedy"] * (players - 1), seed=5, leader=0, pace=0)
    for _ in range(3):
        game.play(game.legal_actions()[0])
    page.set_viewport_size({"width": width, "height": 900})
    stage = Stage(page, game.select(0), "table.js", dark=players == 4)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cards = page.locator(".stage .p").evaluate_all("all => all.map(each => each.getBoundingClientRect().right)")
    house = page.locator(".stage").evaluate("each => each.getBoundingClientRect().right")
    assert len(cards) == players
    assert max(cards) <= house
    assert stage.errors == []
