"""What the recorder says: who must act, what has happened, what may be done, and what a line could look like; a typed deal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.family import Option
from referee.core.items import EXTRAS, in_words
from referee.core.ruleset import Ruleset
from referee.core.wording import listed
from referee.engines import recording
from referee.play.simulate import draw_of, happen
from referee.recording.entries import AS_YAML, Unclear, understood
from referee.recording.here import Here, Item, Refused, Shapeless, cards, in_order, keys_of, values
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


def rule(rules: Ruleset, name: str) -> str:
    """Return a rule in words."""
    _, text, origin = rules.rule(name)
    return f"{rules.name}/{name}: {text} ({origin})"


def status(here: Here, like: str = "") -> list[str]:
    """Return who must act, what is on the table, what may be done; `like` is a line that could come next."""
    options = here.options
    if not here.game.awaited(here.met):
        return ["The game is over; `quit` puts it down."]
    line = sentence(options.doing)
    trick = here.game.view(here.state)[0].get("trick")
    if trick:
        line = f"On the table: {' '.join(str(laid['card']) for laid in trick)}. {line}"
    legal = [option.notation for option in options.legal]
    if 0 < len(legal) <= FEW and not any(" " in notation for notation in legal):
        return [f"{line} Legal: {' '.join(legal)}"]
    running = [option.notation for option in options.legal if "(" in option.notation][:1]
    return [f"{line}{f' {sentence(running[0])}' if running else ''}{f' Write, for example: {like}' * bool(like)}"]


def pad(here: Here, examples: Sequence[str], *, whole: bool) -> list[str]:
    """Return how to write what a score pad has of the next hand; with whole lines as `examples`, or only the words in them."""
    doing = "" if here.options.options else f"{sentence(here.options.doing)} "
    if not whole:
        ways = [" ".join(f"{key} …" for key, _ in keys(here, [line])) for line in examples]
        return [f"{doing}Write the result: {listed(ways, 'or')}."]
    bare = any(re.search(r"(?<!\S)-?\d+ -?\d+", line) for line in examples)
    order = f", with the numbers of {listed(in_order(here))} in that order" if bare else ""
    return [f"{doing}Write the result as it is on the pad{order}, for example:", *(f"  {line}" for line in examples)]


def keys(here: Here, examples: Sequence[str]) -> list[tuple[str, str]]:
    """Return the words that begin the parts of such lines, each with its meaning."""
    known = keys_of(here, "result")
    found = dict.fromkeys(word for line in examples for word in line.split() if word in known)
    return [(key, known[key].description.partition(". ")[0].rstrip(".")) for key in found]


def totals(here: Here) -> str:
    """Everybody's score, as far as it is known."""
    scores: Mapping[str, Any] = here.game.score(here.state)[0].get("totals") or {}
    return ", ".join(f"{who} {'?' if points is None else points}" for who, points in scores.items())


def scored(before: Here, after: Here) -> str:
    """Return what a hand or round that has just ended scored, if others were scored before it: 'Scored: Ann 4, Ben 0. '"""
    hands, earlier = (here.game.score(here.state)[0]["hands"] for here in (after, before))
    if not earlier or len(hands) == len(earlier) or hands[-1]["points"] is None:
        return ""
    each = (f"{who} {'?' if won is None else won}" for who, won in hands[-1]["points"].items())
    return f"Scored: {', '.join(each)}. "


def happened(before: Here, after: Here, items: Sequence[Item]) -> list[str]:
    """Return what was recorded, and the score if it changed."""
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
    """Return an event on one line: 'trick 2C 8C 6C 7C'."""
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
    """Return what an option is in words, if its notation does not say so: 'Queen of Spades'."""
    deck = here.game.ruleset.deck
    number = deck.by_id.get(option.notation)
    if number is not None:
        card = deck.cards[number]
        rank = deck.rank_names.get(card.rank, card.rank)
        return str(card.facts.get("name") or (f"{rank} of {deck.suits[card.suit]}" if card.suit else rank))
    if " " in option.notation:
        return ""
    verb = next(key for key in option.item if key not in EXTRAS)
    words = rulesets.verbs(here.game.ruleset.family)
    return words[verb].description.partition(". ")[0].partition(": ")[0].rstrip(".") if verb in words else ""


HANDS, TURNS, LONGEST = 6, 20, 5_000
"""How many hands are played to find an example; after how many turns a sheet of a whole game is written; how many events such
a hand or game may have."""


