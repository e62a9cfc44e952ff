"""Cabaret for the widgets: pure functions from what the viewer may know to plain data for the front end.

>>> from theatre_lab.api import set_up
>>> names = ["You", "Ann", "Ben"]
>>> match = set_up("cabaret", names, agents=["Actors", "Dancers", "Singers"], leader=1, seed=1,
...                hands=[["A4", "D2", "S9"]], show=["D8", "S3"])
>>> view = match.view(0)
>>> [(row["note"], row["score"]) for row in players(view, names, covered=False)]
[('Actors', 6), ('Dancers', 6), ('Singers', 6)]
>>> prompt(view, Choice())["text"]
'Play a performer, but none of the Dancers and Singers.'
>>> choice = act(view, Choice(), "pick", Args("act", {"card": "A4"}))
>>> choice, prompt(view, choice)["note"]
(Choice(card='A4'), 'D8 would win the show.')
>>> act(view, choice, "pick", Args("act", {"card": "A4"}))
'play A4'
>>> [body(view, choice, names, None, covered)["selected"] for covered in (False, True)]
['A4', None]
>>> advice(view, "play A4").text
'Play A4. D8 would win the show. That is +2 for the Dancers’ agent, at once.'
"""

from __future__ import annotations

import html
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from theatre_lab.core.errors import BadInput, BadMessage
from theatre_lab.core.game import View
from theatre_lab.core.match import Match
from theatre_lab.core.options import refuse_unknown, show
from theatre_lab.games.cabaret import CABARET, rules, scoring
from theatre_lab.games.cabaret.cards import GENRES, LETTERS, card_name, parse_performer, printed_stars
from theatre_lab.widgets._base import Args
from theatre_lab.widgets._words import Advice, Json, listed, plain, plural, signed, whole_number

__all__ = ["PLACES", "Choice", "act", "advice", "body", "card_face", "players", "prompt"]

MIME = "*"
PLACES = {"pick": "hand", "drop": "hand", "play": "prompt", "hint": "bar"}


# ------------------------------------------------------------------ cards


def card_face(name: str, stars: Sequence[int], mime_stars: int) -> Json:
    """A card's face from its name, the stars of ranks 1 to 12 and those of a mime.

    >>> card_face("S12", printed_stars(), 2)
    {'name': 'S12', 'kind': 'genre-singers', 'genre': 'Singers', 'rank': 12, 'stars': -2}
    """
    if name == MIME:
        return {"name": MIME, "kind": "mime", "genre": "Mime", "rank": 0, "stars": mime_stars}
    genre, rank = GENRES[LETTERS.index(name[0])], int(name[1:])
    return {"name": name, "kind": kind_of(genre), "genre": genre, "rank": rank, "stars": stars[rank - 1]}


def kind_of(genre: str) -> str:
    """The symbol of a genre.

    >>> kind_of("Magicians")
    'genre-magicians'
    """
    return f"genre-{genre.lower()}"


def spoken(name: str) -> str:
    """A card in words: `S12` for a performer, `a mime`."""
    return "a mime" if name == MIME else name


def star_words(stars: int) -> str:
    """Stars in words.

    >>> star_words(3), star_words(-1)
    ('3 gold stars', '1 black star')
    """
    return plural(abs(stars), "black star" if stars < 0 else "gold star")


def _face(told: Json, name: str) -> Json:
    return card_face(name, told["stars"], told["mime_stars"])


# ------------------------------------------------------------------ at the table


@dataclass(frozen=True)
class Choice:
    """What the player at the screen has picked: a card of the hand, by name (`*` for a mime)."""

    card: str | None = None

    def after_play(self) -> Choice:
        """The choice that is left when the position has changed."""
        return Choice()


def when(view: View) -> str:
    """Where the game stands, in a line."""
    told = view.as_dict()
    genres = " · all genres score" if told["all_genres"] else ""
    shows = f"show {told['show_number']} of {told['shows']}"
    return f"Round {told['round']} of {told['rounds']} · {shows}{genres}"


