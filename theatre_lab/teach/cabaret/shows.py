"""Drills on a show: what may be played, who wins, what it brings, who leads next."""

from __future__ import annotations

from theatre_lab.core.game import total
from theatre_lab.games.cabaret import CABARET, rules
from theatre_lab.games.cabaret.cards import GENRES, LETTERS
from theatre_lab.teach.cabaret.scene import (
    MIME,
    WHO,
    Show,
    any_show,
    crowd_of,
    hand_for,
    listed,
    own_genres,
    turn_state,
)
from theatre_lab.teach.drills import DrillSpec, Luck, NoExample, Question, typed_or_chosen

__all__ = ["SHOW_DRILLS"]


def _half_show(luck: Luck, level: int, mimes: int = 10) -> tuple[Show, int]:
    """A show in which it is your turn, and how many play."""
    players = crowd_of(luck, level)
    agents = own_genres(luck, players)
    show = any_show(luck, agents, mimes=mimes, played=luck.pick(range(1, players)))
    show = Show(agents, show.cards, leader=(players - len(show.cards)) % players)
    return show, players


def _legal(luck: Luck, level: int) -> Question:
    """Point at a card of the hand that may be played."""
    show, _ = _half_show(luck, level)
    hand = hand_for(luck, show.agents, 3 + level, show.cards, genres=2 if luck.happens(50) else 0)
    state = turn_state(show, hand)
    legal = [CABARET.action_text(state, action) for action in CABARET.legal_actions(state)]
    right = [card for card in hand if f"play {card}" in legal]
    if not right or len(right) == len(hand):
        raise NoExample
    return {
        "prompt": "It is your turn. Which of your cards may you play?",
        "kind": "seat",
        "answer": right,
        "board": {**show.picture(), "hand": hand, "pick": "hand", "players": show.who[: len(show.cards)]},
        "hint": ["Which genres lie in the show already?", "Only a genre that is not there yet will do."],
        "solution": f"You may play {listed(right, 'or')}.",
        "values": {card: "yes" if card in right else "no" for card in hand},
    }


def _mime(luck: Luck, level: int) -> Question:
    """A performer, or a mime? And if a performer, which?"""
    show, _ = _half_show(luck, level)
    hand = hand_for(luck, show.agents, 3, show.cards, genres=2)
    state = turn_state(show, hand)
    actions = [CABARET.action_text(state, action) for action in CABARET.legal_actions(state)]
    performers = [action.removeprefix("play ") for action in actions if action != "mime"]
    answer = f"only {listed(performers, 'or')}" if performers else "only a mime"
    others = [f"only {listed(hand, 'or')}", "only a mime", f"{listed(performers or hand[:1], 'or')}, or a mime"]
    others += [f"only {card}" for card in hand]
    options = list(dict.fromkeys([answer, *others]))[:4]
    clause = "CB-T3" if not performers else "CB-T2"
    return {
        "prompt": "You hold these three cards and some mimes. What may you play?",
        "clause": "CB-T3",
        "kind": "choice",
        "options": luck.shuffled(options),
        "answer": answer,
        "board": {**show.picture(), "hand": hand, "players": show.who[: len(show.cards)]},
        "hint": ["Is there a genre in your hand that the show lacks?", "A mime is for those who have no choice."],
        "solution": CABARET.clauses[clause].text,
    }


def _winner(luck: Luck, level: int) -> Question:
    """Point at the card that wins the show, or say nobody."""
    show = any_show(luck, own_genres(luck, crowd_of(luck, level)), mimes=(0, 15, 30)[level - 1])
    if not show.cancelled() and not luck.happens(25):
        raise NoExample
    return {
        "prompt": "The show is complete. Who wins it?",
        "kind": "seat",
        "answer": show.winner_name,
        "board": show.picture(nobody=True),
        "hint": ["First strike out all ranks that lie there more than once.", "Of those left, the highest rank wins."],
        "solution": _why_won(show),
        "values": show.fates(),
    }


def _why_won(show: Show) -> str:
    struck = show.cancelled()
    gone = f"{listed(struck)} cancel. " if struck else "No rank is there twice. "
    if show.winner is None:
        return f"{gone}Nothing is left, so nobody wins."
    rank = rules.rank_of(show.state.show[show.winner] - 1)
    card = "mime" if rank == 0 else str(rank)
    whose = "your" if show.winner == 0 else f"{show.winner_name}’s"
    return f"{gone}Of the rest {whose} {card} is highest."


