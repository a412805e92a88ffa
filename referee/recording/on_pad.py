"""Examples of what a score pad has of the next hand: of one that is played at random, so that it could have happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.items import EXTRAS
from referee.engines import recording
from referee.play.simulate import draw_of, happen
from referee.recording.entries import Unclear, understood
from referee.recording.here import Here, Item, Refused, Shapeless
from referee.recording.values import in_order

HANDS, TURNS, LONGEST = 6, 20, 5_000
"""How many hands are played to find an example; after how many turns a sheet of a whole game is written; how many events such
a hand or game may have."""


def examples(here: Here) -> list[str]:
    """Lines with the next result, the fullest first; what comes before a result if that is due. Each could be typed here."""
    hands = [told for number in range(HANDS) if (told := _played(here, number))]
    hands.sort(key=lambda told: (-_least(told[-1]), len(line(here, told[0]))))
    whole = next((told for told in hands if _fits(here, line(here, told[0]), told[0])), [])
    return [line(here, item) for item in whole]


def of_everybody(here: Here) -> str:
    """A line with what each player does next if that is nobody's turn and nothing is listed; empty otherwise."""
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
    """An event as it can be typed: `won 4 3 3 3`."""
    verb, value = next((key, value) for key, value in item.items() if key not in EXTRAS)
    if verb == "result":
        return " ".join(f"{key} {_said(here, part)}" for key, part in value.items())
    return f"{verb} {_said(here, value)}"


def _played(here: Here, number: int) -> list[Item]:
    """What is on the pad after a hand that is played at random; nothing if it is not scored."""
    game, draw = here.game, draw_of(number, 0)
    module = recording(game.ruleset.family)
    state = here.state.copy()
    item = game.draw_next(state.copy(), draw_of(number, 0))
    if item is not None and not Here(game, state, unseen=False).legal(item):  # what plays need was not set up for a pad
        state = game.start(here.players, module.setup(game.ruleset, here.players, draw), None)
    whole_game = hasattr(module, "PAD_HEAD")
    ended = len(state.history) + (TURNS if whole_game else 0)
    for _ in range(LONGEST):
        item = game.draw_next(state, draw)
        if item is None:
            return []
        happen(game, state, item)
        if len(state.history) > ended:
            told = module.on_pad(game, here.state, state)
            return [{"result": result} for result in told]
    return []


def _least(item: Item) -> float:
    """The lowest score of a result."""
    scores: Mapping[str, float] = item["result"].get("score", {})
    return min(scores.values(), default=0)


def _fits(here: Here, text: str, item: Item) -> bool:
    """Whether a line means an event here, which is legal."""
    try:
        return understood(here, text) == [item]
    except (Unclear, Refused, Shapeless):
        return False


def _said(here: Here, value: Any) -> str:
    if isinstance(value, Mapping):
        return _by_name(here, value) if value else "none"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _by_name(here: Here, value: Mapping[str, Any]) -> str:
    """A map by player: the bare numbers if everybody has one."""
    if value.keys() == set(here.players) and not any(isinstance(part, Mapping | list) for part in value.values()):
        return " ".join(str(value[who]) for who in in_order(here))
    return ", ".join(" ".join(_words(who, part)) for who, part in value.items())


def _words(who: str, part: Any) -> Iterator[str]:
    yield who
    if isinstance(part, Mapping):
        for name, number in part.items():
            yield from (name, str(number))
    else:
        yield ", ".join(map(str, part)) if isinstance(part, Sequence) and not isinstance(part, str) else str(part)
