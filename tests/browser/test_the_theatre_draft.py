"""The draft: a whole one by mouse in JupyterLab and the game after it, one by keys on a plain page, narrow and dark."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser.stage import Stage
from playwright.sync_api import expect

from theatre_lab.widgets import table

if TYPE_CHECKING:
    from browser.harness import Jupyter
    from playwright.sync_api import Locator, Page

    from theatre_lab.widgets import Table

TABLE = "import theatre_lab as tl\ngame = tl.table('the-theatre-draft', base=2, seed=3, leader=0, pace=0)\ngame"
READY = re.compile(
    "Take a card|Nothing here|Pass|Who shall lead|Play a card|saps|Gamble|is ready|are ready|The game is over"
)


def sit(**options: object) -> Table:
    return table("the-theatre-draft", **({"seed": 3, "pace": 0, "leader": 0} | options)).wait()  # type: ignore[arg-type]


def next_decision(root: Locator, before: str) -> str:
    """Wait until the kernel has answered and the person is to decide, or the game is over; the prompt."""
    expect(root).not_to_have_attribute("data-ply", before)
    prompt = root.locator(".prompt .txt")
    expect(prompt).to_contain_text(READY)
    return prompt.inner_text()


def draft_by_mouse(root: Locator) -> None:
    prompt = root.locator(".prompt .txt").inner_text()
    for turn in range(60):
        if "ready" in prompt:
            return
        before = root.get_attribute("data-ply") or ""
        takable = root.locator(".drrow .card:not(.is-illegal)")
        if "Who shall lead" in prompt:
            root.get_by_role("button", name=re.compile("^Keep the lead")).click()
        elif takable.count() == 0:
            root.locator(".drways button.go:not(.no *)").first.click()
        else:
            takable.nth(turn % takable.count()).click()
            expect(root.locator(".drrow .is-selected")).to_have_count(1)
            if root.locator(".prompt .btn.pri").count() == 0:  # to be had only in a pair
                root.locator(".drrow .card:not(.is-illegal, .is-selected)").first.click()
            root.locator(".prompt .btn.pri").click()
        prompt = next_decision(root, before)
    raise AssertionError("the draft did not end")


def play_by_mouse(root: Locator) -> None:
    prompt = root.locator(".prompt .txt").inner_text()
    for _ in range(120):
        if "The game is over" in prompt:
            return
        before = root.get_attribute("data-ply") or ""
        if "Play a card" in prompt:
            root.locator(".hand .card").first.click()
            root.get_by_role("button", name=re.compile("^Play ")).click()
        else:
            go_on = root.get_by_role("button", name="Go on")
            if go_on.count():
                go_on.click()
            root.locator(".chs .go").first.click()
        prompt = next_decision(root, before)
    raise AssertionError("the game did not end")


def test_a_whole_draft_by_mouse_and_the_game_after_it(lab: Jupyter) -> None:
    lab.open_cells([TABLE])
    lab.run_all()
    root = lab.output(0).locator(".theatre-lab")
    expect(root.locator(".prompt .txt")).to_contain_text("Take a card of rank 1")
    draft_by_mouse(root)
    expect(root.get_by_role("region", name="The end of the game")).to_contain_text(
        "The draft is over. You lead the game."
    )
    decks = lab.evaluate_in_kernel("[len(deck) for deck in game._sequel().options['decks']]")
    before = root.get_attribute("data-ply") or ""
    root.get_by_role("button", name="Play with these decks").click()
    expect(root.locator(".bar b")).to_have_text("The Theatre")
    next_decision(root, before)
    assert lab.evaluate_in_kernel("[len(deck) for deck in game.match.options['decks']]") == decks
    play_by_mouse(root)
    assert lab.evaluate_in_kernel("(game.match.game.name, game.match.is_over)") == "('the-theatre', True)"
    assert lab.errors == []


def test_a_whole_draft_by_keyboard_alone(page: Page) -> None:
    game = sit(base=2, opponents=["greedy"])
    stage = Stage(page, game, "table.js")
    root, keys = page.locator(".theatre-lab"), page.keyboard
    root.locator(".drrow .card").first.focus()
    prompt = root.locator(".prompt .txt").inner_text()
    for turn in range(60):
        if "ready" in prompt:
            break
        before = root.get_attribute("data-ply") or ""
        if "Who shall lead" in prompt:
            page.wait_for_function("document.activeElement.closest('.drways')")
            keys.press("ArrowRight")
            keys.press("Enter")
        elif root.locator(".drrow .card:not(.is-illegal)").count() == 0:
            root.locator(".drways .way:not(.no) .go").first.press("Enter")
        else:
            page.wait_for_function("document.activeElement.closest('.drrow')")
            while "is-illegal" in (page.evaluate("document.activeElement.className")):
                keys.press("ArrowRight")
            keys.press("Enter")
            root.locator(".drrow .is-selected").wait_for()
            if turn == 0 or root.locator(".prompt .btn.pri").count() == 0:
                keys.press("ArrowRight")
                keys.press("Enter")
                expect(root.locator(".drrow .is-selected")).to_have_count(2)
            keys.press("Enter")
        prompt = next_decision(root, before)
    assert game.match.is_over
    assert " + " in game.match.history[0].text
    root.get_by_role("button", name="Play with these decks").press("Enter")
    expect(root.locator(".bar b")).to_have_text("The Theatre")
    assert game.match.game.name == "the-theatre"
    assert stage.errors == []


def test_a_pair_is_shown_refused_ways_say_why_and_escape_puts_the_cards_down(page: Page) -> None:
    Stage(page, sit(), "table.js")
    cards = page.locator(".drrow .card")
    cards.nth(0).click()
    ways = page.get_by_role("group", name="What you may do")
    refused = ways.get_by_role("button", name=re.compile("for two: not now. There is no rank below 1"))
    refused.click()
    expect(page.get_by_role("alert")).to_contain_text("no rank below 1")
    expect(page.locator(".circ .next")).to_have_count(1)
    cards.nth(2).click()
    expect(page.locator(".prompt .btn.pri")).to_have_text(re.compile(r"^Take .* \+ "))
    expect(page.get_by_role("status").last).to_contain_text("Press again to take")
    page.get_by_role("button", name=re.compile("^Only ")).first.click()
    expect(page.locator(".drrow .is-selected")).to_have_count(1)
    cards.nth(0).press("Escape")
    expect(page.locator(".drrow .is-selected")).to_have_count(0)
    page.get_by_role("button", name=re.compile("TT-F1")).click()
    expect(page.get_by_role("dialog", name="Rule TT-F1")).to_be_visible()


def test_a_card_is_dragged_to_the_deck_and_other_decks_are_looked_at(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 1500})  # row and deck both in sight
    game = sit()
    Stage(page, game, "table.js")
    card = page.locator(".drrow .card").nth(1)
    name = game.model["body"]["row"][1]["card"]["name"]
    root = page.locator(".theatre-lab")
    before = root.get_attribute("data-ply") or ""
    card.drag_to(page.locator(".drdeck"))
    next_decision(root, before)
    expect(page.locator(".drdeck .chip")).to_have_count(1)
    assert game.match.history[0].text == f"take {name}"
    page.get_by_role("button", name=re.compile("deck of Greedy$")).click()
    expect(page.locator(".drdeck .lbl")).to_contain_text(re.compile("Deck of Greedy", re.IGNORECASE))
    page.get_by_role("button", name=re.compile("^Rank 1, row of")).click()
    expect(page.get_by_role("region", name="The row of rank 1").locator(".chip")).to_have_count(4)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [320, 390, 760])
def test_nothing_sticks_out(page: Page, width: int, dark: bool) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    game = sit(opponents=["greedy"] * 3, seed=5).select(0).hint()
    Stage(page, game, "table.js", dark=dark)
    assert page.locator(".tbl").evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    assert page.locator(".drsheets .scroll").evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width < 600:
        deck, log = page.locator(".drdeck").bounding_box(), page.locator(".log").bounding_box()
        assert deck
        assert log
        assert deck["y"] < log["y"]


def test_a_new_draft_of_another_length(page: Page) -> None:
    game = sit()
    stage = Stage(page, game, "table.js")
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_role("button", name="Add a player").click()
    page.locator('select[name="option.base"]').select_option("2")
    page.get_by_role("button", name="Raise the curtain").click()
    expect(page.locator(".plq")).to_have_count(3)
    expect(page.locator(".drsheets tbody tr")).to_have_count(3)
    assert game.match.options["base"] == 2
    assert stage.errors == []
