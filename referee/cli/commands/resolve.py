"""`referee resolve` and `referee count`: one question, one answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from referee.cli import Lazy
from referee.cli.exit_codes import Misuse
from referee.cli.question import (
    ANSWERS,
    Named,
    board_options,
    numbered,
    parted,
    players_at_board,
    read_named,
    refuse_roles,
    tell_answer,
)
from referee.cli.ruleset_options import players_of, players_option, require_family, require_players, ruleset
from referee.cli.shared_options import example, format_option, game_of, names_option, offered, rules_options
from referee.core.ruleset import Ruleset
from referee.corpus.ruleset_cache import RulesetOptions

QUESTIONS = {
    "trick": ("referee.cli.commands.resolve:resolve_trick", "Who wins this trick, and why?"),
    "hand": ("referee.cli.commands.resolve:resolve_hand", "What is this hand worth, arranged at its best?"),
    "play": ("referee.cli.commands.resolve:resolve_play", "Is this play on this field legal, and what follows?"),
    "plays": ("referee.cli.commands.resolve:resolve_plays", "What can be played on this field?"),
    "score": ("referee.cli.commands.resolve:resolve_score", "What does this hand score?"),
    "attack": (
        "referee.cli.commands.resolve:resolve_attack",
        "What must be rolled in this attack, and what are the chances?",
    ),
}


@click.group(
    cls=Lazy,
    modules=QUESTIONS,
    epilog="\b\nExample:\n  referee resolve score illuminate --cards 6 --bids 6,0,0,0 --won 5,1,0,0",
)
def command() -> None:
    """Answer one question about a game without a log."""


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
@format_option(ANSWERS)
@rules_options
def resolve_trick(
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
    from referee.report.questions import TRICK as FORMATS

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


@click.command(epilog=example("referee resolve hand luminars R4 G4 B4 B5 B6 B7 Y7 R1"))
@game_of("meld")
@click.argument("cards", metavar="CARD...", nargs=-1, required=True, shell_complete=offered("cards"))
@click.option("--declared", is_flag=True, help="The hand ends the round: is it good enough, and what does it score?")
@click.option("--claim", "claim", multiple=True, metavar='"CARD …"', help="A meld that is claimed; may be repeated.")
@format_option(ANSWERS)
@rules_options
def resolve_hand(
    game: str, cards: tuple[str, ...], declared: bool, claim: tuple[str, ...], form: str, chosen: RulesetOptions
) -> int:
    """The best arrangement of a hand, its points, and the cards left over; with one card too many, which to discard.

    Cards may also be separated by commas: R4,G4,B4.

    With --claim, it checks the melds that a player lays out, and counts them as laid out.
    """
    from referee.engines.meld.queries import Asked, hand
    from referee.report.questions import HAND as FORMATS

    rules = ruleset(game, chosen)
    require_family(rules, "meld", "melds")
    asked = Asked(parted(cards), [" ".join(parted([meld])) for meld in claim], declared)
    return tell_answer(
        form, FORMATS, rules, max(rules.get("players")), lambda table: hand(table, asked), told=("score",)
    )


@click.command(
    epilog=example(
        'referee resolve play illimat --season Spring --field "5wi 2au 3au" "harvest 5sp take 5wi | 2au+3au"'
    )
)
@game_of("fishing")
@click.argument("move", metavar="PLAY")
@board_options
@format_option(ANSWERS)
@rules_options
def resolve_play(game: str, move: str, asked: Any, players: int | None, form: str, chosen: RulesetOptions) -> int:
    """Whether a play is legal, by which rule, and what follows: cards to the pile, the field cleared or not, the new season.

    PLAY is a sow, a harvest or a stockpile in notation: "sow 5sp", "harvest 5sp take 5wi | 2au+3au" or
    "stockpile 3au make 5 of 3au+2su".
    """
    from referee.engines.fishing.queries import play
    from referee.report.questions import PLAY as FORMATS

    rules = ruleset(game, chosen)
    number = players_at_board(rules, players)
    compared = ("legal", "outcomes")
    return tell_answer(
        form,
        FORMATS,
        rules,
        number,
        lambda table: play(table, asked, move),
        told=("legal",),
        compared=compared,
    )


@click.command(
    epilog=example('referee resolve plays illimat --season Summer --field "5su 2wi S8(6sp+2au)" --hand "3sp 10au Kwi"')
)
@game_of("fishing")
@board_options
@format_option(ANSWERS)
@rules_options
def resolve_plays(game: str, asked: Any, players: int | None, form: str, chosen: RulesetOptions) -> int:
    """Every legal play of a hand on a field, card by card; each set of things to take or fuse is listed once."""
    from referee.engines.fishing.queries import plays
    from referee.report.questions import PLAYS as LISTS

    rules = ruleset(game, chosen)
    number = players_at_board(rules, players)
    return tell_answer(form, LISTS, rules, number, lambda table: plays(table, asked))


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
@format_option(ANSWERS)
@rules_options
def resolve_score(game: str, form: str, chosen: RulesetOptions, **options: Any) -> int:
    """The points of one hand from what a score pad says: cards dealt, bids or contract, tricks won, cards taken.

    Players are named, as in Ann=6, or numbered from 1, the dealer last.
    """
    from referee.engines.trick.queries import AskedScore, score
    from referee.report.questions import SCORE as FORMATS

    rules = ruleset(game, chosen)
    require_family(rules, "trick", "tricks")
    given = {key: value for key, value in options.items() if value not in (None, ())}
    if not given.keys() & {"bids", "contract", "tricks", "won", "captured", "roles"}:
        raise Misuse("no option describes the hand; write for example --bids 1,0,2,1 --won 1,1,2,0")
    calls = given["bids"].split(",") if "bids" in given and rules.get("bidding", "calls") is not None else None
    listed = [key for key in ("bids", "won", "roles") if key in given and not (key == "bids" and calls)]
    each = {key: read_named(given[key].split(","), f"--{key}") for key in listed}
    taken = read_named(given["captured"], "--captured") if "captured" in given else None
    players = _players(rules, list(each.values()), taken, given.get("declarer", "1"))
    require_players(rules, len(players), "players")
    by_player = {key: named.by_player(players, f"--{key}") for key, named in each.items()}
    result: dict[str, Any] = {key: given[key] for key in ("cards", "matadors", "trump") if key in given}
    for key in ("declarer", "partner", "last_trick"):
        if key in given:
            result[key] = _named(f"--{key.replace('_', '-')}", given[key], players)
    if calls or "bids" in by_player:
        result["bids"] = (
            [_bid(call.strip()) for call in calls]
            if calls
            else {who: _bid(text) for who, text in by_player["bids"].items()}
        )
    if "bid" in given:
        result["bid"] = _bid(given["bid"])
    if "won" in by_player:
        result["won"] = {who: _tricks(text) for who, text in by_player["won"].items()}
    if taken is not None:
        result["captured"] = _captured(taken, players)
    if "declared" in given:
        result["declared"] = {
            _named("--declared", who, players): [meld.strip() for meld in melds.split(",")]
            for who, melds in zip(*read_named(given["declared"], "--declared"), strict=True)
        }
    exposed = [name.strip() for name in given["vulnerable"].split(",")] if given.get("vulnerable") else []
    vulnerable = tuple(name if name in EXPOSED else _named("--vulnerable", name, players) for name in exposed)
    asked = AskedScore(players, result, by_player.get("roles"), given.get("contract"), given.get("tricks"), vulnerable)
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


KINDS = ("control", "neutralize", "destroy")
WHERE = ("uncontrolled", "adjacent", "1", "2", "3", "own")
MOST = click.IntRange(min=0, max=999)


def _money(what: str, helps: str) -> Callable[[Any], Any]:
    return click.option(f"--{what}", type=MOST, default=0, metavar="MB", help=helps)


@click.command(
    epilog=example('referee resolve attack illuminati control --attacker mafia --target "loan sharks" --table')
)
@game_of("conspiracy")
@click.argument("kind", type=click.Choice(KINDS))
@names_option("--attacker", "CARD", "called illuminati group", "The attacking group or Illuminati.", required=True)
@names_option("--target", "GROUP", "called group", "The group under attack.", required=True)
@names_option(
    "--aid", "CARD", "called illuminati group", "Who aids with transferable Power; may be repeated.", multiple=True
)
@names_option("--attacker-holds", "GROUP", "called group", "Another group of the attacking player.", multiple=True)
@names_option("--target-holds", "GROUP", "called group", "Another group of the target's owner.", multiple=True)
@names_option("--attacker-illuminati", "NAME", "called illuminati", "The attacking player's Illuminati.")
@names_option("--target-illuminati", "NAME", "called illuminati", "The Illuminati of the target's owner.")
@click.option(
    "--position",
    "where",
    type=click.Choice(WHERE),
    default="uncontrolled",
    show_default=True,
    help="Where the target is: next to its Illuminati, 1 to 3 groups away from it, or in the attacker's own structure.",
)
@_money("spend", "What the attacker spends.")
@_money("defend-target", "What is spent from the target itself.")
@_money("defend-illuminati", "What is spent from the target's Illuminati.")
@_money("support", "What other players spend for the attack.")
@_money("oppose", "What other players spend against the attack.")
@names_option("--special", "NAME", "called special", "A Special played for or against the attack.")
@click.option("--roll", type=int, metavar="N", help="What the two dice show.")
@click.option("--table", "tabled", is_flag=True, help="A table of the chance by the money of both sides.")
@format_option(ANSWERS)
@rules_options
def resolve_attack(game: str, form: str, chosen: RulesetOptions, **given: Any) -> int:
    """The sum of an attack line by line, the number to roll, the chance, and what one more megabuck changes.

    KIND is control, neutralize or destroy. Name cards by their names or the beginning of one: cia, mafia, "loan sharks".
    An attack that the rules forbid is worked out all the same, with the rule; the exit code is then 1.
    """
    from referee.engines.conspiracy.queries import SPENT, Asked, attack
    from referee.report.questions import ATTACK as FORMATS

    rules = ruleset(game, chosen)
    require_family(rules, "conspiracy", "power structures")
    asked = Asked(money={name: given.pop(name) for name in SPENT}, **given)
    return tell_answer(
        form,
        FORMATS,
        rules,
        min(rules.get("players")),
        lambda table: attack(table, asked),
        told=("number", "violations"),
    )


@click.command(epilog=example("referee count oh-hell AC KC QC AH KH QH --players 3 --trump H"))
@game_of("trick")
@click.argument("cards", metavar="CARD...", nargs=-1, shell_complete=offered("cards"))
@click.option(
    "--deal", metavar='"CARD … / CARD …"', help="Count only this deal: one hand per player, the leader's first."
)
@players_option
@click.option("--trump", metavar="SUIT", help="The trump suit, in games where it changes; or none.")
@format_option(ANSWERS)
@rules_options
def count_ways(
    game: str,
    cards: tuple[str, ...],
    deal: str | None,
    players: str | None,
    trump: str | None,
    form: str,
    chosen: RulesetOptions,
) -> int:
    """How many ways there are to play some cards out: over every way to deal them, or for one deal.

    Every program that plays by the same rules must count the same: this number is to trick games what perft is to chess.

    The player left of the dealer leads; roles are held in the order of the ruleset; Grace is never said.
    """
    from referee.engines.trick.queries import AskedCount, count
    from referee.report.questions import COUNT as FORMATS

    rules = ruleset(game, chosen)
    require_family(rules, "trick", "tricks")
    if bool(cards) == (deal is not None):
        raise Misuse("name the cards to deal, or one deal with --deal")
    cards = parted(cards)
    hands = tuple(parted(hand.split()) for hand in deal.split("/")) if deal else ()
    names = players_of(rules, players or (str(len(hands)) if hands else None))
    if hands and len(hands) != len(names):
        raise Misuse(f"--deal has {len(hands)} hands for {len(names)} players")
    asked = AskedCount(names, cards, hands, trump)
    return tell_answer(form, FORMATS, rules, len(names), lambda table: count(table, asked))
