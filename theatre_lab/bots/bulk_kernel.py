"""Whole games between bots that do not search, as functions over any game: one source for both backends.

`rules` stands for the functions of one game, as in `kernel`. A bot is told by one number, how many moves of a hundred
it makes by lot: all of them (random), the game's `careless` ones (easy), or none (greedy, medium). The other moves are
those of the game's own policy, which is shown what the player who moves may know, and nothing else.
"""

from __future__ import annotations

from typing import Any

rules: Any = None

ALWAYS = 100
"""A bot with so many moves by lot plays at random, and throws no die for it."""


def policy_action(s: Any, out: Any, rng: Any) -> Any:
    """A random legal action: every game whose policy is asked for has one of this name in its place."""
    return out[rules.below(rng, rules.legal_actions(s, out))]


def greedy_action(s: Any, out: Any, rng: Any) -> Any:
    """What the greedy bot plays: the policy, unless the game names something simpler."""
    return policy_action(s, out, rng)


def settle_luck(s: Any, cards: Any, luck: Any) -> None:
    """Shuffle whatever is due until someone is to decide or the game is over."""
    n = rules.chance(s, cards)
    while n >= 0:
        rules.shuffle(cards, n, luck)
        rules.set_chance(s, cards, n)
        n = rules.chance(s, cards)


def bot_action(seen: Any, careless: Any, out: Any, rng: Any) -> Any:
    """What a bot plays that sees the concealed state `seen`, on which the policy may write."""
    if careless >= ALWAYS or (careless > 0 and rules.below(rng, 100) < careless):
        return out[rules.below(rng, rules.legal_actions(seen, out))]
    return greedy_action(seen, out, rng)


def is_among_legal(s: Any, action: Any, out: Any) -> Any:
    """Is this one of the legal actions?"""
    is_found = False
    for k in range(rules.legal_actions(s, out)):
        if out[k] == action:
            is_found = True
    return is_found


def play_whole_game(
    worlds: Any, place: Any, scratch: Any, bots: Any, first: Any, out: Any, cards: Any, rng: Any, luck: Any
) -> Any:
    """Play `worlds[place]` to its end; return the number of actions.

    An action that is not legal ends the game before it is carried out: the answer is then -1, and the action stands in
    `out[0]`. What the mover sees stands in `worlds[scratch]`, and `out` tells the policy nothing of other players.
    `bots` holds the bots' numbers and their streams of luck, which stand from `first` on, a seat each.
    """
    careless, streams = bots
    s = worlds[place]
    settle_luck(s, cards, luck)
    actions = 0
    while not rules.is_over(s):
        mover = int(rules.to_move(s))
        rules.put(worlds, scratch, s)
        seen = worlds[scratch]
        rules.conceal(seen, mover)
        for k in range(len(out)):
            out[k] = 0
        rng[0] = streams[first + mover]
        action = int(bot_action(seen, careless[first + mover], out, rng))
        streams[first + mover] = rng[0]
        if not is_among_legal(s, action, out):
            out[0] = action
            return -1
        rules.apply(s, action)
        settle_luck(s, cards, luck)
        actions += 1
    return actions


def play_whole_games(
    worlds: Any, games: Any, bots: Any, lucks: Any, results: Any, out: Any, cards: Any, rng: Any, luck: Any
) -> None:
    """Play the first so many worlds to their ends, each from before its first shuffle; the next world is spent.

    `bots` holds, for every seat of every game, the bots' numbers and their streams; `lucks` the stream of each game's
    shuffles. `results` takes the lengths, as `play_whole_game` returns them, and for every seat payoffs and scores; of
    a game that ended with an illegal action this stands in the place of the first score.
    """
    lengths, payoffs, scores = results
    for place in range(games):
        s = worlds[place]
        players = int(s.players)
        luck[0] = lucks[place]
        lengths[place] = play_whole_game(worlds, place, games, bots, place * players, out, cards, rng, luck)
        if lengths[place] < 0:
            scores[place * players] = out[0]
        else:
            for player in range(players):
                payoffs[place * players + player] = rules.payoff(s, player)
                scores[place * players + player] = rules.score(s, player)
