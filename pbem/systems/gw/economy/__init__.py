"""Income, spending, production, research, repair (2.3, 5, 7, 11)."""
