"""Answers of the recorder: who must act, what has happened, what may be done, and what a line could look like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from referee.core.cards import Deck
from referee.core.cards_named import in_cards_of
from referee.core.data import Item
from referee.core.family import RESULTS, Draw, Option
from referee.core.game import Game
from referee.core.items import EXTRAS, FORGOTTEN, AtTable, in_words
from referee.core.ruleset import Ruleset
from referee.core.wording import in_list
from referee.engines import recording
from referee.play.simulate import draw_of
from referee.recording.entries import Unclear, understood
from referee.recording.here import Here, Refused, Shapeless, act, in_order, keys_of
from referee.rules import rulesets

FEW = 13
"""The most options that are listed below whose turn it is, if they are short."""
MOST = 40
"""The most options that are listed with numbers."""
HOW_TO_WRITE_CARDS = [
    "Write what happens: a card (QS), its rank alone where that is enough, or Return for the only legal one.",
    "Several with spaces between them are a trick, or the bids in order: 2C KC AC 3C; 1 0 1 0.",
    "The last cards of a trick may be omitted where nobody has a choice.",
    "Any event may be written as in a log: deal: {Ann: [2C, 3C]}.",
]
"""How to write what happens in a game with cards of a deck; the cards are replaced by those of the game."""
HOW_TO_WRITE = [
    "Any move that `legal` lists may be named by its number, or by the beginnings of its words.",
    "A player's name in front says who did it: Ann pass.",
]


def how_to_write(here: Here) -> list[str]:
    """The lines of `help` on how to write what happens in this game, with cards of its deck."""
    deck = here.game.ruleset.deck
    lines = []
    if deck.cards:
        lines += [in_cards_of(deck, line) for line in HOW_TO_WRITE_CARDS]
    lines += HOW_TO_WRITE
    for verb, mark in here.marks.items():
        card = deck.ids[0]
        line = (
            f"{verb.capitalize()} over a card as it is played: {card} {verb}, or {card}{mark}; over one on the table:"
        )
        lines.append(f"{line} {verb}, and you are asked over which.")
    if here.read({"play": FORGOTTEN}) is not None:
        lines.append(
            f"A card that nobody remembers is {FORGOTTEN} among others: 2C {FORGOTTEN} A 3; alone, play {FORGOTTEN}."
        )
    return lines


def sentence(text: str) -> str:
    """A message as a sentence."""
    text = text[:1].upper() + text[1:]
    if text[-1:] in ".:?!":
        return text
    return f"{text}."


def rule(rules: Ruleset, name: str) -> list[str]:
    """A rule in words; nothing if the game has none of that name."""
    _, text, origin = rules.cited(name)
    if not text:
        return []
    return [f"{rules.name}/{name}: {text} ({origin})"]


def status(here: Here) -> list[str]:
    """The lines on whose turn it is: the trick on the table, and the options if they are few, or a line that could
    come next."""
    options = here.options
    if not here.game.next_step(here.met):
        return ["The game is over; `quit` puts it down."]
    line = sentence(options.doing)
    if here.trick:
        line = f"On the table: {' '.join(here.trick)}. {line}"
    legal = [option.notation for option in options.legal]
    if 0 < len(legal) <= FEW and not any(" " in notation for notation in legal):
        return [f"{line} Legal: {' '.join(legal)}"]
    for notation in legal:
        if "(" in notation:
            line += f" {sentence(notation)}"
            break
    if not options.options and options.player is None:
        text = _of_everybody(here)
        if text:
            line += f" Write, for example: {text}"
    return [line]


def _of_everybody(here: Here) -> str:
    """A line that could come next if all players do something at once, such as naming bids; "" if they do not."""
    item = here.game.draw_next(here.state.copy(), draw_of(0, 0)) or {}
    item = {verb: value for verb, value in item.items() if verb not in EXTRAS}
    if not any(map(_is_map_of_texts, item.values())):
        return ""
    text = in_line(here, item)
    if not _fits(here, text, item):
        return ""
    return text


def _is_map_of_texts(value: object) -> bool:
    return isinstance(value, Mapping) and set(map(type, value.values())) == {str}


def pad(here: Here, examples: Sequence[str], *, whole: bool) -> list[str]:
    """Lines on how to write the result of the next hand, as a score pad has it.

    `examples` are such results; they are shown if `whole`, or else only the words that begin their parts.
    """
    doing = ""
    if not here.options.options:
        doing = f"{sentence(here.options.doing)} "
    if not whole:
        ways = [" ".join(f"{key} …" for key, _ in keys(here, [line])) for line in examples]
        return [f"{doing}Write the result: {in_list(ways, 'or')}."]
    order = ""
    if any(re.search(r"(?<!\S)-?[\d./]+ -?\d", line) for line in examples):  # several numbers without names
        order = f", with the numbers of {in_list(in_order(here))} in that order"
    lines = [f"{doing}Write the result as it is on the pad{order}, for example:"]
    lines += [f"  {line}" for line in examples]
    return lines


def keys(here: Here, examples: Sequence[str]) -> list[tuple[str, str]]:
    """The words that begin the parts of such lines, each with its meaning."""
    known = keys_of(here, "result")
    words = [word for word in dict.fromkeys(" ".join(examples).split()) if word in known]
    return [(key, known[key].description.partition(". ")[0].rstrip(".")) for key in words]


def totals(here: Here) -> str:
    """Everybody's score, as far as it is known."""
    return _points(here.game.score(here.state)[0].get("totals") or {})


