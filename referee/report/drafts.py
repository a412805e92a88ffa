"""Files to start from: a house rule, a log, a game. In full, each has everything else that may be written as comments.

What may be changed is commented out with its present value, below a comment that says what the key means, so that a block
can be uncommented as it is. Every word comes from the schemas and from the rules in force. The `brief` ones have what must
be filled in, and a few lines of what comes next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from referee.core.data import Data, Head, Item, Words
from referee.core.ruleset import Ruleset
from referee.core.text import LONGEST_LINE, one_line, yaml_item, yaml_line, yaml_lines
from referee.core.words import Word
from referee.rules.offers import MapOffers, Offer

FIRST_ITEMS = 4
"""Log items that a brief draft has as examples."""
MOST_ROWS = 12
"""A key of a game is shown in a brief draft if it takes at most this many rows."""
OCCASION = ("date", "place", "event")
"""Keys of a log that are offered with the example that their schema has."""
WHY = "say here why your table plays it this way"
NOTHING: Words = {}
NO_OFFERS = MapOffers({}, {}, ())


class DraftRow(NamedTuple):
    """One line of a draft; it is commented out unless it is live."""

    text: str
    live: bool = True

    def __str__(self) -> str:
        if self.live or not self.text:
            return one_line(self.text)
        return one_line(f"# {self.text}")

    def deeper(self) -> DraftRow:
        """Return the row, indented by two columns."""
        return DraftRow(f"  {self.text}", self.live)


Opening = tuple[Head, Sequence[tuple[str, Item]]]
"""The beginning of a game: its set-up, and its first log items, each with its verb."""


def house(rules: Ruleset, extends: str, words: Word, frame: Collection[str]) -> str:
    """A draft of a house rule that changes nothing yet, with all that it may change commented out.

    `extends` is the game as it is named, `words` the record of its words; `frame` are keys that every ruleset has,
    whatever its family.
    """
    title = rules.title
    data = rules.data
    frame = set(frame) - {"players"}
    keys = {key: part for key, part in words.keys.items() if key not in frame}
    rule = next(reversed(data["rules"]))
    rows = _head(
        f"A house rule for {title}. Below is what holds in {title} now, commented out: uncomment the lines that you",
        "change and the keys above them, and write your own values. null removes a key.",
        "`referee check FILE` says whether it makes sense, `referee rules GAME --house FILE` what is then in force.",
    )
    rows += _rows({"extends": extends, "why": WHY})
    rows += _readings(rules)
    for key, part in keys.items():
        if key in data:
            rows.append(DraftRow(""))
            rows += _setting(key, part, data[key], None)
    rows += [
        DraftRow(""),
        _remark("Rules in words: change the text of a rule with the word that it explains; violations cite it."),
        _remark(f"Its rules: {', '.join(data['rules'])}."),
        DraftRow("rules:", False),
    ]
    rows += _rows({rule: {"text": data["rules"][rule]["text"], "source": "house rule"}}, "  ", live=False)
    return _join(rows, _absent(f"{title} has none of these; a house rule may add them:", keys, data))


def log(
    head: Mapping[str, object],
    choices: Mapping[str, Mapping[str, str]],
    words: Word,
    setup: Word,
    event: Word,
    opening: Opening,
) -> str:
    """A draft of a log before its first event, with all that it may contain.

    `head` is what it says about its rules and players; `choices` are what it can be played with, by key (`house`,
    `variants`), each name in words; `words`, `setup` and `event` are the records of its keys; `opening` gives a
    set-up and examples of events.
    """
    begun, items = opening
    verbs = {verb for verb, _ in items}
    rows = _head("`referee validate FILE` judges it as far as it goes.")
    rows += _log_head(head, choices, words.keys)
    rows += _log_setup(begun, words.keys["setup"], setup.keys)
    rows += _log_events(items, words.keys["events"], event.keys)
    others = {verb: part for verb, part in event.keys.items() if verb not in verbs}
    return _join(rows, _absent("What else an event may contain:", others, NOTHING))


def _log_head(
    head: Mapping[str, object], choices: Mapping[str, Mapping[str, str]], keys: Mapping[str, Word]
) -> Iterator[DraftRow]:
    """Yield the keys of a log about its rules and players, and commented out the other keys it may have, with
    examples."""
    for key in ("game", "house", "variants", "ruling", "players", "date", "place", "event"):
        if key in head:
            yield DraftRow(f"# {keys[key].description}")
            yield from _rows({key: head[key]}, live=True)
            continue
        known = choices.get(key, {})
        if known:
            value: object = [next(iter(known))]
        elif key in OCCASION:
            value = keys[key].examples[0]
        else:
            continue
        yield DraftRow(f"# {keys[key].description}", False)
        for name, says in known.items():
            yield _remark(f"  {name}: {says}")
        yield from _rows({key: value}, live=False)


def _log_setup(begun: Mapping[str, object], word: Word, keys: Mapping[str, Word]) -> Iterator[DraftRow]:
    """Yield the set-up of a log, and as comments the other keys that it may have; `begun` is the set-up, `keys` their
    records."""
    given = {key: part for key, part in keys.items() if key in begun}
    yield DraftRow(f"# {word.description}")
    if given:
        yield DraftRow("setup:")
    else:
        yield DraftRow("setup: {}")
    for key, part in given.items():
        yield DraftRow(f"  # {part.description}")
        yield from _rows({key: begun[key]}, "  ")
    for key, part in keys.items():
        if key not in given:
            yield DraftRow(f"  # {key}: {part.description}")


def _log_events(
    items: Sequence[tuple[str, Mapping[str, object]]], word: Word, verbs: Mapping[str, Word]
) -> Iterator[DraftRow]:
    """Yield examples of events, commented out, the first of each verb after a line on what the verb means."""
    yield DraftRow(f"# {word.description} For example:")
    yield DraftRow("events:")
    seen = set[str]()
    for verb, item in items:
        if verb not in seen:
            yield DraftRow(f"  # {verbs[verb].description}", False)
        seen.add(verb)
        for line in yaml_item(item):
            yield DraftRow(f"  {line}", False)


def ruleset(own: Mapping[str, object], data: Mapping[str, object], words: Word, offered: MapOffers) -> str:
    """A draft of a game that writes `own` itself; `data` is that and everything it takes from the game it extends.

    `offered` are words that it could have besides.
    """
    keys = words.keys
    rows = _head(
        "A game of your own. `referee check FILE` says whether it makes sense, `referee simulate ./FILE` plays it.",
        "Commented lines hold anyway, or may be added: uncomment them. If a line says what it goes with,",
        "or names its rule, add that, too; such rules are commented out below `rules:`.",
    )
    for key in sorted(own, key=lambda key: isinstance(own[key], Mapping)):
        if isinstance(own[key], Mapping):
            rows += [DraftRow("")]
        if key == "rules":
            value = own[key]
        else:
            value = data[key]
        rows += _setting(key, keys[key], value, own[key], offered.below.get(key, NO_OFFERS))
        rows += _offers(key, keys[key], offered.new.get(key, ()), instead=True)
    texts: Data = {}
    for rule, text in _texts(offered):
        texts.setdefault(rule, {"text": text, "source": "our own game"})
    rows += _rows(texts, "  ", live=False)
    for key in keys:
        if key not in data:
            for offer in offered.new.get(key, ()):
                rows.append(DraftRow(""))
                rows += _offers(key, keys[key], (offer,))
        elif key not in own and key not in ("family", "abstract"):
            rows.append(DraftRow(""))
            rows += _setting(key, keys[key], data[key], None, offered.below.get(key, NO_OFFERS))
    return _join(rows, _absent("What else may be written:", keys, {**data, **offered.new}))


def brief_house(rules: Ruleset, extends: str, words: Word, frame: Collection[str]) -> str:
    """A short draft of a house rule: what must be filled in, and below it the short sections of its game, commented
    out."""
    rows = _head(
        f"A house rule for {rules.title}. `referee check FILE` says whether it makes sense;",
        f"`referee new house {extends} --all` lists everything it may change, and what each word means.",
    )
    rows += _rows({"extends": extends, "why": WHY})
    rows.append(DraftRow("# Then what is different, each in its section; null removes a key. Now in force:"))
    for key in words.keys:
        if key in frame or not rules.data.get(key):
            continue
        part = list(_rows({key: rules.data[key]}, live=False))
        if len(part) <= MOST_ROWS:
            rows += part
    return _join(rows)


def brief_log(game: str, title: str, head: Mapping[str, object], setup: Word, opening: Opening) -> str:
    """A short draft of a log before its first event, with only what is required."""
    begun, items = opening
    rows = _head(
        f"A log of {title}. `referee validate FILE` judges it as far as it goes;",
        f"`referee new log {game} --all` lists everything it may contain, and what each word means.",
    )
    rows += _rows({key: head[key] for key in ("game", "house", "variants", "ruling") if key in head})
    rows += _with_remark(_rows({"players": head["players"]}), "clockwise")
    if begun:
        rows.append(DraftRow("setup:"))
    else:
        rows.append(DraftRow("setup: {}"))
    for key, value in begun.items():
        rows += (row.deeper() for row in _with_remark(_rows({key: value}), setup.keys[key].description))
    rows += [DraftRow("events:"), DraftRow("  # What happened, in order, such as:")]
    for _, item in items[:FIRST_ITEMS]:
        rows += [DraftRow(f"  {line}", False) for line in yaml_item(item)]
    return _join(rows)


def brief_ruleset(own: Mapping[str, object], family: str) -> str:
    """Return a small complete game, and nothing else."""
    rows = _head(
        "A game of your own. `referee check FILE` says whether it makes sense, `referee simulate ./FILE` plays it;",
        f"`referee new ruleset --family {family} --all` lists what else may be written, and what each word means.",
    )
    return _join(rows, _rows(own))


def deck(own: Mapping[str, object], words: Word, parts: Mapping[str, Word]) -> str:
    """A draft of a deck with the meaning of each key; `own` are the keys that it has, `parts` the records of its
    cards and suits."""
    rows = _head(
        "A deck of your own. `referee check FILE` says whether it is sound; a ruleset or house rule names it:",
        "`deck: ./FILE`. `count` must be right: every suit has a card of each rank, and `cards` are more.",
    )
    given = set(own)
    for key, part in words.keys.items():
        if part.examples:
            given.add(key)
        if key in own:
            rows += _setting(key, part, own[key], own[key])
        elif part.examples:
            rows += _setting(key, part, part.examples[0], None)
    within = (_absent(f"What {name} may say:", part.keys, NOTHING) for name, part in parts.items())
    return _join(rows, *within, _absent("What else may be written:", words.keys, given))


def _head(*lines: str) -> list[DraftRow]:
    """Return what the draft is."""
    return [DraftRow(f"# {line}") for line in lines]


def _remark(text: str) -> DraftRow:
    """Return a comment among lines that are commented out."""
    return DraftRow(f"# {text}", False)


def _join(*parts: Iterable[DraftRow]) -> str:
    return "\n".join(map(str, chain.from_iterable(parts)))


def _rows(data: Mapping[str, object], indent: str = "", *, live: bool = True) -> Iterator[DraftRow]:
    """Yield the keys of a map with their values."""
    return (DraftRow(indent + line, live) for line in yaml_lines(data))


def _with_remark(rows: Iterable[DraftRow], says: str) -> Iterator[DraftRow]:
    """Yield rows with a comment after the first of them, or above if that would be too long."""
    first, *others = rows
    text = f"{first.text}  # {says}"
    if len(text) <= LONGEST_LINE:
        yield from [DraftRow(text)]
    else:
        yield from [DraftRow(f"# {says}"), first]
    yield from others


def _setting(
    key: str, part: Word, value: object, given: object, offered: MapOffers = NO_OFFERS, note: str = ""
) -> Iterator[DraftRow]:
    """Yield a key with its meaning and everything allowed below it.

    What is `given` is live, the rest is commented out; `value` is shown, `offered` are words that may be added
    inside.
    """
    live = given is not None
    yield DraftRow(f"# {_meaning(part)}{note}", live)
    keys = part.keys
    if not isinstance(value, Mapping) or not (value or keys):
        yield from _rows({key: value}, live=live)
        return
    yield DraftRow(f"{key}:", live)
    for name in dict.fromkeys(chain(keys, value)):
        given_below = None
        if isinstance(given, Mapping):
            given_below = given.get(name)
        rows: Iterable[DraftRow]
        if name not in keys:
            rows = _rows({name: value[name]}, live=given_below is not None)
        elif _is_shown(name, keys[name], value, offered, live=live):
            shown = value.get(name, keys[name].default)
            rows = _setting(name, keys[name], shown, given_below, offered.below.get(name, NO_OFFERS))
        else:
            rows = _offers(name, keys[name], offered.new.get(name, ()), within=not live)
        for row in rows:
            yield row.deeper()


def _is_shown(name: str, part: Word, value: Mapping[str, object], offered: MapOffers, *, live: bool) -> bool:
    """Whether a key is shown with its value or its default, rather than with values that could be written there."""
    offers = offered.new.get(name)
    if name in value and not (
        offers and value[name] in ([], {}, None)
    ):  # an empty value says less than what is offered
        return True
    if offers or name in offered.silent:
        return False
    return live or part.default is not None


def _meaning(part: Word) -> str:
    """The meaning of a word, and its choices."""
    if not part.choices:
        return part.description
    return f"{part.description} One of: {', '.join(map(yaml_line, part.choices))}."


def _note(offer: Offer) -> str:
    """A sentence on what must be written together with an offered value, and which rules it needs; "" if nothing."""
    along = " and ".join(f"`{key}: {yaml_line(value)}`" for key, value in offer.along.items())
    note = ""
    if along:
        note += f" Goes with {along}."
    if len(offer.rules) == 1:
        note += f" Its rule: {', '.join(offer.rules)}."
    elif offer.rules:
        note += f" Its rules: {', '.join(offer.rules)}."
    return note


def _offers(
    key: str, part: Word, offers: Iterable[Offer], *, instead: bool = False, within: bool = False
) -> Iterator[DraftRow]:
    """Yield the lines of a word that is not used yet, commented out, once with each value offered.

    `instead`: the word has another value now. `within`: its section is not used yet either, so it is a comment in a
    comment.
    """
    for offer in offers:
        if within:
            yield _remark(f"{_meaning(part)}{_note(offer)}")
            yield from _rows({key: offer.value}, "# ", live=False)
            continue
        first, *rows = _setting(key, part, offer.value, None, offer.inside, _note(offer))
        if instead:
            first = first._replace(text=first.text.replace("# ", "# Instead: ", 1))
        yield first
        yield from rows


def _texts(offered: MapOffers) -> Iterator[tuple[str, str]]:
    """Yield the rules that offered words need, with a text for each, also those of words inside them."""
    for offers in offered.new.values():
        for offer in offers:
            yield from offer.rules.items()
            yield from _texts(offer.inside)
    for below in offered.below.values():
        yield from _texts(below)


def _readings(rules: Ruleset) -> Iterator[DraftRow]:
    """Yield the lines of `ruling:`, commented out: each question that the rules leave open, with the reading in
    force."""
    open_ones = [ruling for ruling in rules.rulings.values() if ruling.taken is not None]
    if not open_ones:
        return
    yield from (DraftRow(""), _remark("How your table reads what the rules leave open."), DraftRow("ruling:", False))
    for ruling in open_ones:
        answers = " ".join(f"{reading}: {entry['text']}" for reading, entry in ruling.readings.items())
        yield DraftRow(f"  # {ruling.question} {answers}", False)
        yield DraftRow(f"  {ruling.name}: {ruling.taken}", False)


def _absent(title: str, keys: Mapping[str, Word], data: Collection[str]) -> Iterator[DraftRow]:
    """Yield under a title the keys that are not in the data, each with its meaning, as comments; nothing if all are
    there."""
    given = set(data) | {"$schema"}
    absent = {key: part for key, part in keys.items() if key not in given}
    if absent:
        yield DraftRow("")
        yield _remark(title)
    for key, part in absent.items():
        yield _remark(f"  {key}: {part.description}")
