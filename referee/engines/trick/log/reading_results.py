"""From the items of a log to events: the result of a hand, as a score pad has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.events import Event, Misread
from referee.core.findings import Fault
from referee.core.items import shapeless
from referee.core.places import Key, Pointer
from referee.core.suggest import meant, unknown_name
from referee.engines.trick.log.reading_said import ReadingSaid
from referee.engines.trick.state import State

BY_SEAT = {"won", "captured", "counts", "choices", "declared", "score", "totals"}
CONTRACT_KEYS = ("contract", "bid", "declarer", "doubled", "partner", "matadors")
RESULT = {"cards", "bids", "trump", "last_trick", *CONTRACT_KEYS, *BY_SEAT}
"""What the result of a hand may say, and which of it is by player."""


class ReadingResults(ReadingSaid):
    """Reads the result of a hand. `score` and `totals` of the event are what the pad has, or what is claimed with it."""

    def claimed_beside(self, state: State, event: Event, claims: Any) -> None:
        """Adds to the result of a hand the points and totals that are claimed after it, if it does not give them itself."""
        for what in ("score", "totals"):
            claim = claims.get(what) if isinstance(claims, Mapping) and what not in event.value else None
            if isinstance(claim, Mapping) and claim.keys() <= set(state.players):
                points = {state.players.index(who): points for who, points in claim.items()}
                if all(type(value) in (int, float) for value in points.values()):
                    event.value[what] = points
                    event.value.setdefault("claimed", set()).add(what)

    def _result(self, state: State, value: Any, seat: int | None) -> list[Event]:
        if not isinstance(value, Mapping) or not value.keys() <= RESULT:
            raise shapeless()
        maps = {key: self.by_seat(state, value[key], ("result", key)) for key in BY_SEAT & value.keys()}
        whole = [*(value.get(key, 0) for key in ("cards", "doubled", "matadors")), *maps.get("won", {}).values()]
        if any(type(number) is not int for number in whole):
            raise shapeless()
        if any(
            type(points) not in (int, float) for what in ("score", "totals") for points in maps.get(what, {}).values()
        ):
            raise shapeless()
        result: dict[str, Any] = {"cards": value.get("cards"), **maps}
        if "bids" in value:
            result["bids"] = self._result_bids(state, value["bids"])
        result |= self._contract(state, value)
        for key, read in (
            ("captured", self._captured),
            ("counts", self._counted),
            ("choices", self._chosen),
            ("declared", self._said_declared),
        ):
            if key in maps:
                result[key] = read(state, maps[key])
        if "trump" in value:
            result["trump"] = self._trump(state, value["trump"], None, ("result", "trump"))[0].value
        if "last_trick" in value:
            result["last_trick"] = self.seat(state, value["last_trick"], ("result", "last_trick"))
        return [Event("result", result, seat=seat, at=("result",))]

    def _result_bids(self, state: State, value: Any) -> Any:
        """The bids by seat, or the calls of an auction."""
        at: Pointer = ("result", "bids")
        if self.rules.auction is not None:
            return [event.value for event in self._calls(state, value, None, at)]
        if isinstance(value, list):
            one, other = state.players[:2]
            message = "bids are written by player; only the calls of an auction are a list"
            message += f"; write for example {{{one}: 1, {other}: 0}}"
            raise Misread([Fault("players", message, at=at)], shapeless=True)
        return {
            who: self.bid_value(state, bid, (*at, state.players[who]), who)
            for who, bid in self.by_seat(state, value, at).items()
        }

    def _captured(self, state: State, piles: Mapping[int, Any]) -> dict[int, list[int]]:
        if any(not isinstance(cards, list) for cards in piles.values()):
            raise shapeless()
        captured = {
            who: [
                self.card(card, ("result", "captured", state.players[who], place), who)
                for place, card in enumerate(cards)
            ]
            for who, cards in piles.items()
        }
        return self._apart(captured)

    def _counted(self, state: State, told: Mapping[int, Any]) -> dict[int, dict[str, int]]:
        """What the cards taken are worth in the counts of the ruleset, by their names or the beginnings of the names."""
        known = list(self.rules.scoring.counts)
        counted: dict[int, dict[str, int]] = {}
        for who, numbers in told.items():
            at: Pointer = ("result", "counts", state.players[who])
            if not isinstance(numbers, Mapping) or any(type(number) is not int for number in numbers.values()):
                raise shapeless()
            counted[who] = {}
            for name, number in numbers.items():
                count = meant(name, known)
                if count is None:
                    message = unknown_name(f"{name!r} is not a count of this game", name, known, "it counts")
                    rule = "result" if known else "order"
                    raise Misread([Fault(rule, message, who, at=(*at, Key(name)))])
                if count in counted[who]:
                    message = f"{count} is counted twice for {state.players[who]}"
                    raise Misread([Fault("result", message, who, at=(*at, name))])
                counted[who][count] = number
        return counted

    def _chosen(self, state: State, told: Mapping[int, Any]) -> dict[int, list[str]]:
        return {
            who: [
                self._option(option, ("result", "choices", state.players[who]), who)
                for option in (chosen if isinstance(chosen, list) else [chosen])
            ]
            for who, chosen in told.items()
        }

    def _said_declared(self, state: State, told: Mapping[int, Any]) -> dict[int, list[tuple[int, int]]]:
        return {
            who: [
                self._declaration(text, ("result", "declared", state.players[who], place), who)
                for place, text in enumerate(said if isinstance(said, list) else [said])
            ]
            for who, said in told.items()
        }

    def _contract(self, state: State, value: Mapping[str, Any]) -> dict[str, Any]:
        """What a result says about the contract."""
        said: dict[str, Any] = {key: value[key] for key in ("doubled", "matadors") if key in value}
        if "contract" in value and self.rules.auction is not None:
            said["contract"] = self.contract(value["contract"], ("result", "contract"))
        if "bid" in value and self.rules.auction is not None:
            said["bid"] = self.call(value["bid"], ("result", "bid"))
        if "declarer" in value:
            said["declarer"] = self.seat(state, value["declarer"], ("result", "declarer"))
        if "partner" in value:
            said["partner"] = self.seat(state, value["partner"], ("result", "partner"))
        if any(key in value for key in CONTRACT_KEYS) and self.rules.auction is None:
            key = next(key for key in CONTRACT_KEYS if key in value)
            message = f"`{key}` is given, but this game has no auction"
            raise Misread([Fault("order", message, at=("result", key))])
        return said
