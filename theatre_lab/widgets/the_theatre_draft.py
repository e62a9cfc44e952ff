"""The Theatre's draft at the table: pure functions from what everybody may know to plain data for the front end."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from theatre_lab.core.errors import BadInput, BadMessage
from theatre_lab.core.game import Part, View
from theatre_lab.core.match import Match
from theatre_lab.core.options import expect_choice, refuse_unknown, show
from theatre_lab.games import get_game
from theatre_lab.games.the_theatre import draft_policy
from theatre_lab.games.the_theatre import draft_rules as rules
from theatre_lab.games.the_theatre.cards import ABILITIES, PRINTS, SUITS, Card
from theatre_lab.games.the_theatre.decks import check_deck
from theatre_lab.games.the_theatre.draft import (
    DRAFT,
    drafted_decks,
    game_options,
    taken_cards,
    why_no_for_two,
    why_no_pair,
    why_no_take,
)
from theatre_lab.games.the_theatre.game import THE_THEATRE
from theatre_lab.widgets import _the_theatre_cards as shown_as
from theatre_lab.widgets._base import Args
from theatre_lab.widgets._words import Advice, Json, listed, plain, plural, whole_number
from theatre_lab.widgets.the_theatre import board_html, board_picture, board_seats, board_text, face_of

__all__ = ["Choice", "board_html", "board_picture", "board_seats", "board_text", "face_of"]

HIDES_NOTHING = True
OUTLOOK = ("Best deck", "Worth")
PLACES = {"pick": "row", "only": "row", "drop": "row", "do": "ways", "deck": "decks", "hint": "bar"}


@dataclass(frozen=True)
class Choice:
    """What the player at the screen has picked: one card of the row or two, and whose deck is looked at.

    >>> Choice(places=(0, 2), deck=1).after_play()
    Choice(places=(), deck=1)
    """

    places: tuple[int, ...] = ()
    deck: int | None = None

    def after_play(self) -> Choice:
        """The choice that is left when the position has changed."""
        return Choice(deck=self.deck)


# ------------------------------------------------------------------ small readings of the state


def _row(s: Any, rank: int) -> list[int]:
    first = rules.ROW_WIDTH * rank
    return list(s.row[first : first + s.row_count[rank]])


def _chosen(s: Any, choice: Choice) -> list[int]:
    """The cards that are picked, in the order of their texts."""
    row = _row(s, rules.round_rank(s))
    return sorted(row[place] for place in choice.places if place < len(row))


def _deck(s: Any, player: int) -> list[Card]:
    return drafted_decks(s)[player]


def _marked(s: Any, player: int, rank: int) -> int:
    """How many circles of a rank the player has marked: for cards of the rank, for pairs below, for cards above."""
    place = rules.slot(player, rank)
    taken = sum(card.rank == rank + 1 for card in _deck(s, player))
    marked = taken - 2 * s.pairs[place] - s.doubles[place]
    if rank > 0:
        marked += s.pairs[place - 1]
    if rank + 1 < rules.RANKS:
        marked += 2 * s.doubles[place + 1]
    return int(marked)


def _order(s: Any) -> list[int]:
    return [(s.leader + steps) % s.players for steps in range(s.players)]


def _circles(count: int, rank: int) -> str:
    return f"{'one circle' if count == 1 else 'two circles'} of rank {rank + 1}"


def _is_choosing(view: View) -> bool:
    return view.is_to_move and bool(view.state.phase == rules.CHOOSING)


def _is_leading(name: str) -> str:
    return "You lead" if name == "You" else f"{name} leads"


# ------------------------------------------------------------------ around the row


def when(view: View) -> str:
    """Where the draft stands, in a line."""
    s = view.state
    if s.phase == rules.OVER:
        return "the decks are complete"
    return f"Round {s.turn + 1} · rank {rules.round_rank(s) + 1}"


def players(view: View, names: Sequence[str], covered: bool) -> list[Json]:
    """The players' cards, circles and skips."""
    s = view.state
    return [
        {
            "note": _player_note(s, player),
            "score": None,
            "known": [],
            "facts": [
                {
                    "icon": "place-deck",
                    "text": str(s.pick_count[player]),
                    "label": f"{plural(s.pick_count[player], 'card')} drafted",
                }
            ],
        }
        for player, _ in enumerate(names)
    ]


