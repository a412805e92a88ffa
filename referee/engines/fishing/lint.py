"""Faults of a fishing ruleset that its schema cannot see: unknown names, too few cards, rules without text.

Here also: too few cards for the fields, and Luminaries that do nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from referee.core import lint
from referee.core.cards import fold_name
from referee.core.events import number_of
from referee.core.lint import Kind, LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Cited, Ruleset, deciding
from referee.core.selectors import choose
from referee.core.words import as_list
from referee.engines.fishing.compiled import FishingRules
from referee.engines.fishing.words.scoring import LEFT, TOKENS, as_name

ALWAYS: tuple[Cited, ...] = (
    *((("deal",), (rule,)) for rule in ("order", "turn", "deck", "deal", "hand")),
    (("values",), ("sow",)),
    (("values",), ("harvest",)),
)
"""Rules that every fishing game cites."""


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset that its schema cannot see, as (pointer, sentence)."""
    if any(card.copies > 1 for card in ruleset.deck.cards):
        yield ("deck",), f"{ruleset.deck.title} has cards that are alike; all cards of a fishing game are different"
    lines = [*ruleset.full["scoring"]["most"], *ruleset.full["scoring"]["each"]]
    taken = {as_name(line): "a line of the score" for line in (*TOKENS, *lines)}
    others = {name for name in ruleset.part("luminaries")["cards"] if not _matters(ruleset, name)}

    def matters(pointer: Pointer) -> bool:
        """Whether a fault at this pointer is reported: of a Luminary that may not be dealt, and is not new here, only
        few are."""
        of_other = pointer[:2] == ("luminaries", "cards") and pointer[2:3] and pointer[2] in others
        return not of_other or pointer[3:] in ((), ("set",)) or pointer[5:6] == ("each",)

    kinds = _kinds(ruleset)
    ties = ruleset.full["scoring"]["ties"]
    yield from lint.faults_of_words(ruleset, kinds, taken, matters)
    if isinstance(ties, str) and (message := kinds["tie_breaker"](("scoring", "ties", 0), ties)):
        yield ("scoring", "ties", 0), message
    yield from _luminaries(ruleset)
    yield from _idle(ruleset)
    yield from _deal(ruleset)
    yield from lint.unexplained_words(ruleset, [*ALWAYS, *citations(ruleset)])
    yield from lint.outside_readings(ruleset)
    yield from lint.at_each_table(ruleset, FishingRules, _at_table)


def _kinds(ruleset: Ruleset) -> dict[str, Kind]:
    """The checks of names in a ruleset, by kind of name: each takes a pointer and a name and gives what is wrong with
    it, '' if nothing is."""
    fields = seasons(ruleset)
    luminaries = ruleset.part("luminaries")
    scoring = ruleset.full["scoring"]
    sets = luminaries["sets"]
    own = [*scoring["most"], *scoring["each"]]
    held = {entry["set"] for entry in luminaries["cards"].values() if "set" in entry}

    def one_of(what: str, listed: Iterable[str], *more: str) -> Kind:
        known = [*listed, *more]
        return lint.kind(known, lambda name: f"{name!r} is not a {what}", f"; there are {lint.all_of(listed)}")

    def place(at: Pointer, name: str) -> str:
        """What is wrong with the name of a place round the box."""
        season = next((season for season in fields if fold_name(season) == fold_name(name)), "")
        if season:
            return f"{season} is a season; a place stays where it is"
        of_moves = name.split()[-1].casefold() in ("turn", "for")
        if not of_moves:
            return ""
        return f"{name!r} ends with a word that moves use; give it another name"

    def suit_without_season(at: Pointer, listed: Mapping[str, str] | None) -> str:
        """Why the suit whose season a Luminary lets a player name cannot be this one."""
        suit = ""
        if listed:
            suit = listed["suit"]
        has = suit in ruleset.part("box").get("suits", {})
        if not has:
            return ""
        return f"the suit {suit!r} has a season in `box:`, so there is none to name"

    def tie_breaker(at: Pointer, what: str) -> str:
        """Why a tie cannot be broken by this. The last part of the pointer is its place in the list of tie-breakers."""
        there = {"okus": ruleset.full["okus"]["per_player"], "luminaries": luminaries["dealt"]}
        if not there.get(what, 1) and any(line["points"] for line in scoring["most"].values()):
            others = [name for name, number in there.items() if number]
            return f"nobody can have {what}, so they break no tie; write {' or '.join([*others, 'nobody'])}"
        if what in LEFT and at[-1] != len(as_list(scoring["ties"])) - 1:
            return f"{what} says who scores a tie that nothing breaks; write it last"
        return one_of("line of the score", [*TOKENS, *own, *LEFT])(at, what)

    tokens: dict[str, str] = dict.fromkeys(TOKENS, "a line of every score")
    return {
        "place": place,
        "suit_without_season": suit_without_season,
        "new_line_of_most": lint.new_name(tokens),
        "new_line_of_each": lint.new_name({**dict.fromkeys(scoring["most"], "a line of `most:`"), **tokens}),
        "part": lint.new_name({**dict.fromkeys(own, "a line of the score"), **tokens}),
        "season": one_of("season", fields),
        "season_or_any": one_of("season", fields, "any"),
        "line": one_of("line of the score", [*TOKENS, *own]),
        "tie_breaker": tie_breaker,
        "own_line": lint.kind(own, lambda name: f"the score has no line {name!r}", f"; it has {lint.all_of(own)}"),
        "set": lint.kind(sets, lambda one: f"`sets:` do not name the set {one!r}", f"; they name {lint.all_of(sets)}"),
        "set_of_luminaries": lint.kind(held, lambda name: f"no Luminary is of the set {name!r}"),
    }


