"""Drills on timing: tokens within a round, the choice of a Sap, gambles. The rules play every one of them out."""

from __future__ import annotations

from collections.abc import Sequence

from theatre_lab.games.the_theatre import rules
from theatre_lab.games.the_theatre.cards import SUITS, Card
from theatre_lab.games.the_theatre.odds import WINS, gamble_odds
from theatre_lab.teach.drills import DrillSpec, Luck, NoExample, Question
from theatre_lab.teach.overture.scene import numbers, sum_in_words
from theatre_lab.teach.the_theatre.scene import NAMES, Scene, cards_with, one_of

__all__ = ["TIMING_DRILLS"]

_LAY = "only lay its token"
_NOBODY = "nobody is asked"


def _hold_all(scene: Scene, cards: Sequence[Card]) -> None:
    for player, card in enumerate(cards):
        scene.hold(player, card)


def _told(cards: Sequence[Card]) -> str:
    """Who plays what, in a sentence."""
    words = [f"{NAMES[p]} plays {card.name} ({card.print}, {card.ability})" for p, card in enumerate(cards)]
    return ", then ".join(words).replace(", none)", ")")


def _asked_after(
    luck: Luck, scene: Scene, player: int, level: int, question: Question, surely: Sequence[int]
) -> Question:
    """A question for the value that the player's card has in the round just played."""
    parts, answer = scene.shown_parts(player), scene.shown_value(player)
    question |= {"solution": f"{sum_in_words(parts)}.", "parts": parts, "values": scene.shown_values()}
    return question | numbers(luck, answer, [answer - 1, answer + 1, parts[0].points], level, surely=surely)


def _round_of_tokens(luck: Luck, level: int) -> Question:
    """A round in which a token is laid: which cards does it touch, those before it too?"""
    players = 2 if level == 1 else 3
    laid = one_of(luck, ability=("Boost", "Sap"))
    at = luck.below(players)
    cards = []
    for player in range(players):
        same = luck.happens(65)
        pool = cards_with(ability="none", print=laid.print) if same else cards_with(ability="none")
        cards.append(laid if player == at else luck.pick(pool))
    scene = Scene.new(players, suit=luck.pick(SUITS), turn=luck.below(4))
    _hold_all(scene, cards)
    board = _board_of(scene, cards)
    before = luck.below(players)
    scene.play(*(f"play {card.text}" for card in cards))
    value, delta = scene.shown_value(before), 1 if laid.ability == "Boost" else -1
    touched = cards[before].print == laid.print
    question = {
        "prompt": f"{_told(cards)}. What is {NAMES[before]}’s card worth?",
        "clause": "TT-B2",
        "board": board | {"mark": [NAMES[before]]},
        "hint": [
            f"Whose print is {laid.print}?",
            "A token counts for the whole round: before it, after it, and itself.",
        ],
    }
    return _asked_after(luck, scene, before, level, question, [value - delta if touched else value + delta])


def _board_of(scene: Scene, cards: Sequence[Card]) -> dict[str, object]:
    """The board of a question: the cards on the stage, without any token they will lay."""
    board = scene.picture()
    for place, card in zip(board["stage"], cards, strict=True):
        place["card"] = card.text
    return board


def _sap_choice(luck: Luck, level: int) -> Question:
    """What may this Sap do: lay its token only, or take a Boost away?"""
    sap = one_of(luck, ability="Sap")
    boosts = luck.shuffled(cards_with(ability="Boost"))[: 1 + (level > 1)]
    others = [*boosts, *luck.shuffled(cards_with(ability="none"))[:1]]
    order = luck.shuffled([*others, sap])[: 4 if level > 1 else 3]
    if sap not in order:
        raise NoExample
    at = order.index(sap)
    scene = Scene.new(len(order), suit=luck.pick(SUITS))
    _hold_all(scene, order)
    board = _board_until(scene, order, at)
    scene.play(*(f"play {card.text}" for card in order[:at]))
    scene.play(f"play {sap.text}")
    waits = scene.state.phase == rules.CHOOSING_SAP and scene.state.player == at
    takes = [text.removeprefix("remove ") for text in scene.legal() if text.startswith("remove")] if waits else []
    every = [card.print for card in boosts]
    options = list(dict.fromkeys([_LAY, _lay_or(takes), _lay_or(every), _lay_or(every[:1])]))
    told = "; ".join(_told([card]).replace(NAMES[0], NAMES[p]) for p, card in enumerate(order))
    return {
        "prompt": f"In this order: {told}. What may {NAMES[at]}’s Sap do when it is played?",
        "clause": "TT-B3",
        "kind": "choice",
        "options": options,
        "answer": _lay_or(takes),
        "board": board,
        "hint": ["Which Boost tokens lie there at that moment?", "What is played later does not lie there yet."],
        "solution": "A Boost token lies there as soon as its card is played; a Sap may take one of any print."
        if takes
        else "No Boost was played before the Sap, so there is nothing to take away.",
    }


