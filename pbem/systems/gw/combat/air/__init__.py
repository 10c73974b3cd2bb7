"""Strategic bombing, interception, scramble (8.6, 9.14-9.18)."""
