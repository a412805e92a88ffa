"""A log as a page to step through: its steps as packed data, and what its rules say of each card and role on the page."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from string import Template

from referee.core.data import Data, Entry
from referee.core.events import Finding
from referee.core.exact import Number, exact
from referee.core.family import Block, RuleLine
from referee.core.markup import Markup, cut, file_of, join, tag, text
from referee.core.merging import at
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.core.scene import Scene
from referee.core.text import visible
from referee.core.verdict import Verdict
from referee.core.wording import in_list, number_of
from referee.engines import family
from referee.replay.drawing import ACROSS, DrawingPart
from referee.replay.faces import shared_inks
from referee.replay.moments import moment_of, result_of
from referee.replay.steps import ReplayStep, Steps
from referee.report import html
from referee.report.library import cell
from referee.report.paper import json_line
from referee.report.plot import LEFT, PlotLine, lines, on_page
from referee.report.rulebook import IN_TABLES, NAMES
from referee.report.verdicts import bad_line, verdict_line


def blind_to(finding: Finding, scene: Scene) -> list[str]:
    """The players who may not see a finding, as it names cards that others hold in secret.

    Nothing in a finding about themselves is hidden from players.
    """
    said = " ".join([finding.message, finding.reason] + list(finding.legal))

    def named(card: str) -> bool:  # and not as a part of another
        """Whether the finding names a card, and not only as a part of another name."""
        return card in said and re.search(rf"(?<![\w:]){re.escape(card)}(?![\w:])", said) is not None

    others = [seat.player for seat in scene.seats if seat.player != finding.player]
    return [player for player in others if any(map(named, scene.hidden_from(player)))]


KEYS = ("kind", "rule", "message", "legal", "text", "source", "set_at", "reason", "line")
"""Attributes of a finding that a page has, besides the seats that must not see its cards."""
FLAGS = {"violation": 2, "accepted": 1, "doubt": 1, "reading": 1}


def pack(data: object) -> str:
    """Plain data as compressed JSON in letters, which the script of the page unpacks."""
    squeeze = zlib.compressobj(9, wbits=-15, memLevel=6)  # smallest for what repeats so often
    return base64.b64encode(squeeze.compress(_harmless_line(data).encode()) + squeeze.flush()).decode()


def _harmless_line(data: object) -> str:
    """Data as JSON on one line, with every invisible sign in its texts made visible; there is hardly ever one."""
    line = json_line(data)
    without_quotes = line.replace('\\"', "")
    if "\\" not in without_quotes and visible(without_quotes) == without_quotes:
        return line
    return json_line(_all_harmless(data))


def _all_harmless(data: object) -> object:
    """The same data, with all signs in its texts visible."""
    if isinstance(data, str):
        return visible(data)
    if isinstance(data, dict):
        return {key: _all_harmless(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return list(map(_all_harmless, data))
    return data


TAGS = re.compile("(?<=>)(?=<)")
"""Between the tags of a drawing: a page has each once, as it has the words of each move, and a third fewer bytes for it."""


def step_data(step: ReplayStep, numbers: dict[DrawingPart, int], moves: Mapping[tuple[str, str], int]) -> Data:
    """A step as plain data for the page.

    `numbers` gives each part of a drawing its number; new parts are added to it. `moves` has the number of each move,
    by notation and words.
    """
    scene = step.scene
    table, held = ([numbers.setdefault(part, len(numbers)) for part in group.parts] for group in step.drawn)
    findings = []
    for one in step.findings:
        about = {key: getattr(one, key) for key in KEYS}
        if one.kind == "doubt":
            about["kind"] = one.weight
        about["blind"] = blind_to(one, scene)
        findings.append(about)
    findings += [{"kind": "complaint", "message": message} for message in step.complaints]
    flag = max((FLAGS[one.kind] for one in step.findings), default=0)
    if step.complaints:
        flag = 2
    moves_of_rule = []
    for others, alike in groupby(step.moves, itemgetter(slice(2, None))):
        moves_of_rule.append(others + ([moves[move[:2]] for move in alike],))
    return {
        **step.telling._asdict(),
        "spot": [f"{what.capitalize()} {number}" for what, number in step.spot.items() if number],
        "table": table,
        "held": held,
        "high": round(step.drawn.table.high),
        "title": scene.title,
        "lines": scene.lines,
        "totals": [seat.total for seat in scene.seats],
        "to_act": step.to_act,
        "doing": step.doing,
        "moves": moves_of_rule,
        "found": findings,
        "flag": flag,
    }


def _differences(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Each row of numbers as its differences from the row before, most of which are 0 and pack well.

    A row before that is shorter counts as filled with 0.
    """
    differences = []
    before: list[int] = []
    for row in rows:
        filled = before + [0] * len(row)
        differences.append([number - was for number, was in zip(row, filled, strict=False)])
        before = list(row)
    return differences


