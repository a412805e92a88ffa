"""A conspiracy ruleset in a player's words, made from its values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.family import Line
from referee.core.findings import counted
from referee.core.ruleset import Ruleset
from referee.engines.conspiracy.log.reading import names_of
from referee.engines.conspiracy.words.pack import SIDES, Card, Pack, as_list

Section = tuple[str, list[Line]]


def brief(ruleset: Ruleset) -> str:
    """The ruleset in one line: 'Illuminati, 2–8 players, 8 Illuminati, 83 groups, 15 Specials, 2 actions a turn, …'."""
    pack = Pack(ruleset.data)
    players = sorted(ruleset.get("players", default=[0]))
    span = f"{players[0]}–{players[-1]}"
    if len(players) == 1 or players != list(range(players[0], players[-1] + 1)):
        span = names_of(map(str, players)).replace(" and ", " or ")
    specials = sum(pack.cards[card].copies for card in pack.specials)
    parts = [
        ruleset.title,
        f"{span} players",
        f"{len(pack.illuminati)} Illuminati",
        f"{len(pack.groups)} groups",
        f"{specials} Specials",
        f"{counted(ruleset.get('turn', 'actions', default=2), 'actions')} a turn",
    ]
    parts += [f"variant {name}" for name in ruleset.variants]
    parts += [f"house rule {house}" for house in ruleset.houses]
    return ", ".join(parts)


def describe(ruleset: Ruleset) -> list[Section]:
    """The rules in force, section by section."""
    pack = Pack(ruleset.data)
    return [
        ("Cards", _cards(ruleset, pack)),
        ("Turn", _said(ruleset, TURN)),
        ("Attacks", _said(ruleset, ATTACK)),
        ("Gifts and players who are out", _said(ruleset, OTHERS)),
        ("Winning", _winning(ruleset, pack)),
        ("What the cards do", _abilities(ruleset, pack)),
    ]


def _cards(ruleset: Ruleset, pack: Pack) -> list[Line]:
    specials = sum(pack.cards[card].copies for card in pack.specials)
    lines = [
        Line(f"{len(pack.illuminati)} Illuminati, {len(pack.groups)} groups and {specials} Specials.", ("groups",)),
        Line(f"Players: {', '.join(map(str, ruleset.get('players', default=[])))}.", ("players",)),
    ]
    pairs = []
    for place, name in enumerate(pack.alignments):
        pairs += [f"{name} and {other}" for other in pack.aligned(pack.opposite[place] >> place << place)]
        pairs += [
            f"{name} when it attacks {other}" for other in pack.aligned(pack.shuns[place] & ~pack.opposite[place])
        ]
    lines.append(Line(f"Opposite alignments: {', '.join(pairs)}.", ("alignments",)))
    alone = [name for place, name in enumerate(pack.alignments) if not pack.shuns[place]]
    if alone:
        lines.append(Line(f"Without an opposite: {', '.join(alone)}.", ("alignments",)))
    return lines


class Word(NamedTuple):
    """A word of a ruleset: its path, what it is when left out, the sentence it makes, and where it says nothing."""

    path: str
    default: Any
    says: Callable[[Any], str]
    idle: Callable[[Ruleset], bool] = lambda ruleset: False


def _said(ruleset: Ruleset, words: Iterable[Word]) -> list[Line]:
    """A sentence for each word, in their order."""
    lines = []
    for path, default, says, idle in words:
        pointer = tuple(path.split("."))
        value = ruleset.get(*pointer)
        if not idle(ruleset):
            lines.append(Line(says(default if value is None else value), pointer))
    return lines


def _either(yes: str, no: str) -> Callable[[bool], str]:
    return lambda value: yes if value else no


def _unless(path: str, *values: Any) -> Callable[[Ruleset], bool]:
    """Idle unless another word has one of these values."""
    return lambda ruleset: ruleset.get(*path.split(".")) not in values


def _times(what: str) -> Callable[[int], str]:
    often = {1: "once", 2: "twice"}
    return lambda count: f"{what}: at most {often.get(count, f'{count} times')} a turn."


def _more_income(ruleset: Ruleset) -> dict[str, int]:
    """What Illuminati collect more, by number of players."""
    more = ruleset.get("bonus_income") or {}
    return {players: money for players, money in more.items() if players != "at_setup" and money}


def _no_more_income(ruleset: Ruleset) -> bool:
    return not _more_income(ruleset)


def _says_more_income(more: Mapping[str, Any]) -> str:
    listed = ", ".join(f"{money} MB with {count} players" for count, money in more.items() if count != "at_setup")
    return f"Every Illuminati card collects more each turn: {listed}."


ROLLED = {
    "fixed": "The turn passes to the next player.",
    "staggered": "Turns come in rounds; each begins one player later, and goals are looked at when it ends.",
    "random": "After each turn everybody rolls; the highest plays next, nobody three times running.",
    "bidding": "After each turn everybody rolls and may bid money on top; "
    "the highest pays and plays next, nobody three times running.",
}
TURN = (
    Word("uncontrolled.start", 4, lambda count: f"{counted(count, 'groups')} lie uncontrolled at the start."),
    Word("uncontrolled.least", 0, lambda least: f"At the end of a turn they are filled up to {least}." if least
         else "Nothing fills them up at the end of a turn."),
    Word("turn.sequence", "fixed", ROLLED.__getitem__),
    Word("turn.order", "counter_clockwise", lambda way: f"Turns go {way.replace('_', '-')}."),
    Word("turn.dead_seats", "passed_over", {
        "passed_over": "A round that falls on who is out is begun by the next, and the round after it by the one after him.",
        "kept": "A round that falls on who is out is begun by the next, who then begins his own, too.",
    }.__getitem__, _unless("turn.sequence", "staggered")),
    Word("turn.lost_bids", "kept", {
        "kept": "Only who plays next pays his bid.", "paid": "Everybody pays his bid, whoever plays next.",
    }.__getitem__, _unless("turn.sequence", "bidding")),
    Word("turn.draw", "after_income", {
        "after_income": "Income comes first, then drawing.", "before_income": "Drawing comes first, then income.",
    }.__getitem__),
    Word("turn.draws", 1, lambda count: f"Cards drawn a turn: {count}."),
    Word("turn.deck_empty", "play_on", {
        "play_on": "When no card is left, play goes on without drawing.",
        "game_ends": "When no card is left, the game ends after that turn, and most groups win.",
    }.__getitem__),
    Word("turn.actions", 2, lambda count: f"Actions a turn: {count}."),
    Word("turn.transfers", 2, lambda count: f"Free money transfers a turn: {count}."),
    Word("turn.transfers_when", "after_actions", {
        "after_actions": "Free transfers come after the actions.", "any_time": "Free transfers come at any time of the turn.",
    }.__getitem__),
    Word("turn.pass.money", 5, lambda money: f"Who passes gets {money} MB."),
    Word("turn.pass.forbids", "everything", {
        "everything": "Who passes may not do anything else.", "actions": "Who passes takes no action; what is free he may do.",
    }.__getitem__),
    Word("turn.purchases", 1, _times("Buying a card")),
    Word("turn.realignments", 1, _times("Changing an alignment, for each card that can")),
    Word("turn.realign_when", "between", {
        "between": "An alignment is changed before or after an attack.",
        "any_time": "An alignment may be changed in an attack, too, before its dice.",
    }.__getitem__),
    Word("bonus_income", {}, _says_more_income, _no_more_income),
    Word("bonus_income.at_setup", False, _either(
        "So they do at the set-up.", "At the set-up they collect no more than the card says."), _no_more_income),
    Word("hidden.illuminati", False, lambda _: "Illuminati lie face down until somebody is accused rightly.",
         _unless("hidden.illuminati", True)),
    Word("hidden.overstate", 0, lambda more: "Who is hidden claims no more Power or income than there is."
         if not more else f"Who is hidden may claim {more} more Power or income than there is.",
         _unless("hidden.illuminati", True)),
    Word("tax.split", True, _either(
        "A tax may be paid out of several treasuries.",
        "A tax is paid out of one treasury; what is missing there is forgiven.")),
    Word("upkeep.own", False, _either(
        "A group that costs money may pay for itself.", "A group that costs money does not pay for itself.")),
    Word("upkeep.unpaid", "nothing", {
        "nothing": "Nothing happens to a group that nobody can pay for.", "lost": "A group that nobody can pay for is lost.",
    }.__getitem__),
)  # fmt: skip


def _says_position(position: Sequence[int]) -> str:
    if not position:
        return "No group is protected by its position."
    listed = ", ".join(f"{value} with {between} between" for between, value in enumerate(position))
    return f"Groups between the target and its Illuminati protect it: {listed}."


def _worth(whose: str) -> Callable[[int], str]:
    return lambda points: f"A megabuck of {whose} is worth {counted(points, 'points')}."


_PRIVILEGED = _unless("attack.privilege.allowed", True, None)
ATTACK = (
    Word("attack.alike", 4, lambda points: f"An alignment that both have: {points:+d}; the other way to destroy."),
    Word("attack.opposite", -4, lambda points: f"A pair of opposites: {points:+d}; the other way to destroy."),
    Word("attack.counts_as", "instead", {
        "instead": "Who counts as another alignment does not count as its own.",
        "as_well": "Who counts as another alignment counts as its own, too.",
    }.__getitem__),
    Word("attack.immunity", "counted", {
        "counted": "Who counts as an alignment that is kept off is kept off.",
        "own": "Only groups that are of an alignment themselves are kept off for it.",
    }.__getitem__),
    Word("attack.immune_to_own", True, _either(
        "Groups that are kept off a structure do not attack there for its own player either.",
        "Groups that are kept off a structure may attack there for its own player.")),
    Word("attack.bonus_against_itself", True, _either(
        "A group's ability helps its player to destroy it, too.", "A group's ability does not help to destroy it.")),
    Word("attack.neutralize", 6, lambda points: f"To neutralize: {points:+d}."),
    Word("attack.position", (), _says_position),
    Word("attack.money.attacker", 1, _worth("the attacker")),
    Word("attack.money.target", 1, _worth("the target itself")),
    Word("attack.money.illuminati", 1, _worth("the target's Illuminati")),
    Word("attack.money.others", 1, _worth("other players")),
    Word("attack.owner_supports", False, _either(
        "The target's owner may support the attack on it.", "The target's owner does not support the attack on it.")),
    Word("attack.fails_from", 11, lambda roll: f"A roll of {roll} or more always fails."),
    Word("attack.succeeds_to", 0, lambda roll: f"A roll of {roll} or less always succeeds.",
         _unless("attack.succeeds_to", *range(1, 13))),
    Word("attack.captured_money", "each", {
        "each": "Half of the money on each captured group comes along, rounded down for each.",
        "total": "Half of the money on captured groups comes along, rounded down in all.",
    }.__getitem__),
    Word("attack.destroyed_money", "bank", {
        "bank": "Money on a destroyed group goes to the bank.",
        "owner": "Money on a destroyed group goes to its owner's Illuminati.",
    }.__getitem__),
    Word("attack.card_commits", False, _either(
        "A Special played for an attack keeps it from being called off.",
        "A Special played for an attack does not keep it from being called off.")),
    Word("attack.privilege.allowed", True, _either(
        "A Special discarded makes an attack privileged: nobody interferes.",
        "No attack is privileged: anybody may interfere in any.")),
    Word("attack.privilege.abolished_by", 0, lambda count: "Only a card for it abolishes a privilege." if not count else
         f"A card for it, or {counted(count, 'Specials')} of one player, abolishes a privilege.", _PRIVILEGED),
    Word("attack.privilege.payment_commits", True, _either(
        "Money paid for privilege keeps the attack from being called off.",
        "Money paid for privilege does not keep the attack from being called off."), _PRIVILEGED),
    Word("attack.privilege.owner_defends", True, _either(
        "The target's owner defends it in a privileged attack, too.",
        "Nobody spends against a privileged attack."), _PRIVILEGED),
    Word("attack.privilege.joined", "last", {
        "last": "If several play a Special to interfere in it, only the last does; what the others spent counts no more.",
        "each": "If several play a Special to interfere in it, each does.",
    }.__getitem__, _PRIVILEGED),
    Word("bribery.master", "any", {
        "any": "A bribed group goes to any card of the player.", "illuminati": "A bribed group goes to the Illuminati.",
    }.__getitem__),
    Word("bribery.cancelled", "action_spent", {
        "action_spent": "A Special that takes a group is an action even if it is cancelled.",
        "action_back": "A Special that takes a group is no action if it is cancelled.",
    }.__getitem__),
    Word("moving.vacated", False, _either(
        "A group may move to an arrow that only it or what is under it blocks.",
        "A group does not move to an arrow that it blocks itself.")),
    Word("moving.masters", False, _either(
        "Where subordinates do not fit, groups that do may go to other arrows to make room for them.",
        "Where subordinates do not fit, groups that do keep their arrows.")),
)  # fmt: skip
OTHERS = (
    Word("gifts.groups", "either_turn", {
        "either_turn": "Groups change hands in the turn of the giver or the receiver, an action each.",
        "own_turn_or_sale": "Groups are given in the giver's turn and sold in the buyer's, an action each.",
    }.__getitem__),
    Word("gifts.overlaps", "receiver", {
        "receiver": "Where a gift does not fit, the receiver chooses what becomes uncontrolled.",
        "lost": "Where a gift does not fit, what does not fit of it becomes uncontrolled.",
    }.__getitem__),
    Word("gifts.throwing", False, _either(
        "A player may give another the victory.", "A player may not give another the victory.")),
    Word("elimination.after_turns", 3,
         lambda count: f"After {counted(count, 'turns')} of their own, players without a group are out."),
    Word("elimination.lost_turns", False, _either(
        "A turn that was lost to a Special counts among them.",
        "A turn that was lost to a Special does not count among them.")),
    Word("elimination.specials", "discarded", {
        "discarded": "Specials of who is out are out of the game.", "returned": "Specials of who is out go back into the deck.",
    }.__getitem__),
    Word("elimination.last_player_wins", True, _either(
        "The last player left wins.", "The last player left wins only by meeting a goal.")),
)  # fmt: skip
_TO_THE_END = _unless("goals.until", "all_controlled")
_HIDDEN_GOALS = _unless("goals.hidden", True)
WINNING = (
    Word("goals.until", "met", {
        "met": "The game ends when a goal is met.",
        "all_controlled": "Play until no group is left to control; total Power and a point a group decide.",
    }.__getitem__),
    Word("goals.illuminati_count", True, _either(
        "The Illuminati count with them.", "The Illuminati do not count with them."), _TO_THE_END),
    Word("goals.deck_first", True, _either(
        "While cards are left in the deck, groups are left to control.",
        "The game ends when no group lies uncontrolled, whatever is left in the deck."), _TO_THE_END),
    Word("goals.hidden", False, lambda _: "Everybody writes down one of the special goals in secret.", _HIDDEN_GOALS),
    Word("goals.hidden_bonus.power", 0,
         lambda more: f"Illuminati who could do so anyway have {more} more Power.", _HIDDEN_GOALS),
    Word("goals.hidden_bonus.transferable", 0,
         lambda more: f"They have {more} more transferable Power.", _HIDDEN_GOALS),
)  # fmt: skip


def _winning(ruleset: Ruleset, pack: Pack) -> list[Line]:
    lines = _said(ruleset, WINNING)
    if ruleset.get("goals", "until", default="met") == "all_controlled":
        return lines
    basic = ruleset.get("goals", "basic", default={}) or {}
    counts = ", ".join(f"{count} with {players} players" for players, count in basic.items() if count)
    lines.append(Line(f"Groups that win, the Illuminati counted: {counts or 'none'}.", ("goals", "basic")))
    if ruleset.get("goals", "special", default=True):
        for card in pack.illuminati:
            name = pack.names[card]
            lines.append(Line(f"{name}: {goal_said(pack.cards[card].goal)}.", ("illuminati", name, "goal")))
    else:
        lines.append(Line("The special goals of the Illuminati do not count.", ("goals", "special")))
    return lines


def goal_said(goal: Mapping[str, Any]) -> str:
    """A goal in words."""
    said: dict[str, Callable[[Any], str]] = {
        "power": lambda need: f"total Power of {need}",
        "transferable": lambda need: f"total transferable Power of {need}",
        "money": lambda need: f"{need} MB in all treasuries",
        "destroyed": lambda need: f"{counted(need, 'groups')} destroyed",
        "alignments": lambda need: f"{counted(need, 'alignments')} among its groups",
        "groups": lambda wanted: counted(wanted["count"], f"{wanted['alignment']} groups"),
        "chosen": lambda _: "the goal of another Illuminati, written down secretly",
    }
    return ", ".join(said[word](argument) for word, argument in goal.items()) or "no special goal"


def _abilities(ruleset: Ruleset, pack: Pack) -> list[Line]:
    """What each card does, a line for each of its abilities."""
    lines = []
    for section in ("illuminati", "groups"):
        for name, card in (ruleset.get(section) or {}).items():
            for place, ability in enumerate(card.get("abilities") or ()):
                said = "; ".join(does_word(word, argument) for word, argument in ability.items())
                lines.append(Line(f"{name}: {said}.", (section, name, "abilities", place)))
    lines += [
        Line(f"{pack.names[card]}: {does(pack.cards[card])}.", ("specials", pack.names[card])) for card in pack.specials
    ]
    return lines


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """What is known of each card; none is left out for any number of players."""
    pack = Pack(ruleset.data)
    known = []
    for card in pack.cards:
        row: dict[str, Any] = {"card": card.name, "kind": card.kind}
        for key in ("power", "transferable", "resistance", "income"):
            row[key] = "" if card.kind == "special" or (key == "resistance" and card.inward < 0) else getattr(card, key)
        row["alignments"] = pack.aligned(card.alignments)
        row["in"] = SIDES[card.inward] if card.inward >= 0 else ""
        row["out"] = [SIDES[side] for side in card.outward]
        row["copies"] = card.copies
        row["goal"] = goal_said(card.goal) if card.goal else ""
        row["does"] = does(card)
        known.append(row if players is None else {**row, "left_out": False})
    return known


def does(card: Card) -> str:
    """What a card does, in words."""
    said = []
    for word, argument in card.does.items():
        said += [does_word(word, one) for one in (argument if word == "bonus" else [argument])]
    return "; ".join(said)


def does_word(word: str, argument: Any) -> str:
    """What a card does by one word."""
    return _bonus(argument) if word == "bonus" else SAYS[word](argument)


def _against(selector: Any) -> str:
    if selector == "any":
        return "any group"
    names = [
        *as_list(selector.get("group", ())),
        *(f"{name} groups" for name in as_list(selector.get("alignment", ()))),
    ]
    return names_of(names)


def _bonus(argument: Mapping[str, Any]) -> str:
    direct = argument.get("scope", "any_attempt") == "direct"
    who = "when the card itself attacks" if direct else "whoever of its player's cards attacks"
    tries = names_of(as_list(argument["attempt"]))
    return f"{argument['value']:+d} to {tries} {_against(argument.get('against', 'any'))}, {who}"


SAYS: dict[str, Callable[[Any], str]] = {
    "resists": lambda word: f"Resistance {word['value']} against {_against(word['against'])}",
    "shields": lambda value: f"{value:+d} Resistance for all other groups of its player",
    "counts_as": lambda word: (
        f"counts as {word['alignment']} when it attacks {_against(word['against'])} to {word['attempt']}"
    ),
    "immune": lambda word: f"no {' or '.join(as_list(word['alignment']))} group attacks its structure or aids in it",
    "privilege": lambda word: f"privilege for {word['cost']} MB, {counted(word['times'], 'times')} a turn",
    "takes_part": lambda times: f"takes part in {counted(times, 'attacks')} a turn",
    "draws": lambda count: f"draws {counted(count, 'cards')} a turn",
    "tax": lambda amount: f"{amount} MB from every other player in the income phase",
    "upkeep": lambda amount: f"costs {amount} MB a turn, paid by its master or its Illuminati",
    "buys_card": lambda amount: f"draws another card for {amount} MB of its own",
    "sends_anywhere": lambda _: "transfers money to any card of its structure",
    "realign": lambda _: "adds, removes or reverses an alignment of another group for the turn",
    "redistribute": lambda _: "moves any money between its player's cards",
    "rearrange": lambda _: "lays its structure anew at the end of the turn",
    "set_roll": lambda roll: f"a roll just made becomes {roll}",
    "take_uncontrolled": lambda _: "takes an uncontrolled group without a roll; an action",
    "spy": lambda _: "counts the money on a group, or looks at a player's Specials",
    "abolish_privilege": lambda _: "takes the privilege off an attack",
    "join_privileged": lambda _: "lets its player interfere in a privileged attack",
    "multiply_income": lambda times: f"incomes are multiplied by {times} this turn",
    "revive": lambda _: "brings a destroyed group back, uncontrolled",
    "cancel_special": lambda _: "takes the effect off a Special just played",
    "skip_turn": lambda _: "another player loses the turn that is about to begin",
    "money": lambda amount: f"brings {amount} MB",
    "destroy_powerless": lambda _: "an attack to destroy a group without Power, against its Resistance",
}
"""By the word of a card, an ability or what a Special does: the word and its argument in a sentence."""