def _points(scores: Mapping[str, object]) -> str:
    parts = list[str]()
    for who, points in scores.items():
        if points is None:
            points = "?"
        parts.append(f"{who} {points}")
    return ", ".join(parts)


def what_happened(before: Here, after: Here, items: Sequence[Item]) -> list[str]:
    """The lines on events just recorded: the events, what they caused, and the score if it changed."""
    lines = [f"Recorded: {'; '.join(map(event, items))}."]
    here = before
    for item in items:
        lines += _consequences(here, item)
        here = here.after(item)
    if totals(after) != totals(before):
        lines.append(_change_of_score(before, after))
    if not after.game.next_step(after.state):
        winners = after.game.score(after.state)[0].get("winners")
        won = ""
        if winners:
            won = f"; {in_list(winners)} won"
        lines.append(f"The game is over{won}.")
    return lines


def _consequences(here: Here, item: Item) -> Iterator[str]:
    """Yield what each event of an item causes by itself."""
    state = here.state.copy()
    for each in here.read(item) or ():
        earlier = state.copy()
        if here.game.take(state, [each]) != 1:
            return
        yield from here.game.aftermath(earlier, state)


def _change_of_score(before: Here, after: Here) -> str:
    """The new score, and the points of a hand or round that is not the first."""
    earlier = before.game.score(before.state)[0]["hands"]
    hands = after.game.score(after.state)[0]["hands"]
    new = None
    if earlier and len(hands) != len(earlier):
        new = hands[-1]["points"]
    if new is None:
        return f"Score: {totals(after)}."
    return f"Scored: {_points(new)}. Score: {totals(after)}."


def event(item: Item) -> str:
    """An event on one line, with who did it and why it stands: 'Ann trick 2C 8C 6C 7C'."""
    verb, value = act(item)
    line = f"{verb} {in_words(value)}".rstrip()
    if "by" in item:
        line = f"{item['by']} {line}"
    if "stands" in item:
        line = f"{line}, which stands: {item['stands']}"
    return line


def number_options(here: Here, options: Sequence[Option], *, hashes: bool = False) -> Iterator[str]:
    """Yield a line for each of the first `MOST` options, with its number and its meaning.

    With `hashes` the numbers are written `#2` where a bare 2 could mean a card.
    """
    width = len(str(min(len(options), MOST)))
    sign = ""
    if hashes and _may_mean_cards(here, options):
        sign = "#"
    for number, option in enumerate(options[:MOST], 1):
        line = f"  {sign}{number:<{width}}  {option.notation}"
        says = meaning(here, option)
        if says:
            line += f"  {says}"
        yield line
    if len(options) > MOST:
        yield f"  and {len(options) - MOST} more; write the beginning of what is meant"


def _may_mean_cards(here: Here, options: Sequence[Option]) -> bool:
    """Whether a bare number may mean a card instead of an option with this number: `2` is a Two."""
    ranks = {card.rank for card in here.game.ruleset.deck.cards}
    for number, option in enumerate(options, 1):
        if str(number) in ranks or " " not in option.notation:
            return True
    return False


