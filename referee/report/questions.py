"""Answers to questions as text and JSON: about a trick, a hand, a field, or a point of a log."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.columns import columns, left
from referee.core.family import Block, Option, Options
from referee.core.questions import Answer
from referee.core.ruleset import Ruleset
from referee.core.rulings import OtherReading
from referee.core.wording import counted, listed
from referee.report.paper import PAPER, Paper, drawn, forms, table


def reading_line(other: OtherReading, otherwise: str) -> str:
    """'Ruling tie: read here as first; read as last, Ann would have won (--ruling tie=last).'"""
    switch = f"--ruling {other.ruling}={other.reading}"
    return f"Ruling {other.ruling}: read here as {other.taken}; read as {other.reading}, {otherwise} ({switch})."


def answer_data(answer: Answer, others: Sequence[OtherReading]) -> dict[str, Any]:
    """schemas/report.schema.json, $defs/resolve_…: an answer that a ruling can change has a key for readings."""
    data = dict(answer.data)
    if "readings" in data:
        data["readings"] = [
            {"ruling": one.ruling, "taken": one.taken, "reading": one.reading, "text": one.text, **one.found}
            for one in others
        ]
    return data


def trick(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """Return who wins and why, the roles if they moved, and what would have changed the winner."""
    data = answer.data
    unless = ", unless a role decides" if data.get("if_roles") else ""
    lines = [
        f"{re.sub('^player ', 'Player ', data['winner'])} wins with {data['card']}{unless}.",
        f"because {data['because']}",
    ]
    for place, entry in enumerate(data.get("if_roles", ())):
        held = listed([f"{player} is the {role.capitalize()}" for player, role in entry["roles"].items()])
        lines.append(f"{'Otherwise, if' if place else 'If'} {held}, {entry['winner']} wins with {entry['card']}.")
    if answer.aside["moved"]:
        lines.append(f"Roles now: {listed([f'{player} {role}' for player, role in data['roles'].items()])}.")
    lines += [
        f"Had Grace been said over {entry['card']}, {entry['winner']} would have won." for entry in data["if_said"]
    ]
    lines += [reading_line(other, "{winner} would have won with {card}".format(**other.found)) for other in others]
    return "\n".join(lines)


def score(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """One row per player: bid, tricks, counts if known, and the points."""
    hand = answer.data
    players = list(hand["points"])
    columns: dict[str, list[Any]] = {"": players}
    for key, title in (("bids", "bid"), ("won", "won")):
        values = [hand.get(key, {}).get(player) for player in players]
        if any(value is not None for value in values):
            columns[title] = values
    counts = hand.get("counts", {})
    for name in dict.fromkeys(name for by_name in counts.values() for name in by_name):
        columns[name.replace("_", " ")] = [counts[player].get(name, "") for player in players]
    columns["points"] = [hand["points"][player] for player in players]
    lines = [table(list(columns), list(zip(*columns.values(), strict=True)), paper)]
    return "\n".join([*lines, *(f"Doubt: {doubt}." for doubt in hand["doubts"])])


def hand(answered: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """Return the points, one line per meld, what is idle and what it costs, and what would have been better."""
    answer = answered.data
    lines = [f"{_worth(answer, answer)}{' declared' if answer['declared'] else ''}."]
    lines += _melds(answer)
    if answer["idle"]:
        costs = -answer["idle_points"] if "counted" in answer else answer["idle_points"]
        lines.append(f"  {answer.get('counted', 'idle')}  {' '.join(answer['idle'])} = {costs or 0:g}")
    if answer["bonus"]:
        lines.append(f"  declared = {answer['bonus']:g}")
    if "better" in answer:
        lines += [
            f"A better arrangement was possible, of {_worth(answer, answer['better'])}:",
            *_melds(answer["better"]),
        ]
    if "discard" in answer:
        best = answer["discard"]
        lines.append(f"Discarding {best['card']} leaves the best hand, of {_worth(answer, best)}:")
        lines += _melds(best)
        lines += [f"  {answer.get('counted', 'idle')}  {' '.join(best['idle'])}"] if best["idle"] else []
    lines += [f"Doubt: {doubt}." for doubt in answer["doubts"]]
    lines += [reading_line(other, f"the hand scores {other.found['score']:g}") for other in others]
    return "\n".join(lines)


def _worth(answer: Mapping[str, Any], arranged: Mapping[str, Any]) -> str:
    """Return what an arrangement scores, or the points of its idle cards if only those count."""
    if "counted" in answer and not arranged.get("bonus"):
        return f"{_scored(abs(arranged['score']))} of {answer['counted']}"
    return _scored(arranged["score"])


def _scored(score: Any) -> str:
    return counted(int(score), "points") if score == int(score) and score != -1 else f"{score:g} points"


def _melds(arranged: Mapping[str, Any]) -> list[str]:
    return [f"  {meld['kind']}  {' '.join(meld['cards'])} = {meld['points']:g}" for meld in arranged["melds"]]


def count(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """Return how many deals, and how many ways to play them out, card by card."""
    data = answer.data
    dealt = f"{data['game']}: {counted(data['cards'], 'cards')}, {data['players']} players, {data['deals']:,} "
    ways = f"{data['ways']:,} {'way' if data['ways'] == 1 else 'ways'} to play them out"
    each = f"{data['fewest']:,}" if data["fewest"] == data["most"] else f"{data['fewest']:,} to {data['most']:,}"
    spread = f", {each} per deal" if data["deals"] > 1 else ""
    lengths = [f"{length:4}  {number:,}" for length, number in enumerate(data["sequences"], start=1)]
    return "\n".join(
        [f"{dealt}{'deal' if data['deals'] == 1 else 'deals'}, {ways}{spread}", "", "cards played, and ways:", *lengths]
    )


def match(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """Return whether the card may be played, why not, and what may be."""
    data = answer.data
    lines = [f"{data['card']} may be played on {data['on']}."]
    if not answer.legal:
        lines = [f"{data['card']} may not be played on {data['on']}: {data['why']}."]
    lines += [
        reading_line(other, "it may be played" if other.found["legal"] else f"it may not: {other.found['why']}")
        for other in others
    ]
    return "\n".join(lines)


def play(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """Legal or not, why, and what follows; of no play in particular, what may be played."""
    data = answer.data
    if "moves" in data:
        lines = [legal_text(answer.aside["rules"], answer.aside["options"], paper)]
        return "\n".join(
            [*lines, *(reading_line(other, f"legal: {' '.join(other.found['moves'])}") for other in others)]
        )
    if "cards" in data:
        return _plays(data)
    lines = [f"{'Legal' if answer.legal else 'Illegal'}: {data['play']}"]
    if data["outcomes"] is not None:
        lines += [f"  {line}" for line in _outcomes(data["outcomes"])]
    for violation in data["violations"]:
        lines.append(f"  {violation['rule']}: {violation['message']}")
        lines.append(f"    rule: {violation['text']} ({violation['source']})")
    lines += [f"  {rule['rule']}: {rule['text']} ({rule['source']})" for rule in data["rules"]]
    lines += [f"Doubt: {doubt}." for doubt in data["doubts"]]
    for other in others:
        same = "also legal, but with another outcome" if answer.legal else "also illegal"
        other_verdict = "legal" if other.found["legal"] else "illegal"
        lines.append(
            reading_line(other, f"the play is {same if other.found['legal'] == answer.legal else other_verdict}")
        )
    return "\n".join(lines)


def _outcomes(follows: Mapping[str, Any]) -> list[str]:
    lines = []
    if follows["pile"]:
        counts = "".join(f", {number} of them for {name}" for name, number in follows["counts"].items())
        lines.append(
            f"{counted(len(follows['pile']), 'cards')} to the harvest pile{counts}: {' '.join(follows['pile'])}."
        )
    if follows["stockpile"]:
        lines.append(f"It makes {follows['stockpile']}.")
    if follows["field"]:
        lines.append(f"The field then holds {' '.join(follows['field'])}.")
    if follows["cleared"]:
        some = [f"the {name if name == 'table' else f'{name} field'}" for name in follows["cleared"]]
        lines.append(f"T{listed(some)[1:]} {_are(some)} cleared.")
    if follows["luminaries"]:
        lines.append(f"{listed(follows['luminaries'])} {_are(follows['luminaries'])} claimed.")
    if follows["seasons"]:
        turned = [f"{old} becomes {new}" for old, new in follows["seasons"].items()]
        lines.append(f"The box turns: {listed(turned)}.")
    if follows["choice"]:
        lines.append(f"The player names the new season of the field: {listed(follows['choice'], 'or')}.")
    lines += [f"Owed before the end of the turn to {owed}." for owed in follows["owed"]]
    return lines


def _are(some: Sequence[str]) -> str:
    return "is" if len(some) == 1 else "are"


def _plays(data: Mapping[str, Any]) -> str:
    """Return the plays of each card under its name, and how many there are."""
    lines = []
    for card in data["cards"]:
        lines.append(f"{card['card']}:")
        for entry in card["plays"]:
            turning = f"; the field becomes {listed(entry['seasons'], 'or')}" if entry["seasons"] else ""
            lines.append(f"  {entry['play']}{turning}")
    number = data["plays"]
    if not data["whole"]:
        lines.append(f"The list stops here, at {counted(number, 'plays')}; there are more.")
    elif number:
        lines.append(f"{counted(number, 'legal plays')}.")
    else:
        lines.append("No play is legal here.")
    return "\n".join(lines)


def attack(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """Return the sum line by line, the chance, what one more megabuck changes, the outcome of a roll, what forbids the attack.

    `set_by` is the Special that set the roll, if one did: then nothing is left to chance. From `fails_from` on, all rolls fail.
    """
    data, fails_from, set_by = answer.data, answer.aside["fails_from"], answer.aside["set_by"]
    width = max(columns(term["what"]) for term in [*data["terms"], {"what": "number"}])
    lines = [answer.aside["title"]]
    for place, term in enumerate(data["terms"]):
        value = f"{term['value']:+d}" if term["value"] and place else term["value"]
        lines.append(f"  {left(term['what'], width)}  {value:>4}")
    lines.append(f"  {'number'.ljust(width)}  {data['number']:>4}")
    if set_by:
        lines.append(f"{set_by} makes the roll {data['roll']}: {data['outcome']}.")
    else:
        lines += [_chance(data, fails_from), _more(data, fails_from)]
        if data["roll"] is not None:
            lines.append(f"Rolled {data['roll']}: {data['outcome']}.")
    for violation in data["violations"]:
        lines += [f"Not legal: {violation['message']}.", f"  {violation['rule']}: {violation['text']}"]
    lines += [reading_line(other, _otherwise(data, other.found)) for other in others]
    if "table" in data:
        chances = data["table"]
        headers = ["MB for \\ against", *map(str, chances["against"])]
        rows = [
            [str(spent), *(f"{100 * cell / 36:.0f}%" for cell in row)]
            for spent, row in zip(chances["for"], chances["ways"], strict=True)
        ]
        about = "Chance by the extra MB spent for the attack (down) and against it from an Illuminati (across):"
        lines += ["", about, table(headers, rows, paper)]
    return "\n".join(lines)


def _otherwise(data: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    """Return what another reading changes: the number, what forbids the attack."""
    said = [f"the number would be {found['number']}"] if found["number"] != data["number"] else []
    before, after = ([violation["message"] for violation in by["violations"]] for by in (data, found))
    if after and after != before:
        said.append(f"the attack would not be legal: {'; '.join(after)}")
    elif before and not after:
        said.append("the attack would be legal")
    return " and ".join(said)


def _chance(data: Mapping[str, Any], fails_from: int) -> str:
    ways = data["ways"]
    if not ways:
        return f"The number is {data['number']}: it cannot succeed."
    each = [6 - abs(7 - roll) for roll in range(2, 13)]  # in how many of 36 ways two dice show it
    most = next(roll for roll in range(2, 13) if sum(each[: roll - 1]) >= ways)
    said = f"Rolls of {most} or less succeed: {ways} in 36, {100 * ways / 36:.1f}%."
    return f"{said} {fails_from} and more always fail." if data["number"] >= fails_from else said


def _more(data: Mapping[str, Any], fails_from: int) -> str:
    ways = data["one_more"]["ways"]
    if ways != data["ways"]:
        return f"One more MB from the attacker: {ways} in 36, {100 * ways / 36:.1f}%."
    if data["number"] >= fails_from - 1:
        return "One more MB from the attacker only adds to what a defender must wear down first."
    return "One more MB from the attacker changes nothing yet."


def beat(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """Return what cards are, and whether they beat those on the table; if not, what does."""
    data = answer.data
    cards = " ".join(data["cards"])
    if "on" not in data:
        lines = [f"Yes. {cards} is {data['kind']}."]
    elif data["beats"]:
        lines = [f"Yes. {cards}, {data['kind']}, beats {' '.join(data['on']['cards'])}, {data['on']['kind']}."]
    else:
        lines = [f"No. {data['why']}."]
    lines += [reading_line(other, f"it {'beats' if other.found['beats'] else 'does not beat'} it") for other in others]
    return "\n".join(lines)


def revoke(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """Return what goes over to the other side, why, and what may be done besides."""
    tricks, points, redress = (answer.data[key] for key in ("tricks", "points", "redress"))
    goes = {0: "No tricks go", 1: "1 trick goes"}.get(tricks, f"{tricks} tricks go")
    lines = [f"{goes} over to the other side."]
    lines += [f"The other side scores {counted(points, 'points')}."] if points else []
    because = [answer.data, redress] if redress else [answer.data]
    return "\n".join([*lines, *(f"{each['text']} ({each['source']})" for each in because)])


FORMS = {
    each.__name__: forms(each, answer_data) for each in (trick, hand, match, play, score, attack, beat, count, revoke)
}
"""The forms of the answer to each question."""


NEXT = "Next: "


def legal_text(rules: Ruleset, options: Options, paper: Paper = PAPER) -> str:
    """Return whose turn it is, what is legal, and what is not, with the reason and the rule."""
    head = paper.paint(f"{options.doing[:1].upper()}{options.doing[1:]}.", "head")
    return "\n".join([head, *_choices(rules, options, paper)])


def _choices(rules: Ruleset, options: Options, paper: Paper) -> list[str]:
    """Return what is legal, and what is not, with the reason and the rule."""
    lines = []
    legal = [option.notation for option in options.legal]
    if options.options:
        if any(" " in notation for notation in legal):
            lines += ["Legal:", *(f"  {paper.paint(notation, 'good')}" for notation in legal)]
        else:
            lines.append(f"Legal: {paper.paint(' '.join(legal) or 'nothing', 'good')}")
    out = [option for option in options.options if option.fault is not None]
    if out:
        lines.append("Ruled out:")
        width = max(columns(option.notation) for option in out)
        lines += [
            f"  {paper.paint(left(option.notation, width), 'bad')}  {_reason(rules, options, option)}" for option in out
        ]
        known = rules.get("rules", default={})
        for rule in dict.fromkeys(option.fault.rule for option in out if option.fault and option.fault.rule in known):
            _, text, source = rules.rule(rule)
            lines.append(paper.paint(f"{rule}: {text} ({source})", "dim"))
    if options.doubt:
        lines.append(f"Doubt: {options.doubt}.")
    return lines


def _reason(rules: Ruleset, options: Options, option: Option) -> str:
    """Return the rule's id and the fault, without repeating who and what."""
    assert option.fault is not None
    message = option.fault.message
    if options.player is not None:
        who_and_what = rf"{re.escape(options.player)} [\w ]*?\b{re.escape(option.notation)}(?:, (?!but )| )"
        message = re.sub(f"^{who_and_what}", "", message, count=1)
    return f"{rules.name}/{option.fault.rule}: {message}"


def table_text(blocks: Sequence[Block], paper: Paper = PAPER) -> str:
    """Return the table, drawn: above it the point in the game, below it what comes next."""
    first, *lines = drawn(blocks, paper).split("\n")
    return "\n".join(
        [paper.paint(first, "head"), *(paper.paint(line, "good") if line.startswith(NEXT) else line for line in lines)]
    )


def show_text(
    rules: Ruleset, data: Mapping[str, Any], blocks: Sequence[Block], options: Options, paper: Paper = PAPER
) -> str:
    """Return the table, drawn, and below it what may be done."""
    return "\n".join([table_text(blocks, paper), *_choices(rules, options, paper)])


def show_markdown(
    rules: Ruleset, data: Mapping[str, Any], blocks: Sequence[Block], options: Options, paper: Paper = PAPER
) -> str:
    """Return the table as drawn in text, for a Markdown page."""
    text = show_text(rules, data, blocks, options)
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"


LEGAL_FORMATS = forms(legal_text, lambda rules, options: options.data(rules.name))
SHOW_FORMATS = forms(
    show_text,
    lambda rules, data, blocks, options: {"game": rules.name, **data, "legal": options.data(rules.name)},
    markdown=show_markdown,
)
