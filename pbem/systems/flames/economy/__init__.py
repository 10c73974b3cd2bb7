"""What a power produces and builds (13.6)."""
