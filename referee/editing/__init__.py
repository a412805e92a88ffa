"""A file while it is being written: what is wrong with the text so far, what can be corrected, what may come next."""
