"""Go Fish for referee: what this package adds, each in a record that an entry point names (see pyproject.toml).

referee imports this module whenever it looks for a name that it does not know, so nothing else is imported here.
"""

from referee.plugins import FamilyEntry, NotationEntry

FAMILY = FamilyEntry("asking", "referee_gofish.parts:PARTS", "referee_gofish")
NOTATION = NotationEntry("gofish", "referee_gofish.notation:records", r"\A\s*Go Fish\b")