def meaning(here: Here, option: Option) -> str:
    """An option in words, 'Queen of Spades', if its notation does not say so itself; otherwise ""."""
    number = here.game.ruleset.deck.by_id.get(option.notation)
    if number is not None:
        return _card_in_words(here.game.ruleset.deck, number)
    if " " in option.notation:
        return ""
    verb, _ = act(option.item)
    words = rulesets.log_words(here.game.ruleset.family)
    if verb not in words:
        return ""
    return words[verb].description.partition(". ")[0].partition(": ")[0].rstrip(".")


def _card_in_words(deck: Deck, number: int) -> str:
    card = deck.cards[number]
    name = card.facts.get("name")
    if name:
        return str(name)
    rank = deck.rank_names.get(card.rank, card.rank)
    if not card.suit:
        return str(rank)
    return f"{rank} of {deck.suits[card.suit]}"


HANDS, TURNS, LONGEST = 6, 20, 5_000
"""Hands played to find an example; turns after which a sheet of a whole game is written; events that such
a hand or game may have."""


def examples(here: Here) -> list[str]:
    """Results of a hand as lines that could be typed here, the fullest first, from hands played at random; [] if none
    fits.

    A family may need other lines before the result; these come first.
    """
    pads = list[tuple[list[Item], list[str]]]()
    for number in range(HANDS):
        items = _random_pad(here, number)
        if items:
            pads.append((items, [in_line(here, item) for item in items]))
    pads.sort(key=_fullness)
    for items, lines in pads:
        if _fits(here, lines[0], items[0]):
            return lines
    return []


def _fullness(pad: tuple[list[Item], list[str]]) -> tuple[int, int]:
    """Where a pad is sorted: first those on which everybody scores much, then short ones."""
    items, lines = pad
    lowest = min(items[-1]["result"].get("score", {}).values(), default=0)
    return -lowest, len(lines[0])


def in_line(here: Here, item: Item) -> str:
    """An event as it can be typed: `won 4 3 3 3`."""
    verb, value = act(item)
    if verb == "result":
        return " ".join(f"{key} {_in_words(here, part)}" for key, part in value.items())
    return f"{verb} {_in_words(here, value)}"


def _random_pad(here: Here, number: int) -> list[Item]:
    """The events that a score pad writes for a hand, or for families with such sheets a whole game, played at random;
    or [].

    `number` sets the course of chance.
    """
    game = here.game
    record = recording(game.ruleset.family)
    draw = draw_of(number, 0)
    if record.PAD_HEAD:  # the sheet is of a whole game
        played = _set_up(here, draw)
        ended = _play(game, played, draw, TURNS)
    else:
        played = here.state.copy()
        if game.draw_next(played.copy(), draw_of(number, 0)) is None:
            return []
        ended = _play(game, played, draw, 0)
        if not ended:  # the pad lacks what plays need, such as who has which role
            draw = draw_of(number, 0)
            played = _set_up(here, draw)
            ended = _play(game, played, draw, 0)
    if not ended:
        return []
    return [{"result": result} for result in record(game, RESULTS).on_pad(here.state, played)]


def _set_up(here: Here, draw: Draw) -> AtTable:
    """The state before the first event of a game of the same players, with everything that plays need."""
    game = here.game
    return game.start(here.players, recording(game.ruleset.family).setup(game.ruleset, here.players, draw), None)


def _play(game: Game, state: AtTable, draw: Draw, turns: int) -> bool:
    """Play a game on at random, in place, until more than this many hands or turns have ended; False if it stopped
    before."""
    ended = len(state.history) + turns
    for _ in range(LONGEST):
        item = game.draw_next(state, draw)
        if item is None or game.advance(state, item):
            return False
        if len(state.history) > ended:
            return True
    return False


def _fits(here: Here, text: str, item: Item) -> bool:
    """Whether a line means an event here, which is legal."""
    with suppress(Unclear, Refused, Shapeless):
        return understood(here, text) == [item]
    return False


def _in_words(here: Here, value: object) -> str:
    """A value as it can be typed: of a map by player only the numbers, in order, if everybody has one."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if not isinstance(value, Mapping):
        return str(value)
    if value.keys() == set(here.players) and not any(isinstance(part, Mapping | list) for part in value.values()):
        return " ".join(str(value[who]) for who in in_order(here))
    if not value:
        return "none"
    return ", ".join(f"{who} {_part_in_words(here, part)}" for who, part in value.items())


def _part_in_words(here: Here, part: object) -> str:
    if isinstance(part, Mapping):
        return " ".join(f"{name} {number}" for name, number in part.items())
    return _in_words(here, part)
