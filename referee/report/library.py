"""Rulesets: the games there are and their cards, whether rules are sound, what differs, what logs exercised."""

from __future__ import annotations

import json as json_text
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.core.data import Data, Entry
from referee.core.markup import tag
from referee.core.places import Complaint
from referee.core.ruleset import Point, Ruleset, project_data
from referee.core.text import columns, one_line, to_left
from referee.core.wording import in_list, number_of
from referee.report import html
from referee.report.paper import PAPER, Paint, Paper, as_csv, as_json, forms, markdown_table, table
from referee.rules.meaning import RuleChange

if TYPE_CHECKING:
    from referee.judging.otherwise import Coverage
    from referee.play.examples import ExampleResult

MOST_SENTENCES = 3
"""Sentences of a house rule that are listed at most."""


class HouseEntry(NamedTuple):
    """A house rule: the sentences that it adds to the rules, and why it is played."""

    name: str
    does: Sequence[str]
    why: str

    @property
    def line(self) -> str:
        """What it does, in its first sentences; or else why."""
        more = ""
        if len(self.does) > MOST_SENTENCES:
            more = " …"
        return f"{self.name}: {' '.join(self.does[:MOST_SENTENCES]) or self.why}{more}"


class GameEntry(NamedTuple):
    """A game, its rules in one line, and the house rules for it."""

    rules: Ruleset
    brief: str
    houses: Sequence[HouseEntry] = ()


def games_text(games: Sequence[GameEntry]) -> str:
    """One paragraph per game: its rules in one line, its summary, its variants and the house rules for it."""
    parts = []
    for rules, brief, houses in games:
        lines = [f"{rules.name}  {brief}"]
        summary = rules.get("summary")
        if summary:
            lines.append(f"  {summary}")
        variants = rules.get("variants", default={})
        if variants:
            lines.append(f"  variants: {', '.join(variants)}")
        if houses:
            lines.append("  house rules:")
            lines += [f"    {house.line}" for house in houses]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def games_data(games: Sequence[GameEntry]) -> Data:
    """Return $defs/games of schemas/report.schema.json."""
    return {
        "games": [
            {
                **{key: getattr(rules, key) for key in ("name", "title", "family", "version")},
                "players": rules.get("players", default=[]),
                "brief": brief,
                "summary": rules.get("summary", default=""),
                "variants": list(rules.get("variants", default={})),
                "houses": [house._asdict() for house in houses],
            }
            for rules, brief, houses in games
        ],
        "houses": sorted(house.name for entry in games for house in entry.houses),
    }


GAMES = forms(games_text, games_data)


Rows = Sequence[Entry]
"""One map per card, all with the same keys; see `Family.cards`."""
WIDEST = 44
"""Columns of text in one cell, for cards of another kind, before it wraps."""


def _columns(rules: Ruleset, rows: Rows) -> tuple[list[str], list[list[object]]]:
    """The headers and rows of a table of cards; a column that is empty for all cards is omitted, unless it was asked
    for."""
    keys = list[str]()
    for key in dict.fromkeys(chain.from_iterable(rows[:1])):
        if key != "kind" and _has_column(key, rows):
            keys.append(key)
    cells = []
    for row in rows:
        cells.append([cell(rules, key, row[key]) for key in keys])
    return [key.replace("_", " ") for key in keys], cells


def _has_column(key: str, rows: Rows) -> bool:
    """Whether a key has a column: one was asked for, or a card has a value."""
    return key == "left_out" or any(row[key] not in ("", []) for row in rows)


def cell(rules: Ruleset, key: str, value: Any) -> object:
    """A value as a player reads it: suits and ranks by name, lists with spaces, and for true the name of the column,
    for false ""."""
    if isinstance(value, bool):
        if not value:
            return ""
        return key.replace("_", " ")
    if isinstance(value, list):
        return " ".join(map(str, value))
    names = {"suit": rules.deck.suits, "rank": rules.deck.rank_names}.get(key, {})
    return names.get(value, value)


