"""`referee resolve trick`: who wins this trick, and why."""

from __future__ import annotations

import click

from referee.cli.by_player import numbered, parted, read_named
from referee.cli.exit_codes import Misuse
from referee.cli.question import refuse_roles, require_family, require_players, tell_answer
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_of, names_option, offered, rules_options
from referee.core.ruleset import Ruleset
from referee.report.tricks import FORMATS


@click.command(
    epilog=example(
        "referee resolve trick illuminate Mk1:11 Mk1:31 Lk7:50! Mk4:2 --roles doctor,neighbor,preacher,teacher"
    )
)
@game_of("trick")
@click.argument("cards", metavar="CARD...", nargs=-1, required=True, shell_complete=offered("cards"))
@names_option("--roles", "ROLE,…", "roles", "Who holds which role, in order of play or as Ann=doctor,Ben=teacher.")
@click.option("--grace", type=click.Choice(("said", "silent")), help="How this table plays Grace.")
@click.option("--trump", metavar="SUIT", help="The trump suit, in games where it changes; or none.")
@format_option(FORMATS)
@rules_options
def command(
    game: str,
    cards: tuple[str, ...],
    roles: str | None,
    grace: str | None,
    trump: str | None,
    form: str,
    chosen: RulesetOptions,
) -> int:
    """Who wins this trick, and why: the cards in order of play, each plain (Mk1:11) or with its player (Ann=Mk1:11).

    They may also be separated by commas: Mk1:11,Mk1:31.

    An exclamation mark after a card means that Grace was said over it: Lk7:50! Roles that are not given are mentioned only if
    they would decide.
    """
    from referee.engines.trick.queries import AskedTrick, trick

    rules = ruleset(game, chosen)
    require_family(rules, "trick", "tricks")
    cards = parted(cards)
    require_players(rules, len(cards), "cards")
    if roles is not None:
        refuse_roles(rules)
    if grace is not None:
        chosen = _with_grace(rules, chosen, grace)
        rules = ruleset(game, chosen)
    laid = read_named(cards, "CARD")
    held = None if roles is None else read_named(roles.split(","), "--roles")
    players = laid.names or (held.names if held else ()) or numbered(len(cards))
    by_player = None if held is None else held.by_player(players, "--roles")
    cards = tuple(laid.by_player(players, "CARD").values())
    asked = AskedTrick(players, cards, by_player, trump)
    told, compared = ("winner", "card"), ("winner",)
    return tell_answer(
        form,
        FORMATS,
        rules,
        len(players),
        lambda table: trick(table, asked),
        told=told,
        compared=compared,
    )


def _with_grace(rules: Ruleset, chosen: RulesetOptions, wanted: str) -> RulesetOptions:
    """The choice of rules under which Grace is played as wanted."""
    if rules.get("trick", "grace", default="none") == wanted:
        return chosen
    name = rules.ruling_about(("trick", "grace"))
    values = rules.rulings[name].values if name else {}
    reading = next((reading for reading, value in values.items() if value == wanted), None)
    if name is None or reading is None:
        raise Misuse(f"{rules.title} does not play Grace; omit --grace")
    return chosen._replace(ruling={**chosen.ruling, name: reading})
