"""Names and card texts are text: in every widget's HTML form, in every plot, and in every form of a result."""

from __future__ import annotations

import dataclasses
import html
import json
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest
from trust.formats import short_game

import theatre_lab as tl
from theatre_lab import plots
from theatre_lab.bots.basic import RandomBot
from theatre_lab.bots.ratings import Rating
from theatre_lab.core.game import Part
from theatre_lab.core.match import Match
from theatre_lab.games import game_names, get_game
from theatre_lab.games.overture import OVERTURE
from theatre_lab.games.the_theatre.decks import starter_decks
from theatre_lab.games.the_theatre.odds import GambleOdds, Outcome
from theatre_lab.lab.balance import Effect, EffectResult, FieldResult, SeatResult, Slice
from theatre_lab.lab.best_seating import best_seating
from theatre_lab.lab.compare import compare
from theatre_lab.lab.ratings import Ladder
from theatre_lab.lab.review import review
from theatre_lab.lab.simulate import simulate
from theatre_lab.teach.progress import Progress
from theatre_lab.widgets import DeckBuilder, Predict, ProgressPanel, Replay, Review, RuleBook, SeatingGrid, Table

MARKUP = '<b>Ann</b><a href="https://x.example">A</a><img src=x onerror="y"><script>z</script>&lt;i&gt;'
CARD = '<b>Cat</b><a href="https://x.example">C</a><img src=x>&amp;'
HARMFUL = ("<a ", "<img", "<script", "<b>Ann", "<b>Cat", "&lt;i&gt;")
"""None of these may stand in what a browser or plotly reads. Tags of our own are others."""


def marked_cards(base: int = 4, deck: int = 0) -> list[dict[str, Any]]:
    cards = [card.as_dict() for card in starter_decks(base)[deck].cards]
    return [{**card, "name": f"{CARD}{card['name']}", "role": MARKUP, "job": MARKUP} for card in cards]


@cache
def marked_match(name: str, players: int = 2, plies: int = 10**6) -> Match:
    """A game of people with markup for names, and cards with markup for names where cards are given."""
    options: dict[str, Any] = {"max_turns": 6} if name == "mythic-circus" else {}
    if name == "the-theatre":
        options["decks"] = [marked_cards(deck=deck) for deck in range(players)]
    if name == "the-theatre-draft":
        pool = [card for card in marked_cards() for _ in range(2)]
        options["pool"] = [*pool, *(card for card in marked_cards(deck=1) for _ in range(2))]
        options["base"] = 2
    names = [f"{MARKUP}{seat}" for seat in range(players)]
    names = [name[:100] for name in names] if len(names[0]) > 100 else names
    match, bot = Match(get_game(name), names, seed=4, **options), RandomBot(2)
    while match.ply < plies and (player := match.to_move) is not None:
        match.play(bot(match.view(player)))
    return match


