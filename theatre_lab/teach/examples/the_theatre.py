"""The Theatre's worked examples: rounds on scripted luck, decks that are checked, and drafts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Part
from theatre_lab.games.the_theatre import DRAFT, THE_THEATRE, draft_rules, rules
from theatre_lab.games.the_theatre.breakdown import shown_parts
from theatre_lab.games.the_theatre.cards import PRINTS, SUITS, Card, parse_card
from theatre_lab.games.the_theatre.decks import check_deck, default_base, wanted_weight
from theatre_lab.games.the_theatre.draft import drafted_decks
from theatre_lab.teach.example import Answers, Example, Numbers, refused_by

__all__ = ["EXAMPLES", "TERMS"]

TERMS = {
    "specific card": "TT-C1",
    "print": "TT-C1",
    "suit card": "TT-C3",
    "suit cards": "TT-C3",
    "starter decks": "TT-S1",
    "act": "TT-A1",
    "breakroom": "TT-R4",
    "dismissed": "TT-R4",
    "tie": "TT-R4",
    "Desired Suit": "TT-B1",
    "Boost": "TT-B2",
    "Sap": "TT-B2",
    "Combo": "TT-B4",
    "Finisher": "TT-B5",
    "Gamble": "TT-B6",
    "gamble": "TT-B6",
    "gambles": "TT-B6",
    "gambled": "TT-B6",
    "legal deck": "TT-D1",
    "base": "TT-D2",
    "weight": "TT-D3",
    "smaller decks": "TT-D4",
    "circle": "TT-F1",
    "circles": "TT-F1",
    "skip": "TT-F2",
    "drafted": "TT-F1",
}
"""Words of the rule book, and the rule that explains each."""

WHO = ("Ada", "Ben", "Cleo", "Dan")
"""The directors of the examples, by seat."""
SUIT_ORDER = "Charm Luck Agility Will Strength"


def _card(text: str) -> Card:
    """A card from `Ann Luck 3 Paw Boost`; print Fin and no ability when left out."""
    name, suit, value, *rest = text.split(maxsplit=4)
    return Card(
        name, suit, rest[0] if rest else "Fin", 1, int(value), rest[1] if len(rest) > 1 else "none", "Staff", "Sweeping"
    )


class _Stage:
    """A game on scripted luck: decks are drawn in the order given, the suits come as given."""

    def __init__(
        self, numbers: Numbers, *decks: Sequence[str], suits: str = SUIT_ORDER, leader: int = 0, **options: Any
    ) -> None:
        filled = [
            [*deck, *(f"Extra{seat}{n} Strength -9" for n in range(5 - len(deck)))] for seat, deck in enumerate(decks)
        ]
        cards = [[_card(text) for text in deck] for deck in filled]
        self.texts = [[card.text for card in deck] for deck in cards]
        given = {"leader": leader, "base": 10, "allow_smaller": True, **options}
        given["decks"] = [[card.as_dict() for card in deck] for deck in cards]
        checked = THE_THEATRE.check_options(len(decks), given)
        known = {number.key for number in THE_THEATRE.rule_numbers}
        changed = {key: value for key, value in numbers.items() if key in known}
        self.state: Any = THE_THEATRE.new_state(len(decks), checked, THE_THEATRE.check_rules(changed))
        self.suits = suits.split()
        for texts in self.texts:
            self.shuffle(*texts)

    def shuffle(self, *texts: str) -> None:
        """Answer the luck that is due; the first text is drawn first."""
        cards = THE_THEATRE.parse_chance(self.state, texts)
        rules.set_chance(self.state, cards, len(cards))
        if self.state.phase == rules.DEALING_SUITS:
            self.shuffle(*self.suits)

    def play(self, *texts: str) -> _Stage:
        """Play actions; a bare name stands for playing the card of that name."""
        for text in texts:
            spelled = self.spell(text)
            action = THE_THEATRE.parse_action(self.state, spelled)
            THE_THEATRE.require_legal(self.state, action, spelled)
            rules.apply(self.state, action)
            if self.state.phase == rules.DEALING_SUITS:
                self.shuffle(*self.suits)
        return self

    def spell(self, text: str) -> str:
        """An action in notation."""
        if text in ("sap", "gamble", "keep") or " " in text:
            return text
        return f"play {next(card for deck in self.texts for card in deck if card.startswith(f'{text} ('))}"

    def rest(self) -> _Stage:
        """Everybody still to play in this round plays a card that does nothing."""
        now = (self.state.act, self.state.turn)
        while self.state.phase == rules.CHOOSING_CARD and (self.state.act, self.state.turn) == now:
            self.play(next(text for text in self.legal() if text.startswith("play Extra")))
        return self

    def legal(self) -> list[str]:
        """What the player to move may do."""
        return sorted(THE_THEATRE.action_text(self.state, action) for action in THE_THEATRE.legal_actions(self.state))

    def view(self, player: int = 0) -> dict[str, Any]:
        """What a director knows."""
        return THE_THEATRE.view(self.state, player).as_dict()

    def values(self) -> str:
        """The values of the last finished round, by name."""
        cards = self.view()["last_round"]["cards"]
        pairs = [(name, card["value"]) for name, card in zip(WHO, cards, strict=False) if card]
        return ", ".join(f"{name} {value}" for name, value in pairs).replace("-", "−")

    def winner(self) -> str:
        """Who won it."""
        winner = self.view()["last_round"]["winner"]
        return "nobody" if winner is None else WHO[winner]

    def mover(self) -> str:
        """Who decides now."""
        return WHO[self.state.player]

    def pile(self, name: str, player: int) -> str:
        """A director's breakroom or dismissed cards."""
        return ", ".join(self.view()["seats"][player][name]) or "nothing"

    def tokens(self) -> str:
        """All tokens in play."""
        view = self.view()
        found = [f"{kind} on {token} {n}" for kind in ("boosts", "saps") for token, n in view[kind].items()]
        return ", ".join(found) or "none"

    def parts(self, player: int = 0) -> list[Part]:
        """How the director's value of the last finished round came about."""
        return shown_parts(self.state, player)

    def picture(self) -> dict[str, Any]:
        """The round finished last, as the board of a question."""
        s, shown = self.state, self.view()["last_round"]
        names = {text: s.cards[number] for number in s.cards for text in [s.cards[number].text]}
        return {
            "suit": shown["suit"],
            "round": shown["round"],
            "stage": [
                {"name": name, "card": names[card["card"]].as_dict() if card else None, "combo": 0}
                for name, card in zip(WHO, shown["cards"], strict=False)
            ],
        }


