"""Game turns and player turns: what happens in them by itself (8)."""
