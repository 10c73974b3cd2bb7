"""Boards: hexes, areas, paths over them, and the map files they are read from."""
