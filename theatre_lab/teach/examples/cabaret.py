"""Cabaret's worked examples: hands and shows that the engine plays, and piles that it scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from theatre_lab.core.game import Part
from theatre_lab.games.cabaret import CABARET, rules, show_state
from theatre_lab.games.cabaret.cards import GENRES, parse_performer, printed_stars
from theatre_lab.games.cabaret.dealing import ASIDE, PILE
from theatre_lab.teach.example import Answers, Example, Numbers, refused_by

__all__ = ["EXAMPLES", "TERMS"]

TERMS = {
    "genre": "CB-C1",
    "genres": "CB-C1",
    "gold star": "CB-C2",
    "gold stars": "CB-C2",
    "black star": "CB-C2",
    "black stars": "CB-C2",
    "agent": "CB-S1",
    "agents": "CB-S1",
    "deals": "CB-S2",
    "starting player": "CB-S3",
    "leader": "CB-T1",
    "mime": "CB-T3",
    "mimes": "CB-T3",
    "shortage": "CB-T4",
    "shortages": "CB-T4",
    "cancel": "CB-T5",
    "cancels": "CB-T5",
    "scoring pile": "CB-T6",
    "set aside": "CB-T7",
    "twelve shows": "CB-T8",
    "three rounds": "CB-E3",
}
"""Words of the rule book, and the rule that explains each."""

THREE = ("Singers", "Actors", "Dancers")
FOUR = ("Singers", "Actors", "Dancers", "Jugglers")
WHO = ("Ann", "Ben", "Cleo", "Dan")
"""The players of the examples, in order of play."""


def _position(numbers: Numbers, agents: Sequence[str], *hands: str, **options: Any) -> Any:
    return show_state(agents, [hand.split() for hand in hands], changed=numbers, **options)


def _play(s: Any, *cards: str) -> Any:
    for card in cards:
        text = "mime" if card == "*" else f"play {card}"
        action = CABARET.parse_action(s, text)
        CABARET.require_legal(s, action, text)
        rules.apply(s, action)
    return s


def _legal(s: Any) -> str:
    return ", ".join(CABARET.action_text(s, action) for action in CABARET.legal_actions(s))


def _cards_at(s: Any, place: int) -> str:
    count = 12 * s.players
    return ", ".join(CABARET.chance_texts(s, [card for card in range(count) if s.place[card] == place])) or "nothing"


def _winner(s: Any) -> str:
    return WHO[s.last_winner - 1] if s.last_winner else "nobody"


def _shown(cards: str) -> Mapping[str, Any]:
    played = cards.split()
    return {"show": played, "players": list(WHO[: len(played)])}


def _mimes(s: Any) -> str:
    return ", ".join(f"{name} {count}" for name, count in zip(WHO, s.mimes[: s.players], strict=False))


def _show(
    clause: str,
    situation: str,
    cards: str,
    hands: Sequence[str],
    claims: Mapping[str, str],
    agents: Sequence[str] = FOUR,
) -> Example:
    """A whole show, played from these hands; the claims ask who wins, what it brings and who leads next."""

    def ask(numbers: Numbers) -> Answers:
        s = _play(_position(numbers, agents, *hands), *cards.split())
        every = {
            "who wins": _winner(s),
            "who leads next": WHO[rules.to_move(s)],
            "mimes after it": _mimes(s),
            "set aside": f"{s.mimes_aside} mimes",
        } | {f"in {name}'s pile": _cards_at(s, PILE + seat) for seat, name in enumerate(WHO[: s.players])}
        return Answers({question: every[question] for question in claims}, (), _shown(cards))

    return Example(clause, situation, claims, ask)


def _turn(
    clause: str, situation: str, cards: str, hands: Sequence[str], claims: Mapping[str, str], tries: Sequence[str] = ()
) -> Example:
    """A turn in the middle of a show: what may be played, and what the rules say to other cards."""

    def ask(numbers: Numbers) -> Answers:
        s = _play(_position(numbers, THREE, *hands), *cards.split())
        mover = rules.to_move(s)
        said = {f"{WHO[mover]} may": _legal(s)} | {text: refused_by(CABARET, s, text) for text in tries}
        hand = hands[mover].split()
        shown = cards.split()
        return Answers(said, (), {"show": shown, "players": list(WHO[: len(shown) + 1]), "hand": hand})

    return Example(clause, situation, claims, ask)


def _game(numbers: Numbers, agents: Sequence[str] = THREE, **options: Any) -> Any:
    checked = CABARET.check_options(len(agents), {"agents": list(agents), "leader": 0, **options})
    return CABARET.new_state(len(agents), checked, CABARET.check_rules(numbers))


def _round(numbers: Numbers, pile: str, **options: Any) -> Any:
    """The end of the only round: the first player has won this pile, and the last show brings nobody anything new."""
    s = _position(numbers, THREE, *("" for _ in THREE), **{"rounds": 1, **options})
    for card in range(12 * s.players):
        s.place[card] = ASIDE
    for name in pile.split():
        s.place[parse_performer(s, name)] = PILE
    rules.end_round(s)
    return s


def _points(parts: Sequence[Part]) -> str:
    return str(sum(part.points for part in parts)).replace("-", "−")


def _box(numbers: Numbers) -> Answers:
    s = _game(numbers, FOUR)
    order = [0] * CABARET.max_cards
    return Answers(
        {"genres in the box": str(len(GENRES)), "performers dealt to four players": str(rules.chance(s, order))}
    )


def _stars(numbers: Numbers) -> Answers:
    s = _round(numbers, "S1 S11 S12")
    parts = [part for part in CABARET.breakdown(s, 0) if part.rule == "CB-E1"]
    stars = ", ".join(str(printed_stars()[rank - 1]) for rank in (1, 11, 12)).replace("-", "−")
    return Answers({"stars of ranks 1, 11, 12": stars, "S1, S11 and S12 for the Singers": _points(parts)}, parts)


def _setup(numbers: Numbers) -> Answers:
    s = _game(numbers, THREE)
    return Answers({"genres in the game": ", ".join(THREE), "mimes": _mimes(s)})


def _deal(numbers: Numbers) -> Answers:
    s = _game(numbers, THREE)
    rules.set_chance(s, list(range(36)), 36)
    return Answers(
        {
            "cards in each hand": ", ".join(str(size) for size in s.hand_size[:3]),
            "S1, S2, S3 from the top go to": ", ".join(WHO[s.place[card] - 1] for card in range(3)),
        }
    )


def _start(numbers: Numbers) -> Answers:
    s = _game(numbers, THREE, rounds=3)
    first = WHO[s.leader]
    s = _position(numbers, THREE, "S12", "A11", "D10", rounds=3)
    s.show_index = s.rule[rules.R_SHOWS] - 1
    _play(s, "S12", "A11", "D10")
    return Answers({"round 1": first, "Ann wins its last show; round 2": WHO[s.leader]})


def _shortage(numbers: Numbers) -> Answers:
    s = _position(numbers, THREE, "S9 A2", "S1 S4", "S3 A4", mimes=[5, 0, 2])
    _play(s, "S9", "*")
    paid = [part for part in CABARET.breakdown(s, 0) if part.rule == "CB-T4"]
    return Answers({"Ann is paid": _points(paid), "mimes after Ben has played one": _mimes(s)}, paid, _shown("S9 *"))


def _shows(numbers: Numbers) -> Answers:
    s = _game(numbers, THREE)
    rules.set_chance(s, list(range(36)), 36)
    played = 0
    while s.round_index == 0:
        before = s.show_index
        rules.apply(s, CABARET.legal_actions(s)[0])
        played += s.show_index != before
    return Answers({"shows played until the round was scored": str(played)})


def _own_genre(numbers: Numbers) -> Answers:
    s = _round(numbers, "S2 S11 A1")
    parts = [part for part in CABARET.breakdown(s, 0) if part.rule == "CB-E1"]
    return Answers({"the pile scores": _points(parts)}, parts)


def _all_genres(numbers: Numbers) -> Answers:
    s = _round(numbers, "S2 S11 A1", all_genres=True)
    parts = [part for part in CABARET.breakdown(s, 0) if part.rule in ("CB-E1", "CB-E2")]
    return Answers({"the pile scores": _points(parts)}, parts)


def _length(numbers: Numbers) -> Answers:
    s = _game(numbers, THREE)
    over = _round(numbers, "S1")
    return Answers(
        {"rounds unless you agree otherwise": str(s.rounds), "after the last": refused_by(CABARET, over, "mime")}
    )


def _final(numbers: Numbers) -> Answers:
    s = _round(numbers, "S1 S11")
    parts = CABARET.breakdown(s, 0)
    scores = ", ".join(f"{name} {score}" for name, score in zip(WHO, CABARET.scores(s), strict=False))
    return Answers({"scores": scores, "who wins": ", ".join(WHO[seat] for seat in CABARET.winners(s))}, parts)


EXAMPLES = (
    Example(
        "CB-C1",
        "Four people play; each brings one genre of twelve.",
        {"genres in the box": "6", "performers dealt to four players": "48"},
        _box,
    ),
    Example(
        "CB-C2",
        "Ann plays the Singers and ends a round with S1, S11 and S12.",
        {"stars of ranks 1, 11, 12": "5, −1, −2", "S1, S11 and S12 for the Singers": "2"},
        _stars,
    ),
    Example(
        "CB-S1",
        "Ann takes the Singers, Ben the Actors, Cleo the Dancers.",
        {"genres in the game": "Singers, Actors, Dancers", "mimes": "Ann 3, Ben 3, Cleo 3"},
        _setup,
    ),
    Example(
        "CB-S2",
        "Three play, and the deck lies in order: S1, S2, S3 and so on.",
        {"cards in each hand": "12, 12, 12", "S1, S2, S3 from the top go to": "Ann, Ben, Cleo"},
        _deal,
    ),
    Example(
        "CB-S3",
        "Ann starts the first of three rounds.",
        {"round 1": "Ann", "Ann wins its last show; round 2": "Ben"},
        _start,
    ),
    _turn(
        "CB-T1",
        "Ann leads and holds S9, A2 and D4.",
        "",
        ["S9 A2 D4", "S1 S4 D2", "A3 A4 A5"],
        {"Ann may": "play S9, play A2, play D4", "mime": "refused (CB-T1)"},
        ["mime"],
    ),
    _turn(
        "CB-T2",
        "Ann led S9. Ben holds S1, S4 and D2.",
        "S9",
        ["S9 S2", "S1 S4 D2", "A3 A4"],
        {"Ben may": "play D2", "play S4": "refused (CB-T2)"},
        ["play S4"],
    ),
    _turn(
        "CB-T3",
        "Ann led A5. Ben holds nothing but Actors.",
        "A5",
        ["A5 S9", "A1 A2", "S4 A3"],
        {"Ben may": "mime", "play A1": "refused (CB-T3)"},
        ["play A1"],
    ),
    Example(
        "CB-T4",
        "Ann owns 5 mimes, Ben none, Cleo 2. Ann led S9, and Ben holds only Singers.",
        {"Ann is paid": "10", "mimes after Ben has played one": "Ann 3, Ben 2, Cleo 3"},
        _shortage,
    ),
    _show(
        "CB-T5",
        "S12, A12, D9 and J3: the two 12s cancel.",
        "S12 A12 D9 J3",
        ["S12 S1", "A12 A1", "D9 D1", "J3 J1"],
        {"who wins": "Cleo"},
    ),
    _show(
        "CB-T6",
        "S7 and A7 cancel, D1 is the highest left, and Dan played a mime.",
        "S7 A7 D1 *",
        ["S7 S1", "A7 A1", "D1 D2", "S3 A3"],
        {
            "in Cleo's pile": "S7, A7, D1",
            "mimes after it": "Ann 3, Ben 3, Cleo 4, Dan 2",
            "who leads next": "Cleo",
        },
    ),
    _show(
        "CB-T7",
        "S7 and A7 cancel, and so do two mimes.",
        "S7 A7 * *",
        ["S7 S1", "A7 A1", "S2 A2", "S3 A3"],
        {"who wins": "nobody", "set aside": "2 mimes", "who leads next": "Dan"},
    ),
    Example(
        "CB-T8",
        "A round for three, played from the deal on.",
        {"shows played until the round was scored": "12"},
        _shows,
    ),
    Example(
        "CB-E1",
        "Ann plays the Singers. Her pile: S2, S11 and A1.",
        {"the pile scores": "4"},
        _own_genre,
    ),
    Example(
        "CB-E2",
        "The same pile, S2, S11 and A1, when all genres score: the Singers twice.",
        {"the pile scores": "13"},
        _all_genres,
    ),
    Example(
        "CB-E3",
        "Nobody has said how long to play.",
        {"rounds unless you agree otherwise": "3", "after the last": "refused (CB-E3)"},
        _length,
    ),
    Example(
        "CB-E4",
        "One round was played. Ann won S1 and S11 for her Singers; everybody still owns 3 mimes.",
        {"scores": "Ann 10, Ben 6, Cleo 6", "who wins": "Ann"},
        _final,
    ),
)
