"""`referee resolve`: one question without a log, and its answer with the readings that would change it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from referee import engines
from referee.cli import Lazy, ListedCommand, import_name, options
from referee.cli.terminal import ANSWERED, WANTING, Misuse, paper, say, warn
from referee.core.cards import fold_name
from referee.core.cards_named import in_cards_of
from referee.core.data import Data, Entry
from referee.core.events import Misread
from referee.core.family import Unanswerable
from referee.core.formula import FormulaError
from referee.core.places import RulesetOptions, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.wording import number_of
from referee.play import questions
from referee.play.questions import default_names
from referee.rules import otherwise, rulesets

if TYPE_CHECKING:
    pass

ANSWERS = ("text", "json")
"""The forms of an answer."""
QUOTES = "\"'“”„‘’‚«»`"
"""Marks that word processors put around a word, and that are then copied along with it."""


class Question(NamedTuple):
    """A question about games of these `families`; others have no `things`, such as tricks.

    `words` are those that people type for it, as in `cli.ListedCommand`.
    """

    says: str
    families: str
    things: str
    words: tuple[tuple[str, str], ...] = ()


ABOUT = {
    "trick": Question(
        "Who wins this trick, and why?",
        "trick",
        "tricks",
        (("takes", "trick"), ("who wins", "trick"), ("winner", "trick"), ("wins", "trick")),
    ),
    "hand": Question(
        "What is this hand worth, arranged at its best?",
        "meld",
        "melds",
        (("arrange", "hand"), ("deadwood", "hand"), ("meld", "hand"), ("melds", "hand")),
    ),
    "match": Question(
        "May this card be played on that one, and why not?", "shedding", "pile", (("playable", "match"),)
    ),
    "play": Question(
        "What may be played from this hand, and is this play legal?",
        "fishing trick",
        "plays",
        (("allowed", "play"), ("may i play", "play")),
    ),
    "score": Question(
        "What does this hand or round score?",
        "trick meld fishing",
        "tricks, melds or captures",
        (("points", "score"),),
    ),
    "revoke": Question("What does this revoke cost?", "trick", "tricks", (("penalty", "revoke"), ("renege", "revoke"))),
    "attack": Question(
        "What must be rolled in this attack, and what are the chances?",
        "conspiracy",
        "power structures",
        (("chance", "attack"), ("dice", "attack"), ("odds", "attack"), ("roll", "attack")),
    ),
    "beat": Question(
        "Does this combination beat that one, and why not?",
        "climbing",
        "combinations",
        (("beats", "beat"), ("higher", "beat")),
    ),
}
"""The questions, in the order in which they are listed."""
QUESTIONS = {name: ListedCommand(f"{__name__}:resolve_{name}", each.says, each.words) for name, each in ABOUT.items()}
Asked = tuple[Ruleset, int, Entry]
"""The rules by which something is asked, the number of players, and what the family is asked about their table, by name."""


def question_of(args: Sequence[str]) -> list[str] | None:
    """The arguments for `resolve` that were meant by some which begin with a game: its first question that has these
    options.

    None if they do not begin with a game, or no question fits.
    """
    try:
        family = rulesets.load_ruleset(args[0]).family
    except Unjudgeable:
        return None
    given = {arg.partition("=")[0] for arg in args if arg.startswith("--")}
    for name, row in QUESTIONS.items():
        known = set[str]()
        for param in import_name(row.place).params:
            known.update(param.opts)
        if family in ABOUT[name].families.split() and given <= known:
            return [name] + list(args)
    return None


@click.group(
    cls=Lazy,
    groups={"": QUESTIONS},
    meant="referee.cli.guesses:question",
    epilog=options.example("referee resolve score illuminate --cards 6 --bids 6,0,0,0 --won 5,1,0,0"),
)
def command() -> None:
    """Answer one question about a game without a log."""


def question(*examples: str) -> Callable[[Callable[..., Asked]], click.Command]:
    """A decorator that makes a command of a function which reads the options of a question: `resolve_trick` of
    `trick`.

    The function gets the rules and its options, and gives the rules, the number of players and what is asked about
    the table. GAME, `--format` and the options for rules are added. `examples` are lines for the help.
    """

    def decorate(read: Callable[..., Asked]) -> click.Command:
        """Make the command of a question from the function that reads its options."""
        name = read.__name__.removeprefix("resolve_")
        families = ABOUT[name].families

        @wraps(read)
        def answer(game: str, form: str, chosen: RulesetOptions, **given: object) -> int:
            """Answer the question and print it; the exit code is 1 for a play that is not legal, or a question about
            the impossible."""
            from referee.report.questions import FORMS

            rules = options.ruleset(game, chosen)
            if rules.family not in families.split():
                raise Misuse(f"{rules.title} has no {ABOUT[name].things}; {_questions_for(rules)}")
            try:
                rules, players, about = read(rules, **given)
                reply = questions.answer(name, rules, players, about)
            except (Misread, Unanswerable) as unanswerable:
                raise Misuse(str(unanswerable)) from None
            except FormulaError as error:
                raise rules.without_value(error) from None
            for problem in reply.problems:
                warn(problem)
            if not reply.data:
                return WANTING
            others = list(questions.other_readings(name, rules, players, about, reply))
            say(FORMS[name][form](reply, others, paper()), form)
            if reply.legal and not reply.problems:
                return ANSWERED
            return WANTING

        own = vars(answer).pop("__click_params__", [])
        with_options: Any = options.formats(ANSWERS)(options.rules(answer))
        with_options.__click_params__ += own
        game = options.argument("game", "GAME", f"games {families}")
        return click.command(name, epilog=options.example(*examples))(game(with_options))

    return decorate


def _questions_for(rules: Ruleset) -> str:
    """What may be asked about a game, in words: 'it is a meld game; `referee resolve hand luminars …` answers a question'."""
    asked = questions_about(rules)
    kind = f"it is a {rules.family} game"
    if not asked:
        return kind
    return f"{kind}; ask `referee resolve {asked[0]} {rules.name} …`"


class TypedValues(NamedTuple):
    """The values of an option in the order typed, and the players' names if they were typed too."""

    option: str
    names: tuple[str, ...]
    values: tuple[str, ...]

    def of_some(self, players: Sequence[str]) -> dict[str, str]:
        """The value of each player who is named, or of the first players in order. Raises Misuse."""
        names = players
        if self.names:
            names = [_player(self.option, name, players) for name in self.names]
        if len(self.values) > len(names):
            raise Misuse(f"{self.option} is given {len(self.values)} times for {len(players)} players")
        return dict(zip(names, self.values, strict=False))

    def by_player(self, players: Sequence[str]) -> dict[str, str]:
        """Each player's value; values without names go to the players in order. Raises Misuse."""
        if not self.names and len(self.values) != len(players):
            given = f"{number_of(len(self.values), 'values')} for {number_of(len(players), 'players')}"
            raise Misuse(f"{self.option} has {given}; give one for each, in their order, separated by commas")
        values = self.of_some(players)
        missing = [player for player in players if player not in values]
        if missing:
            raise Misuse(f"{self.option} has no value for {', '.join(missing)}")
        return values


