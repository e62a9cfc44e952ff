"""What all games share: the game contract, state declaration, random stream, records, live matches, errors."""
