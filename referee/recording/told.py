"""What the recorder says: who must act, what has happened, what may be done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.family import Option
from referee.core.items import EXTRAS, in_words
from referee.core.places import Complaint, Place
from referee.core.ruleset import Ruleset
from referee.core.wording import listed
from referee.core.words import word_at
from referee.engines import family
from referee.recording.here import Here, Item
from referee.recording.values import in_order, keys_of
from referee.rules import rulesets

FEW = 13
"""The most options that are listed below whose turn it is, if they are short."""
MOST = 40
"""The most options that are listed with numbers."""
HOW_TO_WRITE = (
    "Write what happens: a card (QS), its rank alone where that is enough (Q), or Return for the only legal one.",
    "Several in a line are a trick, or the bids in order: 2C K A 3, or 2CKA3; 1 0 1 0.",
    "The last cards of a trick may be omitted where nobody has a choice. Spaces are needed only where several tricks fit.",
    "Any move that `legal` lists may be named by its number, or by the beginnings of its words: h 5D for harvest 5D take …",
    "A name in front says who did it: Ann pass. Where nobody knows who leads, an initial does: A 2C.",
    "Any event may be written as in a log: deal: {Ann: [2C, 3C]}.",
)


TWO_NUMBERS = (
    "Of a card like Mt11:4, 11 is enough, or t11, 4 or 114, if no other card fits. 1 is 1:41 rather than 11:4."
)


def how_to_write(here: Here) -> list[str]:
    """How to write what happens, with what helps for the cards of this game."""
    pieces = [TWO_NUMBERS] if any(":" in card.rank for card in here.game.ruleset.deck.cards) else []
    return [*HOW_TO_WRITE, *pieces]


def sentence(text: str) -> str:
    """A message as a sentence."""
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.:?!' else '.'}"


def complaint(file: str, line: int, column: int, message: str) -> Complaint:
    """A complaint about a place in a file."""
    return Complaint(Place(file, line, column), message)


def doubt(text: str) -> list[str]:
    """Why a list may not be exact."""
    return [f"{sentence(text)}"] if text else []


def alternatives(notations: Sequence[str]) -> str:
    """'QS KS AS', or 'declare or lay off QS' if they are several words."""
    return listed(notations, "or") if any(" " in notation for notation in notations) else " ".join(notations)


def rule(rules: Ruleset, name: str) -> str:
    """A rule in words."""
    _, text, origin = rules.rule(name)
    return f"{rules.name}/{name}: {text} ({origin})"


def status(here: Here, like: str = "") -> list[str]:
    """Who must act, what is on the table, what may be done; `like` is a line that could come next."""
    options = here.options
    if not here.game.awaited(here.met):
        return ["The game is over; `quit` puts it down."]
    line = sentence(options.doing)
    table = on_table(here)
    if table:
        line = f"On the table: {table}. {line}"
    legal = [option.notation for option in options.legal]
    if 0 < len(legal) <= FEW and not any(" " in notation for notation in legal):
        return [f"{line} Legal: {' '.join(legal)}"]
    running = [option.notation for option in options.legal if "(" in option.notation][:1]
    return [f"{line}{f' {sentence(running[0])}' if running else ''}{f' Write, for example: {like}' * bool(like)}"]


def pad(here: Here, examples: Sequence[str], *, whole: bool) -> list[str]:
    """How to write what a score pad has of the next hand; with whole lines as `examples`, or only the words in them."""
    doing = "" if here.options.options else f"{sentence(here.options.doing)} "
    if not whole:
        ways = [" ".join(f"{key} …" for key, _ in keys(here, [line])) for line in examples]
        return [f"{doing}Write the result: {listed(ways, 'or')}."]
    bare = any(re.search(r"(?<!\S)-?\d+ -?\d+", line) for line in examples)
    order = f", with the numbers of {listed(in_order(here))} in that order" if bare else ""
    return [f"{doing}Write the result as it is on the pad{order}, for example:", *(f"  {line}" for line in examples)]


def keys(here: Here, examples: Sequence[str]) -> list[tuple[str, str]]:
    """The words that begin the parts of such lines, each with its meaning."""
    known = keys_of(here, "result")
    found = dict.fromkeys(word for line in examples for word in line.split() if word in known)
    words = word_at(family(here.game.ruleset.family).schema, rulesets.SCHEMAS, "$defs", "event").keys["result"].keys
    return [(key, words[key].description.partition(". ")[0].rstrip(".")) for key in found]


def on_table(here: Here) -> str:
    """The cards of the current trick."""
    trick = here.game.view(here.state)[0].get("trick") or []
    return " ".join(str(laid["card"]) for laid in trick)


def totals(here: Here) -> str:
    """Everybody's score, as far as it is known."""
    scores: Mapping[str, Any] = here.game.score(here.state)[0].get("totals") or {}
    return ", ".join(f"{who} {'?' if points is None else points}" for who, points in scores.items())