def cards_in(texts: Iterable[str], rules: Ruleset) -> list[str]:
    """The cards in texts that were typed, separated by commas, or else by spaces; a card may be called `ace of
    hearts`."""
    given = list(texts)
    if "of" in given:
        given = [" ".join(given)]
    cards = list[str]()
    for text in given:
        if "," in text or rules.deck.find(text.rpartition("=")[2].rstrip(" !")) is not None:
            cards += _between_commas(text)
        else:
            cards += re.findall(r"\S+ of \S+|\S+", text)
    return cards


def _between_commas(text: str) -> list[str]:
    """The parts of a text between commas, without those that are blank."""
    return [part.strip() for part in text.split(",") if part.strip()]


def read_named(parts: Sequence[str], option: str) -> TypedValues:
    """The values in what was typed for each player: `['Ann=6', 'Ben=0']`, or `['6', '0']` without names.

    A number for a name is a player's: 1 is player 1. Raises Misuse if only some have names, or one has two values.
    """
    bare = [_typed(part) for part in parts if "=" not in part]
    if len(bare) == len(parts):
        return TypedValues(option, (), tuple(bare))
    if bare:
        all_named = f"{bare[0]!r} has no player before it; name all of them, as in Ann={bare[0]}, or none"
        raise Misuse(f"{option}: {all_named}")
    values: dict[str, str] = {}
    for part in parts:
        name, _, value = part.partition("=")
        name = _typed(name)
        if name.isdecimal():
            name = f"player {name}"
        if name in values:
            raise Misuse(f"{option} names {name} twice")
        values[name] = _typed(value)
    return TypedValues(option, tuple(values), tuple(values.values()))


