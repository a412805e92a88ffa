"""A page that steps through a log: what happened, step by step, and the page that shows it."""
