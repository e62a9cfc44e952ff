"""Whole games between bots that do not search, as functions over any game: one source for both backends.

`rules` stands for the functions of one game, as in `kernel`. A bot is told by one number, how many moves of a hundred
it makes by lot: all of them (random), the game's `careless` ones (easy), or none (greedy, medium). The other moves are
those of the game's `greedy_action`, or of its policy, which is shown what the player who moves may know, and nothing
else.

The luck of the games comes from here too. A `word` holds the state that `new_stream` works on, and what that takes:
six numbers of 64 bits without a sign, since compiled code would take them for negative ones or for fractions.
"""

from __future__ import annotations

from typing import Any

from theatre_lab.core.stream import MULTIPLIER, _mix, below

rules: Any = None

ALWAYS = 100
"""A bot with so many moves by lot plays at random, and throws no die for it."""
WORDS = 6
"""How many numbers a `word` holds."""
SPAN = MULTIPLIER * (1 << 32) - 2
"""How many states a stream has."""
_STATE, _NUMBER, _SPAN, _DEALS, _BOTS, _BRANCH = 0, 1, 2, 3, 4, 5
_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15  # this and the two mixes of a number are `new_stream`'s; a test compares what comes of them
_DEAL_PATH, _BOT_PATH = 11, 12
_SEEDS = 1 << 30


# ------------------------------------------------------------------ streams


def take_bits(word: Any) -> None:
    """Take 64 bits of a number into the state: those that stand in `word`."""
    word[_STATE] = _mix((word[_STATE] + word[_NUMBER] + _STEP) & _WORD)


def end_number(word: Any) -> None:
    """Close the number whose bits were taken."""
    word[_STATE] = _mix((word[_STATE] + _STEP) & _WORD)


def take_number(word: Any, number: Any) -> None:
    """Take a number from 0 to 2**62 into the state: the next one of the seed and path of a stream."""
    word[_NUMBER] = 2 * number
    take_bits(word)
    end_number(word)


def begin_stream(word: Any, rng: Any) -> None:
    """Let a stream begin with the numbers that were taken."""
    word[_SPAN] = SPAN
    word[_NUMBER] = word[_STATE] % word[_SPAN]
    rng[0] = word[_NUMBER]
    rng[0] += 1


def seed_games(seed: Any, first: Any, turns: Any, word: Any, rng: Any, drawn: Any) -> None:
    """Say who sits where in the games of a series from number `first` on, and with which luck.

    `seed` holds the bits of the series' own seed, 64 a number. In `turns` games of each deal the bots move on by a
    seat. `drawn` takes the deal of each game, the bot in each seat, the seed of each match, and that of each bot.
    """
    deals, seats, lucks, seeds = drawn
    players = len(seeds) // len(lucks)
    for series in range(2):
        word[_STATE] = 0
        for k in range(len(seed)):
            word[_NUMBER] = seed[k]
            take_bits(word)
        end_number(word)
        take_number(word, _DEAL_PATH if series == 0 else _BOT_PATH)
        word[_DEALS + series] = word[_STATE]
    for place in range(len(lucks)):
        index = first + place
        deals[place] = index // turns
        word[_STATE] = word[_DEALS]
        take_number(word, deals[place])
        begin_stream(word, rng)
        lucks[place] = below(rng, _SEEDS)
        word[_STATE] = word[_BOTS]
        take_number(word, index)
        word[_BRANCH] = word[_STATE]
        for seat in range(players):
            seats[place * players + seat] = (seat + index % turns) % players
            word[_STATE] = word[_BRANCH]
            take_number(word, seat)
            begin_stream(word, rng)
            seeds[place * players + seat] = below(rng, _SEEDS)


def draw_lots(code: Any, lots: Any, pile: Any, rng: Any) -> Any:
    """Make draws by lot, and tell what came of them in one number, together with what `code` told before.

    `lots` holds for each draw how many there are to draw from, and how many of the shuffled pile count: 0 for a single
    number, which is drawn without a shuffle.
    """
    sizes, kept = lots
    for draw in range(len(sizes)):
        n = sizes[draw]
        if kept[draw] == 0:
            code = code * n + below(rng, n)
        else:
            for k in range(n):
                pile[k] = k
            rules.shuffle(pile, n, rng)
            for k in range(kept[draw]):
                code = code * n + pile[k]
    return code


