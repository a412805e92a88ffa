"""Commands for what is shipped and what rules say: `referee games`, `cards`, `rules`, `explain`, `diff` and `docs`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from referee.cli import options
from referee.cli.terminal import Misuse, at_a_terminal, complain, paper, say
from referee.core.cards import Deck, fold_name
from referee.core.data import Entry
from referee.core.places import RulesetOptions, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.wording import did_you_mean, in_list, meant, nearest
from referee.engines import family
from referee.plugins import added_games
from referee.report.library import CARDS, DIFFERENCES, GAMES, GameEntry, HouseEntry, RulesetSide
from referee.report.rulebook import (
    CARD_FORMATS,
    DOUBT_FORMATS,
    EXPLANATION,
    FOUND_FORMATS,
    LIST_FORMATS,
    MANY_FORMATS,
    RULING_FORMATS,
    VARIANT_FORMATS,
    Explanation,
)
from referee.report.rulebook import FORMATS as RULES
from referee.rules import lookup, rulesets, shipped
from referee.rules.citing import changed_lines, rulings_about
from referee.rules.files import is_path, load_map
from referee.rules.meaning import differences, with_values


@options.command("referee games")
@options.formats(GAMES)
def list_games(form: str) -> None:
    """List the games that can be judged, with their numbers of players, their variants, and the house rules for each.

    For each house rule, it says what the rule adds. Games and house rules in the folders listed by the variable REFEREE_PATH
    are included.
    """
    games = dict[str, GameEntry]()
    houses = dict[str, list[HouseEntry]]()
    paths = list(rulesets.game_paths().values())
    paths += map(str, shipped.houses())
    for path in paths:
        try:
            rules = rulesets.load_ruleset(path)
            house = None
            if rules.houses:
                house = options.house_entry(rules, path)
        except Unjudgeable as unjudgeable:
            complain(unjudgeable.complaints)
            continue
        if house is not None:
            houses.setdefault(rules.name, []).append(house)
        elif not rules.get("abstract"):
            games[rules.name] = GameEntry(rules, family(rules.family).brief(rules))
    say(GAMES[form]([entry._replace(houses=houses.get(name, ())) for name, entry in games.items()]), form)


@options.command("referee cards illuminate --format csv", "referee cards illimat river")
@options.game
@options.argument("named", "[CARD]...", "cards", nargs=-1)
@options.number("--players", 1, "Mark the cards not used with N players.")
@options.formats(CARDS)
@options.rules
def list_cards(game: str, named: tuple[str, ...], players: int | None, form: str, chosen: RulesetOptions) -> None:
    """List the cards of a game, suit by suit from low to high if it has suits, with everything known about each.

    With CARD, only that one, by its name or the beginning of it; or those of a suit or a rank.
    """
    rules = options.ruleset(game, chosen)
    if players is not None:
        options.require_players(rules, players, "players")
    every = family(rules.family).cards(rules, players)
    wanted = " ".join(named)
    rows: Sequence[Entry] = every
    if named:
        rows = _cards_by_name(rules, wanted, every)
    if named and not rows:
        near = _nearest_card(wanted, [str(row["card"]) for row in every])
        hint = f"`referee cards {game}` lists them"
        if near is not None:
            hint = f"did you mean {near!r}?"
        raise Misuse(f"{rules.title} has no card {wanted!r}; {hint}")
    say(CARDS[form](rules, rows, paper()), form)


def _cards_by_name(rules: Ruleset, wanted: str, rows: Sequence[Mapping[str, object]]) -> list[Entry]:
    """The rows of the cards that a text names: by notation, suit or rank, or by a name or its beginning, with or
    without "The"."""
    number = rules.deck.find(wanted)
    if number is not None:
        name: str | None = rules.deck.ids[number]
    else:
        alike = _cards_alike(rules.deck, wanted, rows)
        if alike:
            return alike
        names = [str(row["card"]) for row in rows]
        short = _without_the(names)
        name = meant(wanted, short)
        if name:
            name = short[name]
        else:
            name = meant(wanted, names)
    return [row for row in rows if row["card"] == name]


def _without_the(cards: Sequence[str]) -> dict[str, str]:
    """The whole name of each card by what people call it, "River" for "The River"."""
    return {name.removeprefix("The "): name for name in cards}


def _nearest_card(wanted: str, cards: Sequence[str]) -> str | None:
    """The name of the card that a text with a slip means, written with or without "The"; None if none is near."""
    short = _without_the(cards)
    near = nearest(wanted, list(cards) + list(short))
    if near in short:
        return short[near]
    return near


def _cards_alike(deck: Deck, wanted: str, rows: Sequence[Entry]) -> list[Entry]:
    """The rows of the cards of the suit or the rank that a text names."""
    suit = deck.find_suit(wanted)
    ranks = {rank for rank, name in deck.rank_names.items() if fold_name(wanted) in (fold_name(rank), fold_name(name))}
    alike = []
    for row in rows:
        number = deck.by_id.get(row["card"])
        if number is not None and (deck.cards[number].suit == suit or deck.cards[number].rank in ranks):
            alike.append(row)
    return alike


@options.command("referee rules illuminate --variant not-perfect", "referee rules spades --brief")
@options.game
@options.flag("--brief in_brief", "The rules in one line.")
@options.flag("--all every_reading", "Every reading of each ruling, and how to choose it.")
@options.formats(RULES)
@options.rules
def show_rules(game: str, in_brief: bool, every_reading: bool, form: str, chosen: RulesetOptions) -> None:
    """Print the rules of a game in force, in a player's words, with the place of whatever a house rule or variant changed.

    yaml is the whole ruleset in force with everything merged in, a ruleset in its own right. html and markdown are a sheet to
    print: changes are marked, tables say what cards do, and open questions have their reading.
    """
    from referee.cli.commands.new import schema_line
    from referee.notebook import rulebook

    if in_brief and form != "text":
        raise Misuse("--brief and --format say what is printed; name only one of them")
    if every_reading and (in_brief or form != "text"):
        raise Misuse("--all adds to the rules as text; the other forms have every reading, and --brief has none")
    try:
        rules = options.ruleset(game, chosen)
    except Unjudgeable:
        with suppress(Unjudgeable):
            if "/" in game and options.ruleset(game.rpartition("/")[0]):
                raise Misuse(f"one rule is explained by `referee explain {game}`") from None
        raise
    its = family(rules.family)
    if in_brief:
        say(its.brief(rules))
        return
    if form == "yaml":
        line = schema_line(its.schema)
        if line:
            say(line, form)
    say(RULES[form](rulebook(rules)._replace(every_reading=every_reading)), form)


@options.command("referee explain illuminate/follow-suit", "referee explain no-sixes scoring")
@options.argument("words", "[GAME/]RULE|RULING|VARIANT|DOUBT|CARD", "rules", nargs=-1, required=True)
@options.flag("--all every", "Explain every rule of the game.")
@options.formats(EXPLANATION)
@options.rules
def explain(words: tuple[str, ...], every: bool, form: str, chosen: RulesetOptions) -> None:
    """Explain a rule: in words, with its source, the rulings about it, and a legal and an illegal example.

    Instead of a rule, name a ruling to see its readings, a variant, a doubt of a verdict, a card to see what it does, or a word
    to see the rules that have it. A space does for the slash.

    A game alone lists its rules. Without a game, the name is looked up in all of them. The game may also
    be a file, or a house rule, which stands for its game with the rule added: ours.yaml/follow-suit
    """
    game, called = _game_and_called(words)
    if options.file_of(game) is None and game not in added_games():
        found = lookup.in_every_game(" ".join(words))
        if len(found) > 1:
            say(FOUND_FORMATS[form](found), form)
            return
        if not found:
            _refuse_unknown(game, words)
        for only in found:
            game = only.rules.name
            called = only.where.partition("/")[2]
    elif words[0] == game and not called and not every:
        _ask_which(game)
    wanted = called.replace(" ", "-")
    path, house = options.game_or_house(game)
    if house:
        rules = options.ruleset(path, chosen)
    else:
        rules = options.ruleset(game, chosen)
    for number, change in enumerate(rules.get("changes", default=())):
        if wanted in change["patch"].get("rules", ()):
            rules = rules.changed((number,))
            break
    known = rules.get("rules", default={})
    doubts = family(rules.family).doubts()
    variants = rules.get("variants", default={})
    if wanted and wanted not in known | rules.get("rulings", default={}) | doubts | variants:
        if form in CARDS:
            rows = _cards_by_name(rules, called, family(rules.family).cards(rules, None))
            if rows:
                say(CARD_FORMATS[form](rules, rows, _card_texts(rules, rows), paper()), form)
                return
        about = _rules_with(called, rules)
        if not about:
            raise _unknown_rule(wanted, rules)
        if len(about) > 1:
            say(LIST_FORMATS[form](rules, about), form)
            return
        wanted = about[0]
    if wanted in known:
        say(EXPLANATION[form](_explanations(path, rules, {wanted})[0]), form)
        if form == "text" and at_a_terminal():
            _name_page(rules.name, wanted)
    elif wanted in rules.get("rulings", default={}):
        say(RULING_FORMATS[form](rules, wanted), form)
    elif wanted in variants:
        changed = options.ruleset(game, chosen._replace(variants=tuple(chosen.variants) + (wanted,)))
        say(VARIANT_FORMATS[form](rules, wanted, options.sentences_added(rules, changed)), form)
    elif wanted:
        say(DOUBT_FORMATS[form](rules, wanted, doubts[wanted]), form)
    elif every:
        brief = family(rules.family).brief(rules)
        say(MANY_FORMATS[form](rules, brief, _explanations(path, rules, set(known))), form)
    else:
        say(LIST_FORMATS[form](rules, list(known)), form)


def _ask_which(game: str) -> None:
    """Raise Misuse if the name of a game is also that of something in the rules of others."""
    alike = lookup.called_like(game)
    if not alike:
        return
    others = in_list([named.rules.name for named in alike])
    its_rules = f"`referee explain {game}/` lists its rules"
    raise Misuse(
        f"{game!r} is a game ({its_rules}) and a {alike[0].kind} of {others} (`referee explain {alike[0].where}`)"
    )


def _refuse_unknown(game: str, words: Sequence[str]) -> None:
    """Raise Misuse about a name that no game has, with the nearest that one has; a slip of the name of a game, or a file,
    is left to who looks for a game."""
    games = [path.stem for path in shipped.games() + shipped.houses()]
    if is_path(game) or did_you_mean(game, games):
        return
    name = " ".join(words)
    hint = did_you_mean(name, [thing.name for thing in lookup.everything()])
    if not hint:
        hint = "; `referee games` lists the games, `referee explain GAME` the rules of one"
    raise Misuse(f"no game, rule or card is called {name!r}{hint}")


def _unknown_rule(wanted: str, rules: Ruleset) -> Misuse:
    """The error about a name that no rule, ruling, doubt or variant of a game has."""
    known = rules.get("rules", default={})
    names = list(known)
    for others in (rules.get("rulings", default={}), family(rules.family).doubts(), rules.get("variants", default={})):
        names += others
    hint = did_you_mean(wanted, names)
    if not hint:
        hint = f"; its rules: {', '.join(known)}"
    return Misuse(f"{rules.title} has no rule {wanted!r}{hint}")


def _card_texts(rules: Ruleset, rows: Sequence[Entry]) -> list[lookup.LookedUp]:
    """What is written about these cards, of those that have a text of their own."""
    names = [row["card"] for row in rows]
    return [card for card in lookup.cards_of(rules) if card.text and card.name in names]


def _game_and_called(words: Sequence[str]) -> tuple[str, str]:
    """The game that was typed, which may be a file, and the name after it, as in 'hearts/follow-suit' or 'hearts
    follow suit'."""
    in_file = re.fullmatch(r"(.*\.(?:ya?ml|json))(?:/(.*))?", words[0])
    if in_file:
        game, name = in_file.groups("")
    else:
        game, _, name = words[0].partition("/")
    return game, " ".join(filter(None, (name, *words[1:])))