def _board_until(scene: Scene, order: Sequence[Card], at: int) -> dict[str, object]:
    board = scene.picture()
    for player, place in enumerate(board["stage"]):
        place["card"] = order[player].text if player <= at else None
    return board | {"mark": [NAMES[at]]}


def _lay_or(prints: Sequence[str]) -> str:
    return f"lay its token, or take a Boost from {' or '.join(sorted(prints))}" if prints else _LAY


def _sap_effect(luck: Luck, level: int) -> Question:
    """A Boost, and a Sap that either takes it away or lays its own token: what is the boosted card worth?"""
    boost = one_of(luck, ability="Boost")
    sap = one_of(luck, ability="Sap")
    takes = luck.happens(50)
    scene = Scene.new(2, suit=luck.pick(SUITS), turn=luck.below(4))
    _hold_all(scene, (boost, sap))
    board = _board_of(scene, (boost, sap))
    scene.play(f"play {boost.text}", f"play {sap.text}", f"remove {boost.print}" if takes else "sap")
    deed = f"takes the Boost from {boost.print}" if takes else f"lays its token on {sap.print}"
    player = luck.below(2)
    value = scene.shown_value(player)
    question = {
        "prompt": f"{_told((boost, sap))}, which {deed}. What is {NAMES[player]}’s {(boost, sap)[player].name} worth?",
        "clause": "TT-B3",
        "board": board | {"mark": [NAMES[player]]},
        "hint": ["Which tokens lie there when the values are added up?", "A Sap that takes a Boost lays no token."],
    }
    return _asked_after(luck, scene, player, level, question, [value + 1, value - 1])


# ------------------------------------------------------------------ gambles


def _gambled(luck: Luck, level: int) -> Question:
    """A Combo, then a gamble: what is the new card worth?"""
    gamble, drawn = one_of(luck, ability="Gamble"), one_of(luck, ability=("none", "Finisher", "Boost", "Gamble"))
    combo = one_of(luck, ability=("Combo +1", "Combo +2"))
    turn, waits = luck.below(4), luck.happens(70 if level < 3 else 50)
    rival = one_of(luck, ability="none")
    scene = Scene.new(2, suit=luck.pick(SUITS), turn=turn + 1 if waits else turn)
    scene.state.combo[0] = int(combo.ability[-1]) if waits else 0
    _hold_all(scene, (gamble, rival))
    scene.stack(0, drawn)
    board = _board_of(scene, (gamble, rival))
    board["stage"][0] |= {"gambled": drawn.text, "combo": 0}  # type: ignore[index]
    scene.play(f"play {gamble.text}", f"play {rival.text}", "gamble")
    told = f"Ada played {combo.name} ({combo.ability}) in the round before. Now her" if waits else "Ada’s"
    question = {
        "prompt": f"{told} {gamble.name} gambles and turns out to be {drawn.name}. What is it worth?",
        "clause": "TT-B6",
        "board": board | {"mark": [NAMES[0]]},
        "hint": ["The new card is the card of this round: suit, tokens, its own ability, a waiting Combo.",
                 "The Gamble card itself has no value any more."],
    }  # fmt: skip
    value = scene.shown_value(0)
    wrong = value - scene.state.shown_part[rules.SHOWN_COMBO] if waits else value + gamble.value
    return _asked_after(luck, scene, 0, level, question, [wrong, value + gamble.value])


def _gamble_order(luck: Luck, level: int) -> Question:
    """Two or three Gamble cards: who is asked first, and who next?"""
    players = 3 if level == 1 else 4
    cards = [
        one_of(luck, ability="Gamble") if luck.happens(60) else one_of(luck, ability="none") for _ in range(players)
    ]
    gamblers = [p for p in range(players) if cards[p].ability == "Gamble"]
    if len(gamblers) < 2:
        raise NoExample
    leader = luck.below(players)
    scene = Scene.new(players, suit=luck.pick(SUITS))
    scene.state.leader = scene.state.player = leader
    _hold_all(scene, cards)
    for player in gamblers:
        scene.stack(player, one_of(luck, ability="none"))
    order = [(leader + step) % players for step in range(players)]
    scene.play(*(f"play {cards[p].text}" for p in order))
    first = int(scene.state.player)
    asks_next = luck.happens(50)
    if asks_next:
        scene.play("gamble")
    answer = NAMES[scene.state.player] if scene.state.phase == rules.CHOOSING_GAMBLE else _NOBODY
    board = _board_of(scene, cards) | {"mark": [NAMES[leader]]}
    question = (
        f"{NAMES[first]} has gambled. Who is asked next?" if asks_next else "Who is asked first whether to gamble?"
    )
    return {
        "prompt": f"{NAMES[leader]} led, the others played clockwise. {question}",
        "clause": "TT-B6",
        "kind": "choice",
        "options": [*NAMES[:players], _NOBODY],
        "answer": answer,
        "board": board,
        "hint": ["Only who played a Gamble card is asked.", "In the order in which the cards were played."],
        "solution": f"The order of play was {', '.join(NAMES[p] for p in order)}; "
        f"Gamble was played by {' and '.join(NAMES[p] for p in order if p in gamblers)}.",
    }


