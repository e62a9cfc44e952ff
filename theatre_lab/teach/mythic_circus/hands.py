"""Drills on hand, labor, deck and discard pile: hiring, what abilities do there, why thin decks draw better."""

from __future__ import annotations

from itertools import pairwise
from math import comb
from typing import Any

from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS
from theatre_lab.games.mythic_circus.cards import CARDS, NAMES
from theatre_lab.games.mythic_circus.notation import listed, several, with_article
from theatre_lab.games.mythic_circus.state import SHUFFLE_DUE
from theatre_lab.teach.drills import DrillSpec, Luck, NoExample, Question
from theatre_lab.teach.mythic_circus.scene import LABORERS, PERFORMERS, Scene, card_of, counted, crowd
from theatre_lab.teach.overture.scene import numbers

__all__ = ["HAND_DRILLS"]

_FOR_HIRE = tuple(card.name for card in CARDS if card.is_hireable)
_NOBODY = "nobody"
_YES, _NO = "yes", "no"
HAND = 5


def _cards(number: int) -> str:
    return f"{number or 'no'} card{'' if number == 1 else 's'}"


def _labor(luck: Luck, level: int) -> Question:
    """How many labor points do these workers earn?"""
    names = crowd(luck, 1 + level + luck.below(3), LABORERS)
    scene = Scene.of(hand=names, deck=["Daring Gnome"] * len(names))
    scene.play(*(f"labor {name}" for name in names))
    points = scene.state.points
    return {
        "prompt": "All of these go to labor. How many labor points do they earn?",
        "clause": "MC-W2",
        "board": {"labor": names, "mark": []},
        "hint": ["Add up the labor values.", "Golems and Minotaurs earn 2, all others 1."],
        "solution": f"{' + '.join(str(card_of(name).labor) for name in names)} = {points}.",
        "values": {f"labor {name}": card_of(name).labor for name in names},
    } | numbers(luck, points, [len(names), points + 1, points - 1], level, least=0, surely=[len(names)])


def _affordable(luck: Luck, level: int) -> Question:
    """May these two be hired together?"""
    points = 3 + luck.below(6)
    wanted = sorted([luck.pick(_FOR_HIRE), luck.pick(_FOR_HIRE)], key=NAMES.index)
    cost = sum(card_of(name).cost for name in wanted)
    if not points - 2 <= cost <= points + 1 or (luck.happens(60) and wanted[0] != wanted[1]):
        raise NoExample
    gnomes = ["Working Gnome"] * points
    scene = Scene.of(labor=gnomes, phase="hire").play(f"hire {wanted[0]}")
    may = f"hire {wanted[1]}" in scene.legal()
    first, second = (f"{with_article(name)} ({card_of(name).cost})" for name in wanted)
    both = f"{first} and {second}"
    if wanted[0] == wanted[1]:
        both = f"two {several(2, wanted[0]).removeprefix('2 ')} ({card_of(wanted[0]).cost} each)"
        reason = "Only one of each type in a turn."
    else:
        reason = f"Together they cost {cost}, and you have {points}."
    return {
        "prompt": f"You have {points} labor points. May you hire {both} this turn?",
        "clause": "MC-H1",
        "kind": "choice",
        "options": [_YES, _NO],
        "answer": _YES if may else _NO,
        "board": {"points": points, "supply": dict.fromkeys(wanted, 5), "mark": []},
        "hint": ["Add up the costs.", "Only one of each type in a turn."],
        "solution": f"Together they cost {cost}, and they are two types." if may else reason,
    }


def _leftover(luck: Luck, level: int) -> Question:
    """How many labor points are lost?"""
    points = 3 + luck.below(5)
    scene = Scene.of(labor=["Working Gnome"] * points, phase="hire")
    name = luck.pick(scene.after("hire"))
    scene.play(f"hire {name}")
    left = scene.state.points
    place = luck.pick(("saved", "lost"))
    answer = 0 if place == "saved" else left
    return {
        "prompt": f"With {points} labor points you hire a {name}, and end. How many points are {place}"
        f"{' for your next turn' if place == 'saved' else ''}?",
        "clause": "MC-H1",
        "board": {"points": points, "supply": {name: 5}, "mark": []},
        "hint": [f"A {name} costs {card_of(name).cost}.", "What you do not spend does not wait for you."],
        "solution": f"{points} − {card_of(name).cost} = {left}, and unspent points are lost.",
    } | numbers(luck, answer, [left, 0, points], level, least=0, surely=[left, 0])


