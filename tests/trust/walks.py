"""Random games under watch, as functions that run on lists and compiled (see `trust.invariants`).

`checked_games` plays; `tally` counts the cards of one game and is put in by `walks_for`. A tally writes how many of
each card there are, wherever they lie, and answers whether the piles agree with their counts.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from theatre_lab.core.game import WHOLE_WIN
from theatre_lab.games.cabaret.dealing import HAND, ON_STAGE, PILE
from theatre_lab.games.cabaret.rules import DEAL_DUE, MIME, PLAYING
from theatre_lab.games.cabaret.scoring import RANKS
from theatre_lab.games.mythic_circus.cards import KINDS
from theatre_lab.games.overture.cards import COPIES
from theatre_lab.games.overture.rules import CARD_NUMBERS
from theatre_lab.games.the_theatre.draft_rules import KINDS_WIDTH, PICKS_WIDTH, ROW_WIDTH
from theatre_lab.games.the_theatre.draft_rules import RANKS as RANKS_OF_A_DRAFT
from theatre_lab.games.the_theatre.rules import CARD_NUMBERS as CARD_COUNT
from theatre_lab.games.the_theatre.rules import DECK_WIDTH, HAND_WIDTH

rules: Any = None

WIDTH = 700
"""So many numbers a tally may write: more than any game has cards."""
PLAYED, ACTIONS, LONGEST, FAULT, PLY = range(5)
"""Places in `report`."""
NO_ACTION, BAD_ACTION, LOST_CARD, BAD_COUNT, NO_END, BAD_PAYOFF = range(1, 7)
FAULTS = {
    NO_ACTION: "nobody may do anything, and the game is not over",
    BAD_ACTION: "a legal action is out of range or listed twice",
    LOST_CARD: "a card has come or gone",
    BAD_COUNT: "a pile does not hold what its count says",
    NO_END: "the game does not end",
    BAD_PAYOFF: "the winners' shares do not add up",
}


def checked_games(
    worlds: Any, games: Any, limits: Any, out: Any, cards: Any, counts: Any, report: Any, rng: Any
) -> None:
    """Play so many games from `worlds[0]` at random and check every position; stop at the first fault.

    `limits` are the most plies of a game, the number of actions there are, how many numbers a tally writes, and after
    how many plies it is taken; `counts` has room for two tallies of `WIDTH`.
    """
    for _ in range(games):
        rules.put(worlds, 1, worlds[0])
        report[FAULT] = checked_game(worlds[1], limits, out, cards, counts, report, rng)
        report[ACTIONS] += report[PLY]
        if report[FAULT] != 0:
            return
        report[PLAYED] += 1
        report[LONGEST] = max(report[LONGEST], report[PLY])


def checked_game(s: Any, limits: Any, out: Any, cards: Any, counts: Any, report: Any, rng: Any) -> Any:
    """Play one game; the number of its fault, or 0."""
    report[PLY] = 0
    settle_walk(s, cards, rng)
    if not tally(s, counts, 0):
        return BAD_COUNT
    while not rules.is_over(s):
        n = int(rules.legal_actions(s, out))
        fault = actions_fault(n, limits[1], out)
        if fault != 0:
            return fault
        rules.apply(s, out[rules.below(rng, n)])
        settle_walk(s, cards, rng)
        report[PLY] += 1
        if report[PLY] > limits[0]:
            return NO_END
        if report[PLY] % limits[3] == 0 or rules.is_over(s):
            if not tally(s, counts, WIDTH):
                return BAD_COUNT
            for i in range(limits[2]):
                if counts[i] != counts[WIDTH + i]:
                    return LOST_CARD
    shared = 0
    for player in range(s.players):
        share = int(rules.payoff(s, player))
        if share < 0:
            return BAD_PAYOFF
        shared += share
    if shared != WHOLE_WIN:
        return BAD_PAYOFF
    return 0


def settle_walk(s: Any, cards: Any, rng: Any) -> None:
    """Let luck decide what is due."""
    n = rules.chance(s, cards)
    while n >= 0:
        rules.shuffle(cards, n, rng)
        rules.set_chance(s, cards, n)
        n = rules.chance(s, cards)


def actions_fault(n: Any, space: Any, out: Any) -> Any:
    """Are the actions written in `out` such as they must be? The games list them in any order, but each once."""
    if n < 1:
        return NO_ACTION
    for i in range(n):
        if out[i] < 0 or out[i] >= space:
            return BAD_ACTION
        for j in range(i):
            if out[j] == out[i]:
                return BAD_ACTION
    return 0


def clear_tally(counts: Any, at: Any, width: Any) -> None:
    for i in range(at, at + width):
        counts[i] = 0


def tally(s: Any, counts: Any, at: Any) -> Any:
    """Count the cards of a position; `walks_for` puts a game's own in this place."""
    clear_tally(counts, at, WIDTH)
    return True


# ------------------------------------------------------------------ the games


def tally_overture(s: Any, counts: Any, at: Any) -> Any:
    """56 cards in deck, lobby, hands, houses and discards; those that left unseen are only known by their number."""
    clear_tally(counts, at, 1 + CARD_NUMBERS)
    total = int(s.ghosts)
    for i in range(s.drawn, s.deck_count):
        total += count_card(counts, at + 1, s.deck[i])
    for i in range(3):
        total += count_card(counts, at + 1, s.lobby[i])
    for i in range(12):
        total += count_card(counts, at + 1, s.hand[i])
    for i in range(24):
        total += count_card(counts, at + 1, s.bin[i])
    for player in range(s.players):
        for i in range(25):
            total += count_card(counts, at + 1, s.board[player][i])
    # Which cards left unseen nobody can tell: what is conserved is the sum, and no card may be there too often.
    for card in range(CARD_NUMBERS):
        if counts[at + 1 + card] > COPIES[card]:
            return False
        counts[at + 1 + card] = 0
    counts[at] = total
    held = 0
    for player in range(s.players):
        held += s.held[player]
    for i in range(12):
        if s.hand[i] > 0:
            held -= 1
    return held == 0


