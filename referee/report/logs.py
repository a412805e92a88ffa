"""A log as a person would write it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml


def as_yaml(log: Mapping[str, Any]) -> str:
    """A log as YAML: one key of the head per line, and one event per line."""
    lines = []
    for key, value in log.items():
        if key == "events" and value:
            lines += ["events:", *(f"  - {_flow(event)}" for event in value)]
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    text: str = yaml.safe_dump(value, default_flow_style=True, width=10**6, sort_keys=False, allow_unicode=True)
    return text.removesuffix("\n").removesuffix("\n...")
