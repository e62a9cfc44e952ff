"""Drills on what a card is worth: suits, tokens, Combo, Finisher, and who wins the round."""

from __future__ import annotations

from collections.abc import Sequence

from theatre_lab.games.the_theatre.cards import SUITS, Card
from theatre_lab.teach.drills import DrillSpec, Luck, NoExample, Question
from theatre_lab.teach.overture.scene import numbers, sum_in_words
from theatre_lab.teach.the_theatre.scene import NAMES, Scene, cards_with, crowd_size, one_of, scattered, stage_cards

__all__ = ["VALUE_DRILLS"]

_PLAIN = ("none",)
_TIE = "nobody: a tie"
_NO_FATE = ("none", "Combo +1", "Combo +2", "Finisher")
"""Abilities that change nothing at once and ask nothing."""


def ask_value(
    luck: Luck,
    scene: Scene,
    player: int,
    level: int,
    hints: Sequence[str],
    *,
    surely: Sequence[int] = (),
    before: str = "",
) -> Question:
    """What is the player's card worth as the stage lies? `surely` are wrong answers that must be on offer."""
    parts, answer = scene.parts(player), scene.value(player)
    card = scene.state.cards[scene.state.played[player]].name
    mistakes = [answer - part.points for part in parts[1:]] + [answer + part.points for part in parts[1:]]
    question = {
        "prompt": f"{before}What is {NAMES[player]}’s {card} worth?",
        "board": scene.picture(player),
        "hint": list(hints),
        "solution": f"{sum_in_words(parts)}.",
        "parts": parts,
        "values": scene.values(),
    }
    return question | numbers(luck, answer, [*mistakes, parts[0].points], level, surely=surely)


def _fill(luck: Luck, scene: Scene, first: int, abilities: tuple[str, ...] = _PLAIN) -> None:
    """A card for every player from `first` on."""
    for player in range(first, scene.state.players):
        scene.put(player, one_of(luck, ability=abilities))


def _suit(luck: Luck, level: int) -> Question:
    """The Desired Suit and a card that has it, or has not."""
    suit = luck.pick(SUITS)
    scene = Scene.new(crowd_size(luck, level), suit=suit, turn=luck.below(5))
    abilities = ("none", "Gamble") if level == 1 else ("none", "Gamble", "Combo +1", "Combo +2")
    wanted = (suit,) if luck.happens(60) else tuple(other for other in SUITS if other != suit)
    scene.put(0, one_of(luck, suit=wanted, ability=abilities))
    _fill(luck, scene, 1, abilities)
    if level == 3:
        scattered(luck, scene, 1)
    value = scene.value(0)
    wrong = value - 3 if wanted == (suit,) else value + 3
    hints = ["Is the card of the suit in the golden arch?", "The Desired Suit adds 3, whoever plays it."]
    return ask_value(luck, scene, 0, level, hints, surely=[wrong])


def _tokens(luck: Luck, level: int) -> Question:
    """Boost and Sap tokens that lie there already."""
    scene = Scene.new(crowd_size(luck, level), suit=luck.pick(SUITS), turn=1 + luck.below(4))
    card = one_of(luck, ability="none")
    scene.put(0, card)
    _fill(luck, scene, 1)
    boosts, saps = luck.below(3), luck.below(2 + (level > 1))
    scene.token("Boost", card.print, boosts)
    scene.token("Sap", card.print, saps)
    for _ in range(level):
        other = luck.pick([each.print for each in stage_cards() if each.print != card.print])
        scene.token("Boost" if luck.happens(60) else "Sap", other)
    if boosts + saps == 0 and luck.happens(70):
        raise NoExample
    hints = [
        f"Only tokens on {card.print} matter.",
        "Add 1 for each Boost, take 1 away for each Sap. They do not cancel.",
    ]
    wrong = scene.value(0) - boosts + saps
    return ask_value(luck, scene, 0, level, hints, surely=[wrong])


def _combo(luck: Luck, level: int) -> Question:
    """The card after a Combo card."""
    first = one_of(luck, ability=("Combo +1", "Combo +2"))
    second = luck.pick([card for card in cards_with(ability=_NO_FATE if level > 1 else ("none",)) if card != first])
    scene = Scene.new(2, suit=luck.pick(SUITS), turn=luck.below(3))
    others = luck.shuffled(cards_with(ability="none"))[:2]
    scene.hold(0, first, second)
    scene.hold(1, *others)
    scene.play(f"play {first.text}", f"play {others[0].text}")
    scene.state.line[scene.state.turn] = 1 + luck.below(5)
    leader = scene.state.leader
    order = (0, 1) if leader == 0 else (1, 0)
    played = {0: second, 1: others[1]}
    scene.play(f"play {played[order[0]].text}")
    if order[0] == 1:
        scene.put(0, second)
    asks_first = luck.happens(25)
    if asks_first:
        return _combo_itself(luck, first, level)
    value = scene.value(0)
    bonus = next((part.points for part in scene.parts(0) if part.rule == "TT-B4"), 0)
    before = f"In the round before, Ada played {first.name} ({first.ability}). Now she plays {second.name}. "
    hints = ["A Combo waits for the next card of the same owner.", "It adds to that card once, in the same act."]
    scene.state.combo[1] = 0
    question = ask_value(luck, scene, 0, level, hints, surely=[value - bonus], before=before)
    for place in question["board"]["stage"]:
        place["combo"] = 0
    return question


