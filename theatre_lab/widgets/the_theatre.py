"""The Theatre at the table: pure functions from what a player may know to plain data for the front end."""

from __future__ import annotations

import html
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from theatre_lab.core.errors import BadInput, BadMessage
from theatre_lab.core.game import Part, View
from theatre_lab.core.match import Match
from theatre_lab.core.options import expect_choice, refuse_unknown, show
from theatre_lab.games.the_theatre import rules, scoring
from theatre_lab.games.the_theatre.breakdown import card_parts, shown_parts
from theatre_lab.games.the_theatre.cards import PRINTS, SUITS, parse_card
from theatre_lab.games.the_theatre.decks import default_base, starter_decks
from theatre_lab.games.the_theatre.odds import LOSES, TIES, WINS, gamble_odds, outcome_of, unseen_cards
from theatre_lab.games.the_theatre.view import with_own_effect
from theatre_lab.widgets import _the_theatre_cards as shown_as
from theatre_lab.widgets._base import Args
from theatre_lab.widgets._words import Advice, Json, listed, part_json, plain, plural, signed, whole_number

__all__ = ["Choice"]

_PILES = ("breakroom", "dismissed", "unseen")


@dataclass(frozen=True)
class Choice:
    """What the player at the screen has picked: a card of the hand, and a pile to look through (player, which).

    >>> Choice(card=4, pile=(1, "breakroom")).after_play()
    Choice(card=None, pile=(1, 'breakroom'))
    """

    card: int | None = None
    pile: tuple[int, str] | None = None

    def after_play(self) -> Choice:
        """The choice that is left when the position has changed."""
        return Choice(pile=self.pile)


# ------------------------------------------------------------------ small readings of the state


def hand_of(s: Any, player: int) -> list[int]:
    """The player's cards, as far as they are known in this state."""
    first = rules.HAND_WIDTH * player
    return [card for card in s.hand[first : first + s.held[player]] if card]


def _face(s: Any, card: int) -> Json:
    return shown_as.card_face(s.cards[card], s.rule)


def _suit(number: int) -> str | None:
    return SUITS[number - 1] if number else None


def _is_deciding(s: Any) -> bool:
    return s.phase in (rules.CHOOSING_CARD, rules.CHOOSING_SAP, rules.CHOOSING_GAMBLE)


def _order(s: Any, leader: int) -> list[int]:
    """The players in the order of play from the leader on."""
    return [(leader + steps) % s.players for steps in range(s.players)]


def _yet_to_play(s: Any, player: int) -> int:
    return sum(
        1 for other in range(s.players) if other != player and not rules.is_out(s, other) and not s.played[other]
    )


def _owner(name: str) -> str:
    return "your" if name == "You" else f"{name}’s"


def _says(name: str, verb: str) -> str:
    """A name with a verb in the third person, or in the second for You."""
    return f"You {verb.removesuffix('s')}" if name == "You" else f"{name} {verb}"


def _is(name: str) -> str:
    return "You are" if name == "You" else f"{name} is"


# ------------------------------------------------------------------ what a value would be worth


@dataclass(frozen=True)
class Prospect:
    """What a value means against the stage: words for it, how good it is, and `wins`, `ties` or `loses` as it lies."""

    value: int
    words: str
    tone: str
    fate: str


def _rivals(s: Any, player: int) -> list[tuple[int, int]]:
    """The others whose card lies open, with its value as things stand."""
    return [
        (other, int(scoring.card_value(s, other, scoring.standing_card(s, other))))
        for other in range(s.players)
        if other != player and s.played[other] and not rules.is_face_down(s, other)
    ]


def _may_change(s: Any, player: int) -> list[int]:
    """The others who may still swap their card by a gamble, or have done so face down."""
    return [
        other
        for other in range(s.players)
        if other != player
        and s.played[other]
        and not s.is_revealed
        and (s.has_gambled[other] or (s.stage == rules.PLAYING and rules.may_gamble(s, other)))
    ]


def _unless(s: Any, player: int, names: Sequence[str] | None) -> str:
    """Who may still turn the round round by a gamble."""
    doubt = _may_change(s, player)
    if any(s.has_gambled[other] for other in doubt):
        return "; a face-down card decides"
    if not doubt:
        return ""
    who = listed([names[other] for other in doubt]) if names else "somebody"
    return f", unless {who} {'gamble' if names and len(doubt) > 1 else 'gambles'}"


