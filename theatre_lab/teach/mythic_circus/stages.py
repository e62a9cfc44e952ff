"""Drills on the stage: total performance, levels, Fauns, when to perform, attacks."""

from __future__ import annotations

from theatre_lab.games.mythic_circus.cards import NAMES
from theatre_lab.games.mythic_circus.notation import WOUNDED_MINOTAUR, listed, several, with_article
from theatre_lab.games.mythic_circus.state import LEVELS, OVER
from theatre_lab.teach.drills import DrillSpec, Luck, NoExample, Question
from theatre_lab.teach.mythic_circus.scene import BEN, PERFORMERS, Scene, card_of, counted, crowd
from theatre_lab.teach.overture.scene import numbers, sum_in_words

__all__ = ["STAGE_DRILLS"]

_PLAIN = tuple(name for name in PERFORMERS if name != "Faun")
_PLAIN_NAMES = tuple(name for name in NAMES if name != "Faun")
"""A Faun's value depends on its company, which a beginner learns later."""


def _troupe(luck: Luck, level: int) -> list[str]:
    return crowd(luck, 2 + luck.below(2) + level, _PLAIN if level == 1 else PERFORMERS)


def _tp(luck: Luck, level: int) -> Question:
    """What do these workers add up to?"""
    scene = Scene.of(stage=_troupe(luck, level))
    more = ["A Faun counts the others beside it."] if "Faun" in scene.zones["stage"] else []
    show, parts = scene.show(), scene.parts()
    wrong = [show.tp + step for step in (-2, -1, 1, 2, 3)]
    return {
        "prompt": "What is the total performance (TP) of this stage?",
        "board": scene.picture(),
        "hint": ["The number on each card counts once for each such card.", *more],
        "solution": f"{sum_in_words(parts)}.",
        "parts": parts,
        "values": scene.values(),
    } | numbers(luck, show.tp, wrong, level, least=0)


def _vp(luck: Luck, level: int) -> Question:
    """What would a show with this stage earn?"""
    scene = Scene.of(stage=_troupe(luck, level), phase="begin")
    show = scene.show()
    wanted = luck.below(len(LEVELS) + 1)
    if show.vp != wanted:
        raise NoExample
    before = scene.state.vp[0]
    scene.play("perform")
    earned = scene.state.vp[0] - before
    told = f"TP {show.tp}: {show.level}, {earned} VP" if show.level else f"TP {show.tp}: below 6, 0 VP"
    return {
        "prompt": "How many victory points does this show earn?",
        "board": {"stage": scene.zones["stage"], "mark": []},
        "hint": ["Add up the TP first.", "6, 11, 16, 21: one point more at each."],
        "solution": f"{told}.",
    } | numbers(luck, earned, [0, 1, 2, 3, 4], level, least=0)


def _missing(luck: Luck, level: int) -> Question:
    """How much is missing for the next level?"""
    scene = Scene.of(stage=_troupe(luck, level))
    show = scene.show()
    if show.next_level is None:
        raise NoExample
    mistakes = [show.missing + step for step in (-1, 1, 2, 5)]
    return {
        "prompt": f"How much more TP does this stage need for {show.next_vp} VP?",
        "board": scene.picture(),
        "hint": [f"{show.next_level} begins at {show.tp + show.missing}.", "Take the TP of now away from that."],
        "solution": f"TP is {show.tp}; {show.next_level} begins at {show.tp + show.missing}: {show.missing} more.",
        "values": scene.values(),
    } | numbers(luck, show.missing, mistakes, level, least=1)


def _faun(luck: Luck, level: int) -> Question:
    """What is one Faun worth here?"""
    fauns = 1 + (level > 1) * luck.below(3)
    stage = sorted(["Faun"] * fauns + crowd(luck, luck.below(5) + (level > 1), _PLAIN), key=NAMES.index)
    scene = Scene.of(stage=stage)
    worth = scene.values()["stage Faun"]
    others = len(stage) - 1
    who = "the Faun" if fauns == 1 else "each Faun"
    return {
        "prompt": f"What does {who} perform on this stage?",
        "board": scene.picture("stage Faun"),
        "hint": ["It counts company: everybody else on your stage.", "Other Fauns are company; it is not its own."],
        "solution": f"{len(stage)} on stage, so {others} beside it: {worth}.",
        "values": scene.values(),
    } | numbers(luck, worth, [len(stage), others - fauns + 1, 1], level, least=0, surely=[len(stage)])