def _player_note(s: Any, player: int) -> str:
    if s.phase == rules.OVER:
        return "leads the game" if s.final_leader == player + 1 else "deck complete"
    left = rules.circles_left(s, player)
    notes = [f"{plural(left, 'circle')} left" if left else "all circles marked"]
    if player == s.leader:
        notes.append("leads")
    if s.next_leader == player + 1:
        notes.append("leads the next round")
    return " · ".join(notes)


def standing(match: Match) -> str:
    """How many cards everybody has."""
    return ", ".join(f"{name} {plural(match.state.pick_count[p], 'card')}" for p, name in enumerate(match.names))


def prompt(view: View, choice: Choice) -> Json:
    """What the viewer is to decide, in words, with the move that is ready."""
    s = view.state
    if s.phase == rules.GIVING_LEAD:
        void = rules.all_circles_left(s) > 0
        why = "Four rounds brought no card, so the open circles are void." if void else "Every circle is marked."
        if void and s.rule[rules.R_IDLE_ROUNDS] != 4:
            why = f"{s.rule[rules.R_IDLE_ROUNDS]} rounds brought no card, so the open circles are void."
        return {"text": "Who shall lead the game?", "note": f"{why} The token is yours.", "actions": []}
    rank = rules.round_rank(s) + 1
    chosen = _chosen(s, choice)
    if not chosen:
        return {"text": _ask(s, view.player, rank), "note": _place_in_round(s), "actions": []}
    title = " + ".join(s.cards[card].text for card in chosen)
    ready = _ready(s, view.player, chosen)
    if ready is None and len(chosen) == 1 and _may_pair(s) and _is_in_pair(s, chosen[0]):
        note = f"You can have it only in a pair, which {_pair(s, chosen, view.player)['line'].partition('; ')[2]}."
        return {"text": f"{title}: choose a second card.", "note": note, "actions": []}
    if ready is None:
        return {"text": f"{title}: not for you now.", "note": "Below stands why.", "actions": []}
    args = {"do": "do", "action": ready["action"]}
    note = f"This {ready['line']}." + (" A second card makes a pair." if len(chosen) == 1 and _may_pair(s) else "")
    action = {"label": ready["title"], "intent": "act", "args": args, "primary": True}
    return {"text": f"{title}?", "note": note, "actions": [action]}


def task(view: View) -> str:
    """What the player to move does, as a predicate."""
    if view.state.phase == rules.GIVING_LEAD:
        return "decides who shall lead the game"
    return f"takes a card of rank {rules.round_rank(view.state) + 1}, or passes"


def _may_pair(s: Any) -> bool:
    return bool(rules.may_take_pair(s, s.player)) and s.row_count[rules.round_rank(s)] > 1


def _is_in_pair(s: Any, card: int) -> bool:
    """May the card be taken together with another?"""
    return any(action >= rules.TAKE_PAIR and card in taken_cards(action) for action in DRAFT.legal_actions(s))


def _ask(s: Any, player: int, rank: int) -> str:
    if rules.has_take(s, player):
        return f"Take a card of rank {rank}."
    return "Nothing here is for you: pass, or skip to lead next." if rules.may_skip(s, player) else "Pass."


def _place_in_round(s: Any) -> str:
    waiting = s.players - s.seated - 1
    start = "You lead this round." if s.seated == 0 else ""
    after = "Nobody chooses after you." if waiting == 0 else f"{waiting} more will choose after you."
    return f"{start} {after} Choose a card to see what it would mark.".strip()


def steps(_view: View) -> list[Json]:
    """A turn has one step."""
    return []


# ------------------------------------------------------------------ the ways to choose


def _way(key: str, title: str, line: str, marks: tuple[int, int] | None, **more: Any) -> Json:
    way: Json = {"key": key, "title": title, "line": line, "action": None, "refused": None, "reason": None}
    way |= {"rule": "TT-F2", "marks": None if marks is None else {"rank": marks[0], "count": marks[1]}}
    return way | more


def _settled(s: Any, way: Json, action: int) -> Json:
    """The way with its action, or with the reason why it is refused."""
    text = DRAFT.action_text(s, action)
    if action in DRAFT.legal_actions(s):
        return way | {"action": text}
    rule, reason = DRAFT.refusal(s, action)
    return way | {"refused": text, "reason": reason, "rule": rule}