def _hired_where(luck: Luck, level: int) -> Question:
    """When does a hired worker come into your hand?"""
    name = luck.pick(_FOR_HIRE)
    size = luck.below(9)
    deck = crowd(luck, size, ("Working Gnome", "Daring Gnome"))
    scene = Scene.of(labor=["Golem"] * 3, deck=deck, phase="hire").play(f"hire {name}", "end")
    shuffles = scene.state.phase == SHUFFLE_DUE
    if luck.happens(50) != shuffles:
        raise NoExample
    return {
        "prompt": f"You hired a {name} this turn, and your deck holds {_cards(size)}. Now you draw five: "
        "can the new worker be among them?",
        "clause": "MC-E2",
        "kind": "choice",
        "options": [_YES, _NO],
        "answer": _YES if shuffles else _NO,
        "board": {"deck": size, "discard": [name], "mark": [f"discard {name}"]},
        "hint": ["It lies in your discard pile, and you draw five.", "The pile is shuffled when the deck has run out."],
        "solution": f"{_cards(size).capitalize()} {'is' if size == 1 else 'are'} too few for five: "
        f"the discard pile is shuffled while you draw, the {name} in it."
        if shuffles
        else f"{_cards(size)} are enough for five: the discard pile waits.",
    }


def _golem(luck: Luck, level: int) -> Question:
    """How many cards are in hand after Golems have gone to labor?"""
    golems = 1 + luck.below(1 + level)
    rest = crowd(luck, luck.below(4), ("Working Gnome", "Daring Gnome", "Faun", "Mermaid"))
    hand = ["Golem"] * golems + rest
    deck = [luck.pick(("Working Gnome", "Fairy", "Faun")) for _ in range(golems - luck.below(2))]
    scene = Scene.of(hand=hand, deck=deck).play(*["labor Golem"] * golems)
    if scene.state.phase == SHUFFLE_DUE:
        MYTHIC_CIRCUS.resolve_chance(scene.state, [1])
    left = len(scene.pile("hand"))
    return {
        "prompt": f"You send {'the Golem' if golems == 1 else f'all {golems} Golems'} to labor. "
        "How many cards are in your hand then?",
        "clause": "MC-A4",
        "board": {"hand": hand, "deck": len(deck), "discard": [], "mark": ["hand Golem"]},
        "hint": ["A Golem leaves your hand; then it draws a card, if there is one.", "Is anything left to draw?"],
        "solution": f"{len(hand)} − {golems} sent + {left - len(hand) + golems} drawn = {left}.",
    } | numbers(luck, left, [len(hand), len(hand) - golems, len(hand) + golems], level, least=0)


def _fairy(luck: Luck, level: int) -> Question:
    """Who may be summoned?"""
    pile = sorted(luck.shuffled(NAMES)[: 3 + level], key=NAMES.index)
    may = Scene.of(hand=["Fairy"], discard=pile).play("stage Fairy").after("summon")
    if not may or len(may) == len(pile):
        raise NoExample
    told = listed(may, "or")
    return {
        "prompt": "Your Fairy enters. Point at your discard pile: whom may she summon?",
        "clause": "MC-A9",
        "kind": "seat",
        "answer": [f"discard {name}" for name in may],
        "board": {"hand": ["Fairy"], "discard": pile, "mark": ["hand Fairy"], "pick": ["discard"]},
        "hint": ["It must cost less than 4. Gnomes cost nothing.", "And it must be allowed on stage."],
        "solution": f"She may summon the {told}.",
    }


def _fairy_no(luck: Luck, level: int) -> Question:
    """Why may this one not be summoned, or may it?"""
    del level
    name = luck.pick(NAMES)
    scene = Scene.of(hand=["Fairy"], discard=["Daring Gnome", name]).play("stage Fairy")
    card = card_of(name)
    may = name in scene.after("summon")
    fits, costs, labors = "yes", "no: too expensive", "no: not for the stage"
    answer = fits if may else labors if card.performance < 0 else costs
    if luck.happens(50) != may:
        raise NoExample
    return {
        "prompt": f"May a Fairy summon a {name}?",
        "clause": "MC-A9",
        "kind": "choice",
        "options": [fits, costs, labors],
        "answer": answer,
        "card": name,
        "hint": "Under 4, and allowed on stage.",
        "solution": f"A {name} costs {card.cost} and {'may' if card.performance >= 0 else 'may not'} go on stage.",
    }