def _typed(text: str) -> str:
    """What was meant by a part of what was typed, without the spaces and the quotes of a word processor around it."""
    return text.strip().strip(QUOTES)


_HELD = "Who holds which role, in order of play or as Ann=doctor,Ben=teacher."
roles_option = options.value("--roles", "ROLE,…", _HELD, "roles")


def a_trump(suit: str) -> str:
    """The trump suit as typed; no trump is called `none`."""
    if fold_name(suit) in ("notrump", "notrumps", "nt"):
        return "none"
    return suit


trump_option = options.value("--trump", "SUIT", "The trump suit, in games where it changes; or none.", type=a_trump)


@question("referee resolve trick illuminate Mk1:11 Mk1:31 Lk7:50! Mk4:2 --roles doctor,neighbor,preacher,teacher")
@options.argument("cards", "CARD...", "cards", nargs=-1, required=True)
@roles_option
@options.choice("--grace", ("said", "silent"), "How this table plays Grace.")
@trump_option
def resolve_trick(
    rules: Ruleset, cards: Sequence[str], roles: str | None, grace: str | None, trump: str | None
) -> Asked:
    """Say who wins this trick, and why: the cards in order of play, each plain (Mk1:11) or with its player (Ann=Mk1:11).

    They may also be separated by commas: Mk1:11,Mk1:31.

    An exclamation mark after a card means that Grace was said over it: Lk7:50! Roles that are not given are mentioned only if
    they would decide.
    """
    cards = cards_in(cards, rules)
    alone = questions.plays_alone(rules, len(cards))
    if not alone:
        options.require_players(rules, len(cards), "cards")
    if roles is not None and not rules.get("roles", "choose"):
        raise Misuse(f"{rules.title} has no roles; omit --roles")
    if grace is not None:
        rules = _with_grace(rules, grace)
    laid = read_named(cards, "CARD")
    players = laid.names
    held = None
    if roles is None:
        if not players:
            players = default_names(len(cards))
    else:
        of_roles = read_named(roles.split(","), "--roles")
        players = players or of_roles.names or default_names(len(cards))
        held = of_roles.by_player(players)
    played = list(laid.by_player(players).values())
    return rules, len(players) + alone, {"players": players, "cards": played, "roles": held, "trump": trump}


def _with_grace(rules: Ruleset, grace: str) -> Ruleset:
    """The rules of a table that plays Grace in this way, 'said' or 'silent'. Raises Misuse if the game does not play
    it so."""
    if rules.get("trick", "grace", default="none") == grace:
        return rules
    name = rules.ruling_about(("trick", "grace"))
    if name is not None:
        for reading, value in rules.rulings[name].values.items():
            if value == grace:
                return otherwise.read_otherwise(rules, name, reading)
    raise Misuse(f"{rules.title} does not play Grace; omit --grace")


@question("referee resolve hand luminars R4 G4 B4 B5 B6 B7 Y7 R1")
@options.argument("cards", "CARD...", "cards", nargs=-1, required=True)
@options.flag("--declared", "The hand ends the round: is it good enough, and what does it score?")
@options.value("--claim", '"CARD …"', "A meld that is claimed; may be repeated.", multiple=True)
def resolve_hand(rules: Ruleset, cards: Sequence[str], declared: bool, claim: Sequence[str]) -> Asked:
    """Find the best arrangement of a hand, its points, and the cards left over; with one card too many, which to discard.

    Cards may also be separated by commas: R4,G4,B4.

    With --claim, it checks the melds that a player lays out, and counts them as laid out.
    """
    melds = [" ".join(cards_in([meld], rules)) for meld in claim]
    return rules, max(rules.get("players")), {"cards": cards_in(cards, rules), "claim": melds, "declared": declared}


