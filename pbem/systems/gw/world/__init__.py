"""Units, nations, zones, facilities, cargo, movement, supply: what a position is made of."""
