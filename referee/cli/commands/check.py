"""`referee check`: is a ruleset, house rule or deck sound?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import click

from referee import source
from referee.cli.exit_codes import ANSWERED, BUG, UNJUDGED, bug_line, debugging
from referee.cli.output import paint, say_all, warn
from referee.cli.ruleset_options import typed
from referee.cli.shared_options import example, format_option, offered
from referee.core.bugs import bug_in_words
from referee.core.cards import Deck
from referee.core.formula import FormulaError
from referee.core.places import Complaint, Place, RulesetError, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.suggest import did_you_mean
from referee.core.wording import counted, shortened
from referee.corpus.paths import below
from referee.engines import family
from referee.report.checks import FORMATS, Checked
from referee.rules import decks, patches, rulesets, shipped
from referee.rules.citing import stale
from referee.rules.find import load_map, versioned
from referee.source import Document

MOST_WAYS = 100
"""How many variants and readings of one ruleset are tried."""
SUFFIXES = (".yaml", ".yml", ".json")


@click.command(epilog=example("referee check illuminate no-sixes"))
@click.argument("names", metavar="RULESET...", nargs=-1, shell_complete=offered("rulesets"))
@click.option("--if-there", is_flag=True, help="Pass over files and folders that are not there.")
@format_option(FORMATS)
def command(names: tuple[str, ...], if_there: bool, form: str) -> int:
    """Is a ruleset, house rule or deck sound? By name, file or folder; without arguments everything that is shipped.

    A ruleset is checked with each of its variants and each reading of its rulings, too. The exit code is 3 when one is
    not sound.
    """
    codes = [ANSWERED]
    checked = (_safely(*target, codes) for target in _targets(names, if_there=if_there))
    say_all(FORMATS[form](checked, paint()))
    return max(codes)


def _safely(label: str, path: str | Unjudgeable, codes: list[int]) -> Checked:
    """One thing checked, its exit code added to the others; a bug of referee's own costs that thing alone."""
    try:
        result = _check(label, path)
    except FormulaError:
        raise
    except Exception as bug:
        if debugging():
            raise
        told = bug_in_words(bug)
        warn(bug_line(told))
        codes.append(BUG)
        return Checked(label, "", "", (Complaint(Place(str(path), 1, 1), f"referee has a bug{told}"),))
    codes.append(UNJUDGED if result.complaints else ANSWERED)
    return result


def _targets(names: tuple[str, ...], *, if_there: bool) -> Iterator[tuple[str, str | Unjudgeable]]:
    """Each thing to check, as it is called and where it lies."""
    if not names:
        yield from ((path.stem, str(path)) for path in (*shipped.rulesets(), *shipped.houses()))
        yield from ((f"decks/{path.stem}", str(path)) for path in _decks())
    for name in names:
        if Path(name).is_dir():
            yield from ((path, path) for path in sorted(below(name, SUFFIXES)) if not _passed_over(path))
        elif (
            if_there and not Path(name).exists() and (rulesets.is_path(name) or isinstance(_shipped(name), Unjudgeable))
        ):
            warn(f"{name}: passed over; there is no such file or folder")
        elif rulesets.is_path(name):
            yield name, name
        else:
            yield name, _shipped(name)


def _decks() -> list[Path]:
    return sorted((shipped.folder("rulesets") / "decks").glob("*.yaml"))


def _passed_over(path: str) -> bool:
    """Whether a file found in a folder is a log, which nobody meant to check here; says so."""
    try:
        data = source.load(path).data
    except Unjudgeable:
        return False
    is_log = isinstance(data, dict) and "game" in data
    if is_log:
        warn(f"{path}: passed over; this is a log, not a ruleset (`referee validate` judges it)")
    return is_log


def _shipped(name: str) -> str | Unjudgeable:
    """The file of a ruleset, house rule or deck by name."""
    for house in (False, True):
        try:
            return rulesets.find(versioned(name)[0], None, typed, house=house)
        except RulesetError:
            continue
    known = {path.stem: str(path) for path in (*shipped.rulesets(), *shipped.houses(), *_decks())}
    if name in known:
        return known[name]
    hint = did_you_mean(name, known) or f"; known here: {', '.join(known)}"
    message = f"there is no folder {name!r} here, and no ruleset, house rule or deck of this name{hint}"
    return RulesetError([Complaint(typed(), message)])


