"""Drills on what lies around the shows: the cards, the deal, mimes that run out, rounds and the final score."""

from __future__ import annotations

from theatre_lab.core.game import total
from theatre_lab.games.cabaret import CABARET, rules, show_state
from theatre_lab.games.cabaret.cards import GENRES, LETTERS, printed_stars
from theatre_lab.teach.cabaret.scene import WHO, crowd_of, hand_for, listed, own_genres, pile_parts
from theatre_lab.teach.drills import DrillSpec, Luck, NoExample, Question, typed_or_chosen

__all__ = ["ROUND_DRILLS", "SCORE_DRILLS"]

_COUNTS = ("", "", "Two play.", "Three play.", "Four play.", "Five play.", "Six play.")


def _letters(luck: Luck, level: int) -> Question:
    """Which genre does a letter mean?"""
    genre = luck.pick(GENRES)
    rank = 1 + luck.below(12)
    letter = LETTERS[GENRES.index(genre)]
    others = luck.shuffled([each for each in GENRES if each != genre])[: 2 + level]
    return {
        "prompt": f"Which genre is {letter}{rank}?",
        "kind": "choice",
        "options": luck.shuffled([genre, *others]),
        "answer": genre,
        "card": f"{letter}{rank}" if level == 1 else None,
        "hint": [
            "The letter comes first, then the rank.",
            "Two genres begin alike: one of them takes its third letter.",
        ],
        "solution": f"{letter} is for {genre}. The letters are {listed(list(LETTERS))}; Magicians are G.",
    }


def _stars(luck: Luck, level: int) -> Question:
    """How much are these cards worth to the agent of their genre?"""
    genre = luck.pick(GENRES)
    letter = LETTERS[GENRES.index(genre)]
    ranks = sorted(luck.shuffled(range(1, 13))[: 1 + level])
    cards = [f"{letter}{rank}" for rank in ranks]
    parts = pile_parts([genre, next(each for each in GENRES if each != genre)], 0, cards)
    points = total(parts)
    bright = sum(abs(printed_stars()[rank - 1]) for rank in ranks)
    return {
        "prompt": f"You represent the {genre}. What are these cards worth in your pile?",
        "clause": "CB-C2",
        "cards": cards,
        "hint": ["Count the stars.", "Gold adds, black takes away."],
        "solution": "Each gold star adds a point, each black star costs one.",
        "parts": parts,
        **typed_or_chosen(luck, points, [bright, sum(ranks), points + 2], level, least=-6),
    }


def _box(luck: Luck, level: int) -> Question:
    """How much is in the game when so many play?"""
    players = 2 + luck.below(5)
    what, answer, wrong = luck.pick(
        (
            ("performers are dealt each round", 12 * players, [72, 12 * (players + 1)]),
            ("mimes are in the game", 3 * players, [18, 3, 3 * players + 3]),
            ("genres are in the game", players, [6, players + 1]),
        )
    )
    return {
        "prompt": f"{_COUNTS[players]} How many {what}?",
        "clause": "CB-S1",
        "hint": [
            "There are as many genres as players.",
            "A genre has a dozen performers; a player begins with a few mimes.",
        ],
        "solution": f"{players} genres of twelve performers, and three mimes for each of {players} players.",
        **typed_or_chosen(luck, answer, wrong, level),
    }


def _deal(luck: Luck, level: int) -> Question:
    """Who gets which card of the deck?"""
    players = crowd_of(luck, level)
    agents = own_genres(luck, players)
    deck = luck.shuffled(hand_for(luck, agents, 7))
    place = players + luck.below(len(deck) - players)
    return {
        "prompt": f"{_COUNTS[players]} The deck, top card first, lies below. {WHO[0]} are dealt the first card. "
        f"Who is dealt {deck[place]}?",
        "cards": deck,
        "kind": "choice",
        "options": list(WHO[:players]),
        "answer": WHO[place % players],
        "hint": ["One card at a time, round and round.", "Count along the row, and begin anew after the last player."],
        "solution": CABARET.clauses["CB-S2"].text,
    }