def tally_cabaret(s: Any, counts: Any, at: Any) -> Any:
    """Every performer is somewhere, hands have their sizes, the show's cards are on stage, mimes are never owed."""
    clear_tally(counts, at, MIME)
    in_hands = 0
    on_stage = 0
    for card in range(RANKS * s.players):
        place = int(s.place[card])
        if place < HAND or place > ON_STAGE:
            return s.phase == DEAL_DUE
        counts[at + card] = 1
        if place < PILE:
            in_hands += 1
        elif place == ON_STAGE:
            on_stage += 1
    for player in range(s.players):
        in_hands -= s.hand_size[player]
        if s.phase == PLAYING and 0 < s.show[player] <= MIME:
            on_stage -= 1
        if s.mimes[player] < 0 or s.hand_size[player] < 0:
            return False
    return in_hands == 0 and on_stage == 0


def tally_mythic_circus(s: Any, counts: Any, at: Any) -> Any:
    """What a player owns lies in hand, deck, discard pile, stage and labor; what is hired comes from the supply."""
    clear_tally(counts, at, 2 * KINDS)
    for player in range(s.players):
        for i in range(s.deck_size[player]):
            counts[at + KINDS + s.deck[player][i]] += 1
        held = 0
        for card in range(KINDS):
            held += s.hand[player][card]
            lying = counts[at + KINDS + card] + s.hand[player][card] + s.discard[player][card] + s.stage[player][card]
            if player == s.active:
                lying += s.labor[card]
            if lying != s.owned[player][card]:
                return False
            counts[at + KINDS + card] = 0
            counts[at + card] += s.owned[player][card]
        if held != s.hand_size[player]:
            return False
    for card in range(KINDS):
        if s.supply[card] < 0:
            return False
        counts[at + card] += s.supply[card]
    return True


def tally_the_theatre(s: Any, counts: Any, at: Any) -> Any:
    """Each player's cards lie in the hand, the deck, the breakroom, on stage or are dismissed."""
    clear_tally(counts, at, CARD_COUNT)
    for player in range(s.players):
        first = DECK_WIDTH * int(player)
        total = 0
        for i in range(s.deck_count[player]):
            total += count_card(counts, at, s.deck[first + i])
        for i in range(HAND_WIDTH * int(player), HAND_WIDTH * int(player) + s.held[player]):
            total += count_card(counts, at, s.hand[i])
        total += count_card(counts, at, s.played[player])
        total += count_card(counts, at, s.gambled[player])
        resting = 0
        gone = 0
        for card in range(first + 1, first + 1 + s.kinds[player]):
            resting += s.breakroom[card]
            gone += s.dismissed[card]
            counts[at + card] += s.breakroom[card] + s.dismissed[card]
            if counts[at + card] != s.copies_of[card]:
                return False
        if resting != s.breakroom_count[player] or gone != s.dismissed_count[player]:
            return False
        if total + resting + gone != s.deck_total[player]:
            return False
    return True


def tally_the_theatre_draft(s: Any, counts: Any, at: Any) -> Any:
    """Every card of the pool lies in a rank's deck, in its row, or before the player who took it."""
    clear_tally(counts, at, KINDS_WIDTH)
    for rank in range(RANKS_OF_A_DRAFT):
        for i in range(s.stock_first[rank], s.stock_first[rank] + s.stock_count[rank]):
            counts[at + s.stock[i]] += 1
    for card in range(KINDS_WIDTH):
        if counts[at + card] != s.unseen[card]:
            return False
    for rank in range(RANKS_OF_A_DRAFT):
        for i in range(ROW_WIDTH * rank, ROW_WIDTH * rank + s.row_count[rank]):
            counts[at + s.row[i]] += 1
    for player in range(s.players):
        for i in range(PICKS_WIDTH * player, PICKS_WIDTH * player + s.pick_count[player]):
            counts[at + s.picks[i]] += 1
    return counts[at] == 0


def count_card(counts: Any, first: Any, card: Any) -> Any:
    """Note a card if there is one; how many there were."""
    if card <= 0:
        return 0
    counts[first + card] += 1
    return 1


TALLIES = {
    "overture": (tally_overture, 1 + CARD_NUMBERS),
    "cabaret": (tally_cabaret, MIME),
    "mythic-circus": (tally_mythic_circus, 2 * KINDS),
    "the-theatre": (tally_the_theatre, CARD_COUNT),
    "the-theatre-draft": (tally_the_theatre_draft, KINDS_WIDTH),
}
"""The tally of each game, and how many numbers it writes."""


def tally_of(game: str) -> tuple[Any, int]:
    """The game's tally and how many numbers it writes; one that counts nothing for a game of others."""
    return TALLIES.get(game, (tally, 0))


def walks_for(game: str) -> ModuleType:
    """This module with the game's tally in its place, as a backend binds it."""
    walks = ModuleType(__name__)
    vars(walks).update(
        {name: value for name, value in globals().items() if name not in ("walks_for", "tally_of", "TALLIES")}
    )
    vars(walks)["tally"] = tally_of(game)[0]
    return walks
