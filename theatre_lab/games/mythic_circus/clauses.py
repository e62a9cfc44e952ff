"""Mythic Circus's rule book, clause by clause, in our own words."""

from __future__ import annotations

from theatre_lab.core.clauses import Clause, Clauses

__all__ = ["CLAUSES"]

CLAUSES = Clauses(
    Clause(*entry)
    for entry in (
        (
            "MC-S1",
            "The gnome troupe",
            "Two to four players. Each begins with ten gnomes: seven Working, two Daring, one"
            " Mischievous. Shuffle them and draw five.",
        ),
        (
            "MC-S2",
            "The supply",
            "Ten types of worker are for hire. Of each there are three per player less one, but ten"
            " at the most: 5, 8 or 10 cards. Nobody can hire a gnome.",
        ),
        ("MC-S3", "First player", "Player 1 begins; then turns go round by seat."),
        (
            "MC-P0",
            "Phoenix first",
            "Each turn opens with the Phoenix question, even your very first (our ruling). With no"
            " Phoenix in your discard pile nothing is asked.",
        ),
        (
            "MC-P1",
            "Rise",
            "Before you perform or pass: discard a card from hand and a Phoenix comes back from your"
            " discard pile into your hand. Repeat it, but no more often than Phoenixes lay there when"
            " the turn began. The discarded card may be a Phoenix too; it does not buy you another"
            " go (our ruling).",
        ),
        (
            "MC-F1",
            "Perform",
            "Add up the performance of all your workers on stage: that is your TP. 6 is Mediocre and"
            " earns 1 VP, 11 Memorable and 2, 16 Stellar and 3, 21 an Instant Classic and 4. Below 6"
            " earns nothing. An empty stage can only pass.",
        ),
        (
            "MC-F2",
            "The stage empties",
            "When the show is over everybody on your stage goes to your discard pile, and a wounded Minotaur recovers.",
        ),
        (
            "MC-F3",
            "Ten points win",
            'Whoever performs their way to 10 VP first has won on the spot. With `finish="round"` the'
            " turn and the round are played out and most VP win; then the higher TP standing on"
            " stage decides; if that is equal too, the win is shared (our ruling).",
        ),
        (
            "MC-F4",
            "The last round",
            "After `max_turns` rounds, 100 unless you choose otherwise, the curtain falls: most VP"
            " win, then the higher TP on stage, whatever `finish` says (our ruling).",
        ),
        (
            "MC-W1",
            "Send workers",
            "Send any number of cards from your hand, one after the other, on stage or to labor, as"
            " each card allows. Its ability happens at once. Stop whenever you like. Cards cannot be"
            " thrown away here.",
        ),
        (
            "MC-W2",
            "Labor points",
            "Every worker you send to labor adds its labor value to what you can spend this turn.",
        ),
        (
            "MC-W3",
            "Attack",
            "For each attack you may name one other player with someone on stage. That player decides"
            " which of their own workers is injured and put on their discard pile. An attack is used"
            " at once or lost (our ruling); with nobody to hit it does nothing.",
        ),
        (
            "MC-H1",
            "Hire",
            "Spend labor points on cards of the supply: several in a turn, but only one of each type,"
            " while the pile lasts. They go to your discard pile. Points you keep are lost.",
        ),
        (
            "MC-E1",
            "Clean up",
            "Workers at labor and the rest of your hand go to your discard pile; then draw five."
            " Workers on stage stay there.",
        ),
        (
            "MC-E2",
            "Shuffle when you must",
            "Cards are drawn one at a time. When you need one and your deck is empty, your discard"
            " pile, with all that went there before, is shuffled and becomes the deck. If that is"
            " empty too, you do without.",
        ),
        (
            "MC-A1",
            "Working Gnome, Daring Gnome",
            "A Working Gnome only labors. A Daring Gnome only goes on stage and can do nothing else.",
        ),
        (
            "MC-A2",
            "Mischievous Gnome",
            "Only for the stage. As it enters you may attack once.",
        ),
        (
            "MC-A3",
            "Goblin",
            "As it enters the stage you may discard a card and then draw one. Should the deck run out"
            " just then, the discarded card is shuffled in with the rest.",
        ),
        ("MC-A4", "Golem", "Only for labor, where it draws you a card."),
        (
            "MC-A5",
            "Mermaid",
            "Only for the stage. As it enters you may put a card of your discard pile on top of your deck.",
        ),
        (
            "MC-A6",
            "Faun",
            "On stage a Faun performs as well as it has company: 1 for each other worker there.",
        ),
        ("MC-A7", "Werewolf", "As it enters the stage you may attack once."),
        (
            "MC-A8",
            "Minotaur",
            "It takes two attacks to injure. The first leaves a wound, which lasts while it is on"
            " stage. An attacked player may give the blow to a wounded or to a fresh Minotaur.",
        ),
        (
            "MC-A9",
            "Fairy",
            "Only for the stage. As it enters you may summon a worker from your discard pile to the"
            " stage, one that costs less than 4 and may stand there; its own ability happens too."
            " Gnomes cost nothing. A Fairy costs 4, so a Fairy never summons a Fairy.",
        ),
        (
            "MC-A10",
            "Sphinx",
            "As it enters the stage you may draw two cards. If you do, you then discard two from"
            " hand, one after the other, or all you have if that is less.",
        ),
        (
            "MC-A11",
            "Phoenix",
            "Rises from the discard pile at the beginning of your turn, for the price of a card.",
        ),
        (
            "MC-A12",
            "Unicorn",
            "As it enters the stage you must choose another player, with Unicorns or without: all"
            " Unicorns on that player's stage are injured. When two play it simply happens.",
        ),
    )
)
