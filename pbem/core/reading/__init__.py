"""What is read of a run: scenes, reports, checklists."""
