"""Mythic Circus's decisions in words: the question, its answers, what would come of each, and a hint's reasons.

>>> from theatre_lab.api import set_up
>>> names = ["You", "Ben"]
>>> match = set_up("mythic-circus", names, phase="send", hands=[["Goblin", "Golem"]], stages=[["Faun"]], seed=1)
>>> view, goblin = match.view(0), Choice("hand", 0)
>>> asked = prompt(view, goblin)
>>> asked["text"], asked["note"]
('Send a worker on stage or to labor, or be done.', 'Goblin is chosen. On stage: TP 0 → 2.')
>>> [action["label"] for action in asked["actions"]]
['To the stage, 1', 'To labor, 1', 'Done sending, 2 cards left']
>>> say_choice(view, goblin)
'Goblin chosen. On stage: TP 0 → 2. At labor: 0 → 1 point. Press again: To the stage, 1.'
>>> label_of(view, "labor Golem"), outcome_rows(view, "labor Golem")
('To labor, 2', [{'mark': '→', 'text': 'at labor: 0 → 2 points; Goblin in reach', 'rule': 'MC-W2'}])
>>> reason_row("→", "on stage: TP 0 → 2", "MC-F1") == outcome_rows(view, "stage Goblin")[0]
True
>>> [row["text"] for row in face_rows(view.state, shown_as.card_face(view.state, "Golem"))]
['labor points to hire one', 'to spend, when sent to labor', 'may not go on stage', 'At labor: draw a card']
>>> hint = advice(view, "stage Goblin")
>>> hint.text, [(part.points, part.text) for part in hint.parts]
('Send Goblin on stage', [(1, 'Goblin: performance on its card'), (1, 'Fauns count the company on stage')])
>>> [(part.points, part.text) for part in grouped([Part("Faun", "MC-A6", 1, "for the company")] * 2)]
[(2, '2 Fauns: for the company')]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theatre_lab.core.game import Part, View, total
from theatre_lab.games.mythic_circus import performance, performance_parts, rules, scoring, state
from theatre_lab.games.mythic_circus.cards import ABILITY, ATTACK, CHARGE, COUNTS_OTHERS, MINOTAUR, UNICORN
from theatre_lab.games.mythic_circus.notation import WOUNDED_MINOTAUR, card_name, several
from theatre_lab.widgets import _mythic_circus_cards as shown_as
from theatre_lab.widgets._mythic_circus_choice import (
    Choice,
    answers_with,
    called,
    chosen_card,
    in_reach,
    is_own,
    with_injury,
    with_one_more,
    wordless_answers,
)
from theatre_lab.widgets._words import Advice, Json, listed, plural

__all__ = [
    "advice",
    "face_rows",
    "grouped",
    "label_of",
    "outcome_rows",
    "prompt",
    "reason_row",
    "say_choice",
]


def prompt(view: View, choice: Choice) -> Json:
    """What the viewer is to decide, in words, with the answers that are ready."""
    text, note = _question(view)
    name = chosen_card(view, choice)
    actions = []
    if name is not None and choice.zone is not None and is_own(view, choice):
        answers = answers_with(view, choice.zone, name)
        actions = [_button(view, answer, primary=i == 0) for i, answer in enumerate(answers)]
        if answers:
            note = f"{called(name)} is chosen. {outcome_of(view, answers[0])}"
    actions += [_button(view, answer) for answer in wordless_answers(view)]
    return {"text": text, "note": note, "actions": actions}


def say_choice(view: View, choice: Choice) -> str:
    """What a screen reader hears when a card was chosen."""
    name = chosen_card(view, choice)
    if name is None or choice.zone is None:
        return ""
    answers = answers_with(view, choice.zone, name) if is_own(view, choice) else []
    if answers:
        outcomes = " ".join(outcome_of(view, answer) for answer in answers)
        return f"{called(name)} chosen. {outcomes} Press again: {label_of(view, answers[0])}."
    rows = face_rows(view.state, shown_as.card_face(view.state, name))
    told = ", ".join(f"{row['mark']} {row['text']}" for row in rows)
    return f"{called(name)}: {told}."


def _question(view: View) -> tuple[str, str]:
    """The pending decision and what there is to know about it."""
    s = view.state
    phase, points = s.phase, s.points
    if phase == state.RISE_PHASE:
        more = f"This may be done {shown_as.times(s.rises)} this turn."
        return "A Phoenix may rise: discard a card to take it back.", more
    if phase == state.PERFORM_PHASE:
        return "Perform now, or pass and keep your stage?", _performing(s, view.player)
    if phase == state.SEND_PHASE:
        return "Send a worker on stage or to labor, or be done.", _sending_note(view)
    if phase == state.ATTACK_PHASE:
        return "Choose a player to attack.", "They choose which of their workers on stage is injured."
    if phase == state.INJURE_PHASE:
        return f"P{s.active + 1} attacks: choose a worker to be injured.", "It goes to your discard pile."
    if phase == state.SWAP_PHASE:
        draws = s.rule[state.R_GOBLIN_DRAWS]
        return (
            f"Goblin: discard a card and draw {'another' if draws == 1 else draws}?",
            "Choose the card, or keep your hand.",
        )
    if phase == state.RECALL_PHASE:
        return "Mermaid: put a card of your discard pile on your deck?", "It is the next card that you draw."
    if phase == state.SUMMON_PHASE:
        below = s.rule[state.R_SUMMON_COST_BELOW]
        return f"Fairy: summon a worker that costs less than {below}?", "From your discard pile straight to the stage."
    if phase == state.DRAW_PHASE:
        draws, gone = s.rule[state.R_SPHINX_DRAWS], s.rule[state.R_SPHINX_DISCARDS]
        return (
            f"Sphinx: draw {draws}, then discard {gone}?",
            f"Your deck holds {plural(s.deck_size[view.player], 'card')}.",
        )
    if phase == state.DISCARD_PHASE:
        return f"Sphinx: choose a card to discard ({s.to_discard} to go).", "It goes to your discard pile."
    if phase == state.CHARGE_PHASE:
        return "Unicorn: whose Unicorns are injured?", "All of them on that player’s stage, if there are any."
    reach = in_reach(s, points)
    within = f"In reach: {listed(reach)}." if reach else "Nothing is in reach."
    return f"Hire: {plural(points, 'labor point')} left.", f"{within} Points you keep are lost."


def _sending_note(view: View) -> str:
    s = view.state
    if s.points:
        return f"{plural(s.points, 'labor point')} so far. Choose a card to see what it would do."
    return "On stage they perform later; at labor they pay for hiring. Choose a card to see what it would do."


def _performing(s: Any, player: int) -> str:
    now = performance(s, player)
    worth = f"TP {now.tp} is {now.level}: {now.vp} VP." if now.level else f"TP {now.tp} earns nothing."
    following = f" {now.missing} more for {now.next_level} ({now.next_vp} VP)." if now.next_level else ""
    return f"{worth}{following} Who performs clears the stage."


_TASKS = {
    state.RISE_PHASE: "may let a Phoenix rise",
    state.PERFORM_PHASE: "decides whether to perform",
    state.SEND_PHASE: "sends workers on stage or to labor",
    state.ATTACK_PHASE: "chooses whom to attack",
    state.INJURE_PHASE: "chooses which worker of their own is injured",
    state.SWAP_PHASE: "may swap a card with the Goblin",
    state.RECALL_PHASE: "may put a card on top of the deck with the Mermaid",
    state.SUMMON_PHASE: "may summon a worker with the Fairy",
    state.DRAW_PHASE: "decides whether the Sphinx draws",
    state.DISCARD_PHASE: "discards for the Sphinx",
    state.CHARGE_PHASE: "chooses whose Unicorns are injured",
    state.HIRE_PHASE: "hires from the supply",
}


def task(view: View) -> str:
    """What the player to move decides, as a predicate."""
    return _TASKS[view.state.phase]


_LABELS = {
    "skip rise": "Let it rest",
    "pass": "Pass",
    "no attack": "Attack nobody",
    "no swap": "Keep your hand",
    "no recall": "Recall nobody",
    "no summon": "Summon nobody",
    "no draw": "Do not draw",
    "done": "Done sending",
    "end": "End the turn",
}


def label_of(view: View, answer: str) -> str:
    """An answer as a button says it."""
    s = view.state
    if answer == "done" and (left := s.hand_size[view.player]):
        return f"{_LABELS[answer]}, {plural(left, 'card')} left"
    if answer == "perform":
        vp = performance(s, view.player).vp
        return f"Perform for {f'{vp} VP' if vp else 'nothing'}"
    if answer == "draw two":
        return f"Draw {plural(s.rule[state.R_SPHINX_DRAWS], 'card')}"
    if answer in _LABELS:
        return _LABELS[answer]
    verb, _, name = answer.partition(" ")
    if verb in ("attack", "charge"):
        return f"{'Attack' if verb == 'attack' else 'Charge at'} {name}"
    if verb == "stage":
        others = scoring.workers_on_stage(s, view.player)
        return f"To the stage, {scoring.worker_performance(s, shown_as.card_number(name), others)}"
    if verb == "labor":
        return f"To labor, {s.rule[state.R_LABOR + shown_as.card_number(name)]}"
    if verb == "hire":
        return f"Hire {name} for {s.rule[state.R_COST + shown_as.card_number(name)]}"
    if verb == "injure":
        if name == WOUNDED_MINOTAUR:
            return "Injure the wounded Minotaur"
        wounds = name == card_name(MINOTAUR) and s.rule[state.R_MINOTAUR_WOUNDS]
        return f"{'Wound' if wounds else 'Injure'} {name}"
    return {
        "rise": f"Discard {name}, a Phoenix rises",
        "swap": f"Discard {name} and draw",
        "discard": f"Discard {name}",
        "recall": f"Put {name} on your deck",
        "summon": f"Summon {name}",
    }[verb]


def _button(view: View, answer: str, primary: bool = False) -> Json:
    args = {"do": "play", "action": answer}
    return {"label": label_of(view, answer), "intent": "act", "args": args, "primary": primary}


def _tp_change(s: Any, after: Any, player: int) -> str:
    before, then = performance(s, player), performance(after, player)
    level = f", {then.level}" if then.level != before.level and then.level else ""
    return f"TP {before.tp} → {then.tp}{level}"


def outcome_of(view: View, answer: str) -> str:
    """What comes of an answer, in a sentence."""
    return " ".join(f"{row['text'][:1].upper()}{row['text'][1:]}." for row in outcome_rows(view, answer))


def reason_row(mark: str, text: str, rule: str) -> Json:
    """A row of reasons: a mark (a number or a sign), the reason in words, and its clause."""
    return {"mark": mark, "text": text, "rule": rule}


def outcome_rows(view: View, answer: str) -> list[Json]:
    """What comes of an answer that names a card, as rows of reasons."""
    s, me = view.state, view.player
    verb, _, name = answer.partition(" ")
    card = shown_as.card_number(name)
    if verb in ("stage", "summon"):
        after = with_one_more(s, me, card)
        return [reason_row("→", f"on stage: {_tp_change(s, after, me)}", "MC-F1"), *_arrival_rows(s, me, card)]
    if verb == "labor":
        points = s.points + s.rule[state.R_LABOR + card]
        fresh = [each for each in in_reach(s, points) if each not in in_reach(s, s.points)]
        reach = f"; {listed(fresh)} in reach" if fresh else ""
        return [reason_row("→", f"at labor: {s.points} → {plural(points, 'point')}{reach}", "MC-W2")]
    if verb == "hire":
        left = s.points - s.rule[state.R_COST + card]
        return [reason_row("→", f"to your discard pile; {plural(left, 'point')} left", "MC-H1")]
    if verb == "injure":
        after = with_injury(s, me, name)
        if after.stage[me][card] == s.stage[me][card]:
            return [reason_row("→", "it is wounded and stays; the next blow injures it", "MC-A8")]
        return [reason_row("→", f"it goes to your discard pile: {_tp_change(s, after, me)}", "MC-W3")]
    if verb == "recall":
        return [reason_row("→", "it is the next card you draw", "MC-A5")]
    if verb == "rise":
        return [reason_row("→", "it is discarded; a Phoenix comes to your hand", "MC-P1")]
    drawn = s.rule[state.R_GOBLIN_DRAWS]
    if verb == "swap":
        return [reason_row("→", f"it is discarded; you draw {plural(drawn, 'card')}", "MC-A3")]
    return [reason_row("→", "it is discarded", "MC-A10")]


def _arrival_rows(s: Any, me: int, card: int) -> list[Json]:
    """What a worker's arrival does to the other players."""
    if ABILITY[card] == ATTACK and not rules.is_target_left(s):
        return [reason_row("→", "nobody else is on stage: the attack is lost", "MC-W3")]
    if ABILITY[card] == CHARGE:
        hit = sum(s.stage[player][UNICORN] for player in range(s.players) if player != me)
        if not hit:
            return [reason_row("→", "no other player has a Unicorn on stage", "MC-A12")]
    return []


