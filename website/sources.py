"""All pages in one folder: those of docs/ as they are, and those that are generated."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from website import commands, contract, families, games, python_names, sourced
from website.markdown import toctree

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(\]\()([^)\s]+)(\))")
FENCE = re.compile(r"^(```+)", re.MULTILINE)
KINDS = {"tutorials": "Tutorials", "how-to": "How-to guides", "reference": "Reference", "explanation": "Explanation"}
BESIDE = {
    "CONTRIBUTING.md": "explanation/contributing.md",
    "CHANGELOG.md": "explanation/changelog.md",
    "CODE_OF_CONDUCT.md": "explanation/code-of-conduct.md",
    "SECURITY.md": "explanation/security.md",
    "benchmarks/README.md": "explanation/benchmarks.md",
    "fuzz/README.md": "explanation/fuzzing.md",
}
"""Pages outside docs/, and their places in the site."""

MADE = {
    "reference/commands": commands.pages,
    "reference/words": families.word_pages,
    "reference/events": families.event_pages,
    "reference/json": contract.pages,
    "reference/python": python_names.pages,
    "rules": games.pages,
}
"""What makes the pages of a folder, by name, `index` among them."""
GAMES = "<!-- games -->"
"""In a page: where the games stand, family by family, with links to their rules."""
MADE_LIST = """\
Made from the program itself:

- [Games and their rules](../rules/index.md): every rule, ruling and doubt that a message names, on the page of its game.
- [Commands](commands/index.md): every command, its help, and what it prints.
- [Every word](words/index.md) of a ruleset.
- [Every event](events/index.md) of a log.
- [JSON](json/index.md): what `--format json` prints.
- [Python names](python/index.md), with their docstrings."""


def gather(folder: Path) -> None:
    """Writes every page into the folder, unless it is already there, and removes what no longer belongs there."""
    wanted = {path: text.encode() for path, text in pages()}
    wanted |= {path: (ROOT / "docs" / path).read_bytes() for path in pictures()}
    for path, content in wanted.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_bytes() != content:
            file.write_bytes(content)
    for file in folder.rglob("*"):
        if file.is_file() and file.relative_to(folder).as_posix() not in wanted:
            file.unlink()


def pages() -> Iterator[tuple[str, str]]:
    """Every page of the site by its path, as Markdown."""
    made = {f"{folder}/{name}.md": text for folder, make in MADE.items() for name, text in make().items()}
    written = written_pages()
    known = {source: path for path, source in written.items()} | {f"docs/{path}": path for path in pictures()}
    for path, source in written.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        text = _with_links(text, source, path, known, set(made))
        text = sourced.with_tables(text, posixpath.relpath("rules", posixpath.dirname(path) or "."))
        text = text.replace(GAMES, games.links())
        if path == "reference/index.md":
            text += f"\n{MADE_LIST}\n"
        if Path(path).name == "index.md":
            text = f"{text}\n{_navigation(path, text, set(written) | set(made))}\n"
        yield path, text
    yield from made.items()


def written_pages() -> dict[str, str]:
    """The pages that people wrote: their path in the site, and in the repository."""
    docs = {file.relative_to(ROOT / "docs").as_posix(): file for file in sorted((ROOT / "docs").rglob("*.md"))}
    beside = {path: source for source, path in BESIDE.items()}
    return {path: file.relative_to(ROOT).as_posix() for path, file in docs.items()} | beside


def pictures() -> list[str]:
    """The pictures in docs/, in the same places in the site."""
    files = sorted(file for file in (ROOT / "docs").rglob("*") if file.suffix in (".svg", ".png", ".webp"))
    return [file.relative_to(ROOT / "docs").as_posix() for file in files]


def _with_links(text: str, source: str, path: str, known: dict[str, str], made: set[str]) -> str:
    """A page whose links lead to pages of the site; blocks of code contain no links."""

    def moved(link: re.Match[str]) -> str:
        target, mark, anchor = link[2].partition("#")
        if not target or "://" in target:
            return link[0]
        full = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        there = known.get(full) or (full.removeprefix("docs/") if full.removeprefix("docs/") in made else None)
        if there is None:
            raise SystemExit(f"{source}: links to {target}, which is no page of the site")
        return f"{link[1]}{posixpath.relpath(there, posixpath.dirname(path) or '.')}{mark}{anchor}{link[3]}"

    parts = re.split(r"(^(`{3,})[^\n]*\n.*?^\2$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if at % 3 else LINK.sub(moved, part) for at, part in enumerate(parts) if at % 3 != 2)


def _navigation(path: str, text: str, known: set[str]) -> str:
    """The pages below an index: those that it links to in its order, then all others of its folder."""
    folder = posixpath.dirname(path)
    if not folder:
        return toctree([f"{kind}/index" for kind in KINDS if f"{kind}/index.md" in known], depth=2)
    linked = [
        posixpath.normpath(posixpath.join(folder, link[1].partition("#")[0])) for link in map(list, LINK.findall(text))
    ]
    below = [page for page in linked if page in known and (page.startswith(f"{folder}/") or page == "rules/index.md")]
    here = sorted(page for page in known if page.startswith(f"{folder}/") and _at_hand(page.removeprefix(f"{folder}/")))
    order = dict.fromkeys(page for page in [*below, *here] if page != path)
    return toctree([posixpath.relpath(page, folder).removesuffix(".md") for page in order])


def _at_hand(inside: str) -> bool:
    """Return whether a page is directly in a folder, or is the index of a folder in it."""
    return "/" not in inside or inside.endswith("/index.md")
