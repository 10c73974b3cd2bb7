"""Units, ground, control, zones of control, stacking, supply."""
