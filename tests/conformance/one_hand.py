"""A hand at the referee's table, beside the same hand at another program's: what happens in it, and what may not."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import referee
from referee import source
from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.judging.log import make_log
from referee.rules import rulesets

Seen = Counter[str]
"""How often each thing came up."""


def play_batch(name: str, batch: int, hands: int, rare: Sequence[str], play: Callable[..., None], record: Any) -> None:
    """Play many hands, each by `play(rng, seen, number)`, and require that each of the `rare` things came up."""
    rng = random.Random(f"{name} {batch}")
    seen = Counter(dict.fromkeys(rare, 0))
    for number in range(hands):
        play(rng, seen, number)
        seen["hands"] += 1
    print(*(f"{number:>8}  {what}" for what, number in sorted(seen.items())), sep="\n")
    record(f"seen {name}", dict(seen))
    assert [what for what in rare if not seen[what]] == []


class HandHere:
    """The hand at the referee's table; everything that happens in it is written down as the items of a log."""

    def __init__(self, rules: Ruleset, head: dict[str, Any], rng: random.Random, seen: Seen) -> None:
        self.rules = rules
        self.head = head
        self.rng = rng
        self.seen = seen
        players = tuple(head["players"])
        self.game: Any = rulesets.table(rules, len(players))
        self.state = self.game.start(players, head["setup"], None)
        self.items: list[dict[str, Any]] = []

    def happen(self, item: dict[str, Any]) -> None:
        """Something legal happens."""
        events = self.game.read(self.state, item)
        assert self.game.take(self.state, events) == len(events), item
        self.items.append(item)

    def legal_for(self, player: str) -> set[str]:
        """What this player, who acts at the other table, may do here, too; without declarations."""
        options = self.game.options(self.state)
        assert options.player == player
        return {option.notation for option in options.legal if " declares " not in option.notation}

    def try_illegal(self, item: dict[str, Any], *rules: str) -> None:
        """Now and then, something that may not happen now is found to break one of these rules."""
        if self.rng.random() < 0.85:
            return
        found = [finding.rule.partition("/")[2] for finding in self.judged([*self.items, item]).violations]
        assert len(found) == 1 and found[0] in rules, (item, found)
        self.seen[f"illegal move found: {found[0]}"] += 1

    def require_legal(self, totals: dict[str, int]) -> None:
        """The whole hand is legal and gives these totals."""
        verdict = self.judged(self.items, expect={"totals": totals})
        assert (verdict.status, verdict.findings) == ("legal", [])

    def judged(self, items: list[dict[str, Any]], **claims: Any) -> Verdict:
        """The verdict on a log of these items."""
        text = json.dumps({**self.head, "events": items, **claims})
        return referee.judge(make_log(source.parse(text, "hand.json")), self.rules)
