"""Movement, automatic victory, rails, breakdown, reserves, chits (8, 9)."""