def _rules_with(called: str, rules: Ruleset) -> list[str]:
    """The rules whose text has a word that begins so."""
    word = re.compile(rf"\b{re.escape(called)}", re.IGNORECASE)
    return [rule for rule in rules.get("rules", default={}) if word.search(rules.rule(rule).text)]


def _name_page(game: str, rule: str) -> None:
    """Say where the page about a rule is, if there is one."""
    page = shipped.rule_page(game, rule)
    if page:
        say(f"\nPage: {page}")


def _explanations(path: str, rules: Ruleset, wanted: set[str]) -> list[Explanation]:
    """The rules wanted, each with its rulings, what a house rule changed about it, and a legal and an illegal
    example."""
    from referee.play.examples import example_pairs

    examples = example_pairs(path, rules, wanted)
    return [
        Explanation(rules, rule, rulings_about(rules, rule), changed_lines(rules, rule), examples[rule])
        for rule in rules.get("rules", default={})
        if rule in wanted
    ]


@options.command("referee diff illuminate no-sixes", "referee diff illuminate --variant shorter")
@options.argument("old", "A", "rulesets")
@options.argument("new", "[B]", "rulesets", required=False)
@options.formats(DIFFERENCES)
@options.rules
def diff(old: str, new: str | None, form: str, chosen: RulesetOptions) -> None:
    """Show what changes, in effect, from A to B: games or house rules, by name or file. A house rule stands for its game with
    the rule added.

    It lists every key that differs, with its old and new value, the file and line that set it, and the sentence of the rules if
    that changed. --house, --variant and --ruling are added to B or, without B, to A. A house rule alone is compared with what
    it extends.
    """
    before = _side(old, RulesetOptions())
    if new is not None or any(chosen):
        after = _side(new or old, chosen)
    else:
        path, house = options.game_or_house(old)
        if not house:
            raise Misuse(f"name what to compare {old} with, or add --house, --variant or --ruling")
        extended: str = load_map(path, None).data["extends"]
        rules = rulesets.load_ruleset(extended, near=path, at=options.place_typed)
        after = before
        before = RulesetSide(extended, rules, family(rules.family).brief(rules))
    words = [family(side.rules.family).describe(side.rules) for side in (before, after)]
    changes = differences(before.rules.data, after.rules.data, *words)
    say(DIFFERENCES[form](before, after, [with_values(each, before.rules, after.rules) for each in changes]), form)


