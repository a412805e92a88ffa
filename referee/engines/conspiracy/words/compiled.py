"""A compiled conspiracy ruleset: numbers looked up, names turned into cards, the lines of sums written once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.core.ruleset import Ruleset
from referee.engines.conspiracy.words.pack import Card, pack_of


class Points(NamedTuple):
    """What one megabuck is worth in an attack: the attacker's, the target's own, its Illuminati's, other players'."""

    attacker: int
    target: int
    illuminati: int
    others: int


def _position_said(between: int) -> str:
    if not between:
        return "next to its Illuminati"
    return f"{between} group{'' if between == 1 else 's'} between it and its Illuminati"


class CompiledRules:
    """The rules at a table of `players`; schemas/conspiracy.schema.json explains each value."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        data = ruleset.full
        goals = data["goals"]
        self.ruleset = ruleset
        self.players = players
        self.pack = pack = pack_of(data)
        self.said = pack.said
        self._of_attack(data["attack"])
        self._of_turn(data)
        self.basic = goals["basic"].get(str(players), 0)
        self.special_goals: bool = goals["special"]
        self.any_goal: bool = goals["hidden"]
        self.until: str = goals["until"]
        self.illuminati_count: bool = goals["illuminati_count"]
        self.deck_first: bool = goals["deck_first"]
        self.bonus_at_setup: bool = ruleset.part("bonus_income")["at_setup"]
        self.bonus_multiplied: bool = ruleset.part("bonus_income")["multiplied"]
        self.bonus_income: int = ruleset.part("bonus_income").get(str(players), 0)
        self.hidden: bool = data["hidden"]["illuminati"]
        self.overstate: int = data["hidden"]["overstate"]

    def _of_attack(self, attack: Mapping[str, Any]) -> None:
        money, privilege = attack["money"], attack["privilege"]
        self.alike: int = attack["alike"]
        self.unlike: int = attack["opposite"]
        self.neutralize: int = attack["neutralize"]
        self.fails_from: int = attack["fails_from"]
        self.succeeds_to: int = attack["succeeds_to"]
        self.position = tuple(attack["position"])
        self.position_said = [_position_said(between) for between in range(len(self.position))]
        self.points = Points(*(money[key] for key in Points._fields))
        self.counts_instead = attack["counts_as"] == "instead"
        self.immune_as_counted = attack["immunity"] == "counted"
        self.privilege_allowed: bool = privilege["allowed"]
        self.abolished_by: int = privilege["abolished_by"]
        self.payment_commits: bool = privilege["payment_commits"]
        self.owner_defends: bool = privilege["owner_defends"]
        self.last_joins = privilege["joined"] == "last"
        self.immune_to_own: bool = attack["immune_to_own"]
        self.bonus_against_itself: bool = attack["bonus_against_itself"]
        self.owner_supports: bool = attack["owner_supports"]
        self.owner_leaves: str = attack["owner_leaves"]
        self.card_commits: bool = attack["card_commits"]
        self.halved_each = attack["captured_money"] == "each"
        self.destroyed_money: str = attack["destroyed_money"]
        self.shields = self.pack.masks["shields"]
        self._aligned: dict[tuple[str, int, int], tuple[tuple[str, int], ...]] = {}

    def _of_turn(self, data: Mapping[str, Any]) -> None:
        turn = data["turn"]
        self.clockwise = data["direction"] == "clockwise"
        self.sequence: str = turn["sequence"]
        self.rolled_for = self.sequence in ("random", "bidding")
        self.losers_pay = turn["lost_bids"] == "paid"
        self.dead_seats_kept = turn["dead_seats"] == "kept"
        self.draws: int = turn["draws"]
        self.draw_first = turn["draw"] == "before_income"
        self.actions: int = turn["actions"]
        self.transfers: int = turn["transfers"]
        self.transfers_last = turn["transfers_when"] == "after_actions"
        self.pass_money: int = turn["pass"]["money"]
        self.pass_forbids_all = turn["pass"]["forbids"] == "everything"
        self.purchases: int | None = turn["purchases"]
        self.realignments: int | None = turn["realignments"]
        self.realign_any_time = turn["realign_when"] == "any_time"
        self.empty_ends = turn["deck_empty"] == "game_ends"
        self.open_groups: int = data["uncontrolled"]["start"]
        self.refill: int = data["uncontrolled"]["least"]
        self.tax_split: bool = data["tax"]["split"]
        self.upkeep_own: bool = data["upkeep"]["own"]
        self.upkeep_unpaid: str = data["upkeep"]["unpaid"]
        self.groups_given: str = data["gifts"]["groups"]
        self.may_throw: bool = data["gifts"]["throwing"]
        self.thrown_at_once: bool = data["gifts"]["throwing_when"] == "gift"
        self.old_may_go = data["gifts"]["overlaps"] == "receiver"
        self.safe_turns: int = data["elimination"]["after_turns"]
        self.specials_stay_out = data["elimination"]["specials"] == "discarded"
        self.last_wins: bool = data["elimination"]["last_player_wins"]
        self.lost_turns_count: bool = data["elimination"]["lost_turns"]
        self.bribery_master: str = data["bribery"]["master"]
        self.bribery_returns = data["bribery"]["cancelled"] == "action_back"
        self.vacated_is_free: bool = data["moving"]["vacated"]
        self.masters_give_way: bool = data["moving"]["masters"]

    def counted_as(self, card: Card, kind: str, ours: int, target: Card, theirs: int) -> int:
        """Return the alignments of an attacker that counts as something else against some targets."""
        word = card.does["counts_as"]
        if word["attempt"] != kind or not self.pack.is_among(word["against"], target, theirs):
            return ours
        other = self.pack.mask([word["alignment"]])
        return other if self.counts_instead else ours | other

    def alignment_lines(self, kind: str, ours: int, theirs: int) -> tuple[tuple[str, int], ...]:
        """Return what the alignments of attacker and target add: at most one line for those alike and one for those
        opposite."""
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
        """Return what the target's Resistance subtracts, against an attacker of these alignments."""
        word = target.does.get("resists")
        if word is not None and self.pack.is_among(word["against"], by, ours):
            return f"{self.said.resistance[target.number]} against such an attacker", -word["value"]
        return self.said.resistance[target.number], -target.resistance
