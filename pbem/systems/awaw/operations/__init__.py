"""Offensive operations: announcing and paying them, and what forbids them (9)."""