def _faun_gain(luck: Luck, level: int) -> Question:
    """How much does the stage gain by one worker more?"""
    stage = sorted(["Faun"] * (1 + luck.below(2)) + crowd(luck, 1 + luck.below(3), _PLAIN), key=NAMES.index)
    new = "Faun" if luck.happens(45) else luck.pick(("Daring Gnome", "Phoenix"))
    scene = Scene.of(stage=stage, hand=[new])
    before = scene.show().tp
    scene.play(f"stage {new}")
    gain = scene.show().tp - before
    alone = max(card_of(new).performance, 0)
    return {
        "prompt": f"A {new} joins this stage. By how much does the TP rise?",
        "clause": "MC-A6",
        "board": {"stage": stage, "hand": [new], "mark": [f"hand {new}"]},
        "hint": ["What does the new worker perform?", "And every Faun who is there already has one more beside it."],
        "solution": f"From {before} to {before + gain}: {gain} more.",
        "parts": [],
    } | numbers(luck, gain, [alone, len(stage), len(stage) + 1, gain - 1], level, least=0, surely=[alone])


def _where(luck: Luck, level: int) -> Question:
    """Where may this worker be sent?"""
    name = luck.pick(_PLAIN_NAMES if level == 1 else NAMES)
    legal = Scene.of(hand=[name]).legal()
    may = [place for place in ("stage", "labor") if f"{place} {name}" in legal]
    labels = {"stage": "only on stage", "labor": "only to labor", "both": "either"}
    answer = labels["both" if len(may) == 2 else may[0]]
    return {
        "prompt": f"Where may you send a {name}?",
        "clause": "MC-A1" if name.endswith("Gnome") and name != "Mischievous Gnome" else "MC-W1",
        "kind": "choice",
        "options": list(labels.values()),
        "answer": answer,
        "card": name,
        "hint": "Look at its two numbers: performance for the stage, labor for hiring.",
        "solution": f"A {name} goes {'on stage or to labor' if len(may) == 2 else answer}.",
    }


def _perform_after(luck: Luck, level: int) -> Question:
    """What is left on your stage after a performance?"""
    stage = crowd(luck, 2 + luck.below(3), PERFORMERS)
    performs = luck.happens(50)
    scene = Scene.of(stage=stage, hand=["Daring Gnome"], phase="begin")
    scene.play("perform" if performs else "pass", "stage Daring Gnome")
    answer = len(scene.stage())
    deed = "perform" if performs else "pass, and do not perform"
    return {
        "prompt": f"You {deed}; then you send the Daring Gnome on stage. How many workers stand there now?",
        "clause": "MC-F2",
        "board": {"stage": stage, "hand": ["Daring Gnome"], "mark": []},
        "hint": "Who has performed leaves. Who has not waits for your next turn.",
        "solution": "The stage emptied into your discard pile; only the gnome is there: 1."
        if performs
        else f"All {len(stage)} stay, and the gnome joins them: {answer}.",
    } | numbers(luck, answer, [0, 1, len(stage), len(stage) + 1], level, least=0)


def _wins(luck: Luck, level: int) -> Question:
    """Does this show win the game?"""
    vp = 6 + luck.below(4)
    scene = Scene.of(stage=_troupe(luck, level), vp=[vp, luck.below(10)], phase="begin")
    show = scene.show()
    if show.vp == 0:
        raise NoExample
    if luck.happens(50) != (vp + show.vp >= 10):
        raise NoExample
    scene.play("perform")
    total = scene.state.vp[0]
    won = scene.state.phase == OVER
    return {
        "prompt": f"You have {vp} VP and perform with this stage. Does that win the game?",
        "clause": "MC-F3",
        "kind": "choice",
        "options": ["yes, at once", "not yet"],
        "answer": "yes, at once" if won else "not yet",
        "board": {"stage": scene.zones["stage"], "mark": []},
        "hint": ["What does the show earn?", "Ten win, on the spot."],
        "solution": f"TP {show.tp} earns {show.vp}: {vp} + {show.vp} = {total}.",
    }


