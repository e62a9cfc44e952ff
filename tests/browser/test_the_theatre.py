"""The Theatre's table: a whole game in JupyterLab by mouse, and on a plain page by keys, narrow and dark."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser.stage import Stage
from playwright.sync_api import expect

from theatre_lab.games.the_theatre.decks import starter_decks
from theatre_lab.widgets import table

if TYPE_CHECKING:
    from browser.harness import Jupyter
    from playwright.sync_api import Locator, Page

    from theatre_lab.widgets import Table

TABLE = "import theatre_lab as tl\ngame = tl.table('the-theatre', seed=3, pace=0)\ngame"
SAPS = ["Mosley (Will)", "Bubbles (Charm)", "Noodle (Will)", "Lady Tarn (Charm)", "Marlowe (Luck)"]
BOOSTS = ["Button (Charm)", "Needle (Charm)", "Clement (Luck)", "Mossop (Agility)", "Wick (Agility)"]


def small(**options: object) -> Table:
    """A small table: you have Saps, Greedy leads with Boosts."""
    kept = {"decks": [SAPS, BOOSTS], "allow_smaller": True, "leader": 1, "seed": 2, "pace": 0}
    return table("the-theatre", **(kept | options)).wait()  # type: ignore[arg-type]


def next_decision(root: Locator, before: str) -> str:
    """Wait until the kernel has answered and the person is to move (or the game is over); the prompt."""
    expect(root).not_to_have_attribute("data-ply", before)
    prompt = root.locator(".prompt .txt")
    expect(prompt).to_contain_text(re.compile("Play a card|saps|Gamble|The game is over"))
    return prompt.inner_text()


def test_a_whole_game_by_mouse(lab: Jupyter) -> None:
    lab.open_cells([TABLE])
    lab.run_all()
    root = lab.output(0).locator(".theatre-lab")
    expect(root.locator(".prompt .txt")).to_contain_text("Play a card")
    prompt, seen = root.locator(".prompt .txt").inner_text(), set()
    for _ in range(120):
        if "over" in prompt:
            break
        before = root.get_attribute("data-ply") or ""
        if "Play a card" in prompt:
            root.locator(".hand .card").first.click()
            root.get_by_role("button", name=re.compile("^Play ")).click()
        else:
            seen.add("choice")
            go_on = root.get_by_role("button", name="Go on")
            if go_on.count():
                go_on.click()
            root.locator(".chs .go").first.click()
        prompt = next_decision(root, before)
    end = root.get_by_role("region", name="The end of the game")
    expect(end).to_contain_text("Cards not dismissed")
    assert lab.evaluate_in_kernel("game.match.is_over") == "True"
    expect(end.locator("tfoot td").first).to_have_text(lab.evaluate_in_kernel("game.match.scores[0]"))
    assert lab.errors == []


def test_a_whole_act_by_keyboard_alone(page: Page) -> None:
    stage = Stage(page, small(), "table.js")
    root, keys = page.locator(".theatre-lab"), page.keyboard
    root.locator(".hand .card").first.focus()
    prompt = root.locator(".prompt .txt").inner_text()
    for _ in range(14):
        if "over" in prompt:
            break
        before = root.get_attribute("data-ply") or ""
        if "Play a card" in prompt:
            page.wait_for_function("document.activeElement.closest('.hand')")
            keys.press("ArrowRight")
            keys.press("Enter")
            root.locator(".hand .is-selected").wait_for()
        else:
            go_on = root.get_by_role("button", name="Go on")
            if go_on.count():
                go_on.press("Enter")
            root.locator(".chs .go").first.focus()
            keys.press("ArrowRight")
        keys.press("Enter")
        prompt = next_decision(root, before)
    assert stage.widget.match.is_over  # type: ignore[attr-defined]
    assert stage.errors == []


def test_a_round_builds_up_before_the_next_is_shown_and_may_be_looked_at_again(page: Page) -> None:
    Stage(page, small(), "table.js")
    root = page.locator(".theatre-lab")
    root.get_by_role("button", name=re.compile("^Marlowe")).dblclick()
    title = root.locator(".scn")
    expect(title).to_contain_text(re.compile("round 1: .* with", re.IGNORECASE))
    expect(root.locator(".build.slow .tot")).to_have_count(2)
    root.get_by_role("button", name="Go on").click()
    expect(title).to_contain_text(re.compile("round 2: .* is desired", re.IGNORECASE))
    root.get_by_role("button", name="Last round").click()
    expect(title).to_contain_text(re.compile("round 1", re.IGNORECASE))
    expect(root.locator(".build.slow")).to_have_count(0)


def test_a_card_is_dragged_onto_the_stage(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 1400})  # stage and hand both in sight
    game = small()
    Stage(page, game, "table.js")
    page.get_by_role("button", name=re.compile("^Marlowe")).drag_to(page.locator(".ttstage"))
    expect(page.locator(".theatre-lab .log")).to_contain_text("Marlowe")
    assert "play Marlowe (Luck)" in [ply.text for ply in game.match.history]


def test_choices_and_refusals_are_said(page: Page) -> None:
    game = small()
    Stage(page, game, "table.js")
    page.get_by_role("button", name=re.compile("^Noodle")).dblclick()
    choices = page.get_by_role("group", name="Your choices").get_by_role(
        "button", name=re.compile("Lay a Sap|Take a Boost")
    )
    expect(choices).to_have_count(2)
    expect(choices.first).to_have_accessible_name(re.compile("−1 to every Slither"))
    page.locator(".hand .card").first.click()
    expect(page.get_by_role("status").last).to_contain_text("selected")
    page.get_by_role("button", name=re.compile("TT-B3")).click()
    expect(page.get_by_role("dialog", name="Rule TT-B3")).to_be_visible()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [320, 390, 760])
def test_nothing_sticks_out(page: Page, width: int, dark: bool) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    game = table("the-theatre", opponents=["greedy"] * 3, seed=5, pace=0, leader=1).wait().select(0).hint()
    Stage(page, game, "table.js", dark=dark)
    assert page.locator(".tbl").evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width < 600:
        hand, piles = page.locator(".hand").bounding_box(), page.locator(".heaps").bounding_box()
        assert hand
        assert piles
        assert hand["y"] < piles["y"]


def test_a_new_game_with_a_third_player_and_a_chosen_deck(page: Page) -> None:
    game = small()
    stage = Stage(page, game, "table.js")
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_role("button", name="Add a player").click()
    page.get_by_role("combobox", name="Deck of player 1").select_option("The House of Chance")
    page.get_by_role("checkbox", name=re.compile("Open suits")).check()
    page.get_by_role("button", name="Raise the curtain").click()
    expect(page.locator(".plq")).to_have_count(3)
    expect(page.locator(".acts5 .hid")).to_have_count(0)
    decks = game.match.options["decks"]
    chosen = next(deck for deck in starter_decks(5) if deck.name == "The House of Chance")
    assert [len(decks), decks[0]] == [3, [card.as_dict() for card in chosen.cards]]
    assert stage.errors == []
