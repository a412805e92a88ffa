"""`referee new ruleset`: a game to start from."""

from __future__ import annotations

import click

from referee.cli.drafted import all_option, deliver, first_line, out_option
from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.shared_options import example, offered
from referee.core.words import word_at
from referee.report import drafts


@click.command(epilog=example("referee new ruleset --family trick --name our-game"))
@click.option(
    "--family",
    "wanted",
    metavar="FAMILY",
    required=True,
    shell_complete=offered("families"),
    help="The family whose words it uses.",
)
@click.option("--name", help="The name of the game.")
@all_option
@out_option
def command(wanted: str, name: str | None, in_full: bool, out: str | None) -> int:
    """A small complete game of a family, sound as it is.

    With --all, comments explain its words and offer what else may be written.
    """
    from referee.core.merging import merge
    from referee.core.suggest import did_you_mean
    from referee.engines import FAMILIES, family
    from referee.rules import rulesets
    from referee.rules.offers import offers

    if wanted not in FAMILIES:
        hint = did_you_mean(wanted, FAMILIES) or f"; families: {', '.join(FAMILIES)}"
        raise Misuse(f"no family is called {wanted!r}{hint}")
    file = family(wanted).schema
    own = dict(rulesets.schema(file)["examples"][0])
    if name is not None:
        own |= {"name": name, "title": name.replace("-", " ").capitalize()}
    first = first_line(file, out)
    if not in_full:
        deliver(drafts.brief_ruleset(own, wanted, first), out)
        return ANSWERED
    data = merge(rulesets.load_ruleset(own["extends"]).data if "extends" in own else {}, own)
    frame = word_at("ruleset.schema.json", rulesets.SCHEMAS).keys.keys() - {"deck"}
    deliver(drafts.ruleset(own, data, word_at(file, rulesets.SCHEMAS), first, offers(data, frame)), out)
    return ANSWERED
