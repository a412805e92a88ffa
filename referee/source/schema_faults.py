"""What checking a schema and wording its faults have in common: a fault, and the steps of its pointer."""

from __future__ import annotations

from referee.core.places import Pointer

SchemaFault = tuple[Pointer, str]
"""Where, and what is wrong."""

MOST_FAULTS = 50
"""How many faults of one kind, of one map or of one log are reported; a file with more has another problem."""