@question("referee resolve match crazy-eights 7H --on 7C")
@options.argument("card", "CARD", "cards")
@options.value("--on", "CARD", "The top card of the pile.", "cards", required=True)
@options.value("--named", "SUIT", "The suit that is named for it.", default="")
@options.value("--hand", '"CARD …"', "The rest of the hand, which may forbid a wild card.", default="")
def resolve_match(rules: Ruleset, hand: str, **given: str) -> Asked:
    """May this card be played on that one? If not, why not, and what may be."""
    return rules, max(rules.get("players")), {**given, "hand": cards_in([hand], rules)}


@question(
    'referee resolve play hearts --hand "2C AH QS" --table 5C',
    'referee resolve play illimat --season Spring --field "5wi 2au 3au" "harvest 5sp take 5wi | 2au+3au"',
)
@click.argument("move", metavar="[PLAY]", required=False, default="")
@options.value("--table", '"CARD …"', "The cards of the trick so far, in order of play.", multiple=True)
@trump_option
@options.value("--season", "NAME", "The season of the field.", "seasons", default="")
@options.value(
    "--field fields",
    '"THING …[@SEASON]"',
    "What lies in the field: 5wi, S10(6sp+4wi), M10(6sp+4wi|10su). For another field, add its season.",
    multiple=True,
)
@options.value("--hand", '"CARD …"', "The whole hand before the play; without it a passive card is a doubt.")
@options.value(
    "--luminary luminaries",
    "NAME[@SEASON]",
    "A Luminary that lies face up, at the field or at another one; may be repeated.",
    "luminaries",
    multiple=True,
)
@options.value("--players", "N", "How many players; default: the most that the game allows.", type=int)
@options.flag("--broken", "What must be broken before it is led, such as Hearts, is.")
@options.flag("--first-trick", "This is the first trick of the hand.")
def resolve_play(
    rules: Ruleset,
    move: str,
    table: Sequence[str],
    trump: str | None,
    players: int | None,
    broken: bool,
    first_trick: bool,
    **board: Any,
) -> Asked:
    """Say whether a play is legal, by which rule, and what follows; without PLAY, list all that may be played.

    In a trick game, PLAY is a card. On a field, it is a sow, a harvest or a stockpile in notation: "sow 5sp",
    "harvest 5sp take 5wi | 2au+3au" or "stockpile 3au make 5 of 3au+2su".
    """
    tricks = rules.family == "trick"
    if tricks:
        of_fields = {"season": board["season"], "field": board["fields"], "luminary": board["luminaries"]}
        _refuse_foreign(of_fields, f"{rules.title} has no fields")
    else:
        of_tricks = {"table": table, "trump": trump, "broken": broken, "first-trick": first_trick}
        _refuse_foreign(of_tricks, f"{rules.title} has no tricks")
    if players is not None:
        options.require_players(rules, players, "players")
    seats = players or max(rules.get("players", default=[2]))
    if not tricks:
        return rules, seats, {"text": move, **board}
    if not board["hand"]:
        raise Misuse(in_cards_of(rules.deck, 'which cards may be played? write for example --hand "2C AH QS"'))
    hand = cards_in([board["hand"]], rules)
    laid = cards_in(table, rules)
    about = {"card": move, "hand": hand, "table": laid, "trump": trump, "broken": broken, "first_trick": first_trick}
    return rules, seats, about


def _refuse_foreign(given: Mapping[str, object], why: str) -> None:
    """Refuse options of games of another family. Raises Misuse."""
    for option, value in given.items():
        if value:
            raise Misuse(f"{why}; omit --{option}")


@question('referee resolve beat big-two 9H 9S --on "7C 7S"')
@options.argument("cards", "CARD...", "cards", nargs=-1, required=True)
@options.value("--on", '"CARD …"', "The combination on the table; without it the cards are led.", default="")
def resolve_beat(rules: Ruleset, cards: Sequence[str], on: str) -> Asked:
    """Say whether cards are a combination, of which kind, whether they beat those on the table, and what would beat these.

    Cards may also be separated by commas: 7H,7D.
    """
    return rules, max(rules.get("players", default=[2])), {"cards": cards_in(cards, rules), "on": cards_in([on], rules)}