# ------------------------------------------------------------- attacks


def _attack_victims(luck: Luck, level: int) -> Question:
    """Who loses a worker by an attack, and who decides?"""
    ben = luck.shuffled(crowd(luck, 2 + luck.below(2), PERFORMERS))
    if len(set(ben)) < 2:
        raise NoExample
    if level > 1 and luck.happens(60):
        ben = [*(name for name in ben if name != "Minotaur"), WOUNDED_MINOTAUR, "Minotaur"]
    ben = sorted(ben, key=lambda name: (NAMES.index(name.strip("!")), name))
    scene = Scene.of(hand=["Werewolf"], ben=ben).play("stage Werewolf", "attack P2")
    may = scene.after("injure")
    who = luck.pick(may)
    before = len(ben)
    scene.play(f"injure {who}")
    left = len(scene.stage(1))
    asks_who = luck.happens(40)
    board = {"hand": ["Werewolf"], "opponents": [{"name": BEN, "stage": ben}], "mark": ["hand Werewolf"]}
    if asks_who:
        return {
            "prompt": "Your Werewolf attacks Ben. Who decides which of his workers is hit?",
            "clause": "MC-W3",
            "kind": "choice",
            "options": ["you", "Ben", "chance"],
            "answer": "Ben",
            "board": board,
            "hint": "Think of it as a choice of what one can spare.",
            "solution": f"Ben may choose {listed([f'the {_plain(name)}' for name in may], 'or')}. "
            "Expect the one he misses least.",
        }
    return {
        "prompt": f"Your Werewolf attacks, and Ben picks the {_plain(who)}. How many workers has he left on stage?",
        "clause": "MC-A8" if "Minotaur" in who else "MC-W3",
        "board": board | {"mark": [f"{BEN} {who}"]},
        "hint": ["An injured worker leaves for the discard pile.", "A Minotaur takes one attack as a wound."],
        "solution": f"{_fate(who)}: {before} − {before - left} = {left}.",
    } | numbers(luck, left, [before, before - 1, before - 2], level, least=0, surely=[before, before - 1])


def _plain(who: str) -> str:
    return "wounded Minotaur" if who == WOUNDED_MINOTAUR else who


def _fate(who: str) -> str:
    if who == WOUNDED_MINOTAUR:
        return "The wounded Minotaur leaves"
    return "The Minotaur is wounded and stays" if who == "Minotaur" else f"The {who} leaves"


def _minotaur(luck: Luck, level: int) -> Question:
    """How does a Minotaur fare under so many attacks?"""
    start = luck.pick(("Minotaur", WOUNDED_MINOTAUR))
    company = ("Werewolf", "Mischievous Gnome") if level == 1 else ("Werewolf", "Mischievous Gnome", "Faun", "Minotaur")
    attackers = crowd(luck, 1 + luck.below(1 + level), company)
    scene = Scene.of(hand=attackers, ben=[start])
    used = 0
    for name in attackers:
        scene.play(f"stage {name}")
        if scene.after("attack"):
            scene.play("attack P2")
            used += 1
    end = scene.stage(1)
    if luck.happens(60) == (not end):
        raise NoExample
    words = {"Minotaur": "unwounded on stage", WOUNDED_MINOTAUR: "wounded on stage"}
    options = [*words.values(), "off the stage"]
    return {
        "prompt": f"Ben has only {'a wounded' if start == WOUNDED_MINOTAUR else 'an unwounded'} Minotaur. "
        f"You send {counted(attackers)} on stage, and whoever can attacks him. Where is the Minotaur now?",
        "clause": "MC-A8",
        "kind": "choice",
        "options": options,
        "answer": words[end[0]] if end else "off the stage",
        "board": {"hand": attackers, "opponents": [{"name": BEN, "stage": [start]}], "mark": []},
        "hint": ["The first attack wounds, the second injures.", "With nobody to hit, an attack does nothing."],
        "solution": f"{used} attack{'' if used == 1 else 's'} found him: {words[end[0]] if end else 'he is gone'}.",
    }


