"""`referee new log`: a log to start from."""

from __future__ import annotations

import click

from referee.cli.drafted import all_option, deliver, first_line, out_option
from referee.cli.exit_codes import ANSWERED
from referee.cli.houses import houses_of
from referee.cli.log_header import log_head
from referee.cli.players import players_of, players_option
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, game_argument, rules_options
from referee.core.words import word_at
from referee.report import drafts


@click.command(epilog=example("referee new log illuminate --players Ann,Ben,Cyd,Dov"))
@game_argument
@players_option
@all_option
@out_option
@rules_options
def command(game: str, players: str | None, in_full: bool, out: str | None, chosen: RulesetOptions) -> int:
    """A log of a game about to begin, with its first events as commented examples.

    The setup is an example, too: write who really deals, and what else your table has settled. With --all it explains every
    word that a log may use.
    """
    from referee.engines import family
    from referee.play.simulate import draw_of, opening
    from referee.rules import rulesets

    rules = ruleset(game, chosen)
    names = players_of(rules, players)
    begun = opening(rules, names, draw_of(0, 0))
    file = family(rules.family).schema
    head = {**log_head(game, rules, chosen, out), "players": list(names)}
    first = first_line("log.schema.json", out)
    setup, event = (word_at(file, rulesets.SCHEMAS, "$defs", part) for part in ("setup", "event"))
    if not in_full:
        needed = {key: value for key, value in begun.setup.items() if key not in begun.settled}
        started = drafts.Opening({}, needed, begun.items)
        deliver(drafts.brief_log(game, rules.title, head, setup, started, first), out)
        return ANSWERED
    words = word_at("log.schema.json", rulesets.SCHEMAS)
    variants = {name: entry["text"] for name, entry in rules.get("variants", default={}).items()}
    choices = {"house": houses_of(rules.name), "variants": variants}
    started = drafts.Opening(choices, begun.setup, begun.items)
    deliver(drafts.log(head, words, setup, event, started, first), out)
    return ANSWERED
