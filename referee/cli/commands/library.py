"""What is shipped: `referee games`, `cards`, `rules` and `docs`."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.exit_codes import ANSWERED, Misuse, complain
from referee.cli.ruleset_options import house_entry, require_players, ruleset
from referee.cli.shared_options import example, format_option, game_argument, offered, rules_options
from referee.cli.terminal import at_a_terminal, paper, say
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError, Unjudgeable
from referee.corpus.ruleset_cache import RulesetOptions
from referee.engines import family
from referee.report.cards import FORMATS as CARDS
from referee.report.library import GAMES, GameEntry, HouseEntry
from referee.report.rulebook import FORMATS as RULES
from referee.rules import shipped


@click.command(epilog=example("referee games"))
@format_option(GAMES)
def list_games(form: str) -> int:
    """The games that can be judged, with their numbers of players, their variants, and the house rules for each.

    For each house rule, it shows what the rule adds. Games and house rules in the folders listed by the variable REFEREE_PATH
    are included.
    """
    from referee.rules import rulesets

    games: dict[str, GameEntry] = {}
    houses: dict[str, list[HouseEntry]] = {}
    names = {path.stem: str(path) for path in shipped.rulesets()} | shipped.own()
    for path in [*names.values(), *map(str, shipped.houses())]:
        try:
            rules = rulesets.load_ruleset(path)
            house = house_entry(rules, path) if rules.houses else None
        except Unjudgeable as unjudgeable:
            complain(unjudgeable.complaints)
            continue
        if house is not None:
            houses.setdefault(rules.name, []).append(house)
        elif not rules.get("abstract"):
            games[rules.name] = GameEntry(rules, family(rules.family).brief(rules))
    say(GAMES[form]([entry._replace(houses=houses.get(name, ())) for name, entry in games.items()]), form)
    return ANSWERED


@click.command(epilog=example("referee cards illuminate --format csv"))
@game_argument
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="Mark the cards not used with N players.")
@format_option(CARDS)
@rules_options
def list_cards(game: str, players: int | None, form: str, chosen: RulesetOptions) -> int:
    """The cards of a game, suit by suit from low to high if it has suits, with everything known about each."""
    rules = ruleset(game, chosen)
    if players is not None:
        require_players(rules, players, "players")
    say(CARDS[form](rules, family(rules.family).cards(rules, players), paper()), form)
    return ANSWERED


@click.command(epilog=example("referee rules illuminate --variant not-perfect", "referee rules spades --brief"))
@game_argument
@click.option("--brief", "in_brief", is_flag=True, help="The rules in one line.")
@format_option(RULES)
@rules_options
def show_rules(game: str, in_brief: bool, form: str, chosen: RulesetOptions) -> int:
    """The rules of a game in force, in a player's words, with the place of whatever a house rule or variant changed.

    yaml is the whole ruleset in force with everything merged in, a ruleset in its own right. html and markdown are a sheet to
    print: changes are marked, tables say what cards do, and open questions have their reading.
    """
    from referee.cli.commands.new import schema_line
    from referee.notebook import rulebook

    try:
        rules = ruleset(game, chosen)
    except Unjudgeable:
        if _is_of_a_game(game):
            raise Misuse(f"one rule is explained by `referee explain {game}`") from None
        raise
    its = family(rules.family)
    if in_brief:
        say(its.brief(rules))
        return ANSWERED
    if form == "yaml" and (line := schema_line(its.schema)):
        say(line, form)
    say(RULES[form](rulebook(rules)), form)
    return ANSWERED


def _is_of_a_game(name: str) -> bool:
    """Whether a name is a game, a slash and something of that game, such as one of its rules."""
    game, slash, _ = name.rpartition("/")
    try:
        return bool(slash) and bool(ruleset(game, RulesetOptions()))
    except Unjudgeable:
        return False


MISSING = "the documentation is not installed: releases include it, and `python -m website` builds it in a clone"


@click.command(epilog=example("referee docs --help"))
@click.argument("topic", nargs=-1, shell_complete=offered("rules"))
@click.option("--path", "as_path", is_flag=True, help="Print the path of the page instead of opening it.")
def open_docs(topic: tuple[str, ...], as_path: bool) -> int:
    """Open the documentation in a browser, at a topic if one is given; no network is needed.

    A topic is a rule, a ruling or a doubt as messages name it (illuminate/follow-suit), a game, a docs (resolve trick),
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
