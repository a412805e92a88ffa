"""Questions without a game around them: who wins this trick and why, what does this hand score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import Any

from referee.core.cards import fold_name, members
from referee.core.data import Data, Head, Item, Said
from referee.core.events import Finding
from referee.core.family import Answer, Option, Options, Query, Unanswerable, answer_of_play
from referee.core.formula import Value
from referee.core.selectors import in_plural
from referee.core.wording import in_list, number_of
from referee.engines.trick.compiled import REVOKE_FLAGS, TrickRules
from referee.engines.trick.game import TrickGame
from referee.engines.trick.rules.hands import order_from, speaking_order
from referee.engines.trick.rules.pad_points import in_all
from referee.engines.trick.rules.plays import words_now
from referee.engines.trick.rules.reasons import why_won
from referee.engines.trick.state import PLAY, Trick, TrickState
from referee.engines.trick.words.bids import PASS
from referee.engines.trick.words.plays import BREAKING
from referee.engines.trick.words.ranking import SET_IN_HANDS, SET_IN_PLAY

Roles = Mapping[str, str]
Case = tuple[Roles, tuple[str, str]]
"""The winner with these roles, and the card that wins."""


OPTIONS = {
    what: f"--{what}" for what in ("bids", "bid", "contract", "declarer", "partner", "matadors", "trump", "roles")
}
OPTIONS |= {
    "tricks": "--won",
    "captured cards": "--captured or --counts",
    "last trick": "--last-trick",
    "declarations": "--declared",
}
"""The option for each thing that the score of a hand may depend on, as `outcomes.unknown` calls it."""


def next_trick(game: TrickGame, state: TrickState) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Who plays to this trick or the next, in order, and with which roles by player it began; empty if nobody is known
    to lead."""
    rules = game.rules
    leader = state.leader if state.trick else state.turn
    if state.phase != PLAY or leader < 0:
        return (), {}
    order = order_from(rules, state, leader)
    roles = {}
    if state.roles:
        moved = sum(rules.powers[card].rotates for card in state.trick if card in rules.powers)
        for seat in order:
            roles[state.players[seat]] = rules.roles[state.roles[(seat - moved) % rules.players]]
    return tuple(state.players[seat] for seat in order), roles


def trick(
    game: TrickGame,
    players: Sequence[str],
    cards: Sequence[str],
    roles: Roles | None = None,
    trump: str | None = None,
) -> Answer:
    """Who wins a trick, as `resolve_trick` says it: of these players, in order of play, each has played the card in the
    same place. Raises Unanswerable."""
    if game.rules.roles and roles is None:
        return _roles_unknown(game, players, cards, trump)
    position = _playing(game.rules, players, 2, trump)
    position["leader"] = players[0]
    if roles:
        position["roles"] = roles
    if len(players) < game.rules.players:  # somebody plays alone
        position["playing"] = list(players)
        players = list(players) + ["the partner"]
    state, problems = _play_item(game, _seat_order(game.rules, players), position, {"trick": list(cards)})
    if problems:
        return Answer({}, problems)
    data = resolve_trick(game.rules, state)
    moved = False
    if roles is not None and data["roles"]:
        moved = _by_fold(data["roles"]) != _by_fold(roles)
    return Answer(data, aside={"moved": moved})


def _by_fold(roles: Roles) -> dict[str, str]:
    """The role of each player, however its name was written."""
    return {player: fold_name(role) for player, role in roles.items()}


def _playing(rules: TrickRules, players: Sequence[str], cards: int, trump: str | None) -> Data:
    """A position in play, with hands of so many cards. Trump must be given if it changes from hand to hand, and only
    then. Raises Unanswerable."""
    rule = rules.ruleset.full["trick"]["trump"]
    title = rules.ruleset.title
    changes = (rule in SET_IN_HANDS and rule not in SET_IN_PLAY) or isinstance(rule, Mapping)
    suits = rules.deck.suits
    known = rules.trump_words()
    names = ", ".join(list(suits) + [word for word in known if word not in suits])
    if trump is None and changes:
        raise Unanswerable(f"trump changes in {title}; say what it is with --trump, one of {names}")
    if trump is not None and not changes and rule not in SET_IN_PLAY:
        fixed = "has no trump suit"
        if rule in suits:
            fixed = f"always has {suits[rule]} as trump"
        elif rule == "none":
            fixed = "has no trump"
        raise Unanswerable(f"{title} {fixed}; omit --trump")
    position: Data = {"phase": "play", "cards": cards, "dealer": players[-1]}
    if trump is not None:
        position["trump"] = _trump_meant(rules, trump)
        if position["trump"] not in known:
            raise Unanswerable(f"{trump!r} cannot be trump; name one of {names}")
    return position


