"""What a turn is: weather, attrition, the end of a player turn, victory (3, 26, 27)."""