def players(view: View, names: Sequence[str], covered: bool) -> list[Json]:
    """A row a player: the agent, the cards in hand, mimes, what the pile is worth so far, the score."""
    told = view.as_dict()
    return [
        {
            "kind": kind_of(told["agents"][seat]),
            "note": told["agents"][seat],
            "known": [],
            "score": told["scores"][seat],
            "facts": [
                {
                    "icon": "place-hand",
                    "text": str(told["hand_counts"][seat]),
                    "label": f"{plural(told['hand_counts'][seat], 'card')} in hand",
                },
                {"icon": "mime", "text": str(told["mimes"][seat]), "label": plural(told["mimes"][seat], "mime")},
                {
                    "icon": "star-gold",
                    "text": signed(told["pile_points"][seat]),
                    "label": f"{plural(told['pile_points'][seat], 'point')} won this round",
                },
            ],
        }
        for seat, _ in enumerate(names)
    ]


def prompt(view: View, choice: Choice) -> Json:
    """What the viewer is to decide, in words, with the card that is ready."""
    told = view.as_dict()
    card = _chosen(view, choice)
    if _must_mime(told):
        return {
            "text": "No genre is left to you: play a mime.",
            "note": _shortage_note(told) or f"You own {plural(told['mimes'][view.player], 'mime')}.",
            "actions": [_ready("Play a mime", MIME)],
        }
    if told["leader"] == view.player:
        text = "You lead: play any performer."
    else:
        text = f"Play a performer, but none of the {listed(_staged_genres(told))}."
    if card is None or card in told["refusals"]:
        return {
            "text": text,
            "note": "Choose a card to see what it would do; choose it again to play it.",
            "actions": [],
        }
    return {"text": text, "note": _outlook(view, card)[0], "actions": [_ready(f"Play {card}", card)]}


def task(view: View) -> str:
    """What the player to move does, as a predicate."""
    told = view.as_dict()
    return "leads the show with any performer" if told["leader"] == told["to_move"] else "plays a performer or a mime"


def _ready(label: str, card: str) -> Json:
    return {"label": label, "intent": "act", "args": {"do": "play", "card": card}, "primary": True}


def _must_mime(told: Json) -> bool:
    return told["to_move"] == told["viewer"] and told["phase"] == "playing" and MIME not in told["refusals"]


def _shortage_note(told: Json) -> str | None:
    if told["mimes"][told["viewer"]]:
        return None
    each = plain(told["mime_stars"])
    return f"You own none: first every mime owned pays {each}, then all mimes are shared out again."


def _staged_genres(told: Json) -> list[str]:
    faces = [_face(told, entry["card"]) for entry in told["show"]]
    return [face["genre"] for face in faces if face["kind"] != "mime"]


def steps(view: View) -> list[Json]:
    """A turn of Cabaret has one step, which the prompt tells."""
    return []


def _chosen(view: View, choice: Choice) -> str | None:
    told = view.as_dict()
    held = [*told["hand"], MIME] if told["phase"] == "playing" else []
    return choice.card if choice.card in held else None


# ------------------------------------------------------------------ what a card would do


def _after(view: View, card: str) -> Any:
    """The show with the viewer's card in it, as a state that nothing else may be read from."""
    s = view.state.copy()
    s.show[view.player] = (rules.MIME if card == MIME else parse_performer(s, card)) + 1
    return s


def _worth(s: Any, seat: int, mimes: int) -> int:
    """What the cards of the show and so many mimes would bring the player."""
    cards = [s.show[other] - 1 for other in range(s.players) if s.show[other]]
    points = sum(scoring.card_points(s, seat, card) for card in cards if card != rules.MIME)
    return int(points) + int(s.rule[scoring.R_MIME]) * mimes


