"""Drills on the turn, the lobby, hidden cards and ties, taken from games that were really played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theatre_lab.api import new_match
from theatre_lab.bots.basic import RandomBot
from theatre_lab.core.errors import IllegalAction
from theatre_lab.core.match import Match
from theatre_lab.games.overture import OVERTURE, rules, scoring
from theatre_lab.games.overture.cards import DECK, card_name
from theatre_lab.teach.drills import DrillSpec, Luck, NoExample, Question, numeric_choice
from theatre_lab.teach.overture.scene import Scene, any_theatre, crowd, labelled, one

__all__ = ["END_DRILLS", "TURN_DRILLS"]

_NAMES = ("You", "Ben", "Cleo", "Dan")
_COUNTS = {2: "Two play.", 3: "Three play.", 4: "Four play."}


def _played(luck: Luck, players: int, plies: int) -> Match:
    """A game after so many random decisions."""
    match = new_match("overture", list(_NAMES[:players]), theatre="grand-empress", seed=luck.below(1 << 30))
    bot = RandomBot(luck.below(1 << 30))
    while match.ply < plies and not match.is_over:
        match.play(bot(match.view(match.to_move or 0)))
    return match


def _crowd_size(luck: Luck, level: int) -> int:
    return 2 if level == 1 else luck.pick((2, 2, 3, 4))


def _told(match: Match) -> dict[str, Any]:
    return match.view(match.to_move or 0).as_dict()


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


# ------------------------------------------------------------------ the turn


def _next_step(match: Match) -> str:
    """What the player who has just acted does next: draw, seat, discard, or nothing when the turn is over."""
    if match.to_move != match.history[-1].player:
        return "over"
    return match.legal_actions()[0].split()[0]


def _turn(luck: Luck, level: int) -> Question:
    """What comes next in this turn?"""
    players = _crowd_size(luck, level)
    match = _played(luck, players, 1 + luck.below(40))
    wanted = luck.pick(("draw", "seat", "discard", "over") if players == 2 else ("draw", "seat", "over"))
    bot = RandomBot(luck.below(1 << 30))
    while not match.is_over and _next_step(match) != wanted:
        match.play(bot(match.view(match.to_move or 0)))
    if match.is_over:
        raise NoExample
    verb = wanted
    ply = match.history[-1]
    done = [p.text for p in match.history if p.player == ply.player and p.before.turn == ply.before.turn]
    has_seated = any(text.startswith("seat") for text in done)
    held = match.state.held[ply.player]
    choices = {
        "draw": "draw a card",
        "seat": "seat a card",
        "discard": "discard a card",
        "over": "nothing: the turn is over",
    }
    story = "you have just seated a patron" if has_seated else "you have seated nobody yet this turn"
    if any(text.startswith("discard") for text in done):
        story = "you have just discarded"
    clause = {"draw": "OV-T1", "seat": "OV-T3", "discard": "OV-T4", "over": "OV-T4"}[verb]
    return {
        "prompt": f"{_COUNTS[players]} You hold {_plural(held, 'card')}, and {story}. What comes next?",
        "clause": clause,
        "cards": match.view(ply.player).as_dict()["hand"],
        "kind": "choice",
        "options": list(choices.values()),
        "answer": choices[verb],
        "hint": [
            "Draw, seat, and with two players discard.",
            "How many cards does a full hand have when so many play?",
        ],
        "solution": OVERTURE.clauses[clause].text,
    }


_DRAW_SETS = (
    ("draw deck",),
    ("draw deck", "draw lobby 1", "draw lobby 2"),
    ("draw deck", "draw lobby 0", "draw lobby 1", "draw lobby 2"),
    ("draw lobby 1", "draw lobby 2"),
    ("draw lobby 0", "draw lobby 1", "draw lobby 2"),
    ("draw lobby 0",),
)


def _draws_in_words(draws: Sequence[str]) -> str:
    """A set of draws as people say it.

    >>> _draws_in_words(["draw deck", "draw lobby 1", "draw lobby 2"])
    'the deck, slot 1 or slot 2'
    """
    places = [draw.removeprefix("draw ").replace("lobby", "slot").replace("deck", "the deck") for draw in draws]
    if len(places) == 1:
        return f"only {places[0]}"
    return f"{', '.join(places[:-1])} or {places[-1]}"


def _is_drawing(match: Match, has_visited: bool) -> bool:
    if match.is_over:
        raise NoExample
    return bool(match.state.phase == rules.DRAWING and (match.state.lobby_draws > 0) == has_visited)


def _lobby(luck: Luck, level: int) -> Question:
    """From where may you draw now?"""
    players = luck.pick((2, 2, 2, 3, 4))
    has_visited = players == 2 and luck.happens(70)
    match = _played(luck, players, luck.below(30))
    bot = RandomBot(luck.below(1 << 30))
    while not _is_drawing(match, has_visited):
        match.play(bot(match.view(match.to_move or 0)))
    state = match.state
    if level == 3 and luck.happens(50):
        state.drawn = state.deck_count
    told = OVERTURE.describe_view(state, match.to_move or 0)
    legal = [OVERTURE.action_text(state, action) for action in OVERTURE.legal_actions(state)]
    answer = _draws_in_words(legal)
    wrong = [_draws_in_words(draws) for draws in _DRAW_SETS]
    options = [answer, *luck.shuffled([text for text in wrong if text != answer])[:3]]
    visits = (
        "You have taken a lobby card this turn." if state.lobby_draws else "You have not been to the lobby this turn."
    )
    deck = f"The deck holds {_plural(told['deck_count'], 'card')}." if told["deck_count"] else "The deck is empty."
    clause = "OV-T2" if players == 2 and state.lobby_draws else "OV-L1"
    return {
        "prompt": f"{_COUNTS[players]} {visits} {deck} The lobby, slot 0 first, lies below. What may you draw?",
        "clause": clause,
        "cards": [name for name in told["lobby"] if name],
        "kind": "choice",
        "options": luck.shuffled(options),
        "answer": answer,
        "hint": [
            "The newest lobby card is frozen, as long as there is a deck.",
            "When two play, one visit to the lobby a turn.",
        ],
        "solution": OVERTURE.clauses[clause].text,
    }


def _slide(luck: Luck, level: int) -> Question:
    """Where do the lobby cards lie after one was taken?"""
    match = _played(luck, _crowd_size(luck, level), luck.below(30))
    state = match.state.copy()
    before = [card_name(card) for card in state.lobby if card]
    draws = [text for text in match.legal_actions() if text.startswith("draw lobby")] if not match.is_over else []
    if len(set(before)) < 3:
        raise NoExample
    action = luck.pick(draws)
    rules.apply(state, OVERTURE.parse_action(state, action))
    slot = luck.pick((1, 2)) if action.endswith("2") else luck.pick((0, 1, 2))
    unknown = "a new card from the deck"
    answer = unknown if slot == 0 else card_name(state.lobby[slot])
    return {
        "prompt": f"The lobby, slot 0 first, lies below. You take slot {action[-1]}. What lies in slot {slot} then?",
        "cards": before,
        "kind": "choice",
        "options": [*before, unknown],
        "answer": answer,
        "hint": ["The cards left of the gap slide to the right.", "The new card always enters at the frozen slot."],
        "solution": OVERTURE.clauses["OV-L2"].text,
    }


_STOPPERS = ("OV-T1", "OV-T2", "OV-T3", "OV-T4", "OV-L1")


def _refused(luck: Luck, level: int) -> Question:
    """Which rule stops this action?"""
    players = _crowd_size(luck, level)
    match = _played(luck, players, luck.below(44))
    if match.is_over:
        raise NoExample
    told = _told(match)
    hand, house = told["hand"], told["houses"][match.to_move or 0]
    tries = ["draw deck", "draw lobby 0", "draw lobby 1", f"discard {luck.pick(hand)}"]
    tries += [f"seat {luck.pick(hand)} {luck.pick(list(house) or ['A1'])}"]
    action = luck.pick([text for text in tries if text not in match.legal_actions()])
    try:
        match.parse(action)
    except IllegalAction as error:
        clause, reason = error.clause, error.reason
    titles = {each: OVERTURE.clauses[each].title for each in dict.fromkeys([clause, *luck.shuffled(_STOPPERS)])}
    options = [{"value": each, "label": titles[each]} for each in sorted(list(titles)[:4])]
    seated = f"In your house these seats are taken: {', '.join(house)}." if house else "Nobody sits in your house yet."
    steps = {"drawing": "You are drawing", "seating": "You are to seat", "discarding": "You are to discard"}
    return {
        "prompt": f"{_COUNTS[players]} {steps[told['phase']]}; your hand lies below. {seated} "
        f"You try: {action}. Which rule stops you?",
        "clause": None,
        "cards": hand,
        "kind": "choice",
        "options": options,
        "answer": clause,
        "hint": ["First ask: what is this step of the turn for?", "Then: is that card, slot or seat free to use?"],
        "solution": f"{reason} ({clause})",
    }


def _ghosts(luck: Luck, level: int) -> Question:
    """How many ghosts have left, or how many cards are still in the deck, when three play?"""
    number = 1 + luck.below(11)
    match = _played(luck, 3, 0)
    full = _told(match)["deck_count"]
    bot = RandomBot(luck.below(1 << 30))
    while match.state.turn < number:
        match.play(bot(match.view(match.to_move or 0)))
    told = _told(match)
    ghosts, deck = told["ghosts"], told["deck_count"]
    question = {
        "hint": ["One leaves before the first lobby is laid out.", "Another leaves after every round."],
        "solution": f"{OVERTURE.clauses['OV-S3'].text} With the one from the deal: {ghosts}.",
    }
    if level == 1:
        prompt = f"Three play, and round {number} has just ended. How many ghosts have left the game?"
        options = labelled(numeric_choice(luck, ghosts, [number, ghosts + 1, 3 * number], least=0))
        return question | {"prompt": prompt, "kind": "choice", "options": options, "answer": ghosts}
    prompt = f"Three play, and round {number} has just ended. How many cards does the deck hold?"
    wrong = [deck + number, deck + 1, deck - 3, deck + 3]
    rest = {
        "prompt": prompt,
        "hint": [
            "In every round each player draws a card, and a ghost leaves.",
            "Before that: the deal, the ghost, the lobby.",
        ],
        "solution": f"{deck} cards: {full} after the deal, and {(full - deck) // number} fewer after each round.",
    }
    if level == 3:
        return question | rest | {"kind": "number", "min": 0, "max": 56, "answer": deck}
    options = labelled(numeric_choice(luck, deck, wrong, least=0))
    return question | rest | {"kind": "choice", "options": options, "answer": deck}


def _hidden(luck: Luck, level: int) -> Question:
    """What do you know of a rival's hand?"""
    players = luck.pick((3, 4))
    match = _played(luck, players, 3 * players + luck.below(40))
    if match.is_over:
        raise NoExample
    rival = 1 + luck.below(players - 1)
    told = match.view(0).as_dict()
    if match.to_move == rival or told["hand_counts"][rival] != 1:
        raise NoExample
    turn = max(p.before.turn for p in match.history if p.player == rival)
    deeds = [p for p in match.history if p.player == rival and p.before.turn == turn]
    if luck.happens(50) and not any(p.text.startswith("draw lobby") for p in deeds):
        raise NoExample
    story = ", ".join(OVERTURE.describe_action(p.before, p.action) for p in deeds)
    seen = [card_name(p.before.lobby[int(p.text[-1])]) for p in deeds if p.text.startswith("draw lobby")]
    seen += [p.text[5:].rpartition(" ")[0] for p in deeds if p.text.startswith("seat")]
    earlier = told["known"][rival]
    carried = _known_before(match, rival, deeds[0].before)
    nothing = "nothing"
    answer = earlier[0] if earlier else nothing
    held = (
        f"You know that {_NAMES[rival]} held {one(carried[0])}."
        if carried
        else f"{_NAMES[rival]} held a card you did not know."
    )
    options = list(dict.fromkeys([answer, nothing, *carried, *seen, *luck.shuffled([card_name(c) for c in DECK])]))[:4]
    return {
        "prompt": f"{held} Then {_NAMES[rival]} {story}. What do you know of {_NAMES[rival]}’s one card now?",
        "kind": "choice",
        "options": luck.shuffled(options),
        "answer": answer,
        "hint": ["Everybody sees what is taken from the lobby.", "A card that was seated is no longer in the hand."],
        "solution": OVERTURE.clauses["OV-L3"].text,
    }


