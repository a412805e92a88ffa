"""Many logs: the files that paths name, judged in parts, here or by several processes, always with the same answer."""
