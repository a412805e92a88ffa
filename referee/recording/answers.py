"""Answers of the recorder: who must act, what has happened, what may be done, and what a line could look like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from referee.core.family import RESULTS, Option
from referee.core.items import EXTRAS, in_words
from referee.core.ruleset import Ruleset
from referee.core.wording import in_list
from referee.engines import recording
from referee.play.simulate import draw_of, happen
from referee.recording.entries import Unclear, understood
from referee.recording.here import Here, Item, Refused, Shapeless, act, in_order, keys_of
from referee.rules import rulesets

FEW = 13
"""The most options that are listed below whose turn it is, if they are short."""
MOST = 40
"""The most options that are listed with numbers."""
HOW_TO_WRITE = [
    "Write what happens: a card (QS), its rank alone where that is enough (Q), or Return for the only legal one.",
    "Several with spaces between them are a trick, or the bids in order: 2C K A 3; 1 0 1 0.",
    "The last cards of a trick may be omitted where nobody has a choice.",
    "Any move that `legal` lists may be named by its number, or by the beginnings of its words: h 5D for harvest 5D take …",
    "A player's name in front says who did it: Ann pass.",
    "Any event may be written as in a log: deal: {Ann: [2C, 3C]}.",
]


def sentence(text: str) -> str:
    """Return a message as a sentence."""
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.:?!' else '.'}"


def rule(rules: Ruleset, name: str) -> list[str]:
    """Return a rule in words; nothing if the game has none of that name."""
    _, text, origin = rules.cited(name)
    if not text:
        return []
    return [f"{rules.name}/{name}: {text} ({origin})"]


def status(here: Here) -> list[str]:
    """Return who must act, what is on the table, what may be done, or a line that could come next."""
    options = here.options
    if not here.game.next_step(here.met):
        return ["The game is over; `quit` puts it down."]
    line = sentence(options.doing)
    trick = here.game.view(here.state)[0].get("trick")
    if trick:
        line = f"On the table: {' '.join(str(laid['card']) for laid in trick)}. {line}"
    legal = [option.notation for option in options.legal]
    if 0 < len(legal) <= FEW and not any(" " in notation for notation in legal):
        return [f"{line} Legal: {' '.join(legal)}"]
    running = "".join([f" {sentence(notation)}" for notation in legal if "(" in notation][:1])
    if not options.options and options.player is None:  # perhaps everybody does something
        item = here.game.draw_next(here.state.copy(), draw_of(0, 0)) or {}
        item = {verb: value for verb, value in item.items() if verb not in EXTRAS}
        if any(isinstance(value, Mapping) and {*map(type, value.values())} == {str} for value in item.values()):
            text = in_line(here, item)
            if _fits(here, text, item):
                running += f" Write, for example: {text}"
    return [f"{line}{running}"]


def pad(here: Here, examples: Sequence[str], *, whole: bool) -> list[str]:
    """Return how to write what a score pad has of the next hand; with whole lines as `examples`, or only the words in them."""
    if here.options.options:
        doing = ""
    else:
        doing = f"{sentence(here.options.doing)} "
    if not whole:
        ways = [" ".join(f"{key} …" for key, _ in keys(here, [line])) for line in examples]
        return [f"{doing}Write the result: {in_list(ways, 'or')}."]
    bare = any(re.search(r"(?<!\S)-?[\d./]+ -?\d", line) for line in examples)
    order = ""
    if bare:
        order = f", with the numbers of {in_list(in_order(here))} in that order"
    return [f"{doing}Write the result as it is on the pad{order}, for example:", *(f"  {line}" for line in examples)]


def keys(here: Here, examples: Sequence[str]) -> list[tuple[str, str]]:
    """Return the words that begin the parts of such lines, each with its meaning."""
    known = keys_of(here, "result")
    words = dict.fromkeys(word for line in examples for word in line.split() if word in known)
    return [(key, known[key].description.partition(". ")[0].rstrip(".")) for key in words]


def totals(here: Here) -> str:
    """Return everybody's score, as far as it is known."""
    return _points(here.game.score(here.state)[0].get("totals") or {})


def _points(scores: Mapping[str, Any]) -> str:
    return ", ".join(f"{who} {'?' if points is None else points}" for who, points in scores.items())


def what_happened(before: Here, after: Here, items: Sequence[Item]) -> list[str]:
    """Return what was recorded, and the score if it changed; of a hand or round that is not the first, also its own."""
    lines = [f"Recorded: {'; '.join(map(event, items))}."]
    here = before
    for item in items:
        state = here.state.copy()
        for each in here.read(item) or ():
            earlier = state.copy()
            if here.game.take(state, [each]) != 1:
                break
            lines += here.game.aftermath(earlier, state)
        here = here.after(item)
    score = totals(after)
    if score != totals(before):
        hands, earlier = (point.game.score(point.state)[0]["hands"] for point in (after, before))
        new = None
        if earlier and len(hands) != len(earlier):
            new = hands[-1]["points"]
        lines.append(f"Scored: {_points(new)}. Score: {score}." if new is not None else f"Score: {score}.")
    if not after.game.next_step(after.state):
        winners = after.game.score(after.state)[0].get("winners") or []
        lines.append(f"The game is over{f'; {in_list(winners)} won' if winners else ''}.")
    return lines