def _trump_meant(rules: TrickRules, text: str) -> str | None:
    """The suit that a text names, or that the contract which it names sets as trump; None or the text for no such thing."""
    meant = rules.deck.find_suit(text)
    if meant not in rules.trump_words() and rules.auction:
        for call in reversed(rules.auction.calls):
            if call.trump is not None and fold_name(call.name) == fold_name(text):
                return rules.trump_word(call.trump)
    return meant


def _seat_order(rules: TrickRules, players: Sequence[str]) -> tuple[str, ...]:
    """Return players in order of play as they sit, clockwise."""
    return tuple([players[place] for place in rules.circle])


def play(
    game: TrickGame,
    card: str,
    hand: Sequence[str],
    table: Sequence[str] = (),
    trump: str | None = None,
    broken: bool = False,
    first_trick: bool = False,
) -> Answer:
    """The cards that a player with this hand may play to those on the table, in order of play, and what forbids the
    others; or whether one `card` may be played, if that is not empty.

    Hands of fewer cards than are dealt are past their first trick, unless it is the `first_trick`; `broken` says that
    the cards fell that must fall before others may be led. Where the answer depends on what fell before and nobody said
    it, it has a doubt. Raises Unanswerable.
    """
    rules = game.rules
    players = tuple(f"player {number}" for number in range(1, rules.players + 1))
    if len(table) >= len(players):
        whole = f"a whole trick of {rules.ruleset.title}"
        raise Unanswerable(f"{number_of(len(table), 'cards')} on the table are {whole}")
    who = players[len(table)]
    position = _playing(rules, players, len(hand), trump)
    position |= {"leader": players[0], "hands": {who: list(hand)}, "trick": list(table)}
    if not first_trick:
        position |= _later(rules, players[0], len(hand))
    state = game.start(_seat_order(rules, players), {}, position)
    state.roles = state.roles or []  # whatever they are, they forbid no card
    breaking = _breaking(rules, state)
    if broken:
        _require_breaking(rules, state)
        state.gone |= sum(breaking.values())
        breaking = {}
    options = game.options(state)
    doubts = []
    for doubt, other in _other_courses(rules, state, breaking, first_trick=first_trick):
        if _differ(options, game.options(other), card.removesuffix("!")):
            doubts.append(doubt)
    options = options._replace(doing=f"{who} must {'play' if table else 'lead'}", doubt="; ".join(doubts))
    if not card:
        return Answer(options.data(rules.ruleset.name), aside={"rules": rules.ruleset, "options": options})
    option = _option_of(rules, options, card)
    if option is None:
        raise Unanswerable(f"{card} is not in the hand: {' '.join(hand)}")
    faults = [option.fault] if option.fault else []
    return answer_of_play(option.notation, faults, rules.ruleset, doubts=doubts)


def _require_breaking(rules: TrickRules, state: TrickState) -> None:
    """Refuse to say that something is broken where nothing must be, or nothing can have fallen. Raises Unanswerable."""
    words = [word for word in rules.play_rules.values() if word.name == BREAKING]
    if not any(word.argument.get("broken_by") for word in words):
        raise Unanswerable(f"nothing must be broken in {rules.ruleset.title} before it is led; omit --broken")
    if state.left == state.length:
        raise Unanswerable("nothing has fallen before the first trick, so nothing is broken; omit --broken")


def _option_of(rules: TrickRules, options: Options, card: str) -> Option | None:
    """The option that is to play this card; None if it is not in the hand."""
    if rules.grace != "none":
        card = card.removesuffix("!")
    number = rules.deck.find(card)
    if number is None:
        return None
    for option in options.options:
        if option.notation == rules.deck.ids[number]:
            return option
    return None