def _goblin(luck: Luck, level: int) -> Question:
    """What is in hand after a Goblin's swap?"""
    rest = crowd(luck, 1 + luck.below(2 + level), NAMES)
    top = luck.pick([name for name in NAMES if name not in rest])
    swaps = luck.pick([*rest, _NOBODY])
    scene = Scene.of(hand=["Goblin", *rest], deck=[top, "Golem"]).play("stage Goblin")
    scene.play("no swap" if swaps == _NOBODY else f"swap {swaps}")
    answer = len(scene.pile("hand"))
    has_top = top in scene.pile("hand")
    board = {"hand": ["Goblin", *rest], "deck": [top, "Golem"], "mark": ["hand Goblin"]}
    deed = "swap nobody" if swaps == _NOBODY else f"discard the {swaps} for him"
    if luck.happens(40):
        return {
            "prompt": f"Your Goblin enters and you {deed}. Is the {top} from the top of your deck in your hand now?",
            "clause": "MC-A3",
            "kind": "choice",
            "options": [_YES, _NO],
            "answer": _YES if has_top else _NO,
            "board": board,
            "hint": "First the discard, then a card for it.",
            "solution": f"You hold {counted(scene.pile('hand'))}.",
        }
    return {
        "prompt": f"Your Goblin enters and you {deed}. How many cards are in your hand now?",
        "clause": "MC-A3",
        "board": board,
        "hint": ["The Goblin himself has left your hand.", "A swap is one out, one in."],
        "solution": f"You hold {counted(scene.pile('hand'))}: {answer}.",
    } | numbers(luck, answer, [answer + 1, answer - 1, answer + 2], level, least=0)


def _mermaid(luck: Luck, level: int) -> Question:
    """When does the recalled card come?"""
    pile = crowd(luck, 3, ("Golem", "Faun", "Unicorn", "Sphinx", "Fairy"))
    recalled = luck.pick(pile)
    golem = luck.happens(50)
    hand = ["Mermaid", *(["Golem"] if golem else ["Working Gnome"])]
    deck = ["Daring Gnome"] * (1 + level)
    scene = Scene.of(hand=hand, discard=pile, deck=deck)
    scene.play("stage Mermaid", f"recall {recalled}", f"labor {hand[1]}")
    now = recalled in scene.pile("hand")
    options = ["at once, this turn", "with your next hand"]
    return {
        "prompt": f"Your Mermaid enters and recalls the {recalled}. Then you send the {hand[1]} to labor. "
        f"When is the {recalled} in your hand?",
        "clause": "MC-A5",
        "kind": "choice",
        "options": options,
        "answer": options[0 if now else 1],
        "board": {"hand": hand, "discard": pile, "deck": len(deck), "mark": [f"discard {recalled}"]},
        "hint": ["It goes on top of your deck.", f"Does a {hand[1]} draw?"],
        "solution": f"The Golem draws the top card: the {recalled}."
        if now
        else f"On top it waits until you draw. A {hand[1]} draws nothing.",
    }


def _sphinx(luck: Luck, level: int) -> Question:
    """How many cards are in hand after a Sphinx?"""
    rest = crowd(luck, luck.below(3 + level), ("Working Gnome", "Faun", "Fairy", "Golem"))
    deck = [luck.pick(("Golem", "Unicorn", "Daring Gnome")) for _ in range(3)]
    scene = Scene.of(hand=["Sphinx", *rest], deck=deck).play("stage Sphinx", "draw two")
    while scene.after("discard"):
        scene.play(f"discard {scene.after('discard')[0]}")
    left = len(scene.pile("hand"))
    return {
        "prompt": "Your Sphinx enters, you draw two cards and do what is asked. How many cards are in your hand then?",
        "clause": "MC-A10",
        "board": {"hand": ["Sphinx", *rest], "deck": 3, "mark": ["hand Sphinx"]},
        "hint": ["The Sphinx is on stage.", "Two in, then two out: your choice which."],
        "solution": f"{len(rest)} + 2 drawn − 2 discarded = {left}.",
    } | numbers(luck, left, [left + 1, left + 2, left - 1], level, least=0)


