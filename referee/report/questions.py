"""Answers to questions as text and JSON: about a trick, a hand, a field, or a point of a log."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from referee.core.data import Data, Entry
from referee.core.family import Answer, Block, Options
from referee.core.ruleset import OtherReading, Ruleset, project_data
from referee.core.text import columns, to_left
from referee.core.wording import in_list, number_of
from referee.play.questions import answer_data
from referee.report.paper import PAPER, Paper, as_text, forms, table

Others = Sequence[OtherReading]
View = tuple[Entry, Sequence[Block]]
"""A table as plain data, and drawn (see `Game.view`)."""


def _ending(answer: Answer, others: Others, otherwise: Callable[[Entry], str]) -> Iterator[str]:
    """Yield the doubts of an answer, and for each other reading of a ruling what would then be so, as `otherwise`
    words it.

    'Ruling tie: read here as first; read as last, Ann would have won with QS (--ruling tie=last).'
    """
    yield from (f"Doubt: {doubt}." for doubt in answer.data.get("doubts", ()))
    for name, taken, reading, _, found in others:
        switch = f"--ruling {name}={reading}"
        yield f"Ruling {name}: read here as {taken}; read as {reading}, {otherwise(found)} ({switch})."


def trick(answer: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield the lines on a trick: who wins with which card and why, the roles if they moved, and what would change
    the winner."""
    data = answer.data
    unless = ""
    if data.get("if_roles"):
        unless = ", unless a role decides"
    yield f"{re.sub('^player ', 'Player ', data['winner'])} wins with {data['card']}{unless}."
    yield f"because {data['because']}"
    if "text" in data:
        yield f"  rule: {data['text']} ({data['source']})"
    for place, entry in enumerate(data.get("if_roles", ())):
        held = in_list([f"{player} is the {role.capitalize()}" for player, role in entry["roles"].items()])
        yield f"{'Otherwise, if' if place else 'If'} {held}, {entry['winner']} wins with {entry['card']}."
    if answer.aside["moved"]:
        yield f"Roles now: {in_list([f'{player} {role}' for player, role in data['roles'].items()])}."
    for entry in data["if_said"]:
        yield f"Had Grace been said over {entry['card']}, {entry['winner']} would have won."
    yield from _ending(answer, others, lambda new: f"{new['winner']} would have won with {new['card']}")


