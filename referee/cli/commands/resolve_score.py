"""`referee resolve score`: the points of one hand from its results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from referee.cli.by_player import Named, numbered, read_named
from referee.cli.exit_codes import ANSWERED, WANTING, Misuse
from referee.cli.output import say, warn
from referee.cli.question import play_out, require_family, require_players
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_argument, offered, rules_options
from referee.core.ruleset import Ruleset
from referee.judging.replay import Replay
from referee.report.hands import FORMATS
from referee.report.plain import listed


@click.command(epilog=example("referee resolve score illuminate --cards 6 --bids 6,0,0,0 --won 5,1,0,0"))
@game_argument
@click.option("--cards", type=click.IntRange(min=1), metavar="N", help="How many cards each player was dealt.")
@click.option("--bids", metavar="BID,…", help="The bids round the table, the dealer's last, or as Ann=6,Ben=0.")
@click.option("--won", metavar="N,…", help="The tricks won, in the same order or by name.")
@click.option(
    "--captured", multiple=True, metavar='"Ann=CARD …"', help="The cards that a player took; may be repeated."
)
@click.option(
    "--roles",
    metavar="ROLE,…",
    shell_complete=offered("roles"),
    help="Who holds which role, in the same order or as Ann=doctor,Ben=teacher.",
)
@format_option(FORMATS)
@rules_options
def command(
    game: str,
    cards: int | None,
    bids: str | None,
    won: str | None,
    captured: tuple[str, ...],
    roles: str | None,
    form: str,
    chosen: RulesetOptions,
) -> int:
    """The points of one hand from what a score pad says: cards dealt, bids, tricks won, cards taken."""
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
    held = given["--roles"].by_player(players, "--roles") if "--roles" in given else None
    played = play_out(
        rules, players, _position(rules, players, held, cards), {"result": _result(given, players, cards)}
    )
    for flaw in played.folded.flaws:
        warn(flaw.fault.message)
    if played.folded.flaws:
        return WANTING
    say(FORMATS[form](rules.name, _hand(rules, played, given), _doubts(played)))
    return ANSWERED


def _players(given: Mapping[str, Named]) -> tuple[str, ...]:
    """The players as somebody named them, or as many as there are values."""
    for named in given.values():
        if named.names:
            return named.names
    for named in given.values():
        return numbered(len(named.values))
    raise Misuse("nothing is said about the hand; write for example --bids 1,0,2,1 --won 1,1,2,0")


def _position(
    rules: Ruleset, players: Sequence[str], roles: Mapping[str, str] | None, cards: int | None
) -> dict[str, Any]:
    """Just before the hand is dealt."""
    sequence: Sequence[int] = rules.get("deal", "sequence", default=())
    if sequence and cards is None:
        raise Misuse(f"the hands of {rules.title} differ; say how many cards were dealt, as in --cards {sequence[-1]}")
    if sequence and cards not in sequence:
        known = listed([str(number) for number in dict.fromkeys(sorted(sequence))], "or")
        raise Misuse(f"no hand of {rules.title} has {cards} cards; a hand has {known}")
    head: dict[str, Any] = {"phase": "deal", "dealer": players[-1]} | ({"roles": roles} if roles else {})
    return head | ({"cards": cards} if sequence else {})


def _result(given: Mapping[str, Named], players: Sequence[str], cards: int | None) -> dict[str, Any]:
    result: dict[str, Any] = {} if cards is None else {"cards": cards}
    if "--bids" in given:
        result["bids"] = {who: _bid(text) for who, text in given["--bids"].by_player(players, "--bids").items()}
    if "--won" in given:
        result["won"] = {who: _tricks(text) for who, text in given["--won"].by_player(players, "--won").items()}
    if "--captured" in given:
        result["captured"] = _captured(given["--captured"], players)
    return result


def _bid(text: str) -> int | str:
    """A bid: a number, or a word that the ruleset may know ('all')."""
    return int(text) if text.removeprefix("-").isdecimal() else text


def _tricks(text: str) -> int:
    if not text.isdecimal():
        raise Misuse(f"--won: {text!r} is not a number of tricks")
    return int(text)


def _captured(taken: Named, players: Sequence[str]) -> dict[str, list[str]]:
    """The cards by player; who is not named took nothing."""
    stranger = next((name for name in taken.names if name not in players), None)
    if stranger is not None:
        raise Misuse(f"--captured names {stranger}, who is not among {', '.join(players)}")
    names = taken.names or players
    if len(taken.values) > len(names):
        raise Misuse(f"--captured is given {len(taken.values)} times for {len(players)} players")
    return {who: _cards(text) for who, text in zip(names, taken.values, strict=False)}


def _cards(text: str) -> list[str]:
    """Cards parted by commas, or else by spaces."""
    return [card.strip() for card in text.split(",") if card.strip()] if "," in text else text.split()


def _hand(rules: Ruleset, played: Replay, given: Mapping[str, Named]) -> Mapping[str, Any]:
    """The hand as scored. Raises Misuse where something that counts was not given."""
    hand: Mapping[str, Any] = played.game.score(played.state)[0]["hands"][-1]
    if hand["points"] is not None:
        return hand
    wanted = {
        "--bids": rules.get("bidding") is not None,
        "--won": rules.get("bidding") is not None,
        "--captured": bool(rules.get("count")),
        "--roles": bool(rules.get("roles")) and bool(rules.get("count")),
    }
    missing = [option for option, needed in wanted.items() if needed and option not in given]
    raise Misuse(f"{rules.title} cannot score this hand without {listed(missing or ['--won'])}")


def _doubts(played: Replay) -> list[str]:
    """What is not known about the hand, but for the plays, which nobody asked about."""
    return [
        doubt.message
        for doubt in played.game.doubts(played.state)
        if doubt.kind == "doubt" and doubt.rule != "unseen-plays"
    ]