def examples(here: Here) -> list[str]:
    """Lines with the next result, the fullest first; what comes before a result if that is due. Each could be typed here."""
    hands = [told for number in range(HANDS) if (told := _played(here, number))]
    hands.sort(
        key=lambda told: (-min(told[-1]["result"].get("score", {}).values(), default=0), len(line(here, told[0])))
    )
    whole = next((told for told in hands if _fits(here, line(here, told[0]), told[0])), [])
    return [line(here, item) for item in whole]


def of_everybody(here: Here) -> str:
    """Return a line with what each player does next if that is nobody's turn and nothing is listed; empty otherwise."""
    options = here.options
    if options.options or options.player is not None:
        return ""
    item = here.game.draw_next(here.state.copy(), draw_of(0, 0))
    verb, value = next(((key, value) for key, value in (item or {}).items() if key not in EXTRAS), ("", None))
    if not isinstance(value, Mapping) or {*map(type, value.values())} != {str}:
        return ""
    text = line(here, {verb: value})
    return text if _fits(here, text, {verb: value}) else ""


def line(here: Here, item: Item) -> str:
    """Return an event as it can be typed: `won 4 3 3 3`."""
    verb, value = next((key, value) for key, value in item.items() if key not in EXTRAS)
    if verb == "result":
        return " ".join(f"{key} {_in_words(here, part)}" for key, part in value.items())
    return f"{verb} {_in_words(here, value)}"


def _played(here: Here, number: int) -> list[Item]:
    """Return what is on the pad after a hand that is played at random; nothing if it is not scored."""
    game, draw = here.game, draw_of(number, 0)
    module = recording(game.ruleset.family)
    state = here.state.copy()
    whole_game = hasattr(module, "PAD_HEAD")
    item = None if whole_game else game.draw_next(state.copy(), draw_of(number, 0))
    # what plays need was not set up for a pad
    if whole_game or (item is not None and not Here(game, state, unseen=False).legal(item)):
        state = game.start(here.players, module.setup(game.ruleset, here.players, draw), None)
    ended = len(state.history) + (TURNS if whole_game else 0)
    for _ in range(LONGEST):
        item = game.draw_next(state, draw)
        if item is None:
            return []
        happen(game, state, item)
        if len(state.history) > ended:
            return [{"result": result} for result in module.on_pad(game, here.state, state)]
    return []


def _fits(here: Here, text: str, item: Item) -> bool:
    """Return whether a line means an event here, which is legal."""
    try:
        return understood(here, text) == [item]
    except (Unclear, Refused, Shapeless):
        return False


def _in_words(here: Here, value: Any) -> str:
    """Return a value as it can be typed: for a map by player the bare numbers, if everybody has one."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if not isinstance(value, Mapping):
        return str(value)
    if value.keys() == set(here.players) and not any(isinstance(part, Mapping | list) for part in value.values()):
        return " ".join(str(value[who]) for who in in_order(here))
    words = {
        who: " ".join(f"{name} {number}" for name, number in part.items())
        if isinstance(part, Mapping)
        else _in_words(here, part)
        for who, part in value.items()
    }
    return ", ".join(f"{who} {said}" for who, said in words.items()) or "none"


Part = tuple[str, str]
"""What is dealt and to whom or where: `hands` and a player; `fields` and a field; or only a player, if a deal is only hands.

