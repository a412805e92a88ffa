"""A log judged: read, folded over its rules, and the verdict."""
