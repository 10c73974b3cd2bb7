"""The world: words, counters, boards, boxes, alliances."""