def event(item: Item) -> str:
    """Return an event on one line: 'trick 2C 8C 6C 7C'."""
    verb, value = act(item)
    by = ""
    if "by" in item:
        by = f"{item['by']} "
    stands = ""
    if "stands" in item:
        stands = f", which stands: {item['stands']}"
    return by + f"{verb} {in_words(value)}".rstrip() + stands


def number_options(here: Here, options: Sequence[Option], *, hashes: bool = False) -> Iterator[str]:
    """Yield options with numbers, each with its meaning."""
    width = len(str(min(len(options), MOST)))
    ranks = {card.rank for card in here.game.ruleset.deck.cards}  # `2` means a Two
    of_cards = any(str(number) in ranks or " " not in option.notation for number, option in enumerate(options, 1))
    sign = ""
    if hashes and of_cards:
        sign = "#"
    for number, option in enumerate(options[:MOST], 1):
        says = meaning(here, option)
        yield f"  {sign}{number:<{width}}  {option.notation}{f'  {says}' if says else ''}"
    if len(options) > MOST:
        yield f"  and {len(options) - MOST} more; write the beginning of what is meant"


def meaning(here: Here, option: Option) -> str:
    """Return what an option is in words, if its notation does not say so: 'Queen of Spades'."""
    deck = here.game.ruleset.deck
    number = deck.by_id.get(option.notation)
    if number is not None:
        card = deck.cards[number]
        rank = deck.rank_names.get(card.rank, card.rank)
        return str(card.facts.get("name") or (f"{rank} of {deck.suits[card.suit]}" if card.suit else rank))
    if " " in option.notation:
        return ""
    verb, _ = act(option.item)
    words = rulesets.log_words(here.game.ruleset.family)
    if verb not in words:
        return ""
    return words[verb].description.partition(". ")[0].partition(": ")[0].rstrip(".")


HANDS, TURNS, LONGEST = 6, 20, 5_000
"""Hands played to find an example; turns after which a sheet of a whole game is written; events that such
a hand or game may have."""


def examples(here: Here) -> list[str]:
    """Return lines with the next result, the fullest first, or with what is due before it; each could be typed here."""
    hands = filter(None, (_random_pad(here, number) for number in range(HANDS)))
    pads = [(items, [in_line(here, item) for item in items]) for items in hands]
    pads.sort(key=lambda pad: (-min(pad[0][-1]["result"].get("score", {}).values(), default=0), len(pad[1][0])))
    return next((lines for items, lines in pads if _fits(here, lines[0], items[0])), [])


def in_line(here: Here, item: Item) -> str:
    """Return an event as it can be typed: `won 4 3 3 3`."""
    verb, value = act(item)
    if verb == "result":
        return " ".join(f"{key} {_in_words(here, part)}" for key, part in value.items())
    return f"{verb} {_in_words(here, value)}"


def _random_pad(here: Here, number: int) -> list[Item]:
    """Return what is on the pad after a hand that is played at random; nothing if it is not scored."""
    game = here.game
    draw = draw_of(number, 0)
    record = recording(game.ruleset.family)
    state = here.state.copy()
    whole_game = bool(record.PAD_HEAD)
    if whole_game:
        item = None
    else:
        item = game.draw_next(state.copy(), draw_of(number, 0))
    # what plays need was not set up for a pad
    if whole_game or (item is not None and not Here(game, state, unseen=False).legal(item)):
        state = game.start(here.players, record.setup(game.ruleset, here.players, draw), None)
    ended = len(state.history) + (TURNS if whole_game else 0)
    for _ in range(LONGEST):
        item = game.draw_next(state, draw)
        if item is None:
            return []
        happen(game, state, item)
        if len(state.history) > ended:
            return [{"result": result} for result in record(game, RESULTS).on_pad(here.state, state)]
    return []


def _fits(here: Here, text: str, item: Item) -> bool:
    """Return whether a line means an event here, which is legal."""
    with suppress(Unclear, Refused, Shapeless):
        return understood(here, text) == [item]
    return False


def _in_words(here: Here, value: Any) -> str:
    """Return a value as it can be typed: for a map by player the bare numbers, if everybody has one."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if not isinstance(value, Mapping):
        return str(value)
    if value.keys() == set(here.players) and not any(isinstance(part, Mapping | list) for part in value.values()):
        return " ".join(str(value[who]) for who in in_order(here))
    parts = {
        who: " ".join(f"{name} {number}" for name, number in part.items()) if isinstance(part, Mapping) else part
        for who, part in value.items()
    }
    return ", ".join(f"{who} {_in_words(here, part)}" for who, part in parts.items()) or "none"