def _phoenix(luck: Luck, level: int) -> Question:
    """How often may Phoenixes rise this turn?"""
    pile = ["Phoenix"] * luck.below(3) + crowd(luck, 1 + luck.below(2), ("Golem", "Faun", "Goblin"))
    hand = ["Phoenix"] * (level > 1 and luck.happens(40)) + crowd(luck, 1 + luck.below(3), ("Working Gnome", "Mermaid"))
    scene = Scene.of(hand=hand, discard=pile, phase="begin")
    rises = 0
    while scene.after("rise"):
        scene.play(f"rise {scene.after('rise')[0]}")
        rises += 1
    return {
        "prompt": "Your turn begins. How many times can a Phoenix rise now, at most?",
        "clause": "MC-P1",
        "board": {"hand": hand, "discard": pile, "mark": []},
        "hint": [
            "Each time costs a card of your hand.",
            "At most once for each Phoenix that lies there as the turn begins.",
        ],
        "solution": f"{pile.count('Phoenix')} in the pile, {len(hand)} in hand to pay with: {rises}.",
    } | numbers(luck, rises, [len(hand), pile.count("Phoenix") + 1, 0], level, least=0)


def _cleanup(luck: Luck, level: int) -> Question:
    """How many cards go to the discard pile at the end of the turn?"""
    stage = crowd(luck, luck.below(4), PERFORMERS)
    labor, hand = crowd(luck, 1 + luck.below(3), LABORERS), crowd(luck, luck.below(3), ("Mermaid", "Daring Gnome"))
    scene = Scene.of(stage=stage, labor=labor, hand=hand, deck=["Working Gnome"] * HAND, phase="hire").play("end")
    gone = len(scene.pile("discard"))
    return {
        "prompt": "Your turn ends and you hire nobody. How many of these cards go to your discard pile?",
        "clause": "MC-E1",
        "board": {"stage": stage, "labor": labor, "hand": hand, "mark": []},
        "hint": ["Labor is over for today, and a hand is not kept.", "The stage stays."],
        "solution": f"{len(labor)} from labor and {len(hand)} from hand: {gone}. Then you draw five.",
    } | numbers(luck, gone, [len(labor), gone + len(stage), len(hand)], level, least=0)


def _shuffle(luck: Luck, level: int) -> Question:
    """Is the discard pile shuffled in while five are drawn?"""
    size, pile = luck.below(8), luck.below(6)
    scene = Scene.of(labor=["Working Gnome"], deck=["Daring Gnome"] * size, discard=["Faun"] * pile, phase="hire").play(
        "end"
    )
    if scene.state.phase == SHUFFLE_DUE:
        MYTHIC_CIRCUS.resolve_chance(scene.state, [3])
    drawn = len(scene.pile("hand"))
    deck = len(scene.deck())
    return {
        "prompt": f"You end your turn. The gnome at labor joins your discard pile, which then has {_cards(pile + 1)}; "
        f"your deck has {_cards(size)}. You draw five. How many cards are left in your deck?",
        "clause": "MC-E2",
        "board": {"labor": ["Working Gnome"], "discard": ["Faun"] * pile, "deck": size, "mark": []},
        "hint": ["You draw five.", "When the deck is empty and you need more, the discard pile becomes the deck."],
        "solution": f"You draw {drawn}. Left in the deck: {deck}.",
    } | numbers(luck, deck, [max(size - HAND, 0), size + pile + 1, pile], level, least=0)


def _ask_rise(luck: Luck, level: int) -> Question:
    """Are you asked about a Phoenix?"""
    del level
    where = luck.pick(("hand", "discard", "stage", "nowhere"))
    zones: dict[str, Any] = {"hand": ["Working Gnome"], "discard": ["Golem"], "stage": ["Goblin"]}
    if where != "nowhere":
        zones[where] = [*zones[where], "Phoenix"]
    asked = "skip rise" in Scene.of(phase="begin", **zones).legal()
    if luck.happens(50) != asked:
        raise NoExample
    return {
        "prompt": "Your turn begins. Does it open with the Phoenix question?",
        "clause": "MC-P0",
        "kind": "choice",
        "options": [_YES, _NO],
        "answer": _YES if asked else _NO,
        "board": {**zones, "mark": []},
        "hint": "It rises from the discard pile, and from nowhere else.",
        "solution": "A Phoenix lies in your discard pile: you may call it."
        if asked
        else "None lies in your discard pile.",
    }


