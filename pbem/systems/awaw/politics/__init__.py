"""Declarations of war and what follows from them (3.11, 8.23, 50)."""
