"""The end of a round under open cards, solved exactly. Compilable.

Everyone strives for the largest lead over the mean of the others (max^n over the linear margin, for two
players minimax); among equals the first card is played. The solver plays and takes back on one state, depth first.

Its stack is an array of whole numbers of 64 bits, four a card played: the best gains found, the gains of the card
being tried, the mimes before it, and all else that is needed to take it back. Gains are what every player will score
until the end of the round, as one number with a field of ten bits a player, so that adding adds them player by player.

>>> from theatre_lab.api import set_up
>>> from theatre_lab.games.cabaret.cards import card_name
>>> s = set_up("cabaret", 2, agents=["Singers", "Actors"], leader=0, rounds=1, seed=1,
...            hands=[["S12", "A1"], ["S3", "A7"]]).state
>>> stack = [0] * STACK
>>> is_solvable(s), card_name(s, solve_action(s, stack))
(True, 'S12')
>>> [gains_of(stack[BEST], seat) for seat in range(2)]
[-2, 5]
>>> look_ahead(s, stack)
>>> s.round_index
1
"""

from __future__ import annotations

from typing import Any

from theatre_lab.games.cabaret.dealing import HAND, UNSEEN
from theatre_lab.games.cabaret.rules import (
    MIME,
    PLAYING,
    R_MIMES_EACH,
    R_SHOWS,
    apply,
    next_seat,
    play_mime,
    play_performer,
    show_winner,
)
from theatre_lab.games.cabaret.scoring import R_MIME, R_OWN, RANKS, card_points

__all__ = ["SOLVED_SHOWS", "STACK", "gains_of", "is_solvable", "look_ahead", "solve_action"]

SOLVED_SHOWS = 5
"""The most shows that can be solved; four with four players, three with five or six."""
SEARCH_CARDS = (0, 0, 8, 10, 12, 13, 12)
"""How many cards before the end of a round a search turns to exact play, by the number of players."""
STACK = 72
"""The length of the stack."""
WORDS = 4
BEST, EDGE, OWNED, NOTE = 0, 1, 2, 3
FIELD = 10
HALF = 512
UNKNOWN = -(1 << 62)


def shows_left(s: Any) -> int:
    """Shows to be ended in this round, the current one among them."""
    return int(s.rule[R_SHOWS]) - int(s.show_index)


def cards_left(s: Any) -> int:
    """Cards to be played until the end of the round."""
    played = 0
    for seat in range(s.players):
        if s.show[seat] != 0:
            played += 1
    return shows_left(s) * int(s.players) - played


def is_solvable(s: Any) -> bool:
    """Are few shows left, all hands known, and all points small enough for the fields?"""
    if s.phase != PLAYING or shows_left(s) > SOLVED_SHOWS or cards_left(s) * WORDS > STACK:
        return False
    most = 0
    for rank in range(RANKS):
        most = max(most, abs(int(s.stars[rank])))
    counted = shows_left(s) * int(s.players)
    if s.all_genres == 0:
        counted = min(RANKS, counted)
    mimes = abs(int(s.rule[R_MIME])) * int(s.rule[R_MIMES_EACH]) * int(s.players)
    if most * counted * max(1, int(s.all_genres) * int(s.rule[R_OWN])) + 2 * mimes >= HALF:
        return False
    for card in range(RANKS * s.players):
        if s.place[card] == UNSEEN:
            return False
    return True


def look_ahead(s: Any, stack: Any) -> None:
    """Play an open world to the end of its round, everyone at their best, if the end is near."""
    while s.phase == PLAYING and cards_left(s) <= SEARCH_CARDS[s.players] and is_solvable(s):
        apply(s, solve_action(s, stack))


def solve_action(s: Any, stack: Any) -> int:
    """The exact best action for the player to move in a solvable state.

    Afterwards `stack[BEST]` holds what everyone gains until the end of the round (see `gains_of`); `s` is as before.
    """
    action = MIME
    left = shows_left(s)
    base = 0
    enter_node(stack, 0)
    while base >= 0:
        card = next_card(s, stack, base)
        if card >= 0:
            left -= play_card(s, stack, base, card)
            if left > 0:
                base += WORDS
                enter_node(stack, base)
                continue
            gains = 0
        else:
            gains = int(stack[base + BEST])
            base -= WORDS
            if base < 0:
                break
        gains += int(stack[base + EDGE])
        left += take_back(s, stack, base)
        is_better = stack[base + BEST] == UNKNOWN
        if not is_better:
            is_better = lead(gains, s) > lead(stack[base + BEST], s)
        if is_better:
            stack[base + BEST] = gains
            if base == 0:
                action = int(stack[NOTE] & 127) - 1
                if action == RANKS * s.players:
                    action = MIME
    return action


def enter_node(stack: Any, base: Any) -> None:
    """Begin to look at a player's cards."""
    stack[base + BEST] = UNKNOWN
    stack[base + NOTE] = 0


def next_card(s: Any, stack: Any, base: Any) -> int:
    """The next performer that may be played, the mime's slot when there is none at all, or -1 at the end."""
    player = int(s.turn)
    last = RANKS * int(s.players)
    for card in range(stack[base + NOTE] & 127, last):
        if may_play(s, player, card):
            return card
    if stack[base + NOTE] & 127 == 0:
        return last
    return -1


