"""What players type: order files, answers, where a word of theirs points."""