def _example(
    clause: str, situation: str, claims: Mapping[str, str], ask: Callable[[Numbers], Answers | Mapping[str, str]]
) -> Example:
    def answers(numbers: Numbers) -> Answers:
        said = ask(numbers)
        return said if isinstance(said, Answers) else Answers(said)

    return Example(clause, situation, claims, answers)


# ------------------------------------------------------------------ cards and set-up


def _fault(entry: Any) -> str:
    try:
        parse_card(entry)
    except BadInput as error:
        return f"refused: {error}"
    return "accepted"


def _a_card(numbers: Numbers) -> Mapping[str, str]:
    card = parse_card("Button (Luck)")
    return {
        "Button (Luck)": f"print {card.print}, rank {card.rank}, value {card.value}, ability {card.ability}",
        "the same card worth 9": "; ".join(_twice(card)),
    }


def _twice(card: Card) -> list[str]:
    other = parse_card({**card.as_dict(), "value": 9})
    faults = check_deck([card, other], 1)
    return ["a fault" for fault in faults if "two ways" in fault or "TT-C1" in fault] or ["fine"]


def _chaos(numbers: Numbers) -> Mapping[str, str]:
    card = parse_card("Button (Luck)").as_dict()
    verdict = _fault({**card, "ability": "Chaos"})
    return {"a Button with Chaos": verdict.split(":")[0], "the same Button without": _fault(card)}


def _suit_cards(numbers: Numbers) -> Mapping[str, str]:
    stage = _Stage(numbers, ["Ann Luck 1"], ["Bob Will 2"], open_suits=True)
    return {"an act's suit cards, laid open": ", ".join(stage.view()["suits"]), "suits in all": str(len(SUITS))}


def _directors(numbers: Numbers) -> Mapping[str, str]:
    stage = _Stage(numbers, ["Ann Luck 1"], ["Bob Will 2"])
    return {
        "Ada plays Ben's Bob": refused_by(THE_THEATRE, stage.state, "play Bob (Will)"),
        "her own Ann": refused_by(THE_THEATRE, stage.state, "play Ann (Luck)"),
    }