def _side(name: str, chosen: RulesetOptions) -> RulesetSide:
    """One side of a comparison: a game or house rule by its name or file, with what was added to it."""
    path, house = options.game_or_house(name)
    if house:
        rules = options.ruleset(path, chosen)
    else:
        rules = options.ruleset(name, chosen)
    return RulesetSide(name, rules, family(rules.family).brief(rules))


@options.command("referee docs --help")
@options.argument("topic", "[TOPIC]...", "rules", nargs=-1)
@options.flag("--path as_path", "Print the path of the page instead of opening it.")
def open_docs(topic: tuple[str, ...], as_path: bool) -> None:
    """Open the documentation in a browser, at a topic if one is given; no network is needed.

    A topic is a rule, a ruling or a doubt as messages name it (illuminate/follow-suit), a game, a command
    (resolve trick), or a page (editors). Without a terminal or a browser, the path of the page is printed. Releases include the
    site; elsewhere it is the pages in Markdown, which have none for each rule.
    """
    site = Path(shipped.docs())
    suffix = ".md"
    if Path(site, "index.html").is_file():
        suffix = ".html"
    name = "index"
    anchor = ""
    if topic:
        name, anchor = _page(site, suffix, " ".join(topic))
    page = Path(site, f"{name}{suffix}")
    if suffix == ".html" and not as_path and at_a_terminal():
        import webbrowser

        with suppress(webbrowser.Error):
            if webbrowser.open(page.as_uri() + anchor):
                return
    say(f"{page}{anchor}")


