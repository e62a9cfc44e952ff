"""The rule book: every rule of a game in our words, with its links, its numbers and its worked example."""

from __future__ import annotations

import difflib
import functools
import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from theatre_lab.core.clauses import Clause
from theatre_lab.core.errors import BadInput
from theatre_lab.core.game import Game, Part
from theatre_lab.core.match import Match
from theatre_lab.core.options import RuleNumber, check_rule_numbers, show
from theatre_lab.games import game_names, get_game
from theatre_lab.teach.drills import drill_of
from theatre_lab.teach.example import Shown, examples_of, family, illustrate, terms_of
from theatre_lab.teach.lessons import Place, taught_in

__all__ = ["Change", "Entry", "Piece", "RuleBook", "changed_numbers", "nearest_rules", "rule_book"]

_ID = re.compile(r"\b[A-Z]{2}-[A-Z]+\d+\b")
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_EVERYWHERE = frozenset(
    ("a an and are can do does how i if in is it may must my of on or the to what when which who why").split()  # noqa: SIM905
)
"""Words that every question has."""
_ALIKE = 0.78
"""How alike two words must be for one to stand for the other's misspelling."""


@dataclass(frozen=True)
class Piece:
    """A piece of a rule's text; `rule` is the rule it links to, empty for plain text.

    >>> [piece.text for piece in rule_book("cabaret")["CB-E3"].pieces][:1]
    ['A game has three rounds. You may agree on as many as there are players, or on any other number.']
    """

    text: str
    rule: str = ""


@dataclass(frozen=True)
class Change:
    """A number of the rules that is not as printed: what it is for, the printed number and the one in force.

    >>> print(Change("a Patron", 3, 5))
    a Patron: here 5 instead of 3
    """

    meaning: str
    printed: int
    here: int

    def __str__(self) -> str:
        return f"{self.meaning}: here {_number(self.here)} instead of {_number(self.printed)}"


@dataclass(frozen=True, repr=False)
class Entry:
    """A rule in the book.

    `pieces` is its text in linked pieces, `see_also` the rules it links to and those that link to it, `changes` the
    numbers that are not as printed, `example` the worked example under the rules in force, `place` where a notebook
    teaches it and `drill` the name of a drill that trains it (empty when there is none).

    >>> entry = rule_book("cabaret")["CB-T2"]
    >>> entry.title, entry.drill
    ('Never follow', 'legal')
    """

    game: str
    clause: Clause
    pieces: tuple[Piece, ...]
    see_also: tuple[str, ...]
    changes: tuple[Change, ...] = ()
    example: Shown | None = None
    place: Place | None = None
    drill: str = ""

    @property
    def id(self) -> str:
        """The rule's id."""
        return self.clause.id

    @property
    def title(self) -> str:
        """The rule's title."""
        return self.clause.title

    @property
    def text(self) -> str:
        """The rule in our words, with the printed numbers."""
        return self.clause.text

    def __repr__(self) -> str:
        return "\n".join([f"{self.id} {self.title}", f"  {self.text}", *(f"  {line}" for line in self.lines())])

    def lines(self) -> list[str]:
        """Everything below the rule's text, in lines."""
        lines = [f"Changed: {change}" for change in self.changes]
        if self.example:
            lines += example_lines(self.example)
        if self.see_also:
            lines.append(f"See also: {', '.join(self.see_also)}")
        if self.place:
            lines.append(f"Taught in: {self.place.notebook}, “{self.place.heading}”")
        if self.drill:
            lines.append(f'Train it: tl.drill("{self.game}", "{self.drill}")')
        return lines

    def _repr_html_(self) -> str:
        return f"<p>{self._heading()}<br>{self._body()}</p>"

    def folded(self) -> str:
        """The entry as HTML that unfolds at a click."""
        return f"<details><summary>{self._heading()}</summary><p>{self._body()}</p></details>"

    def _heading(self) -> str:
        return f"<b>{html.escape(self.title)}</b> <code>{html.escape(self.id)}</code>"

    def _body(self) -> str:
        text = "".join(
            f"<i>{html.escape(piece.text)}</i>" if piece.rule else html.escape(piece.text) for piece in self.pieces
        )
        below = "".join(f"<br>{html.escape(line)}" for line in self.lines())
        return text + below


def _number(value: int) -> str:
    return str(value).replace("-", "−")


def example_lines(example: Shown) -> list[str]:
    """A worked example in lines: the position, the answers, the reasons."""
    lines = [f"Example: {example.situation}"]
    for line in example.lines:
        here = f" (here: {line.here})" if line.here else ""
        lines.append(f"  {line.question}: {line.answer}{here}")
    lines += [f"    {_signed(part)} {part.who}: {part.text} ({part.rule})" for part in example.parts]
    return [*lines, f"  {example.note}"] if example.note else lines


