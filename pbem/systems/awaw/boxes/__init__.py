"""Mapboard boxes (5): who holds and enters them, what leads in and out, SW boxes."""