def _later(rules: TrickRules, leader: str, cards: int) -> Data:
    """Return the part of a position that says how many tricks were played, if a hand of so many cards is past its first one."""
    dealt = rules.cards_in_hand(1)
    if rules.stock and cards < dealt:
        return {"stock": 0, "cards": dealt, "won": {leader: rules.tricks_counted(dealt, rules.players) - cards}}
    if not rules.stock and cards < rules.deck.total // rules.players:
        return {"cards": cards + 1, "won": {leader: 1}}
    return {}


def _breaking(rules: TrickRules, state: TrickState) -> dict[str, int]:
    """The cards that must fall before the player to act may lead others, if they may have fallen: masks by the name of
    the others, {'Hearts': …}."""
    breaking: dict[str, int] = {}
    if state.left == state.length:
        return breaking
    for word in words_now(rules, state):
        if word.name == BREAKING:
            narrowing = word.word.make(word.argument, rules.deck, state.ranking)
            fallen = narrowing.until & rules.pack & ~(state.hands[state.turn] | state.table)
            if fallen.bit_count() >= narrowing.many and narrowing.until:
                breaking[in_plural(word.argument["cards"], rules.deck)] = fallen
    return breaking


def _other_courses(
    rules: TrickRules, state: TrickState, breaking: Mapping[str, int], *, first_trick: bool
) -> Iterator[tuple[str, TrickState]]:
    """Yield the doubts about what happened before, each with the state as it is if the opposite was so: whether cards
    have fallen (`breaking`, by name), whether this is the first trick, whether the stock is out."""
    for name, fallen in breaking.items():
        other = state.copy()
        other.gone |= fallen
        yield f"it is not known whether {name} are broken; taken here: not broken; if they are, add --broken", other
    holds = state.hands[state.turn].bit_count()
    dealt = {hand["cards"] for hand in rules.each_hand()}
    if state.left < state.length and not rules.stock and holds in dealt and not first_trick:
        other = state.copy()
        other.length = other.left
        yield (
            "it is not known whether this is the first trick; taken here: a later one; if it is, add --first-trick",
            other,
        )
    if rules.stock and state.stock and holds == rules.cards_in_hand(1):
        other = state.copy()
        other.stock = 0
        other.length = other.left + 1
        yield "it is not known whether the stock is out; taken here: not yet", other


def _differ(options: Options, others: Options, card: str) -> bool:
    """Whether something else may be played: this card, or any, if none is asked about."""
    first = [one.notation for one in options.legal]
    second = [one.notation for one in others.legal]
    if card:
        return (card in first) != (card in second)
    return first != second


def _roles_unknown(game: TrickGame, players: Sequence[str], cards: Sequence[str], trump: str | None) -> Answer:
    """Who wins a trick, whatever the roles are; or else who wins if no role decides, and which roles would change that
    (as `if_roles`)."""
    roles = game.rules.roles
    cases = list[Case]()
    answers = list[Answer]()
    for given in permutations(roles, len(players)):
        known = dict(zip(players, given, strict=True))
        one = trick(game, players, cards, known, trump)
        if one.problems:
            return one
        cases.append((known, (one.data["winner"], one.data["card"])))
        answers.append(one)
    plain = min(answers, key=_is_by_grace).data
    some = []
    for many in range(1, len(players) + 1):
        pairs = product(combinations(players, many), permutations(roles, many))
        some.append([dict(zip(who, held, strict=True)) for who, held in pairs])
    others = []
    for enough, (winner, card) in _conditions(some, cases, (plain["winner"], plain["card"])):
        others.append({"roles": enough, "winner": winner, "card": card})
    return Answer({**plain, "roles": None, "if_said": [], "if_roles": others}, aside={"moved": False})


def _is_by_grace(answer: Answer) -> bool:
    return bool(answer.data["rule"] == "grace")


