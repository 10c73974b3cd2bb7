"""Alignment, declarations, pacts, what peacetime restrains (4, 5, 8.1, 14)."""
