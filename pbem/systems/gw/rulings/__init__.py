"""Readings of ambiguous rules, and optional rules."""
