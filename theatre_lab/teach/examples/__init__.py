"""The worked examples of the rule books: one module a game, with one example a clause in `EXAMPLES`."""