LONGEST_SEAT = 3
"""The most digits of the number of a player; what is longer names nobody."""
EXPOSED = ("nobody", "everybody", "declarer", "others")
"""Words of a ruleset for who is vulnerable."""
ALIASES = {"none": "nobody", "all": "everybody", "both": "everybody"}
"""Other words for these that players use."""


@question(
    "referee resolve score illuminate --cards 6 --bids 6,0,0,0 --won 5,1,0,0",
    "referee resolve score bridge --contract 4SX --tricks 11 --vulnerable ns",
    "referee resolve score skat --contract grand --bid 48 --matadors 2 --tricks 8 --counts pips=75",
)
@click.argument("counts_typed", metavar="[PLAYER=NAME:N,…]...", nargs=-1)
@options.number("--cards", 1, "How many cards each player was dealt.")
@options.value(
    "--bids",
    "BID,…",
    "The bids round the table, the dealer's last, or as Ann=6,Ben=0; in an auction, the calls in order.",
)
@options.value("--contract", "CALL", "The contract; 4SX is doubled, 4SXX redoubled.")
@options.value("--declarer", "PLAYER", "Who played the contract; the first player if omitted.")
@options.value("--bid", "CALL", "The bid that won the auction, if the contract was named after it.")
@options.value("--partner", "PLAYER", "Who held the card that was called.")
@options.number("--tricks", 0, "The tricks won by the declarer's side.")
@options.value("--counts", "NAME=N", "What the declarer's cards count, as in pips=61.", multiple=True)
@options.value("--vulnerable", "PLAYER,…", "Who is vulnerable: players, ns, ew, declarer, others or everybody.")
@options.value("--matadors", "N", "How many trumps in a row the declarer's side held or lacked.", type=int)
@options.value("--trump", "SUIT", "The trump suit, if a player or a card set it.")
@options.value("--won", "N,…", "The tricks won, round the table or by name.")
@options.value("--captured", '"Ann=CARD …"', "The cards that a player took; may be repeated.", multiple=True)
@roles_option
@options.value(
    "--declared",
    '"Ann=MELD,…"',
    "What a player declared, Ann= for nothing; may be repeated. In games of melds, who declared: Ann.",
    multiple=True,
)
@options.value("--last-trick", "PLAYER", "Who took the last trick.")
def resolve_score(rules: Ruleset, counts_typed: Sequence[str], **pad: Any) -> Asked:
    """Score one hand from what is on the score pad: cards dealt, bids or contract, tricks won, cards taken.

    Players are named, as in Ann=6, or numbered from 1, the dealer last. In games of melds and of capturing, a round is scored
    from what everybody's cards count: Ann=melds:18 Ben=melds:6,idle:-15, or Ann=fools:2,okus:1.
    """
    given = {key: value for key, value in pad.items() if value not in (None, ())}
    if rules.family != "trick":
        return _round_asked(rules, counts_typed, given)
    if counts_typed:
        raise Misuse(f"{counts_typed[0]!r} is no option; write for example --bids 1,0,2,1 --won 1,1,2,0")
    if not given.keys() & DESCRIPTIONS:
        raise Misuse("no option describes the hand; write for example --bids 1,0,2,1 --won 1,1,2,0")
    return ScorePad(rules, given).asked()


def _round_asked(rules: Ruleset, typed: Sequence[str], given: Entry) -> Asked:
    """The question about a round of melds or of capturing, from what was typed for each player. Raises Misuse."""
    others = [key for key in given if key != "declared"]
    if others:
        raise Misuse(
            f"--{others[0].replace('_', '-')} is for games with tricks; name what the cards of {rules.title} count"
        )
    if not any("=" in text or ":" in text for text in typed):  # nothing, or cards
        question = " or ".join(f"`referee resolve {name} {rules.name} …`" for name in questions_about(rules))
        raise Misuse(f"write what everybody's cards count, as in Ann=NAME:3 Ben=NAME:5, or ask {question}")
    counts = read_named(typed, "PLAYER")
    options.require_players(rules, len(counts.names), "players")
    counted = {}
    for player, text in zip(counts.names, counts.values, strict=True):
        counted[player] = dict(_count(player, part) for part in _between_commas(text))
    declared = ""
    if "declared" in given:
        declared = _player("--declared", given["declared"][0], counts.names)
    asked = {"players": counts.names, "counted": counted, "declared": declared}
    return rules, len(counts.names), asked


