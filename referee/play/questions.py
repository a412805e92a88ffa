"""Questions without a log, and their answers as plain data: who wins a trick, what a hand scores, what an attack must roll."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from referee.core.data import Data, Entry
from referee.core.events import Misread
from referee.core.family import Answer, Unanswerable
from referee.core.formula import FormulaError
from referee.core.places import RulesetError, from_the_caller
from referee.core.ruleset import OtherReading, Ruleset
from referee.core.wording import in_list
from referee.engines import family
from referee.play.forms import in_form, require_form
from referee.rules import otherwise, rulesets

COMPARED = {
    "trick": ("winner card", "winner"),
    "hand": ("score", "score"),
    "match": ("legal why", "legal"),
    "play": ("legal moves", "legal moves outcomes"),
    "score": ("points", "points"),
    "attack": ("number violations", "number violations"),
    "beat": ("beats kind", "beats"),
}
"""For each question that a ruling can change, the keys of its answer that are named for another reading, and those of which
one must differ for that."""
PLAYER = "player "
"""The beginning of the name of a player without one: 'player 1'."""


@from_the_caller
@in_form
def who_wins(
    game: Ruleset | str,
    cards: Sequence[str] | Mapping[str, str],
    *,
    roles: Sequence[str] | Mapping[str, str] | None = None,
    trump: str | None = None,
) -> Data:
    """Return who wins a trick, and why: $defs/resolve_trick of schemas/report.schema.json, with `winner`, `card` and `because`.

    `cards` are in order of play, each with its player if they are a map; a card with ! after it was played with Grace said over
    it. `roles` are in the same order, or by player; `trump` is the suit, in games where it changes. Raises RulesetError, and
    ValueError for a trick that there cannot be.
    """
    players = _players(cards, roles)
    held = None
    if roles is not None:
        held = _by_player(roles, players, "roles")
    played = list(_by_player(cards, players, "cards").values())
    rules = _rules(game)
    seats = len(players) + plays_alone(rules, len(players))
    return _ask("trick", rules, seats, players=players, cards=played, roles=held, trump=trump)


@from_the_caller
@in_form
def score_hand(
    game: Ruleset | str,
    hand: Sequence[str] | Entry,
    *,
    players: Sequence[str] = (),
    roles: Mapping[str, str] | None = None,
    contract: str | None = None,
    tricks: int | None = None,
    vulnerable: Sequence[str] = (),
    counts: Mapping[str, int] | None = None,
    declared: str = "",
) -> Data:
    """Return what a hand or round scores.

    In a trick game `hand` is what `result:` says in a log, such as {'cards': 6, 'bids': {…}, 'won': {…}}; `contract`, `tricks`,
    `vulnerable` and `counts` are for games with an auction, as in `referee resolve score`. In games of melds and of capturing
    it is what everybody's cards count, {'Ann': {'melds': 18}, 'Ben': {'melds': 6, 'idle': -15}}, and who `declared`. The answer
    is $defs/resolve_score of schemas/report.schema.json, with `points` by player. For a list of cards of a meld game it is what
    they are worth at their best, $defs/resolve_hand.

    `players` need not be named if the hand names them. Raises RulesetError, and ValueError for a hand that there cannot be.
    """
    rules = _rules(game)
    if not isinstance(hand, Mapping):
        return _ask("hand", rules, cards=list(hand))
    if rules.family != "trick":
        return _ask("score", rules, len(hand), players=tuple(hand), counted=hand, declared=declared)
    seated = tuple(players)
    if not seated:
        seated = _named_in(hand)
    if not seated:
        seated = default_names(min(rules.get("players")))
    return _ask(
        "score",
        rules,
        len(seated),
        players=seated,
        result=dict(hand),
        roles=roles,
        contract=contract,
        tricks=tricks,
        vulnerable=tuple(vulnerable),
        counts=dict(counts or {}),
    )


@from_the_caller
@in_form
def attack(
    game: Ruleset | str,
    kind: str,
    attacker: str,
    target: str,
    *,
    aid: Sequence[str] = (),
    attacker_holds: Sequence[str] = (),
    target_holds: Sequence[str] = (),
    attacker_illuminati: str | None = None,
    target_illuminati: str | None = None,
    where: str = "uncontrolled",
    spend: int = 0,
    defend_target: int = 0,
    defend_illuminati: int = 0,
    support: int = 0,
    oppose: int = 0,
    special: str | None = None,
    roll: int | None = None,
    privileged: bool = False,
) -> Data:
    """Return what must be rolled in an attack, and the chances: $defs/resolve_attack of schemas/report.schema.json.

    `kind` is 'control', 'neutralize' or 'destroy'; cards are named by their names or the beginning of one. The target is
    'uncontrolled', 'own', 'adjacent' to its Illuminati, or '1', '2', '3' groups away. Money is in megabucks: what the attacker
    has to `spend`, what is spent from the target and from its Illuminati, and what others spend on either side.
    `privileged` says that it is, and the answer then what that costs. Raises RulesetError, and ValueError for an attack that
    there cannot be; one that the rules forbid has `violations`.
    """
    return _ask(
        "attack",
        game,
        kind=kind,
        attacker=attacker,
        target=target,
        aid=tuple(aid),
        attacker_holds=tuple(attacker_holds),
        target_holds=tuple(target_holds),
        attacker_illuminati=attacker_illuminati,
        target_illuminati=target_illuminati,
        where=where,
        money=spend,
        defence=defend_target,
        defence_illuminati=defend_illuminati,
        support=support,
        oppose=oppose,
        special=special,
        roll=roll,
        privileged=privileged,
    )


@from_the_caller
@in_form
def may_play(game: Ruleset | str, play: str = "", **seen: object) -> Data:
    """Return whether a play is legal, by which rule, and what follows: $defs/resolve_play of schemas/report.schema.json.

    Without `play` it is all that may be played, under `moves`.

    `seen` is what is known. In a trick game: the `hand`, the cards on the `table` in order of play, `trump`, whether suits are
    `broken`, and whether it is the `first_trick`. On a field: its `season`, the `fields` as `referee resolve play` takes them,
    the `hand` and the `luminaries`. Raises RulesetError, and ValueError for a table that there cannot be.
    """
    rules = _rules(game)
    of_family = {"trick": "card", "fishing": "text"}
    return _ask("play", rules, **{of_family.get(rules.family, "play"): play}, **seen)


@from_the_caller
@in_form
def may_match(game: Ruleset | str, card: str, on: str, *, named: str = "", hand: Sequence[str] = ()) -> Data:
    """Return whether a card may be played on another, and why not: $defs/resolve_match of schemas/report.schema.json.

    `named` is the suit that is named for the card on top, `hand` the rest of the hand, which may forbid a wild card. Raises
    RulesetError, and ValueError for cards that there cannot be.
    """
    return _ask("match", game, card=card, on=on, named=named, hand=list(hand))


@from_the_caller
@in_form
def beats(game: Ruleset | str, cards: Sequence[str], on: Sequence[str] = ()) -> Data:
    """Return which combination cards are, and whether they beat those they are played on: $defs/resolve_beat of
    schemas/report.schema.json.

    Without `on` they are led. Raises RulesetError, and ValueError for cards that there cannot be.
    """
    return _ask("beat", game, cards=list(cards), on=list(on))


@from_the_caller
@in_form
def revoke(game: Ruleset | str, trick: int, won: int, **more: bool) -> Data:
    """Return how many tricks go over to the other side for an established revoke, and by which law: $defs/resolve_revoke of
    schemas/report.schema.json.

    `trick` is the number of the trick in which it happened, `won` how many tricks the side won from then on; `more` are
    `by_player`, `again`, `faced`, `late` and `both`, as in `referee resolve revoke`. Raises RulesetError, and ValueError for a
    revoke that there cannot be.
    """
    return _ask("revoke", game, trick=trick, won=won, **more)


@from_the_caller
def _ask(question: str, game: Ruleset | str, players: int | None = None, /, **about: object) -> Data:
    """The answer to one of the questions of `referee resolve` as plain data, as its `--format json` prints it.

    `players` is their number, if it is not the most that the game allows; `about` is what the family of the game is asked, None
    for what is not known. Raises RulesetError, and ValueError if the family knows no such question, or if what is asked about
    cannot be.
    """
    rules = _rules(game)
    known = family(rules.family).questions()
    if question not in known:
        raise ValueError(
            f"{rules.title} is a {rules.family} game, which has no such question; it has {', '.join(known)}"
        )
    allowed = rules.get("players")
    if players is None:
        players = max(allowed)
    if players not in allowed:
        raise ValueError(
            f"{rules.title} is for {in_list([str(number) for number in allowed], 'or')} players, not {players}"
        )
    asked = {key: value for key, value in about.items() if value is not None}
    _require_known(known[question].answer, asked)
    try:
        reply = answer(question, rules, players, asked)
    except (Misread, Unanswerable) as unanswerable:
        why = str(unanswerable) or "what is asked about is not in the form that it has in a log"
        raise ValueError(_as_arguments(why)) from None
    except FormulaError as error:
        raise rules.without_value(error) from None
    if not reply.data:
        raise ValueError("; ".join(map(_as_arguments, reply.problems)))
    data = answer_data(reply, list(other_readings(question, rules, players, asked, reply)))
    if reply.problems:
        data["problems"] = list(reply.problems)
    return data


def answer(question: str, rules: Ruleset, players: int, about: Entry) -> Answer:
    """Return the answer of a family to a question about a table. Raises Misread, Unanswerable and FormulaError."""
    query = family(rules.family).questions()[question]
    return query.answer(rulesets.table(rules, players), **about)


def other_readings(question: str, rules: Ruleset, players: int, about: Entry, reply: Answer) -> Iterator[OtherReading]:
    """Yield the readings of open rulings by which the answer would be another one, each with what it would be in `found`.

    `reply` is the answer by the readings in force.
    """
    if question not in COMPARED:
        return
    reports, compares = COMPARED[question]
    for ruling in rules.rulings.values():
        if ruling.settled:
            continue
        for other in rules.other_readings(".".join(ruling.about)):
            read = otherwise.read_otherwise(rules, other.ruling, other.reading)
            try:
                data = answer(question, read, players, about).data
            except (FormulaError, Misread, RulesetError, Unanswerable):  # that reading has no such question
                continue
            if data and _differ(data, reply.data, compares.split()):
                yield other._replace(found={key: data.get(key) for key in reports.split()})


def answer_data(reply: Answer, others: Sequence[OtherReading]) -> Data:
    """Return $defs/resolve_… of schemas/report.schema.json: an answer that a ruling can change has a key for readings."""
    data = dict(reply.data)
    if "readings" not in data:
        return data
    data["readings"] = []
    for other in others:
        reading = {key: getattr(other, key) for key in ("ruling", "taken", "reading", "text")}
        data["readings"].append(reading | dict(other.found))
    return data


def plays_alone(rules: Ruleset, cards: int) -> bool:
    """Return whether a trick of so many cards is one in which a partner sits out, as a bid of the game allows."""
    marks = rules.get("bidding", "marks", default={}).values()
    may_sit_out = any(mark.get("partner") == "sits_out" for mark in marks)
    return may_sit_out and cards + 1 in rules.get("players")


def default_names(count: int) -> tuple[str, ...]:
    """Return names for players without one: 'player 1', 'player 2' …"""
    return tuple(f"{PLAYER}{number}" for number in range(1, count + 1))


def _rules(game: Ruleset | str) -> Ruleset:
    """The rules of a game that is given by name or path, or loaded."""
    if isinstance(game, Ruleset):
        return game
    return rulesets.load_ruleset(game)


def _players(*values: Sequence[str] | Mapping[str, str] | None) -> tuple[str, ...]:
    """The players of values that each of them has one of, the first of which may name them; or 'player 1' and so on."""
    for given in values:
        if isinstance(given, Mapping):
            return tuple(given)
    return default_names(len(values[0] or ()))


def _by_player(given: Sequence[str] | Mapping[str, str], players: Sequence[str], what: str) -> dict[str, str]:
    """The value of each player; values without names go to the players in order. Raises ValueError unless each has one."""
    if isinstance(given, Mapping):
        missing = [player for player in players if player not in given]
        if missing:
            raise ValueError(f"{what}: none for {', '.join(missing)}")
        return {player: given[player] for player in players}
    if len(given) != len(players):
        raise ValueError(f"{what}: {len(given)} for {len(players)} players")
    return dict(zip(players, given, strict=True))


def _require_known(answers: Callable[..., Answer], asked: Entry) -> None:
    """Check what a family is asked against the signature of the function that answers: everything has a name that it knows,
    in its form, and nothing that it needs is missing. Raises ValueError."""
    parameters = list(inspect.signature(answers).parameters.values())[1:]  # the first is the game
    known = {}
    for parameter in parameters:
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            return
        known[parameter.name] = parameter
        if parameter.default is parameter.empty and parameter.name not in asked:
            raise ValueError(f"`{parameter.name}=` is missing")
    for name, value in asked.items():
        if name not in known:
            others = [other for other in known if other not in asked]
            raise ValueError(f"there is no `{name}=` here; there is {in_list(others, 'and')}")
        require_form(name, value, known[name])


def _named_in(hand: Entry) -> tuple[str, ...]:
    """The players whom the result of a hand names, by the first part that has an entry for each of them."""
    for part in hand.values():
        if isinstance(part, Mapping):
            return tuple(part)
    return ()


def _differ(one: Entry, other: Entry, keys: Iterable[str]) -> bool:
    """Whether two answers differ in one of these keys."""
    return any(_plain(one.get(key)) != _plain(other.get(key)) for key in keys)


def _plain(part: object) -> object:
    """A part of an answer for comparing: of violations only their messages, as the texts of rules differ between
    readings."""
    if not isinstance(part, list):
        return part
    plain = []
    for one in part:
        if isinstance(one, dict):
            one = one.get("message", one)
        plain.append(one)
    return plain


def _as_arguments(message: str) -> str:
    """A message with the names of arguments in Python in place of those of options: `trump=` for `--trump`."""
    return re.sub(r"--([a-z]+(?:-[a-z]+)*)", _as_argument, message)


def _as_argument(option: re.Match[str]) -> str:
    return f"`{option[1].replace('-', '_')}=`"
