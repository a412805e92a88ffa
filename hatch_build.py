"""Puts the documentation site into a wheel, where it was built before: `python -m website`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Site(BuildHookInterface):  # type: ignore[type-arg]
    """Adds build/site to the package as `site`, which `referee docs` opens."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is made; an editable one finds the site in the checkout."""
        site = Path(self.root, "build", "site")
        if version != "editable" and (site / "index.html").is_file():
            build_data["force_include"][str(site)] = "referee/site"