def _thin(luck: Luck, level: int) -> Question:
    """In which deck is a star drawn more often?"""
    stars = 1 + luck.below(2)
    thin, thick = 6 + luck.below(4), 12 + luck.below(5)
    chances = [1 - comb(size - stars, HAND) / comb(size, HAND) for size in (thin, thick)]
    name = luck.pick(("Unicorn", "Golem", "Phoenix"))
    asks = luck.below(2)
    answer = round(100 * chances[asks])
    size = (thin, thick)[asks]
    marks = sorted({answer, round(100 * chances[1 - asks]), round(100 * stars / size), min(99, answer + 12)})
    if len(marks) < 3 or min(b - a for a, b in pairwise(marks)) < 5 or marks[-1] > 97:
        raise NoExample
    owns = f"{stars} {name}{'s' if stars > 1 else ''}"
    return {
        "prompt": f"You own {size} cards, {owns} among them, and draw five. How likely is at least one {name}?",
        "clause": "MC-E1",
        "kind": "choice",
        "options": [{"value": value, "label": f"about {value}%"} for value in marks],
        "answer": answer,
        "card": name,
        "hint": [f"{HAND} of {size} cards are in your hand.", "Count the hands without it."],
        "solution": f"With {thin} cards it is {chances[0]:.0%}, with {thick} only {chances[1]:.0%}: "
        "the thinner the deck, the oftener you see your stars.",
    }


def _thinner(luck: Luck, level: int) -> Question:
    """Does one more card make the mean hand better?"""
    del level
    deck = crowd(luck, 4 + luck.below(4), ("Working Gnome", "Working Gnome", "Golem", "Minotaur", "Faun", "Goblin"))
    new = luck.pick(("Goblin", "Golem", "Minotaur", "Faun"))
    before = sum(card_of(name).labor for name in deck) / len(deck)
    after = (sum(card_of(name).labor for name in deck) + card_of(new).labor) / (len(deck) + 1)
    options = ["more labor", "less labor", "the same"]
    answer = options[0 if after > before else 1 if after < before else 2]
    return {
        "prompt": f"These are all your cards. With a {new} more: does an average hand of five earn more labor?",
        "clause": "MC-W2",
        "kind": "choice",
        "options": options,
        "answer": answer,
        "board": {"discard": deck, "supply": {new: 5}, "mark": [f"supply {new}"]},
        "hint": ["What does one of your cards earn on average?", "Only a card above your average makes it better."],
        "solution": f"The average card earns {before:.2f} now and {after:.2f} with the {new}.",
    }


def _setup(luck: Luck, level: int) -> Question:
    """How many cards are in a pile of the supply?"""
    players = 2 + luck.below(3)
    s = Scene.of(players).state
    name = luck.pick(_FOR_HIRE)
    number = s.supply[NAMES.index(name)]
    return {
        "prompt": f"{players} play. How many {name} cards are for hire as the game begins?",
        "clause": "MC-S2",
        "hint": ["Three a player, less one.", "But never more than ten."],
        "solution": f"3 × {players} − 1 = {3 * players - 1}{', ten at the most' if number == 10 else ''}: {number}.",
        "card": name,
    } | numbers(luck, number, [5, 8, 10, 11], level, least=0)


HAND_DRILLS = (
    DrillSpec("supply", "The supply", ("MC-S2",), _setup),
    DrillSpec("labor", "Labor points", ("MC-W2",), _labor),
    DrillSpec("hire", "What can be hired", ("MC-H1",), _affordable),
    DrillSpec("unspent", "Unspent points", ("MC-H1",), _leftover),
    DrillSpec("cleanup", "The end of a turn", ("MC-E1",), _cleanup),
    DrillSpec("shuffle", "When the deck runs out", ("MC-E2",), _shuffle),
    DrillSpec("new-worker", "When the new worker comes", ("MC-E2",), _hired_where),
    DrillSpec("golem", "Golems", ("MC-A4",), _golem),
    DrillSpec("goblin", "Goblins", ("MC-A3",), _goblin),
    DrillSpec("mermaid", "Mermaids", ("MC-A5",), _mermaid),
    DrillSpec("fairy", "Fairies", ("MC-A9",), _fairy),
    DrillSpec("summon", "Whom a Fairy may summon", ("MC-A9",), _fairy_no),
    DrillSpec("sphinx", "Sphinxes", ("MC-A10",), _sphinx),
    DrillSpec("phoenix", "Phoenixes", ("MC-A11", "MC-P1"), _phoenix),
    DrillSpec("phoenix-first", "The Phoenix question", ("MC-P0",), _ask_rise),
    DrillSpec("thin", "Thin and thick decks", ("MC-E1",), _thin),
    DrillSpec("average", "Better than your average", ("MC-W2",), _thinner),
)