def prospect(s: Any, player: int, value: int, names: Sequence[str] | None) -> Prospect:
    """What a value of the player means in this round, in words: against the cards that lie there and those to come.

    Without names nobody is named.
    """
    rivals, waiting = _rivals(s, player), _yet_to_play(s, player)
    fate = outcome_of(s, player, value)
    if not rivals:
        later = f"opens the round; {waiting} to follow" if waiting else "alone on the stage"
        return Prospect(value, later, "", fate)
    best = max(worth for _, worth in rivals)
    first = [other for other, worth in rivals if worth == best]
    whose = (
        f"{_owner(names[first[0]])} {plain(best)}" if names and len(first) == 1 else f"the {plain(best)} on the stage"
    )
    still = f"; {waiting} still to play" if waiting else ""
    unless = "" if still else _unless(s, player, names)
    if fate == WINS:
        return Prospect(value, f"ahead of {whose}{still}" if still else f"beats {whose}{unless}", "good", fate)
    if fate == TIES:
        count = len(first) + 1
        end = f"level with {whose}{still}" if still else f"ties with {whose}: all {count} are dismissed{unless}"
        return Prospect(value, end.replace("all 2 are", "both are"), "bad", fate)
    return Prospect(value, f"behind {whose}{still}" if still else f"loses to {whose}{unless}", "bad", fate)


def _card_prospect(s: Any, player: int, card: int, names: Sequence[str] | None) -> tuple[Prospect, list[Part]]:
    after = with_own_effect(s, player, card)
    value = int(scoring.card_value(after, player, card))
    return prospect(after, player, value, names), card_parts(after, player, card)


def _extra(s: Any, player: int, card: int) -> tuple[str, str | None]:
    """What else playing the card could lead to, and its clause."""
    ability = s.ability_of[card]
    if ability == scoring.GAMBLE and s.rule[scoring.R_GAMBLE]:
        if s.deck_count[player] + s.breakroom_count[player] == 0:
            return "nothing left to gamble for", "TT-B6"
        return "or the top card of your deck instead", "TT-B6"
    if ability == scoring.SAP and s.rule[scoring.R_SAP_REMOVES] and rules.count_boosts(s):
        return "or take a Boost token away", "TT-B3"
    worth = scoring.combo_worth(s, card)
    if worth and s.held[player] > 1:
        return f"then {signed(worth)} for your next card", "TT-B4"
    return "", None


# ------------------------------------------------------------------ around the stage


def when(view: View) -> str:
    """Where the game stands, in a line."""
    s = view.state
    if s.phase == rules.OVER:
        return f"Act {s.act} · the curtain falls"
    return f"Act {s.act} · round {s.turn + 1} of {s.rule[scoring.R_ACT_ROUNDS]}"


def players(view: View, names: Sequence[str], covered: bool) -> list[Json]:
    """The players' notes, their cards that are not dismissed, and their piles."""
    s = view.state
    return [
        {
            "note": _player_note(s, player),
            "score": rules.score(s, player),
            "known": [],
            "facts": [
                {
                    "icon": "place-breakroom",
                    "text": str(s.breakroom_count[player]),
                    "label": f"{plural(s.breakroom_count[player], 'card')} in the breakroom",
                },
                {
                    "icon": "place-dismissed",
                    "text": str(s.dismissed_count[player]),
                    "label": f"{plural(s.dismissed_count[player], 'card')} dismissed",
                },
            ],
        }
        for player, _ in enumerate(names)
    ]


def _player_note(s: Any, player: int) -> str:
    if rules.is_out(s, player):
        return f"out since act {s.out_in[player]}"
    notes = [f"hand {s.held[player]}", f"deck {s.deck_count[player]}"]
    if player == s.leader and _is_deciding(s):
        notes.append("leads")
    waiting = s.next_combo[player] if s.played[player] else s.combo[player]
    if waiting:
        notes.append(f"Combo {signed(waiting)} waits")
    return " · ".join(notes)


def prompt(view: View, choice: Choice) -> Json:
    """What the viewer is to decide, in words, with the move that is ready."""
    s = view.state
    if s.phase == rules.CHOOSING_SAP:
        card = s.cards[scoring.standing_card(s, s.player)]
        text = f"{card.name} saps: lay the token, or take a Boost away?"
        return {"text": text, "note": "Beside each choice stands what comes of it.", "actions": []}
    if s.phase == rules.CHOOSING_GAMBLE:
        card = s.cards[s.played[s.player]]
        text = f"Gamble {card.name}, or keep the card?"
        note = "Who gambles plays the top card of the deck instead, unseen until all have chosen."
        return {"text": text, "note": note, "actions": []}
    suit = _suit(scoring.desired_suit(s))
    text = f"Play a card. {suit} is desired." if suit else "Play a card. No suit is desired."
    card = _chosen_card(view, choice)
    actions = []
    if card is not None:
        args = {"do": "select", "index": choice.card}
        actions = [{"label": f"Play {s.cards[card].text}", "intent": "act", "args": args, "primary": True}]
    return {"text": text, "note": _place_in_round(s, view.player), "actions": actions}