def score(answer: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield a table with one row per player, with bid, tricks and what else counts, and the points of a hand; then
    other readings."""
    data = answer.data
    by_title = {"bid": data.get("bids", {}), "won": data.get("won", {})}
    columns = {title: of for title, of in by_title.items() if any(value is not None for value in of.values())}
    counts = data.get("counts", {})
    for name in dict.fromkeys(name for by_name in counts.values() for name in by_name):
        columns[name.replace("_", " ")] = {player: of.get(name, "") for player, of in counts.items()}
    columns["points"] = data["points"]
    rows = [[player, *(of.get(player) for of in columns.values())] for player in data["points"]]
    yield table(["", *columns], rows, paper)
    yield from _ending(answer, others, lambda new: _other_points(data["points"], new["points"]))


def _other_points(points: Mapping[str, object], others: Mapping[str, object]) -> str:
    """Return what players would score whose points differ: 'Ann would score 90 and Ben would score -90'."""
    return in_list([f"{player} would score {number}" for player, number in others.items() if number != points[player]])


def hand(answered: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield the lines on a hand: its points, one line per meld, the cost of idle cards, and an arrangement or discard
    that is better."""
    answer = answered.data
    yield f"{_worth(answer, answer)}{' declared' if answer['declared'] else ''}."
    yield from _melds(answer)
    idle = answer.get("counted", "idle")
    if answer["idle"]:
        if "counted" in answer:
            costs = -answer["idle_points"]
        else:
            costs = answer["idle_points"]
        yield f"  {idle}  {' '.join(answer['idle'])} = {costs}"
    if answer["bonus"]:
        yield f"  declared = {answer['bonus']}"
    if "better" in answer:
        yield f"A better arrangement was possible, of {_worth(answer, answer['better'])}:"
        yield from _melds(answer["better"])
    if "discard" in answer:
        best = answer["discard"]
        yield f"Discarding {best['card']} leaves the best hand, of {_worth(answer, best)}:"
        yield from _melds(best)
        if best["idle"]:
            yield from [f"  {idle}  {' '.join(best['idle'])}"]
    yield from _ending(answered, others, lambda new: f"the hand scores {new['score']}")


def _worth(answer: Entry, arranged: Entry) -> str:
    """The points of an arrangement of a hand in words, or the points of its idle cards if only those count."""
    of_idle = "counted" in answer and not arranged.get("bonus")
    if of_idle:
        score = abs(arranged["score"])
    else:
        score = arranged["score"]
    if score == int(score) and score != -1:
        points = number_of(int(score), "points")
    else:
        points = f"{score} points"
    if of_idle:
        return f"{points} of {answer['counted']}"
    return points


def _melds(arranged: Entry) -> list[str]:
    return [f"  {meld['kind']}  {' '.join(meld['cards'])} = {meld['points']}" for meld in arranged["melds"]]


def match(answer: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield whether a card may be played on another, and if not, why."""
    data = answer.data
    if answer.legal:
        yield f"{data['card']} may be played on {data['on']}."
    else:
        yield f"{data['card']} may not be played on {data['on']}: {data['why']}."
    yield from _ending(answer, others, _match_otherwise)


def _match_otherwise(new: Mapping[str, object]) -> str:
    if new["legal"]:
        return "it may be played"
    return f"it may not: {new['why']}"


def play(answer: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield whether a play is legal, why, and what follows; if no play in particular is asked about, all that may be
    played."""
    data = answer.data
    if "moves" in data:
        yield legal_text(answer.aside["rules"], answer.aside["options"], paper)
        yield from _ending(answer, others, lambda new: f"legal: {' '.join(new['moves'])}")
    elif "cards" in data:
        yield from _plays(data)
    else:
        yield from _one_play(data, legal=answer.legal)
        yield from _ending(answer, others, partial(_play_otherwise, answer.legal))


def _one_play(data: Entry, *, legal: bool) -> Iterator[str]:
    """Yield the lines on one play: whether it is legal, what follows, and the rules that it breaks or that decide it."""
    if legal:
        yield f"Legal: {data['play']}"
    else:
        yield f"Illegal: {data['play']}"
    for line in _outcomes(data["outcomes"] or {}):
        yield f"  {line}"
    for violation in data["violations"]:
        yield f"  {violation['rule']}: {violation['message']}"
        yield f"    rule: {violation['text']} ({violation['source']})"
    for rule in data["rules"]:
        yield f"  {rule['rule']}: {rule['text']} ({rule['source']})"


def _play_otherwise(legal: bool, new: Mapping[str, object]) -> str:
    """The verdict on a play by another reading, in words; by the reading in force it is `legal` or not."""
    if new["legal"] and legal:
        return "the play is also legal, but with another outcome"
    if new["legal"]:
        return "the play is legal"
    if legal:
        return "the play is illegal"
    return "the play is also illegal"


def _outcomes(follows: Entry) -> Iterator[str]:
    """Yield a sentence for each consequence of a play in a fishing game: cards won, stockpiles, fields, seasons, and
    what is owed."""
    follows = {what: said for what, said in follows.items() if said}
    pile = follows.get("pile")
    if pile:
        counts = "".join(f", {number} of them for {name}" for name, number in follows.get("counts", {}).items())
        yield f"{number_of(len(pile), 'cards')} to the harvest pile{counts}: {' '.join(pile)}."
    if "stockpile" in follows:
        yield f"It makes {follows['stockpile']}."
    if "field" in follows:
        yield f"The field then holds {' '.join(follows['field'])}."
    if "cleared" in follows:
        some = [f"the {_place_name(name)}" for name in follows["cleared"]]
        yield f"T{in_list(some)[1:]} {_are(some)} cleared."
    if "luminaries" in follows:
        yield f"{in_list(follows['luminaries'])} {_are(follows['luminaries'])} claimed."
    if "seasons" in follows:
        yield f"The box turns: {in_list(f'{old} becomes {new}' for old, new in follows['seasons'].items())}."
    if "choice" in follows:
        yield f"The player names the new season of the field: {in_list(follows['choice'], 'or')}."
    yield from (f"Owed before the end of the turn to {owed}." for owed in follows.get("owed", ()))


def _place_name(name: str) -> str:
    if name == "table":
        return name
    return f"{name} field"


def _are(some: Sequence[str]) -> str:
    if len(some) == 1:
        return "is"
    return "are"


def _plays(data: Entry) -> Iterator[str]:
    """Yield the legal plays of each card under its name, and how many there are."""
    for card in data["cards"]:
        yield f"{card['card']}:"
        for entry in card["plays"]:
            turning = ""
            if entry["seasons"]:
                turning = f"; the field becomes {in_list(entry['seasons'], 'or')}"
            yield f"  {entry['play']}{turning}"
    number = data["plays"]
    if not data["whole"]:
        yield f"The list stops here, at {number_of(number, 'plays')}; there are more."
    elif number:
        yield f"{number_of(number, 'legal plays')}."
    else:
        yield "No play is legal here."


def attack(answer: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield the lines on an attack: its sum term by term, the chance, the outcome of a roll, and what forbids it."""
    data = answer.data
    yield answer.aside["title"]
    yield from _sum(data)
    set_by = answer.aside["set_by"]
    if set_by:
        yield f"{set_by} makes the roll {data['roll']}: {data['outcome']}."
    else:
        yield from _chance(data, answer.aside["fails_from"])
    for violation in data["violations"]:
        yield f"Not legal: {violation['message']}."
        yield f"  {violation['rule']}: {violation['text']} ({violation['source']})"
    if "privilege" in data:
        yield from _privileged(data["privilege"])
    yield from _ending(answer, others, partial(_otherwise, data))
    if "table" in data:
        yield "\nChance by the extra MB spent for the attack (down) and against it from an Illuminati (across):"
        yield _table_of_chances(data["table"], paper)


def _privileged(privilege: Entry) -> Iterator[str]:
    """Yield what privilege costs, and its rule."""
    if privilege["payer"]:
        yield f"Privileged: {privilege['payer']} may pay {privilege['cost']} MB for it, or a Special is discarded."
    else:
        yield "Privileged: a Special is discarded for it."
    yield f"  {privilege['rule']}: {privilege['text']} ({privilege['source']})"


def _sum(data: Entry) -> Iterator[str]:
    """Yield the terms of the number to be rolled, one per line, and the number itself; all terms but the first have a
    sign."""
    names = [term["what"] for term in data["terms"]]
    width = max(map(columns, names + ["number"]))
    for place, term in enumerate(data["terms"]):
        value = term["value"]
        if value and place:
            value = f"{value:+d}"
        yield f"  {to_left(term['what'], width)}  {value:>4}"
    yield f"  {'number'.ljust(width)}  {data['number']:>4}"


def _chance(data: Entry, fails_from: int) -> Iterator[str]:
    """Yield the chance of an attack, what one more megabuck changes, and the outcome if the roll is known.

    From `fails_from` on all rolls fail.
    """
    number = data["number"]
    ways = data["ways"]
    if ways:
        fail = ""
        if number >= fails_from:
            fail = f" {fails_from} and more always fail."
        yield f"Rolls of {_highest_roll(ways)} or less succeed: {ways} in 36, {100 * ways / 36:.1f}%.{fail}"
    else:
        yield f"The number is {number}: it cannot succeed."
    more = data["one_more"]["ways"]
    if more != ways:
        yield f"One more MB from the attacker: {more} in 36, {100 * more / 36:.1f}%."
    elif number < fails_from - 1:
        yield "One more MB from the attacker changes nothing yet."
    else:
        yield "One more MB from the attacker only adds to what a defender must wear down first."
    if data["roll"] is not None:
        yield f"Rolled {data['roll']}: {data['outcome']}."


def _highest_roll(ways: int) -> int:
    """The highest roll of two dice that succeeds if so many of the 36 ways do."""
    below = 0
    for roll in range(2, 13):
        below += 6 - abs(7 - roll)  # so many of the 36 ways show this roll
        if below >= ways:
            return roll
    return 12


def _table_of_chances(chances: Entry, paper: Paper) -> str:
    rows = []
    for spent, ways in zip(chances["for"], chances["ways"], strict=True):
        rows.append([str(spent)] + [f"{100 * number / 36:.0f}%" for number in ways])
    headers = ["MB for \\ against"] + list(map(str, chances["against"]))
    return table(headers, rows, paper)


def _otherwise(data: Entry, found: Entry) -> str:
    """The changes that another reading makes to an attack, in words; `data` is the answer by the reading in force,
    `found` the other."""
    if found["number"] != data["number"]:
        changes = [f"the number would be {found['number']}"]
    else:
        changes = []
    before, after = ([violation["message"] for violation in by["violations"]] for by in (data, found))
    if after and after != before:
        changes.append(f"the attack would not be legal: {'; '.join(after)}")
    elif before and not after:
        changes.append("the attack would be legal")
    return " and ".join(changes)


def beat(answer: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield whether cards beat those on the table, with the kinds of combinations they are; if not, why."""
    data = answer.data
    cards = " ".join(data["cards"])
    if "on" not in data:
        yield f"Yes. {cards} is {data['kind']}."
    elif data["beats"]:
        yield f"Yes. {cards}, {data['kind']}, beats {' '.join(data['on']['cards'])}, {data['on']['kind']}."
    else:
        yield f"No. {data['why']}."
    yield from _ending(answer, others, lambda new: f"it {'beats' if new['beats'] else 'does not beat'} it")


def revoke(answer: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield what a revoke costs: the tricks or points that go over to the other side, and the rules that say so."""
    tricks, points, redress = (answer.data[key] for key in ("tricks", "points", "redress"))
    goes = {0: "No tricks go", 1: "1 trick goes"}.get(tricks, f"{tricks} tricks go")
    yield f"{goes} over to the other side."
    if points:
        yield from [f"The other side scores {number_of(points, 'points')}."]
    yield from (f"{each['text']} ({each['source']})" for each in filter(None, (answer.data, redress)))


def _text(lines: Callable[[Answer, Others, Paper], Iterator[str]]) -> Callable[..., str]:
    """Return the form of an answer as text."""
    return lambda answer, others, paper=PAPER: "\n".join(lines(answer, others, paper))


FORMS = {
    each.__name__: forms(_text(each), answer_data) for each in (trick, hand, match, play, score, attack, beat, revoke)
}
"""The forms of the answer to each question."""


NEXT = "Next: "


def legal_text(rules: Ruleset, options: Options, paper: Paper = PAPER) -> str:
    """Return whose turn it is, what is legal, and what is not, with the reason and the rule."""
    head = paper.paint(f"{options.doing[:1].upper()}{options.doing[1:]}.", "head")
    return "\n".join([head] + list(_choices(rules, options, paper)))


def _choices(rules: Ruleset, options: Options, paper: Paper) -> Iterator[str]:
    """Yield the legal moves, then the illegal ones, each with the rule that forbids it, then a doubt if there is one."""
    legal = [option.notation for option in options.legal]
    if any(" " in notation for notation in legal):
        yield "Legal:"
        for notation in legal:
            yield f"  {paper.paint(notation, 'good')}"
    elif options.options:
        yield f"Legal: {paper.paint(' '.join(legal) or 'nothing', 'good')}"
    yield from _illegal_answers(rules, options, paper)
    if options.doubt:
        yield f"Doubt: {options.doubt}."


def _illegal_answers(rules: Ruleset, options: Options, paper: Paper) -> Iterator[str]:
    """Yield the moves that are not legal, each with the rule and the reason, and below them these rules in words."""
    illegal = [(option.notation, option.fault) for option in options.options if option.fault is not None]
    if not illegal:
        return
    yield "Ruled out:"
    width = max(columns(notation) for notation, _ in illegal)
    for notation, fault in illegal:
        message = fault.message
        if options.player is not None:  # without repeating who and what
            who_and_what = rf"{re.escape(options.player)} [\w ]*?\b{re.escape(notation)}(?:, (?!but )| )"
            message = re.sub(f"^{who_and_what}", "", message, count=1)
        yield f"  {paper.paint(to_left(notation, width), 'bad')}  {rules.name}/{fault.rule}: {message}"
    known = rules.get("rules", default={})
    for rule in dict.fromkeys(fault.rule for _, fault in illegal):
        if rule in known:
            _, text, source = rules.rule(rule)
            yield paper.paint(f"{rule}: {text} ({source})", "dim")


def table_text(blocks: Sequence[Block], paper: Paper = PAPER) -> str:
    """The table, drawn as text: above it the point in the game, below it what comes next."""
    first, *lines = as_text(blocks, paper).split("\n")
    drawn = [paper.paint(first, "head")]
    for line in lines:
        if line.startswith(NEXT):
            line = paper.paint(line, "good")
        drawn.append(line)
    return "\n".join(drawn)


def show_text(rules: Ruleset, view: View, options: Options, paper: Paper = PAPER) -> str:
    """Return the table, drawn, and below it what may be done."""
    return "\n".join([table_text(view[1], paper)] + list(_choices(rules, options, paper)))


def show_markdown(rules: Ruleset, view: View, options: Options, paper: Paper) -> str:
    """Return the table as drawn in text, for a Markdown page."""
    text = show_text(rules, view, options)
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"


def _legal_data(rules: Ruleset, options: Options) -> Data:
    """The same as `legal_text` as plain data, $defs/legal of schemas/report.schema.json."""
    return options.data(rules.name) | project_data(rules.project)


def _show_data(rules: Ruleset, view: tuple[Mapping[str, object], object], options: Options) -> Data:
    """The table as plain data, $defs/show of schemas/report.schema.json."""
    return {"game": rules.name, **view[0], "legal": options.data(rules.name)} | project_data(rules.project)


LEGAL_FORMATS = forms(legal_text, _legal_data)
SHOW_FORMATS = forms(show_text, _show_data, markdown=show_markdown)
