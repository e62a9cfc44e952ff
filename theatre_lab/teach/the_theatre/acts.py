"""Drills on acts: the lead, drawing and dropping out, what is cleared, who wins, and legal decks."""

from __future__ import annotations

from theatre_lab.games.the_theatre import THE_THEATRE, rules
from theatre_lab.games.the_theatre.cards import SUITS
from theatre_lab.games.the_theatre.decks import RANK_WEIGHT, default_base, wanted_weight
from theatre_lab.teach.drills import DrillSpec, Luck, NoExample, Question
from theatre_lab.teach.overture.scene import numbers
from theatre_lab.teach.the_theatre.scene import NAMES, Scene, cards_with, crowd_size, one_of, stage_cards

__all__ = ["ACT_DRILLS"]

_HAND = 5
_DRAWS, _RESHUFFLES, _OUT = "draws 5 from the deck", "shuffles the breakroom in, then draws 5", "is out of the game"


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _lead(luck: Luck, level: int) -> Question:
    """Who leads the next round?"""
    players = crowd_size(luck, level)
    leader = luck.below(players)
    scene = Scene.new(players, suit=luck.pick(SUITS), turn=luck.below(4))
    scene.state.leader = scene.state.player = leader
    cards = [one_of(luck, ability="none") for _ in range(players)]
    for player, card in enumerate(cards):
        scene.hold(player, card)
    board = scene.picture(leader)
    for place, card in zip(board["stage"], cards, strict=True):
        place["card"] = card.text
    scene.play(*(f"play {cards[(leader + step) % players].text}" for step in range(players)))
    tie = scene.state.shown_winner == 0
    if luck.happens(40) != tie:
        raise NoExample
    told = ", ".join(f"{name} {value}" for name, value in scene.shown_values().items())
    end = f"a tie, so {NAMES[leader]} leads again" if tie else f"{NAMES[scene.state.leader]} wins and leads"
    return {
        "prompt": f"{NAMES[leader]} led this round. Who leads the next one?",
        "clause": "TT-R4",
        "kind": "choice",
        "options": list(NAMES[:players]),
        "answer": NAMES[scene.state.leader],
        "board": board,
        "hint": ["Who has the single highest value?", "If nobody wins, nothing moves."],
        "solution": f"{told}: {end}.".replace("-", "−"),
        "values": scene.shown_values(),
    }


def _act_of(luck: Luck, decks: list[tuple[int, int]]) -> Scene:
    """The beginning of an act for players with so many cards in deck and breakroom; the rules draw."""
    scene = Scene.new(len(decks))
    s = scene.state
    for player, (deck, breakroom) in enumerate(decks):
        cards = luck.shuffled(stage_cards())
        scene.stack(player, *cards[:deck])
        for card in cards[deck : deck + breakroom]:
            s.breakroom[scene.number(player, card)] += 1
        s.breakroom_count[player] = breakroom
    rules.begin_act(s)
    THE_THEATRE.resolve_chance(s, [luck.below(1 << 20) + 1, 7, 11, 13])
    return scene


def _draw(luck: Luck, level: int) -> Question:
    """What happens to a player when the act begins?"""
    wanted = luck.pick((_DRAWS, _RESHUFFLES, _OUT))
    deck, breakroom = luck.below(9 if level == 1 else 12), luck.below(7)
    scene = _act_of(luck, [(deck, breakroom), (_HAND, 3), (_HAND, 4)])
    s = scene.state
    answer = _OUT if rules.is_out(s, 0) else _RESHUFFLES if deck < _HAND else _DRAWS
    if answer != wanted:
        raise NoExample
    return {
        "prompt": f"An act begins. Ada’s deck holds {_plural(deck, 'card')}, her breakroom {breakroom}. What happens?",
        "clause": "TT-A2",
        "kind": "choice",
        "options": [f"Ada {text}" for text in (_DRAWS, _RESHUFFLES, _OUT)],
        "answer": f"Ada {answer}",
        "hint": ["Are there five cards in the deck?", "Fewer than five: the breakroom helps once. Still fewer?"],
        "solution": f"{deck} in the deck"
        + ("." if deck >= _HAND else f", {deck + breakroom} with the breakroom: ")
        + ("" if deck >= _HAND else "enough." if answer == _RESHUFFLES else "fewer than five."),
    }