def cards_text(rules: Ruleset, rows: Rows, paper: Paper = PAPER) -> str:
    """A table for each kind of cards, and a last line on how many there are."""
    if len(rules.deck):
        title = rules.deck.title
    else:
        title = rules.title
    tables = []
    counts = []
    for kind, rows_of_kind in kinds(rows).items():
        looks = {number: "dim" for number, row in enumerate(rows_of_kind) if row.get("left_out")}
        widest = None if kind == "cards" else WIDEST
        tables.append(table(*_columns(rules, rows_of_kind), paper, widest=widest, looks=looks))
        counts.append(_count_line(rows_of_kind, plural(kind)))
    return "\n\n".join(tables) + f"\n{title[:1].upper()}{title[1:]}: {'; '.join(counts)}."


def kinds(rows: Rows) -> dict[str, list[Entry]]:
    """Return the rows by their `kind`; those without a kind are cards."""
    kinds: dict[str, list[Entry]] = {}
    for row in rows:
        kinds.setdefault(row.get("kind", "cards"), []).append(row)
    return kinds or {"cards": []}


def plural(kind: str) -> str:
    """Return the plural of a kind of card."""
    if kind[-1] in "is":
        return kind
    return f"{kind}s"


def _count_line(rows: Rows, plural: str) -> str:
    """Return '65 cards, 13 left out'."""
    left = ""
    if rows and "left_out" in rows[0]:
        left = f", {sum(row['left_out'] for row in rows)} left out"
    return f"{number_of(sum(row.get('copies', 1) for row in rows), plural)}{left}"


def cards_html(rules: Ruleset, rows: Rows, paper: Paper = PAPER) -> str:
    """A page with a table for each kind of cards."""
    title = f"{rules.title}: the cards"
    tables = []
    for kind, rows_of_kind in kinds(rows).items():
        if kind == "cards":
            name = f"cards of {rules.deck.title}"
        else:
            name = plural(kind)
        caption = f"{name[:1].upper()}{name[1:]}: {_count_line(rows_of_kind, plural(kind))}"
        if rows_of_kind:
            tables += [html.table(caption, *_columns(rules, rows_of_kind))]
    return html.page(title, [tag("h1", title), *tables])


CARDS = forms(
    cards_text,
    lambda rules, rows: {"game": rules.name, "deck": rules.deck.name, "cards": rows},
    csv=lambda rules, rows, _: as_csv([_columns(rules, rows)[0], *_columns(rules, rows)[1]]),
    markdown=lambda rules, rows, _: "\n\n".join(markdown_table(*_columns(rules, of)) for of in kinds(rows).values()),
    html=cards_html,
)


class Checked(NamedTuple):
    """A ruleset, house rule or deck with its faults: what it is called, what it is, and its rules in one line.

    `notes` are not faults, but worth a look. `results` are its examples and those of the game (None if they were not run),
    `untouched` the rules that none of them touches, if it has any.
    """

    label: str
    kind: str = ""
    brief: str = ""
    complaints: Sequence[Complaint] = ()
    notes: Sequence[Complaint] = ()
    results: Sequence[ExampleResult] | None = None
    untouched: Sequence[str] = ()

    @property
    def own(self) -> list[ExampleResult]:
        """The examples that this file carries."""
        return [result for result in self.results or () if not result.example.inherited]

    @property
    def failed(self) -> list[ExampleResult]:
        """The examples of this file that do not hold."""
        return [result for result in self.own if not result.holds]

    @property
    def changed(self) -> list[ExampleResult]:
        """Examples of what it extends that come out differently here."""
        return [result for result in self.results or () if result.example.inherited and not result.holds]


def check_text(checked: Iterable[Checked], paper: Paper = PAPER) -> Iterator[str]:
    """Yield the lines on each file that was checked: notes and faults with their places, then 'illuminate: sound: …'.

    After that come the examples that fail, and a line on how many hold.
    """
    paint = paper.paint
    for item in checked:
        label = one_line(item.label)
        for place, message in item.notes:
            yield f"{place}: note: {message}"
        for place, message in item.complaints:
            if not place.file.startswith("<"):
                message = f"{place}: {message}"
            yield one_line(message)
        if item.complaints:
            yield f"{label}: {paint('not sound', 'bad')}: {number_of(len(item.complaints), 'faults')}"
        else:
            yield f"{label}: {paint('sound', 'good')}: {item.brief}"
        for result in item.failed + item.changed:
            yield _result_line(result, paint)
        if item.own or item.changed:
            yield f"{label}: {_holding(item, paint)}"
        if item.untouched:
            yield f"{label}: no example touches {', '.join(item.untouched)}"


