"""Faults of Luminaries: sets, seasons, suits and lines of the score that are not there, and effects that can never happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.core.lint import LintFault
from referee.core.ruleset import Ruleset
from referee.core.suggest import did_you_mean, told
from referee.engines.fishing.words.selectors import faults

Told = Callable[[Ruleset, Mapping[str, Any], Any], Iterator[str]]
"""What is wrong with the argument of an effect word, of the ruleset, its Luminary and the argument."""
OPPOSITE = "an opposite field needs an even number of seasons in `box:`"


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Every fault of the Luminaries of a ruleset."""
    listed = ruleset.part("luminaries")
    yield from _sets(listed)
    yield from _numbers(listed, len(seasons(ruleset)))
    for name, entry in listed["cards"].items():
        if not _matters(ruleset, name, entry):
            continue
        for moment in ("reveal", "in_play", "claim"):
            for word, argument in entry.get(moment, {}).items():
                if argument is False or word not in ARGUMENTS:
                    continue
                for message in ARGUMENTS[word](ruleset, entry, argument):
                    yield ("luminaries", "cards", name, moment, word), message


def _matters(ruleset: Ruleset, name: str, entry: Mapping[str, Any]) -> bool:
    """Whether a fault of a Luminary is one of this ruleset: it may be dealt, or the house rule or game itself brings it."""
    listed = ruleset.full["luminaries"]
    if listed["dealt"] and ("set" not in entry or listed["sets"].get(entry["set"])):
        return True
    written = ruleset.layer(("luminaries", "cards", name, "text"))
    return not written.own if ruleset.houses else written is [layer for layer in ruleset.layers if layer.own][-1]


def seasons(ruleset: Ruleset) -> list[str]:
    """The seasons of the box, clockwise; none if there is no box."""
    return list(ruleset.part("box").get("seasons", ()))


def _sets(listed: Mapping[str, Any]) -> Iterator[LintFault]:
    """Sets without a Luminary, and Luminaries of a set that is not named."""
    sets = listed["sets"]
    held = {entry["set"] for entry in listed["cards"].values() if "set" in entry}
    for name in sets:
        if name not in held:
            yield ("luminaries", "sets", name), told(f"no Luminary is of the set {name!r}", did_you_mean(name, held))
    for name, entry in listed["cards"].items():
        if "set" in entry and entry["set"] not in sets:
            hint = did_you_mean(entry["set"], sets) or f"; they name {', '.join(sets) or 'none'}"
            yield ("luminaries", "cards", name, "set"), told(f"`sets:` do not name the set {entry['set']!r}", hint)


def _numbers(told: Mapping[str, Any], fields: int) -> Iterator[LintFault]:
    """More Luminaries than there are, or than there are fields for."""
    dealt, sets = told["dealt"], told["sets"]
    played = sum("set" not in entry or bool(sets.get(entry["set"])) for entry in told["cards"].values())
    if dealt > fields:
        yield ("luminaries", "dealt"), f"one Luminary is dealt to a field, and `box:` has {fields} fields"
    elif dealt > played:
        yield ("luminaries", "dealt"), f"{dealt} Luminaries are dealt; the sets played with have {played}"
    faces = told.get("convergence", {}).get("faces", 0)
    if dealt and faces > fields:
        yield ("luminaries", "convergence", "faces"), f"at most {fields} Luminaries lie face up, one in a field"


def _season(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> Iterator[str]:
    if told != "any":
        yield from _unknown_seasons(ruleset, [told])


def _unknown_seasons(ruleset: Ruleset, names: Any) -> Iterator[str]:
    known = seasons(ruleset)
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or f"; there are {', '.join(known) or 'none'}"
            yield told(f"{name!r} is not a season", hint)


def _seasons_by_action(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> Iterator[str]:
    for names in told.values():
        yield from _unknown_seasons(ruleset, names)


def _opposite(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> Iterator[str]:
    if not seasons(ruleset) or len(seasons(ruleset)) % 2:
        yield OPPOSITE


def _fields(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> Iterator[str]:
    if "opposite" in (told.get("fields"), told.get("where")):
        yield from _opposite(ruleset, entry, told)


def _suit(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> Iterator[str]:
    yield from faults({"suit": told["suit"]}, ruleset.deck)
    if told["suit"] in ruleset.part("box").get("suits", {}):
        yield f"the suit {told['suit']!r} has a season in `box:`, so there is none to name"
    elif not seasons(ruleset):
        yield "there is no season to name; `box:` has them"


def _hidden(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> Iterator[str]:
    if not entry.get("reveal", {}).get("hide"):
        yield "nothing ever lies under this Luminary; it needs `reveal: {hide: …}`"


def _lay(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> Iterator[str]:
    for players in ruleset.data["players"]:
        if str(players) not in told:
            yield f"how many cards each of {players} players lays is missing; write {players}: …"


def _turned_by(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> Iterator[str]:
    if told != "any":
        yield from faults(told, ruleset.deck)


def _seasons_stay(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> Iterator[str]:
    if isinstance(told, Mapping):
        yield from faults(told["except"], ruleset.deck)


def _collect(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> Iterator[str]:
    yield from faults(told.get("cards", {}), ruleset.deck)


def _okus(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> Iterator[str]:
    if not ruleset.full["okus"]["per_player"]:
        yield "there is no okus to take; `okus: {per_player: …}` adds them"


def _stockpile(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> Iterator[str]:
    if told["action"] == "stockpile" and not ruleset.full["stockpile"]["allowed"]:
        yield "nobody makes stockpiles here; `stockpile: {allowed: true}` allows them"


def _lines(ruleset: Ruleset, entry: Mapping[str, Any], lines: Any) -> Iterator[str]:
    known = [*ruleset.full["scoring"]["most"], *ruleset.full["scoring"]["each"]]
    for name in lines:
        if name not in known:
            hint = did_you_mean(name, known) or f"; it has {', '.join(known) or 'none'}"
            yield told(f"the score has no line {name!r}", hint)


ARGUMENTS: dict[str, Told] = {
    "turn": _season,
    "allow": _seasons_by_action,
    "bar": _seasons_by_action,
    "reveal_opposite": _opposite,
    "discard_opposite": _opposite,
    "reach": _fields,
    "repeat": _fields,
    "name_season": _suit,
    "take_hidden": _hidden,
    "lay": _lay,
    "turned_by": _turned_by,
    "seasons_stay": _seasons_stay,
    "collect": _collect,
    "take_okus": _okus,
    "extra": _stockpile,
    "score": _lines,
}
"""The effect words whose argument can name what is not there."""
