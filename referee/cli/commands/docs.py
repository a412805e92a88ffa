"""`referee docs`: the documentation, from the disk."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.output import at_a_terminal, say
from referee.cli.shared_options import example, offered
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.rules import shipped

MISSING = "the documentation is not installed: releases include it, and `python -m website` builds it in a clone"


@click.command(epilog=example("referee docs --help"))
@click.argument("topic", nargs=-1, shell_complete=offered("rules"))
@click.option("--path", "as_path", is_flag=True, help="Print the path of the page instead of opening it.")
def command(topic: tuple[str, ...], as_path: bool) -> int:
    """Open the documentation in a browser, at a topic if one is given; no network is needed.

    A topic is a rule, a ruling or a doubt as messages name it (illuminate/follow-suit), a game, a command (resolve trick),
    or a page (editors). Without a terminal or a browser, the path of the page is printed.
    """
    site = shipped.docs()
    if site is None:
        raise SourceError([Complaint(Place(COMMAND_LINE, 1, 1), MISSING)])
    name, anchor = _page(Path(site), " ".join(topic))
    page = Path(site, f"{name}.html")
    if as_path or not at_a_terminal() or not _opened(page.as_uri() + anchor):
        say(f"{page}{anchor}")
    return ANSWERED


def _page(site: Path, topic: str) -> tuple[str, str]:
    """The page about a topic, without its suffix, and the place on it. Raises Misuse."""
    if not topic:
        return "index", ""
    pages = [page.relative_to(site).as_posix().removesuffix(".html") for page in sorted(site.rglob("*.html"))]
    wanted = topic.strip("/") or "index"
    name = wanted.replace(" ", "-")
    tried = (f"rules/{wanted}", f"rules/{wanted}/index", wanted, f"{wanted}/index", f"reference/commands/{name}")
    named = [page for page in pages if page.rpartition("/")[2] == name and not page.startswith("rules/")]
    found = next((page for page in (*tried, *named) if page in pages), None)
    if found is None and (page := f"rules/{wanted.partition('/')[0]}/index") in pages:
        part = wanted.partition("/")[2]
        if f'id="{part}"' in Path(site, f"{page}.html").read_text(encoding="utf-8"):
            return page, f"#{part}"
    if found is None:
        from referee.core.suggest import did_you_mean

        known = [page.removeprefix("rules/") for page in pages] + [page.rpartition("/")[2] for page in pages]
        hint = did_you_mean(wanted, dict.fromkeys(known)) or "; `referee docs` opens the first page"
        raise Misuse(f"the documentation has no page about {topic!r}{hint}")
    return found, ""


def _opened(address: str) -> bool:
    """Whether a browser could be asked to show a page."""
    import webbrowser

    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