def task(view: View) -> str:
    """What the player to move does, as a predicate."""
    tasks = {rules.CHOOSING_SAP: "decides how to sap", rules.CHOOSING_GAMBLE: "decides whether to gamble"}
    return tasks.get(view.state.phase, "plays a card")


def _place_in_round(s: Any, player: int) -> str:
    waiting = _yet_to_play(s, player)
    if not any(s.played[other] for other in range(s.players)):
        start = "You lead."
    elif waiting == 0:
        start = "You play last: every card lies open."
    else:
        start = f"After you {plural(waiting, 'more card')} will follow."
    return f"{start} Under each card stands its value now, and what that means."


def steps(_view: View) -> list[Json]:
    """A turn has one step."""
    return []


def _chosen_card(view: View, choice: Choice) -> int | None:
    hand = hand_of(view.state, view.player)
    return hand[choice.card] if choice.card is not None and choice.card < len(hand) else None


# ------------------------------------------------------------------ the stage


def _round_words(s: Any, names: Sequence[str]) -> str:
    """How the last finished round ended, in two words."""
    return f"{names[s.shown_winner - 1]} won" if s.shown_winner else "a tie"


def _line(s: Any, names: Sequence[str]) -> list[Json]:
    if not _is_deciding(s):
        return []
    suit = _suit(scoring.desired_suit(s))
    now = f"{signed(s.rule[scoring.R_DESIRED_SUIT])} to {suit}" if suit else "no suit bonus"
    past = {s.shown_turn: _round_words(s, names)} if s.shown_act == s.act and s.turn else {}
    return shown_as.arches([_suit(n) for n in s.line], s.turn, s.rule[scoring.R_ACT_ROUNDS], now, past)


def _slot(player: int, names: Sequence[str], leads: bool) -> Json:
    return {
        "player": player,
        "name": names[player],
        "leads": leads,
        "card": None,
        "replaced": None,
        "down": False,
        "lines": [],
        "total": None,
        "totalText": "",
        "fate": None,
        "empty": "",
    }


def _stage(s: Any, viewer: int, names: Sequence[str]) -> Json | None:
    """The round that is played: each card with its value as things stand."""
    if not _is_deciding(s):
        return None
    suit = _suit(scoring.desired_suit(s))
    slots = []
    for place, player in enumerate(_order(s, s.leader)):
        slot = _slot(player, names, place == 0)
        if rules.is_out(s, player):
            slot["empty"] = f"out since act {s.out_in[player]}"
        elif not s.played[player]:
            to_move = s.phase == rules.CHOOSING_CARD and s.player == player
            slot["empty"] = ("your card" if player == viewer else "choosing a card") if to_move else "yet to play"
        else:
            _fill_slot(s, slot, player, suit)
        slots.append(slot)
    title = f"Round {s.turn + 1}: {suit} is desired" if suit else f"Round {s.turn + 1}: no suit is desired"
    return {"key": f"{s.act}.{s.turn}", "title": title, "note": "values so far", "done": False, "slots": slots}


def _fill_slot(s: Any, slot: Json, player: int, suit: str | None) -> None:
    if rules.is_face_down(s, player):
        slot["card"], slot["down"] = _face(s, s.played[player]), True
        slot["totalText"] = "gambled: a card face down"
        return
    card = scoring.standing_card(s, player)
    slot["card"] = face = _face(s, card)
    if s.has_gambled[player]:
        slot["replaced"] = s.cards[s.played[player]].text
    slot["lines"] = [shown_as.line_json(part, face, suit) for part in card_parts(s, player, card)]
    slot["total"] = int(scoring.card_value(s, player, card))
    slot["totalText"] = "so far"


