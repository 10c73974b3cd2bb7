"""Positions of rulebooks played as tests, and what of a rulebook they prove."""
