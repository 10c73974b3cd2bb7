"""Objectives, points, the end of the game (3)."""
