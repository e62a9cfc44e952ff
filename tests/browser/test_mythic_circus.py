"""Mythic Circus's table: a whole game in JupyterLab by mouse, another on a plain page by keys alone; drags, fingers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from browser.stage import Stage
from playwright.sync_api import expect

from theatre_lab.core.match import Match
from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state
from theatre_lab.widgets import Predict, Table, table

if TYPE_CHECKING:
    from browser.harness import Jupyter
    from playwright.sync_api import Browser, Locator, Page

TABLE = "import theatre_lab as tl\ngame = tl.table('mythic-circus', seed=3, pace=0, rules={'winning_vp': 2})\ngame"
MINE = re.compile(r"Send a worker|Perform now|Hire:|Choose a|choose a|\?|may rise|game is over")
CHOICES = ".mchand.live .can, .own.live .can, .mcchoices .can, .mcsupply.live .can button"


def at(names: list[str], **position: Any) -> Table:
    """A table at a position made to order; the first player is a person."""
    match = Match(MYTHIC_CIRCUS, names, seats=["human"] + ["greedy"] * (len(names) - 1), seed=1)
    match.state = circus_state(len(names), **position)
    return Table(match, pace=0)


def settle(root: Locator) -> str:
    """Wait until a person is to decide, or the game is over; the question."""
    prompt = root.locator(".prompt .txt")
    expect(prompt).to_contain_text(MINE)
    return prompt.inner_text()


def decide(root: Locator, question: str) -> Locator:
    """What to press next: a card and then its answer, or a button where there is no card."""
    ready = root.locator(".prompt .acts .pri")
    if ready.count():
        return ready.first
    if "Perform now" in question and re.search(r"is \w+.*: \d VP", question):
        return root.get_by_role("button", name=re.compile("^Perform for"))
    cards = root.locator(CHOICES)
    return cards.first if cards.count() else root.locator(".prompt .acts .btn").last


def answered(root: Locator, before: str, by_card: bool) -> str:
    """Wait until the card is chosen, or the position has changed; the question that is then open."""
    if by_card:
        root.locator(".is-selected").first.wait_for()
    else:
        expect(root).not_to_have_attribute("data-ply", before)
    return settle(root)


def test_a_whole_game_by_mouse(lab: Jupyter) -> None:
    lab.open_cells([TABLE])
    lab.run_all()
    root, seen = lab.output(0).locator(".theatre-lab"), set()
    question = settle(root)
    for _ in range(400):
        if "over" in question:
            break
        seen.add(question.split()[0])
        before, button = root.get_attribute("data-ply") or "", decide(root, question)
        by_card = button.get_attribute("data-walk") is not None
        button.click()
        question = answered(root, before, by_card)
    end = root.get_by_role("region", name="The end of the game")
    expect(end).to_contain_text("Performances")
    assert lab.evaluate_in_kernel("game.match.is_over") == "True"
    expect(end.locator("tfoot td").first).to_have_text(lab.evaluate_in_kernel("game.match.scores[0]"))
    assert {"Send", "Hire:", "Perform"} <= seen
    assert lab.errors == []


def test_a_whole_game_by_keyboard_alone_dark_and_narrow(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 900})
    game = table("mythic-circus", seed=3, pace=0, rules={"winning_vp": 2}).wait()
    stage = Stage(page, game, "table.js", dark=True)
    root, keys = page.locator(".theatre-lab"), page.keyboard
    root.locator(".mchand .card").first.focus()
    question = settle(root)
    for _ in range(300):
        if "over" in question:
            break
        before, button = root.get_attribute("data-ply") or "", decide(root, question)
        by_card = button.get_attribute("data-walk") is not None
        button.focus()
        keys.press("Enter")
        question = answered(root, before, by_card)
    assert game.match.is_over
    assert stage.errors == []


def test_the_focus_goes_on_to_the_next_decision(page: Page) -> None:
    game = at(
        ["You", "Bo"],
        stage=["Faun"],
        hand=["Golem", "Fairy"],
        discard=["Goblin", "Golem"],
        phase="begin",
        deck=["Faun"],
    )
    Stage(page, game, "table.js")
    page.get_by_role("button", name="Pass", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.closest('.mchand')")
    page.keyboard.press("ArrowRight")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("^Fairy"))
    page.keyboard.press("Enter")
    page.locator(".mchand .is-selected").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.closest('.mcchoices')")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("^Goblin"))
    page.keyboard.press("Enter")
    page.locator(".mcchoices .is-selected").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator(".mcchoices .is-selected")).to_have_count(0)


def test_cards_are_dragged_to_the_stage_and_to_labor(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 1500})
    game = at(["You", "Bo"], hand=["Golem", "Faun", "Daring Gnome"], deck=["Faun", "Faun"])
    Stage(page, game, "table.js")
    hand = page.get_by_role("group", name="Your hand")
    hand.get_by_role("button", name=re.compile("^Faun")).first.drag_to(page.locator(".house.own"))
    expect(page.locator(".house.own .card")).to_have_count(1)
    hand.get_by_role("button", name=re.compile("^Golem")).drag_to(page.locator(".house.own"))
    refused = page.locator(".house.own .toast")
    expect(refused).to_contain_text("You cannot send a Golem on stage")
    refused.get_by_role("button", name=re.compile("MC-A4")).click()
    expect(page.get_by_role("dialog", name="Rule MC-A4")).to_be_visible()
    hand.get_by_role("button", name=re.compile("^Golem")).drag_to(page.locator(".mclabor"))
    expect(page.locator(".mclabor .card")).to_have_count(1)
    assert [ply.text for ply in game.match.history] == ["stage Faun", "labor Golem"]


def test_a_click_where_a_card_may_not_go_says_why(page: Page) -> None:
    game = at(["You", "Bo"], hand=["Golem", "Mermaid"], deck=["Faun", "Faun"])
    Stage(page, game, "table.js")
    hand = page.get_by_role("group", name="Your hand")
    hand.get_by_role("button", name=re.compile("^Golem")).click()
    page.get_by_role("button", name="Golem: not on stage").click()
    expect(page.locator(".house.own .toast")).to_contain_text("You cannot send a Golem on stage")
    hand.get_by_role("button", name=re.compile("^Mermaid")).click()
    page.locator(".mclabor .lbl").click()
    expect(page.locator(".mclabor .toast")).to_contain_text("Mermaid")
    page.locator(".house.own .lbl").click()
    expect(page.locator(".house.own .card")).to_have_count(1)
    assert game.match.history[0].text == "stage Mermaid"


def test_fingers_send_hire_and_look_into_piles(chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 900}, has_touch=True)
    page = context.new_page()
    game = at(
        ["You", "Bo"], hand=["Golem", "Faun"], labor=["Golem", "Golem"], discard=["Goblin", "Goblin"], deck=["Faun"]
    )
    stage = Stage(page, game, "table.js")
    page.locator(".mchand .card", has_text="Faun").tap()
    page.get_by_role("button", name="Send to labor").tap()
    page.get_by_role("button", name="Done sending").tap()
    page.locator(".mcsupply.live .pile", has_text="Unicorn").locator("button").first.tap()
    page.get_by_role("button", name="Hire Unicorn for 5").tap()
    expect(page.locator(".log")).to_contain_text("ends")
    assert [ply.text for ply in game.match.history][:3] == ["labor Faun", "done", "hire Unicorn"]
    page.get_by_role("button", name=re.compile("^You, deck: ")).tap()
    expect(page.get_by_role("region", name="Your deck")).to_be_visible()
    assert stage.errors == []
    context.close()


def test_an_attack_is_answered_on_the_stage_that_is_hit(page: Page) -> None:
    names = ["You", "Ada", "Ben"]
    game = at(names, hand=["Werewolf", "Golem"], stage={1: ["Minotaur", "Minotaur"], 2: []}, deck=["Faun"])
    Stage(page, game, "table.js")
    page.get_by_role("group", name="Your hand").get_by_role("button", name=re.compile("^Werewolf")).dblclick()
    expect(page.get_by_role("region", name="Ben’s stage")).to_contain_text("Ben has nobody on stage to be injured.")
    page.get_by_role("region", name="Ada’s stage").get_by_role("button", name="Attack Ada").click()
    expect(page.locator(".log")).to_contain_text("Ada’s Minotaur is wounded")
    expect(page.get_by_role("button", name=re.compile("^wounded Minotaur"))).to_have_count(1)


FAULTS = """() => {
  const faults = [];
  const named = (e) => (e.getAttribute('aria-label') || e.innerText || e.labels?.[0]?.innerText || '').trim();
  for (const e of document.querySelectorAll('.theatre-lab :is(button, input, select, [role=img], section)'))
    if (!named(e)) faults.push('no name: ' + e.outerHTML.slice(0, 120));
  for (const e of document.querySelectorAll('.theatre-lab :is(button, [role=img]) :is(button, a, input)'))
    faults.push('inside another: ' + e.outerHTML.slice(0, 120));
  for (const e of document.querySelectorAll('.theatre-lab button:not([data-lm-suppress-shortcuts])'))
    faults.push('its keys reach the notebook: ' + e.outerHTML.slice(0, 120));
  for (const e of document.querySelectorAll('.theatre-lab ul > :not(li), .theatre-lab ol > :not(li)'))
    faults.push('in a list: ' + e.outerHTML.slice(0, 120));
  return faults;
}"""


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [320, 390, 760, 1200])
def test_nothing_sticks_out_and_everything_has_a_name(page: Page, width: int, dark: bool) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    hands = {player: ["Werewolf", "Mischievous Gnome", "Golem"] for player in range(4)}
    crowd = ["Mischievous Gnome", "Minotaur!", "Faun", "Unicorn", "Phoenix", "Sphinx", "Mermaid", "Daring Gnome"]
    game = at(
        ["You", "Ada", "Benedikta the Second", "Cleo"],
        hand=hands,
        stage=dict.fromkeys(range(3), crowd),
        discard={0: ["Golem", "Phoenix"]},
        deck={0: ["Faun"]},
    )
    Stage(page, game.select(0).hint(), "table.js", dark=dark)
    for play in (None, "stage Werewolf", "no attack", "labor Golem", "done"):
        if play:
            game.play(play)
            page.wait_for_function(
                "ply => document.querySelector('.theatre-lab').dataset.ply === ply", arg=str(game.model["ply"])
            )
        assert page.locator(".tbl").evaluate("e => e.scrollWidth - e.clientWidth") <= 1
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(FAULTS) == []
    if width < 600:
        top = [page.locator(place).bounding_box() for place in (".own", ".mcsupply", ".mchand", ".heaps")]
        assert [box["y"] for box in top if box] == sorted(box["y"] for box in top if box)


def test_a_new_game_that_ends_with_the_round(page: Page) -> None:
    game = table("mythic-circus", seed=3, pace=0).wait()
    stage = Stage(page, game, "table.js")
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_role("button", name="Add a player").click()
    page.get_by_role("combobox", name=re.compile("10 victory points")).select_option("round")
    page.get_by_role("spinbutton", name=re.compile("Last round")).fill("30")
    page.get_by_role("button", name="Raise the curtain").click()
    expect(page.locator(".plq")).to_have_count(3)
    assert game.match.options == {"finish": "round", "max_turns": 30}
    assert stage.errors == []


def test_a_question_is_answered_by_pointing_at_a_card(page: Page) -> None:
    question = {
        "game": "mythic-circus",
        "prompt": "Which worker can the Fairy summon?",
        "kind": "seat",
        "board": {"stage": ["Fairy"], "discard": ["Goblin", "Minotaur", "Golem"], "pick": ["discard"]},
        "answer": "discard Goblin",
        "solution": "It costs 2 and may stand on a stage.",
        "clause": "MC-A9",
    }
    drill = Predict([question])
    stage = Stage(page, drill, "predict.js")
    assert page.evaluate(FAULTS) == []
    page.get_by_role("button", name=re.compile("^Minotaur")).click()
    page.get_by_role("button", name=re.compile("^Goblin")).click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict")).to_contain_text("Right.")
    assert drill.right == 1
    assert stage.errors == []