def _single(s: Any, card: int | None, player: int) -> Json:
    rank = rules.round_rank(s)
    name = "a card" if card is None else s.cards[card].text
    way = _way("one", f"Take {name}", f"marks {_circles(1, rank)}", (rank, 1))
    if card is None:
        return way | {"reason": why_no_take(s, player) or None}
    return _settled(s, way, rules.TAKE + card)


def _for_two(s: Any, card: int | None, player: int) -> Json:
    rank = rules.round_rank(s)
    name = "a card" if card is None else s.cards[card].text
    left = _left(s.rule[rules.R_DOUBLES], s.doubles[rules.slot(player, rank)])
    line = f"marks {_circles(2, rank - 1)}; {left}" if rank else "marks two lower circles"
    way = _way("two", f"Take {name} for two", line, (rank - 1, 2) if rank else None)
    if card is None:
        return way | {"reason": why_no_for_two(s, player) or None}
    return _settled(s, way, rules.TAKE_FOR_TWO + card)


def _pair(s: Any, cards: Sequence[int], player: int) -> Json:
    rank = rules.round_rank(s)
    is_top = rank + 1 == rules.RANKS
    left = _left(s.rule[rules.R_PAIRS], s.pairs[rules.slot(player, rank)])
    line = "marks a higher circle" if is_top else f"marks {_circles(1, rank + 1)}; {left}"
    title = f"Take {' + '.join(s.cards[card].text for card in cards)}" if len(cards) == 2 else "Take two cards"
    way = _way("pair", title, line, None if is_top else (rank + 1, 1))
    if len(cards) < 2:
        reason = why_no_pair(s, player)
        if not reason and s.row_count[rank] < 2:
            reason = "There is only one card in the row."
        return way | ({"reason": reason} if reason else {"line": f"choose {'a second' if cards else 'two'}; {line}"})
    return _settled(s, way, rules.pair_action(cards[0], cards[1]))


def _left(most: int, used: int) -> str:
    return f"{max(most - used, 0)} of {most} left"


def _skip(s: Any) -> Json:
    return _settled(s, _way("skip", "Skip", "takes nothing, leads the next round", None), rules.SKIP)


def _pass(s: Any) -> Json:
    return _settled(s, _way("pass", "Pass", "takes nothing", None, rule="TT-F5"), rules.PASS)


def _lead(s: Any, seat: int, names: Sequence[str] | None) -> Json:
    name = names[seat] if names else f"player {seat + 1}"
    is_own = seat == s.player
    title = "Keep the lead" if is_own else f"Give the lead to {name}"
    line = "you play the first card" if is_own else f"{name} plays the first card"
    return _settled(s, _way(f"lead{seat}", title, line, None, rule="TT-F4"), rules.GIVE_LEAD + seat)


def _ways(view: View, choice: Choice, names: Sequence[str] | None) -> list[Json]:
    """All that may be done here with the cards that are picked: what each way marks, or why it is refused."""
    s, player = view.state, view.player
    if view.is_to_move and s.phase == rules.GIVING_LEAD:
        return [_lead(s, seat, names) for seat in range(s.players)]
    if not _is_choosing(view):
        return []
    chosen = _chosen(s, choice)
    rest = [_skip(s), _pass(s)]
    if len(chosen) == 2:
        return [_pair(s, chosen, player), *rest]
    card = chosen[0] if chosen else None
    return [_single(s, card, player), _for_two(s, card, player), _pair(s, chosen, player), *rest]


def _ready(s: Any, player: int, chosen: Sequence[int]) -> Json | None:
    """The way that a second click takes: the pair, the single card, or the card for two circles."""
    ways = (
        [_pair(s, chosen, player)]
        if len(chosen) == 2
        else [_single(s, chosen[0], player), _for_two(s, chosen[0], player)]
    )
    return next((way for way in ways if way["action"]), None)


# ------------------------------------------------------------------ the table's body


