"""Answers to questions as text and JSON: about a trick, a hand, a field, or a point of a log."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.core.family import Answer, Block, Options
from referee.core.ruleset import OtherReading, Ruleset, project_data
from referee.core.text import columns, to_left
from referee.core.wording import in_list, number_of
from referee.report.paper import PAPER, Paper, as_text, counted_out, forms, table

Others = Sequence[OtherReading]
View = tuple[Mapping[str, Any], Sequence[Block]]
"""A table as plain data, and drawn (see `Game.view`)."""


def _ending(answer: Answer, others: Others, otherwise: Callable[[Mapping[str, Any]], str]) -> Iterator[str]:
    """Yield what is in doubt, and what would be `otherwise` by other readings: 'Ruling tie: read here as first; …'."""
    yield from (f"Doubt: {doubt}." for doubt in answer.data.get("doubts", ()))
    for name, taken, reading, _, found in others:
        switch = f"--ruling {name}={reading}"
        yield f"Ruling {name}: read here as {taken}; read as {reading}, {otherwise(found)} ({switch})."


def answer_data(answer: Answer, others: Others) -> dict[str, Any]:
    """Return $defs/resolve_… of schemas/report.schema.json: an answer that a ruling can change has a key for readings."""
    kept = ("ruling", "taken", "reading", "text")
    readings = [{**{key: getattr(one, key) for key in kept}, **one.found} for one in others]
    if "readings" in answer.data:
        return {**answer.data, "readings": readings}
    return dict(answer.data)


def trick(answer: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield who wins and why, the roles if they moved, and what would have changed the winner."""
    data = answer.data
    unless = ""
    if data.get("if_roles"):
        unless = ", unless a role decides"
    yield f"{re.sub('^player ', 'Player ', data['winner'])} wins with {data['card']}{unless}."
    yield f"because {data['because']}"
    for place, entry in enumerate(data.get("if_roles", ())):
        held = in_list([f"{player} is the {role.capitalize()}" for player, role in entry["roles"].items()])
        yield f"{'Otherwise, if' if place else 'If'} {held}, {entry['winner']} wins with {entry['card']}."
    if answer.aside["moved"]:
        yield f"Roles now: {in_list([f'{player} {role}' for player, role in data['roles'].items()])}."
    for entry in data["if_said"]:
        yield f"Had Grace been said over {entry['card']}, {entry['winner']} would have won."
    yield from _ending(answer, others, lambda new: f"{new['winner']} would have won with {new['card']}")