def _start(luck: Luck, level: int) -> Question:
    """Who leads the first show of a later round?"""
    players = crowd_of(luck, level)
    first = luck.below(players)
    later = 2 if level == 1 else 2 + luck.below(3)
    s = show_state(own_genres(luck, players), [[]] * players, leader=first, rounds=9)
    for _ in range(later - 1):
        rules.end_round(s)
    last_winner = WHO[luck.below(players)]
    return {
        "prompt": f"{_COUNTS[players]} Round one was started by {WHO[first]}; {last_winner} won the last show of round "
        f"{later - 1}. Who starts round {later}?",
        "kind": "choice",
        "options": list(WHO[:players]),
        "answer": WHO[s.leader],
        "hint": ["Does it matter who won the last show?", "The start moves on by a seat every round."],
        "solution": CABARET.clauses["CB-S3"].text,
    }


def _length(luck: Luck, level: int) -> Question:
    """How long is a game?"""
    players = 2 + luck.below(5)
    rounds = luck.pick((1, 2, 3, players))
    by_players = rounds == players and luck.happens(60)
    told = "as many rounds as players" if by_players else f"{rounds} round{'' if rounds == 1 else 's'}"
    shows = 12 * rounds
    if level == 1 or luck.happens(50):
        clause = "CB-T8" if not by_players else "CB-E3"
        rest = typed_or_chosen(luck, shows, [12, 12 * players, 12 * (rounds + 1)], level)
        return {
            "prompt": f"{_COUNTS[players]} You agree on {told}. How many shows is that?",
            "clause": clause,
            "hint": ["A round has as many shows as a hand has cards.", "Rounds times shows."],
            "solution": f"{rounds} times twelve: {shows}.",
            **rest,
        }
    cards = shows * players
    return {
        "prompt": f"{_COUNTS[players]} You agree on {told}. How many cards are played, mimes included?",
        "clause": "CB-E3",
        "hint": ["Everybody plays a card in every show.", "Rounds, shows, players: multiply."],
        "solution": f"{shows} shows with {players} cards each: {cards}.",
        **typed_or_chosen(luck, cards, [shows, 12 * players, cards + shows], level),
    }


def _shortage(luck: Luck, level: int) -> Question:
    """What happens when a mime is needed and none is owned?"""
    players = crowd_of(luck, level)
    mimes = [0, *(luck.below(7) for _ in range(players - 1))]
    if sum(mimes) > 3 * players or sum(mimes) < 3:
        raise NoExample
    agents = own_genres(luck, players)
    s = show_state(agents, [[]] * players, mimes=mimes)
    rules.play_mime(s, 0)
    seat = luck.below(players)
    owned = "; ".join(
        f"{WHO[p]} {'own' if p == 0 else 'owns'} {count if count else 'none'}" for p, count in enumerate(mimes)
    )
    name = WHO[seat]
    if luck.happens(60):
        paid = 2 * s.mimes_paid[seat]
        prompt = f"How many points {'are you' if seat == 0 else f'is {name}'} paid?"
        rest = typed_or_chosen(luck, paid, [mimes[seat], 2 * mimes[seat] + 2, 6, 0], level)
    else:
        prompt = f"How many mimes {'do you' if seat == 0 else f'does {name}'} own after you have played yours?"
        rest = typed_or_chosen(luck, s.mimes[seat], [3, 2, mimes[seat] + 3, mimes[seat]], level)
    return {
        "prompt": f"Mimes: {owned}. You must play one. {prompt}",
        "hint": ["First everybody is paid for what they own.", "Then all begin again with as many as at the start."],
        "solution": CABARET.clauses["CB-T4"].text.split(" Our ruling")[0],
        **rest,
    }