# ------------------------------------------------------------------ acts


def _act_begins(numbers: Numbers) -> Mapping[str, str]:
    view = _Stage(numbers, ["Ann Luck 1"], ["Bob Will 2"]).view()
    return {
        "cards in hand": ", ".join(str(seat["hand_count"]) for seat in view["seats"]),
        "the line of suits": ", ".join(suit or "face down" for suit in view["suits"]),
    }


def _five_rounds(numbers: Numbers, a: Sequence[str], b: Sequence[str], **options: Any) -> _Stage:
    stage = _Stage(numbers, a, b, **options)
    names = [[text.split()[0] for text in deck[:5]] for deck in (a, b)]
    for n in range(5):
        order = (0, 1) if stage.state.player == 0 else (1, 0)
        for seat in order:
            stage.play(names[seat][n])
    return stage


def _too_few(numbers: Numbers) -> Mapping[str, str]:
    stage = _five_rounds(numbers, [f"A{n} Will {n}" for n in range(5)], [f"B{n} Will -{n + 1}" for n in range(5)])
    stage.shuffle(*(f"A{n} (Will)" for n in range(5)))
    stage.shuffle()
    out = [WHO[seat] for seat in range(2) if stage.view()["seats"][seat]["is_out"]]
    return {"out of the game": ", ".join(out), "not dismissed": ", ".join(map(str, THE_THEATRE.scores(stage.state)))}


def _act_ends(numbers: Numbers) -> Mapping[str, str]:
    a = ["A1 Luck 9 Paw Boost", *(f"A{n} Will 9" for n in range(2, 11))]
    b = ["B1 Luck 1 Hoof Sap", *(f"B{n} Will 1" for n in range(2, 11))]
    first = _Stage(numbers, a, b, leader=1).play("B1", "A1")
    before = first.tokens()
    for n in range(2, 6):
        first.play(f"A{n}", f"B{n}")
    return {"tokens in act 1": before, "tokens in act 2": first.tokens(), "the act now": str(first.state.act)}


def _last_one(numbers: Numbers) -> Mapping[str, str]:
    stage = _five_rounds(
        numbers, [f"A{n} Will {n % 2}" for n in range(5)], [f"B{n} Will {(n + 1) % 2}" for n in range(5)]
    )
    stage.shuffle("A1 (Will)", "A3 (Will)")
    stage.shuffle("B0 (Will)", "B2 (Will)", "B4 (Will)")
    return {
        "cards left": ", ".join(map(str, THE_THEATRE.scores(stage.state))),
        "who wins": ", ".join(WHO[seat] for seat in THE_THEATRE.winners(stage.state)),
    }


# ------------------------------------------------------------------ rounds


def _play_a_card(numbers: Numbers) -> Mapping[str, str]:
    stage = _Stage(numbers, ["Ann Luck 3"], ["Bob Will 5"], ["Cy Will 1"], leader=1)
    order = []
    for name in ("Bob", "Cy", "Ann"):
        order.append(stage.mover())
        stage.play(name)
    return {"the order of play": ", ".join(order), "the Desired Suit": str(stage.view()["last_round"]["suit"])}


def _tokens_at_once(numbers: Numbers) -> Mapping[str, str]:
    stage = _Stage(numbers, ["Ann Luck 2 Paw Boost"], ["Bob Will 2 Hoof"])
    before = stage.tokens()
    return {"tokens before Ada plays": before, "tokens before Ben plays": stage.play("Ann").tokens()}


def _values(numbers: Numbers) -> Answers:
    stage = _Stage(numbers, ["Ann Charm 2 Paw Boost"], ["Bob Will 5"]).play("Ann", "Bob")
    return Answers({"the values": stage.values()}, stage.parts(0), stage.picture())


def _winner(numbers: Numbers) -> Answers:
    stage = _Stage(
        numbers,
        ["Ann Will 4"],
        ["Bob Luck 4"],
        ["Cy Will 1"],
        ["Di Will 3"],
        leader=2,
        suits="Luck Will Charm Agility Strength",
    )
    stage.play("Cy", "Di", "Ann", "Bob")
    return Answers(
        {
            "the values": stage.values(),
            "who wins": stage.winner(),
            "Ben's breakroom": stage.pile("breakroom", 1),
            "Ada's dismissed": stage.pile("dismissed", 0),
            "who leads next": WHO[stage.state.leader],
        },
        stage.parts(1),
        stage.picture(),
    )


