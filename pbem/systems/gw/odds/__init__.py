"""Odds of battles, exact and simulated: they decide nothing."""
