"""Pictures of games: pure functions from results to plotly figures.

Every plot is a `plotly.graph_objects.Figure` in one look; its `repr` says in words what it shows.
"""

from theatre_lab.plots.balance import card_effects, deck_rates, seat_rates
from theatre_lab.plots.best_seating import seating_gains
from theatre_lab.plots.cabaret import hands_and_mimes, points_by_show, win_chance_over_shows
from theatre_lab.plots.chances import win_chances
from theatre_lab.plots.mythic_circus import deck_over_turns, hires_over_turns, shows_over_turns, worker_earnings
from theatre_lab.plots.overture import heat_map, house_heat_map
from theatre_lab.plots.review import regrets
from theatre_lab.plots.scores import clause_bars, points_by_clause, scores_over_rounds, waterfall
from theatre_lab.plots.series import (
    compare_bots,
    compare_seats,
    differences,
    interval_over_games,
    mean_points,
    rating_ladder,
)
from theatre_lab.plots.the_theatre import cards_over_acts, gamble_outcomes, value_build_up
from theatre_lab.plots.theme import TEMPLATE, Chart

__all__ = [
    "TEMPLATE",
    "Chart",
    "card_effects",
    "cards_over_acts",
    "clause_bars",
    "compare_bots",
    "compare_seats",
    "deck_over_turns",
    "deck_rates",
    "differences",
    "gamble_outcomes",
    "hands_and_mimes",
    "heat_map",
    "hires_over_turns",
    "house_heat_map",
    "interval_over_games",
    "mean_points",
    "points_by_clause",
    "points_by_show",
    "rating_ladder",
    "regrets",
    "scores_over_rounds",
    "seat_rates",
    "seating_gains",
    "shows_over_turns",
    "value_build_up",
    "waterfall",
    "win_chance_over_shows",
    "win_chances",
    "worker_earnings",
]