def _cancels(luck: Luck, level: int) -> Question:
    """Which cards cancel?"""
    show = any_show(luck, own_genres(luck, crowd_of(luck, level)), mimes=10, alike=70)
    struck = show.cancelled()
    number = len(struck)
    if number == 0 and not luck.happens(30):
        raise NoExample
    return {
        "prompt": "How many cards of this show cancel?",
        "board": show.picture(),
        "hint": ["Look for ranks that are there twice or more.", "All of them cancel, not just a pair."],
        "solution": f"{listed(struck)} cancel." if struck else "Every rank is there once: none cancels.",
        "values": show.fates(),
        **typed_or_chosen(luck, number, [number - 1, 2, 0], level),
    }


def _prize(luck: Luck, level: int) -> Question:
    """What does the show bring its winner?"""
    agents = own_genres(luck, crowd_of(luck, level))
    show = any_show(luck, agents, mimes=(10, 20, 30)[level - 1], alike=25)
    if show.winner is None:
        raise NoExample
    seat = show.winner
    parts = show.prize(seat)
    points = total(parts)
    everything = sum(total(show.prize(other)) for other in range(len(agents)))
    if points == 0 and not luck.happens(20):
        raise NoExample
    genre = agents[seat]
    whose = "You represent" if seat == 0 else f"{WHO[seat]} represents"
    wins = "you win" if seat == 0 else f"{WHO[seat]} wins"
    return {
        "prompt": f"{whose} the {genre}, and {wins} this show. What is it worth for the final score?",
        "clause": "CB-T6",
        "board": show.picture(),
        "hint": ["Only the winner’s own genre scores.", "A mime in the show is worth a little, too."],
        "solution": f"The {genre} count, and mimes count; the other genres do not.",
        "parts": parts,
        "values": {WHO[seat]: "wins"},
        **typed_or_chosen(luck, points, [everything, points - 2, points + 2], level, least=-9),
    }


def _next_lead(luck: Luck, level: int) -> Question:
    """Who leads the next show?"""
    show = any_show(luck, own_genres(luck, crowd_of(luck, level)), mimes=25, alike=75)
    won = show.winner is not None
    if won and not luck.happens(45):
        raise NoExample
    last = show.who[-1]
    return {
        "prompt": "Who leads the next show?",
        "clause": "CB-T6" if won else "CB-T7",
        "kind": "choice",
        "options": show.who,
        "answer": show.winner_name if won else last,
        "board": show.picture(),
        "hint": ["First: who wins this one?", "If nobody does, the last to play goes on."],
        "solution": f"{show.winner_name} won it, and so {'lead' if show.winner == 0 else 'leads'}."
        if won
        else f"Nobody won it; {last} played last, and so {'lead' if last == WHO[0] else 'leads'}.",
        "values": show.fates(),
    }


_STOPPERS = ("CB-T1", "CB-T2", "CB-T3")
_LABELS = {
    "CB-T1": "the leader opens with a performer",
    "CB-T2": "that genre is in the show",
    "CB-T3": "performer or mime: only one of them fits",
}


def _refused(luck: Luck, level: int) -> Question:
    """Which rule stops this action?"""
    show, _ = _half_show(luck, level)
    if luck.happens(30):
        show = Show(show.agents, [], leader=0)
    hand = hand_for(luck, show.agents, 4, show.cards, genres=luck.pick((1, 2, 2, 3)))
    state = turn_state(show, hand)
    legal = CABARET.legal_actions(state)
    tries = [CABARET.parse_action(state, f"play {card}") for card in hand] + [rules.MIME]
    action = luck.pick([each for each in tries if each not in legal])
    clause, reason = CABARET.refusal(state, action)
    lead = "You lead this show. " if not show.cards else ""
    return {
        "prompt": f"{lead}You try: {CABARET.action_text(state, action)}. Why not?",
        "clause": None,
        "kind": "choice",
        "options": [{"value": each, "label": _LABELS[each]} for each in _STOPPERS],
        "answer": clause,
        "board": {**show.picture(), "hand": hand, "players": show.who[: len(show.cards)]},
        "hint": ["Who leads, and what lies there already?", "What else is in the hand?"],
        "solution": f"{reason} ({clause})",
    }


