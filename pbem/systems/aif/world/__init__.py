"""The powers of the war in America, and who co-operates with whom."""