def _last_round(s: Any, names: Sequence[str]) -> Json | None:
    """The round that was finished last: how each value came about, and who won."""
    if not s.shown_act:
        return None
    suit = _suit(s.shown_suit)
    values = {p: s.shown_part[rules.SHOWN_WIDTH * p + rules.SHOWN_VALUE] for p in range(s.players) if s.shown_card[p]}
    best, slots = max(values.values()), []
    for place, player in enumerate(_order(s, s.shown_leader)):
        slot = _slot(player, names, place == 0)
        if player not in values:
            slot["empty"] = f"out since act {s.out_in[player]}"
        else:
            face = _face(s, s.shown_card[player])
            won, tied = s.shown_winner == player + 1, not s.shown_winner and values[player] == best
            slot |= {
                "card": face,
                "replaced": s.cards[s.shown_gamble[player]].text if s.shown_gamble[player] else None,
                "lines": [shown_as.line_json(part, face, suit) for part in shown_parts(s, player)],
                "total": values[player],
                "totalText": "wins" if won else "tie" if tied else "dismissed",
                "fate": WINS if won else TIES if tied else LOSES,
            }
        slots.append(slot)
    act = "" if s.shown_act == s.act else f"Act {s.shown_act}, "
    head = f"{act}round {s.shown_turn + 1}"
    return {
        "key": f"{s.shown_act}.{s.shown_turn}",
        "title": f"{head[:1].upper()}{head[1:]}: {_ended(s, best, names)}",
        "note": f"{suit} was desired" if suit else "no suit was desired",
        "done": True,
        "slots": slots,
    }


def _ended(s: Any, best: int, names: Sequence[str]) -> str:
    if s.shown_winner:
        return f"{_says(names[s.shown_winner - 1], 'wins')} with {plain(best)}"
    return f"a tie at {plain(best)}, every card is dismissed"


# ------------------------------------------------------------------ the two choices beside playing a card


def _choices(view: View, names: Sequence[str] | None) -> list[Json]:
    """The answers to a Sap or Gamble question, each with what comes of it."""
    s = view.state
    if s.phase == rules.CHOOSING_SAP:
        return [_sap_choice(view, action, names) for action in view.actions()]
    if s.phase == rules.CHOOSING_GAMBLE:
        return [_gamble_choice(view, names), _keep_choice(view, names)]
    return []


def _sap_choice(view: View, action: int, names: Sequence[str] | None) -> Json:
    s, player = view.state, view.player
    after = s.copy()
    mine = scoring.standing_card(s, player)
    if action == rules.PLACE_SAP:
        token, card = PRINTS[s.print_of[mine]], s.cards[mine]
        after.saps[s.print_of[mine]] += 1
        title = f"Lay a Sap on {token}"
        effect = f"{signed(s.rule[scoring.R_SAP])} to every {token} until the act ends, {card.name} too."
        icon = "ability-sap"
    else:
        number = action - rules.REMOVE_BOOST
        token = PRINTS[number]
        after.boosts[number] -= 1
        title = f"Take a Boost from {token}"
        left = after.boosts[number]
        rest = f"{left} will be left" if left else "none will be left"
        effect = f"One Boost token on {token} goes ({rest}); no Sap is laid."
        icon = "ability-boost"
    outlook = prospect(after, player, int(scoring.card_value(after, player, mine)), names)
    return {
        "action": view.game.action_text(s, action),
        "title": title,
        "icon": icon,
        "kind": shown_as.print_kind(token),
        "lines": [effect, f"{s.cards[mine].name} then has {plain(outlook.value)}: {outlook.words}."],
        "tone": outlook.tone,
        "rule": "TT-B2" if action == rules.PLACE_SAP else "TT-B3",
    }


def _gamble_choice(view: View, names: Sequence[str] | None) -> Json:
    s, player = view.state, view.player
    odds = gamble_odds(s, player)
    source = "the breakroom, shuffled into your empty deck" if s.deck_count[player] == 0 else "your deck"
    told = [f"{odds.count(WINS) or 'none'} would win"]
    told += [f"{odds.count(fate)} would {verb}" for fate, verb in ((TIES, "tie"), (LOSES, "lose")) if odds.count(fate)]
    lines = [f"The top card of {source}: of {plural(odds.cards, 'card')} that may come, {listed(told)}."]
    if any(other != player and rules.is_face_down(s, other) for other in range(s.players)):
        lines.append("What somebody else has gambled lies face down, and is not counted here.")
    lines.append("If it wins, both of your cards go to the breakroom; if not, both are dismissed.")
    return {
        "action": "gamble",
        "title": "Gamble",
        "icon": "ability-gamble",
        "kind": "ability-gamble",
        "lines": lines,
        "tone": "good" if odds.pays else "",
        "rule": "TT-B6",
        "odds": [odds.count(WINS), odds.count(TIES), odds.count(LOSES)],
    }


