"""Battles at sea, convoy raids, guarded straits (9.5-9.13)."""