def _known_before(match: Match, rival: int, before: Any) -> list[str]:
    known = OVERTURE.view(before, 0).as_dict()["known"][rival]
    return list(known)


# ------------------------------------------------------------------ the end


def _ties(luck: Luck, level: int) -> Question:
    """Who wins? Houses with equal points, or nearly so, and what the tie-breakers say."""
    players = 2 if level == 1 else luck.pick((2, 3, 4))
    theatre = any_theatre(luck, level)
    pool: dict[int, list[Scene]] = {}
    for _ in range(30):
        scene = crowd(luck, theatre, 6)
        pool.setdefault(scene.whole(), []).append(scene)
    points, tied = max(pool.items(), key=lambda entry: (len(entry[1]), entry[0]))
    if len(tied) < players:
        raise NoExample
    houses = luck.shuffled(tied)[:players]
    if players > 2 and luck.happens(35):
        houses[luck.below(players)] = luck.pick([s for value, scenes in pool.items() if value < points for s in scenes])
    state, winner, wanted = _as_ended(houses), -1, luck.below(players)
    for _ in range(4 * players):
        state = _as_ended(houses)
        winner = OVERTURE.winners(state)[0]
        if winner == wanted:
            break
        houses = luck.shuffled(houses)
    rows = [_row_of(state, player) for player in range(players)]
    return {
        "prompt": f"The last round is over. In order of play: {'; '.join(rows)}. Who wins?",
        "kind": "choice",
        "options": list(_NAMES[:players]),
        "answer": _NAMES[winner],
        "hint": [
            "Points first. If they are equal, Noisy patrons are good for once.",
            "Still equal? See who comes later.",
        ],
        "solution": f"{_NAMES[winner]}. {OVERTURE.clauses['OV-E2'].text}",
    }