def _outlook(view: View, card: str) -> tuple[str, list[Json]]:
    """What playing the card does to the show: a sentence, and rows of reasons (`mark`, `text`, `rule`)."""
    told, s, me = view.as_dict(), _after(view, card), view.player
    rank = rules.rank_of(s.show[me] - 1)
    winner = rules.show_winner(s)
    later = told["players"] - len(told["show"]) - 1
    mimes = told["mimes_to_win"] + (card == MIME)
    same = [entry["card"] for entry in told["show"] if _face(told, entry["card"])["rank"] == rank]
    rows = [_row(str(rank), _fate(told, s, card, same, winner), "CB-T5")]
    if winner >= 0:
        whose = f"the {told['agents'][winner]}’ agent" if winner != me else "you"
        rows.append(
            _row(signed(_worth(s, winner, mimes)), f"for {whose}, {'if it holds' if later else 'at once'}", "CB-T6")
        )
    if winner == me and later:
        rows.append(_threat_row(told, s, card, later))
    if card == MIME and _shortage_note(told):
        rows.append(_row("!", "you own none: all mimes are paid and shared out anew", "CB-T4"))
    return _sentence(told, s, winner, later), rows


def _row(mark: str, text: str, rule: str) -> Json:
    return {"mark": mark, "text": text, "rule": rule}


def _fate(told: Json, s: Any, card: str, same: Sequence[str], winner: int) -> str:
    me = told["viewer"]
    if same and s.rule[rules.R_CANCEL]:
        return f"meets {listed([spoken(other) for other in same])}: equal ranks cancel"
    if winner == me:
        return "is the highest rank that stands alone" if told["show"] else "opens the show"
    if winner < 0:
        return "leaves no card standing"
    return f"is lower than {card_name(s, s.show[winner] - 1)}"


def _threat_row(told: Json, s: Any, card: str, later: int) -> Json:
    face = _face(told, card)
    taken = {*_staged_genres(told), face["genre"]}
    may_come = [other for other in (_face(told, name) for name in told["unseen"]) if other["genre"] not in taken]
    higher = sum(other["rank"] > face["rank"] for other in may_come)
    equal = sum(other["rank"] == face["rank"] for other in may_come) if s.rule[rules.R_CANCEL] else 0
    text = f"of {len(may_come)} cards that {plural(later, 'player')} may still play: {higher} higher, {equal} equal"
    return _row(f"{higher + equal}", text, "CB-T2")


def _sentence(told: Json, s: Any, winner: int, later: int) -> str:
    me = told["viewer"]
    if winner < 0:
        return "All cards of the show would cancel." + ("" if later else " You would lead the next one.")
    if winner == me:
        return "It would win the show." if later == 0 else "It would be the card to beat."
    return f"{card_name(s, s.show[winner] - 1)} would {'win the show' if later == 0 else 'stay ahead'}."


# ------------------------------------------------------------------ the body


def body(view: View, choice: Choice, names: Sequence[str], advice: Advice | None, covered: bool) -> Json:
    """All that lies on the table, as the viewer may see it; with the curtain down, without the viewer's hand."""
    told = view.as_dict()
    deciding = view.is_to_move and not covered
    card = None if covered else _chosen(view, choice)
    hinted = advice.action.removeprefix("play ") if advice is not None and deciding else None
    return {
        "mine": view.player,
        "deciding": deciding,
        "show": _places(view, names),
        "note": "highest rank that stands alone wins" if view.state.rule[rules.R_CANCEL] else "highest rank wins",
        "stake": "The last show of the game." if told["leader"] is None else _stake(view, names),
        "groups": [] if covered else _groups(view, names),
        "count": len(told["hand"]),
        "handHidden": covered,
        "mime": None if covered else _mime_card(told, deciding),
        "selected": card,
        "hintCard": MIME if hinted == "mime" else hinted,
        "explain": None if card is None else _explain(view, card, deciding),
        "last": _last(told, names),
        "piles": _piles(told, names),
        "aside": _aside(told),
        "setup": None,
    }