def begin_games(games: Any, paths: Any, length: Any, lots: Any, pile: Any, word: Any, rng: Any, begun: Any) -> None:
    """Begin the streams of some games from the seeds of their matches and bots.

    `games` holds their deals and both kinds of seeds, `paths` those of a match's shuffles and draws by lot; after
    `length` deals the series begins anew. `begun` takes a code of each game's beginning (its deal in the series and its
    draws by lot, as `draw_lots` tells them), the stream of its shuffles, and for every seat the stream of the bot.
    """
    deals, lucks, bot_seeds = games
    codes, shuffles, streams = begun
    for place in range(len(lucks)):
        word[_STATE] = 0
        take_number(word, lucks[place])
        word[_BRANCH] = word[_STATE]
        take_number(word, paths[0])
        begin_stream(word, rng)
        shuffles[place] = rng[0]
        word[_STATE] = word[_BRANCH]
        take_number(word, paths[1])
        begin_stream(word, rng)
        codes[place] = draw_lots(deals[place] % length, lots, pile, rng)
    for k in range(len(bot_seeds)):
        word[_STATE] = 0
        take_number(word, bot_seeds[k])
        begin_stream(word, rng)
        streams[k] = rng[0]


# ------------------------------------------------------------------ games


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


def play_whole_game(worlds: Any, room: Any, bots: Any, first: Any, out: Any, cards: Any, rng: Any, luck: Any) -> Any:
    """Play `worlds[room]` to its end; return the number of actions.

    An action that is not legal ends the game before it is carried out: the answer is then -1, and the action stands in
    `out[0]`. What the mover sees stands in the last world, and `out` tells the policy nothing of other players.
    `bots` holds the bots' numbers, and from `first` on, a seat each, which bot sits there and its stream of luck.
    """
    careless, seats, streams = bots
    scratch = len(worlds) - 1
    s = worlds[room]
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
        action = int(bot_action(seen, careless[seats[first + mover]], out, rng))
        streams[first + mover] = rng[0]
        if not is_among_legal(s, action, out):
            out[0] = action
            return -1
        rules.apply(s, action)
        settle_luck(s, cards, luck)
        actions += 1
    return actions


def write_result(s: Any, seats: Any, first: Any, sharing: Any, points: Any) -> None:
    """Write among how many each bot shares the win (0 for a loser) and its score, bot after bot, from `first` on."""
    players = int(s.players)
    winners = 0
    for seat in range(players):
        if rules.payoff(s, seat) > 0:
            winners += 1
    for seat in range(players):
        bot = first + seats[first + seat]
        points[bot] = rules.score(s, seat)
        sharing[bot] = winners if rules.payoff(s, seat) > 0 else 0


def play_whole_games(
    worlds: Any, keeps: Any, games: Any, bots: Any, results: Any, out: Any, cards: Any, rng: Any, luck: Any
) -> Any:
    """Play some games to their ends; return how many, less than all when one ended with an illegal action.

    `games` holds openings (states before the first shuffle), for each game which of them it begins with, and the
    stream of its shuffles; `bots` is as for `play_whole_game`. With `keeps` 1 the last states stay in `worlds`, a game
    each; with 0 all are played in the first. `results` takes the lengths of the games that came to their ends, and for
    every bot what `write_result` tells. The illegal action stands in `out[0]`.
    """
    openings, begins, shuffles = games
    lengths, sharing, points = results
    players = len(bots[1]) // len(begins)
    for place in range(len(begins)):
        room = place * keeps
        rules.put(worlds, room, openings[begins[place]])
        luck[0] = shuffles[place]
        actions = play_whole_game(worlds, room, bots, place * players, out, cards, rng, luck)
        if actions < 0:
            return place
        write_result(worlds[room], bots[1], place * players, sharing, points)
        lengths[place] = actions
    return len(begins)
