"""Choices that rules give a player: decisions, conditions, standing orders."""
