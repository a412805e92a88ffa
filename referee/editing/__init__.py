"""A file while somebody writes it: what is wrong with the text so far, what can be corrected, what may come next."""