def _deal(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield misdeals that never happen or always do, and cards whose value leaves nothing for them to take."""
    deal = ruleset.full["deal"]
    total = ruleset.full["harvest"]["total"]
    misdeal = deal.get("misdeal")
    if misdeal:
        there = choose(misdeal["cards"], ruleset.deck).bit_count()
        if misdeal["number"] > min(deal["fields"], there):
            dealt = f"{number_of(deal['fields'], 'cards')} {'is' if deal['fields'] == 1 else 'are'} dealt to a field"
            most = f"{dealt}, and the deck has {there} of these"
            yield ("deal", "misdeal", "number"), f"no deal can be a misdeal; {most}"
        elif deal["fields"] * (len(seasons(ruleset)) or 1) > len(ruleset.deck) - there + misdeal["number"] - 1:
            yield ("deal", "misdeal"), "every deal is a misdeal; name fewer cards, or more of them"
    for what, value in ruleset.full["values"].items():
        if isinstance(value, list):
            least = min(value)
        else:
            least = value
        if 0 < total <= least:
            message = f"{what} is {least}, and no card makes {total} with it; omit it if it takes only its like"
            yield ruleset.latest(("values", what), ("harvest", "total")), message


def _at_table(rules: FishingRules) -> Iterator[LintFault]:
    """Yield a deck that is too small for what is dealt."""
    dealt = rules.hand * (rules.players - 1) + rules.first_hand + rules.seeded * rules.fields
    if dealt > rules.size:
        pointer = rules.ruleset.latest(("deal", "each"), ("deal", "fields"), ("players",), ("leave_out",), ("deck",))
        yield pointer, f"with {rules.players} players {dealt} cards are dealt, from a deck of {rules.size}"


def citations(ruleset: Ruleset) -> Iterator[Cited]:
    """Yield the words in force that decide something, each with its rules: it cites the first that the ruleset has."""
    return deciding(ruleset, left_out=True)


def _idle(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield words that a house rule, or the last file of a game, sets without any effect."""
    for at, _, message in lint.idle(ruleset):
        if _ours(ruleset, at):
            yield at, message
    values = ruleset.full["values"]
    like_only = any(card.rank not in values and card.id not in values for card in ruleset.deck.cards)
    two_values = any(type(value) is list and len(value) > 1 for value in values.values())
    for pointer, value, there, message in (
        (
            ("harvest", "equal_faces"), False, like_only,
            "every card has a value here; omit from `values:` the cards that only take their like",
        ),
        (
            ("harvest", "both_values"), True, two_values,
            "no card has two values here; write them in `values:`, as in F: [1, 14]",
        ),
    ):  # fmt: skip
        if ruleset.get(*pointer) == value and _ours(ruleset, pointer) and not there:
            yield pointer, message


def _ours(ruleset: Ruleset, pointer: Pointer) -> bool:
    """Whether a word is set by the house rule, if there is one, or else by the last file of a game that extends
    another."""
    layer = ruleset.layer(pointer)
    if ruleset.houses:
        return not layer.own and layer.name.partition(" ")[0] not in ("variant", "reading")
    own = [other for other in ruleset.layers if other.own]
    return not ruleset.variants and len(own) > 1 and layer is own[-1]


def _luminaries(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield that more Luminaries are dealt than there are, and a Luminary that does not say how many cards each player
    lays."""
    listed = ruleset.part("luminaries")
    dealt = listed["dealt"]
    played = sum("set" not in entry or bool(listed["sets"].get(entry["set"])) for entry in listed["cards"].values())
    if played < dealt <= len(seasons(ruleset)):
        yield ("luminaries", "dealt"), f"{dealt} Luminaries are dealt; the sets played with have {played}"
    for name in listed["cards"]:
        laid = listed["cards"][name].get("reveal", {}).get("lay")
        if laid and _matters(ruleset, name):
            for players in ruleset.data["players"]:
                if str(players) not in laid:
                    message = f"how many cards each of {players} players lays is missing; write {players}: …"
                    yield ("luminaries", "cards", name, "reveal", "lay"), message


def _matters(ruleset: Ruleset, name: str) -> bool:
    """Whether faults of a Luminary are reported for this ruleset: it may be dealt, or the last file itself adds it."""
    listed = ruleset.full["luminaries"]
    entry = listed["cards"][name]
    if listed["dealt"] and ("set" not in entry or listed["sets"].get(entry["set"])):
        return True
    written = ruleset.layer(("luminaries", "cards", name, "text"))
    if ruleset.houses:
        return not written.own
    return written is [layer for layer in ruleset.layers if layer.own][-1]


def seasons(ruleset: Ruleset) -> list[str]:
    """Return the seasons of the box, clockwise; none if there is no box."""
    return list(ruleset.part("box").get("seasons", ()))
