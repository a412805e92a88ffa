"""What each rule of a game is based on: tables from the `source:` of its rules, variants, cards and rulings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from referee.core.ruleset import TOLD, Ruleset
from referee.rules.rulesets import load_ruleset
from website.games import place_of
from website.markdown import code, plain, table

MARK = re.compile(r"^<!-- sources: ([\w-]+) -->$", re.MULTILINE)
"""Where the tables of a game go on a page."""

OWN = ("referee's", "reconstruct")
OTHERS = ("Roger's Rules", "community", "players", "club", "posted", "quick reference", "review", "designer")
GROUNDS = {
    "publisher": "The publisher alone",
    "both": "The publisher, and a ruling or a reconstruction of ours for what is left open",
    "others": "The publisher and others, or others alone",
    "ruling": "A ruling or a reconstruction of ours alone",
    "custom": "What holds for all games of its kind, and for how a log is written",
}
SURE = {"low": "Open", "medium": "Likely", "high": "All but certain"}
MEANS = {
    "low": "Several readings are equally good; we chose one.",
    "medium": "One reading fits better than the others.",
    "high": "Hardly anybody reads it otherwise.",
}


def with_tables(text: str, folder: str) -> str:
    """A page with the tables of each game that it has a mark for; `folder` leads from it to the pages of rules."""
    return MARK.sub(lambda mark: tables(load_ruleset(mark[1]), folder), text)


def ground(source: str) -> str:
    """The kind of a source, from GROUNDS."""
    ours = any(word in source for word in OWN)
    if any(word in source for word in OTHERS):
        return "others"
    if "publisher" in source:
        return "both" if ours else "publisher"
    return "ruling" if source.startswith(OWN) and source != "referee's own" else "custom"


def tables(rules: Ruleset, folder: str) -> str:
    """The rules by what they are based on, then cards and variants, then what is unsettled."""
    told = [
        (f"[{rule}]({folder}/{rules.name}/index.md#{rule})", entry["source"])
        for rule, entry in rules.get("rules").items()
    ]
    parts = ["## What the rules rest on"]
    for kind, title in GROUNDS.items():
        rows = [(name, plain(source)) for name, source in told if ground(source) == kind]
        parts += [f"### {title}", table(("rule", "source"), rows)] if rows else []
    cards = [(plain(name), plain(source)) for name, source in _cards(rules)]
    parts += ["### Cards", table(("card", "source"), cards)] if cards else []
    variants = rules.get("variants", default={}).items()
    rows = [(code(name), plain(entry["source"])) for name, entry in variants]
    parts += ["### Variants", table(("variant", "source"), rows)] if rows else []
    return "\n\n".join([*parts, "## What is unsettled", *_unsettled(rules, folder)])


def _cards(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Everything else with a source of its own, apart from rules, rulings and variants, by its name."""

    def below(data: Any) -> Iterator[tuple[str, str]]:
        for name, value in data.items() if isinstance(data, dict) else ():
            if isinstance(value, dict) and isinstance(value.get("source"), str):
                yield name, value["source"]
            else:
                yield from below(value)

    yield from below({key: value for key, value in rules.data.items() if key not in (*TOLD, "deck")})


def _unsettled(rules: Ruleset, folder: str) -> Iterator[str]:
    rulings = rules.rulings
    for sure, title in SURE.items():
        rows = [
            (
                f"[{name}]({folder}/{rules.name}/index.md#{place_of(rules, name)})",
                plain(ruling.question),
                plain(ruling.readings[ruling.taken or next(iter(ruling.readings))]["text"]),
                plain(ruling.entry["source"]),
            )
            for name, ruling in rulings.items()
            if ruling.entry["sure"] == sure
        ]
        if rows:
            yield f"### {title}"
            yield MEANS[sure]
            yield table(("ruling", "question", "read as", "source"), rows)