def _suit_goes(numbers: Numbers) -> Mapping[str, str]:
    stage = _Stage(
        numbers, ["Ann Luck 3", "Al Luck 3"], ["Bob Will 5", "Bea Will 0"], suits="Luck Will Charm Agility Strength"
    )
    first = str(stage.view()["desired_suit"])
    stage.play("Ann", "Bob")
    return {"round 1": first, "round 2": str(stage.view()["desired_suit"])}


# ------------------------------------------------------------------ abilities


def _suit_bonus(numbers: Numbers) -> Answers:
    stage = _Stage(numbers, ["Ann Luck 3"], ["Bob Will 5"], suits="Luck Will Charm Agility Strength").play("Ann", "Bob")
    return Answers({"the values": stage.values(), "who wins": stage.winner()}, stage.parts(0), stage.picture())


def _boost_and_sap(numbers: Numbers) -> Answers:
    stage = _Stage(numbers, ["Ann Luck 2 Paw Boost"], ["Bob Will 2 Paw"]).play("Ann", "Bob")
    said = {"the values": stage.values(), "who wins": stage.winner(), "tokens for the rest of the act": stage.tokens()}
    return Answers(said, stage.parts(1), stage.picture())


def _broom(numbers: Numbers) -> Mapping[str, str]:
    stage = _Stage(numbers, ["Ann Luck 2 Paw Boost"], ["Bob Will 2 Hoof Sap"]).play("Ann", "Bob")
    may = " or ".join(stage.legal())
    stage.play("remove Paw")
    later = _Stage(numbers, ["Ann Luck 2 Paw Boost"], ["Bob Will 2 Hoof Sap"], leader=1).play("Bob")
    return {
        "after Ada's Boost Ben may": may,
        "he removes it; tokens": stage.tokens(),
        "had Ben played first; who decides": later.mover(),
    }


def _combo(numbers: Numbers) -> Answers:
    hand = [
        "Ann Strength 0 Fin Combo +2",
        "Gus Will 0 Fin Gamble",
        "Xa Will 0",
        "Xb Will 0",
        "Xc Will 0",
        "Top Charm 4",
    ]
    stage = _Stage(numbers, hand, ["B Charm -9"]).play("Xa").rest().play("Ann").rest()
    combo = stage.values().split(",")[0]
    stage.play("Gus").rest().play("gamble")
    return Answers(
        {"the Combo card itself": combo, "the gambled Top, printed 4": stage.values().split(",")[0]},
        stage.parts(0),
        stage.picture(),
    )


def _finisher(numbers: Numbers) -> Answers:
    hand = ["Fin Charm 0 Fin Finisher", "Xa Charm 0", "Xb Charm 0", "Xc Charm 0", "Xd Will 0"]
    stage = _Stage(numbers, hand, ["B Charm -9"], suits="Luck Agility Strength Will Charm")
    for name in ("Xa", "Xb", "Xc", "Fin"):
        stage.play(name).rest()
    return Answers({"its value in round 4": stage.values().split(",")[0]}, stage.parts(0), stage.picture())


def _gamble(numbers: Numbers) -> Mapping[str, str]:
    a = ["Ga Will 0 Fin Gamble", *(f"X{n} Will 0" for n in range(1, 5)), "Ta Luck 1 Paw Boost"]
    b = ["Gb Will 0 Fin Gamble", *(f"Y{n} Will 0" for n in range(1, 5)), "Tb Luck 1 Hoof Sap"]
    stage = _Stage(numbers, a, b, leader=1).play("Gb", "Ga")
    first = stage.mover()
    stage.play("gamble")
    stage.play("gamble")
    return {
        "who decides first": first,
        "the values": stage.values(),
        "Ada's breakroom": stage.pile("breakroom", 0),
        "Ben's dismissed": stage.pile("dismissed", 1),
    }


# ------------------------------------------------------------------ decks


def _deck(counts: Sequence[int], copies: int = 1) -> list[Card]:
    """A deck with so many cards of each rank, each in `copies` copies as far as that goes."""
    return [
        Card(f"R{rank}N{n // copies}", "Luck", PRINTS[0], rank, 1, "none", "Staff", "Sweeping")
        for rank, count in enumerate(counts, 1)
        for n in range(count)
    ]


