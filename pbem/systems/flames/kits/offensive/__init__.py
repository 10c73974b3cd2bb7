"""Offensive points (16, option 49)."""
