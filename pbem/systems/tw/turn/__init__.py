"""Weather, repair, victory, the end of a player turn (3, 15, 26, 27)."""