def _verdict(counts: Sequence[int], base: int = 4, allow_smaller: bool = False, copies: int = 1) -> str:
    return "not legal" if check_deck(_deck(counts, copies), base, allow_smaller) else "legal"


def _copies(numbers: Numbers) -> Mapping[str, str]:
    return {"two copies of every card": _verdict((4, 4, 4, 4), copies=2), "three": _verdict((4, 4, 4, 4), copies=3)}


def _base(numbers: Numbers) -> Mapping[str, str]:
    return {
        "base for two and for three": f"{default_base(2)}, {default_base(3)}",
        "4 of each rank for two": _verdict((4, 4, 4, 4), default_base(2)),
        "4 of each rank for three": _verdict((4, 4, 4, 4), default_base(3)),
    }


def _swaps(numbers: Numbers) -> Mapping[str, str]:
    return {
        "the weight of a legal deck": str(wanted_weight(4)),
        "ranks 2, 5, 4, 4": _verdict((2, 5, 4, 4)),
        "ranks 4, 4, 2, 5": _verdict((4, 4, 2, 5)),
        "ranks 4, 4, 4, 5": _verdict((4, 4, 4, 5)),
    }


def _smaller(numbers: Numbers) -> Mapping[str, str]:
    return {
        "ranks 4, 4, 4, 3": _verdict((4, 4, 4, 3)),
        "with smaller decks allowed": _verdict((4, 4, 4, 3), allow_smaller=True),
    }


# ------------------------------------------------------------------ the draft


class _Draft:
    """A draft whose rank decks lie as given: names of each rank, the top first, all of Luck."""

    def __init__(self, numbers: Numbers, *ranks: str, players: int = 2, base: int = 1, leader: int = 0) -> None:
        decks = [rank.split() for rank in ranks] + [[]] * (4 - len(ranks))
        pool = [
            Card(name, "Luck", "Paw", rank, rank, "none", "Staff", "Sweeping").as_dict()
            for rank, deck in enumerate(decks, 1)
            for name in deck
        ]
        known = {number.key for number in DRAFT.rule_numbers}
        changed = {key: value for key, value in numbers.items() if key in known}
        options = DRAFT.check_options(players, {"pool": pool, "base": base, "leader": leader})
        self.state: Any = DRAFT.new_state(players, options, DRAFT.check_rules(changed))
        for deck in decks:
            cards = DRAFT.parse_chance(self.state, [f"{name} (Luck)" for name in deck])
            draft_rules.set_chance(self.state, cards, len(cards))

    def play(self, *texts: str) -> _Draft:
        """Play actions, names without their suit."""
        for text in texts:
            spelled = self.spell(text)
            action = DRAFT.parse_action(self.state, spelled)
            DRAFT.require_legal(self.state, action, spelled)
            draft_rules.apply(self.state, action)
        return self

    def spell(self, text: str) -> str:
        """An action in notation."""
        if not text.startswith("take "):
            return text
        tail = " for two" if text.endswith(" for two") else ""
        names = text.removeprefix("take ").removesuffix(" for two").split(" + ")
        return "take " + " + ".join(f"{name} (Luck)" for name in names) + tail

    def refused(self, text: str) -> str:
        """What the rules say to an action."""
        return refused_by(DRAFT, self.state, self.spell(text))

    def view(self) -> dict[str, Any]:
        """What everybody knows."""
        return DRAFT.view(self.state, 0).as_dict()

    def row(self) -> str:
        """The open row."""
        return ", ".join(text.removesuffix(" (Luck)") for text in self.view()["row"])

    def circles(self, player: int) -> str:
        """A director's circles left, rank by rank."""
        return ", ".join(map(str, self.view()["seats"][player]["circles"]))


def _circles(numbers: Numbers) -> Mapping[str, str]:
    draft = _Draft(numbers, "A B C D E F", base=4)
    return {
        "Ada's circles, ranks 1 to 4": draft.circles(0),
        "ranks with a deck of their own": str(len(draft.view()["rows"])),
    }


def _draft_turn(numbers: Numbers) -> Mapping[str, str]:
    draft = _Draft(numbers, "A B C D E F G", "P Q R S T U", base=4)
    row = draft.row()
    draft.play("take A + B")
    pair = draft.circles(0)
    draft.play("take C", "take P for two")
    return {
        "the first row": row,
        "Ada takes A + B; her circles": pair,
        "Ben takes C, then P for two; his circles": draft.circles(1),
    }