def _page(site: Path, suffix: str, topic: str) -> tuple[str, str]:
    """The page of the documentation about a topic, as its path without suffix, and the anchor on it ('' or '#rule').

    `suffix` is that of all pages, '.html' or '.md'. Raises Misuse if there is none.
    """
    pages = [page.relative_to(site).as_posix().removesuffix(suffix) for page in sorted(site.rglob(f"*{suffix}"))]
    wanted = topic.strip("/")
    if not wanted:
        wanted = "index"
    name = wanted.replace(" ", "-")
    tried = [f"rules/{wanted}", f"rules/{wanted}/index", wanted, f"{wanted}/index", f"reference/commands/{name}"]
    for page in tried:
        if page in pages:
            return page, ""
    for page in pages:
        if page.rpartition("/")[2] == name and not page.startswith("rules/"):
            return page, ""
    game, _, rule = wanted.partition("/")
    page = f"rules/{game}/index"
    rules_on_page = list[str]()
    if page in pages:
        rules_on_page = re.findall(r'\bid="([\w-]+)"', Path(site, f"{page}{suffix}").read_text(encoding="utf-8"))
    if rule in rules_on_page:
        return page, f"#{rule}"
    known = [page.removeprefix("rules/") for page in pages] + [page.rpartition("/")[2] for page in pages]
    known += [f"{game}/{rule}" for rule in rules_on_page]
    hint = did_you_mean(wanted, dict.fromkeys(known))
    if suffix == ".md" and rule:
        hint = f"; `referee explain {wanted}` says the rule"
    if not hint:
        hint = "; `referee docs` opens the first page"
    raise Misuse(f"the documentation has no page about {topic!r}{hint}")
