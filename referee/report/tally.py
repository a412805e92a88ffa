"""What was found over many logs: the last line of a report, and the tables of a corpus."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.verdict import Verdict
from referee.report.paper import PAPER, Paint, Paper, no_paint, table
from referee.report.plain import counts_in_words


class Tally:
    """What was found over all logs."""

    def __init__(self) -> None:
        self.logs = 0
        self.status = {"legal": 0, "illegal": 0, "unjudged": 0}
        self.counts: dict[str, int] = {}
        self.games: dict[str, dict[str, int]] = {}
        self.rules: dict[str, list[int]] = {}

    def add(self, verdict: Verdict) -> None:
        """Counts one more log."""
        self.logs += 1
        self.status[verdict.status] += 1
        for what, number in verdict.counts.items():
            self.counts[what] = self.counts.get(what, 0) + number
        # A log that could not be judged may name anything as its game.
        game = verdict.game if verdict.counts else ""
        self.games.setdefault(game, dict.fromkeys(self.status, 0))[verdict.status] += 1
        found = [finding.rule for finding in verdict.violations]
        for rule in dict.fromkeys(found):
            entry = self.rules.setdefault(rule, [0, 0])
            entry[0] += 1
            entry[1] += found.count(rule)

    def tables(self, paper: Paper = PAPER) -> Iterator[str]:
        """Two tables: the verdicts by game, and the findings by rule, the most frequent first."""
        rows = [(game or "(unknown)", sum(each.values()), *each.values()) for game, each in sorted(self.games.items())]
        yield table(("game", "logs", "legal", "illegal", "not judged"), rows, paper) + "\n"
        if self.rules:
            by_rule = sorted(self.rules.items(), key=lambda entry: (-entry[1][0], entry[0]))
            yield table(("rule", "logs", "findings"), [(rule, *numbers) for rule, numbers in by_rule], paper) + "\n"

    def line(self, paint: Paint = no_paint) -> str:
        """'3 logs: 2 legal, 1 illegal, 0 not judged; 36 hands, 936 plays'."""
        legal, illegal, unjudged = self.status.values()
        said = [
            paint(f"{legal} legal", "good") if legal else "0 legal",
            paint(f"{illegal} illegal", "bad") if illegal else "0 illegal",
            paint(f"{unjudged} not judged", "bad") if unjudged else "0 not judged",
        ]
        what = f"; {counts_in_words(self.counts)}" if self.counts else ""
        return f"{self.logs} logs: {', '.join(said)}{what}"