def questions_about(rules: Ruleset) -> list[str]:
    """The questions about games of this family, other than the one about the score."""
    return [name for name, each in ABOUT.items() if rules.family in each.families.split() and name != "score"]


def _count(player: str, text: str) -> tuple[str, int]:
    """A name and a number in `melds:18`. Raises Misuse."""
    name, _, number = text.partition(":")
    if not number.strip().removeprefix("-").isdecimal():
        example = f"{name}:3"
        if not name or name.isdecimal():
            example = f"NAME:{name or 3}"
        raise Misuse(f"{player}={text}: write a name and a number, as in {example}")
    return name.strip(), int(number)


DESCRIPTIONS = {"bids", "contract", "tricks", "won", "captured", "roles"}
"""Options one of which describes a hand well enough to score it."""


class ScorePad:
    """What was typed about one hand, by option.

    Who plays follows from it: those who are named; else as many as have values, or the fewest who can be meant.
    """

    def __init__(self, rules: Ruleset, given: Entry) -> None:
        """Read the values of options that have one for each player; `given` has all options that were typed, by name.

        Raises Misuse if they cannot be read.
        """
        self._rules = rules
        self._given = given
        self._declarer: str = given.get("declarer", "")
        self._has_calls = rules.get("bidding", "calls") is not None
        in_turn = ["bids", "won", "roles"]
        if self._has_calls:  # bids are the calls of an auction, in order
            in_turn.remove("bids")
        self._in_turn = {key: read_named(given[key].split(","), f"--{key}") for key in in_turn if key in given}
        self._piles = read_named(given.get("captured", ()), "--captured")
        self._melds = read_named(given.get("declared", ()), "--declared")
        self._counts = read_named(given.get("counts", ()), "--counts")
        seats: list[str] = rules.get("seats", default=None) or []
        self._letters = tuple(name[0] for name in seats)
        self._seats = _letters_of_seats(seats)
        self._exposed = [ALIASES.get(name, name) for name in _between_commas(given.get("vulnerable", ""))]

    def asked(self) -> Asked:
        """The question about the hand: the rules, the number of players, and what is asked, by name. Raises Misuse."""
        players = self._players()
        options.require_players(self._rules, len(players), "players")
        by_player = {key: typed.by_player(players) for key, typed in self._in_turn.items()}
        tally = self._tally()
        _require_numbers("--won", by_player.get("won", {}), " of tricks")
        _require_numbers("--counts", tally)
        roles = by_player.pop("roles", None)
        asked: Data = {key: self._given[key] for key in ("contract", "tricks") if key in self._given}
        asked["players"] = players
        asked["roles"] = roles
        asked["result"] = self._result(players, by_player)
        asked["vulnerable"] = tuple(self._vulnerable(players))
        asked["counts"] = {name: int(text) for name, text in tally.items()}
        return self._rules, len(players), asked

    def _players(self) -> tuple[str, ...]:
        """The names of the players, clockwise, or the letters of their seats if somebody is named by a seat."""
        players = self._players_by_values()
        mentioned = self._exposed + [self._declarer]
        if not any(self._is_seat(name) for name in mentioned):
            return players
        if not self._in_turn or any(self._is_seat(player) for player in players):
            return self._letters
        return players

    def _is_seat(self, name: str) -> bool:
        return name.casefold() in self._seats

    def _players_by_values(self) -> tuple[str, ...]:
        """The players who are named with values, or names such as 'player 1' for as many as there are values or as
        can be meant."""
        for typed in self._in_turn.values():
            if typed.names:
                return typed.names
        players = default_names(self._number_of_players())
        piles = self._piles.names
        if set(piles) <= set(players):
            return players
        return piles + players[len(piles) :]

    def _number_of_players(self) -> int:
        """The number of players: as many as have values, or the fewest of the game that include everybody mentioned."""
        for typed in self._in_turn.values():
            return len(typed.values)
        most = len(self._piles.names)
        for name in self._piles.names + (self._declarer or "1",):
            number = name.removeprefix("player ")
            if number.isdecimal() and len(number) <= LONGEST_SEAT:
                most = max(most, int(number))
        for allowed in self._rules.get("players", default=[]):
            if allowed >= most:
                return int(allowed)
        return most

    def _tally(self) -> dict[str, str]:
        """The numbers that the declarer's cards count, as typed, by the name of each count. Raises Misuse."""
        kinds = tuple(self._rules.get("count", default={}))
        typed = self._counts
        if typed.names:
            return dict(zip(typed.names, typed.values, strict=True))
        if len(typed.values) not in (0, len(kinds)):
            like = f"{next(iter(kinds), 'pips')}={typed.values[0]}"
            raise Misuse(f"--counts: {typed.values[0]!r} has no name before it; write {like}")
        return dict(zip(kinds, typed.values, strict=False))

    def _result(self, players: Sequence[str], by_player: Mapping[str, Mapping[str, str]]) -> Data:
        """The hand as a log has it under `result:`, from the options. Raises Misuse."""
        given = self._given
        result = {key: given[key] for key in ("cards", "matadors", "trump") if key in given}
        if "bids" in given and self._has_calls:
            result["bids"] = [_bid(call.strip()) for call in given["bids"].split(",")]
        for key in ("declarer", "partner", "last_trick"):
            if key in given:
                named = str(given[key])
                who = self._seats.get(named.casefold(), named)
                result[key] = _player(f"--{key.replace('_', '-')}", who, players)
        for key, typed in by_player.items():
            result[key] = {who: _bid(text) for who, text in typed.items()}
        if "bid" in given:
            result["bid"] = _bid(given["bid"])
        piles = self._piles.of_some(players)
        if piles:
            result["captured"] = {who: cards_in([piles.get(who, "")], self._rules) for who in players}
        melds = self._melds.of_some(players)
        if melds:
            result["declared"] = {who: _between_commas(text) for who, text in melds.items()}
        return result

    def _vulnerable(self, players: Sequence[str]) -> Iterator[str]:
        """Who is vulnerable: players, or words for some of them. Raises Misuse."""
        for name in self._exposed:
            who = self._seats.get(name.casefold(), name)
            if who not in EXPOSED:
                who = _player("--vulnerable", who, players)
            yield who


