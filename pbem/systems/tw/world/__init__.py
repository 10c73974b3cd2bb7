"""Words, counters, ratings, hexes, zones of control and stacking (1, 2, 9, 10.8)."""