def _gamble_fate(luck: Luck, level: int) -> Question:
    """How many cards does the round cost who gambled?"""
    gamble, drawn = one_of(luck, ability="Gamble"), one_of(luck, ability="none")
    rival = one_of(luck, ability="none")
    gambles = luck.happens(75)
    scene = Scene.new(2, suit=luck.pick(SUITS), turn=luck.below(4))
    _hold_all(scene, (gamble, rival))
    scene.stack(0, drawn)
    board = _board_of(scene, (gamble, rival))
    if gambles:
        board["stage"][0] |= {"gambled": drawn.text}  # type: ignore[index]
    scene.play(f"play {gamble.text}", f"play {rival.text}", "gamble" if gambles else "keep")
    wins = scene.state.shown_winner == 1
    if luck.happens(50) != wins:
        raise NoExample
    answer = int(scene.state.dismissed_count[0])
    deed = f"gambles, and it becomes {drawn.name}" if gambles else "is kept"
    told = ", ".join(f"{name} {value}" for name, value in scene.shown_values().items())
    end = "both cards go to the breakroom" if gambles and wins else "both are dismissed" if gambles else ""
    return {
        "prompt": f"Ada’s {gamble.name} {deed}. How many of Ada’s cards does this round dismiss?",
        "clause": "TT-B6",
        "board": board | {"mark": [NAMES[0]]},
        "hint": ["Does Ada win the round?", "The Gamble card shares the fate of the card that replaced it."],
        "solution": f"{told}: {'Ada wins' if wins else 'Ada does not win'}{f', {end}' if end else ''}.".replace(
            "-", "−"
        ),
        "values": scene.shown_values(),
    } | numbers(luck, answer, [0, 1, 2, 3], level, least=0)


def _odds(luck: Luck, level: int) -> Question:
    """How many cards of the deck would win a gamble, and does it pay?"""
    gamble, rival = one_of(luck, ability="Gamble"), one_of(luck, ability="none")
    deck = luck.shuffled(cards_with(ability=("none", "Finisher")))[: 4 + level]
    scene = Scene.new(2, suit=luck.pick(SUITS), turn=luck.below(5))
    scene.put(0, gamble)
    scene.put(1, rival)
    scene.state.copies_of = [0] * len(scene.state.copies_of)
    for card in (*deck, gamble):
        scene.state.copies_of[scene.number(0, card)] += 1
    scene.stack(0, *deck)
    odds = gamble_odds(scene.state, 0)
    if odds.kept_fate == WINS:
        raise NoExample
    picture = scene.picture(0, hand=deck)
    wins = odds.count(WINS)
    asks_count = luck.happens(60)
    told = f"{wins} of {odds.cards} would win" if wins else f"None of the {odds.cards} would win"
    if asks_count:
        answer: Question = {
            "prompt": f"Below lie the {odds.cards} cards of Ada’s deck. With how many of them would her gamble win?",
            "solution": f"{told}: " + ", ".join(f"{o.card} {o.value}" for o in odds.outcomes).replace("-", "−") + ".",
        } | numbers(luck, wins, [wins + 1, wins - 1, odds.cards], level, least=0)
    else:
        keep, swing = odds.keep_swing, odds.gamble_swing
        if keep == swing:
            raise NoExample
        answer = {
            "prompt": f"Below lie the {odds.cards} cards of Ada’s deck. Counted in cards, does it pay to gamble?",
            "kind": "choice",
            "options": ["yes, gamble", "no, keep the card"],
            "answer": "yes, gamble" if odds.pays else "no, keep the card",
            "solution": f"{told}. A win puts her 1 card ahead of Ben, a tie 1 behind, a loss 2 behind: {swing:+.2f} on "
            f"average, and {keep:+d} for keeping.".replace("-", "−"),
        }
    return {
        "clause": "TT-B6",
        "board": picture,
        "hint": ["What does a card need to beat Ben?", "Look at each card: printed value, suit, Finisher."],
    } | answer


TIMING_DRILLS = (
    DrillSpec("round-tokens", "Tokens within a round", ("TT-R2", "TT-B2"), _round_of_tokens),
    DrillSpec("sap-choice", "What a Sap may do", ("TT-B3",), _sap_choice),
    DrillSpec("sap-effect", "What a Sap has done", ("TT-B3",), _sap_effect),
    DrillSpec("gambled", "The gambled card", ("TT-B6", "TT-B4"), _gambled),
    DrillSpec("gamble-order", "Who gambles first", ("TT-B6",), _gamble_order),
    DrillSpec("gamble-fate", "What a gamble costs", ("TT-B6",), _gamble_fate),
    DrillSpec("odds", "Does a gamble pay?", ("TT-B6",), _odds),
)
