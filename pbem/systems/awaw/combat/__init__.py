"""The combat phase: operations carried out, ground attacks resolved, attrition (8.25, 9.6)."""
