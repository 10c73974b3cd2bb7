"""Logistical efforts, movement, automatic victory, rails, breakdown (4, 8, 9)."""
