"""A file while somebody writes it: what is wrong with the text as it stands, what can be put right, what may come next."""