def _signed(part: Part) -> str:
    return f"{part.points:+d}".replace("-", "−")


def changed_numbers(game: str, rules: Mapping[str, int] | Match | None) -> dict[str, int]:
    """The rule numbers that are not as printed, of a mapping or of a match. OptionError names a bad one.

    >>> changed_numbers("overture", {"patron": 5, "vip": 3})
    {'patron': 5}
    """
    given = rules.rules if isinstance(rules, Match) else rules
    known = _numbers_of(family(game))
    checked = check_rule_numbers(known, given)
    return {number.key: value for number, value in zip(known, checked, strict=True) if value != number.default}


def _numbers_of(games: Sequence[Game]) -> list[RuleNumber]:
    return list({number.key: number for game in games for number in game.rule_numbers}.values())


class RuleBook(Mapping[str, Entry]):
    """A game's rules by id, in the order of its book; with `rules` under changed numbers (a mapping, or a match).

    >>> book = rule_book("cabaret")
    >>> book["CB-T2"].title, len(book), [entry.id for entry in book.search("shortage")][0]
    ('Never follow', 17, 'CB-T4')
    >>> print(rule_book("overture", {"patron": 5})["OV-P1"].changes[0])
    a Patron: here 5 instead of 3
    """

    def __init__(self, game: str, rules: Mapping[str, int] | Match | None = None) -> None:
        self.game = get_game(game)
        self.changed = changed_numbers(game, rules)
        self._links = {clause.id: _pieces(clause, self.game) for clause in self.game.clauses.values()}
        self._entries: dict[str, Entry] = {}

    # ------------------------------------------------------------- reading

    def __getitem__(self, clause: str) -> Entry:
        name = clause.strip().upper() if isinstance(clause, str) else clause
        if name not in self.game.clauses:
            raise KeyError(
                f"there is no rule {show(clause)} in the book of {self.game.title}{_advice(clause, self.game)}"
            )
        if name not in self._entries:
            self._entries[name] = self._entry(self.game.clauses[name])
        return self._entries[name]

    def __contains__(self, clause: object) -> bool:
        return isinstance(clause, str) and clause.strip().upper() in self.game.clauses

    def __iter__(self) -> Iterator[str]:
        return iter(self.game.clauses)

    def __len__(self) -> int:
        return len(self.game.clauses)

    def search(self, words: str) -> list[Entry]:
        """The rules in which all the words stand, the best first; words nearly alike count when no other does.

        >>> [entry.id for entry in rule_book("overture").search("lobbby")]
        ['OV-T2', 'OV-L2', 'OV-L1', 'OV-L3', 'OV-S2', 'OV-T1']
        """
        if not isinstance(words, str):
            raise BadInput(f"search takes words, not {show(words)}")
        return [self[clause.id] for clause in _ranked(words, self.game)]

    def _entry(self, clause: Clause) -> Entry:
        example = examples_of(self.game.name).get(clause.id)
        numbers = [number for number in _numbers_of(family(self.game.name)) if number.clause == clause.id]
        home = next((game for game in family(self.game.name) if drill_of(game.name, clause.id)), self.game)
        return Entry(
            game=home.name,
            clause=clause,
            pieces=self._links[clause.id],
            see_also=self._see_also(clause.id),
            changes=tuple(
                Change(number.meaning, number.default, self.changed[number.key])
                for number in numbers
                if number.key in self.changed
            ),
            example=illustrate(example, self.changed) if example else None,
            place=taught_in(clause.id),
            drill=drill_of(home.name, clause.id) or "",
        )

    def _see_also(self, clause: str) -> tuple[str, ...]:
        linked = {piece.rule for piece in self._links[clause] if piece.rule}
        linking = {other for other, pieces in self._links.items() if any(piece.rule == clause for piece in pieces)}
        return tuple(name for name in self if name in linked | linking and name != clause)

    # ------------------------------------------------------------- showing

    def as_text(self) -> str:
        """The whole book as text."""
        return "\n\n".join([f"{self.game.title}: the rule book", *(repr(entry) for entry in self.values())])

    def __repr__(self) -> str:
        rows = [f"{self.game.title}: the rule book, {len(self)} rules"]
        rows += [f"  {clause.id} {clause.title}" for clause in self.game.clauses.values()]
        return "\n".join(rows + [f"Changed: {change}" for entry in self._changed() for change in entry.changes])

    def _changed(self) -> list[Entry]:
        keys = {number.clause for number in _numbers_of(family(self.game.name)) if number.key in self.changed}
        return [self[clause] for clause in self if clause in keys]

    def _repr_html_(self) -> str:
        whole = "".join(entry.folded() for entry in self.values())
        return f"<h3>{html.escape(self.game.title)}: the rule book</h3>{whole}"