def _round(luck: Luck, level: int) -> Question:
    """What does a pile score?"""
    agents = own_genres(luck, crowd_of(luck, level))
    pile = hand_for(luck, agents, 4 + level)
    parts = pile_parts(agents, 0, pile)
    points = total(parts)
    if not parts and not luck.happens(15):
        raise NoExample
    everything = sum(printed_stars()[int(card[1:]) - 1] for card in pile)
    return {
        "prompt": f"You represent the {agents[0]}. The round is over, and this is your pile. What do you score?",
        "cards": pile,
        "hint": ["Which of them are of your genre?", "Gold adds, black takes away; the rest is nothing."],
        "solution": f"Only the {agents[0]} count for you.",
        "parts": parts,
        **typed_or_chosen(luck, points, [everything, points + 1, points - 2], level, least=-9),
    }


def _all_genres(luck: Luck, level: int) -> Question:
    """What does a pile score when all genres count?"""
    agents = own_genres(luck, crowd_of(luck, level))
    pile = hand_for(luck, agents, 2 + level)
    parts = pile_parts(agents, 0, pile, all_genres=True)
    points = total(parts)
    single = sum(printed_stars()[int(card[1:]) - 1] for card in pile)
    if single == points:
        raise NoExample
    return {
        "prompt": f"With the variant “all genres”: you represent the {agents[0]}. What does this pile score?",
        "cards": pile,
        "hint": ["Every card counts now.", "Your own genre counts twice, black stars too."],
        "solution": CABARET.clauses["CB-E2"].text.split(". Mimes")[0] + ".",
        "parts": parts,
        **typed_or_chosen(luck, points, [single, 2 * single, points + 2], level, least=-9),
    }


def _final(luck: Luck, level: int) -> Question:
    """Who wins the game?"""
    players = crowd_of(luck, level)
    s = show_state(own_genres(luck, players), [[]] * players)
    s.phase = rules.OVER
    rows = []
    mimes = [luck.below(6) for _ in range(players)]
    goal = 20 + luck.below(10)
    for p in range(players):
        s.mimes[p] = mimes[p]
        s.mimes_paid[p] = luck.pick((0, 0, 2, 3)) if level > 1 else 0
        near = 0 if luck.happens(55) else luck.pick((-3, -2, -1, 1))
        s.points[p] = goal + near - 2 * (s.mimes[p] + s.mimes_paid[p])
        paid = f", {2 * s.mimes_paid[p]} paid at a shortage" if s.mimes_paid[p] else ""
        rows.append(f"{WHO[p]}: {s.points[p]} from rounds{paid}, {s.mimes[p]} mimes")
    winners = [WHO[p] for p in CABARET.winners(s)]
    answer = listed(winners)
    best_rounds = WHO[max(range(players), key=lambda p: s.points[p])]
    options = list(dict.fromkeys([answer, *winners, best_rounds, *luck.shuffled(WHO[:players])]))[:4]
    return {
        "prompt": f"The game is over. {'; '.join(rows)}. Who wins?",
        "clause": "CB-E4",
        "kind": "choice",
        "options": luck.shuffled(options),
        "answer": answer,
        "hint": ["Mimes still owned are worth something, too.", "Equals share."],
        "solution": f"Final scores: {', '.join(f'{WHO[p]} {CABARET.scores(s)[p]}' for p in range(players))}.",
        "parts": CABARET.breakdown(s, CABARET.winners(s)[0]),
    }


ROUND_DRILLS = (
    DrillSpec("letters", "Genres and letters", ("CB-C1",), _letters),
    DrillSpec("stars", "Gold and black stars", ("CB-C2",), _stars),
    DrillSpec("box", "What is in the game", ("CB-S1", "CB-C1"), _box),
    DrillSpec("deal", "The deal", ("CB-S2",), _deal),
    DrillSpec("start", "Who starts a round", ("CB-S3",), _start),
    DrillSpec("length", "How long a game is", ("CB-T8", "CB-E3"), _length),
)
SCORE_DRILLS = (
    DrillSpec("shortage", "When mimes run out", ("CB-T4",), _shortage),
    DrillSpec("round", "What a pile scores", ("CB-E1",), _round),
    DrillSpec("all-genres", "All genres score", ("CB-E2",), _all_genres),
    DrillSpec("final", "Who wins the game", ("CB-E4",), _final),
)