def _result_line(result: ExampleResult, paint: Paint) -> str:
    """A line on an example that does not hold: its place, the verdict that it expects, and the verdict by the rules."""
    one = result.example
    comes = paint("fails", "bad")
    if one.inherited:
        comes = paint("changed here", "doubt")
    about = ", ".join(filter(None, (one.rule, one.data.get("title"))))
    if about:
        about += ": "
    wanted = one.wanted
    if wanted != "legal" and " " not in wanted:
        wanted = f"against {wanted}"
    what = f"the example says {wanted!r}; the rules say {result.found!r}"
    return one_line(f"{one.place}: {comes}: {about}{what}")


def _holding(item: Checked, paint: Paint) -> str:
    """A line on how many examples of a file hold or fail, and how many it inherits."""
    own = len(item.own)
    failed = len(item.failed)
    line = "no examples of its own"
    if own:
        line = paint(f"{number_of(own, 'examples')} hold{'s' * (own == 1)}", "good")
    if failed:
        line = paint(f"{failed} of {number_of(own, 'examples')} fail{'s' if failed == 1 else ''}", "bad")
    inherited = len(item.results or ()) - own
    if inherited:
        return f"{line}; of {inherited} inherited, {len(item.changed) or 'none'} changed here"
    return line


def check_json(checked: Iterable[Checked], paper: Paper = PAPER) -> Iterator[str]:
    """Yield the answer of `referee check` in JSON, $defs/check of schemas/report.schema.json."""
    entries = []
    for item in checked:
        entry = {"path": item.label, "kind": item.kind, "sound": not item.complaints, "brief": item.brief}
        entry["complaints"] = [complaint.as_dict() for complaint in item.complaints]
        entry["notes"] = [note.as_dict() for note in item.notes]
        examples = []
        for result in item.results or ():
            one = result.example
            outcome = {"found": result.found, "holds": result.holds}
            about = {"rule": one.rule, "title": one.data.get("title", ""), "inherited": one.inherited}
            examples.append({"at": str(one.place), **about, "expected": one.wanted, **outcome})
        more = {"holds": not item.failed, "examples": examples, "untouched": item.untouched}
        if item.results is not None:
            entry |= more
        entries.append(entry)
    yield as_json({"rulesets": entries})


CHECKS = {"text": check_text, "json": check_json}


SHORT = 80
"""Two values that are longer than this together get lines of their own."""


class RulesetSide(NamedTuple):
    """One of the two rulesets, as it was named, and in one line."""

    label: str
    rules: Ruleset
    brief: str


def difference_text(old: RulesetSide, new: RulesetSide, changes: Sequence[RuleChange]) -> str:
    """Both rulesets in one line each, then by section every key with its two values, and the sentences that changed."""
    lines = [f"  {old.brief}"]
    if old.brief != new.brief:
        lines = [f"- {old.brief}", f"+ {new.brief}"]
    section = ""
    for change in changes:
        first, *others = map(str, change.pointer)
        if first != section:
            section = first
            lines.append("")
            if others:
                lines.append(section)
        key = first
        if others:
            key = f"  {'.'.join(others)}"
        lines += _change_lines(key, change, new.rules)
    end = "Nothing changes."
    if changes:
        end = f"{number_of(len(changes), 'keys')} changed."
    return "\n".join(lines + ["", end])


def _change_lines(key: str, change: RuleChange, rules: Ruleset) -> Iterator[str]:
    """Yield a key with its old and new value, on lines of their own if they are long, then the sentences that
    changed."""
    at = ""
    place = _set_at(rules, change)
    if place:
        at = f" [{place}]"
    before = _written(change.old)
    after = _written(change.new)
    if change.old is None and change.new is None:
        yield f"{key}{at}"
    elif len(before) + len(after) > SHORT:
        yield f"{key}:{at}"
        yield f"    - {before}"
        yield f"    + {after}"
    else:
        yield f"{key}: {before} → {after}{at}"
    for sentence in change.was:
        yield f"    was: {sentence}"
    for sentence in change.now:
        yield f"    now: {sentence}"