def _places(view: View, names: Sequence[str]) -> list[Json]:
    told = view.as_dict()
    if told["leader"] is None:
        return _last_places(told, names)
    order = [(told["leader"] + i) % told["players"] for i in range(told["players"])]
    played = {entry["seat"]: entry for entry in told["show"]}
    places = []
    for place, seat in enumerate(order):
        entry = played.get(seat)
        name = names[seat] if seat < len(names) else ""
        places.append(
            {
                "seat": seat,
                "who": name,
                "kind": kind_of(told["agents"][seat]),
                "leads": place == 0,
                "card": _face(told, entry["card"]) if entry else None,
                "cancelled": bool(entry and entry["cancelled"]),
                "ahead": seat == told["winning"],
                "now": seat == told["to_move"],
                "note": _place_note(told, entry, place, seat),
            }
        )
    return places


def _last_places(told: Json, names: Sequence[str]) -> list[Json]:
    """The very last show, which stays on the stage when the game is over."""
    last = told["last_show"]
    return [
        {
            "seat": entry["seat"],
            "who": names[entry["seat"]] if entry["seat"] < len(names) else "",
            "kind": kind_of(told["agents"][entry["seat"]]),
            "leads": entry["seat"] == last["leader"],
            "card": _face(told, entry["card"]),
            "cancelled": entry["cancelled"],
            "ahead": entry["seat"] == last["winner"],
            "now": False,
            "note": "won it" if entry["seat"] == last["winner"] else "",
        }
        for entry in last["cards"]
    ]


_TURNS = ("first", "second", "third", "fourth", "fifth", "last")


def _place_note(told: Json, entry: Json | None, place: int, seat: int) -> str:
    if entry is None:
        if seat == told["to_move"]:
            return "to lead" if place == 0 else "to play"
        return f"plays {_TURNS[place]}" if seat != told["viewer"] else f"play {_TURNS[place]}"
    if entry["cancelled"]:
        rank = _face(told, entry["card"])["rank"]
        return "meets a mime" if rank == 0 else f"meets {'an' if rank in (8, 11) else 'a'} {rank}"
    ahead = "wins so far" if seat == told["winning"] else ""
    words = [word for word in ("leads" if place == 0 else "", ahead) if word]
    return ", ".join(words) or "is beaten"


def _stake(view: View, names: Sequence[str]) -> str | None:
    """What the show would bring the card that is ahead."""
    told = view.as_dict()
    if told["winning"] is None:
        return "All cards cancel so far: nobody is ahead." if len(told["show"]) > 1 else None
    winner = told["winning"]
    worth = _worth(view.state, winner, told["mimes_to_win"])
    name = names[winner] if winner < len(names) else "the player ahead"
    return f"As it lies: {signed(worth) if worth else 'no points'} for {'you' if name == 'You' else name}."


def _groups(view: View, names: Sequence[str]) -> list[Json]:
    """The hand by genre, the viewer's own first; greyed cards with their reason."""
    told = view.as_dict()
    order = [view.player, *(seat for seat in range(told["players"]) if seat != view.player)]
    by_genre: dict[str, list[str]] = {}
    for name in told["hand"]:
        by_genre.setdefault(_face(told, name)["genre"], []).append(name)
    groups = []
    for genre in (told["agents"][seat] for seat in order):
        if genre not in by_genre:
            continue
        refused = next((told["refusals"][name] for name in by_genre[genre] if name in told["refusals"]), None)
        groups.append(
            {
                "genre": genre,
                "kind": kind_of(genre),
                "own": genre == told["agents"][view.player],
                "cards": [_face(told, name) | {"refused": told["refusals"].get(name)} for name in by_genre[genre]],
                "why": None if refused is None else {"text": _in_show(told, names, genre), "rule": refused["clause"]},
            }
        )
    return groups


def _in_show(told: Json, names: Sequence[str], genre: str) -> str:
    for entry in told["show"]:
        if _face(told, entry["card"])["genre"] == genre:
            name = names[entry["seat"]] if entry["seat"] < len(names) else ""
            return f"{'Your' if name == 'You' else f'{name}’s'} {entry['card']} is in this show"
    return f"no {genre} now"


