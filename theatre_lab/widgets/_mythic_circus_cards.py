"""Mythic Circus's cards as the front end shows them, and the pictures of questions.

>>> s = circus_state(stage={0: ["Faun", "Goblin", "Minotaur!"]})
>>> stage_names(s, 0), meter(s, 0)["tp"], meter(s, 0)["next"]
(['Goblin', 'Faun', 'Minotaur!'], 4, '2 more for Mediocre (1 VP)')
>>> picture_lines(board_picture({"stage": ["Faun", "Goblin"]}))
['Your stage: Faun, Goblin']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.options import expect_bool, expect_int, expect_list, refuse_unknown, show
from theatre_lab.games.mythic_circus import circus_state, performance, scoring
from theatre_lab.games.mythic_circus.cards import (
    ABILITY,
    ATTACK,
    CHARGE,
    COUNTS_OTHERS,
    DRAW_AND_DISCARD,
    DRAW_AT_LABOR,
    KINDS,
    MINOTAUR,
    MISCHIEVOUS_GNOME,
    NO_ABILITY,
    RECALL,
    RISE,
    SUMMON,
    SWAP,
    TWO_INJURIES,
)
from theatre_lab.games.mythic_circus.notation import WOUNDED_MINOTAUR, card_name, parse_card
from theatre_lab.games.mythic_circus.state import (
    LEVELS,
    R_COST,
    R_FAUN_PER_OTHER,
    R_GNOME_ATTACKS,
    R_GOBLIN_DRAWS,
    R_GOLEM_DRAWS,
    R_LABOR,
    R_LEVEL_TP,
    R_LEVEL_VP,
    R_MINOTAUR_WOUNDS,
    R_PERFORMANCE,
    R_SPHINX_DISCARDS,
    R_SPHINX_DRAWS,
    R_SUMMON_COST_BELOW,
    R_WEREWOLF_ATTACKS,
)
from theatre_lab.games.mythic_circus.view import card_facts
from theatre_lab.widgets._words import Json, listed, plural

__all__ = ["board_picture", "card_face", "card_number", "kind_of", "meter", "picture_lines", "stage_names", "times"]

_TIMES = ("never", "once", "twice")
_ZONES = ("stage", "hand", "labor", "discard", "deck", "supply")
_TITLES = {
    "stage": "Your stage",
    "hand": "Your hand",
    "labor": "At labor",
    "discard": "Your discard pile",
    "deck": "On top of your deck",
    "supply": "Supply",
}
_KEYS = (*_ZONES, "points", "tp", "opponents", "mark", "pick", "rules")


def times(number: int) -> str:
    """How often.

    >>> times(1), times(3)
    ('once', '3 times')
    """
    return _TIMES[number] if number < len(_TIMES) else f"{number} times"


def kind_of(name: str) -> str:
    """The symbol of a worker.

    >>> kind_of("Working Gnome"), kind_of("Minotaur!")
    ('worker-working-gnome', 'worker-minotaur')
    """
    return f"worker-{name.removesuffix('!').lower().replace(' ', '-')}"


def card_number(name: object) -> int:
    """The kind of card that a name means, wounded or not; NotationError suggests the nearest.

    >>> card_number("Minotaur!") == card_number("Minotaur")
    True
    """
    return MINOTAUR if name == WOUNDED_MINOTAUR else parse_card(name)


def card_face(s: Any, name: str, others: int | None = None) -> Json:
    """A card's face by the numbers of a state; on a stage `others` is how many other workers stand there.

    >>> face = card_face(circus_state(), "Faun", 4)
    >>> face["title"], face["cost"], face["labor"], face["performance"], face["short"]
    ('Faun', 3, '1', '4', '1 for each other')
    """
    card = card_number(name)
    labor, value = s.rule[R_LABOR + card], s.rule[R_PERFORMANCE + card]
    facts = card_facts(s, card)
    return {
        "name": name,
        "title": card_name(card),
        "kind": kind_of(name),
        "cost": s.rule[R_COST + card] if facts["hireable"] else None,
        "labor": str(labor) if labor >= 0 else None,
        "performance": None if value < 0 else _performance(s, card, others),
        "wounded": name == WOUNDED_MINOTAUR,
        "short": _short(s, card),
        "ability": facts["ability"],
        "clause": facts["clause"],
    }


def _performance(s: Any, card: int, others: int | None) -> str:
    if others is not None:
        return str(scoring.worker_performance(s, card, others))
    value = s.rule[R_PERFORMANCE + card]
    if ABILITY[card] == COUNTS_OTHERS and s.rule[R_FAUN_PER_OTHER]:
        return f"{value}+n" if value else "n"
    return str(value)


def _short(s: Any, card: int) -> str:
    """What a card can do, in the few words that fit on it."""
    rule, ability = s.rule, ABILITY[card]
    attacks = rule[R_GNOME_ATTACKS if card == MISCHIEVOUS_GNOME else R_WEREWOLF_ATTACKS]
    if ability == NO_ABILITY:
        return "labor only" if rule[R_PERFORMANCE + card] < 0 else "stage only" if rule[R_LABOR + card] < 0 else ""
    if ability == TWO_INJURIES:
        return "needs two attacks" if rule[R_MINOTAUR_WOUNDS] else "no ability now"
    return {
        ATTACK: f"attacks {times(attacks)}",
        SWAP: f"discard 1, draw {rule[R_GOBLIN_DRAWS]}",
        DRAW_AT_LABOR: f"at labor: draw {rule[R_GOLEM_DRAWS]}",
        RECALL: "a discard goes on your deck",
        COUNTS_OTHERS: f"{rule[R_FAUN_PER_OTHER]} for each other",
        SUMMON: f"summons cost under {rule[R_SUMMON_COST_BELOW]}",
        RISE: "rises for a discard",
        CHARGE: "injures Unicorns",
        DRAW_AND_DISCARD: f"draw {rule[R_SPHINX_DRAWS]}, discard {rule[R_SPHINX_DISCARDS]}",
    }[ability]


def stage_names(s: Any, player: int) -> list[str]:
    """The workers on a player's stage by name, the wounded Minotaurs as `Minotaur!`."""
    names = []
    for card in range(KINDS):
        wounded = s.wounded[player] if card == MINOTAUR else 0
        names += [card_name(card)] * (s.stage[player][card] - wounded) + [WOUNDED_MINOTAUR] * wounded
    return names


