"""Oil and build points that are saved on the map (13.6.9, options 30 and 31)."""