def _mime_card(told: Json, deciding: bool) -> Json | None:
    """The viewer's mimes as a card of the hand: ready, refused, or resting while others decide."""
    if told["phase"] != "playing":
        return None
    return {
        **_face(told, MIME),
        "count": told["mimes"][told["viewer"]],
        "refused": told["refusals"].get(MIME) if deciding else None,
    }


def _explain(view: View, card: str, deciding: bool) -> Json:
    told = view.as_dict()
    face = _face(told, card)
    title = f"{'A mime' if card == MIME else card}: {star_words(face['stars'])}"
    if deciding and card in told["refusals"]:
        refused = told["refusals"][card]
        return {
            "title": title,
            "kind": face["kind"],
            "rows": [_row("✕", refused["reason"], refused["clause"])],
            "note": None,
        }
    if deciding:
        sentence, rows = _outlook(view, card)
        return {"title": title, "kind": face["kind"], "rows": rows, "note": sentence}
    return {"title": title, "kind": face["kind"], "rows": [_worth_row(view, card)], "note": "It is not your turn yet."}


def _worth_row(view: View, card: str) -> Json:
    s = view.state
    if card == MIME:
        return _row(signed(s.rule[scoring.R_MIME]), "for each mime you own at the end", "CB-E4")
    number = parse_performer(s, card)
    points = scoring.card_points(s, view.player, number)
    clause = "CB-E2" if number // scoring.RANKS != view.player and points else "CB-E1"
    return _row(signed(points), "in your pile at the end of the round", clause)


def _last(told: Json, names: Sequence[str]) -> Json | None:
    last = told["last_show"]
    if last is None:
        return None
    winner = last["winner"]
    return {
        "cards": [
            {
                "who": names[entry["seat"]] if entry["seat"] < len(names) else "",
                "card": _face(told, entry["card"]),
                "cancelled": entry["cancelled"],
                "leads": entry["seat"] == last["leader"],
                "wins": entry["seat"] == winner,
            }
            for entry in last["cards"]
        ],
        "nobody": winner is None,
    }


def _piles(told: Json, names: Sequence[str]) -> list[Json]:
    return [
        {
            "who": name,
            "kind": kind_of(told["agents"][seat]),
            "cards": [
                _face(told, card)
                | {"counts": told["all_genres"] or LETTERS.index(card[0]) == GENRES.index(told["agents"][seat])}
                for card in told["piles"][seat]
            ],
            "points": told["pile_points"][seat],
            "lacks": [{"genre": genre, "kind": kind_of(genre)} for genre in told["missing"][seat]],
        }
        for seat, name in enumerate(names)
    ]


def _aside(told: Json) -> Json | None:
    """What nobody won: performers out until the next round, and mimes until a shortage."""
    if not told["set_aside"] and not told["mimes_aside"]:
        return None
    return {"cards": [_face(told, card) for card in told["set_aside"]], "mimes": told["mimes_aside"]}


def setup(match: Match) -> Json:
    """The game's own choices for a new game."""
    return {"rounds": match.options["rounds"], "allGenres": match.options["all_genres"]}


def options_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The options from the form for a new game: `rounds` as a text, `all_genres` present when ticked."""
    refuse_unknown("option", fields, ("rounds", "all_genres"))
    return {"rounds": whole_number("rounds", fields.get("rounds", "3")), "all_genres": "all_genres" in fields}


# ------------------------------------------------------------------ what a click means


def act(view: View, choice: Choice, verb: str, args: Args) -> Choice | str | Json:
    """What a click on the table's body means: a new choice, an action in notation, or a refusal."""
    if verb not in ("pick", "play", "drop"):
        raise BadMessage(f"there is nothing to {show(verb)} here")
    card = args.text("card")
    told = view.as_dict()
    if card != MIME and card not in told["hand"]:
        raise BadMessage(f"there is no card {show(card)} in the hand")
    action = "mime" if card == MIME else f"play {card}"
    if verb != "pick":
        return action
    if view.is_to_move and (card in told["refusals"] or choice.card == card):
        return action
    return Choice(None if choice.card == card else card)


