"""Supply lines, units cut off, sieges (12, 13)."""
