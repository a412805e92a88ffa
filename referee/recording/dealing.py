"""A deal, typed hand by hand."""

from __future__ import annotations

from referee.recording.entries import AS_YAML, Unclear
from referee.recording.here import Here, Item
from referee.recording.values import cards


class Dealt:
    """The hands of a deal as far as they have been typed."""

    def __init__(self, here: Here, order: tuple[str, ...]) -> None:
        self._here, self._order = here, order
        self._hands: dict[str, list[str]] = {}

    @property
    def begun(self) -> bool:
        """Whether a hand has been typed."""
        return bool(self._hands)

    @property
    def asks(self) -> str:
        """Whose cards are to be typed next."""
        who = self._next
        return f"The cards of {who}?" if who else "Whose cards were others? Write the name and the cards again."

    @property
    def _next(self) -> str:
        return next((who for who in self._order if who not in self._hands), "")

    def wants(self, line: str) -> bool:
        """Whether a line is a hand: cards, or a name and cards."""
        who, hand = self._hand(line)
        return not AS_YAML.match(line.strip()) and (bool(hand) or (self.begun and bool(who)))

    def take(self, line: str) -> Item | None:
        """The deal, once everybody's cards are there. Raises Unclear."""
        who, hand = self._hand(line)
        if not who:
            raise Unclear("all hands have been typed; write a name and the cards to change one")
        if not hand:
            raise Unclear(f"these are not all cards; write {who}'s like QS 10H 2C, or QS10H2C")
        self._hands[who] = hand
        if self._next:
            return None
        return {"deal": {who: self._hands[who] for who in self._order}}

    def _hand(self, line: str) -> tuple[str, list[str]]:
        """Whose hand a line is, and the cards."""
        first, _, rest = line.strip().partition(" ")
        name = first.removesuffix(":").casefold()
        who = next((player for player in self._order if player.casefold() == name), "")
        return (who, cards(self._here, rest)) if who else (self._next, cards(self._here, line))


def due(here: Here) -> Dealt | None:
    """The deal that comes next, hand by hand; None where something else comes, or a deal is more than hands."""
    if here.options.options or "deal" not in here.verbs or not here.game.awaited(here.state):
        return None
    if here.read({"deal": {here.players[0]: [here.game.ruleset.deck.ids[0]]}}) is None:
        return None
    view = here.game.view(here.state)[0]
    if view.get("phase") != "deal":
        return None
    absent = {seat["player"] for seat in view.get("seats", ()) if "absent" in seat}
    first = here.players.index(view["dealer"]) + 1 if view.get("dealer") in here.players else 0
    order = (*here.players[first:], *here.players[:first])
    return Dealt(here, tuple(who for who in order if who not in absent))
