"""A log as a page to step through: its steps as packed data, and what its rules say of each card and role on the page."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from string import Template

from referee.core.data import Data, Entry
from referee.core.events import Finding
from referee.core.exact import Number, exact
from referee.core.family import RuleLine
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
from referee.replay.steps import ReplayStep, Steps
from referee.report import html
from referee.report.library import cell
from referee.report.paper import json_line
from referee.report.plot import LEFT, PlotLine, lines, on_page
from referee.report.rulebook import IN_TABLES, NAMES
from referee.report.verdicts import bad_line, verdict_line


def blind_to(finding: Finding, scene: Scene) -> list[str]:
    """Return the players who do not see every card that a finding names: some of them are in the hands of others.

    Nothing is hidden from players of what is found about themselves.
    """
    said = " ".join((finding.message, finding.reason or "", *finding.legal))

    def named(card: str) -> bool:  # and not as a part of another
        return card in said and re.search(rf"(?<![\w:]){re.escape(card)}(?![\w:])", said) is not None

    others = [seat.player for seat in scene.seats if seat.player != finding.player]
    return [player for player in others if any(map(named, scene.hidden_from(player)))]


KEYS = ("kind", "rule", "message", "legal", "text", "source", "set_at", "reason", "line")
"""Attributes of a finding that a page has, besides the seats that must not see its cards."""
FLAGS = {"violation": 2, "accepted": 1, "doubt": 1, "reading": 1}


def pack(data: object) -> str:
    """Return data as compressed JSON, in letters."""
    squeeze = zlib.compressobj(9, wbits=-15, memLevel=6)  # smallest for what repeats so often
    return base64.b64encode(squeeze.compress(_harmless_line(data).encode()) + squeeze.flush()).decode()


def _harmless_line(data: object) -> str:
    """Return data as JSON on one line, with everything in its texts visible as what it is, as it nearly always is already."""
    line = json_line(data)
    without_quotes = line.replace('\\"', "")
    if "\\" not in without_quotes and visible(without_quotes) == without_quotes:
        return line
    return json_line(_all_harmless(data))


def _all_harmless(data: object) -> object:
    """Return the same data, with everything in its texts visible as what it is."""
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
    """Return a step for the page; it names the parts of its drawing by `numbers`, to which new ones are added, and the words of
    its moves by theirs."""
    scene = step.scene
    table, held = ([numbers.setdefault(part, len(numbers)) for part in group.parts] for group in step.drawn)
    findings = []
    for one in step.findings:
        findings.append({key: getattr(one, key) for key in KEYS} | {"blind": blind_to(one, scene)})
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
        "moves": [
            (*others, [moves[move[:2]] for move in alike])
            for others, alike in groupby(step.moves, lambda move: move[2:])
        ],
        "found": [*findings, *({"kind": "complaint", "message": message} for message in step.complaints)],
        "flag": 2 if step.complaints else max((FLAGS[one.kind] for one in step.findings), default=0),
    }


def _differences(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return each row as what it adds to the numbers of the row before, most of which stay."""
    pairs = zip(rows, [[], *rows], strict=False)
    found = []
    for row, before in pairs:
        found.append([number - was for number, was in zip(row, [*before, *[0] * len(row)], strict=False)])
    return found


Known = list[tuple[str, str]]
"""Facts about a thing on a page, line by line: what about it, and what the ruleset says."""


def about(rules: Ruleset, scenes: Sequence[Scene]) -> dict[str, Known]:
    """Return what the ruleset says of everything that the scenes show, by its name."""
    shown = dict.fromkeys(name for scene in scenes for name in _names_in(scene))
    sentences = [line for _, part in family(rules.family).describe(rules) for line in part]
    said = {name: list(_sentences(rules, sentences, name)) for name in shown if re.fullmatch(r"\D{3,}", name)}
    for row in family(rules.family).cards(rules, len(scenes[0].seats)):
        if row["card"] in shown:
            said[row["card"]] = list(_card(rules, row, said))
    return {name: known for name, known in said.items() if known}


def _names_in(scene: Scene) -> Iterator[str]:
    """Yield the names of everything in a scene: cards, and what is said of players and fields."""
    yield from (node.name for node in scene.loose)
    for seat in scene.seats:
        yield from seat.facts
        yield from seat.kept
        yield from (node.name for node in seat.tree)
        if seat.laid:
            yield from [seat.laid.name]
    for field in scene.fields:
        yield from field.note.split(", ")
    everywhere = (scene.piles, *(seat.rows for seat in scene.seats), *(field.rows for field in scene.fields))
    yield from (card.name for rows in everywhere for row in rows for card in row.cards if card.name)


