"""`referee resolve trick`: who wins this trick, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import click

from referee.cli.by_player import numbered, read_named
from referee.cli.exit_codes import ANSWERED, WANTING, Misuse
from referee.cli.output import say, warn
from referee.cli.question import play_out, require_family, require_players, require_roles
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_argument, offered, rules_options
from referee.core.ruleset import Ruleset
from referee.report.tricks import FORMATS, Otherwise


class Asked(NamedTuple):
    """The trick that is asked about, and under which choice of rules."""

    game: str
    chosen: RulesetOptions
    players: tuple[str, ...]
    cards: tuple[str, ...]
    roles: dict[str, str] | None
    trump: str | None


@click.command(
    epilog=example(
        "referee resolve trick illuminate Mk1:11 Mk1:31 Lk7:50! Mk4:2 --roles doctor,neighbor,preacher,teacher"
    )
)
@game_argument
@click.argument("cards", metavar="CARD...", nargs=-1, required=True, shell_complete=offered("cards"))
@click.option(
    "--roles",
    metavar="ROLE,…",
    shell_complete=offered("roles"),
    help="Who holds which role, in order of play or as Ann=doctor,Ben=teacher.",
)
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

    They may be parted by commas, too: Mk1:11,Mk1:31.

    An exclamation mark after a card says that Grace was said over it: Lk7:50!
    """
    rules = ruleset(game, chosen)
    require_family(rules, "trick", "tricks")
    cards = tuple(card for part in cards for card in map(str.strip, part.split(",")) if card)
    require_players(rules, len(cards), "cards")
    require_roles(rules, len(cards), roles is not None)
    _require_trump(rules, trump)
    if grace is not None:
        chosen = _with_grace(rules, chosen, grace)
        rules = ruleset(game, chosen)
    laid = read_named(cards, "CARD")
    held = None if roles is None else read_named(roles.split(","), "--roles")
    players = laid.names or (held.names if held else ()) or numbered(len(cards))
    by_player = None if held is None else held.by_player(players, "--roles")
    asked = Asked(game, chosen, players, tuple(laid.by_player(players, "CARD").values()), by_player, trump)
    answer = _answer(rules, asked)
    if answer is None:
        return WANTING
    say(FORMATS[form](answer, by_player, _otherwise(rules, asked, answer)))
    return ANSWERED


def _answer(rules: Ruleset, asked: Asked) -> dict[str, Any] | None:
    """Who wins, as `reasons.resolved` says it; None, the reason said on standard error, when this is not a trick."""
    from referee.engines.trick.explain.reasons import resolved

    position: dict[str, Any] = {"phase": "play", "cards": 2, "leader": asked.players[0], "dealer": asked.players[-1]}
    if asked.roles:
        position["roles"] = asked.roles
    if asked.trump is not None:
        position["trump"] = asked.trump
    played = play_out(rules, asked.players, position, {"trick": list(asked.cards)})
    for flaw in played.folded.flaws:
        warn(flaw.fault.message)
    if played.folded.flaws:
        return None
    game: Any = played.game
    return resolved(game.rules, played.state)


def _otherwise(rules: Ruleset, asked: Asked, answer: Mapping[str, Any]) -> list[Otherwise]:
    """The rulings under whose other reading another player would have won."""
    paths = list(answer["readings"])
    if answer["if_said"] or rules.get("trick", "grace") == "silent":
        paths.append("trick.grace")
    changed = []
    for path in paths:
        name = rules.ruling_about(tuple(path.split(".")))
        if name is None:
            continue
        readings = rules.get("rulings", name, "readings")
        current = rules.get(*path.split("."))
        taken = next((reading for reading, entry in readings.items() if entry.get("value") == current), str(current))
        for reading, entry in readings.items():
            if "value" not in entry or entry["value"] == current:
                continue
            chosen = asked.chosen._replace(ruling={**asked.chosen.ruling, name: reading})
            other = _answer(ruleset(asked.game, chosen), asked)
            if other is not None and other["winner"] != answer["winner"]:
                changed.append(Otherwise(name, taken, reading, entry["text"], other["winner"], other["card"]))
    return changed


def _with_grace(rules: Ruleset, chosen: RulesetOptions, wanted: str) -> RulesetOptions:
    """The choice of rules under which Grace is played as wanted."""
    current = rules.get("trick", "grace", default="none")
    if current == wanted:
        return chosen
    name = rules.ruling_about(("trick", "grace"))
    readings = rules.get("rulings", name, "readings", default={}) if name else {}
    reading = next((reading for reading, entry in readings.items() if entry.get("value") == wanted), None)
    if name is None or reading is None:
        raise Misuse(f"{rules.title} does not play Grace; leave --grace away")
    return chosen._replace(ruling={**chosen.ruling, name: reading})


def _require_trump(rules: Ruleset, trump: str | None) -> None:
    """Trump must be said where it changes, must not where it is fixed, and must be a suit."""
    rule = rules.get("trick", "trump", default="none")
    changes = rule in ("named", "turned_up") or isinstance(rule, Mapping)
    suits = rules.deck.suits
    names = ", ".join([*suits, "none"])
    if trump is None and changes:
        raise Misuse(f"trump changes in {rules.title}; say what it is with --trump, one of {names}")
    if trump is not None and not changes:
        fixed = "has no trump" if rule == "none" else f"always has {suits.get(rule, rule)} as trump"
        raise Misuse(f"{rules.title} {fixed}; leave --trump away")
    if trump is not None and trump not in (*suits, "none"):
        raise Misuse(f"{trump!r} cannot be trump; name one of {names}")