def _written(value: object) -> str:
    """A value of a key: a text as it is, anything else in JSON."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return value
    return json_text.dumps(value, ensure_ascii=False)


def _set_at(rules: Ruleset, change: RuleChange) -> str:
    """Return the file and line that set the new value or removed the key; empty if it never existed."""
    place = rules.origin_if_changed(change.pointer)
    if place is None and change.new is not None:
        place = rules.origin(change.pointer)
    if not place:
        return ""
    return place.where


def difference_data(old: RulesetSide, new: RulesetSide, changes: Sequence[RuleChange]) -> Data:
    """Return $defs/diff of schemas/report.schema.json."""
    return {
        "old": {"rules": old.label, "brief": old.brief},
        "new": {"rules": new.label, "brief": new.brief},
        "changes": [
            {
                "key": ".".join(map(str, change.pointer)),
                **{name: value for name, value in (("old", change.old), ("new", change.new)) if value is not None},
                "set_at": _set_at(new.rules, change),
                "was": change.was,
                "now": change.now,
            }
            for change in changes
        ],
    }


DIFFERENCES = forms(difference_text, difference_data)


KINDS = ("rules", "words", "powers")
POWERS = ("powers", "illuminati", "groups", "specials")
"""The sections of a ruleset that say what single cards do."""


def share(covered: Coverage) -> int:
    """Return how much of a game is covered, in percent, rounded down so that only full coverage is 100."""
    return 100 * (len(covered.points) - len(covered.never())) // max(len(covered.points), 1)


def _kind(point: Point) -> str:
    """The kind of a point of coverage: 'powers' of single cards, 'rules' in words, or 'words' of the ruleset."""
    section = str(point.pointer[0])
    if section in POWERS:
        return "powers"
    if section == "rules":
        return section
    return "words"


def coverage_text(games: Sequence[tuple[str, Coverage]], paper: Paper = PAPER) -> str:
    """A table with one row per game, and below it the points that no log exercised: where they are set, or the rule
    in words."""
    rows = []
    for _, covered in games:
        in_all = Counter(_kind(point) for point in covered.points.values())
        missed = Counter(_kind(covered.points[name]) for name in covered.never())
        cells = [f"{in_all[kind] - missed[kind]}/{in_all[kind]}" if in_all[kind] else "" for kind in KINDS]
        rows.append((about_game(covered.rules), covered.logs, *cells, f"{share(covered)}%"))
    briefs = "\n".join(dict.fromkeys(brief for brief, _ in games))
    parts = [briefs, table(("game", "logs", *KINDS, "covered"), rows, paper)]
    for _, covered in games:
        if covered.never():
            width = max(map(columns, covered.never()))
            lines = [f"  {to_left(name, width)}  {_about(covered, name)}" for name in covered.never()]
            parts.append("\n".join([f"{about_game(covered.rules)}, never fired:", *lines]))
        silent = covered.silent()
        if silent:
            which = f"{number_of(len(silent), 'rules')} {'is' if len(silent) == 1 else 'are'} for readers only and cannot fire"
            parts.append(f"{about_game(covered.rules)}: {which}: {in_list(silent)}")
    return "\n\n".join(parts)


def about_game(rules: Ruleset) -> str:
    """Return the game with its house rules: 'hearts + pass-two'."""
    return " + ".join((rules.name, *rules.houses))


def _about(covered: Coverage, name: str) -> str:
    """Return the first sentence of a rule; of a word, where it is set."""
    pointer = covered.points[name].pointer
    rules = covered.held[name]
    if pointer[0] == "rules":
        first, stop, _ = rules.rule(str(pointer[1])).text.partition(". ")
        return first + stop.strip()
    return rules.origin(pointer).where


def coverage_data(games: Sequence[tuple[str, Coverage]]) -> Data:
    """Return $defs/coverage of schemas/report.schema.json."""
    return {
        "games": [
            {
                "game": covered.rules.name,
                "houses": list(covered.rules.houses),
                "brief": brief,
                "logs": covered.logs,
                "covered": share(covered),
                "never": covered.never(),
                "cannot": [f"rules.{rule}" for rule in covered.silent()],
                "points": [
                    {
                        "point": name,
                        "kind": _kind(point).removesuffix("s"),
                        "fired": covered.fired[name],
                        **({"rule": f"{covered.rules.name}/{point.cites}"} if point.cites else {}),
                        "set_at": covered.held[name].origin(point.pointer).where,
                    }
                    for name, point in covered.points.items()
                ],
                **project_data(covered.rules.project),
            }
            for brief, covered in games
        ]
    }


COVERAGE = forms(coverage_text, coverage_data)