def _conditions(some: Sequence[Sequence[Roles]], cases: Sequence[Case], usual: tuple[str, str]) -> Iterator[Case]:
    """Yield who wins with which roles: roles by player, as few as possible, and the outcome. They are to be read in
    turn, and the first that is true counts; if none is, the outcome is the `usual` one.

    `some` has all roles that some players may have, one list for each number of players, and `cases` the outcome for all
    roles.
    """
    while any(outcome != usual for _, outcome in cases):
        known, outcome = _next_condition(some, cases, usual)
        yield known, outcome
        cases = _without(known, cases)


def _next_condition(some: Sequence[Sequence[Roles]], cases: Sequence[Case], usual: tuple[str, str]) -> Case:
    """The fewest roles with which the outcome is not the usual one; or with which it is, if as few then decide some
    other case."""
    for few in some:
        enough = _enough(few, cases)
        for known, outcome in enough:
            if outcome != usual:
                return known, outcome
        for known, outcome in enough:
            if any(other != usual for _, other in _enough(few, _without(known, cases))):
                return known, outcome
    raise AssertionError("all roles together decide")


def _enough(few: Sequence[Roles], cases: Sequence[Case]) -> list[Case]:
    """Those of some roles with which only one outcome is possible, each with the outcome."""
    found = []
    for known in few:
        outcomes = {outcome for held, outcome in cases if known.items() <= held.items()}
        if len(outcomes) == 1:
            found.append((known, outcomes.pop()))
    return found


def _without(known: Roles, cases: Sequence[Case]) -> list[Case]:
    return [(held, outcome) for held, outcome in cases if not known.items() <= held.items()]


def score(
    game: TrickGame,
    players: Sequence[str],
    result: Said,
    roles: Roles | None = None,
    contract: str | None = None,
    tricks: int | None = None,
    vulnerable: Sequence[str] = (),
    counts: Mapping[str, int] = {},
) -> Answer:
    """The points of a hand from what its `result:` would say in a log, and what was known before the deal.

    `contract` may end in X or XX, as in 4SX: doubled or redoubled. `tricks` are those of the declarer and partner together, and
    `counts` what their cards count, by name. `vulnerable` names players, `declarer`, `others`, `everybody` or `nobody`;
    partners are vulnerable together. Raises Unanswerable.
    """
    if contract is None and "trump" in result and game.rules.trump_set(0) == "contract":
        contract = result["trump"]
        result = {key: value for key, value in result.items() if key != "trump"}
    played = _contract(game, players, result, contract, tricks)
    _require_one_voice(game, result, tricks, counts)
    result = {**result, **played}
    position = _before_the_deal(game, players, result, vulnerable)
    if roles:
        position["roles"] = roles
    state, problems = _play_item(game, players, position, {"result": result})
    if problems:
        return Answer({}, problems)
    hand: Data = game.score(state)[0]["hands"][-1]
    if hand["points"] is None:
        trials = []
        for division in _divisions(game, state, result, tricks, counts):
            trial, problems = _play_item(game, players, position, {"result": division})
            if problems:
                return Answer({}, problems)
            trials.append(trial)
        points = [game.score(trial)[0]["hands"][-1]["points"] for trial in trials]
        if not points or None in points or any(each != points[0] for each in points):
            raise _missing_to_score(game, state, tricks, counts)
        state = trials[0]
        hand = {"points": points[0]}
    kept: Data = {key: hand[key] for key in ("cards", "bids", "won", "counts", "points") if key in hand}
    # the plays are not known either, but nobody asked about them
    doubts = [one.message for one in game.doubts(state) if one.weight == "doubt"]
    return Answer({"game": game.rules.ruleset.name, **kept, "doubts": doubts, "readings": []})


def _missing_to_score(
    game: TrickGame, state: TrickState, tricks: int | None, counts: Mapping[str, int]
) -> Unanswerable:
    """The refusal to score a hand: which options are missing, without those that were given."""
    given = {"tricks": tricks is not None, "captured cards": bool(counts)}
    left = [what for what in state.omitted if not given.get(what)] or state.omitted
    options = dict(OPTIONS)
    if game.rules.auction:
        options["tricks"] = "--tricks or --won"
    missing = in_list([options.get(what, f"its {what}") for what in left])
    return Unanswerable(f"{game.rules.ruleset.title} cannot score this hand without {missing}")


