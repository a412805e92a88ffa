"""A picture as PNG, made from an SVG by whatever this machine has: a browser, or a converter."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from referee.cli.exit_codes import Misuse
from referee.cli.out_file import file_for

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge", "microsoft-edge")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--force-device-scale-factor=2",
)  # fmt: skip
CONVERTERS = (("rsvg-convert", "--zoom=2", "--output"), ("inkscape", "--export-dpi=192", "--export-filename"))
LONGEST = 60
"""Seconds that it may take."""


def write_png(svg: str, out: str, inputs: Sequence[str]) -> None:
    """Writes a picture at twice its drawn size. Raises Misuse if nothing on this machine can."""
    with tempfile.TemporaryDirectory() as folder, file_for(out, inputs=inputs) as part:
        drawn, made = Path(folder, "table.svg"), Path(folder, "table.png")
        drawn.write_text(svg, encoding="utf-8")
        for call in _calls(svg, drawn, made, folder):
            subprocess.run(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=LONGEST, check=False)
            if made.exists():
                part.write_bytes(made.read_bytes())
                return
        raise Misuse("--format png needs Chromium or rsvg-convert, and neither works here; --format svg needs neither")


def _calls(svg: str, drawn: Path, made: Path, folder: str) -> list[list[str]]:
    """The commands to try, in turn."""
    size = re.search(r'width="([0-9.]+)" height="([0-9.]+)"', svg)
    assert size
    wide, high = (round(float(length) + 0.5) for length in size.groups())
    calls = []
    for browser in filter(None, map(shutil.which, BROWSERS)):
        window = (f"--user-data-dir={folder}/browser", f"--window-size={wide},{high}", f"--screenshot={made}")
        calls.append([browser, *QUIET, *window, drawn.as_uri()])
    for name, zoom, to in CONVERTERS:
        found = shutil.which(name)
        calls += [[found, zoom, to, str(made), str(drawn)]] if found else []
    return calls
