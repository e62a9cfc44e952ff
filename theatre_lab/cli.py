"""The command line: records, boards and decks, games by bots, and what is measured. `main` is the script's entry."""

from __future__ import annotations

import codecs
import contextlib
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, NoReturn

import typer
from typer.core import TyperGroup

from theatre_lab.core.errors import BadInput, TheatreLabError
from theatre_lab.core.match import SAVE_FORMAT
from theatre_lab.core.options import show
from theatre_lab.core.records import MOST_BYTES, GameRecord, parse_json, replay, unpack_share_code, write_text
from theatre_lab.games import get_game

if TYPE_CHECKING:
    from theatre_lab.lab.ratings import Meeting

__all__ = ["main"]


def _end_stopped(message: str) -> NoReturn:
    print(f"theatre-lab: {message}", file=sys.stderr)
    sys.exit(130)


class _Commands(TyperGroup):
    """Commands that say so when they are interrupted: left to itself, the library ends without a word."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as interrupt:
            _end_stopped(str(interrupt) or "stopped")


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Files of JSON lines, or - for standard input.")]
Name = Annotated[str, typer.Argument(metavar="GAME", help="The game's name, such as overture.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]
Workers = Annotated[int | None, typer.Option(help="Workers to share the games; the results are the same.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE", help="A game option, as often as needed; `theatre-lab options GAME` lists the names."
    ),
]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=NUMBER",
        help="A changed rule number, as often as needed; `theatre-lab options GAME` lists the names.",
    ),
]
Answer = dict[str, Any]


# ------------------------------------------------------------------ one line, one answer


def answer_replay(data: Any) -> Answer:
    """The answer of `replay` to one record: whether it is over, the scores and the winners."""
    from theatre_lab.games.the_theatre.draft_records import is_draft, replay_draft

    if is_draft(data):
        return replay_draft(data)
    done = replay(_record_of(data), get_game)
    return {"ok": True, "over": done.is_over, "scores": done.scores, "winners": done.winners}


def answer_legal(data: Any) -> Answer:
    """The answer of `legal` to one record: who is to decide, and every legal action."""
    from theatre_lab.games.the_theatre.draft_records import is_draft, legal_draft

    if is_draft(data):
        return legal_draft(data)
    done = replay(_record_of(data), get_game)
    if done.is_over:
        return {"over": True}
    actions = sorted(done.game.action_text(done.state, action) for action in done.game.legal_actions(done.state))
    return {"player": int(done.game.rules.to_move(done.state)), "actions": actions}


def answer_score(data: Any) -> Answer:
    """The answer of `score` to one Overture board."""
    from theatre_lab.games.overture.boards import answer_board

    return answer_board(data)


def answer_deck(data: Any) -> Answer:
    """The answer of `decks` to one deck of The Theatre."""
    from theatre_lab.games.the_theatre.decks import answer_deck_line

    return answer_deck_line(data)


def _record_of(data: Any) -> GameRecord:
    """The record of a line: the line itself, or what a saved match holds."""
    if isinstance(data, dict) and data.get("format") == SAVE_FORMAT and isinstance(data.get("code"), str):
        data = unpack_share_code(data["code"])
    return GameRecord.from_dict(data)


def _answer_line(line: bytes, answer: Callable[[Any], Answer]) -> Answer:
    try:
        return answer(parse_json(line.decode()))
    except UnicodeDecodeError as error:
        return {"ok": False, "error": f"not UTF-8: a wrong byte at position {error.start}", "at": None}
    except TheatreLabError as error:
        return {"ok": False, "error": str(error), "at": getattr(error, "at", None)}
    except RecursionError:
        return {"ok": False, "error": "nested too deeply", "at": None}


# ------------------------------------------------------------------ files


def _lines(name: str) -> Iterator[bytes]:
    """The lines of a file, without the blank ones and without a byte order mark."""
    with _standard_input() if name == "-" else Path(name).open("rb") as stream:
        while raw := stream.readline(MOST_BYTES + 1):
            if len(raw) > MOST_BYTES:
                raise OSError(f"a line has more than {MOST_BYTES // 10**6} megabytes")
            line = raw.removeprefix(codecs.BOM_UTF8).strip()
            if line:
                yield line


def _standard_input() -> contextlib.AbstractContextManager[BinaryIO]:
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return contextlib.nullcontext(sys.stdin.buffer)


def _answer_files(files: list[str], answer: Callable[[Any], Answer]) -> None:
    status = 0
    for name in files:
        is_empty = True
        try:
            for line in _lines(name):
                is_empty = False
                result = _answer_line(line, answer)
                if result.get("ok") is False:
                    status = max(status, 1)
                _write(json.dumps(result))
        except OSError as error:
            print(f"theatre-lab: cannot read {name}: {error.strerror or error}", file=sys.stderr)
            status = 2
        else:
            if is_empty and name != "-":
                print(f"theatre-lab: {name} is empty: a JSON object on each line is wanted", file=sys.stderr)
    raise typer.Exit(status)


def _write(text: str) -> None:
    """Print a line at once. BadInput when it cannot be written; a reader that has gone away is no mistake."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        _close_quietly()
        sys.exit(1)
    except OSError as error:
        _close_quietly()
        raise BadInput(f"cannot write the answers: {error.strerror or error}") from None


