"""Mythic Circus's worked examples: positions on stage, at labor and in the supply, played by the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from theatre_lab.games.mythic_circus import MYTHIC_CIRCUS, circus_state, performance, performance_parts
from theatre_lab.games.mythic_circus.cards import NAMES
from theatre_lab.teach.example import Answers, Example, Numbers, refused_by

__all__ = ["EXAMPLES", "TERMS"]

TERMS = {
    "gnome": "MC-S1",
    "gnomes": "MC-S1",
    "Gnomes": "MC-S1",
    "supply": "MC-S2",
    "Phoenix question": "MC-P0",
    "Phoenix": "MC-A11",
    "Phoenixes": "MC-A11",
    "perform": "MC-F1",
    "performs": "MC-F1",
    "performance": "MC-F1",
    "TP": "MC-F1",
    "VP": "MC-F1",
    "labor": "MC-W2",
    "labor points": "MC-W2",
    "attack": "MC-W3",
    "attacks": "MC-W3",
    "attacked": "MC-W3",
    "injured": "MC-W3",
    "injure": "MC-W3",
    "hire": "MC-H1",
    "shuffled": "MC-E2",
    "Goblin": "MC-A3",
    "Golem": "MC-A4",
    "Mermaid": "MC-A5",
    "Faun": "MC-A6",
    "Werewolf": "MC-A7",
    "Minotaur": "MC-A8",
    "Fairy": "MC-A9",
    "Sphinx": "MC-A10",
    "Unicorn": "MC-A12",
    "Unicorns": "MC-A12",
}
"""Words of the rule book, and the rule that explains each."""

GOLEMS = ["Golem"] * 5


def _play(s: Any, *texts: str) -> Any:
    for text in texts:
        action = MYTHIC_CIRCUS.parse_action(s, text)
        MYTHIC_CIRCUS.require_legal(s, action, text)
        MYTHIC_CIRCUS.rules.apply(s, action)
    return s


def _shuffle(s: Any, *names: str) -> Any:
    """Answer the shuffle that is due; the first name comes on top."""
    cards = MYTHIC_CIRCUS.parse_chance(s, names)
    MYTHIC_CIRCUS.rules.set_chance(s, cards, len(cards))
    return s


def _due(s: Any) -> str:
    cards = [0] * MYTHIC_CIRCUS.max_cards
    count = MYTHIC_CIRCUS.rules.chance(s, cards)
    return "no" if count < 0 else f"yes, {count} cards"


def _named(counts: Sequence[int]) -> str:
    return ", ".join(name for name, n in zip(NAMES, counts, strict=True) for _ in range(n)) or "nothing"


def _legal(s: Any) -> str:
    return ", ".join(sorted(MYTHIC_CIRCUS.action_text(s, action) for action in MYTHIC_CIRCUS.legal_actions(s)))


def _look(s: Any, question: str) -> str:
    """The answer to a question about a position."""
    player = 1 if question.startswith("P2") else 0
    match question.removeprefix("P2's ").removeprefix("your "):
        case "hand":
            return _named(s.hand[player])
        case "stage":
            stage = MYTHIC_CIRCUS.describe_view(s, player)["seats"][player]["stage"]
            return ", ".join(stage) or "nobody"
        case "discard pile":
            return _named(s.discard[player])
        case "deck":
            cards = s.deck[player][: s.deck_size[player]]
            return ", ".join(NAMES[card] for card in reversed(cards)) or "empty"
        case "TP":
            return str(performance(s, player).tp)
        case "VP":
            return str(s.vp[player])
        case "labor points":
            return str(s.points)
        case "you may" | "P2 may":
            return _legal(s)
        case "a shuffle is due":
            return _due(s)
        case "who decides":
            return f"P{MYTHIC_CIRCUS.rules.to_move(s) + 1}"
        case "winner":
            return ", ".join(f"P{winner + 1}" for winner in MYTHIC_CIRCUS.winners(s)) or "nobody yet"
        case _:
            return refused_by(MYTHIC_CIRCUS, s, question)


def _scene(
    clause: str,
    situation: str,
    where: Mapping[str, Any],
    moves: Sequence[str],
    claims: Mapping[str, str],
    *,
    shown: int | None = None,
    players: int = 2,
) -> Example:
    """A position, some moves, and what is asked after them; `shown` is whose stage the parts explain."""

    def ask(numbers: Numbers) -> Answers:
        s = _play(circus_state(players, changed=numbers, **where), *moves)
        said = {question: _look(s, question) for question in claims}
        return Answers(said, () if shown is None else performance_parts(s, shown), _picture(where, numbers))

    return Example(clause, situation, claims, ask)


def _picture(where: Mapping[str, Any], numbers: Numbers) -> dict[str, Any] | None:
    """The position before the moves, as the board of a question; None where it is not your turn."""
    if where.get("active"):
        return None
    piles = {zone: where[zone] for zone in ("stage", "hand", "labor", "discard", "deck") if zone in where}
    own = {zone: cards.get(0, []) if isinstance(cards, Mapping) else cards for zone, cards in piles.items()}
    stages = where.get("stage", ())
    theirs = stages.get(1, []) if isinstance(stages, Mapping) else []
    board: dict[str, Any] = {zone: list(cards) for zone, cards in own.items() if cards}
    if theirs:
        board["opponents"] = [{"name": "P2", "stage": list(theirs)}]
    return board | {"rules": dict(numbers)}


def _other(
    clause: str, situation: str, claims: Mapping[str, str], said: Callable[[Numbers], Mapping[str, str]]
) -> Example:
    return Example(clause, situation, claims, lambda numbers: Answers(said(numbers)))


def _new_game(numbers: Numbers, players: int) -> Any:
    s = MYTHIC_CIRCUS.new_state(players, MYTHIC_CIRCUS.check_options(players, {}), MYTHIC_CIRCUS.check_rules(numbers))
    MYTHIC_CIRCUS.resolve_chance(s, [7])
    return s


def _troupe(numbers: Numbers) -> Mapping[str, str]:
    seat = MYTHIC_CIRCUS.view(_new_game(numbers, 2), 0).as_dict()["seats"][0]
    owned = ", ".join(f"{count} {name}" for name, count in seat["owned"].items())
    return {"your ten cards": owned, "in hand": str(seat["hand_count"]), "in the deck": str(seat["deck_count"])}


def _supply(numbers: Numbers) -> Mapping[str, str]:
    return {
        f"Goblins for hire with {players}": str(_new_game(numbers, players).supply[NAMES.index("Goblin")])
        for players in (2, 3, 4)
    }


def _order(numbers: Numbers) -> Mapping[str, str]:
    s = circus_state(3, changed=numbers, deck={0: GOLEMS, 1: GOLEMS, 2: GOLEMS}, phase="begin")
    turns = []
    for _ in range(4):
        turns.append(f"P{s.active + 1}")
        _play(s, "pass", "done", "end")
        if MYTHIC_CIRCUS.rules.chance(s, [0] * MYTHIC_CIRCUS.max_cards) >= 0:
            MYTHIC_CIRCUS.resolve_chance(s, [7])
    return {"the first four turns": ", ".join(turns)}


def _shuffled(numbers: Numbers) -> Mapping[str, str]:
    s = circus_state(hand=["Golem"], discard=["Faun", "Goblin", "Mermaid"], changed=numbers)
    _play(s, "labor Golem")
    due = _due(s)
    return {
        "a shuffle is due": due,
        "the Mermaid comes on top; your hand": _look(_shuffle(s, "Mermaid", "Faun", "Goblin"), "hand"),
    }


def _two_attacks(numbers: Numbers) -> Mapping[str, str]:
    s = circus_state(hand=["Werewolf", "Werewolf"], stage={1: ["Minotaur"]}, changed=numbers)
    _play(s, "stage Werewolf", "attack P2")
    once = _look(s, "P2's stage")
    _play(s, "stage Werewolf", "attack P2")
    return {"P2's stage after one attack": once, "after the second": _look(s, "P2's stage")}


def _performed(stage: Sequence[str], vp: Sequence[int] = (), **more: Any) -> dict[str, Any]:
    return {"stage": {0: stage}, "vp": list(vp), "phase": "begin", **more}


EXAMPLES = (
    _other(
        "MC-S1",
        "A new game for two.",
        {
            "your ten cards": "7 Working Gnome, 2 Daring Gnome, 1 Mischievous Gnome",
            "in hand": "5",
            "in the deck": "5",
        },
        _troupe,
    ),
    _other(
        "MC-S2",
        "The pile of Goblins, by the number of players.",
        {"Goblins for hire with 2": "5", "Goblins for hire with 3": "8", "Goblins for hire with 4": "10"},
        _supply,
    ),
    _other("MC-S3", "Three play, and everybody passes.", {"the first four turns": "P1, P2, P3, P1"}, _order),
    _scene(
        "MC-P0",
        "Your turn begins with a Phoenix in your discard pile and a Goblin in hand.",
        {"discard": ["Phoenix"], "hand": ["Goblin"], "phase": "begin"},
        [],
        {"you may": "rise Goblin, skip rise", "perform": "refused (MC-P1)"},
    ),
    _scene(
        "MC-P1",
        "You let the Phoenix rise and discard a Goblin for it.",
        {"discard": ["Phoenix"], "hand": ["Goblin"], "phase": "begin"},
        ["rise Goblin"],
        {"your hand": "Phoenix", "your discard pile": "Goblin"},
    ),
    _scene(
        "MC-F1",
        "On your stage: a Faun, a Mermaid, two Daring Gnomes and a Goblin. One TP more would have been Memorable.",
        {"stage": ["Faun", "Mermaid", "Daring Gnome", "Daring Gnome", "Goblin"], "phase": "begin"},
        [],
        {"your TP": "10", "perform": "allowed"},
        shown=0,
    ),
    _scene(
        "MC-F2",
        "A Unicorn and a wounded Minotaur perform.",
        _performed(["Unicorn", "Minotaur!"]),
        ["perform"],
        {"your VP": "1", "your stage": "nobody", "your discard pile": "Minotaur, Unicorn"},
    ),
    _scene(
        "MC-F3",
        "You have 9 VP, P2 has 9 too, and your Unicorn performs.",
        _performed(["Unicorn"], [9, 9]),
        ["perform"],
        {"your VP": "10", "winner": "P1"},
    ),
    _scene(
        "MC-F4",
        "The game was to last one round. It stands 2 to 2, and only P1 has somebody on stage.",
        {"stage": {0: ["Goblin"]}, "deck": {1: GOLEMS}, "vp": [2, 2], "active": 1, "max_turns": 1},
        ["done", "end"],
        {"winner": "P1", "done": "refused (MC-F4)"},
    ),
    _scene(
        "MC-W1",
        "You hold a Goblin, a Golem and a Mermaid, and say that you are done after the Golem.",
        {"hand": ["Goblin", "Golem", "Mermaid"]},
        ["labor Golem", "done"],
        {"stage Goblin": "refused (MC-W1)", "your hand": "Goblin, Mermaid"},
    ),
    _scene(
        "MC-W2",
        "You send a Minotaur and a Working Gnome to labor.",
        {"hand": ["Minotaur", "Working Gnome"]},
        ["labor Minotaur", "labor Working Gnome"],
        {"your labor points": "3"},
    ),
    _scene(
        "MC-W3",
        "Your Werewolf attacks P2, on whose stage a Goblin and a Unicorn stand.",
        {"hand": ["Werewolf"], "stage": {1: ["Goblin", "Unicorn"]}},
        ["stage Werewolf", "attack P2"],
        {"who decides": "P2", "P2 may": "injure Goblin, injure Unicorn"},
    ),
    _scene(
        "MC-H1",
        "Golems and Minotaurs have brought you 6 labor points, and you hire a Golem.",
        {"labor": ["Golem", "Golem", "Minotaur"], "phase": "hire"},
        ["hire Golem"],
        {
            "your labor points": "3",
            "hire Golem": "refused (MC-H1)",
            "hire Goblin": "allowed",
            "your discard pile": "Golem",
        },
    ),
    _scene(
        "MC-E1",
        "You end your turn with a Faun in hand, a Golem at labor and a Goblin on stage.",
        {"hand": ["Faun"], "labor": ["Golem"], "stage": ["Goblin"], "deck": ["Fairy"] * 5, "phase": "hire"},
        ["end"],
        {"your stage": "Goblin", "your discard pile": "Golem, Faun", "your hand": "Fairy, Fairy, Fairy, Fairy, Fairy"},
    ),
    _other(
        "MC-E2",
        "A Golem goes to labor and draws. The deck is empty; three cards lie in the discard pile.",
        {"a shuffle is due": "yes, 3 cards", "the Mermaid comes on top; your hand": "Mermaid"},
        _shuffled,
    ),
    _scene(
        "MC-A1",
        "You hold a Working Gnome and a Daring Gnome.",
        {"hand": ["Working Gnome", "Daring Gnome"]},
        [],
        {
            "stage Working Gnome": "refused (MC-A1)",
            "labor Daring Gnome": "refused (MC-A1)",
            "stage Daring Gnome": "allowed",
        },
    ),
    _scene(
        "MC-A2",
        "Your Mischievous Gnome enters the stage, and P2 has a Goblin there.",
        {"hand": ["Mischievous Gnome"], "stage": {1: ["Goblin"]}},
        ["stage Mischievous Gnome"],
        {"you may": "attack P2, no attack"},
    ),
    _scene(
        "MC-A3",
        "Your Goblin enters, and you swap a Working Gnome for the top of the deck, a Faun.",
        {"hand": ["Goblin", "Working Gnome"], "deck": ["Faun"]},
        ["stage Goblin", "swap Working Gnome"],
        {"your hand": "Faun", "your discard pile": "Working Gnome"},
    ),
    _scene(
        "MC-A4",
        "A Golem goes to labor; a Faun is on top of the deck.",
        {"hand": ["Golem"], "deck": ["Faun"]},
        ["labor Golem"],
        {"your hand": "Faun", "your labor points": "2"},
    ),
    _scene(
        "MC-A5",
        "Your Mermaid enters, and a Sphinx lies in your discard pile.",
        {"hand": ["Mermaid"], "deck": ["Golem"], "discard": ["Sphinx"]},
        ["stage Mermaid", "recall Sphinx"],
        {"your deck": "Sphinx, Golem"},
    ),
    _scene(
        "MC-A6",
        "Two Fauns, a Mermaid, a Daring Gnome and a Goblin share your stage.",
        {"stage": ["Faun", "Faun", "Mermaid", "Daring Gnome", "Goblin"]},
        [],
        {"your TP": "13"},
        shown=0,
    ),
    _scene(
        "MC-A7",
        "A Werewolf goes to labor, a second one on stage, where it attacks P2's only Goblin.",
        {"hand": ["Werewolf", "Werewolf"], "stage": {1: ["Goblin"]}},
        ["labor Werewolf", "stage Werewolf", "attack P2"],
        {"P2's stage": "nobody", "P2's discard pile": "Goblin"},
    ),
    _other(
        "MC-A8",
        "Two Werewolves attack P2, who has one Minotaur on stage.",
        {"P2's stage after one attack": "Minotaur!", "after the second": "nobody"},
        _two_attacks,
    ),
    _scene(
        "MC-A9",
        "Your Fairy enters. In your discard pile: a Werewolf, a Golem, a Minotaur and a Working Gnome.",
        {"hand": ["Fairy"], "discard": ["Werewolf", "Golem", "Minotaur", "Working Gnome"]},
        ["stage Fairy"],
        {
            "you may": "no summon, summon Werewolf",
            "summon Golem": "refused (MC-A9)",
            "summon Minotaur": "refused (MC-A9)",
        },
    ),
    _scene(
        "MC-A10",
        "Your Sphinx enters and draws a Faun and a Fairy; you discard two Working Gnomes.",
        {"hand": ["Sphinx", "Working Gnome", "Working Gnome"], "deck": ["Faun", "Fairy"]},
        ["stage Sphinx", "draw two", "discard Working Gnome", "discard Working Gnome"],
        {"your hand": "Faun, Fairy"},
    ),
    _scene(
        "MC-A11",
        "Two Phoenixes lie in your discard pile, and you hold two Working Gnomes.",
        {"hand": ["Working Gnome", "Working Gnome"], "discard": ["Phoenix", "Phoenix"], "phase": "begin"},
        ["rise Working Gnome", "rise Working Gnome"],
        {"your hand": "Phoenix, Phoenix", "your discard pile": "Working Gnome, Working Gnome"},
    ),
    _scene(
        "MC-A12",
        "Your Unicorn enters; P2 has two Unicorns and a Goblin on stage.",
        {"hand": ["Unicorn"], "stage": {1: ["Unicorn", "Unicorn", "Goblin"]}},
        ["stage Unicorn"],
        {"P2's stage": "Goblin", "your stage": "Unicorn"},
    ),
)
