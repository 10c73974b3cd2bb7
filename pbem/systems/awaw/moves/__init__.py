"""Movement and redeployment: on the map, and in and out of boxes (5, 8.24, 8.28)."""
