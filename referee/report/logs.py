"""A log as a person would write it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.harmless import yaml_line


def as_yaml(log: Mapping[str, Any]) -> str:
    """A log as YAML: one key of the head per line, and one event per line."""
    lines = []
    for key, value in log.items():
        if key == "events" and value:
            lines += ["events:", *(f"  - {yaml_line(event)}" for event in value)]
        else:
            lines.append(f"{key}: {yaml_line(value)}")
    return "\n".join(lines) + "\n"
