"""Capitals, surrender of nations, annexation (9.22-9.24, 15.4)."""