def _entries(view: View, advice: Advice | None) -> list[Json]:
    """The cards of the row: how many copies the viewer has, and why one cannot be taken."""
    s, player = view.state, view.player
    legal = {card for action in DRAFT.legal_actions(s) for card in taken_cards(action)}
    hinted = _hinted(view, advice)
    entries = []
    for card in _row(s, rules.round_rank(s)):
        reason, rule = None, None
        if _is_choosing(view) and card not in legal:
            rule, reason = DRAFT.refusal(s, rules.TAKE + card)
        copies = rules.copies_taken(s, player, card)
        is_hint = card in hinted
        if is_hint:
            hinted.remove(card)
        entries.append(
            {
                "card": shown_as.card_face(s.cards[card], shown_as.default_numbers()),
                "note": f"you have {copies}" if copies else "",
                "reason": reason,
                "rule": rule,
                "hint": is_hint,
            }
        )
    return entries


def _hinted(view: View, advice: Advice | None) -> list[int]:
    if advice is None or not view.is_to_move:
        return []
    return list(taken_cards(DRAFT.parse_action(view.state, advice.action)))


def _ranks(s: Any) -> list[Json]:
    """The four ranks: whose round it is, the rows as they lie, and what their decks still hold."""
    now = rules.round_rank(s)
    return [
        {
            "rank": rank + 1,
            "state": "now" if rank == now and s.phase == rules.CHOOSING else "",
            "stock": s.stock_count[rank],
            "cards": [shown_as.card_face(s.cards[card], shown_as.default_numbers()) for card in _row(s, rank)],
        }
        for rank in range(rules.RANKS)
    ]


def _sheets(s: Any, names: Sequence[str], viewer: int) -> list[Json]:
    """Everybody's circles by rank, in the order of this round."""
    sheets = []
    for player in _order(s):
        ranks = []
        for rank in range(rules.RANKS):
            place = rules.slot(player, rank)
            ranks.append(
                {
                    "rank": rank + 1,
                    "marked": _marked(s, player, rank),
                    "open": s.circles[place],
                    "pairs": s.pairs[place] if rank + 1 < rules.RANKS else None,
                    "doubles": s.doubles[place] if rank else None,
                }
            )
        sheets.append(
            {
                "player": player,
                "name": names[player],
                "mine": player == viewer,
                "leads": player == s.leader,
                "now": s.phase in (rules.CHOOSING, rules.GIVING_LEAD) and player == s.player,
                "ranks": ranks,
                "skips": s.rule[rules.R_SKIPS] - s.skips[player],
            }
        )
    return sheets


def plan(cards: Sequence[Card]) -> Json:
    """What a deck is made of: its ranks, mean value, and how often it has each suit, print and ability."""

    def counted(names: Sequence[str], found: Counter[str], kind: Any) -> list[Json]:
        ranked = sorted(found, key=lambda name: (-found[name], names.index(name)))
        return [{"name": name, "kind": kind(name), "count": found[name]} for name in ranked]

    ranks = Counter(card.rank for card in cards)
    mean = sum(card.value for card in cards) / len(cards) if cards else 0.0
    abilities = Counter(card.ability for card in cards if card.ability != "none")
    return {
        "ranks": [ranks[rank] for rank in (1, 2, 3, 4)],
        "mean": f"{mean:.1f}".replace("-", "−") if cards else None,
        "suits": counted(SUITS, Counter(card.suit for card in cards), shown_as.suit_kind),
        "prints": counted(PRINTS, Counter(card.print for card in cards), shown_as.print_kind),
        "abilities": counted(ABILITIES, abilities, lambda name: f"ability-{name.split()[0].lower()}"),
    }


def _open_deck(view: View, choice: Choice, names: Sequence[str]) -> Json:
    s = view.state
    player = view.player if choice.deck is None else choice.deck
    cards = _deck(s, player)
    copies = Counter(cards)
    ordered = sorted(copies, key=lambda card: (card.rank, card.text))
    faces = [{"card": shown_as.card_face(card, shown_as.default_numbers()), "copies": copies[card]} for card in ordered]
    return {"player": player, "name": names[player], "count": len(cards), "cards": faces, "plan": plan(cards)}