def _hidden(luck: Luck, level: int) -> Question:
    """What does a mime give away?"""
    players = crowd_of(luck, level)
    agents = own_genres(luck, players)
    genres = luck.shuffled(agents)[: players - 1 if players > 3 or luck.happens(50) else 2]
    staged = genres[: 1 + luck.below(len(genres))]
    if len(staged) >= players:
        raise NoExample
    cards = [f"{LETTERS[GENRES.index(genre)]}{1 + luck.below(12)}" for genre in staged]
    show = Show(agents, [*cards, MIME], leader=luck.below(players))
    mimic = show.order[len(staged)]
    if mimic == 0:
        raise NoExample
    name = WHO[mimic]
    absent = [genre for genre in agents if genre not in staged]
    may_hold = luck.pick(staged)
    missing = luck.pick(absent)
    asks_missing = luck.happens(60)
    right = missing if asks_missing else may_hold
    pool = staged if asks_missing else absent
    options = luck.shuffled([right, *luck.shuffled(pool)[:3]])
    if len(options) < 2:
        raise NoExample
    question = "Which genre is surely not in" if asks_missing else "Which genre may still be in"
    return {
        "prompt": f"{name} had to play a mime. {question} {name}’s hand?",
        "clause": "CB-T3",
        "kind": "choice",
        "options": options,
        "answer": right,
        "board": show.picture(),
        "hint": ["When is a mime allowed?", "Compare with the genres that lay there before it."],
        "solution": f"Until the round ends {name} holds no {listed(absent, 'and no')}: they would have been playable.",
    }


def _lead_cost(luck: Luck, level: int) -> Question:
    """What can beat or cancel a lead?"""
    players = 3 if level < 3 else 4
    agents = own_genres(luck, players)
    hand = hand_for(luck, agents, 12)
    lead = luck.pick(hand)
    rank = int(lead[1:])
    others = [genre for genre in agents if genre != GENRES[LETTERS.index(lead[0])]]
    out = [f"{LETTERS[GENRES.index(genre)]}{r}" for genre in others for r in range(1, 13)]
    unseen = [card for card in out if card not in hand]
    equal = sum(int(card[1:]) == rank for card in unseen)
    higher = sum(int(card[1:]) > rank for card in unseen)
    asks_equal = level > 1 and luck.happens(35)
    told, answer = ("cancel", equal) if asks_equal else ("beat", higher)
    if asks_equal and luck.happens(60) and equal == 0:
        raise NoExample
    own = sum(int(card[1:]) > rank for card in out if card in hand)
    return {
        "prompt": f"{'Three' if players == 3 else 'Four'} play, it is the first show, and you lead {lead}. "
        f"How many cards of the others could {told} it?",
        "clause": "CB-T5",
        "board": {"hand": hand, "pick": "show"},
        "hint": ["The others may not play your genre any more.", "Do not count what you hold yourself."],
        "solution": f"{higher} are higher and would beat it, {equal} of the same rank would cancel it.",
        **typed_or_chosen(luck, answer, [higher + own, 12 - rank, higher + equal, higher], level),
    }


def _own(luck: Luck, level: int) -> Question:
    """Who would want this card most?"""
    agents = own_genres(luck, crowd_of(luck, level))
    card = luck.pick(hand_for(luck, agents, 9))
    owner = agents.index(GENRES[LETTERS.index(card[0])])
    is_bad = int(card[1:]) > 10
    told = "is glad to win" if not is_bad else "loses points by winning"
    people = [
        f"{WHO[seat]} {'represent' if seat == 0 else 'represents'} the {genre}" for seat, genre in enumerate(agents)
    ]
    return {
        "prompt": f"{'; '.join(people)}. Who {told} this card?",
        "clause": "CB-E1",
        "kind": "choice",
        "options": list(WHO[: len(agents)])
        if level > 1
        else luck.shuffled([WHO[owner], *_others(luck, owner, agents)]),
        "answer": WHO[owner],
        "card": card,
        "hint": ["Which letter stands on the card?", "Only one agent counts its stars."],
        "solution": f"The {agents[owner]} score for their own agent alone: {WHO[owner]}.",
    }


def _others(luck: Luck, owner: int, agents: list[str]) -> list[str]:
    return luck.shuffled([WHO[seat] for seat in range(len(agents)) if seat != owner])[:3]


SHOW_DRILLS = (
    DrillSpec("own-genre", "Whose star is it?", ("CB-E1", "CB-S1"), _own),
    DrillSpec("legal", "What may be played", ("CB-T2", "CB-T1"), _legal),
    DrillSpec("mime", "Performer or mime", ("CB-T3",), _mime),
    DrillSpec("cancelling", "Equal ranks", ("CB-T5",), _cancels),
    DrillSpec("winner", "Who wins the show", ("CB-T5",), _winner),
    DrillSpec("prize", "What a show brings", ("CB-T6",), _prize),
    DrillSpec("next-lead", "Who leads next", ("CB-T7", "CB-T6"), _next_lead),
    DrillSpec("refused", "Which rule says no", ("CB-T1", "CB-T2", "CB-T3"), _refused),
    DrillSpec("hidden", "What a mime gives away", ("CB-T3",), _hidden),
    DrillSpec("lead", "What a lead costs", ("CB-T5", "CB-T1"), _lead_cost),
)
