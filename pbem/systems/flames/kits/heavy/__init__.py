"""Heavy weapons (22.11, option 56)."""
