"""Many logs: in parts, on one core, on all of them, or on a cluster, always with the same answer."""
