"""Maps built from public geography."""
