"""War and peace: declarations, minor countries that fall, surrenders, armistice (6, 18, 21, 23)."""
