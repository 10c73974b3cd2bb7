"""The sea: ports, sea areas, missions of ships, interception, battles, and who comes home hurt."""
