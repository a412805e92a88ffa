"""Pictures of a table: a scene as SVG, in our own drawing."""