def _check(label: str, path: str | Unjudgeable) -> Checked:
    try:
        if isinstance(path, Unjudgeable):
            raise path
        document = load_map(path, None)
        data = document.data
        if "game" in data or "events" in data:
            message = "this is a log, not a ruleset; `referee validate` judges it"
            raise RulesetError([Complaint(document.place(()), message)])
        deck = decks.in_file(document)
        if deck is not None:
            return Checked(label, "deck", _deck_brief(deck), ())
        return _check_rules(label, path, house="name" not in data)
    except Unjudgeable as unjudgeable:
        return Checked(label, "", "", unjudgeable.complaints)


def _deck_brief(deck: Deck) -> str:
    return f"{deck.title}, {counted(deck.total, 'cards')} in {counted(len(deck.suits), 'suits')}"


def _check_rules(label: str, path: str, *, house: bool) -> Checked:
    pile = rulesets.gather(path)
    rules = rulesets.assemble(pile)
    sound = pile.shipped if house else {}  # a game is checked by itself
    layers = rules.layers[: len(pile.documents)]
    complaints = [*rulesets.soundness(rules, sound), *patches.faults(layers, rules.words)]
    if not complaints:
        ways = (complaint for way in islice(_ways(pile, rules), MOST_WAYS) for complaint in way)
        complaints = shortened(ways, source.MOST_FAULTS, lambda last, more: last._replace(message=more))
    complaints = sorted(dict.fromkeys(complaints), key=lambda complaint: complaint.order)
    if rules.get("abstract"):
        return Checked(label, "abstract", f"{rules.title}, for other rulesets to extend", complaints)
    kind = "house" if house else "ruleset"
    if complaints:
        return Checked(label, kind, "", complaints)
    remarks = [*_old_names(pile.documents[-1][0]), *patches.idle_lines(layers, rules.words), *_stale_texts(rules)]
    return Checked(label, kind, _brief(rules), (), remarks)


def _old_names(document: Document) -> Iterator[Complaint]:
    """The words of a file that have another name now; they are still read."""
    for pointer, message in document.old.items():
        yield Complaint(document.place(pointer, key=True), f"{message}; the old name is still read")


def _brief(rules: Ruleset) -> str:
    return family(rules.family).brief(rules)


def _stale_texts(rules: Ruleset) -> Iterator[Complaint]:
    """The rules whose text a file changes without saying so, with what is cited instead."""
    for rule in rules.get("rules", default={}):
        found = stale(rules, rule)
        if found and found.layer is rules.layers[-1]:
            message = f"this changes the rule {rule!r}, so verdicts cite: {found.instead.text}"
            advice = f"write its new text under `rules: {{{rule}: …}}` to have it in your own words"
            yield Complaint(found.layer.place(found.words[0], key=True), f"{message} ({advice})")


def _ways(pile: rulesets.Pile, rules: Ruleset) -> Iterator[list[Complaint]]:
    """What is wrong with a sound ruleset once a variant is picked, or a ruling read another way.

    Of a house rule only its own are tried: those of its game need not go with it, and whoever picks both is told.
    """

    def tried(*pointer: str) -> bool:
        return not pile.houses or not rules.layer(pointer).own

    for variant in rules.get("variants", default={}):
        if tried("variants", variant, "patch"):
            yield _way(pile, rules, f"with the variant {variant}: ", variants=[variant])
    for name, ruling in rules.rulings.items():
        for reading in ruling.others:
            if tried("rulings", name, "readings", reading):
                yield _way(pile, rules, f"with the ruling {name} read as {reading}: ", ruling={name: reading})


def _way(
    pile: rulesets.Pile,
    rules: Ruleset,
    when: str,
    *,
    variants: Sequence[str] = (),
    ruling: Mapping[str, str] | None = None,
) -> list[Complaint]:
    try:
        changed = rulesets.assemble(pile, variants, ruling)
    except Unjudgeable as unjudgeable:
        found = list(unjudgeable.complaints)
    else:
        found = rulesets.soundness(changed, rules.data)
        own = [variant for variant in variants if rules.layer(("variants", variant, "patch")) is rules.layers[-1]]
        if own and not found and changed.data == rules.data:
            found = [
                Complaint(
                    rules.origin(("variants", *own, "patch")), "it changes nothing; write in `patch:` what it changes"
                )
            ]
    return [Complaint(Place(*place), f"{when}{message}") for place, message in found]