def _letters_of_seats(seats: Sequence[str]) -> dict[str, str]:
    """The letter of each seat by everything that the seat may be called: 'north', 'n' and, for partners, 'ns'."""
    letters = [name[0] for name in seats]
    called = list(seats) + letters
    for one, partner in zip(letters, letters[len(letters) // 2 :], strict=False):
        called.append(one + partner)
    return {name.casefold(): name[0] for name in called}


def _require_numbers(option: str, figures: Mapping[str, str], unit: str = "") -> None:
    """Refuse figures that are not numbers. Raises Misuse."""
    for text in figures.values():
        if not text.isdecimal():
            raise Misuse(f"{option}: {text!r} is not a number{unit}")


@question("referee resolve revoke bridge --trick 5 --won 3 --by-player")
@options.value("--log", "LOG", "Find the first revoke in a log, with what followed it.")
@options.number("--trick", 1, "The number of the trick in which the player revoked.")
@options.number("--won", 0, "How many tricks the player's side won from that trick on.")
@options.flag("--by-player", "The player who revoked won that trick, not a partner or the dummy.")
@options.flag("--again", "The player had revoked in that suit before, and that revoke was established.")
@options.flag("--faced", "The card to be played lay open on the table, as the dummy's do.")
@options.flag("--late", "Nobody spoke of it until the other side called in the next deal, or the round was over.")
@options.flag("--both", "The other side revoked in this hand, too.")
def resolve_revoke(rules: Ruleset, log: str | None, **given: Any) -> Asked:
    """Say how many tricks go over to the other side for an established revoke, and by which law.

    With --log, the trick and what was won are those of the log; --again, --late and --both can be added.
    """
    if log is None:
        if given["trick"] is None or given["won"] is None:
            where = "say with --trick in which trick it was"
            raise Misuse(f"{where}, and with --won how many tricks the side won from then on")
        return rules, max(rules.get("players")), given
    from referee.cli.logs import Intake
    from referee.judging.fold import States
    from referee.judging.read import load_log
    from referee.judging.replay import replay
    from referee.judging.rules import ruleset_of

    recorded = load_log(log)
    its = ruleset_of(recorded)
    Intake().name_project(its.project)
    if its.title != rules.title:
        raise Misuse(f"{log} is a log of {its.title}, not of {rules.title}")
    seen = States()
    played = replay(recorded, its, as_played=True, visitor=seen)
    revoke_in = engines.family(rules.family).questions()["revoke"].of_log
    revoke = revoke_in(played.game, seen.states, played.folded.faults)
    return rules, len(recorded.players), revoke | {key: True for key, added in given.items() if added is True}


def _player(option: str, player: str, players: Sequence[str]) -> str:
    """The player that an option names, whatever the capitals; a number stands for a player without a name. Raises Misuse."""
    if player in players:
        return player
    for who in players:
        if fold_name(who) in (fold_name(player), fold_name(f"player {player}")):
            return who
    raise Misuse(f"{option} names {player}, who is not among {', '.join(players)}")


def _bid(text: str) -> int | str:
    """A bid: a number, or a word that the ruleset may know ('all')."""
    if text.removeprefix("-").isdecimal():
        return int(text)
    return text


def _money(names: str, says: str) -> options.Decorator:
    return options.value(names, "MB", says, type=click.IntRange(0, 999), default=0)


@question('referee resolve attack illuminati control mafia "loan sharks" --table')
@click.argument("kind", type=click.Choice(("control", "neutralize", "destroy")))
@options.argument("first", "[ATTACKER]", "called illuminati group", required=False, default="")
@options.argument("second", "[TARGET]", "called group", nargs=-1)
@options.value("--attacker", "CARD", "The attacking group or Illuminati.", "called illuminati group")
@options.value("--target", "GROUP", "The group under attack.", "called group")
@options.value("--aid", "CARD", "Who aids with transferable Power.", "called illuminati group", multiple=True)
@options.value("--attacker-holds", "GROUP", "Another group of the attacking player.", "called group", multiple=True)
@options.value("--target-holds", "GROUP", "Another group of the target's owner.", "called group", multiple=True)
@options.value("--attacker-illuminati", "NAME", "The attacking player's Illuminati.", "called illuminati")
@options.value("--target-illuminati", "NAME", "The Illuminati of the target's owner.", "called illuminati")
@options.choice(
    "--position where",
    ("uncontrolled", "adjacent", "1", "2", "3", "own"),
    "Where the target is: how many groups from its Illuminati.",
    default="uncontrolled",
    show_default=True,
)
@_money("--spend money", "What the attacker spends.")
@_money("--defend-target defence", "What is spent from the target itself.")
@_money("--defend-illuminati defence_illuminati", "What is spent from the target's Illuminati.")
@_money("--support", "What other players spend for the attack.")
@_money("--oppose", "What other players spend against the attack.")
@options.value("--special", "NAME", "A Special played for or against the attack.", "called special")
@options.flag("--privileged", "The attack is privileged; what that costs is said.")
@options.value("--roll", "N", "What the two dice show.", type=int)
@options.flag("--table tabled", "The chance by the money of both sides.")
def resolve_attack(rules: Ruleset, first: str, second: Sequence[str], **given: Any) -> Asked:
    """Work an attack out line by line: its sum, the number to roll, the chance, and what one more megabuck changes.

    The attacker and the target may also be named by --attacker and --target. Name cards by their names or the
    beginning of one: cia, mafia, "loan sharks". An attack that the rules forbid is worked out all the same, with the rule; the
    exit code is then 1.
    """
    named = {"attacker": first, "target": " ".join(second)}
    for option, card in named.items():
        if given[option] and card:
            raise Misuse(f"{card!r} is the {option}, and so is --{option} {given[option]}; name it once")
        if not given[option]:
            given[option] = card
        if not given[option]:
            _miss(option)
    return rules, min(rules.get("players")), given


def _miss(option: str) -> None:
    """Raise the usage error about an option that is missing, which lists what it may be."""
    context = click.get_current_context()
    for param in context.command.params:
        if param.name == option:
            raise click.MissingParameter(ctx=context, param=param)