def _row_of(state: Any, player: int) -> str:
    board = state.board[player]
    noisy, types = scoring.noisy_seated(state, board), scoring.types_seated(state, board)
    verb = "have" if player == 0 else "has"
    points = _plural(OVERTURE.scores(state)[player], "point")
    return f"{_NAMES[player]} {verb} {points}, {noisy} Noisy, {_plural(types, 'type')}"


def _as_ended(houses: Sequence[Scene]) -> Any:
    state = houses[0].state.copy()
    state.players = len(houses)
    for player, scene in enumerate(houses):
        for seat, card in enumerate(scene.board):
            state.board[player][seat] = card
    state.turn, state.phase = rules.ROUNDS, rules.OVER
    return state


TURN_DRILLS = (
    DrillSpec("turn", "The turn", ("OV-T1", "OV-T3", "OV-T4"), _turn),
    DrillSpec("lobby", "What may be drawn", ("OV-L1", "OV-T2"), _lobby),
    DrillSpec("slide", "The lobby moves up", ("OV-L2",), _slide),
    DrillSpec("hidden", "What you know", ("OV-L3",), _hidden),
    DrillSpec("refused", "Which rule says no", ("OV-T1", "OV-L1"), _refused),
    DrillSpec("ghosts", "Ghosts", ("OV-S3", "OV-S2"), _ghosts),
)
END_DRILLS = (DrillSpec("ties", "Who wins a tie", ("OV-E2",), _ties),)