def _require_one_voice(game: TrickGame, result: Said, tricks: int | None, counts: Mapping[str, int]) -> None:
    """Refuse figures that would not count, or that say again what others say. Raises Unanswerable."""
    title = game.rules.ruleset.title
    known = game.rules.scoring.counts
    if tricks is not None and "won" in result:
        raise Unanswerable("--tricks and --won both say who won the tricks; omit one of them")
    if counts and game.rules.auction is None:
        raise Unanswerable(f"{title} has no declarer; say with --captured which cards each player took")
    strange = [name for name in counts if name not in known]
    if strange:
        only = "omit --counts"
        if known:
            only = f"it counts {in_list(known)}"
        raise Unanswerable(f"{title} does not count {strange[0]}; {only}")
    if counts and "won" in result:
        raise Unanswerable(
            "--counts goes with --tricks; beside --won, say with --captured which cards each player took"
        )


def _divisions(
    game: TrickGame, state: TrickState, result: Said, tricks: int | None, counts: Mapping[str, int]
) -> Iterator[Said]:
    """Yield results in which one of the opponents has all tricks and counts that the declarer's side lacks, for each of
    them in turn: if all of them score the same, it does not matter who won what."""
    rules = game.rules
    declarer = result.get("declarer")
    if tricks is None or declarer is None:
        return
    by_name = dict(zip(rules.scoring.counts, rules.scoring.counted, strict=True))
    left = {name: in_all(rules, state, by_name[name]) - number for name, number in counts.items()}
    rest = rules.cards_in_hand(state.hand) - tricks
    for other in state.players:
        if other != declarer:
            division = {**result, "won": {declarer: tricks, other: rest}}
            if left:
                division["counts"] = {declarer: dict(counts), other: left}
            yield division


def revoke(game: TrickGame, trick: int, won: int, **flags: bool) -> Answer:
    """The cost of an established revoke, by the first case of the law that holds. `trick` is the number of the trick in
    which somebody revoked, `won` how many tricks the side won from then on; `flags` say what else is so (see
    `REVOKE_FLAGS`). Raises Unanswerable."""
    rules = game.rules
    cards = max([row["cards"] for row in game.rules.each_hand()])
    law = rules.ruleset.full.get("revoke")
    title = rules.ruleset.title
    if law is None:
        raise Unanswerable(f"{title} has no law about revokes; a house rule may add one, as `revoke: {{cases: […]}}`")
    if trick >= cards:
        last = f"{title} has {cards}, and the last is one card each"
        raise Unanswerable(f"nobody can revoke in trick {trick}; {last}")
    asked = {"trick": trick, "won": won} | {flag: flags.get(flag, False) for flag in REVOKE_FLAGS}
    if not asked["by_player"] <= won <= cards - trick + 1:
        most = f"{int(asked['by_player'])} to {cards - trick + 1}"
        raise Unanswerable(f"from trick {trick} on a side wins {most} tricks here, not {won}")
    row = {**asked, "cards": cards}
    place = _case_of_law(rules, row)
    _, tricks, points = rules.revokes[place]
    data = {"game": rules.ruleset.name, **asked, "tricks": tricks.run(row, (row,)), "points": points.run(row, (row,))}
    case = law["cases"][place]
    return Answer({**data, "text": case["text"], "source": case["source"], "redress": law.get("redress")})


def _case_of_law(rules: TrickRules, row: Mapping[str, Value]) -> int:
    """The number of the first case that holds; the last always does."""
    for place, (when, _, _) in enumerate(rules.revokes):
        if when.run(row, (row,)):
            return place
    raise AssertionError("the last case of a law about revokes holds always")


def revoke_in(game: TrickGame, states: Sequence[TrickState], faults: Iterable[Finding]) -> Data:
    """The first revoke in a log, as the arguments of `revoke`. `states` are those before each event of the log, and at
    its end; `faults` are the findings in it. Raises Unanswerable."""
    revokes = _revokes(faults)
    if not revokes:
        raise Unanswerable("nobody revoked in this log, as far as it shows")
    event, seat = revokes[0]
    first, hand = _tricks_from(states, event)
    if not hand or first + len(hand) - 1 < states[event - 1].length:
        raise Unanswerable("the hand of the revoke is not in the log to its last trick; say --trick and --won")
    side: Sequence[int] = ()
    for each in game.rules.sides:
        if seat in each:
            side = each
    both = any(who not in side for clock, who in revokes if clock <= hand[-1].event)
    won = sum(trick.winner in side for trick in hand)
    faced = seat == states[event - 1].dummy
    return {"trick": first, "won": won, "by_player": hand[0].winner == seat, "faced": faced, "both": both}


