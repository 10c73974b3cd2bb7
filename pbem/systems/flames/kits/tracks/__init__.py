"""Production tracks of Factories in Flames (13.6.10, option 40)."""