What is face down is one part, without a name: `luminaries`.
"""


class TypedDeal:
    """A deal as far as it has been typed."""

    def __init__(self, here: Here, order: tuple[Part, ...]) -> None:
        self._here, self._order = here, order
        self._told: dict[Part, Any] = {}

    @property
    def begun(self) -> bool:
        """Return whether a part of it has been typed."""
        return bool(self._told)

    @property
    def asks(self) -> str:
        """Return which cards must be typed next."""
        part = self._next
        if part is None:
            return "Whose cards were others? Write the name and the cards again."
        if part[0] == "fields":
            return f"The cards that lie open: {part[1]}?"
        return f"The cards of {part[1]}?" + (" Return if nobody recorded them." if part[0] else "")

    @property
    def _next(self) -> Part | None:
        return next((part for part in self._order if part not in self._told), None)

    def wants(self, line: str) -> bool:
        """Return whether a line is a part of the deal: cards, a name and cards, or nothing for a hand that nobody recorded."""
        if not line.strip():
            return self._may_be_unknown(self._next)
        if self._key(line):
            return True
        part, dealt = self._part(line)
        return not AS_YAML.match(line.strip()) and (bool(dealt) or (self.begun and part is not None))

    def take(self, line: str) -> Item | None:
        """Return the deal, once it is complete. Raises Unclear."""
        key = self._key(line)
        if key:
            self._told[key, ""] = self._face_down(key, line.strip()[len(key) :].lstrip(" :"))
            return None
        part, dealt = self._part(line)
        if part is None:
            raise Unclear("all hands have been typed; write a name and the cards to change one")
        deck = self._here.game.ruleset.deck
        if not dealt and (line.strip() or not self._may_be_unknown(part)):
            words = [word for word in line.removeprefix("deal ").split() if word.rstrip(":") not in part]
            strange = next((word for word in words if deck.find(word) is None), "")
            what = f"{strange!r} is not a card here; " if strange else ""
            raise Unclear(f"{what}write {part[1]}'s cards like {' '.join(deck.ids[:2])}", rule="deck")
        before = dict(self._told)
        self._told.pop(part, None)
        self._told[part] = dealt
        deal = {"deal": self._deal()}
        try:
            self._here.after(deal)
        except Refused as no:
            pointer = ("deal", *filter(None, part))
            wrong = next((fault for fault in no.faults if fault.at[: len(pointer)] == pointer), None)
            if wrong is not None:  # nothing about what is still missing
                whole, self._told = self._next is None, before
                raise no if whole else Unclear(wrong.message, rule=wrong.rule) from None
        except Shapeless:
            pass
        return deal if self._next is None else None

    def back(self) -> str:
        """Forgets what was typed last, and returns it."""
        (what, name), dealt = self._told.popitem()
        return (
            " ".join([name, *(dealt or ["nothing"])]) if name else f"{what} {', '.join(map(' '.join, dealt.items()))}"
        )

    def _may_be_unknown(self, part: Part | None) -> bool:
        return part is not None and part[0] == "hands"

    def _key(self, line: str) -> str:
        """Return the word at the start of a line for what is face down in a deal, if anybody looked at it."""
        first = line.strip().partition(" ")[0].removesuffix(":").casefold()
        return first if first in keys_of(self._here, "deal") and first not in {what for what, _ in self._order} else ""

    def _face_down(self, key: str, text: str) -> dict[str, str]:
        for value in values(self._here, "deal", f"{key} {text}"):
            if isinstance(value, dict) and isinstance(value.get(key), dict) and self._here.read({"deal": value}):
                return dict(value[key])
        raise Unclear(f"write for each what lies where, with commas: `{key} {self._order[0][1]} …, …`")

    def _deal(self) -> dict[str, object]:
        deal: dict[str, object] = {}
        for what, name in [*self._order, *(part for part in self._told if not part[1])]:
            dealt = self._told.get((what, name))
            if not name:
                deal[what] = dealt
            elif not what and dealt is not None:
                deal[name] = dealt
            elif what and dealt:
                within = deal.setdefault(what, {})
                assert isinstance(within, dict)
                within[name] = dealt
        return deal

    def _part(self, line: str) -> tuple[Part | None, list[str]]:
        """Return which part a line is, and its cards."""
        line = line.strip()
        first, _, rest = line.removeprefix("deal ").partition(" ")
        name = first.removesuffix(":").casefold()
        part = next((part for part in self._order if part[1].casefold() == name), None)
        return (part, cards(self._here, rest)) if part else (self._next, cards(self._here, line.removeprefix("deal ")))


def due(here: Here, *, only_open: bool = False) -> TypedDeal | None:
    """Return the deal that comes next, part by part; None if something else comes next, or nothing must be typed."""
    if here.options.options or "deal" not in here.verbs or not here.game.awaited(here.state):
        return None
    view = here.game.view(here.state)[0]
    if view.get("phase") not in ("deal", "deal_rest"):
        return None
    absent = {seat["player"] for seat in view.get("seats", ()) if "absent" in seat}
    first = here.players.index(view["dealer"]) + 1 if view.get("dealer") in here.players else 0
    order = [who for who in (*here.players[first:], *here.players[:first]) if who not in absent]
    hands_alone = here.read({"deal": {here.players[0]: [here.game.ruleset.deck.ids[0]]}}) is not None
    if hands_alone:
        return None if only_open else TypedDeal(here, tuple(("", who) for who in order))
    fields = here.game.dealt_open(here.state)
    if fields is None:
        return None
    parts = [("fields", name) for name in fields]
    parts += [] if only_open else [("hands", who) for who in order]
    return TypedDeal(here, tuple(parts)) if parts else None
