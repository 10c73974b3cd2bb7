"""Marches and clashes (2, 3)."""
