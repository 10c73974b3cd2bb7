"""Unit construction (3.11, 5, 8.27): from force pools onto the board."""
