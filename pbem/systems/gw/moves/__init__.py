"""Movement in play, combat phase, placement of units (8, 10, 11.1)."""
