"""The stages of a turn before and after its impulses."""
