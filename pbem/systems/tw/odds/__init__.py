"""The odds of battles, exact: of ground combat (10) and of air combat (11.9)."""
