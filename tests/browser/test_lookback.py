"""Reviews and replays on a page and in Jupyter: thinking that blocks nothing, steps by mouse, touch and keys, looks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from browser.harness import NARROW
from browser.stage import Stage
from playwright.sync_api import Page, expect
from widgets.test_lookback import Cold, cabaret, part_of

from theatre_lab.core.match import Match
from theatre_lab.games import game_names, get_game
from theatre_lab.lab.review import Review as Found
from theatre_lab.lab.review import lost_by, review
from theatre_lab.widgets import Replay, Review, Table

if TYPE_CHECKING:
    from browser.harness import Jupyter
    from playwright.sync_api import Browser, Locator

OWN_KEYS = """() => [...document.querySelectorAll(".theatre-lab :is(a[href], button, input, select, [tabindex])")]
    .filter(e => e.dataset.lmSuppressShortcuts !== "true" || !(e.ariaLabel || e.innerText || e.closest("label")))
    .map(e => e.outerHTML.slice(0, 100))"""


@pytest.fixture(scope="module")
def found() -> Found:
    return review(cabaret(), iterations=12, backend="lists")


def at(stage: Stage) -> str:
    return stage.page.locator(".scrub p b").inner_text()


def button(stage: Stage, name: str) -> Locator:
    return stage.page.get_by_role("button", name=name)


# ------------------------------------------------------------------ Review


def test_a_review_is_stopped_and_shows_what_there_is(page: Page) -> None:
    stage = Stage(page, Review(cabaret(), iterations=3000, backend="lists"), "review.js")
    expect(page.get_by_role("progressbar")).to_be_visible()
    button(stage, "Stop, and show what there is").click()
    expect(page.locator(".kinds")).to_contain_text("The review was stopped before its end.", timeout=40_000)
    assert stage.errors == []


def test_a_costly_move_is_tried_again(page: Page, found: Found) -> None:
    stage = Stage(page, Review(found), "review.js")
    moves = page.locator(".move")
    expect(moves.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".whybetter .outlook tbody tr")).to_have_count(2)
    grade = found.costly()[1].known
    assert grade is not None
    moves.nth(1).click()
    expect(page.locator(".cost")).to_contain_text(f"It cost {lost_by(grade)} (")
    page.get_by_label("against").select_option("easy")
    button(stage, "Try it again").click()
    expect(page.locator(".prompt")).to_contain_text(re.compile("Play a performer|You lead"))
    page.locator(".hand .card:not(.is-illegal)").first.click()
    page.locator(".prompt").get_by_role("button", name=re.compile("^Play ")).click()
    expect(page.locator(".log").last).to_contain_text("P1plays")
    expect(page.locator(".prompt .txt")).to_contain_text(re.compile("Play a performer|You lead"), timeout=20_000)
    button(stage, "Undo").click()
    button(stage, "Back to the review").click()
    expect(moves.nth(1)).to_have_attribute("aria-pressed", "true")
    assert stage.errors == []


def test_a_review_by_keys_alone(page: Page, found: Found) -> None:
    stage = Stage(page, Review(found), "review.js")
    button(stage, "In hindsight").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".kinds p")).to_contain_text("all cards open")
    expect(page.get_by_role("status")).to_contain_text("In hindsight")
    page.locator(".move").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".move").nth(1)).to_have_attribute("aria-pressed", "true")
    assert stage.widget.model["moves"][1]["on"]


def test_on_the_position_one_looks_and_does_not_play(page: Page, found: Found) -> None:
    stage = Stage(page, Review(found), "review.js")
    card = page.locator(".hand .card:not(.is-illegal)").first
    card.click()
    expect(page.locator(".side .explain")).to_be_visible()
    card.click()
    expect(page.get_by_role("alert")).to_contain_text("Here you only look")
    expect(page.get_by_role("switch", name="Practice")).to_have_count(0)
    assert stage.errors == []


# ------------------------------------------------------------------ Replay


def test_a_replay_by_buttons_slider_and_keys(page: Page) -> None:
    stage = Stage(page, Replay(cabaret()), "replay.js")
    button(stage, "One decision on").click()
    expect(page.locator(".scrub p")).to_contain_text("After 1 of 36 decisions")
    slider = page.get_by_role("slider", name="Position in the game")
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".scrub p")).to_contain_text("After 6 of 36 decisions")
    page.keyboard.press("End")
    expect(page.locator(".scrub p")).to_contain_text("The end")
    expect(button(stage, "Play on from here")).to_be_disabled()
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^The end"))
    slider.fill("18")
    expect(page.locator(".scrub p")).to_contain_text("After 18 of 36 decisions")
    button(stage, "To the beginning").click()
    expect(page.locator(".scrub p")).to_contain_text("The beginning")
    expect(page.get_by_role("status")).to_contain_text("The beginning")
    assert stage.errors == []


def test_points_of_view_and_open_hands(page: Page) -> None:
    match = cabaret()
    hands = [match.game.view(match.history[4].before, player).as_dict()["hand"] for player in range(3)]
    stage = Stage(page, Replay(match, at=4), "replay.js")
    expect(page.locator(".hands")).to_have_count(0)
    page.get_by_label("Seen by").select_option("P3")
    expect(page.locator(".hand .card")).to_have_count(len(hands[2]) + 1)
    page.get_by_role("switch", name="Open all hands").click()
    expect(page.locator(".hands li")).to_have_count(3)
    expect(page.locator(".hands li").nth(1)).to_contain_text(hands[1][0])
    button(stage, "Play on from here").click()
    expect(page.locator(".prompt")).to_contain_text(re.compile("Play a performer|You lead|is to move"))
    button(stage, "Back to the replay").click()
    expect(page.locator(".scrub p")).to_contain_text("After 4 of 36 decisions")
    assert stage.errors == []


def test_a_turning_point_by_touch(chromium: Browser, found: Found) -> None:
    context = chromium.new_context(viewport={"width": NARROW[0], "height": 900}, has_touch=True)
    page = context.new_page()
    Stage(page, Replay(found.match, review=found), "replay.js")
    chip = page.locator(".turning button", has_text="gave away").first
    chip.tap()
    expect(chip).to_have_attribute("aria-pressed", "true")
    context.close()


def test_of_a_game_that_goes_on_the_switches_say_why_they_are_locked(page: Page) -> None:
    Stage(page, Replay(part_of("cabaret", 7)), "replay.js")
    expect(page.get_by_role("switch", name="Open all hands")).to_be_disabled()
    expect(page.locator(".lookopts")).to_contain_text("Only a finished game is opened")


@pytest.mark.parametrize("width", [340, 1000])
@pytest.mark.parametrize("name", game_names())
def test_no_game_sticks_out(page: Page, name: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    stage = Stage(page, Replay(part_of(name, 40), at=25), "replay.js", dark=width == 340)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(OWN_KEYS) == []
    assert stage.errors == []


def test_a_review_fits_a_phone_and_every_element_keeps_its_keys(page: Page, found: Found) -> None:
    page.set_viewport_size({"width": 340, "height": 900})
    Stage(page, Review(found), "review.js")
    assert page.evaluate("document.documentElement.scrollWidth") <= 340
    assert page.evaluate(OWN_KEYS) == []


# ------------------------------------------------------------------ in Jupyter

CELLS = [
    "import theatre_lab as tl\n"
    "from theatre_lab.widgets import Review\n"
    "match = tl.new_match('cabaret', ['You', 'Ann', 'Ben'], seed=3, rounds=1, leader=0)\n"
    "bot = tl.get_bot('random', 3)\n"
    "while not match.is_over: match.play(bot(match.view(match.to_move)))\n"
    "shown = Review(match, iterations=400, backend='lists')\n"
    "shown",
    "replayed = tl.replay(match, at=3)\nreplayed",
    "1 + 1",
]


def test_the_kernel_is_free_while_a_review_thinks(lab: Jupyter) -> None:
    lab.open_cells(CELLS)
    lab.run_all()
    root: Any = lab.output(0).locator(".theatre-lab")
    expect(root.get_by_role("progressbar")).to_be_visible()
    expect(lab.output(2)).to_contain_text("2")
    assert lab.evaluate_in_kernel("shown.model['stage']") == "'thinking'"
    root.get_by_role("button", name="Stop, and show what there is").click()
    expect(root.locator(".kinds")).to_contain_text("stopped before its end", timeout=40_000)
    replay = lab.output(1).locator(".theatre-lab")
    replay.get_by_role("button", name="One decision on").click()
    expect(replay.locator(".scrub p")).to_contain_text("After 4 of 36")
    replay.get_by_role("button", name="Play on from here").click()
    expect(replay.locator(".prompt .txt")).to_contain_text(re.compile("Play a performer|You lead"), timeout=20_000)
    replay.locator(".hand .card:not(.is-illegal)").first.click()
    replay.locator(".prompt").get_by_role("button", name=re.compile("^Play ")).click()
    expect(replay.locator(".prompt .txt")).to_contain_text(re.compile("Choose a card|is to move|wait"), timeout=20_000)
    assert lab.evaluate_in_kernel("replayed.table.wait().match.ply > replayed.position == 4") == "True"
    replay.get_by_role("button", name="Back to the replay").click()
    expect(replay.locator(".scrub p")).to_contain_text("After 4 of 36")


# ------------------------------------------------------------------ at a table


def test_a_game_is_reviewed_at_its_own_table(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("theatre_lab.widgets.review.warm", lambda game: Cold())
    match = Match(get_game("cabaret"), ["You", "Ann", "Ben"], seats=["human", "greedy", "random"], seed=3, rounds=1)
    game = Table(match, pace=0).wait()
    while not match.is_over:
        game.play(game.legal_actions()[0])
    stage = Stage(page, game, "table.js")
    button(stage, "Review this game").click()
    button(stage, "Stop, and show what there is").click()
    expect(page.locator(".kinds")).to_contain_text("stopped before its end", timeout=40_000)
    button(stage, "Back to the table").click()
    expect(page.locator(".end")).to_be_visible()
    assert stage.errors == []
