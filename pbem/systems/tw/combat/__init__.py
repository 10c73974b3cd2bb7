"""Ground combat in play (10): attacks, their results, retreats, advances."""
