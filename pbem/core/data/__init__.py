"""What lies in files: YAML, schemas, charts, counters, findings about them, clauses."""
