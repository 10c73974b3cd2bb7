"""Wars, minor countries, reserves, conquest and peace (9, 13.7, 19)."""
