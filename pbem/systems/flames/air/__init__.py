"""Aircraft: missions, sorties, air-to-air combat, rebasing."""