def _end(luck: Luck, level: int) -> Question:
    """Everybody draws: who wins, if the game is over?"""
    players = crowd_size(luck, level)
    counts = [luck.pick((1, 2, 3, 4, 4, 5, 6)) for _ in range(players)]
    counts[luck.below(players)] = luck.pick((2, 3, 4, 5))
    scene = _act_of(luck, [(count, 0) for count in counts])
    s = scene.state
    if not rules.is_over(s):
        answer = "nobody yet: an act begins"
    else:
        winners = THE_THEATRE.winners(s)
        answer = NAMES[winners[0]] if len(winners) == 1 else "the win is shared"
    options = [*NAMES[:players], "the win is shared", "nobody yet: an act begins"]
    told = ", ".join(f"{NAMES[p]} {count}" for p, count in enumerate(counts))
    standing = [NAMES[p] for p, count in enumerate(counts) if count >= _HAND]
    why = (
        f"Only {standing[0]} can draw five"
        if len(standing) == 1
        else f"{' and '.join(standing)} can draw five"
        if standing
        else "Nobody can draw five, so the most cards in the deck decide"
    )
    return {
        "prompt": f"All breakrooms are empty, and an act should begin. In the decks: {told}. Who wins?",
        "clause": "TT-W1",
        "kind": "choice",
        "options": options,
        "answer": answer,
        "hint": ["Who can draw five cards?", "If nobody can, count what is left."],
        "solution": f"{why}.",
    }


def _cleared(luck: Luck, level: int) -> Question:
    """The first card of a new act, after an act that ended with tokens and a Combo."""
    card = one_of(luck, ability="none")
    last = luck.pick(cards_with(ability=("Combo +1", "Combo +2", "Boost")))
    suit = luck.pick(SUITS)
    token = card.print if last.ability != "Boost" else last.print
    scene = Scene.new(2, suit=suit)
    scene.put(0, card)
    boosts = 1 + luck.below(1 + level)
    told = f"Round 5: Ada plays {last.name} ({last.ability}); {token} then holds {_plural(boosts, 'Boost token')}. "
    told += f"In round 1 of the next act she plays {card.name}. "
    answer = scene.value(0)
    worth = int(last.ability[-1]) if last.ability != "Boost" else 0
    wrong = [answer + boosts, answer + worth, answer + boosts + worth]
    return {
        "prompt": f"{told}What is it worth?",
        "clause": "TT-A3",
        "board": scene.picture(0),
        "hint": ["What is left of an act when it ends?"],
        "solution": "Tokens and bonuses are cleared when an act ends: only the printed value and the new suit count.",
        "parts": scene.parts(0),
        "values": scene.values(),
    } | numbers(luck, answer, wrong, level, surely=wrong[:1])


def _deck(luck: Luck, level: int) -> Question:
    """Is a deck with these ranks legal?"""
    players = crowd_size(luck, level)
    base = default_base(players)
    counts = [base] * 4
    for _ in range(luck.below(3) + level):
        rank = luck.below(3)
        if luck.happens(50) and counts[rank] >= 2:
            counts[rank] -= 2
            counts[rank + 1] += 1
        elif counts[rank + 1] >= 1:
            counts[rank + 1] -= 1
            counts[rank] += 2
    if luck.happens(50):
        counts[luck.below(4)] += luck.pick((1, -1))
    if min(counts) < 0 or counts == [base] * 4:
        raise NoExample
    weight = sum(count * each for count, each in zip(counts, RANK_WEIGHT, strict=True))
    wanted = wanted_weight(base)
    options = ["legal", "too heavy", "too light"]
    sums = " + ".join(f"{count}×{each}" for count, each in zip(counts, RANK_WEIGHT, strict=True))
    told = ", ".join(f"{count} of rank {rank}" for rank, count in enumerate(counts, 1))
    return {
        "prompt": f"{players} play, so the base is {base}: a deck weighs {wanted}. This one has {told}. Is it legal?",
        "clause": "TT-D3",
        "kind": "choice",
        "options": options,
        "answer": options[0] if weight == wanted else options[1] if weight > wanted else options[2],
        "hint": ["Ranks weigh 1, 2, 4 and 8.", f"Add up {sums}."],
        "solution": f"{sums} = {weight}, and {wanted} is wanted.",
    }


ACT_DRILLS = (
    DrillSpec("lead", "Who leads", ("TT-R4",), _lead),
    DrillSpec("draw", "An act begins", ("TT-A2", "TT-A1"), _draw),
    DrillSpec("cleared", "An act ends", ("TT-A3",), _cleared),
    DrillSpec("end", "Who wins the game", ("TT-W1",), _end),
    DrillSpec("deck", "Legal decks", ("TT-D3", "TT-D2"), _deck),
)