def body(view: View, choice: Choice, names: Sequence[str], advice: Advice | None, covered: bool) -> Json:
    """All that lies on the table: a draft has no secrets but the order of its decks."""
    s = view.state
    is_choosing = _is_choosing(view)
    decision = "wait"
    if view.is_to_move:
        decision = "card" if is_choosing else "lead"
    ready = _ready(s, view.player, chosen) if is_choosing and (chosen := _chosen(s, choice)) else None
    return {
        "mine": view.player,
        "rank": rules.round_rank(s) + 1,
        "ranks": _ranks(s),
        "row": _entries(view, advice) if s.phase == rules.CHOOSING else [],
        "selected": list(choice.places),
        "decision": decision,
        "ways": _ways(view, choice, names),
        "ready": ready["key"] if ready else None,
        "marks": ready["marks"] if ready else None,
        "hint": advice.action if advice and view.is_to_move else None,
        "sheets": _sheets(s, names, view.player),
        "limits": {"pairs": s.rule[rules.R_PAIRS], "doubles": s.rule[rules.R_DOUBLES]},
        "owners": [
            {"player": player, "name": name, "count": s.pick_count[player]} for player, name in enumerate(names)
        ],
        "deck": _open_deck(view, choice, names),
        "setup": None,
    }


def setup(match: Match) -> Json:
    """The draft's own choices for a new one; `ownPool` counts the cards of a pool that is not the usual one."""
    pool = match.options["pool"]
    is_usual = pool == DRAFT.check_options(len(match.names), {})["pool"]
    return {"base": match.options["base"], "ownPool": None if is_usual else len(pool)}