def face_rows(s: Any, face: Json) -> list[Json]:
    """A worker's numbers and ability, each with its clause."""
    clause = face["clause"]
    rows = [
        reason_row(str(face["cost"]), "labor points to hire one", "MC-H1")
        if face["cost"] is not None
        else reason_row("–", "not for hire", "MC-S2"),
        reason_row(face["labor"], "to spend, when sent to labor", "MC-W2")
        if face["labor"] is not None
        else reason_row("–", "may not be sent to labor", clause),
        reason_row(face["performance"], "performance on stage", _stage_clause(face))
        if face["performance"] is not None
        else reason_row("–", "may not go on stage", clause),
    ]
    if face["ability"] != "No ability.":
        rows.append(reason_row("✦", face["ability"].rstrip("."), clause))
    return rows


def _stage_clause(face: Json) -> str:
    return "MC-A6" if ABILITY[shown_as.card_number(face["name"])] == COUNTS_OTHERS else "MC-F1"


def advice(view: View, action: str) -> Advice:
    """The reasons for an action that a bot suggests."""
    s, me = view.state, view.player
    verb, _, name = action.partition(" ")
    if action == "perform":
        return Advice(action, label_of(view, action), tuple(grouped(performance_parts(s, me))))
    if verb in ("stage", "summon"):
        doing = f"Send {name} on stage" if verb == "stage" else f"Summon {name}"
        return Advice(action, doing, tuple(_gains(s, me, shown_as.card_number(name))))
    if action == "pass":
        missing = shown_as.meter(s, me)["next"]
        return Advice(action, f"Pass: {missing}" if missing else "Pass")
    if verb == "hire":
        return Advice(action, f"{label_of(view, action)} ({shown_as.card_face(s, name)['short']})")
    if verb == "labor":
        points = s.rule[state.R_LABOR + shown_as.card_number(name)]
        parts = (Part(name, "MC-W2", points, f"{name}: labor points to hire with"),) if points else ()
        return Advice(action, f"Send {name} to labor", parts)
    return Advice(action, label_of(view, action))