def _keep_choice(view: View, names: Sequence[str] | None) -> Json:
    s, player = view.state, view.player
    card = s.played[player]
    outlook = prospect(s, player, int(scoring.card_value(s, player, card)), names)
    name = s.cards[card].name
    return {
        "action": "keep",
        "title": f"Keep {name}",
        "icon": "ui-check",
        "kind": shown_as.suit_kind(s.cards[card].suit),
        "lines": [f"{name} stays with {plain(outlook.value)}: {outlook.words}."],
        "tone": outlook.tone,
        "rule": "TT-R4",
    }


# ------------------------------------------------------------------ hand, piles, all of it


def _hand(view: View, names: Sequence[str]) -> list[Json]:
    s, player = view.state, view.player
    plays = view.is_to_move and s.phase == rules.CHOOSING_CARD
    cards = []
    for card in hand_of(s, player):
        entry: Json = {"card": _face(s, card), "value": None, "words": "", "tone": "", "extra": "", "rule": None}
        if plays:
            outlook, _ = _card_prospect(s, player, card, names)
            extra, rule = _extra(s, player, card)
            entry |= {
                "value": outlook.value,
                "words": outlook.words,
                "tone": outlook.tone,
                "extra": extra,
                "rule": rule,
            }
        cards.append(entry)
    return cards


def _explain(view: View, card: int | None, names: Sequence[str]) -> Json | None:
    if card is None or not view.is_to_move or view.state.phase != rules.CHOOSING_CARD:
        return None
    outlook, parts = _card_prospect(view.state, view.player, card, names)
    definition = view.state.cards[card]
    return {
        "title": definition.text,
        "kind": shown_as.suit_kind(definition.suit),
        "parts": [part_json(part) for part in parts],
        "total": outlook.value,
        "totalText": outlook.words,
        "note": shown_as.ability_words(definition, view.state.rule) or None,
    }


def _pile(s: Any, viewer: int, player: int, which: str) -> dict[int, int]:
    """The cards of a pile with their copies; `unseen` are those the viewer cannot place."""
    if which == "unseen":
        return unseen_cards(s, viewer, player)
    counts = s.breakroom if which == "breakroom" else s.dismissed
    first = 1 + rules.DECK_WIDTH * player
    return {card: counts[card] for card in range(first, first + s.kinds[player]) if counts[card]}


def _pile_title(s: Any, viewer: int, player: int, which: str, names: Sequence[str]) -> str:
    whose = _owner(names[player])
    whose = whose[:1].upper() + whose[1:]
    if which != "unseen":
        return f"{whose} {'breakroom' if which == 'breakroom' else 'dismissed cards'}"
    return f"{whose} deck" if rules.sees_hand(s, viewer, player) else f"{whose} deck and hand"


def _piles(view: View, names: Sequence[str]) -> list[Json]:
    s = view.state
    return [
        {
            "player": player,
            "name": names[player],
            "counts": {which: sum(_pile(s, view.player, player, which).values()) for which in _PILES},
            "unseenText": "deck" if rules.sees_hand(s, view.player, player) else "deck and hand",
        }
        for player in range(s.players)
    ]


def _open_pile(view: View, choice: Choice, names: Sequence[str]) -> Json | None:
    if choice.pile is None or choice.pile[0] >= view.state.players:
        return None
    s, (player, which) = view.state, choice.pile
    cards: list[Json] = [
        {"card": _face(s, card), "copies": copies} for card, copies in _pile(s, view.player, player, which).items()
    ]
    cards.sort(key=lambda entry: (-entry["card"]["rank"], entry["card"]["name"]))
    notes = {
        "unseen": "What the deck began with, less all that has been seen. The order is anybody’s guess.",
        "breakroom": "These come back when the deck runs short.",
        "dismissed": "These are out of the game.",
    }
    return {
        "player": player,
        "which": which,
        "title": _pile_title(s, view.player, player, which, names),
        "note": notes[which],
        "cards": cards,
    }


