"""Puts into a wheel what is made from the checkout: the documentation site, where it was built before with `python -m website`,
and the shipped rulesets as plain data.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Made(BuildHookInterface):  # type: ignore[type-arg]
    """Adds build/site to the package as `site`, which `referee docs` opens, and plain data as `ready` (rules/shipped.py)."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is made; an editable one finds the site in the checkout, and reads YAML."""
        if version == "editable":
            return
        site = Path(self.root, "build", "site")
        if (site / "index.html").is_file():
            build_data["force_include"][str(site)] = "referee/site"
        self.folder = TemporaryDirectory()
        sys.path.insert(0, self.root)
        from referee.rules import shipped

        for path in Path(self.root, "rulesets").glob("*/*.yaml"):
            place = Path(self.folder.name, path.parent.name, f"{path.stem}.json")
            place.parent.mkdir(exist_ok=True)
            place.write_text(shipped.plain_data(str(path)), encoding="utf-8")
        build_data["force_include"][self.folder.name] = f"referee/{shipped.READY}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called when the wheel is made."""
        if version != "editable":
            self.folder.cleanup()
