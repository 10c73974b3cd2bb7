"""Combat in play: orders for battles, choices in them, retreats, blitz (9)."""
