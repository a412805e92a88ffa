"""The ruleset compiled, what special cards do, and scoring."""