def _revokes(faults: Iterable[Finding]) -> list[tuple[int, int]]:
    """The revokes among faults, each as its event and seat. Those of several players, of whom nobody knows which, are
    left out."""
    revokes = []
    for one in faults:
        if one.word[-1:] == ("follow_suit",) and one.seat is not None:
            revokes.append((min(one.cites + (one.event,)), one.seat))
    return revokes


def _tricks_from(states: Sequence[TrickState], event: int) -> tuple[int, list[Trick]]:
    """The tricks of one hand from the one to which this event belongs on, and before them the number of the first in its
    hand; 0 and none if no trick ended after the event. `states` are those of a log."""
    ended: dict[int, tuple[int, Trick]] = {}  # by the event that ended it, a trick and its number
    for state in states:
        if state.tricks:
            ended[state.tricks[-1][-1]] = (state.length - state.left, state.finished()[-1])
    later = [numbered for clock, numbered in ended.items() if clock >= event]
    if not later:
        return 0, []
    first = later[0][0]
    hand = [trick for place, (number, trick) in enumerate(later) if number == first + place]
    return first, hand


def _before_the_deal(game: TrickGame, players: Sequence[str], result: Said, vulnerable: Sequence[str]) -> Data:
    """The position before the hand: how many cards are to be dealt, who deals, and which whole sides are vulnerable."""
    title = game.rules.ruleset.title
    sequence = game.rules.sequence
    cards: int | None = result.get("cards")
    if sequence:
        if cards is None:
            raise Unanswerable(
                f"the hands of {title} differ; say how many cards were dealt, as in --cards {sequence[-1]}"
            )
        if cards not in sequence:
            dealt = in_list(sorted(set(sequence)), "or")
            raise Unanswerable(f"no hand of {title} has {number_of(cards, 'cards')}; a hand has {dealt}")
    position: Data = {"phase": "deal", "dealer": _dealer(game, players, result)}
    if sequence:
        position["cards"] = cards
    if vulnerable:
        if not game.rules.ruleset.full["vulnerable"]:
            raise Unanswerable(f"nobody is ever vulnerable in {title}; omit --vulnerable")
        position["vulnerable"] = _vulnerable_players(game, players, result.get("declarer"), vulnerable)
    return position


def _dealer(game: TrickGame, players: Sequence[str], result: Said) -> str:
    """The player who deals: so that the first player makes the first call, if calls are given; otherwise the last
    one."""
    dealer = players[-1]
    if game.rules.auction is not None and "bids" in result:
        for who in players:
            state = game.start(players, {"dealer": who}, None)
            if speaking_order(game.rules, state)[0] == 0:
                dealer = who
    return dealer


def _vulnerable_players(game: TrickGame, players: Sequence[str], declarer: object, named: Sequence[str]) -> list[str]:
    """The players of all sides that are named as vulnerable: by a player, or as `declarer`, `others`, `everybody`,
    `nobody`."""
    exposed = set[str]()
    for seats in game.rules.sides:
        side = {players[seat] for seat in seats}
        is_meant = {name: name in side for name in named}
        words = {"nobody": False, "everybody": True, "declarer": declarer in side, "others": declarer not in side}
        if any((is_meant | words)[name] for name in named):
            exposed |= side
    return [who for who in players if who in exposed]