def may_play(s: Any, player: Any, card: Any) -> bool:
    """CB-T2: does the player hold the performer, and is its genre not in the show?"""
    return bool(s.place[card] == HAND + player and (s.staged >> (card // RANKS)) & 1 == 0)


def play_card(s: Any, stack: Any, base: Any, card: Any) -> int:
    """Play a card (or a mime, in the slot after the last performer); return how many shows that ended: 0 or 1."""
    player = int(s.turn)
    note = (card + 1) | (int(s.leader) << 7) | (player << 10) | (int(s.lacks[player]) << 13)
    stack[base + OWNED] = mimes_in_fields(s)
    gains = 0
    if card == RANKS * s.players:
        gains = mime_gains(s, player)
        play_mime(s, player)
        s.show[player] = MIME + 1
    else:
        play_performer(s, player, card)
        s.show[player] = card + 1
    s.turn = next_seat(s, player)
    ended = 0
    if s.turn == s.leader:
        ended = 1
        note |= show_in_fields(s) << 19
        winner = show_winner(s)
        gains += show_gains(s, winner)
        begin_next_show(s, winner, player)
    stack[base + NOTE] = note
    stack[base + EDGE] = gains
    return ended


def take_back(s: Any, stack: Any, base: Any) -> int:
    """Take back what `play_card` did, and return the same."""
    note = int(stack[base + NOTE])
    owned = int(stack[base + OWNED])
    player = (note >> 10) & 7
    shown = note >> 19
    ended = 0
    if shown != 0:
        ended = 1
        restore_show(s, shown)
        s.leader = (note >> 7) & 7
    s.show[player] = 0
    s.turn = player
    card = (note & 127) - 1
    if card == RANKS * s.players:
        s.lacks[player] = (note >> 13) & 63
        take_back_payment(s, player, owned)
    else:
        s.place[card] = HAND + player
        s.hand_size[player] += 1
    s.staged = genres_in_show(s)
    restore_mimes(s, owned)
    return ended


def genres_in_show(s: Any) -> int:
    """The genres (bits) of the performers in the show."""
    genres = 0
    for seat in range(s.players):
        if s.show[seat] != 0 and s.show[seat] != MIME + 1:
            genres |= 1 << ((int(s.show[seat]) - 1) // RANKS)
    return genres


def lead(gains: Any, s: Any) -> int:
    """How far the player to move gets ahead of the others' mean, times the number of others."""
    return margin(gains, int(s.turn), int(s.players))


def gains_of(gains: Any, player: Any) -> int:
    """One player's field of the points to come."""
    shifted = int(gains)
    for other in range(player + 1):
        field = ((shifted + HALF) & ((1 << FIELD) - 1)) - HALF
        if other == player:
            return field
        shifted = (shifted - field) >> FIELD
    return 0


def margin(gains: Any, player: Any, players: Any) -> int:
    """How far the player gets ahead of the others' mean, times the number of others."""
    shifted = int(gains)
    total = 0
    own = 0
    for other in range(players):
        field = ((shifted + HALF) & ((1 << FIELD) - 1)) - HALF
        total += field
        if other == player:
            own = field
        shifted = (shifted - field) >> FIELD
    return int(players * own - total)


def mime_gains(s: Any, player: Any) -> int:
    """CB-T4, CB-E4: a mime leaves the collection; at a shortage everyone ends up richer by new mimes."""
    worth = int(s.rule[R_MIME])
    gains = -(worth << (FIELD * player))
    if s.mimes[player] == 0:
        for other in range(s.players):
            gains += (worth * int(s.rule[R_MIMES_EACH])) << (FIELD * other)
    return int(gains)


def show_gains(s: Any, winner: Any) -> int:
    """CB-T6: what the finished show brings its winner; nothing when there is none."""
    if winner < 0:
        return 0
    points = int(s.rule[R_MIME]) * int(s.mimes_to_win)
    for seat in range(s.players):
        if s.show[seat] != MIME + 1:
            points += card_points(s, winner, s.show[seat] - 1)
    return int(points << (FIELD * winner))


def begin_next_show(s: Any, winner: Any, last: Any) -> None:
    """CB-T6, CB-T7: the winner, or else who played last, leads a new show."""
    for seat in range(s.players):
        s.show[seat] = 0
    s.staged = 0
    s.leader = last
    if winner >= 0:
        s.mimes[winner] += s.mimes_to_win
        s.leader = winner
    s.mimes_to_win = 0
    s.turn = s.leader


def show_in_fields(s: Any) -> int:
    """The show as one number, seven bits a seat."""
    shown = 0
    for seat in range(s.players):
        shown |= int(s.show[seat]) << (7 * seat)
    return shown


def restore_show(s: Any, shown: Any) -> None:
    """Put the show back that `show_in_fields` noted."""
    for seat in range(s.players):
        s.show[seat] = (shown >> (7 * seat)) & 127


def mimes_in_fields(s: Any) -> int:
    """All collections as one number, seven bits a seat, then the mimes set aside and those in the show."""
    owned = (int(s.mimes_to_win) << 49) | (int(s.mimes_aside) << 42)
    for seat in range(s.players):
        owned |= int(s.mimes[seat]) << (7 * seat)
    return owned


def restore_mimes(s: Any, owned: Any) -> None:
    """Put the mimes back that `mimes_in_fields` noted."""
    s.mimes_to_win = owned >> 49
    s.mimes_aside = (owned >> 42) & 127
    for seat in range(s.players):
        s.mimes[seat] = (owned >> (7 * seat)) & 127


def take_back_payment(s: Any, player: Any, owned: Any) -> None:
    """Undo what a shortage paid, if the mime of this player brought one about."""
    if (owned >> (7 * player)) & 127 == 0:
        for seat in range(s.players):
            s.mimes_paid[seat] -= (owned >> (7 * seat)) & 127