def texts(value: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from texts(each)


def harm(text: str) -> list[str]:
    return [tag for tag in HARMFUL if tag in text.lower().replace("<b>ann", "<b>Ann").replace("<b>cat", "<b>Cat")]


class Reader(HTMLParser):
    """What a browser would make of HTML: its elements with their attributes, and its text."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def check_html(source: str, *, holds: str = "") -> None:
    """Nothing of a name has become an element, and the name is there as it was given."""
    read = Reader(source)
    assert not {"script", "img", "a", "iframe", "object", "svg", "style"} & {tag for tag, _ in read.elements}
    for _, attributes in read.elements:
        assert not [name for name in attributes if name.startswith("on") or name in ("href", "src")]
    if holds:
        assert holds in read.text


# ------------------------------------------------------------------ the check itself


def test_markup_is_noticed() -> None:
    with pytest.raises(AssertionError):
        check_html(f"<p>{MARKUP}</p>")
    with pytest.raises(AssertionError):
        check_html('<p onclick="x">a</p>')
    check_html(f"<p>{html.escape(MARKUP)}</p>", holds=MARKUP)
    assert harm(MARKUP)
    assert harm(CARD)
    assert not harm(plots.waterfall(tl.load(short_game("overture", 2, 96).record().to_json())).to_json())


# ------------------------------------------------------------------ widgets


def grid() -> SeatingGrid:
    return SeatingGrid(seats={"A1": "Kid"}, title=MARKUP)


def predict() -> Predict:
    return Predict([{"prompt": MARKUP, "kind": "choice", "options": [MARKUP, "b"], "answer": MARKUP, "hint": MARKUP}])


WIDGETS: dict[str, Callable[[], Any]] = {
    **{f"table of {name}": lambda name=name: Table(marked_match(name, plies=9), pace=0) for name in game_names()},
    **{f"table of {name}, over": lambda name=name: Table(marked_match(name), pace=0) for name in game_names()},
    **{f"replay of {name}": lambda name=name: Replay(marked_match(name)) for name in game_names()},
    "review": lambda: Review(marked_match("cabaret"), iterations=2, backend="lists"),
    "deck builder": lambda: DeckBuilder(marked_cards(), cards=marked_cards(), title=MARKUP),
    "seating grid": grid,
    "question": predict,
    "progress": ProgressPanel,
    "rule book": lambda: RuleBook("cabaret"),
}


@pytest.mark.parametrize("kind", WIDGETS)
def test_a_widgets_html_form_escapes_what_it_was_given(kind: str) -> None:
    widget = WIDGETS[kind]()
    forms = [widget._repr_html_(), widget._repr_mimebundle_()[0]["text/html"]]
    for form in forms:
        check_html(form)
    json.dumps(widget.model)


@pytest.mark.parametrize("name", game_names())
def test_a_tables_html_form_still_tells_the_names(name: str) -> None:
    read = Reader(Table(marked_match(name), pace=0)._repr_html_())
    assert "<b>Ann</b><a href=" in read.text


# ------------------------------------------------------------------ plots


@cache
def simulation() -> Any:
    def bot(view: Any) -> int:
        return int(view.actions()[0])

    bot.__name__ = MARKUP
    return simulate("overture", [bot, "random"], games=4, seed=1, theatre="rotunda")


def field() -> FieldResult:
    return FieldResult(2, 4, "hard", 1, "lists", (MARKUP, CARD), (Slice(40, (40, 40), (22.0, 18.0)),))


def effects() -> EffectResult:
    return EffectResult(2, 4, "medium", 1, 100, (Effect(CARD, 1.0, 0.0, 2.0, -1.0, 3.0, 10, 20),))


def seats() -> SeatResult:
    return SeatResult(MARKUP, 2, "medium", 1, "lists", 100, (3300, 2700), (600, 580), (1180, 14000), (90, 300), 4)


def breakdown() -> dict[str, list[Part]]:
    parts = marked_match("overture").breakdown(0)
    return {MARKUP: [dataclasses.replace(part, who=MARKUP, text=MARKUP) for part in parts]}


PLOTS: dict[str, Callable[[], Any]] = {
    "card_effects": lambda: plots.card_effects(effects()),
    "cards_over_acts": lambda: plots.cards_over_acts(marked_match("the-theatre")),
    "clause_bars": lambda: plots.clause_bars(breakdown(), OVERTURE.clauses, title=MARKUP),
    "compare_bots": lambda: plots.compare_bots(simulation()),
    "compare_seats": lambda: plots.compare_seats(simulation()),
    "deck_over_turns": lambda: plots.deck_over_turns(marked_match("mythic-circus")),
    "deck_rates": lambda: plots.deck_rates(field()),
    "differences": lambda: plots.differences(compare(simulation(), simulation())),
    "gamble_outcomes": lambda: plots.gamble_outcomes(GambleOdds(2, "loses", (Outcome(CARD, 2, 7, "wins"),))),
    "hands_and_mimes": lambda: plots.hands_and_mimes(marked_match("cabaret")),
    "heat_map": lambda: plots.heat_map("blackbox", {"B2": "Tall Kid"}, title=MARKUP),
    "hires_over_turns": lambda: plots.hires_over_turns(marked_match("mythic-circus")),
    "house_heat_map": lambda: plots.house_heat_map(marked_match("overture")),
    "interval_over_games": lambda: plots.interval_over_games(simulation()),
    "mean_points": lambda: plots.mean_points({MARKUP: simulation()}),
    "points_by_clause": lambda: plots.points_by_clause(marked_match("overture")),
    "points_by_show": lambda: plots.points_by_show(marked_match("cabaret")),
    "rating_ladder": lambda: plots.rating_ladder(Ladder("overture", (Rating(MARKUP, 1000, 900, 1100),), (), 0)),
    "regrets": lambda: plots.regrets(review(marked_match("the-theatre"), iterations=1, backend="lists")),
    "scores_over_rounds": lambda: plots.scores_over_rounds(marked_match("overture")),
    "seat_rates": lambda: plots.seat_rates(seats()),  # type: ignore[attr-defined]
    "seating_gains": lambda: plots.seating_gains(best_seating(marked_match("overture"), seconds=1)),
    "shows_over_turns": lambda: plots.shows_over_turns(marked_match("mythic-circus")),
    "value_build_up": lambda: plots.value_build_up(marked_match("the-theatre")),
    "waterfall": lambda: plots.waterfall(marked_match("overture")),
    "win_chance_over_shows": lambda: plots.win_chance_over_shows(marked_match("cabaret"), games=2),
    "win_chances": lambda: plots.win_chances(marked_match("overture"), iterations=1),
    "worker_earnings": lambda: plots.worker_earnings(marked_match("mythic-circus")),
}
NO_PLOTS = {"Chart", "TEMPLATE"}


def test_every_plot_is_looked_at() -> None:
    assert set(plots.__all__) - NO_PLOTS <= set(PLOTS)


@pytest.mark.parametrize("name", [name for name in PLOTS if hasattr(plots, name)])
def test_a_plot_shows_what_it_was_given_as_text(name: str) -> None:
    chart = PLOTS[name]()
    bundle = chart._repr_mimebundle_()
    found = [text for text in texts(bundle["application/vnd.plotly.v1+json"]) if harm(text)]
    assert found == []
    check_html(bundle["text/html"])


# ------------------------------------------------------------------ other results


def test_progress_and_rules_are_escaped() -> None:
    known = Progress()
    known.answer("OV-P4", True)
    check_html(known._repr_html_())
