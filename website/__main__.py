"""`python -m website`: builds the documentation site; any warning or broken link ends the build."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from pathlib import Path

from website.sources import ROOT, gather

FETCHED = re.compile(
    r"""(?:<(?:script|img|iframe|source)[^>]*\ssrc=|<link[^>]*\shref=|url\(|@import )["']?((?:https?:)?//[^"')\s>]+)"""
)
HERE = Path(__file__).resolve().parent
LEFT_OUT = ("objects.inv", ".buildinfo", "_static/styles/furo.css.map", "_static/scripts/furo.js.map")
"""Only other sites and people who work on the theme need these."""
UNUSED = re.compile(r'\s*<symbol id="svg-(?:pencil|eye)".*?</symbol>', re.DOTALL)
"""Drawings on every page for links that no page has: to the source of the page, and to its editor."""


def build(out: Path, work: Path) -> int:
    """Builds the site into `out`, with intermediate files in `work`; returns the exit code of Sphinx."""
    from sphinx.cmd.build import build_main  # an extra; everything else here can be tested without it

    source = work / "source"
    gather(source)
    strict = ["--fail-on-warning", "--keep-going", "--quiet", "--jobs", "auto"]
    code: int = build_main([*strict, "-c", str(HERE), "-d", str(work / "read"), "-b", "html", str(source), str(out)])
    for name in LEFT_OUT:
        (out / name).unlink(missing_ok=True)
    shutil.rmtree(out / "_sources", ignore_errors=True)
    for file in out.rglob("*.html"):
        file.write_text(UNUSED.sub("", file.read_text(encoding="utf-8")), encoding="utf-8")
    asked = asks_for(out)
    if asked:
        print("The site asks for what is not in it:", *asked, sep="\n", file=sys.stderr)
    return code or int(bool(asked))


def asks_for(out: Path) -> list[str]:
    """Scripts, styles, fonts and pictures that a page would load from elsewhere; there must be none."""
    files = [file for file in out.rglob("*") if file.suffix in (".html", ".css")]
    found = {address for file in files for address in FETCHED.findall(file.read_text(encoding="utf-8"))}
    return sorted(found)


def main() -> int:
    """The program."""
    parser = argparse.ArgumentParser(prog="python -m website", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="where the site goes")
    parser.add_argument("--fresh", action="store_true", help="rebuild every page")
    asked = parser.parse_args()
    work = ROOT / "build" / "site-work"
    if asked.fresh:
        shutil.rmtree(work, ignore_errors=True)
        shutil.rmtree(asked.out, ignore_errors=True)
    code = build(asked.out, work)
    if code == 0:
        size = sum(file.stat().st_size for file in asked.out.rglob("*") if file.is_file())
        print(f"{asked.out / 'index.html'}: {len(list(asked.out.rglob('*.html')))} pages, {size / 1e6:.1f} MB")
    return code


if __name__ == "__main__":
    sys.exit(main())