def rule_book(game: str, rules: Mapping[str, int] | Match | None = None) -> RuleBook:
    """The rule book of a game; with changed rule numbers, or a match, under its numbers.

    OptionError names a game or a number that does not exist.

    >>> rule_book("overture")["OV-P4"].title
    'Kid'
    """
    return RuleBook(game, rules)


# ------------------------------------------------------------------ links


def _pieces(clause: Clause, game: Game) -> tuple[Piece, ...]:
    """The text cut at the words and ids that another rule explains; each rule is linked once."""
    terms = terms_of(game.name)
    pieces, done, linked = [], 0, {clause.id}
    for match in _pattern(tuple(terms)).finditer(clause.text):
        rule = terms.get(match.group(), match.group())
        if rule in linked or rule not in game.clauses:
            continue
        linked.add(rule)
        pieces += [Piece(clause.text[done : match.start()]), Piece(match.group(), rule)]
        done = match.end()
    return tuple(piece for piece in [*pieces, Piece(clause.text[done:])] if piece.text)


@functools.cache
def _pattern(terms: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(terms, key=len, reverse=True)
    words = [_ID.pattern, *(rf"\b{re.escape(term)}\b" for term in longest_first)]
    return re.compile("|".join(words))


# ------------------------------------------------------------------ search


def _stem(word: str) -> str:
    """A word without case and plural, so that `Kids` finds `Kid`."""
    word = word.lower()
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _stems(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(text)]


def _score(clause: Clause, wanted: Sequence[str], game: Game) -> int:
    """How well a rule answers the words: 0 unless each stands in it; the title counts most."""
    example = examples_of(game.name).get(clause.id)
    fields = (
        (8, [clause.id.lower(), *_stems(clause.title)]),
        (3, _stems(clause.text)),
        (1, _stems(example.situation) if example else []),
    )
    score = 0
    for word in wanted:
        found = [weight for weight, stems in fields if any(stem.startswith(word) for stem in stems)]
        if not found:
            return 0
        score += sum(found)
    return score


def _ranked(words: str, game: Game) -> list[Clause]:
    wanted = _wanted(words)
    if not wanted:
        return []
    ranked = _by_score(wanted, game)
    return ranked or _by_score([_nearest_word(word, game) for word in wanted], game)


def _wanted(words: str) -> list[str]:
    """The stems to look for."""
    return [stem for stem in _stems(words[:200]) if stem not in _EVERYWHERE]


def _by_score(wanted: Sequence[str], game: Game) -> list[Clause]:
    scores = {clause.id: _score(clause, wanted, game) for clause in game.clauses.values()}
    order = {name: place for place, name in enumerate(game.clauses)}
    found = sorted((name for name in scores if scores[name]), key=lambda name: (-scores[name], order[name]))
    return [game.clauses[name] for name in found]


@functools.cache
def _vocabulary(game: str) -> tuple[str, ...]:
    """The words a reader may look for: those of the titles and those that have a rule of their own."""
    titles = [word for clause in get_game(game).clauses.values() for word in _stems(clause.title)]
    return tuple(dict.fromkeys(titles + [word for term in terms_of(game) for word in _stems(term)]))


def _nearest_word(word: str, game: Game) -> str:
    near = difflib.get_close_matches(word[:40], _vocabulary(game.name), n=1, cutoff=_ALIKE)
    return near[0] if near else word


def nearest_rules(words: str, games: Iterable[Game] | None = None, most: int = 3) -> list[tuple[Game, Clause]]:
    """The rules that come nearest to the words, over all games (or these); a rule that games share counts once.

    >>> [clause.id for game, clause in nearest_rules("lobby", most=2)]
    ['OV-T2', 'OV-L2']
    """
    asked = [get_game(name) for name in game_names()] if games is None else list(games)
    wanted = _wanted(words)
    exact = [(game, wanted) for game in asked if wanted and _by_score(wanted, game)]
    alike = [(game, [_nearest_word(word, game) for word in wanted]) for game in asked if wanted and not exact]
    found: dict[str, tuple[int, Game, Clause]] = {}
    for game, stems in exact or alike:
        for clause in _by_score(stems, game):
            found.setdefault(clause.id, (_score(clause, stems, game), game, clause))
    best = sorted(found.values(), key=lambda entry: -entry[0])
    return [(game, clause) for _, game, clause in best[:most]]


def _advice(asked: object, game: Game) -> str:
    near = nearest_rules(str(asked)[:60], [game]) if isinstance(asked, str) else []
    ids = [clause.id for _, clause in near] or difflib.get_close_matches(str(asked)[:20].upper(), list(game.clauses))
    return f"; did you mean {', '.join(ids)}?" if ids else ""
