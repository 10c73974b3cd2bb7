"""What a rulebook tells the core, and what stays the same while a game is played."""
