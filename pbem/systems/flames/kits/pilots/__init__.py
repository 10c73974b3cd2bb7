"""Pilots apart from their aircraft (14.6, option 46)."""