Known = list[tuple[str, str]]
"""Facts about a thing on a page, line by line: the name of the fact, and what the ruleset says."""


def about(rules: Ruleset, scenes: Sequence[Scene]) -> dict[str, Known]:
    """For each thing in the scenes, by its name, the facts that the ruleset has about it: those of cards, roles,
    symbols."""
    names: dict[str, None] = {}
    for scene in scenes:
        names |= dict.fromkeys(_names_in(scene))
    sentences = []
    for _, part in family(rules.family).describe(rules):
        sentences += part
    facts_by_name = {name: list(_sentences(rules, sentences, name)) for name in names if re.fullmatch(r"\D{3,}", name)}
    for row in family(rules.family).cards(rules, len(scenes[0].seats)):
        if row["card"] in names:
            facts_by_name[row["card"]] = list(_card(rules, row, facts_by_name))
    return {name: known for name, known in facts_by_name.items() if known}


def _names_in(scene: Scene) -> Iterator[str]:
    """Yield the names of all things in a scene: cards, and facts such as the role of a player or the season of a
    field."""
    yield from (node.name for node in scene.loose)
    for seat in scene.seats:
        yield from seat.facts
        yield from seat.kept
        yield from (node.name for node in seat.tree)
        if seat.laid:
            yield from [seat.laid.name]
    for field in scene.fields:
        yield from field.note.split(", ")
    rows = list(scene.piles)
    for seat in scene.seats:
        rows += seat.rows
    for field in scene.fields:
        rows += field.rows
    for row in rows:
        yield from filter(None, [card.name for card in row.cards])