def _draft_lead(numbers: Numbers) -> Mapping[str, str]:
    draft = _Draft(numbers, "A B C D E F", "P Q R S T U", "V W X Y", players=3, base=2)
    draft.play("take A", "take B", "take C")
    second = WHO[draft.view()["leader"]]
    draft.play("skip", "take P", "skip")
    return {"round 2 is led by": second, "Ben and then Ada skip; round 3 is led by": WHO[draft.view()["leader"]]}


def _draft_end(numbers: Numbers) -> Mapping[str, str]:
    draft = _Draft(numbers, "A B", "C D", "E F", "G H")
    draft.play(*(f"take {name}" for name in "ABCDEFGH"))
    legal = [DRAFT.action_text(draft.state, action) for action in DRAFT.legal_actions(draft.state)]
    decider = WHO[draft.state.player]
    draft.play("give lead P1")
    return {
        f"{decider} led the last round and may": " or ".join(legal),
        "Ada's deck": ", ".join(card.name for card in drafted_decks(draft.state)[0]),
    }


def _draft_pass(numbers: Numbers) -> Mapping[str, str]:
    draft = _Draft(numbers, "A A A B C", base=9)
    early = draft.refused("pass")
    draft.play("take A + A", "take B")
    while draft.view()["rank"] != 1:
        draft.play("pass")
    while draft.state.player != 0:
        draft.play("skip")
    return {"pass while cards lie there": early, "a third copy of A": draft.refused("take A")}


