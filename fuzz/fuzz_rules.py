"""A ruleset, house rule or deck, by a stranger: it is refused in lines, or what `check` accepts can be told and played.

A random game by it, as far as one is drawn, is judged legal: what is drawn and what is judged are two ways to read the same
rules.
"""

from __future__ import annotations

import json
import os
import tempfile

from target import fuzz, instrumented, require_lines, text_of

with instrumented():
    from referee.core.formula import FormulaError
    from referee.engines import family
    from referee.judging.judge import judge
    from referee.judging.log import log_of
    from referee.play.simulate import draw_of, opening
    from referee.rules.checking import soundness_of
    from referee.rules.files import load_map
    from referee.rules.rulesets import load_ruleset
    from referee.source.files import with_unsaved

FOLDER = os.path.realpath(tempfile.mkdtemp(prefix="referee-fuzz-"))
PATH = f"{FOLDER}/ours.yaml"
NAMES = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal")


def TestOneInput(data: bytes) -> None:
    text = text_of(data)
    os.chdir(FOLDER)
    with with_unsaved({PATH: text}):
        found = soundness_of(PATH)
        require_lines(str(complaint) for complaint in (*found.complaints, *found.notes))
        if found.complaints or found.kind not in ("ruleset", "house"):
            return
        house = found.kind == "house"
        game = load_map(PATH, None).data["extends"] if house else PATH
        rules = load_ruleset(game, houses=[PATH] if house else [])
        require_lines(line.text for _, lines in family(rules.family).describe(rules) for line in lines)
        players = NAMES[: min(rules.get("players"))]
        try:
            setup, items = opening(rules, players, draw_of(7, 0))
        except FormulaError as error:
            require_lines([error.message])
            return
        log = {"game": "x", "players": list(players), "setup": setup, "events": [item for _, item in items]}
        verdict = judge(log_of(json.loads(json.dumps(log))), rules)
        assert verdict.violations == [], [finding.message for finding in verdict.violations]
        assert verdict.complaints == [], verdict.complaints


if __name__ == "__main__":
    fuzz(TestOneInput, of_data=True)
