"""One module for each command: options in, a call, a report out."""
