"""`referee resolve score`: the points of one hand from its results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from referee.cli.by_player import Named, numbered, read_named
from referee.cli.exit_codes import Misuse
from referee.cli.question import require_family, require_players, tell_answer
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_of, names_option, rules_options
from referee.core.ruleset import Ruleset
from referee.report.hands import FORMATS

EXPOSED = ("nobody", "everybody", "declarer", "others")
"""The words of a ruleset for who is vulnerable."""


@click.command(
    epilog=example(
        "referee resolve score illuminate --cards 6 --bids 6,0,0,0 --won 5,1,0,0",
        "referee resolve score bridge --contract 4SX --tricks 11 --vulnerable declarer",
    )
)
@game_of("trick")
@click.option("--cards", type=click.IntRange(min=1), metavar="N", help="How many cards each player was dealt.")
@click.option(
    "--bids",
    metavar="BID,…",
    help="The bids round the table, the dealer's last, or as Ann=6,Ben=0; in an auction, the calls in order.",
)
@click.option("--contract", metavar="CALL", help="The contract; 4SX is doubled, 4SXX redoubled.")
@click.option("--declarer", metavar="PLAYER", help="Who played the contract; the first player if omitted.")
@click.option("--bid", metavar="CALL", help="The bid that won the auction, if the contract was named after it.")
@click.option("--partner", metavar="PLAYER", help="Who held the card that was called.")
@click.option("--tricks", type=click.IntRange(min=0), metavar="N", help="The tricks won by the declarer's side.")
@click.option("--vulnerable", metavar="PLAYER,…", help="Who is vulnerable: players, declarer, others or everybody.")
@click.option("--matadors", type=int, metavar="N", help="How many trumps in a row the declarer's side held or lacked.")
@click.option("--trump", metavar="SUIT", help="The trump suit, if a player or a card set it.")
@click.option("--won", metavar="N,…", help="The tricks won, round the table or by name.")
@click.option(
    "--captured", multiple=True, metavar='"Ann=CARD …"', help="The cards that a player took; may be repeated."
)
@names_option("--roles", "ROLE,…", "roles", "Who holds which role, round the table or as Ann=doctor,Ben=teacher.")
@click.option("--declared", multiple=True, metavar='"Ann=MELD,…"', help="What a player declared; may be repeated.")
@click.option("--last-trick", metavar="PLAYER", help="Who took the last trick.")
@format_option(FORMATS)
@rules_options
def command(
    game: str,
    cards: int | None,
    bids: str | None,
    contract: str | None,
    declarer: str | None,
    bid: str | None,
    partner: str | None,
    tricks: int | None,
    vulnerable: str | None,
    matadors: int | None,
    trump: str | None,
    won: str | None,
    captured: tuple[str, ...],
    roles: str | None,
    declared: tuple[str, ...],
    last_trick: str | None,
    form: str,
    chosen: RulesetOptions,
) -> int:
    """The points of one hand from what a score pad says: cards dealt, bids or contract, tricks won, cards taken.

    Players are named, as in Ann=6, or numbered from 1, the dealer last.
    """
    from referee.engines.trick.queries import AskedScore, score

    rules = ruleset(game, chosen)
    require_family(rules, "trick", "tricks")
    calls = rules.get("bidding", "calls") is not None
    each = {
        option: read_named(text.split(","), option)
        for option, text in (("--bids", None if calls else bids), ("--won", won), ("--roles", roles))
        if text is not None
    }
    taken = read_named(captured, "--captured") if captured else None
    if not each and taken is None and bids is None and contract is None and tricks is None:
        raise Misuse("no option describes the hand; write for example --bids 1,0,2,1 --won 1,1,2,0")
    players = _players(rules, list(each.values()), taken, declarer or "1")
    require_players(rules, len(players), "players")
    by_player = {option[2:]: named.by_player(players, option) for option, named in each.items()}
    result: dict[str, Any] = {
        "cards": cards,
        "bids": [_bid(call.strip()) for call in bids.split(",")] if calls and bids else None,
        "declarer": None if declarer is None else _named("--declarer", declarer, players),
        "bid": None if bid is None else _bid(bid),
        "partner": None if partner is None else _named("--partner", partner, players),
        "matadors": matadors,
        "trump": trump,
        "captured": None if taken is None else _captured(taken, players),
        "declared": {
            _named("--declared", who, players): [meld.strip() for meld in melds.split(",")]
            for who, melds in zip(*read_named(declared, "--declared"), strict=True)
        }
        if declared
        else None,
        "last_trick": None if last_trick is None else _named("--last-trick", last_trick, players),
    }
    if "bids" in by_player:
        result["bids"] = {who: _bid(text) for who, text in by_player["bids"].items()}
    if "won" in by_player:
        result["won"] = {who: _tricks(text) for who, text in by_player["won"].items()}
    asked = AskedScore(
        players,
        {key: value for key, value in result.items() if value is not None},
        by_player.get("roles"),
        contract,
        tricks,
        tuple(_exposed(name.strip(), players) for name in vulnerable.split(",")) if vulnerable else (),
    )
    return tell_answer(form, FORMATS, rules, len(players), lambda table: score(table, asked))


def _players(rules: Ruleset, each: Sequence[Named], taken: Named | None, declarer: str) -> tuple[str, ...]:
    """Return the players as named, or as many as there are values, or the fewest of the game that include all who are named."""
    for named in each:
        if named.names:
            return named.names
    names = taken.names if taken else ()
    if each:
        number = len(each[0].values)
    else:
        numbers = [
            int(name.removeprefix("player ")) for name in (*names, declarer) if name.removeprefix("player ").isdecimal()
        ]
        most = max([len(names), *numbers])
        number = next((allowed for allowed in rules.get("players", default=[]) if allowed >= most), most)
    plain = numbered(number)
    return plain if set(names) <= set(plain) else (*names, *plain[len(names) :])


def _named(option: str, player: str, players: Sequence[str]) -> str:
    """Return the player that an option names; a number stands for a player without a name."""
    for who in (player, f"player {player}"):
        if who in players:
            return who
    raise Misuse(f"{option} names {player}, who is not among {', '.join(players)}")


def _exposed(who: str, players: Sequence[str]) -> str:
    """Return who is vulnerable: one of the words for several players, or a player."""
    return who if who in EXPOSED else _named("--vulnerable", who, players)


def _bid(text: str) -> int | str:
    """A bid: a number, or a word that the ruleset may know ('all')."""
    return int(text) if text.removeprefix("-").isdecimal() else text


def _tricks(text: str) -> int:
    if not text.isdecimal():
        raise Misuse(f"--won: {text!r} is not a number of tricks")
    return int(text)


def _captured(taken: Named, players: Sequence[str]) -> dict[str, list[str]]:
    """The cards by player; players who are not named took nothing."""
    names = [_named("--captured", name, players) for name in taken.names] or players
    if len(taken.values) > len(names):
        raise Misuse(f"--captured is given {len(taken.values)} times for {len(players)} players")
    return {who: [] for who in players} | {who: _cards(text) for who, text in zip(names, taken.values, strict=False)}


def _cards(text: str) -> list[str]:
    """Cards separated by commas, or else by spaces."""
    return [card.strip() for card in text.split(",") if card.strip()] if "," in text else text.split()
