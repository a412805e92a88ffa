"""A conspiracy ruleset made ready: every number found, every name a card, every sentence of the sums written once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from referee.core.ruleset import Ruleset
from referee.engines.conspiracy.words.pack import Card, Pack


class Points(NamedTuple):
    """What one megabuck is worth in an attack: the attacker's, the target's own, its Illuminati's, other players'."""

    attacker: int
    target: int
    illuminati: int
    others: int


class Said(NamedTuple):
    """The lines of a sum by card, written once."""

    power: list[str]
    resistance: list[str]
    aid: list[str]
    ability: list[str]


def _position_said(between: int) -> str:
    if not between:
        return "next to its Illuminati"
    return f"{between} group{'' if between == 1 else 's'} between it and its Illuminati"


def _given(words: Mapping[str, Any]) -> dict[str, Any]:
    """Words without those that are null, which is as if they were left out."""
    return {
        word: _given(value) if isinstance(value, Mapping) else value
        for word, value in words.items()
        if value is not None
    }


def _value(ruleset: Ruleset, *pointer: str, default: Any) -> Any:
    """The value at a path of keys, or `default` where it is left out or null."""
    value = ruleset.get(*pointer)
    return default if value is None else value


class CompiledRules:
    """The rules at a table of `players`; see schemas/conspiracy.schema.json for what each value says."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        get = partial(_value, ruleset)
        self.ruleset = ruleset
        self.players = players
        self.pack = pack = Pack(ruleset.data)
        self.said = Said(
            [f"Power of {name}" for name in pack.names],
            [f"Resistance of {name}" for name in pack.names],
            [f"aid of {name}" for name in pack.names],
            [f"ability of {name}" for name in pack.names],
        )
        self._of_attack(_given(get("attack", default={})))
        self._of_turn(ruleset)
        self.basic = get("goals", "basic", default={}).get(str(players)) or 0
        self.special_goals: bool = get("goals", "special", default=True)
        self.any_goal: bool = get("goals", "hidden", default=False)
        self.until: str = get("goals", "until", default="met")
        self.illuminati_count: bool = get("goals", "illuminati_count", default=True)
        self.deck_first: bool = get("goals", "deck_first", default=True)
        self.bonus_at_setup: bool = get("bonus_income", "at_setup", default=False)
        self.bonus_income: int = get("bonus_income", default={}).get(str(players)) or 0
        self.hidden: bool = get("hidden", "illuminati", default=False)
        self.overstate: int = get("hidden", "overstate", default=0)

    def _of_attack(self, attack: Any) -> None:
        money = attack.get("money", {})
        self.alike: int = attack.get("alike", 4)
        self.unlike: int = attack.get("opposite", -4)
        self.neutralize: int = attack.get("neutralize", 6)
        self.fails_from: int = attack.get("fails_from", 11)
        self.succeeds_to: int = attack.get("succeeds_to") or 0
        self.position = tuple(attack.get("position", ()))
        self.position_said = [_position_said(between) for between in range(len(self.position))]
        self.points = Points(*(money.get(key, 1) for key in Points._fields))
        self.counts_instead = attack.get("counts_as", "instead") == "instead"
        self.immune_as_counted = attack.get("immunity", "counted") == "counted"
        privilege = attack.get("privilege") or {}
        self.privilege_allowed: bool = privilege.get("allowed", True)
        self.abolished_by: int = privilege.get("abolished_by") or 0
        self.payment_commits: bool = privilege.get("payment_commits", True)
        self.owner_defends: bool = privilege.get("owner_defends", True)
        self.last_joins = privilege.get("joined", "last") == "last"
        self.immune_to_own: bool = attack.get("immune_to_own", True)
        self.bonus_against_itself: bool = attack.get("bonus_against_itself", True)
        self.owner_supports: bool = attack.get("owner_supports", False)
        self.card_commits: bool = attack.get("card_commits", False)
        self.halved_each = attack.get("captured_money", "each") == "each"
        self.destroyed_money: str = attack.get("destroyed_money", "bank")
        self.shields = self.pack.masks.get("shields", 0)
        self._aligned: dict[tuple[str, int, int], tuple[tuple[str, int], ...]] = {}

    def _of_turn(self, ruleset: Ruleset) -> None:
        get = partial(_value, ruleset)
        self.clockwise = get("turn", "order", default="counter_clockwise") == "clockwise"
        self.sequence: str = get("turn", "sequence", default="fixed")
        self.rolled_for = self.sequence in ("random", "bidding")
        self.losers_pay = get("turn", "lost_bids", default="kept") == "paid"
        self.dead_seats_kept = get("turn", "dead_seats", default="passed_over") == "kept"
        self.draws: int = get("turn", "draws", default=1)
        self.draw_first = get("turn", "draw", default="after_income") == "before_income"
        self.actions: int = get("turn", "actions", default=2)
        self.transfers: int = get("turn", "transfers", default=2)
        self.transfers_last = get("turn", "transfers_when", default="after_actions") == "after_actions"
        self.pass_money: int = get("turn", "pass", "money", default=5)
        self.pass_forbids_all = get("turn", "pass", "forbids", default="everything") == "everything"
        self.purchases: int | None = get("turn", "purchases", default=1)
        self.realignments: int | None = get("turn", "realignments", default=1)
        self.realign_any_time = get("turn", "realign_when", default="between") == "any_time"
        self.empty_ends = get("turn", "deck_empty", default="play_on") == "game_ends"
        self.open_groups: int = get("uncontrolled", "start", default=4)
        self.refill: int = get("uncontrolled", "least", default=0)
        self.tax_split: bool = get("tax", "split", default=True)
        self.upkeep_own: bool = get("upkeep", "own", default=False)
        self.upkeep_unpaid: str = get("upkeep", "unpaid", default="nothing")
        self.groups_given: str = get("gifts", "groups", default="either_turn")
        self.may_throw: bool = get("gifts", "throwing", default=False)
        self.old_may_go = get("gifts", "overlaps", default="receiver") == "receiver"
        self.safe_turns: int = get("elimination", "after_turns", default=3)
        self.specials_stay_out = get("elimination", "specials", default="discarded") == "discarded"
        self.last_wins: bool = get("elimination", "last_player_wins", default=True)
        self.lost_turns_count: bool = get("elimination", "lost_turns", default=False)
        self.bribery_master: str = get("bribery", "master", default="any")
        self.bribery_returns = get("bribery", "cancelled", default="action_spent") == "action_back"
        self.vacated_is_free: bool = get("moving", "vacated", default=False)
        self.masters_give_way: bool = get("moving", "masters", default=False)

    def counted_as(self, card: Card, kind: str, ours: int, target: Card, theirs: int) -> int:
        """The alignments of an attacker that counts as something else against some targets."""
        word = card.does["counts_as"]
        if word["attempt"] != kind or not self.pack.is_among(word["against"], target, theirs):
            return ours
        other = self.pack.mask([word["alignment"]])
        return other if self.counts_instead else ours | other

    def alignment_lines(self, kind: str, ours: int, theirs: int) -> tuple[tuple[str, int], ...]:
        """What the alignments of attacker and target add, at most a line for those alike and one for those opposite."""
        key = (kind, ours, theirs)
        found = self._aligned.get(key)
        if found is None:
            turned = -1 if kind == "destroy" else 1
            alike = ours & theirs & self.pack.plain
            against = self.pack.against(ours, theirs)
            made = []
            if alike:
                made.append((f"alike: {', '.join(self.pack.aligned(alike))}", turned * self.alike * alike.bit_count()))
            if against:
                names = self.pack.alignments
                said = ", ".join(f"{names[place]} against {names[other]}" for place, other in against)
                made.append((f"opposite: {said}", turned * self.unlike * len(against)))
            found = self._aligned[key] = tuple(made)
        return found

    def resistance_line(self, target: Card, by: Card, ours: int) -> tuple[str, int]:
        """What the target's Resistance takes away, against an attacker of these alignments."""
        word = target.does.get("resists")
        if word is not None and self.pack.is_among(word["against"], by, ours):
            return f"{self.said.resistance[target.number]} against such an attacker", -word["value"]
        return self.said.resistance[target.number], -target.resistance
