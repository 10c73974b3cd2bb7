"""Calculations that cases ask of single rules."""