def _unicorn(luck: Luck, level: int) -> Question:
    """What does a Unicorn leave of a stage?"""
    ben = ["Unicorn"] * luck.below(3 + (level > 1)) + crowd(luck, 1 + luck.below(3), _PLAIN)
    ben = sorted(ben, key=NAMES.index)
    mine = ["Unicorn"] * luck.below(2)
    scene = Scene.of(hand=["Unicorn"], stage=mine, ben=ben).play("stage Unicorn")
    left = len(scene.stage(1))
    if luck.happens(60) != (left < len(ben)):
        raise NoExample
    return {
        "prompt": "Your Unicorn enters the stage. How many workers are left on Ben’s?",
        "clause": "MC-A12",
        "board": {
            "stage": mine,
            "hand": ["Unicorn"],
            "opponents": [{"name": BEN, "stage": ben}],
            "mark": ["hand Unicorn"],
        },
        "hint": "It drives away Unicorns of the other player: all of them, and nobody else.",
        "solution": f"{len(ben)} − {several(len(ben) - left, 'Unicorn')} = {left}.",
    } | numbers(luck, left, [len(ben), len(ben) - 1, 0], level, least=0)


def _attack_loss(luck: Luck, level: int) -> Question:
    """What does the loss of one worker cost in TP?"""
    stage = sorted(["Faun"] * (level > 1) * (1 + luck.below(2)) + crowd(luck, 3, PERFORMERS), key=NAMES.index)
    who = luck.pick([name for name in stage if name != "Minotaur"])
    if stage.count(who) == len(stage):
        raise NoExample
    scene = Scene.of(hand=["Werewolf"], ben=stage)
    before, values = scene.show(1).tp, scene.values("Ben", 1)
    scene.play("stage Werewolf", "attack P2")
    scene.play(f"injure {who}")
    lost = before - scene.show(1).tp
    more = ["Every Faun who stays misses a companion."] if "Faun" in stage else []
    return {
        "prompt": f"Ben loses {with_article(who)}. How much TP does that cost him?",
        "clause": "MC-A6" if "Faun" in stage else "MC-W3",
        "board": {"opponents": [{"name": BEN, "stage": stage}], "mark": [f"{BEN} {who}"]},
        "hint": ["What does this worker perform?", *more],
        "solution": f"From {before} to {before - lost}: {lost} less.",
        "values": values,
    } | numbers(luck, lost, [values[f"Ben {who}"], lost + 1, lost - 1], level, least=0)


STAGE_DRILLS = (
    DrillSpec("where", "Stage or labor", ("MC-W1", "MC-A1"), _where),
    DrillSpec("tp", "Total performance", ("MC-F1",), _tp),
    DrillSpec("vp", "What a show earns", ("MC-F1",), _vp),
    DrillSpec("missing", "To the next level", ("MC-F1",), _missing),
    DrillSpec("perform", "After the show", ("MC-F2",), _perform_after),
    DrillSpec("wins", "Ten points win", ("MC-F3",), _wins),
    DrillSpec("faun", "What a Faun is worth", ("MC-A6",), _faun),
    DrillSpec("company", "One more on stage", ("MC-A6",), _faun_gain),
    DrillSpec("attack", "Attacks", ("MC-W3", "MC-A2", "MC-A7"), _attack_victims),
    DrillSpec("minotaur", "Minotaurs", ("MC-A8",), _minotaur),
    DrillSpec("loss", "What an attack costs", ("MC-W3",), _attack_loss),
    DrillSpec("unicorn", "Unicorns", ("MC-A12",), _unicorn),
)
