"""The optional rules that both books know, a module or more for each; the mainline names none."""