def body(view: View, choice: Choice, names: Sequence[str], advice: Advice | None, covered: bool) -> Json:
    """All that lies on the table, as the viewer may see it; with the curtain down, without the viewer's hand."""
    s = view.state
    deciding = view.is_to_move and not covered
    card = None if covered else _chosen_card(view, choice)
    hinted = advice.action if advice and deciding else ""
    hand = [] if covered else _hand(view, names)
    fresh = [f"play {entry['card']['name']}" for entry in hand]
    decision = {rules.CHOOSING_CARD: "card", rules.CHOOSING_SAP: "sap", rules.CHOOSING_GAMBLE: "gamble"}
    return {
        "mine": view.player,
        "line": _line(s, names),
        "tokens": shown_as.token_rows(s.boosts, s.saps, s.rule),
        "stage": _stage(s, view.player, names),
        "last": _last_round(s, names),
        "decision": decision.get(s.phase, "wait") if deciding else "wait",
        "choices": _choices(view, names) if deciding else [],
        "hand": hand,
        "handHidden": covered,
        "selected": choice.card if card is not None else None,
        "explain": _explain(view, card, names),
        "hintCard": fresh.index(hinted) if hinted in fresh else None,
        "hintChoice": hinted or None,
        "piles": [] if covered else _piles(view, names),
        "pile": None if covered else _open_pile(view, choice, names),
        "setup": None,
    }


def setup(match: Match) -> Json:
    """The game's own choices for a new game."""
    starters = [{"name": deck.name, "plan": deck.plan} for deck in starter_decks(default_base(2))]
    return {"openSuits": match.options["open_suits"], "starters": starters}


_SEATS = ("deck1", "deck2", "deck3", "deck4")


def options_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The options from the form for a new game.

    `base` is a text (empty: by the number of players), `open_suits` is there when ticked; `deck1` to `deck4` name the
    starter decks of the seats, of which `players` are taken. Who has chosen none gets one that nobody has chosen.
    """
    refuse_unknown("option", fields, ("base", "open_suits", "players", *_SEATS))
    options: dict[str, Any] = {"open_suits": bool(fields.get("open_suits"))}
    base = _number("base", fields.get("base"))
    if base is not None:
        options["base"] = base
    players = _number("players", fields.get("players")) or 0
    chosen = [str(fields.get(key) or "") for key in _SEATS[:players]]
    if any(chosen):
        decks = {deck.name: deck for deck in starter_decks(base or default_base(players))}
        for name in filter(None, chosen):
            expect_choice("deck", name, list(decks))
        rest = iter([name for name in decks if name not in chosen])
        options["decks"] = [[card.as_dict() for card in decks[name or next(rest)].cards] for name in chosen]
    return options


def _number(key: str, text: object) -> int | None:
    """A whole number of the form; None for an empty field."""
    told = str(text or "").strip()
    return whole_number(key, told) if told else None


# ------------------------------------------------------------------ what a click means


LEDGER = {
    "": "Cards not dismissed",
    "TT-A1": "In hand",
    "TT-A2": "In the deck, or left when out",
    "TT-R4": "In the breakroom",
}
PLACES = {"select": "hand", "drop": "hand", "decide": "stage", "pile": "piles", "hint": "bar"}


def act(view: View, choice: Choice, verb: str, args: Args) -> Choice | str | Json:
    """What a click on the table's body means: a new choice, or an action in notation."""
    s, hand = view.state, hand_of(view.state, view.player)
    if verb in ("select", "drop"):
        index = args.index_or_none("index", len(hand))
        if index is None:
            return replace(choice, card=None)
        plays = view.is_to_move and s.phase == rules.CHOOSING_CARD
        if verb == "drop" or (plays and choice.card == index):
            return f"play {s.cards[hand[index]].text}"
        return replace(choice, card=None if choice.card == index else index)
    if verb == "decide":
        return args.text("action")
    if verb == "pile":
        player = args.index_or_none("player", s.players)
        if player is None:
            return replace(choice, pile=None)
        which = args.text("which")
        if which not in _PILES:
            raise BadMessage(f"there is no pile {show(which)}; the piles are {listed(_PILES)}")
        return replace(choice, pile=None if choice.pile == (player, which) else (player, which))
    raise BadMessage(f"there is nothing to {show(verb)} here")


def choose_card(view: View, choice: Choice, index: int | None) -> Choice:
    """The choice with another card of the hand, or none."""
    count = len(hand_of(view.state, view.player))
    if index is not None and (type(index) is not int or not 0 <= index < count):
        raise BadInput(f"the hand has the cards 0 to {count - 1}, not {show(index)}" if count else "the hand is empty")
    return replace(choice, card=index)