def choose_card(view: View, choice: Choice, index: int | None) -> Choice:
    """The choice with another card of the hand (sorted by genre and rank), or none."""
    hand = view.as_dict()["hand"]
    if index is None:
        return Choice()
    if type(index) is not int or not 0 <= index < len(hand):
        there = f"the hand has the cards 0 to {len(hand) - 1}, not {show(index)}"
        raise BadInput(there if hand else "the hand is empty")
    return Choice(hand[index])


def say_choice(view: View, choice: Choice) -> str:
    """What a screen reader hears when a card was chosen."""
    card = _chosen(view, choice)
    if card is None:
        return ""
    words = f"{'A mime' if card == MIME else card}, {star_words(_face(view.as_dict(), card)['stars'])}, selected."
    if not view.is_to_move or card in view.as_dict()["refusals"]:
        return words
    return f"{words} {_outlook(view, card)[0]} Press again to play it."


# ------------------------------------------------------------------ hints, log, end


def advice(view: View, action: str) -> Advice:
    """The reasons for an action that a bot suggests."""
    card = MIME if action == "mime" else action.removeprefix("play ")
    if card == MIME:
        return Advice(action, "Play a mime: no performer may be played.")
    sentence, rows = _outlook(view, card)
    worth = next((f" That is {row['mark']} {row['text']}." for row in rows if row["rule"] == "CB-T6"), "")
    return Advice(action, f"Play {card}. {sentence}{worth}")


def log_line(match: Match, index: int, viewer: int | None) -> Json:
    """A decision of the history for the log; every card played is open to all."""
    ply = match.history[index]
    before, player = ply.before, ply.player
    you = match.names[player] == "You"
    card = MIME if ply.action == rules.MIME else card_name(before, ply.action)
    leads = before.turn == before.leader
    verb = "lead" if leads else "play"
    after = _show_end(match, index, player)
    if card == MIME and not before.mimes[player]:
        after = f"after all mimes were paid{f'; {after}' if after else ''}"
    return {"who": match.names[player], "text": verb if you else f"{verb}s", "card": card, "after": after, "gain": None}


def _show_end(match: Match, index: int, player: int) -> str | None:
    before = match.history[index].before
    if rules.next_seat(before, player) != before.leader:
        return None
    after = match.history[index + 1].before if index + 1 < len(match.history) else match.state
    winner = after.last_winner - 1
    if winner < 0:
        return "· all cancel, nobody wins"
    if winner == player:
        return "and win the show" if match.names[player] == "You" else "and wins the show"
    return f"· {match.names[winner]} {'win' if match.names[winner] == 'You' else 'wins'} the show"


def ending(match: Match) -> tuple[str, str | None]:
    """Why the winner won, and the clause that says so."""
    if len(match.winners) > 1:
        return "The highest scores are equal, so they share the win.", "CB-E4"
    return "The highest score over all rounds wins.", "CB-E4"


# ------------------------------------------------------------------ the table as text


def table_text(view: View, choice: Choice, names: Sequence[str], covered: bool) -> list[str]:
    """The table in lines of text, as the viewer may see it."""
    told = view.as_dict()
    seats = range(told["players"])
    called = [names[seat] if seat < len(names) else f"P{seat + 1}" for seat in seats]
    lines = [f"Show: {_show_text(told, called)}"]
    if told["last_show"]:
        winner = told["last_show"]["winner"]
        cards = " ".join(entry["card"] for entry in told["last_show"]["cards"])
        verb = "nobody won" if winner is None else f"won by {called[winner]}"
        lines.append(f"Show before: {cards}, {verb}")
    if not covered:
        lines.append(f"Hand: {_hand_text(told) or 'no cards'}")
        if card := _chosen(view, choice):
            lines.append(f"Selected: {card}. {_outlook(view, card)[0]}" if view.is_to_move else f"Selected: {card}")
    for seat in seats:
        won = " ".join(told["piles"][seat]) or "nothing"
        count = f"{plural(told['mimes'][seat], 'mime')}, {plural(told['hand_counts'][seat], 'card')}"
        lines.append(
            f"{called[seat]} ({told['agents'][seat]}): {count}, has won {won} ({signed(told['pile_points'][seat])})"
        )
    return lines


