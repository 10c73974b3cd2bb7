"""Facilities and ruins of works (13.6.6, 13.6.7, 13.8; options 32 and 33)."""