def say_choice(view: View, choice: Choice) -> str:
    """What a screen reader hears when a card was chosen."""
    card = _chosen_card(view, choice)
    if card is None:
        return ""
    text = view.state.cards[card].text
    if not view.is_to_move or view.state.phase != rules.CHOOSING_CARD:
        return f"{text} selected."
    outlook, parts = _card_prospect(view.state, view.player, card, None)
    reasons = ", ".join(f"{signed(part.points)} {part.text}" for part in parts)
    return f"{text} selected: {plain(outlook.value)}, {outlook.words}. {reasons}. Press again to play it."


# ------------------------------------------------------------------ hints, log, end


def advice(view: View, action: str) -> Advice:
    """The reasons for an action that a bot suggests."""
    s, player = view.state, view.player
    number = view.game.parse_action(s, action)
    if number < rules.CARD_NUMBERS:
        outlook, parts = _card_prospect(s, player, number, None)
        return Advice(action, f"Play {s.cards[number].text}: {plain(outlook.value)}, {outlook.words}", tuple(parts))
    choices = {choice["action"]: choice for choice in _choices(view, None)}
    told = choices[action]
    return Advice(action, f"{told['title']}. {told['lines'][-1] if action != 'gamble' else told['lines'][0]}")


def _after(match: Match, index: int) -> Any:
    return match.history[index + 1].before if index + 1 < len(match.history) else match.state


def log_line(match: Match, index: int, viewer: int | None) -> Json:
    """A decision of the history for the log; all of it was seen by everybody."""
    ply = match.history[index]
    before, after, action = ply.before, _after(match, index), ply.action
    name = match.names[ply.player]
    card = before.cards[action].text if action < rules.CARD_NUMBERS else None
    you = name == "You"
    if card:
        text, more = "play" if you else "plays", _effect_words(before, after, action)
    else:
        text, more = _decision_words(before, action, you), ""
    end = _round_end(match, before, after)
    return {"who": name, "text": text, "card": card, "after": " ".join(filter(None, [more, end])) or None, "gain": None}


def _effect_words(before: Any, after: Any, card: int) -> str:
    definition = before.cards[card]
    is_waiting = after.phase == rules.CHOOSING_SAP and after.played[after.player] == card
    if definition.ability == "Boost":
        return f"with a Boost on {definition.print}"
    if definition.ability == "Sap" and not is_waiting:
        return f"with a Sap on {definition.print}"
    return ""


def _decision_words(before: Any, action: int, you: bool) -> str:
    mine = before.cards[scoring.standing_card(before, before.player)]
    if action == rules.PLACE_SAP:
        return f"{'lay' if you else 'lays'} a Sap on {mine.print}"
    if action == rules.TAKE_GAMBLE:
        return f"{'gamble' if you else 'gambles'} {mine.name}"
    if action == rules.KEEP:
        return f"{'keep' if you else 'keeps'} {mine.name}"
    return f"{'take' if you else 'takes'} a Boost from {PRINTS[action - rules.REMOVE_BOOST]}"


def _round_end(match: Match, before: Any, after: Any) -> str:
    """What the decision brought to an end: the round, and perhaps players."""
    if (after.act, after.turn) == (before.act, before.turn) and after.phase != rules.OVER:
        return ""
    names = match.names
    values = [after.shown_part[rules.SHOWN_WIDTH * p + rules.SHOWN_VALUE] for p in range(after.players)]
    swaps = [
        f"{before.cards[after.shown_gamble[p]].name} becomes {after.cards[after.shown_card[p]].text}"
        for p in range(after.players)
        if after.shown_gamble[p]
    ]
    best = max(value for p, value in enumerate(values) if after.shown_card[p])
    told = [*swaps, f"round {after.shown_turn + 1}: {_ended(after, best, names)}"]
    gone = [names[p] for p in range(after.players) if after.out_in[p] and not before.out_in[p]]
    if gone:
        told.append(f"{_is(gone[0]) if len(gone) == 1 else f'{listed(gone)} are'} out")
    return f"→ {'; '.join(told)}"


def ending(match: Match) -> tuple[str, str | None]:
    """Why the winner won, and the clause that says so."""
    s = match.state
    standing = [match.names[p] for p in range(s.players) if not rules.is_out(s, p)]
    count = s.rule[scoring.R_ACT_ROUNDS]
    if standing:
        note = f"Only {standing[0] if standing[0] != 'You' else 'you'} could draw {count} cards for act {s.act}."
        return f"{note} The numbers count the cards that were not dismissed.", "TT-W1"
    last = [p for p in range(s.players) if s.out_in[p] == s.act]
    most = max(s.deck_count[p] for p in last)
    equal = sum(s.deck_count[p] == most for p in last) > 1
    share = f"with {most} each they share the win" if equal else f"{most} cards in the deck are the most"
    return f"Nobody could draw {count} cards for act {s.act}; {share}.", "TT-W1"