def _sentences(rules: Ruleset, every: Sequence[RuleLine], name: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences of the rules in force that name something, and those of the words that need these."""
    naming = [line for line in every if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", line.text)]
    sections = {line.pointer[0] for line in naming}
    for line in every:
        needs = chain(*rules.words.at(line.pointer).wants.values())
        needed = {word for need in needs for word in need.get("all", ())}
        if line in naming or needed & sections:
            yield "", line.text
            yield "set at", _path(rules, line.pointer)


def _card(rules: Ruleset, row: Entry, said: Mapping[str, Known]) -> Iterator[tuple[str, str]]:
    """Yield what is known of a card, where it is set, and what the rules say of its symbols."""
    known = {}
    for key, value in row.items():
        if key not in NAMES and value not in ("", []):
            known[key] = cell(rules, key, value)
    yield from ((key.replace("_", " "), str(value)) for key, value in known.items() if str(value) != row.get("rank"))
    section = next((section for section in IN_TABLES if at(rules.data, (*section, row["card"])) is not None), ())
    if section:
        yield "set at", _path(rules, (*section, row["card"]))
    for symbol in row.get("symbols", ()):
        yield from said.get(symbol, ())


def _path(rules: Ruleset, pointer: Pointer) -> str:
    """Return the path of a value in a ruleset, with the file and line of a change."""
    place = rules.origin_if_changed(pointer)
    return f"{rules.name}: {'.'.join(map(str, pointer))}{f' ({place.where})' if place else ''}"


def index_page(name: str, bad: Sequence[tuple[Verdict, str]]) -> str:
    """Return an index of bad games: what is wrong with each, and the page that steps through it, "" if there is none."""
    lines = [(f"line {verdict.line}", to, tag("p", bad_line(verdict))) for verdict, to in bad]
    games = []
    for line, to, what in lines:
        games.append(tag("li", tag("a", line, href=to) if to else line, what))
    return html.page(name, [tag("h1", name), tag("p", f"{number_of(len(bad), 'games')} not legal"), tag("ul", *games)])


def _people(found: Steps) -> list[str]:
    """Return who played, when and where, by which house rules, and how it ended; what is not known is left out."""
    log = found.log
    table = found.verdict.table
    if table:
        winners = table.score[0]["winners"]
    else:
        winners = ()
    totals = {seat.total for seat in found.steps[-1].scene.seats if seat.player in winners}
    with_total = ""
    if len(totals) == 1 and "" not in totals:
        with_total = f" with {totals.pop()}"
    result = ""
    if winners:
        result = f"{in_list(winners)} {'wins' if len(winners) == 1 else 'win'}{with_total}"
    said = [str(log.data[key]) for key in ("date", "place", "event") if log.data.get(key)]
    houses = [f"house rule {name}" for name in found.rules.houses]
    return [part for part in (in_list(log.players), *said, *houses, result) if part]


def page(found: Steps) -> str:
    """Return the page that steps through a log."""
    log = found.log
    rules = found.rules
    steps = found.steps
    name = log.path.rpartition("/")[2]
    numbers = dict[DrawingPart, int]()
    texts = sorted({(move.notation, move.says) for step in steps for move in step.moves})
    moves = {words: number for number, words in enumerate(texts)}
    steps_data = [step_data(step, numbers, moves) for step in steps]
    pieces = [TAGS.split(part.inside) for part in numbers]
    tags = sorted({piece for part in pieces for piece in part})
    places = {piece: number for number, piece in enumerate(tags)}
    drawn = {key: _differences([one[key] for one in steps_data]) for key in ("table", "held")}
    barred = {move.rule for step in steps for move in step.moves}
    data = {
        "players": log.players,
        "narrow": ACROSS,
        "trees": any(seat.tree for seat in steps[0].scene.seats),
        "four": bool(shared_inks(rules.deck)),
        "faces": found.faces.used_in(*{part.inside for part in numbers}),
        "things": about(rules, [step.scene for step in steps]),
        "rules": {rule: rules.rule(rule).text for rule in rules.get("rules", default={}) if rule in barred},
        "parts": [[[places[piece] for piece in part] for part in pieces], *list(zip(*numbers, strict=True))[1:]],
        "tags": tags,
        "texts": [[notation, says] if says != notation else [notation] for notation, says in texts],
        "steps": {key: [one[key] for one in steps_data] for key in steps_data[0]} | drawn,
    }
    plot = _plot(log.players, [[seat.total for seat in step.scene.seats] for step in steps])
    if plot:
        figure = [tag("figure", tag("figcaption", "The score as it went"), plot, class_="score")]
    else:
        figure = []
    content = {
        "game": text(rules.title),
        "people": text(" · ".join(_people(found))),
        "verdict": text(verdict_line(name, found.verdict, brief=True)),
        "status": found.verdict.status,
        "pad": join(*figure, *html.blocks(found.pad)),
        "data": pack(data),
    }
    body = Markup(Template(file_of(__package__, "page.html")).substitute(content))
    style = file_of(__package__, "drawing.css") + file_of("referee.report", "plot.css")
    style += file_of(__package__, "replay.css")
    return html.page(f"{rules.title}: {name}", [body], style, file_of(__package__, "replay.js"))


def _plot(players: Sequence[str], totals: Sequence[Sequence[str]]) -> Markup:
    """Return the score step by step, with a mark that the page moves; nothing if no score is known."""
    wide = 328
    high = 150
    names = 104
    series = []
    for place, player in enumerate(players):
        points: list[tuple[int, Number]] = []
        for step, row in enumerate(totals):
            number = None
            if place < len(row):
                number = re.match(r"-?\d+(?:\.\d+|/\d+)?", row[place])
            value = None
            if number:
                value = exact(number[0])
            if value is not None and (not points or value != points[-1][1] or step == len(totals) - 1):
                if points:
                    points += [(step, points[-1][1])]
                points.append((step, value))
        if points:
            series += [PlotLine(f"{cut(player, 9)} {points[-1][1]}", points)]
    if len(totals) < 2 or not any(value for line in series for _, value in line.points):
        return Markup("")
    chart = lines(series, "The score as it went:", size=(wide, high), names=names, dots=False)
    now = tag("path", d=f"M{LEFT} 0V{high - 20}", class_="now", id="now", data_across=wide - names - LEFT)
    return on_page(chart._replace(drawn=Markup(chart.drawn + now)))
