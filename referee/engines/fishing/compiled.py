"""A fishing ruleset made ready for a number of players: every argument compiled, every name turned into an index.

The compiled rules are read-only once made, except for what they remember of boards and moves seen before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from referee.core.cards import fold_name
from referee.core.data import Words
from referee.core.events import Finding, Misread
from referee.core.family import CompiledRules, Unsound, sides_of
from referee.core.formula import Parser
from referee.core.merging import at
from referee.core.ruleset import Ruleset
from referee.core.selectors import choose
from referee.core.wording import did_you_mean, with_fix
from referee.engines.fishing.words.powers import InForce, Word, in_force, luminary
from referee.engines.fishing.words.scoring import FishingScoring, ScoreLine

SOW, HARVEST, STOCKPILE = "sow", "harvest", "stockpile"
ACTIONS = (SOW, HARVEST, STOCKPILE)
TABLE = "table"
"""The only field of a game without a box."""
ONLY_ITS_LIKE = 10_000
"""The value of the lowest rank without a number, more than any sum: such cards match their own rank and are no term of sums."""

INSTEAD = {"deal": "deal", "play": "turn", "expect": "claim", "result": "scoring"}
"""The rules to cite by the part of a log, where a game has no rule for what is wrong in it: a Luminary where there are none."""


class FishingRules(CompiledRules):
    """A ruleset compiled for `players` players."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        """Compile a ruleset for a number of players. Raises Unsound if the partners do not come out even, or a formula
        is wrong."""
        self.ruleset = ruleset
        self.players = players
        self.deck = deck = ruleset.deck
        data = ruleset.full
        partners = data["partners"] == "opposite"
        odd = partners and (players % 2 or players < 4)
        self.sides = sides_of(players, partners and not odd)
        self.side_of = [seat % len(self.sides) for seat in range(players)]
        self.keeper = [self.sides[side][0] for side in self.side_of]
        """The seat, for each seat, under which what its side harvests is kept."""
        self._values(data["values"])
        self.left_out = choose(data["leave_out"].get(str(players), []), deck)
        self.pack = deck.all & ~self.left_out
        self.size = self.pack.bit_count()
        self.deal: Words = data["deal"]
        deal = self.deal
        parser = Parser()
        self.hand: int = parser.number_of_cards(("deal", "each"), deal["each"], players, self.size)
        self.first_hand: int = self.hand
        if "first" in deal:
            self.first_hand = parser.number_of_cards(("deal", "first"), deal["first"], players, self.size)
        self.seeded: int = deal["fields"]
        misdeal = deal.get("misdeal") or {"cards": [], "number": 0}
        self.misdealt = choose(misdeal["cards"], deck)
        self.misdeal_number = misdeal["number"]
        self.direction = 1 if data["direction"] == "clockwise" else -1
        self.draw_up: int = data["draw_up"]
        self.draws_when_empty: bool = data["draw_when"] == "hand_empty"
        self._box(ruleset.part("box"))
        self.harvest: Words = data["harvest"]
        self.total: int = self.harvest["total"]
        everything = self.harvest.get("takes_all") or {}
        self.takers = choose(everything.get("cards", []), deck)
        self.stayers = choose(everything.get("except", []), deck)
        """The cards that take all there is, and those that they leave."""
        self.stockpile: Words = data["stockpile"]
        self.sow: Words = data["sow"]
        self.clearing: Words = data["clearing"]
        self.called: str = self.stockpile["called"]
        """The players' word for a stockpile."""
        self.must_keep: bool = self.stockpile["owned"] and self.stockpile["keep"]
        self.okus: int = data["okus"]["per_player"] * players
        self.reseeded: int = self.clearing["reseed"]  # cards laid into an emptied field
        self.sweep = bool(self.clearing["sweep"])
        self.drawn_for_fallow: int = data["draw_fallow"]  # cards drawn for sowing into an empty field
        self.end: Words = data["end"]
        self._luminaries(ruleset.part("luminaries"))
        self.goes_on_before_clearing = bool(self.draw_up or self.dealt_luminaries)
        """True if anything can come between a play and what it clears: cards are drawn, or a Luminary lets a player do more."""
        self.scoring = FishingScoring(ruleset, self.pack, players, parser)
        faults = list(parser.faults)
        if odd:
            message = f"opposite partners need an even number of players, four or more; {players} may play"
            faults.append((ruleset.latest(("partners",), ("players",)), message))
        if faults:
            raise Unsound(faults)

    def _values(self, listed: Words) -> None:
        """Set `values`, the values of each card by number, and `of_value`, the mask of the cards that have each value.
        A card without a value gets one of its own per rank, from ONLY_ITS_LIKE on, so that it matches its rank and fits
        into no sum."""
        deck = self.deck
        ranks = list(dict.fromkeys(card.rank for card in deck.cards))
        self.rank_of_value = {ONLY_ITS_LIKE + place: rank for place, rank in enumerate(ranks)}

        def values(card: str, rank: str) -> tuple[int, ...]:
            written = listed.get(card, listed.get(rank))
            if written is None:
                return (ONLY_ITS_LIKE + ranks.index(rank),)
            if isinstance(written, list):
                return tuple(written)
            return (written,)

        self.values = tuple(values(card.id, card.rank) for card in deck.cards)
        self.of_value: dict[int, int] = {}
        for number, worth in enumerate(self.values):
            for value in worth:
                self.of_value[value] = self.of_value.get(value, 0) | 1 << number

    def _box(self, box: Words) -> None:
        """Set what the box gives: its seasons, the season of each card, the cards that turn it, and what seasons
        forbid. A game without a box has one field, the table."""
        self.seasons: tuple[str, ...] = tuple(box.get("seasons", ()))
        self.fields = len(self.seasons) or 1
        self.field_names = self.seasons or (TABLE,)
        suits: Mapping[str, str] = box.get("suits", {})
        self.season_of = tuple(suits.get(card.suit, "") for card in self.deck.cards)
        self.box = box
        if "turned_by" in box:
            self.turners = choose(box["turned_by"], self.deck)
        else:
            self.turners = 0
        self.turned_on = frozenset(box.get("turned_on") or ACTIONS)
        self.forbids = {
            (action, season): ("box", "forbids", season)
            for season, actions in (box.get("forbids") or {}).items()
            for action in actions or ()
        }
        self.places: tuple[str, ...] = tuple(box.get("places") or ())
        """Names of the fields however the box is turned, as the dealer sees them; () if they have none."""

    def _luminaries(self, listed: Words) -> None:
        """Set what the Luminaries give: how many are dealt, which can be in a round, and the names of things by folded
        form."""
        self.dealt_luminaries: int = min(listed["dealt"], self.fields)
        self.sets: Mapping[str, bool] = listed["sets"]
        self.luminaries = {name: luminary(name, entry) for name, entry in listed["cards"].items() if entry}
        self.in_sets = tuple(name for name, one in self.luminaries.items() if not one.set or self.sets.get(one.set))
        self.moving: Words = listed.get("convergence", {})
        self.convergence: int = self.moving.get("faces", 0) if self.dealt_luminaries else 0
        if self.dealt_luminaries:
            in_round = [self.luminaries[name] for name in self.in_sets]
        else:
            in_round = []
        suits = {
            argument["suit"]
            for one in in_round
            for word, argument in (*one.reveal, *one.claim)
            if word == "name_season"
        }
        self.nameable = sum(map(self.deck.suit_mask, suits))
        """The cards that a Luminary may let count as of another season."""
        self.luminary_words = listed
        covers = [argument for one in self.luminaries.values() for word, argument in one.in_play if word == "cover"]
        self.uncovered_goes_along = any(cover["uncovered"] == "goes_along" for cover in covers)
        self.uncovered_by_stockpile = any(cover["stockpiled"] == "lies" for cover in covers)
        known = {"field": (*self.field_names, *self.places), "season": self.seasons, "Luminary": tuple(self.luminaries)}
        self.names_of: dict[str, dict[str, str]] = {
            what: {fold_name(form): name for name in names for form in (name, name.removeprefix("The "))}
            for what, names in known.items()
        }
        """Names of fields, of seasons and of Luminaries, each by its folded forms with and without 'The'."""
        self._forces: dict[tuple[str, ...], InForce] = {}
        self.things: dict[str, Any] = {}
        """The cards that moves have named so far, as `moves` reads them."""

    def countable(self, line: ScoreLine) -> int:
        """Return the cards of the pack that a line of the score may count by the end of a round."""
        return (line.cards | (self.nameable if line.suits else 0)) & self.pack

    def in_force(self, face_up: tuple[str, ...]) -> InForce:
        """Everything that the Luminaries lying face up change together. `face_up` has a name for each field, '' where
        none lies. Boards seen before are remembered."""
        force = self._forces.get(face_up)
        if force is None:
            force = self._forces[face_up] = in_force([self.luminaries.get(name) for name in face_up])
        return force

    def official_name(self, what: str, text: str) -> str:
        """The name, as the rules have it, of the 'field', 'season' or 'Luminary' (`what`) that a player means. A field
        may be named by its season or its place. Raises KeyError with the message if there is none."""
        names = self.names_of[what]
        name = names.get(fold_name(text))
        if name:
            return name
        right = "; there are none in this game"
        if self.seasons:
            right = f"; the {what}s are {', '.join(self.field_names)}"
        message = f"{text!r} is not a {what}"
        if what == "field":
            places = ""
            if self.places:
                places = f", or by their places {', '.join(self.places)}"
            message = f"there is no field {text!r}"
            right = f"; the fields are {', '.join(self.field_names)}{places}"
        elif what == "Luminary":
            message = f"{message} of this game"
            right = ""
        raise KeyError(with_fix(message, did_you_mean(text, dict.fromkeys(names.values())) or right))

    @property
    def deal_is_known(self) -> bool:
        """Whether it is known who deals the next round, whatever happened in this one: not if a convergence moves the deal."""
        return self.moving.get("dealer") != "seat"

    def cite(self, fault: Finding) -> Finding:
        """Return a fault that cites a rule of this game: where it has none of that name, the rule of what it was written in."""
        if fault.rule in self.ruleset.get("rules", default={}):
            return fault
        return fault._replace(rule=INSTEAD.get(str(fault.at[0]) if fault.at else "", "order"))

    def misread(self, misread: Misread) -> Misread:
        """Return what is wrong with something that cannot be read, by rules of this game."""
        if not misread.shapeless:
            misread.faults = list(map(self.cite, misread.faults))
        return misread

    def misdeal(self, dealt: int) -> int:
        """Those cards dealt to a field that make the deal not count; none (0) if it counts."""
        wrong = dealt & self.misdealt
        if wrong.bit_count() >= self.misdeal_number > 0:
            return wrong
        return 0

    def brings_another(self, name: str) -> bool:
        """Return whether a Luminary may bring one into the round that was not dealt."""
        return any(word == "reveal_opposite" for word, _ in self.luminaries[name].reveal)

    def not_in_round(self, name: str, others: Collection[str] = (), done: str = "") -> tuple[str, Word] | None:
        """Why a Luminary cannot be in a round, and the word of the ruleset that says so; None if it can. If it is
        already among the `others`, it is 'dealt' (or whatever was `done`) twice."""
        if not self.dealt_luminaries:
            return f"{name} is in no round; no Luminaries are dealt", ("luminaries", "dealt")
        if name not in self.in_sets:
            return self.not_played_with(name)
        if name not in others:
            return None
        return (f"{name} is {done} twice; each Luminary is there once", ())

    def not_played_with(self, name: str) -> tuple[str, Word]:
        """The message that a Luminary is of a set that is left out, with the variant that adds it, and the word that
        leaves it out."""
        one = self.luminaries[name]
        bringing = [
            f"`variants: [{variant}]`"
            for variant, entry in self.ruleset.get("variants", default={}).items()
            if at(entry, ("patch", "luminaries", "sets", one.set))
        ]
        if bringing:
            right = bringing[0]
        else:
            right = f"`luminaries: {{sets: {{{one.set}: true}}}}` in a house rule"
        message = f"{name} is of the set {one.set}, which is not played with; write {right}"
        return message, ("luminaries", "sets", one.set)

    def turning(self, action: str, cards: int) -> int:
        """Return those of the cards played that turn the box, when this is done with them."""
        if action not in self.turned_on:
            return 0
        return cards & self.turners

    def counts(self, card: int) -> bool:
        """Return whether a card has a value, so that it is added to others and fused with them."""
        return self.values[card][0] < ONLY_ITS_LIKE

    def takes(self, values: Iterable[int]) -> list[int]:
        """The total that the cards taken by a card of each of these values must have: the same value or, where a
        capture makes a fixed total, the rest of that."""
        found = []
        for value in values:
            if self.total and value < ONLY_ITS_LIKE:
                found.append(self.total - value)
            else:
                found.append(value)
        return found

    def takes_all(self, cards: int) -> bool:
        """Return whether the card played takes all there is; of several played as one none does."""
        return not cards & cards - 1 and bool(cards & self.takers)

    def worth(self, value: int) -> str:
        """Return a value as people say it: its number, or the rank that it stands for."""
        return self.rank_of_value.get(value, str(value))

    def names(self, cards: int) -> str:
        """Return the cards of a mask, suit by suit."""
        return " ".join(self.deck.names(cards)) or "nothing"