def _gains(s: Any, player: int, card: int) -> list[Part]:
    """What one more worker adds to the total performance: its own value, and one for each Faun beside it."""
    before = _counted(performance_parts(s, player))
    after = _counted(performance_parts(with_one_more(s, player, card), player))
    gained = [part for part, n in after.items() for _ in range(n - before.get(part, 0))]
    lost = [part for part, n in before.items() for _ in range(n - after.get(part, 0))]
    fauns = total([part for part in gained if part.rule == "MC-A6"]) - total(lost)
    parts = [
        Part(part.who, part.rule, part.points, f"{part.who}: {part.text}") for part in gained if part.rule != "MC-A6"
    ]
    if fauns:
        parts.append(Part("Faun", "MC-A6", fauns, "Fauns count the company on stage"))
    return parts


def _counted(parts: Sequence[Part]) -> dict[Part, int]:
    counts: dict[Part, int] = {}
    for part in parts:
        counts[part] = counts.get(part, 0) + 1
    return counts


def grouped(parts: Sequence[Part]) -> list[Part]:
    """Equal parts as one: two Daring Gnomes in a row."""
    grouped = []
    for part, n in _counted(parts).items():
        who = part.who if n == 1 else several(n, part.who)
        text = who if part.rule == "MC-F1" else f"{who}: {part.text}"
        grouped.append(Part(part.who, part.rule, part.points * n, text))
    return grouped
