"""The version of referee."""

__version__ = "1.0.0"