def scored(before: Here, after: Here) -> str:
    """What a hand or round that has just ended scored, if others were scored before it: 'Scored: Ann 4, Ben 0. '"""
    hands, earlier = (here.game.score(here.state)[0]["hands"] for here in (after, before))
    if not earlier or len(hands) == len(earlier) or hands[-1]["points"] is None:
        return ""
    each = (f"{who} {'?' if won is None else won}" for who, won in hands[-1]["points"].items())
    return f"Scored: {', '.join(each)}. "


def happened(before: Here, after: Here, items: Sequence[Item]) -> list[str]:
    """What was recorded, and the score if it changed."""
    lines = [f"Recorded: {'; '.join(map(event, items))}."]
    here = before
    for item in items:
        lines += here.comes_of(item)
        here = here.after(item)
    score = totals(after)
    if score != totals(before):
        lines.append(f"{scored(before, after)}Score: {score}.")
    if not after.game.awaited(after.state):
        winners = after.game.score(after.state)[0].get("winners") or []
        lines.append(f"The game is over{f'; {listed(winners)} won' if winners else ''}.")
    return lines


def event(item: Item) -> str:
    """An event on one line: 'trick 2C 8C 6C 7C'."""
    verb, value = next((key, value) for key, value in item.items() if key not in EXTRAS)
    by = f"{item['by']} " if "by" in item else ""
    said = in_words(value)
    stands = f", which stands: {item['stands']}" if "stands" in item else ""
    return f"{by}{verb}{f' {said}' if said else ''}{stands}"


def numbered(here: Here, options: Sequence[Option], *, hashes: bool = False) -> Iterator[str]:
    """Options with numbers, each with its meaning."""
    width = len(str(min(len(options), MOST)))
    sign = "#" * (hashes and not all(" " in option.notation for option in options))
    for number, option in enumerate(options[:MOST], 1):
        says = meaning(here, option)
        yield f"  {sign}{number:<{width}}  {option.notation}{f'  {says}' if says else ''}"
    if len(options) > MOST:
        yield f"  and {len(options) - MOST} more; write the beginning of what is meant"


def meaning(here: Here, option: Option) -> str:
    """What an option is in words, if its notation does not say so: 'Queen of Spades'."""
    deck = here.game.ruleset.deck
    number = deck.by_id.get(option.notation)
    if number is not None:
        card = deck.cards[number]
        rank = deck.rank_names.get(card.rank, card.rank)
        return str(card.facts.get("name") or (f"{rank} of {deck.suits[card.suit]}" if card.suit else rank))
    if " " in option.notation:
        return ""
    verb = next(key for key in option.item if key not in EXTRAS)
    words = word_at(family(here.game.ruleset.family).schema, rulesets.SCHEMAS, "$defs", "event").keys
    return words[verb].description.partition(". ")[0].partition(": ")[0].rstrip(".") if verb in words else ""