# ------------------------------------------------------------------ the table as text


def table_text(view: View, choice: Choice, names: Sequence[str], covered: bool) -> list[str]:
    """The table in lines of text, as the viewer may see it."""
    s = view.state
    told = list(names)
    lines = []
    suits = [arch["suit"] or "face down" for arch in _line(s, told)]
    if suits:
        lines.append(f"Suits of the act: {', '.join(suits)}")
    tokens = [
        f"{row['print']} {signed(row['points'])}"
        for row in shown_as.token_rows(s.boosts, s.saps, s.rule)
        if row["boosts"] or row["saps"]
    ]
    if tokens:
        lines.append(f"Tokens: {', '.join(tokens)}")
    stage, last = _stage(s, view.player, told), _last_round(s, told)
    for scene in (last, stage):
        if scene is not None:
            lines += [scene["title"], *(f"  {_slot_text(slot)}" for slot in scene["slots"])]
    for player, name in enumerate(told):
        lines.append(
            f"{name}: {plural(rules.score(s, player), 'card')} left "
            f"({_player_note(s, player)}, breakroom {s.breakroom_count[player]}, dismissed {s.dismissed_count[player]})"
        )
    if not covered:
        lines += _hand_text(view, choice, told)
    return lines


def _slot_text(slot: Json) -> str:
    if slot["card"] is None:
        return f"{slot['name']}: {slot['empty']}"
    if slot["down"]:
        return f"{slot['name']}: {slot['card']['name']}, {slot['totalText']}"
    swapped = f" instead of {slot['replaced']}" if slot["replaced"] else ""
    points = [line["points"] for line in slot["lines"]]
    sums = " ".join([*(plain(first) for first in points[:1]), *(signed(more) for more in points[1:])]) or "0"
    return f"{slot['name']}: {slot['card']['name']}{swapped}, {sums} = {plain(slot['total'])}, {slot['totalText']}"


def _hand_text(view: View, choice: Choice, names: Sequence[str]) -> list[str]:
    s = view.state
    entries = _hand(view, names)
    lines = ["Hand:" if entries else "Hand: no cards"]
    for entry in entries:
        face = entry["card"]
        now = "" if entry["value"] is None else f" → {plain(entry['value'])}, {entry['words']}"
        lines.append(f"  {shown_as.face_text(face)}{now}")
    card = _chosen_card(view, choice)
    if card is not None:
        lines.append(f"Selected: {s.cards[card].text}")
    if view.is_to_move:
        lines += [f"{told['action']}: {' '.join(told['lines'])}" for told in _choices(view, names)]
    return lines


def table_html(view: View, names: Sequence[str], covered: bool) -> str:
    """The table as plain HTML, as the viewer may see it."""
    s = view.state
    rows = "".join(
        f"<tr><th>{html.escape(name)}</th><td>{rules.score(s, player)}</td>"
        f"<td>{html.escape(_player_note(s, player))}</td></tr>"
        for player, name in enumerate(names)
    )
    head = "<tr><th>Director</th><th>Cards left</th><th></th></tr>"
    scenes = "".join(
        f"<p><b>{html.escape(scene['title'])}</b></p><ul>"
        + "".join(f"<li>{html.escape(_slot_text(slot))}</li>" for slot in scene["slots"])
        + "</ul>"
        for scene in (_last_round(s, names), _stage(s, view.player, names))
        if scene is not None
    )
    hand = [] if covered else _hand_text(view, Choice(), names)
    return f"<table>{head}{rows}</table>{scenes}" + "".join(f"<p>{html.escape(line.strip())}</p>" for line in hand)


# ------------------------------------------------------------------ pictures for questions


def face_of(name: str) -> Json:
    """The face of a card of the built-in set by its name, with the rules' own numbers."""
    return shown_as.card_face(parse_card(name), shown_as.default_numbers())


board_picture = shown_as.board_picture


def board_seats(picture: Json) -> Collection[str]:
    """Whose place on the stage may be pointed at."""
    return [place["name"] for place in picture["places"]]


def board_text(picture: Json) -> str:
    """The stage of a question in lines of text."""
    return "\n".join(shown_as.picture_lines(picture))


def board_html(picture: Json) -> str:
    """The stage of a question as plain HTML."""
    return "".join(f"<p>{html.escape(line)}</p>" for line in shown_as.picture_lines(picture))
