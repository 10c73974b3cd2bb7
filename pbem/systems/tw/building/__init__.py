"""Building and repair of units, and what they cost (15)."""
