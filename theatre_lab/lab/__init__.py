"""Work with many games, and with whole games after they were played."""