EXAMPLES = (
    _example(
        "TT-C1",
        "A card of the built-in set.",
        {"Button (Luck)": "print Skitter, rank 1, value 3, ability none", "the same card worth 9": "a fault"},
        _a_card,
    ),
    _example(
        "TT-C2",
        "A Button of your own making.",
        {"a Button with Chaos": "refused", "the same Button without": "accepted"},
        _chaos,
    ),
    _example(
        "TT-C3",
        "Two play with open suits.",
        {"an act's suit cards, laid open": "Charm, Luck, Agility, Will, Strength", "suits in all": "5"},
        _suit_cards,
    ),
    _example(
        "TT-S1",
        "Ada's deck holds Ann (Luck), Ben's holds Bob (Will).",
        {"Ada plays Ben's Bob": "refused (TT-S1)", "her own Ann": "allowed"},
        _directors,
    ),
    _example(
        "TT-A1",
        "The first act, before anybody has played.",
        {"cards in hand": "5, 5", "the line of suits": "Charm, face down, face down, face down, face down"},
        _act_begins,
    ),
    _example(
        "TT-A2",
        "Decks of five. Ada won every round of the first act, Ben none.",
        {"out of the game": "Ben", "not dismissed": "5, 0"},
        _too_few,
    ),
    _example(
        "TT-A3",
        "A Boost and a Sap lie there; then the act's other rounds are played.",
        {"tokens in act 1": "boosts on Paw 1, saps on Hoof 1", "tokens in act 2": "none", "the act now": "2"},
        _act_ends,
    ),
    _example(
        "TT-W1",
        "Nobody can draw five any more. Ada saved two cards, Ben three.",
        {"cards left": "2, 3", "who wins": "Ben"},
        _last_one,
    ),
    _example(
        "TT-R1",
        "Three play; Ben leads, and Charm is turned.",
        {"the order of play": "Ben, Cleo, Ada", "the Desired Suit": "Charm"},
        _play_a_card,
    ),
    _example(
        "TT-R2",
        "Ada plays a Boost with the print Paw.",
        {"tokens before Ada plays": "none", "tokens before Ben plays": "boosts on Paw 1"},
        _tokens_at_once,
    ),
    _example(
        "TT-R3",
        "Charm is desired. Ada's Ann (Charm) is worth 2 and boosts its own print; Ben's Bob is worth 5.",
        {"the values": "Ada 6, Ben 5"},
        _values,
    ),
    _example(
        "TT-R4",
        "Luck is desired. Ada plays a 4, Ben a Luck of 4, Cleo a 1, Dan a 3.",
        {
            "the values": "Ada 4, Ben 7, Cleo 1, Dan 3",
            "who wins": "Ben",
            "Ben's breakroom": "Bob (Luck)",
            "Ada's dismissed": "Ann (Will)",
            "who leads next": "Ben",
        },
        _winner,
    ),
    _example("TT-R5", "The suits come as Luck, Will and so on.", {"round 1": "Luck", "round 2": "Will"}, _suit_goes),
    _example(
        "TT-B1",
        "Luck is desired. Ada plays a Luck worth 3, Ben a Will worth 5.",
        {"the values": "Ada 6, Ben 5", "who wins": "Ada"},
        _suit_bonus,
    ),
    _example(
        "TT-B2",
        "Ada plays a Boost worth 2 with a Paw, Ben a plain Paw worth 2. One token lifts both: a tie.",
        {"the values": "Ada 3, Ben 3", "who wins": "nobody", "tokens for the rest of the act": "boosts on Paw 1"},
        _boost_and_sap,
    ),
    _example(
        "TT-B3",
        "Ada's Boost lies on Paw when Ben plays a Sap.",
        {
            "after Ada's Boost Ben may": "remove Paw or sap",
            "he removes it; tokens": "none",
            "had Ben played first; who decides": "Ada",
        },
        _broom,
    ),
    _example(
        "TT-B4",
        "Ada plays a Combo +2 in round 2. In round 3 she gambles, and the deck's top card is a 4.",
        {"the Combo card itself": "Ada 0", "the gambled Top, printed 4": "Ada 6"},
        _combo,
    ),
    _example(
        "TT-B5",
        "Ada plays a Finisher worth 0 after three other cards.",
        {"its value in round 4": "Ada 3"},
        _finisher,
    ),
    _example(
        "TT-B6",
        "Ben leads. Both have played a Gamble card, and both gamble: Ben's deck gives a Sap, Ada's a Boost.",
        {
            "who decides first": "Ben",
            "the values": "Ada 2, Ben 0",
            "Ada's breakroom": "Ga (Will), Ta (Luck)",
            "Ben's dismissed": "Gb (Will), Tb (Luck)",
        },
        _gamble,
    ),
    _example(
        "TT-D1",
        "A deck for two with four cards of each rank.",
        {"two copies of every card": "legal", "three": "not legal"},
        _copies,
    ),
    _example(
        "TT-D2",
        "The same sixteen cards, for two and for three directors.",
        {
            "base for two and for three": "4, 5",
            "4 of each rank for two": "legal",
            "4 of each rank for three": "not legal",
        },
        _base,
    ),
    _example(
        "TT-D3",
        "Decks for two, by how many cards of each rank they hold.",
        {
            "the weight of a legal deck": "60",
            "ranks 2, 5, 4, 4": "legal",
            "ranks 4, 4, 2, 5": "legal",
            "ranks 4, 4, 4, 5": "not legal",
        },
        _swaps,
    ),
    _example(
        "TT-D4",
        "A deck for two that lacks one card of rank 4.",
        {"ranks 4, 4, 4, 3": "not legal", "with smaller decks allowed": "legal"},
        _smaller,
    ),
    _example(
        "TT-F1",
        "A draft for two with base 4.",
        {"Ada's circles, ranks 1 to 4": "4, 4, 4, 4", "ranks with a deck of their own": "4"},
        _circles,
    ),
    _example(
        "TT-F2",
        "Two draft with base 4. The deck of rank 1 begins A, B, C, D.",
        {
            "the first row": "A, B, C, D",
            "Ada takes A + B; her circles": "4, 3, 4, 4",
            "Ben takes C, then P for two; his circles": "1, 4, 4, 4",
        },
        _draft_turn,
    ),
    _example(
        "TT-F3",
        "Three draft, and Ada led the first round.",
        {"round 2 is led by": "Ben", "Ben and then Ada skip; round 3 is led by": "Ada"},
        _draft_lead,
    ),
    _example(
        "TT-F4",
        "Two draft with base 1, and each has taken a card of every rank.",
        {"Ben led the last round and may": "give lead P1 or give lead P2", "Ada's deck": "A, D, E, H"},
        _draft_end,
    ),
    _example(
        "TT-F5",
        "Two copies of A are in Ada's deck already, and a third lies in the row.",
        {"pass while cards lie there": "refused (TT-F5)", "a third copy of A": "refused (TT-F5)"},
        _draft_pass,
    ),
)