def _show_text(told: Json, called: Sequence[str]) -> str:
    if not told["show"]:
        return "no card yet"
    words = []
    for entry in told["show"]:
        state = " cancelled" if entry["cancelled"] else " ahead" if entry["seat"] == told["winning"] else ""
        words.append(f"{called[entry['seat']]} {entry['card']}{state}")
    return ", ".join(words)


def _hand_text(told: Json) -> str:
    return " ".join(f"({name})" if name in told["refusals"] else name for name in told["hand"])


def table_html(view: View, names: Sequence[str], covered: bool) -> str:
    """The table as plain HTML, as the viewer may see it."""
    return "".join(f"<p>{html.escape(line)}</p>" for line in table_text(view, Choice(), names, covered))


# ------------------------------------------------------------------ pictures for questions

WHO = ("You", "Ann", "Ben", "Cleo", "Dan", "Eve")
NOBODY = "Nobody"
_BOARD = ("show", "players", "hand", "pick", "nobody", "caption")


def face_of(name: str) -> Json:
    """The face of a card by its name, with the rules' own stars.

    >>> face_of("G1")["stars"]
    5
    """
    known = isinstance(name, str) and name[:1] in LETTERS and name[1:] in [str(rank) for rank in range(1, 13)]
    if name != MIME and not known:
        raise BadInput(
            f"a card is a genre's letter ({', '.join(LETTERS)}) and a rank, like S12, or * for a mime; not {show(name)}"
        )
    return card_face(name, printed_stars(), CABARET.check_rules(None)[scoring.R_MIME])


def board_picture(board: Mapping[str, Any]) -> Json:
    """A show, a hand, or both, for a question.

    `show` holds cards in order of play, the leader's first, `players` who played them (`WHO` if left out), `hand` the
    reader's cards; `pick` says what may be pointed at, "show" or "hand", and `nobody` offers "Nobody" besides.
    The question's `values` say what becomes of each ("wins", "cancelled", or points) once it was answered.
    """
    refuse_unknown("key of a board", board, _BOARD)
    cards = list(board.get("show", ()))
    who = list(board.get("players", WHO[: len(cards)]))
    if len(who) < len(cards):
        raise BadInput(f"a show of {len(cards)} cards needs as many players, not {show(who)}")
    return {
        "show": [{"who": name, "card": face_of(card)} for name, card in zip(who, cards, strict=False)],
        "waiting": who[len(cards) :],
        "hand": [face_of(card) for card in board.get("hand", ())],
        "pick": board.get("pick", "show"),
        "nobody": bool(board.get("nobody", False)),
        "caption": str(board.get("caption", "")),
        "values": {},
    }


def board_seats(picture: Json) -> Collection[str]:
    """What may be pointed at: players of the show, or cards of the hand, and nobody."""
    places = (
        [card["name"] for card in picture["hand"]] if picture["pick"] == "hand" else [p["who"] for p in picture["show"]]
    )
    return [*places, NOBODY] if picture["nobody"] else places


def board_text(picture: Json) -> str:
    """The show and the hand of a question as text."""
    lines = []
    if picture["show"]:
        cards = [f"{p['who']} {p['card']['name']}{_value_text(picture, p['who'])}" for p in picture["show"]]
        lines.append(f"Show: {', '.join(cards)}")
    if picture["hand"]:
        cards = [f"{card['name']}{_value_text(picture, card['name'])}" for card in picture["hand"]]
        lines.append(f"Hand: {' '.join(cards)}")
    return "\n".join(lines)


def _value_text(picture: Json, place: str) -> str:
    value = picture["values"].get(place)
    return "" if value is None else f" ({signed(value) if isinstance(value, int) else value})"


def board_html(picture: Json) -> str:
    """The show and the hand of a question as plain HTML."""
    return "".join(f"<p>{html.escape(line)}</p>" for line in board_text(picture).splitlines())