def _sentences(rules: Ruleset, every: Sequence[RuleLine], name: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences among `every` that name a thing, and sentences on words that depend on these, each with its
    place."""
    naming = [line for line in every if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", line.text)]
    sections = {line.pointer[0] for line in naming}
    for line in every:
        needed = set[str]()
        for need in chain.from_iterable(rules.words.at(line.pointer).wants.values()):
            needed.update(need.get("all", ()))
        if line in naming or needed & sections:
            yield "", line.text
            yield "set at", _path(rules, line.pointer)


def _card(rules: Ruleset, row: Entry, said: Mapping[str, Known]) -> Iterator[tuple[str, str]]:
    """Yield the facts about a card, the place that sets what it does, and the facts about its symbols.

    `row` is the card in `referee cards`, `said` the facts about symbols by name.
    """
    for key, value in row.items():
        if key in NAMES or value in ("", []):
            continue
        fact = str(cell(rules, key, value))
        if fact != row.get("rank"):
            yield key.replace("_", " "), fact
    for section in IN_TABLES:
        if at(rules.data, section + (row["card"],)) is not None:
            yield "set at", _path(rules, section + (row["card"],))
            break
    for symbol in row.get("symbols", ()):
        yield from said.get(symbol, ())


def _path(rules: Ruleset, pointer: Pointer) -> str:
    """The path of a value in a ruleset, with the file and line of a change."""
    path = f"{rules.name}: {'.'.join(map(str, pointer))}"
    place = rules.origin_if_changed(pointer)
    if place is None:
        return path
    return f"{path} ({place.where})"


def index_page(name: str, bad: Sequence[tuple[Verdict, str]]) -> str:
    """A page that lists bad games with the first fault of each; `bad` has verdicts, each with the page on it ("" if
    none)."""
    games = []
    for verdict, to in bad:
        line: str | Markup = f"line {verdict.line}"
        if to:
            line = tag("a", line, href=to)
        games.append(tag("li", line, tag("p", bad_line(verdict))))
    return html.page(name, [tag("h1", name), tag("p", f"{number_of(len(bad), 'games')} not legal"), tag("ul", *games)])


def _people(found: Steps) -> list[str]:
    """The game, who played it, when and where, and by which house rules, as far as they are known."""
    log = found.log
    parts = [found.rules.title, in_list(log.players)]
    parts += [str(log.data[key]) for key in ("date", "place", "event") if log.data.get(key)]
    parts += [f"house rule {name}" for name in found.rules.houses]
    return parts


def page(found: Steps) -> str:
    """The page that steps through a log, in HTML, with its drawings, findings, score pad and script."""
    rules = found.rules
    name = found.log.path.rpartition("/")[2]
    moment = moment_of(found)
    people = " · ".join(_people(found))
    result = result_of(found)
    content = {
        "opens": str(moment.step),
        "headline": text(moment.headline),
        "people": text(people),
        "verdict": text(verdict_line(name, found.verdict, brief=True)),
        "status": found.verdict.status,
        "plot": _plot(found.log.players, [[seat.total for seat in step.scene.seats] for step in found.steps]),
        "pad": join(*html.blocks(_without_last_line(found.pad))),
        "result": text(result),
        "data": pack(_data(found)),
    }
    body = Markup(Template(file_of("referee.replay", "page.html")).substitute(content))
    style = file_of("referee.replay", "drawing.css") + file_of("referee.report", "plot.css")
    style += file_of("referee.replay", "replay.css")
    summary = f"{people}. {result}".rstrip()
    script = file_of("referee.replay", "replay.js")
    return html.page(f"{moment.headline} · {rules.title}", [body], style, script, summary)


def _without_last_line(pad: Sequence[Block]) -> list[Block]:
    """The blocks of a score pad without the result, which is the last line of the last."""
    blocks = list(pad)
    if blocks:
        blocks[-1] = blocks[-1]._replace(lines=blocks[-1].lines[:-1])
    return blocks


def _data(found: Steps) -> Data:
    """All data that the script of a page needs; what occurs often stands there once and is named by its number."""
    rules = found.rules
    scenes = [step.scene for step in found.steps]
    numbers = dict[DrawingPart, int]()
    words = set[tuple[str, str]]()
    barred = set[str]()
    for step in found.steps:
        words.update((move.notation, move.says) for move in step.moves)
        barred.update(move.rule for move in step.moves)
    texts = sorted(words)
    moves = {text: number for number, text in enumerate(texts)}
    rows = [step_data(step, numbers, moves) for step in found.steps]
    columns = {key: [row[key] for row in rows] for key in rows[0]}
    for key in ("table", "held"):
        columns[key] = _differences(columns[key])
    parts, tags = _parts_and_tags(list(numbers))
    return {
        "players": found.log.players,
        "opens": moment_of(found).step,
        "narrow": ACROSS,
        "trees": any(seat.tree for seat in scenes[0].seats),
        "board": any(scene.fields for scene in scenes),
        "four": bool(shared_inks(rules.deck)),
        "faces": found.faces.used_in(*{part.inside for part in numbers}),
        "things": about(rules, scenes),
        "rules": {rule: rules.rule(rule).text for rule in rules.get("rules", default={}) if rule in barred},
        "parts": parts,
        "tags": tags,
        "texts": list(map(_without_repeat, texts)),
        "steps": columns,
    }


def _parts_and_tags(parts: Sequence[DrawingPart]) -> tuple[list[object], list[str]]:
    """The parts of drawings as columns, for packing: the first has the numbers of the tags of each part; and these
    tags in order."""
    pieces = [TAGS.split(part.inside) for part in parts]
    used = set[str]()
    for own in pieces:
        used.update(own)
    tags = sorted(used)
    places = {piece: number for number, piece in enumerate(tags)}
    columns: list[object] = [[[places[piece] for piece in own] for own in pieces]]
    columns += list(zip(*parts, strict=True))[1:]
    return columns, tags


def _without_repeat(words: tuple[str, str]) -> list[str]:
    """The notation of a move and its words; only the notation if the words are the same."""
    notation, says = words
    if says == notation:
        return [notation]
    return [notation, says]


def _plot(players: Sequence[str], totals: Sequence[Sequence[str]]) -> Markup:
    """The chart of the score step by step, of which the page covers what comes later; empty if no score is known.

    `totals` has for each step the total of each player as it is shown.
    """
    wide = 328
    high = 150
    names = 104
    series = []
    scored = False
    for place, player in enumerate(players):
        points = _points(totals, place)
        if points:
            series.append(PlotLine(cut(player, 12), points))
        if any(value for _, value in points):
            scored = True
    if len(totals) < 2 or not scored:
        return Markup("")
    chart = lines(series, "The score as it went:", size=(wide, high), names=names, dots=False)
    across = wide - names - LEFT
    later = tag("rect", x=LEFT, y=0, width=across, height=high - 20, class_="later", id="later", data_across=across)
    drawn = on_page(chart._replace(drawn=Markup(chart.drawn + later)))
    return tag("figure", tag("figcaption", "The score as it went"), drawn, class_="score")


def _points(totals: Sequence[Sequence[str]], place: int) -> list[tuple[int, Number]]:
    """The points of a player's line: (step, total) where the total changes, and just before, so that the line has
    steps."""
    points: list[tuple[int, Number]] = []
    for step, row in enumerate(totals):
        if place >= len(row):
            continue
        number = re.match(r"-?\d+(?:\.\d+|/\d+)?", row[place])
        if number is None:
            continue
        value = exact(number[0])
        if not points:
            points.append((step, value))
        elif value != points[-1][1] or step == len(totals) - 1:
            points.append((step, points[-1][1]))
            points.append((step, value))
    return points
