"""Lend-Lease and recruitment (7.9, 11.4, 11.5)."""
