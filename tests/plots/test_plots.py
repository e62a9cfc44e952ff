"""Plots show the numbers of the game, in one look, escaped, and the same bytes every time."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio
import pytest

import theatre_lab as tl
from theatre_lab import plots
from theatre_lab.core.errors import BadInput, OptionError
from theatre_lab.core.game import Part, total
from theatre_lab.core.match import Match
from theatre_lab.games.overture import OVERTURE
from theatre_lab.games.overture.boards import answer_board
from theatre_lab.games.overture.theatres import THEATRE_IDS, THEATRES
from theatre_lab.lab.simulate import simulate
from theatre_lab.plots import theme
from theatre_lab.plots.overture import seat_places
from theatre_lab.teach import demonstration

ROOT = Path(__file__).resolve().parents[2]
MIME = "application/vnd.plotly.v1+json"


@pytest.fixture(scope="module")
def played() -> Match:
    """A whole game between two bots in a theatre with a house rule."""
    return demonstration(tl.new_match("overture", 2, theatre="opera-house", seed=3))


def drawn(chart: go.Figure) -> dict[str, Any]:
    """What a notebook stores of a chart."""
    data: dict[str, Any] = json.loads(json.dumps(chart._repr_mimebundle_()[MIME]))
    return data


def every_chart(match: Match) -> list[go.Figure]:
    return [
        plots.points_by_clause(match),
        plots.points_by_clause(match, 1),
        plots.waterfall(match, 1),
        plots.scores_over_rounds(match),
        plots.house_heat_map(match, 1),
        plots.heat_map("blackbox", {"B2": "Tall Kid"}),
        plots.compare_bots(simulate("overture", ["greedy", "random"], games=4, seed=1, options={"theatre": "rotunda"})),
    ]


# ------------------------------------------------------------------ all of them


def test_every_chart_is_a_plain_figure_with_a_title_and_words(played: Match) -> None:
    for chart in every_chart(played):
        assert isinstance(chart, go.Figure)
        assert type(chart).__name__ != "FigureWidget"
        assert chart.layout.title.text
        assert chart.layout.title.subtitle.text
        assert len(repr(chart).splitlines()) > 1
        assert "<pre>" in chart._repr_html_()
        assert chart.layout.template.layout.paper_bgcolor == theme.HOUSE


def test_a_stored_chart_is_the_same_bytes_and_holds_no_random_name(played: Match) -> None:
    for first, second in zip(every_chart(played), every_chart(played), strict=True):
        text = json.dumps(drawn(first), sort_keys=True)
        assert text == json.dumps(drawn(second), sort_keys=True)
        assert '"uid"' not in text
        assert not re.search(r"\d\.\d{5,}", text), "a number is not rounded"
        assert len(text) < 40_000


def test_charts_do_not_depend_on_the_order_of_sets() -> None:
    code = (
        "import theatre_lab as tl\nfrom theatre_lab import plots\nfrom theatre_lab.teach import demonstration\n"
        "m = demonstration(tl.new_match('overture', 2, theatre='rotunda', seed=3))\n"
        "print(plots.points_by_clause(m)._repr_mimebundle_(), plots.house_heat_map(m)._repr_mimebundle_())"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]


def test_names_are_escaped() -> None:
    nasty = "<a href='javascript:alert(1)'>Ann</a>"
    match = tl.new_match("overture", [nasty, "B & C"], theatre="rotunda", seed=6)
    for action in ("draw deck", "draw deck", "seat VIP A2"):
        match.play(action)
    for chart in (
        plots.points_by_clause(match),
        plots.points_by_clause(match, 0),
        plots.waterfall(match),
        plots.scores_over_rounds(match),
        plots.house_heat_map(match),
        plots.clause_bars({nasty: [Part("<b>A1</b>", "OV-P1", 3, "<i>x</i>")]}, OVERTURE.clauses),
    ):
        stored = json.dumps(drawn(chart))
        assert "<a href" not in stored
        assert "<i>x" not in stored
        assert "<a href" not in chart._repr_html_()


def test_importing_the_plots_leaves_plotlys_defaults_alone() -> None:
    assert theme.TEMPLATE in pio.templates
    assert pio.templates.default != theme.TEMPLATE


def test_a_copy_of_a_chart_keeps_its_words() -> None:
    chart = plots.heat_map("rotunda", {})
    twin = copy.deepcopy(chart)
    assert repr(twin) == repr(chart)
    assert drawn(twin) == drawn(chart)
    assert "new title" in str(chart.update_layout(title_text="new title").layout.title.text)


def test_the_colours_are_those_of_the_widgets() -> None:
    css = (ROOT / "theatre_lab/widgets/static/theatre-lab.css").read_text(encoding="utf-8").lower()
    dark = css[css.rindex("--tl-plot-1") :]
    plain = dict(re.findall(r"--tl-([\w-]+):\s*(#[0-9a-f]{6})", css[: css.index("body[data-jp-theme-light=false]")]))
    lines = dict(re.findall(r"--tl-([\w-]+):\s*(#[0-9a-f]{6})", dark))
    assert [lines[f"plot-{i}"] for i in range(1, 9)] == sorted(
        (colour.lower() for colour in theme.COLOURS), key=[lines[f"plot-{i}"] for i in range(1, 9)].index
    )
    assert [lines[f"div-{i}"] for i in range(1, 8)] == [colour.lower() for colour in theme.DIVERGING]
    for name, colour in {
        "house": theme.HOUSE,
        "seat": theme.SEAT,
        "seat-line": theme.SEAT_LINE,
        "on-house": theme.ON_HOUSE,
        "on-house-quiet": theme.QUIET,
        "gold-house": theme.GOLD,
        "ink": theme.INK,
    }.items():
        assert plain[name] == colour.lower(), name


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_everything_can_be_read_on_its_ground() -> None:
    for text in (theme.ON_HOUSE, theme.QUIET, theme.GOLD):
        assert contrast(text, theme.HOUSE) >= 4.5
    for colour in theme.COLOURS[:4]:
        assert contrast(colour, theme.HOUSE) >= 3
    from theatre_lab.plots.overture import _text_on

    for fill in theme.DIVERGING:
        assert contrast(_text_on(fill), fill) >= 4.5, fill


# ------------------------------------------------------------------ points by rule


def test_bars_add_up_to_the_scores(played: Match) -> None:
    chart = plots.points_by_clause(played)
    assert [sum(bar.x) for bar in chart.data] == played.scores
    labels = list(chart.data[0].y)
    assert [label.split(">")[1].split("<")[0] for label in labels] == [
        clause for clause in OVERTURE.clauses if any(p.rule == clause for q in (0, 1) for p in played.breakdown(q))
    ]


def test_hovering_a_bar_tells_its_parts_and_clause(played: Match) -> None:
    chart = plots.points_by_clause(played, 0)
    for part in played.breakdown(0):
        assert any(f"({part.rule})" in text for text in chart.data[0].hovertext)
    short = [p for p in played.breakdown(0) if sum(q.rule == p.rule for q in played.breakdown(0)) <= 12]
    for part in short:
        assert any(theme.escape(part.text) in text for text in chart.data[0].hovertext)


def test_losses_and_gains_have_their_own_colours() -> None:
    parts = [Part("A1", "OV-P1", 3, "a Patron"), Part("A1", "OV-X1", -2, "behind a Tall Kid")]
    chart = plots.clause_bars({"Ann": parts}, OVERTURE.clauses)
    assert list(chart.data[0].x) == [3, -2]
    assert len(set(chart.data[0].marker.color)) == 2
    assert list(chart.data[0].text) == ["+3", "−2"]


def test_a_long_list_of_reasons_is_cut() -> None:
    parts = [Part(f"A{i}", "OV-P1", 3, "a Patron") for i in range(20)]
    (text,) = plots.clause_bars({"Ann": parts}, OVERTURE.clauses).data[0].hovertext
    assert "and 8 more" in text


def test_an_empty_breakdown_gives_an_empty_chart() -> None:
    assert repr(plots.clause_bars({"Ann": []}, OVERTURE.clauses)) == "Points by rule: Ann 0"


def test_a_part_of_another_game_is_refused() -> None:
    with pytest.raises(BadInput, match=r"cites 'CB-1', which is no clause"):
        plots.clause_bars({"Ann": [Part("A1", "CB-1", 3, "a star")]}, OVERTURE.clauses)


def test_a_waterfall_ends_at_the_score(played: Match) -> None:
    (bar,) = plots.waterfall(played, 1).data
    assert list(bar.measure) == ["relative"] * (len(bar.y) - 1) + ["total"]
    assert sum(bar.y[:-1]) == bar.y[-1] == played.scores[1]


# ------------------------------------------------------------------ scores over the rounds


def test_scores_are_those_at_the_end_of_each_round(played: Match) -> None:
    chart = plots.scores_over_rounds(played)
    for player, line in enumerate(chart.data):
        assert list(line.x) == list(range(13))
        for at, score in zip(line.x, line.y, strict=True):
            ended = [ply.before for ply in played.history if ply.before.turn >= at]
            state = ended[0] if ended else played.state
            assert score == OVERTURE.scores(state)[player]
    assert len({line.line.dash for line in chart.data}) == 2
    assert len({line.marker.symbol for line in chart.data}) == 2


def test_a_record_is_drawn_like_its_match(played: Match) -> None:
    assert drawn(plots.scores_over_rounds(played.record())) == drawn(plots.scores_over_rounds(played))
    assert drawn(plots.house_heat_map(played.record())) == drawn(plots.house_heat_map(played))


def test_hovering_a_round_tells_no_hidden_card(played: Match) -> None:
    texts = [text for line in plots.scores_over_rounds(played).data for text in line.hovertext]
    assert any("discards a card face down" in text for text in texts)
    assert not any("discard " in text for text in texts)


def test_a_game_that_has_not_begun_is_a_single_point() -> None:
    chart = plots.scores_over_rounds(tl.new_match("overture", 3, theatre="rotunda", seed=1))
    assert [list(line.y) for line in chart.data] == [[0], [0], [0]]


@pytest.mark.parametrize("game", ["cabaret", "mythic-circus"])
def test_other_games_are_drawn_too(game: str) -> None:
    if game not in tl.game_names():
        pytest.fail(f"{game} is gone")
    match = tl.new_match(game, 2, seed=1)
    for _ in range(6):
        match.play(match.legal_actions()[0])
    chart = plots.scores_over_rounds(match)
    assert [line.y[-1] for line in chart.data] == match.scores
    assert plots.points_by_clause(match).layout.title.text == "Points by rule"


# ------------------------------------------------------------------ heat maps


@pytest.mark.parametrize("theatre", THEATRES, ids=THEATRE_IDS)
def test_every_seat_stands_at_a_place_of_its_own(theatre: Any) -> None:
    places = seat_places(theatre)
    assert set(places) == set(theatre.seats)
    for seat, (x, y) in places.items():
        for other, (ox, oy) in places.items():
            if other > seat:
                assert abs(x - ox) > 0.999 or abs(y - oy) > 0.999, f"{seat} and {other} overlap"
            if other in theatre.neighbours[seat]:
                assert abs(x - ox) <= 1.25
                assert abs(y - oy) <= 1.35


@pytest.mark.parametrize("theatre", THEATRE_IDS)
def test_a_heat_map_shows_what_each_seat_scores(theatre: str) -> None:
    seats = THEATRES[THEATRE_IDS.index(theatre)].seats
    board = {seats[0]: "Noisy Kid", seats[1]: "VIP", seats[2]: "Bespectacled Critic", seats[-1]: "Short Patron"}
    scored = answer_board({"theatre": theatre, "seats": board})
    chart = plots.heat_map(theatre, board)
    labels = dict(zip(seats, chart.data[0].text, strict=True))
    hovers = dict(zip(seats, chart.data[0].hovertext, strict=True))
    for seat, points in scored["seat_vp"].items():
        assert labels[seat].startswith(f"<b>{points}</b>".replace("-", "−"))
        for part in scored["parts"][seat]:
            assert f"({part['rule']})" in hovers[seat]
            assert theme.escape(part["text"]) in hovers[seat]
    assert all(labels[seat] == seat for seat in seats if seat not in board)
    assert str(scored["total"]).replace("-", "−") in chart.layout.title.text


def test_gains_are_blue_losses_red_and_nothing_is_neither() -> None:
    from theatre_lab.plots.overture import _colour

    assert [theme.DIVERGING.index(_colour(points, 6)) for points in (-9, -6, -1, 0, 1, 3, 6, 9)] == [
        0, 0, 2, 3, 4, 5, 6, 6,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: plots.heat_map("circus", {}), "theatre"),
        (lambda: plots.heat_map("rotunda", {"Z9": "Kid"}), "Z9"),
        (lambda: plots.house_heat_map("a game"), "a match or a record, not 'a game'"),
        (lambda: plots.scores_over_rounds(None), "a match or a record, not None"),
        (lambda: plots.waterfall(tl.new_match("overture", 2, seed=1), 5), "there is no player 5"),
        (lambda: plots.house_heat_map(tl.new_match("overture", 2, seed=1), 2), "there is no player 2"),
        (lambda: plots.house_heat_map(tl.new_match("cabaret", 2, seed=1)), "this is a game of 'Cabaret'"),
    ],
    ids=["theatre", "seat", "text", "nothing", "waterfall", "player", "game"],
)
def test_what_cannot_be_drawn_is_told(call: Any, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        call()
    assert complaint in str(refused.value)


# ------------------------------------------------------------------ bots compared


@pytest.mark.parametrize("measure", ["win_rate", "score"])
def test_bots_stand_at_their_mean_with_their_interval(measure: str) -> None:
    result = simulate("overture", ["greedy", "random", "random"], games=6, seed=2, options={"theatre": "rotunda"})
    chart = plots.compare_bots(result, measure)
    ends = {"win_rate": ("win_low", "win_high"), "score": ("score_low", "score_high")}[measure]
    assert len(chart.data) == 3
    for bot, row in zip(result.bots, chart.data, strict=True):
        assert row.x[0] == getattr(bot, measure)
        assert row.x[0] - row.error_x.arrayminus[0] == pytest.approx(getattr(bot, ends[0]))
        assert row.x[0] + row.error_x.array[0] == pytest.approx(getattr(bot, ends[1]))
    assert len({row.y[0] for row in chart.data}) == 3, "two bots of one name share a line"


def test_an_unknown_measure_is_refused() -> None:
    result = simulate("overture", ["random", "random"], games=2, seed=2, options={"theatre": "rotunda"})
    with pytest.raises(OptionError, match="win_rate"):
        plots.compare_bots(result, "speed")  # type: ignore[arg-type]


@pytest.mark.parametrize("measure", ["win_rate", "score"])
def test_differences_stand_beside_a_line_at_nothing(measure: str) -> None:
    runs = [simulate("overture", [bot, "random"], games=6, seed=2, theatre="rotunda") for bot in ("easy", "greedy")]
    found = tl.compare(*runs)
    chart = plots.differences(found, measure)  # type: ignore[arg-type]
    assert [row.x[0] for row in chart.data] == [getattr(row, measure) for row in found.differences]
    assert chart.layout.shapes[0].x0 == 0
    assert "greedy for easy: +" in repr(chart)


def test_differences_take_a_comparison_and_a_known_measure() -> None:
    run = simulate("overture", ["random", "random"], games=4, seed=2, theatre="rotunda")
    with pytest.raises(BadInput, match=r"takes what compare\(\) returned"):
        plots.differences(run)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="win_rate"):
        plots.differences(tl.compare(run, run), "speed")  # type: ignore[arg-type]


def test_points_are_written_with_a_true_minus() -> None:
    assert total([]) == 0
    assert [theme.signed(points) for points in (2, 0, -2, 1.5)] == ["+2", "0", "−2", "+1.5"]


def test_a_plot_of_something_else_says_what_it_takes() -> None:
    for plot in (plots.compare_bots, plots.compare_seats):
        with pytest.raises(BadInput, match=r"takes what simulate\(\) returned"):
            plot("x")  # type: ignore[arg-type]