def carried(match: Match, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a new draft takes over from the one on the table: its pool, where the form says so."""
    return {"pool": match.options["pool"]} if fields.get("pool") == "same" else {}


def options_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The options from the form for a new draft: `base` is a text (empty: by the number of players)."""
    refuse_unknown("option", fields, ("base", "pool"))
    if fields.get("pool"):
        expect_choice("pool", fields["pool"], ("same",))
    told = str(fields.get("base") or "").strip()
    return {"base": whole_number("base", told)} if told else {}


# ------------------------------------------------------------------ what a click means


def act(view: View, choice: Choice, verb: str, args: Args) -> Choice | str | Json:
    """What a click on the table's body means: a new choice, or an action in notation."""
    s = view.state
    count = s.row_count[rules.round_rank(s)]
    if verb == "do":
        return args.text("action")
    if verb == "only":
        place = args.index_or_none("index", count)
        return replace(choice, places=() if place is None else (place,))
    if verb == "pick":
        return _pick(view, choice, args.index("index", count))
    if verb == "drop":
        place = args.index("index", count)
        return _take(s, view.player, choice.places if place in choice.places else (place,))
    if verb == "deck":
        player = args.index_or_none("player", s.players)
        return replace(choice, deck=player)
    raise BadMessage(f"there is nothing to {show(verb)} here")


def _pick(view: View, choice: Choice, place: int) -> Choice | str:
    """A click on a card: chosen, joined to the chosen one where two may be taken, or taken at the second click."""
    s = view.state
    if place in choice.places and _is_choosing(view):
        return _take(s, view.player, choice.places)
    if place in choice.places:
        return replace(choice, places=())
    joins = len(choice.places) == 1 and _is_choosing(view) and rules.may_take_pair(s, view.player)
    return replace(choice, places=(*choice.places, place) if joins else (place,))


def _take(s: Any, player: int, places: Sequence[int]) -> str:
    """The action that a second click or a drop asks for, allowed or not."""
    chosen = _chosen(s, Choice(tuple(places)))
    if len(chosen) == 2:
        return DRAFT.action_text(s, rules.pair_action(chosen[0], chosen[1]))
    ready = _ready(s, player, chosen)
    return ready["action"] if ready else DRAFT.action_text(s, rules.TAKE + chosen[0])


def choose_card(view: View, choice: Choice, index: int | None) -> Choice:
    """The choice with another card of the row, or none."""
    count = view.state.row_count[rules.round_rank(view.state)] if view.state.phase == rules.CHOOSING else 0
    if index is not None and (type(index) is not int or not 0 <= index < count):
        there = f"the row has the cards 0 to {count - 1}, not {show(index)}"
        raise BadInput(there if count else "no card is to be chosen")
    return replace(choice, places=() if index is None else (index,))


def say_choice(view: View, choice: Choice) -> str:
    """What a screen reader hears when cards were chosen."""
    s = view.state
    chosen = _chosen(s, choice)
    if not chosen:
        return ""
    text = " and ".join(s.cards[card].text for card in chosen)
    ways = [_way_text(way) for way in _ways(view, choice, None) if way["key"] in ("one", "two", "pair")]
    again = " Press again to take." if _is_choosing(view) and _ready(s, view.player, chosen) else ""
    return f"{text} selected. {' '.join(ways)}{again}".strip()


# ------------------------------------------------------------------ hints, log, end


def named(text: str, names: Sequence[str]) -> str:
    """A text with the players' names where the notation has their numbers."""
    head, mark, seat = text.rpartition("ive lead P")
    if not mark or seat[:1] not in [str(number) for number in range(1, len(names) + 1)]:
        return text
    return f"{head}ive the lead to {names[int(seat[0]) - 1]}{seat[1:]}"


def advice(view: View, action: str) -> Advice:
    """The reasons for an action that a bot suggests: the estimate that the policy goes by, 10 for a point of value."""
    s = view.state
    number = DRAFT.parse_action(s, action)
    ways = _ways(view, _choice_of(s, number), None)
    way = next(way for way in ways if way["action"] == action)
    parts = [part for card in taken_cards(number) for part in _worth(s, card)]
    if way["marks"]:
        rank, count = way["marks"]["rank"], way["marks"]["count"]
        price = -count * draft_policy.CIRCLE_PRICE[rank]
        parts.append(Part("circles", "TT-F2", price, f"{_circles(count, rank)}: what that buys on average"))
    return Advice(action, f"{way['title']}: {way['line']}", tuple(parts))


def _choice_of(s: Any, number: int) -> Choice:
    """The places of the row that an action takes."""
    row = _row(s, rules.round_rank(s))
    places: list[int] = []
    for card in taken_cards(number):
        places.append(next(place for place, lies in enumerate(row) if lies == card and place not in places))
    return Choice(tuple(places))


def _worth(s: Any, card: int) -> list[Part]:
    """What a card is worth to the player to move, by the policy's estimate."""
    definition = s.cards[card]
    usual = rules.card_worth(s, card) - rules.ABILITY_WORTH[s.ability_of[card]]
    told = (
        (usual, f"rank {definition.rank} with value {plain(definition.value)}"),
        (rules.ABILITY_WORTH[s.ability_of[card]], definition.ability),
        (rules.fit_with_picks(s, s.player, card, s.pick_count[s.player]), f"Boost and Sap on {definition.print}"),
        (draft_policy.evenness(s, s.player, card), f"{definition.suit} among your suits"),
    )
    return [Part(definition.text, "TT-F2", points, f"{definition.name}: {why}") for points, why in told if points]


def _after(match: Match, index: int) -> Any:
    return match.history[index + 1].before if index + 1 < len(match.history) else match.state


def log_line(match: Match, index: int, viewer: int | None) -> Json:
    """A decision of the history for the log; all of it was seen by everybody."""
    ply = match.history[index]
    s, action, name = ply.before, ply.action, match.names[ply.player]
    cards = [s.cards[card].text for card in taken_cards(action)]
    you = name == "You"
    text, more = _log_words(s, action, cards, you, match.names)
    after = " ".join(filter(None, [more, _round_end(match, ply.before, _after(match, index))]))
    return {"who": name, "text": text, "card": cards[0] if cards else None, "after": after or None, "gain": None}


def _log_words(s: Any, action: int, cards: Sequence[str], you: bool, names: Sequence[str]) -> tuple[str, str]:
    verb = "take" if you else "takes"
    if len(cards) == 2:
        return verb, f"and {cards[1]} for one circle"
    if cards:
        return verb, "for two circles" if action > rules.TAKE_FOR_TWO else ""
    if action == rules.SKIP:
        return ("skip" if you else "skips"), ""
    if action == rules.PASS:
        return ("pass" if you else "passes"), ""
    seat = action - rules.GIVE_LEAD
    if seat == s.player:
        return f"{'keep' if you else 'keeps'} the lead", ""
    return f"{'give' if you else 'gives'} the lead to {names[seat]}", ""


def _round_end(match: Match, before: Any, after: Any) -> str:
    """The round that begins after a decision, with its leader."""
    if after.turn == before.turn or after.phase != rules.CHOOSING:
        return ""
    leads = _is_leading(match.names[after.leader]).replace("You lead", "you lead")
    return f"→ round {after.turn + 1}, rank {rules.round_rank(after) + 1}: {leads}"


def verdict(match: Match) -> str:
    """Who leads the game that follows."""
    return f"The draft is over. {_is_leading(match.names[match.state.final_leader - 1])} the game."


def ending(match: Match) -> tuple[str, str | None]:
    """How the draft ended, and the clause that says so."""
    sizes = listed([f"{name} {plural(match.state.pick_count[p], 'card')}" for p, name in enumerate(match.names)])
    if rules.all_circles_left(match.state):
        return f"Too many rounds brought no card: the circles left are void. {sizes}.", "TT-F5"
    return f"Every circle is marked. {sizes}.", "TT-F4"


def why_no_game(match: Match) -> str:
    """Why no game can be played with the decks of a finished draft; empty when one can."""
    options = game_options(match.state, match.options["base"])
    for deck, name in zip(drafted_decks(match.state), match.names, strict=True):
        faults = check_deck(deck, options["base"], options["allow_smaller"])
        if faults:
            return f"{name}: {faults[0]}"
    return ""


def finale(match: Match) -> Json:
    """The prompt after a draft: on to the game."""
    fault = why_no_game(match)
    begin = {"label": "Play with these decks", "intent": "sequel", "args": {}, "primary": True}
    return {
        "text": "These decks cannot play." if fault else "The decks are ready.",
        "note": fault or "The same players now play The Theatre with them.",
        "actions": [] if fault else [begin],
    }


def sequel(match: Match, **options: Any) -> Match:
    """The game that follows a finished draft: the drafted decks, the same players. OptionError names a wrong option."""
    settled = game_options(match.state, match.options["base"])
    for key in settled:
        if key in options:
            raise BadInput(f"the draft has settled {key}; begin_game takes the other options of {THE_THEATRE.title}")
    return Match(
        get_game(THE_THEATRE.name),
        match.names,
        seats=match.seats,
        seed=match.seed,
        practice=match.practice,
        **settled,
        **options,
    )


# ------------------------------------------------------------------ the table as text


def _way_text(way: Json) -> str:
    if way["reason"]:
        return f"{way['title']}: not now. {way['reason']} ({way['rule']})"
    return f"{way['title']}: {way['line']}."


def _sheet_text(sheet: Json) -> str:
    ranks = ", ".join(f"rank {each['rank']} {'●' * each['marked']}{'○' * each['open']}" for each in sheet["ranks"])
    marks = [word for word, is_so in (("leads", sheet["leads"]), ("no skip left", sheet["skips"] < 1)) if is_so]
    return f"{sheet['name']}: {ranks}{' (' + ', '.join(marks) + ')' if marks else ''}"


def plan_text(told: Json) -> str:
    """A deck's plan in a line: how often it has each suit, print and ability."""
    groups = [
        ", ".join(f"{each['name']} {each['count']}" for each in told[key]) for key in ("suits", "prints", "abilities")
    ]
    return "; ".join(filter(None, groups))


def table_text(view: View, choice: Choice, names: Sequence[str], covered: bool) -> list[str]:
    """The table in lines of text."""
    s = view.state
    lines = []
    rank = rules.round_rank(s)
    if s.phase == rules.CHOOSING:
        lines.append(f"Row of rank {rank + 1} ({plural(s.stock_count[rank], 'card')} in its deck):")
        for entry in _entries(view, None):
            notes = [note for note in (entry["note"], entry["reason"]) if note]
            lines.append(f"  {shown_as.face_text(entry['card'])}{' (' + '; '.join(notes) + ')' if notes else ''}")
    lines.append("Circles, marked and open:")
    lines += [f"  {_sheet_text(sheet)}" for sheet in _sheets(s, names, view.player)]
    for player, name in enumerate(names):
        cards = _deck(s, player)
        taken = f"{', '.join(card.text for card in cards)} ({plan_text(plan(cards))})" if cards else "no card yet"
        owner = "Your deck" if name == "You" else f"Deck of {name}"
        lines.append(f"{owner}: {taken}")
    chosen = _chosen(s, choice)
    if chosen:
        lines.append(f"Selected: {' + '.join(s.cards[card].text for card in chosen)}")
    if chosen or s.phase == rules.GIVING_LEAD:
        lines += [f"  {_way_text(way)}" for way in _ways(view, choice, names)]
    return lines


def table_html(view: View, names: Sequence[str], covered: bool) -> str:
    """The table as plain HTML."""
    return "".join(f"<p>{html.escape(line.strip())}</p>" for line in table_text(view, Choice(), names, covered))