def meter(s: Any, player: int) -> Json:
    """The total performance of a stage beside the marks of the levels.

    `tp`, `words` (level and victory points), `next` (what the next level needs), `marks` (a level each) and `most`,
    the length of the scale.
    """
    now = performance(s, player)
    needed = [s.rule[R_LEVEL_TP + i] for i in range(len(LEVELS))]
    marks = [
        {"tp": tp, "name": name, "vp": s.rule[R_LEVEL_VP + i], "got": now.tp >= tp}
        for i, (tp, name) in enumerate(zip(needed, LEVELS, strict=True))
    ]
    following = f"{now.missing} more for {now.next_level} ({now.next_vp} VP)" if now.next_level else ""
    return {
        "tp": now.tp,
        "words": f"{now.level}, {now.vp} VP" if now.level else "earns nothing yet",
        "next": following,
        "marks": marks,
        "most": max(24, now.tp, *(mark["tp"] + 3 for mark in marks)),
    }


# ------------------------------------------------------------------ pictures of questions


def _place_cards(s: Any, zone: str, names: Sequence[str], others: int | None = None) -> list[Json]:
    return [card_face(s, name, others) | {"place": f"{zone} {name}"} for name in names]


def _names(zone: str, value: object) -> list[str]:
    names = expect_list(zone, value)
    for name in names:
        if name == WOUNDED_MINOTAUR and zone not in ("stage", "stage of an opponent"):
            raise BadInput(f"{WOUNDED_MINOTAUR!r} is wounded, and workers are wounded on a stage only, not in {zone}")
        card_number(name)
    return names


def _opponents(value: object) -> list[tuple[str, list[str]]]:
    told = []
    for entry in expect_list("opponents", value):
        if not isinstance(entry, Mapping) or set(entry) != {"name", "stage"}:
            raise BadInput(f"an opponent has a name and a stage, not {show(entry)}")
        name = entry["name"]
        if not isinstance(name, str) or not name or name in _ZONES:
            raise BadInput(f"an opponent needs a name that is no zone's, not {show(name)}")
        told.append((name, _names("stage of an opponent", entry["stage"])))
    if len(told) > 3 or len({name for name, _ in told}) != len(told):
        raise BadInput("a board has at most three opponents, and no two of one name")
    return told


