"""Strikes from the air at what stands on the ground."""