def score(answer: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield one row per player: bid, tricks, counts if known, and the points."""
    hand = answer.data
    by_title = {"bid": hand.get("bids", {}), "won": hand.get("won", {})}
    columns = {title: of for title, of in by_title.items() if any(value is not None for value in of.values())}
    counts = hand.get("counts", {})
    for name in dict.fromkeys(name for by_name in counts.values() for name in by_name):
        columns[name.replace("_", " ")] = {player: of.get(name, "") for player, of in counts.items()}
    columns["points"] = hand["points"]
    rows = [[player, *(of.get(player) for of in columns.values())] for player in hand["points"]]
    yield table(["", *columns], rows, paper)
    yield from _ending(answer, others, lambda new: _other_points(hand["points"], new["points"]))


def _other_points(points: Mapping[str, Any], others: Mapping[str, Any]) -> str:
    """Return what players would score whose points differ: 'Ann would score 90 and Ben would score -90'."""
    return in_list([f"{player} would score {number}" for player, number in others.items() if number != points[player]])


def hand(answered: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield the points, one line per meld, what is idle and what it costs, and what would have been better."""
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


def _worth(answer: Mapping[str, Any], arranged: Mapping[str, Any]) -> str:
    """Return what an arrangement scores, or the points of its idle cards if only those count."""
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


def _melds(arranged: Mapping[str, Any]) -> list[str]:
    return [f"  {meld['kind']}  {' '.join(meld['cards'])} = {meld['points']}" for meld in arranged["melds"]]


def count(answer: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield how many deals, and how many ways to play them out, card by card."""
    data = answer.data
    dealt = counted_out(data["deals"], "deals")
    ways = f"{counted_out(data['ways'], 'ways')} to play them out"
    if data["fewest"] == data["most"]:
        each = f"{data['fewest']:,}"
    else:
        each = f"{data['fewest']:,} to {data['most']:,}"
    spread = ""
    if data["deals"] > 1:
        spread = f", {each} per deal"
    yield f"{data['game']}: {number_of(data['cards'], 'cards')}, {data['players']} players, {dealt}, {ways}{spread}"
    yield from ("", "cards played, and ways:")
    yield from (f"{length:4}  {number:,}" for length, number in enumerate(data["sequences"], start=1))


def match(answer: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield whether the card may be played, why not, and what may be."""
    data = answer.data
    may, why = ("may", "") if answer.legal else ("may not", f": {data['why']}")
    yield f"{data['card']} {may} be played on {data['on']}{why}."
    yield from _ending(answer, others, lambda new: "it may be played" if new["legal"] else f"it may not: {new['why']}")


def play(answer: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield whether it is legal, why, and what follows; of no play in particular, what may be played."""
    data = answer.data
    if "moves" in data:
        yield legal_text(answer.aside["rules"], answer.aside["options"], paper)
        yield from _ending(answer, others, lambda new: f"legal: {' '.join(new['moves'])}")
    elif "cards" in data:
        yield from _plays(data)
    else:
        yield f"{'Legal' if answer.legal else 'Illegal'}: {data['play']}"
        yield from (f"  {line}" for line in _outcomes(data["outcomes"] or {}))
        for violation in data["violations"]:
            yield f"  {violation['rule']}: {violation['message']}"
            yield f"    rule: {violation['text']} ({violation['source']})"
        yield from (f"  {rule['rule']}: {rule['text']} ({rule['source']})" for rule in data["rules"])
        same = "also illegal"
        if answer.legal:
            same = "also legal, but with another outcome"
        other = "illegal" if answer.legal else "legal"
        yield from _ending(answer, others, lambda new: f"the play is {same if new['legal'] == answer.legal else other}")


def _outcomes(follows: Mapping[str, Any]) -> Iterator[str]:
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
        some = [f"the {name if name == 'table' else f'{name} field'}" for name in follows["cleared"]]
        yield f"T{in_list(some)[1:]} {_are(some)} cleared."
    if "luminaries" in follows:
        yield f"{in_list(follows['luminaries'])} {_are(follows['luminaries'])} claimed."
    if "seasons" in follows:
        yield f"The box turns: {in_list(f'{old} becomes {new}' for old, new in follows['seasons'].items())}."
    if "choice" in follows:
        yield f"The player names the new season of the field: {in_list(follows['choice'], 'or')}."
    yield from (f"Owed before the end of the turn to {owed}." for owed in follows.get("owed", ()))


def _are(some: Sequence[str]) -> str:
    if len(some) == 1:
        return "is"
    return "are"


def _plays(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the plays of each card under its name, and how many there are."""
    for card in data["cards"]:
        yield f"{card['card']}:"
        for entry in card["plays"]:
            turning = ""
            if entry["seasons"]:
                turning = f"; the field becomes {in_list(entry['seasons'], 'or')}"
            yield f"  {entry['play']}{turning}"
    number = data["plays"]
    if data["whole"]:
        yield f"{number_of(number, 'legal plays')}." if number else "No play is legal here."
    else:
        yield f"The list stops here, at {number_of(number, 'plays')}; there are more."


def attack(answer: Answer, others: Others, paper: Paper) -> Iterator[str]:
    """Yield the sum line by line, the chance, what one more megabuck changes, the outcome of a roll, what forbids the attack.

    `set_by` is the Special that set the roll, if one did: then nothing is left to chance. From `fails_from` on, all rolls fail.
    """
    data = answer.data
    fails_from = answer.aside["fails_from"]
    set_by = answer.aside["set_by"]
    width = max(columns(term["what"]) for term in [*data["terms"], {"what": "number"}])
    yield answer.aside["title"]
    for place, term in enumerate(data["terms"]):
        if term["value"] and place:
            value = f"{term['value']:+d}"
        else:
            value = term["value"]
        yield f"  {to_left(term['what'], width)}  {value:>4}"
    yield f"  {'number'.ljust(width)}  {data['number']:>4}"
    if set_by:
        yield f"{set_by} makes the roll {data['roll']}: {data['outcome']}."
    else:
        number = data["number"]
        ways = data["ways"]
        more = data["one_more"]["ways"]
        each = [6 - abs(7 - roll) for roll in range(2, 13)]  # in how many of 36 ways two dice show it
        most = next(roll for roll in range(2, 13) if sum(each[: roll - 1]) >= ways)
        fail = ""
        if number >= fails_from:
            fail = f" {fails_from} and more always fail."
        chance = f"Rolls of {most} or less succeed: {ways} in 36, {100 * ways / 36:.1f}%.{fail}"
        yield chance if ways else f"The number is {number}: it cannot succeed."
        then = "only adds to what a defender must wear down first."
        if number < fails_from - 1:
            then = "changes nothing yet."
        yield f"One more MB from the attacker{f': {more} in 36, {100 * more / 36:.1f}%.' if more != ways else f' {then}'}"
        if data["roll"] is not None:
            yield f"Rolled {data['roll']}: {data['outcome']}."
    for violation in data["violations"]:
        yield f"Not legal: {violation['message']}."
        yield f"  {violation['rule']}: {violation['text']}"
    yield from _ending(answer, others, lambda new: _otherwise(data, new))
    if "table" in data:
        chances = data["table"]
        by_spent = zip(chances["for"], chances["ways"], strict=True)
        rows = [[str(spent), *(f"{100 * cell / 36:.0f}%" for cell in row)] for spent, row in by_spent]
        yield "\nChance by the extra MB spent for the attack (down) and against it from an Illuminati (across):"
        yield table(["MB for \\ against", *map(str, chances["against"])], rows, paper)


def _otherwise(data: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    """Return what another reading changes: the number, what forbids the attack."""
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
    """Yield what cards are, and whether they beat those on the table; if not, what does."""
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
    """Yield what goes over to the other side, why, and what may be done besides."""
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
    each.__name__: forms(_text(each), answer_data)
    for each in (trick, hand, match, play, score, attack, beat, count, revoke)
}
"""The forms of the answer to each question."""


NEXT = "Next: "


def legal_text(rules: Ruleset, options: Options, paper: Paper = PAPER) -> str:
    """Return whose turn it is, what is legal, and what is not, with the reason and the rule."""
    head = paper.paint(f"{options.doing[:1].upper()}{options.doing[1:]}.", "head")
    return "\n".join([head, *_choices(rules, options, paper)])


def _choices(rules: Ruleset, options: Options, paper: Paper) -> Iterator[str]:
    """Yield what is legal, and what is not, with the reason and the rule."""
    legal = [option.notation for option in options.legal]
    if any(" " in notation for notation in legal):
        yield "Legal:"
        yield from (f"  {paper.paint(notation, 'good')}" for notation in legal)
    elif options.options:
        yield f"Legal: {paper.paint(' '.join(legal) or 'nothing', 'good')}"
    out = [(option.notation, option.fault) for option in options.options if option.fault is not None]
    if out:
        yield "Ruled out:"
        width = max(columns(notation) for notation, _ in out)
        for notation, fault in out:
            message = fault.message
            if options.player is not None:  # without repeating who and what
                who_and_what = rf"{re.escape(options.player)} [\w ]*?\b{re.escape(notation)}(?:, (?!but )| )"
                message = re.sub(f"^{who_and_what}", "", message, count=1)
            yield f"  {paper.paint(to_left(notation, width), 'bad')}  {rules.name}/{fault.rule}: {message}"
        known = rules.get("rules", default={})
        for rule in dict.fromkeys(fault.rule for _, fault in out if fault.rule in known):
            _, text, source = rules.rule(rule)
            yield paper.paint(f"{rule}: {text} ({source})", "dim")
    if options.doubt:
        yield f"Doubt: {options.doubt}."


def table_text(blocks: Sequence[Block], paper: Paper = PAPER) -> str:
    """Return the table, drawn: above it the point in the game, below it what comes next."""
    first, *lines = as_text(blocks, paper).split("\n")
    lines = [paper.paint(line, "good") if line.startswith(NEXT) else line for line in lines]
    return "\n".join([paper.paint(first, "head"), *lines])


def show_text(rules: Ruleset, view: View, options: Options, paper: Paper = PAPER) -> str:
    """Return the table, drawn, and below it what may be done."""
    return "\n".join([table_text(view[1], paper), *_choices(rules, options, paper)])


def show_markdown(rules: Ruleset, view: View, options: Options, paper: Paper) -> str:
    """Return the table as drawn in text, for a Markdown page."""
    text = show_text(rules, view, options)
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"


def _legal_data(rules: Ruleset, options: Options) -> dict[str, Any]:
    """The same as `legal_text` as plain data, $defs/legal of schemas/report.schema.json."""
    return options.data(rules.name) | project_data(rules.project)


def _show_data(rules: Ruleset, view: tuple[Mapping[str, Any], Any], options: Options) -> dict[str, Any]:
    """The table as plain data, $defs/show of schemas/report.schema.json."""
    return {"game": rules.name, **view[0], "legal": options.data(rules.name)} | project_data(rules.project)


LEGAL_FORMATS = forms(legal_text, _legal_data)
SHOW_FORMATS = forms(show_text, _show_data, markdown=show_markdown)
