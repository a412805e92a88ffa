"""`referee resolve score`: the points of one hand from its results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from referee.cli.by_player import Named, numbered, read_named
from referee.cli.exit_codes import Misuse
from referee.cli.question import require_family, require_players, tell_answer
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_of, names_option, rules_options
from referee.report.hands import FORMATS


@click.command(epilog=example("referee resolve score illuminate --cards 6 --bids 6,0,0,0 --won 5,1,0,0"))
@game_of("trick")
@click.option("--cards", type=click.IntRange(min=1), metavar="N", help="How many cards each player was dealt.")
@click.option("--bids", metavar="BID,…", help="The bids round the table, the dealer's last, or as Ann=6,Ben=0.")
@click.option("--won", metavar="N,…", help="The tricks won, in the same order or by name.")
@click.option(
    "--captured", multiple=True, metavar='"Ann=CARD …"', help="The cards that a player took; may be repeated."
)
@names_option("--roles", "ROLE,…", "roles", "Who holds which role, in the same order or as Ann=doctor,Ben=teacher.")
@click.option("--last-trick", metavar="PLAYER", help="Who took the last trick, by name or number.")
@format_option(FORMATS)
@rules_options
def command(
    game: str,
    cards: int | None,
    bids: str | None,
    won: str | None,
    captured: tuple[str, ...],
    roles: str | None,
    last_trick: str | None,
    form: str,
    chosen: RulesetOptions,
) -> int:
    """The points of one hand from what a score pad says: cards dealt, bids, tricks won, cards taken."""
    from referee.engines.trick.queries import AskedScore, score

    rules = ruleset(game, chosen)
    require_family(rules, "trick", "tricks")
    given = {
        option: read_named(text.split(","), option)
        for option, text in (("--bids", bids), ("--won", won), ("--roles", roles))
        if text is not None
    }
    if captured:
        given["--captured"] = read_named(captured, "--captured")
    players = _players(given)
    require_players(rules, len(players), "players")
    by_player = {
        option[2:]: named.by_player(players, option) for option, named in given.items() if option != "--captured"
    }
    asked = AskedScore(
        players,
        cards,
        {who: _bid(text) for who, text in by_player["bids"].items()} if "bids" in by_player else None,
        {who: _tricks(text) for who, text in by_player["won"].items()} if "won" in by_player else None,
        _captured(given["--captured"], players) if captured else None,
        by_player.get("roles"),
        None if last_trick is None else _named(last_trick, players),
    )
    return tell_answer(form, FORMATS, game, chosen, rules, len(players), lambda table: score(table, asked))


def _players(given: Mapping[str, Named]) -> tuple[str, ...]:
    """The players as named, or as many as there are values."""
    for named in given.values():
        if named.names:
            return named.names
    for named in given.values():
        return numbered(len(named.values))
    raise Misuse("no option describes the hand; write for example --bids 1,0,2,1 --won 1,1,2,0")


def _named(player: str, players: Sequence[str]) -> str:
    """The player who took the last trick; a number stands for a player without a name."""
    found = next((who for who in (player, f"player {player}") if who in players), None)
    if found is None:
        raise Misuse(f"--last-trick names {player}, who is not among {', '.join(players)}")
    return found


def _bid(text: str) -> int | str:
    """A bid: a number, or a word that the ruleset may know ('all')."""
    return int(text) if text.removeprefix("-").isdecimal() else text


def _tricks(text: str) -> int:
    if not text.isdecimal():
        raise Misuse(f"--won: {text!r} is not a number of tricks")
    return int(text)


def _captured(taken: Named, players: Sequence[str]) -> dict[str, list[str]]:
    """The cards by player; players who are not named took nothing."""
    stranger = next((name for name in taken.names if name not in players), None)
    if stranger is not None:
        raise Misuse(f"--captured names {stranger}, who is not among {', '.join(players)}")
    names = taken.names or players
    if len(taken.values) > len(names):
        raise Misuse(f"--captured is given {len(taken.values)} times for {len(players)} players")
    return {who: [] for who in players} | {who: _cards(text) for who, text in zip(names, taken.values, strict=False)}


def _cards(text: str) -> list[str]:
    """Cards separated by commas, or else by spaces."""
    return [card.strip() for card in text.split(",") if card.strip()] if "," in text else text.split()
