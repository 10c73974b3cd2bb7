"""What the builder knows of each map beside open geography: control points and lists by hand."""
