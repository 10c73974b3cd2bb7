"""The rules core. It knows no game system: an architecture test keeps it so."""
