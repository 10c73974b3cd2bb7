"""The sections of a map file: what each may say, checked and put into the draft."""
