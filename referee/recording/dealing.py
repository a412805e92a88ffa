"""A deal, typed part by part: the hands, and the cards that are face up."""

from __future__ import annotations

from typing import Any

from referee.recording.entries import AS_YAML, Unclear
from referee.recording.here import Here, Item, Refused, Shapeless, cards, keys_of, values

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
