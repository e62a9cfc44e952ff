"""Cabaret's rule book, clause by clause, in this project's own words."""

from __future__ import annotations

from theatre_lab.core.clauses import Clause, Clauses

__all__ = ["CLAUSES"]

CLAUSES = Clauses(
    [
        Clause(
            "CB-C1",
            "The cards",
            "There are six genres: Singers, Actors, Musicians, Magicians, Dancers and "
            "Jugglers. Each has twelve performers, ranked 1 to 12, and one agent. Eighteen "
            "mimes complete the box.",
        ),
        Clause(
            "CB-C2",
            "Stars",
            "A gold star is worth 1 point, a black star costs 1. Low ranks carry the most "
            "gold; the 11 has one black star and the 12 has two. A mime has two gold stars. "
            "Our ruling: the printed table is not public, so ours is a data file, and the "
            "option `stars` replaces it.",
        ),
        Clause(
            "CB-S1",
            "Agents and mimes",
            "Two to six people play. Everyone takes a different agent, and only those genres "
            "are in the game. Everyone starts with 3 mimes face up: one collection to play "
            "from and to add won mimes to. Agents and mimes are open to all.",
        ),
        Clause(
            "CB-S2",
            "The deal",
            "Each round deals all performers, one at a time from player 1 on, until everyone holds twelve.",
        ),
        Clause(
            "CB-S3",
            "Who starts",
            "Chance names the starting player of round one, unless an option does. Our "
            "ruling: the start then moves one seat to the left every round, whoever won the "
            "last show.",
        ),
        Clause(
            "CB-T1",
            "Leading",
            "The leader opens the show with any performer from hand.",
        ),
        Clause(
            "CB-T2",
            "Never follow",
            "Everyone after the leader, clockwise, plays a performer of a genre that is not in the show yet.",
        ),
        Clause(
            "CB-T3",
            "Mimes",
            "If all your genres are in the show already, you must play a mime. If you can "
            "play a performer, a mime is not allowed. So a round may end with cards left in a "
            "hand.",
        ),
        Clause(
            "CB-T4",
            "Mime shortage",
            "If you need a mime and own none, everyone is paid 2 points for each mime they "
            "own. Then all mimes of the game come back, everyone gets 3 again, and you play "
            "one. Our ruling: mimes in the show or set aside belong to nobody and pay "
            "nothing; those in the show still count as rank 0, but the winner no longer gets "
            "them.",
        ),
        Clause(
            "CB-T5",
            "Who wins a show",
            "Cards that share a rank cancel each other, however many they are. The highest "
            "rank left wins. A mime has rank 0: two cancel, and a single one wins if nothing "
            "else is left.",
        ),
        Clause(
            "CB-T6",
            "The prize",
            "The winner takes the whole show: mimes join their collection, performers their "
            "scoring pile. Then the winner leads the next show.",
        ),
        Clause(
            "CB-T7",
            "A show nobody wins",
            "If everything cancels, the performers lie aside for the rest of the round and bring no points. "
            "Whoever played last leads next. Our ruling: the mimes are set aside as well, "
            "until a shortage brings them back or the game ends. Next round's deck holds all "
            "performers again, those left in hands too.",
        ),
        Clause(
            "CB-T8",
            "Length of a round",
            "A round has twelve shows.",
        ),
        Clause(
            "CB-E1",
            "Scoring a round",
            "After a round, count the stars of your own genre in your scoring pile: gold "
            "stars add a point, black stars take one. Other genres and cards left in hand "
            "count nothing. You keep your mimes.",
        ),
        Clause(
            "CB-E2",
            "Variant: all genres",
            "If you agree on it before the game, every performer in your pile scores, and "
            "your own genre scores double, good or bad. Mimes are never doubled.",
        ),
        Clause(
            "CB-E3",
            "Length of the game",
            "A game has three rounds. You may agree on as many as there are players, or on any other number.",
        ),
        Clause(
            "CB-E4",
            "The final score",
            "Add up your rounds, what shortages paid you, and 2 points for each mime you "
            "still own. The highest score wins. Our ruling: equals share the win.",
        ),
    ]
)
