"""Names for the types of plain data, which is everything that YAML and JSON can hold.

A value here is of any kind that YAML has; the schemas in `schemas/` say which keys there are and of which kind each is. Only a
value that was not checked by them is an `object`, to be looked at before it is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Item = Mapping[str, Any]
"""An item of a log: a verb with its value, and what may stand beside it."""
Said = Mapping[str, Any]
"""What an item says key by key: the map after its verb, such as a result, or what `expect:` claims."""
Head = Mapping[str, Any]
"""The head of a log, which comes before its events, or a map in it: `setup:`, `position:`."""
Words = Mapping[str, Any]
"""The words of a ruleset with their values: all of them, or those of a part such as `scoring:`."""
Entry = Mapping[str, Any]
"""A map in a file of another kind or in a table of its own: a card, a deck, a ruling, a player, a question's details."""
Schema = Mapping[str, Any]
"""A JSON Schema, or a part of one."""
Data = dict[str, Any]
"""Plain data that referee makes: a table, a score pad or an answer as reports print it, or an item that it writes."""