def _contract(game: TrickGame, players: Sequence[str], given: Said, contract: str | None, tricks: int | None) -> Data:
    """What the result says of the contract besides what is given: how it was doubled, who played it, and the tricks of
    that side. `contract` may end in X or XX. Raises Unanswerable."""
    auction = game.rules.auction
    if auction is None:
        if contract is not None:
            raise Unanswerable(f"{game.rules.ruleset.title} has no contracts; omit --contract")
        if tricks is not None:
            raise Unanswerable(f"{game.rules.ruleset.title} has no declarer; say with --won what each player won")
        return {}
    result: Data = {}
    if contract is not None:
        contract = _spoken_call(game.rules, contract)
        bare = contract.rstrip("xX")
        doubled = 2 ** (len(contract) - len(bare))
        if auction.doubles >= 0 and auction.call_of(contract) < 0 and 1 < doubled <= 4:
            contract = bare
            result["doubled"] = doubled
        result["contract"] = contract
    if contract == PASS or (tricks is None and contract is None):
        return result
    if tricks is not None and "bids" in given:
        raise Unanswerable("--tricks goes with --contract; beside --bids, say with --won what each player won")
    declarer = given.get("declarer", None if "bids" in given else players[0])
    if declarer is not None:
        result["declarer"] = declarer
    if tricks is not None:
        result["won"] = {declarer: tricks}
    return result


def _spoken_call(rules: TrickRules, text: str) -> str:
    """A call in the notation of a game from what a player may say: `4 spades doubled` is 4SX, `hearts` is H."""
    words = text.casefold().split()
    ends = {"doubled": "X", "redoubled": "XX"}
    end = ""
    if words and words[-1] in ends:
        end = ends[words.pop()]
    level = ""
    if words and words[0][:1].isdigit():
        level = words[0][:1]
    spoken = fold_name(" ".join(words)).removeprefix(level).removesuffix("s")
    for strain, entry in rules.the_auction.strains.items():
        if spoken in _names_of_strain(rules, strain, entry.get("trump", "")):
            call = f"{level}{strain}{end}"
            if rules.the_auction.call_of(call.rstrip("X")) >= 0:
                return call
            return text
    return text


def _names_of_strain(rules: TrickRules, strain: str, trump: str) -> set[str]:
    """What a player may call a strain, folded and without an s at the end."""
    names = [strain]
    if trump == "none":
        names.append("notrump")
    names.append(rules.deck.suits.get(trump, ""))
    names.append(rules.deck.signs.get(trump, ""))
    return {fold_name(name).removesuffix("s") for name in names if name}


def _play_item(game: TrickGame, players: Sequence[str], position: Head, item: Item) -> tuple[TrickState, list[str]]:
    """The table after one log item, played from a position, and what is wrong with the item."""
    state = game.start(players, {}, position)
    left = game.advance(state, item)
    if not left:
        return state, []
    return state, [fault.message for fault in game.check(state, left[0])]


def resolve_trick(rules: TrickRules, state: TrickState) -> Data:
    """The last trick: winner, card, the rule that decided with its text and source, why, roles afterwards; and the cards
    over which Grace was not said but would have changed the winner, each with who would have won."""
    trick = state.finished()[-1]
    decision = rules.judgement.decide(trick.cards, trick.graced, state.ranking)
    order = order_from(rules, state, trick.leader)
    if_said = list[dict[str, str]]()
    if rules.grace == "said":
        for card in members(trick.own & ~trick.graced):
            other = rules.judgement.decide(trick.cards, trick.graced | 1 << card, state.ranking).card
            if other != trick.card:
                winner = state.players[order[trick.cards.index(other)]]
                if_said.append({"card": rules.deck.ids[card], "winner": winner})
    data: Data = {
        "winner": state.players[trick.winner],
        "card": rules.deck.ids[trick.card],
        "rule": decision.because,
        "because": why_won(rules, state, trick, decision),
        "roles": _roles_held(rules, state),
        "if_said": if_said,
        "readings": [],
    }
    _, text, source = rules.ruleset.cited(decision.because)
    if text:  # no rule speaks of cards outside the suits, which always win or lose
        data["text"] = text
        data["source"] = source
    return data


def _roles_held(rules: TrickRules, state: TrickState) -> Any:
    """The roles by player; what stands for them if nobody has one or nobody knows them."""
    if not state.roles:
        return state.roles
    return dict(zip(state.players, [rules.roles[role] for role in state.roles], strict=True))


QUESTIONS = {
    "trick": Query(trick, here=next_trick),
    "play": Query(play),
    "score": Query(score),
    "revoke": Query(revoke, of_log=revoke_in),
}
"""The questions of this family."""