def _combo_itself(luck: Luck, card: Card, level: int) -> Question:
    scene = Scene.new(2, suit=luck.pick(SUITS), turn=luck.below(4))
    scene.put(0, card)
    _fill(luck, scene, 1)
    worth = int(card.ability[-1])
    hints = ["Whom does a Combo help: itself, or the card after it?"]
    return ask_value(luck, scene, 0, level, hints, surely=[scene.value(0) + worth])


def _finisher(luck: Luck, level: int) -> Question:
    """A Finisher in some round of the act."""
    turn = luck.below(5)
    scene = Scene.new(crowd_size(luck, level), suit=luck.pick(SUITS), turn=turn)
    scene.put(0, one_of(luck, ability="Finisher"))
    _fill(luck, scene, 1)
    if level > 1:
        scattered(luck, scene, level - 1)
    value = scene.value(0)
    hints = ["It is round " + str(turn + 1) + ": how many cards did Ada play before?", "1 for each of them."]
    return ask_value(luck, scene, 0, level, hints, surely=[value + 1] if turn == 0 else [value + 1, value - turn])


def _stage(luck: Luck, level: int) -> Scene:
    """A full stage with all that is in play on this level."""
    scene = Scene.new(crowd_size(luck, level), suit=luck.pick(SUITS), turn=luck.below(5))
    abilities = _PLAIN if level == 1 else ("none", "Finisher", "Combo +1", "Boost")
    for player in range(scene.state.players):
        card = one_of(luck, ability=abilities)
        scene.put(player, card)
        if card.ability == "Boost":
            scene.token("Boost", card.print)
    scattered(luck, scene, level)
    return scene


def _winner(luck: Luck, level: int) -> Question:
    """Who wins the round, if anybody does?"""
    wants_tie = luck.happens(30)
    scene = _stage(luck, level)
    winner = scene.winner()
    if wants_tie != (winner is None):
        raise NoExample
    names = [*NAMES[: scene.state.players], _TIE]
    values = scene.values()
    told = ", ".join(f"{name} {value}" for name, value in values.items()).replace("-", "−")
    end = (
        "the highest value is there twice or more"
        if winner is None
        else f"{NAMES[winner]} has the single highest value"
    )
    return {
        "prompt": "All have played. Who wins the round?",
        "kind": "choice",
        "options": names,
        "answer": _TIE if winner is None else NAMES[winner],
        "board": scene.picture(),
        "hint": ["Work out every value: printed, suit, tokens, Finisher.", "A tie at the top has no winner."],
        "solution": f"{told}: {end}.",
        "parts": [] if winner is None else scene.parts(winner),
        "values": values,
    }


def _dismissed(luck: Luck, level: int) -> Question:
    """How many cards of the stage leave the game?"""
    scene = _stage(luck, max(level, 2))
    players = scene.state.players
    if luck.happens(55) == (scene.winner() is not None):
        raise NoExample
    winner = scene.winner()
    answer = players if winner is None else players - 1
    top = max(scene.values().values())
    tied = sum(value == top for value in scene.values().values())
    solution = (
        f"A tie at {top}: nobody wins, and the losing cards go too. All {players} are dismissed."
        if winner is None
        else f"{NAMES[winner]}’s card goes to the breakroom; {answer} of {players} are dismissed."
    )
    return {
        "prompt": "All have played. How many of these cards are dismissed?",
        "clause": "TT-R4",
        "board": scene.picture(),
        "hint": ["Only a single highest card is saved.", "In a tie at the top: does anybody keep a card?"],
        "solution": solution.replace("-", "−"),
        "values": scene.values(),
    } | numbers(luck, answer, [0, 1, tied, players], level, least=0)


VALUE_DRILLS = (
    DrillSpec("suit", "The Desired Suit", ("TT-B1", "TT-R1"), _suit),
    DrillSpec("winner", "Who wins the round", ("TT-R4", "TT-R3"), _winner),
    DrillSpec("dismissed", "Saved or dismissed", ("TT-R4",), _dismissed),
    DrillSpec("tokens", "Tokens on prints", ("TT-B2",), _tokens),
    DrillSpec("combo", "Combo", ("TT-B4",), _combo),
    DrillSpec("finisher", "Finisher", ("TT-B5",), _finisher),
)