def _close_quietly() -> None:
    """Keep the interpreter from writing what is left when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@app.command("replay")
def replay_files(files: Files) -> None:
    """Replay game and draft records; one line of JSON for each says how it stands or what is wrong."""
    _answer_files(files, answer_replay)


@app.command("legal")
def legal_files(files: Files) -> None:
    """Replay records and list what the player to decide may do."""
    _answer_files(files, answer_legal)


@app.command("score")
def score_files(files: Files) -> None:
    """Score Overture boards, with every part and its clause."""
    _answer_files(files, answer_score)


@app.command("decks")
def deck_files(files: Files) -> None:
    """Check decks of The Theatre and name their faults."""
    _answer_files(files, answer_deck)


# ------------------------------------------------------------------ options


def _expect_to_write(option: str, path: Path | None) -> None:
    """Refuse, before anything is computed, what cannot be written to. BadInput says why, and what would be right."""
    if path is None:
        return
    if not path.name:
        raise BadInput(f"{option} wants the name of a file, not an empty one or a folder")
    if path.is_dir():
        raise BadInput(f"{option} wants a file, and {_path(path)} is a folder: name a file in it")
    if not path.parent.is_dir():
        raise BadInput(f"there is no folder {_path(path.parent)} to write {show(path.name)} into")
    if path.exists() and not path.is_file():
        raise BadInput(f"{option} wants an ordinary file, which {_path(path)} is not")
    if not os.access(path.parent, os.W_OK):
        raise BadInput(f"nothing may be written into the folder {_path(path.parent)}: name another for {option}")


def _path(path: Path) -> str:
    return show(str(path), limit=300)


def _parse_options(texts: list[str] | None) -> dict[str, Any]:
    return _by_key(texts or [], "the option", "an option is written name=value")


def _parse_rules(texts: list[str] | None) -> dict[str, Any]:
    return _by_key(texts or [], "the rule number", "a rule number is written name=number")


def _by_key(texts: list[str], what: str, form: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in (_parse_pair(text, form) for text in texts):
        if key in found:
            raise BadInput(f"{what} {show(key)} is given twice")
        found[key] = value
    return found


def _parse_pair(text: str, form: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise BadInput(f"{form}, not {show(text)}")
    if "," in value and not value.lstrip().startswith(("[", "{")):
        return key, [_parse_value(part) for part in value.split(",")]
    return key, _parse_value(value)


def _parse_value(text: str) -> Any:
    try:
        return parse_json(text)
    except BadInput:
        return text


@app.command("options")
def list_options(
    game: Name, as_json: Annotated[bool, typer.Option("--json", help="Answer with one object of JSON.")] = False
) -> None:
    """List what may be agreed on before a game: its options, and all rule numbers with their clauses."""
    from theatre_lab.lab.agreements import agreements, agreements_text

    _write(json.dumps(agreements(game)) if as_json else agreements_text(game))


# ------------------------------------------------------------------ simulate


def _prints_aside() -> contextlib.AbstractContextManager[Any]:
    """What a bot prints while games are played goes to stderr: the answer stands alone on stdout."""
    return contextlib.redirect_stdout(sys.stderr)


@app.command("simulate")
def simulate_games(
    game: Name,
    players: Annotated[str, typer.Option(help="The bots, with commas between: greedy,my_bots.py:play.")],
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seed: Seed = 0,
    option: Options = None,
    rule: Rules = None,
    workers: Workers = None,
    fixed_seats: Annotated[
        bool, typer.Option("--fixed-seats", help="Do not rotate the bots through the seats.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer with one object of JSON.")] = False,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write every game to a table, one row a seat.")
    ] = None,
) -> None:
    """Let bots play many games; win rates and mean scores with 95 % intervals."""
    from theatre_lab.lab.simulate import simulate

    options, rules = _parse_options(option), _parse_rules(rule)
    _expect_to_write("--csv", csv)
    with _prints_aside():
        result = simulate(
            game,
            [name.strip() for name in players.split(",")],
            games=games,
            seed=seed,
            options=options,
            rules=rules,
            workers=workers,
            rotate=not fixed_seats,
            progress=True,
        )
    _write(json.dumps(result.as_dict()) if as_json else str(result))
    if csv is not None:
        result.save_csv(csv)
    if not result.is_complete:
        _end_stopped(f"stopped after {result.games} of {result.asked} games; these are summed up")


@app.command("ratings")
def rate_bots(
    game: Name,
    bots: Annotated[
        str, typer.Option(help="The bots from weak to strong, with commas between.")
    ] = "random,easy,medium,hard",
    deals: Annotated[int, typer.Option(help="Deals for each pair; each is played twice, seats exchanged.")] = 40,
    seed: Seed = 0,
    option: Options = None,
    rule: Rules = None,
    workers: Workers = None,
) -> None:
    """Rate bots on one scale by games of two, with 95 % intervals. Stopped, it rates by the deals that were over."""
    from theatre_lab.lab.ratings import ladder, ladder_of

    names = [name.strip() for name in bots.split(",")]
    options, rules = _parse_options(option), _parse_rules(rule)
    met: list[Meeting] = []
    try:
        with _prints_aside():
            steps = ladder(
                game,
                names,
                deals=deals,
                seed=seed,
                workers=workers,
                progress=True,
                on_meeting=met.append,
                options=options,
                rules=rules,
            )
    except KeyboardInterrupt:
        if not met:
            raise KeyboardInterrupt("stopped before two deals were over: there is nothing to rate") from None
        _write(str(ladder_of(game, met, seed, rules, options)))
        _end_stopped(f"stopped; rated by the deals that were over: {_pairs(met, deals)}")
    _write(str(steps))


def _pairs(meetings: Sequence[Meeting], deals: int) -> str:
    return ", ".join(f"{one.first} and {one.second} {len(one.shares)} of {deals}" for one in meetings)


# ------------------------------------------------------------------ balance


@app.command("balance")
def measure_balance(
    game: Name,
    games: Annotated[
        int | None,
        typer.Option(help="Games of each setting (The Theatre: of the starter decks) at each table size."),
    ] = None,
    level: Annotated[str | None, typer.Option(help="The level that plays: medium; The Theatre's decks: hard.")] = None,
    cards: Annotated[
        int | None, typer.Option(help="Cabaret, The Theatre: games to measure cards at each table size; 0 for none.")
    ] = None,
    plans: Annotated[
        int | None, typer.Option(help="Mythic Circus: games of the hiring plans at each table size; 0 for none.")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="The Theatre: games of level medium to measure seats by; 0 for none.")
    ] = None,
    players: Annotated[str | None, typer.Option(help="The table sizes, such as 2,3; all when left out.")] = None,
    seed: Seed = 0,
    workers: Annotated[
        int | None,
        typer.Option(help="Workers to share games of other levels than medium, which needs none; the same results."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the report here as JSON; go on from one that is there.")
    ] = None,
    text: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the report here as Markdown.")] = None,
) -> None:
    """Measure how fair a game is: seats, theatres, variants, decks, cards, plans. Stopped, it keeps what it has."""
    from theatre_lab.lab.balance_command import run_balance
    from theatre_lab.lab.balance_text import balance_text

    _expect_to_write("--out", out)
    _expect_to_write("--text", text)
    if out is not None and text is not None and out.resolve() == text.resolve():
        raise BadInput(f"--out and --text must be two files: {_path(out)} would be written over")
    stopped = threading.Event()
    report = run_balance(
        game,
        games=games,
        level=level,
        cards=cards,
        plans=plans,
        seats=seats,
        tables=players,
        seed=seed,
        workers=workers,
        out=out,
        on_stop=stopped.set,
    )
    _write(str(report))
    if text is not None:
        write_text(text, balance_text(report))
    if stopped.is_set():
        kept = f"kept in {_path(out)}: the same command goes on from there" if out is not None else "told above"
        _end_stopped(f"stopped; the parts that were finished are {kept}")


# ------------------------------------------------------------------ lab


@app.command("lab")
def open_lab(
    folder: Annotated[
        str, typer.Option(help="Where the notebooks are copied to; your own changes are kept.")
    ] = "theatre-lab",
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Start the server without opening a browser.")
    ] = False,
) -> None:
    """Open JupyterLab on the welcome notebook."""
    from theatre_lab.lab.notebooks import open_notebooks

    raise typer.Exit(open_notebooks(Path(folder), browser=not no_browser))


def _tell_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"theatre-lab {version('theatre_lab')}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Tell the version and stop.")
    ] = False,
) -> None:
    """Learn and study four card games of the theatre."""


def main() -> None:
    """Run the command line on `sys.argv`.

    A mistake is told in one line, never with a traceback, and ends with exit code 2.

    >>> from unittest.mock import patch
    >>> with patch("sys.argv", ["theatre-lab", "score", "no such file.json"]):
    ...     main()
    Traceback (most recent call last):
    SystemExit: 2
    """
    try:
        app()
    except TheatreLabError as error:
        _fail(str(error))
    except KeyboardInterrupt:
        _end_stopped("stopped")


def _fail(message: str) -> None:
    print(f"theatre-lab: {message}", file=sys.stderr)
    sys.exit(2)
