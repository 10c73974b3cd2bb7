"""Correction files that give built maps the borders of other dates."""