def board_picture(board: Mapping[str, Any]) -> Json:
    """The picture of a board: `stages`, `zones` of cards, `supply`, `points`; `places` are what may be pointed at.

    Keys, all optional: `stage`, `hand`, `labor`, `discard` (lists of cards), `deck` (a number of cards, or the known
    ones, top first), `supply` (cards left by name), `points`, `tp` (True writes the total performance), `opponents`
    (a name and a stage each), `mark` and `pick` (places), `rules` (changed rule numbers). A place is `"hand Golem"`,
    `"Ann Unicorn"` or just `"Ann"`. BadInput names what does not fit.

    >>> picture = board_picture({"stage": ["Faun", "Goblin"], "opponents": [{"name": "Ann", "stage": ["Unicorn"]}]})
    >>> picture["places"]
    ['Ann Unicorn', 'stage Faun', 'stage Goblin']
    """
    refuse_unknown("key of a board", board, _KEYS)
    if not any(key in board for key in (*_ZONES, "opponents")):
        raise BadInput(f"a board shows at least one of {', '.join((*_ZONES, 'opponents'))}")
    opponents = _opponents(board.get("opponents", ()))
    own = _names("stage", board.get("stage", ()))
    stages = dict(enumerate([own, *(stage for _, stage in opponents)]))
    s = circus_state(max(2, len(stages)), stage=stages, changed=board.get("rules"))
    with_tp = expect_bool("tp", board.get("tp", False))
    picture: Json = {
        "stages": [_stage(s, i + 1, name, stage, with_tp) for i, (name, stage) in enumerate(opponents)],
        "zones": [],
        "deckCount": None,
        "points": None if board.get("points") is None else expect_int("points", board["points"], 0, 200),
        "values": {},
    }
    if "stage" in board:
        picture["stages"].append(_stage(s, 0, None, own, with_tp))
    _fill_zones(s, picture, board)
    everywhere = [card["place"] for box in (*picture["stages"], *picture["zones"]) for card in box["cards"]]
    known = [*dict.fromkeys(everywhere), *(name for name, _ in opponents)]
    picture["mark"] = [_place(place, known, "mark") for place in expect_list("mark", board.get("mark", ()))]
    picture["places"] = _pointable(board.get("pick"), list(dict.fromkeys(everywhere)), known)
    return picture


def _stage(s: Any, player: int, name: str | None, names: Sequence[str], with_tp: bool) -> Json:
    zone, now = name or "stage", performance(s, player)
    return {
        "zone": zone,
        "title": _TITLES["stage"] if name is None else f"{name}’s stage",
        "name": name,
        "tp": f"TP {now.tp}" if with_tp else None,
        "cards": _place_cards(s, zone, names, len(names) - 1 if with_tp else None),
    }


def _fill_zones(s: Any, picture: Json, board: Mapping[str, Any]) -> None:
    for zone in ("hand", "labor", "discard", "deck", "supply"):
        if zone not in board:
            continue
        if zone == "deck" and isinstance(board[zone], int):
            picture["deckCount"] = expect_int("deck", board[zone], 0, 124)
            continue
        if zone == "supply":
            if not isinstance(board[zone], Mapping):
                raise BadInput(f"supply gives the cards left by name, not {show(board[zone])}")
            cards = _place_cards(s, zone, _names(zone, list(board[zone])))
            for card in cards:
                card["left"] = expect_int(f"the supply of {card['name']}", board[zone][card["name"]], 0, 10)
        else:
            cards = _place_cards(s, zone, _names(zone, board[zone]))
        picture["zones"].append({"zone": zone, "title": _TITLES[zone], "cards": cards})


def _place(place: object, known: Sequence[str], key: str) -> str:
    if not isinstance(place, str) or place not in known:
        raise BadInput(f"{key} names places of the board ({', '.join(known)}), not {show(place)}")
    return place


def _pointable(pick: object, cards: list[str], known: Sequence[str]) -> list[str]:
    """The places that may be answered; `pick` names zones, opponents, or `"Ann *"` for an opponent's cards."""
    if pick is None:
        return cards
    chosen: list[str] = []
    for entry in expect_list("pick", pick):
        zone = entry.removesuffix(" *") if isinstance(entry, str) else ""
        if entry in known and entry not in cards:
            chosen.append(entry)
            continue
        found = [place for place in cards if zone and place.startswith(f"{zone} ")]
        if not found:
            raise BadInput(f"pick names zones or opponents of the board that hold cards, not {show(entry)}")
        chosen += found
    return chosen


def _card_words(card: Json, values: Mapping[str, int]) -> str:
    name = "wounded Minotaur" if card["wounded"] else str(card["title"])
    if "left" in card:
        left = f"{card['left']} left" if card["left"] else "sold out"
        name += f" ({left}, costs {card['cost']})"
    return f"{name} = {values[card['place']]}" if card["place"] in values else name


def picture_lines(picture: Json) -> list[str]:
    """The picture in lines of text."""
    values = picture["values"]
    lines = []
    for box in (*picture["stages"], *picture["zones"]):
        mark = {card["place"] for card in box["cards"]} & set(picture["mark"])
        cards = ", ".join(_card_words(card, values) for card in box["cards"]) or "nobody"
        tp = f" ({box['tp']})" if box.get("tp") else ""
        whole = f" = {values[box['zone']]}" if box["zone"] in values else ""
        lines.append(f"{box['title']}{tp}: {cards}{whole}")
        if mark:
            lines.append(f"Marked: {listed(sorted(mark))}")
    if picture["deckCount"] is not None:
        lines.append(f"Your deck: {plural(picture['deckCount'], 'card')}")
    if picture["points"] is not None:
        lines.append(f"{plural(picture['points'], 'labor point')} to spend")
    return lines
