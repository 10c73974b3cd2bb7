"""Abyssinia, China, Spain (13)."""
