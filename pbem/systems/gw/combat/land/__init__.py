"""Battles on land, assaults from the sea, carpet bombing (9.3-9.8)."""
