"""What becomes of a cleared field and its hidden Luminary, by every reading and with every pile, against a telling by hand."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from slowness import tries
from test_fishing_choices import EFFECTS, table

from referee.play.simulate import draw_of, happen

LAMPS = {effect[1]: lamp for lamp, effect in EFFECTS.items() if effect[0] == "reveal"}
NONE = next(lamp for lamp, effect in EFFECTS.items() if effect[0] == "claim" and effect[1] == "turn")
"""A Luminary of which nothing happens when it is revealed."""
HIDDEN, SEEDED, LAID = 2, 4, 3
"""How many cards are hidden under one, how many another wants in its field, how many a field is reseeded with."""


class Field:
    """The cleared field, told step by step."""

    def __init__(self, effect: str, words: tuple[bool, str, str, bool], okus: int, pile: int) -> None:
        self.effect, self.okus, self.pile = effect, okus, pile
        self.reveal_last, self.short, self.short_effect, self.reseed_after_discard = words
        self.cards = self.under = self.covered = 0
        self.lamp, self.other = "down", "down"
        self.due = LAID
        self.covers = False
        if self.reveal_last:
            self.reseed()
            if self.lamp == "down":
                self.reveal()
        elif pile < LAID and self.short != "keep":
            self.too_short()
        else:
            self.reveal()
            self.reseed()
        if self.due:
            self.reseed()

    @property
    def table(self) -> tuple[int, str, str, int, int, int]:
        """What there is in the end: cards of the field, its Luminary, another hidden one, cards under them, the pile."""
        return self.cards, self.lamp, self.other, self.under, self.covered, self.pile

    def reseed(self) -> None:
        """Lays what is due, if the pile has so much; cards are hidden under it where that waited for it."""
        number, self.due = self.due, 0
        if number > self.pile:
            self.too_short()
        self.cards += number if number <= self.pile else 0
        self.pile -= number if number <= self.pile else 0
        if self.covers:
            self.cover()

    def too_short(self) -> None:
        """Hidden Luminaries go: this one, or all of them, or none."""
        self.due = 0
        if self.short != "keep" and self.lamp == "down":
            self.lamp = "gone"
        if self.short == "discard_all":
            self.other = "gone"

    def cover(self) -> None:
        number = min(self.cards, self.pile)
        self.covered, self.pile = number, self.pile - number

    def reveal(self) -> None:
        self.lamp = "up"
        missing = SEEDED - self.cards
        needed = {"seed": missing, "hide": HIDDEN + self.due, "cover": 2 * self.due or self.cards}.get(self.effect, 0)
        if needed > self.pile and self.short_effect == "discard":
            self.lamp = "gone"
            self.due = self.due if self.reseed_after_discard and self.okus else 0
        if needed > self.pile and self.short_effect != "as_far":
            return
        if self.effect == "seed":
            self.due = min(missing, self.pile)
        elif self.effect == "hide":
            self.under = min(HIDDEN, max(self.pile - self.due, 0))
            self.pile -= self.under
        elif self.effect == "cover" and self.due:
            self.covers = True
        elif self.effect == "cover":
            self.cover()


READINGS: dict[str, list[bool] | list[str]] = {
    "clearing.order": [True, False],
    "clearing.short": ["discard_all", "discard_own", "keep"],
    "clearing.short_effect": ["discard", "lapse", "as_far"],
    "clearing.reseed_after_discard": [True, False],
}
WORDS = list(product(*READINGS.values()))
EVERY = [
    (*one, okus, pile) for one in product(["seed", "hide", "cover", ""], WORDS) for okus in (0, 1) for pile in range(9)
]


@pytest.mark.parametrize("part", range(3))
def test_what_becomes_of_a_cleared_field(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(2)
    fields = {"Summer": ["Ksu"], "Spring": ["5wi"], "Winter": ["Kau"], "Autumn": ["3au"]}
    for effect, words, okus, pile in Random(part).sample(EVERY, tries(600)):
        order = "reveal_last" if words[0] else "reveal_first"
        said = dict(zip(("order", "short", "short_effect", "reseed_after_discard"), (order, *words[1:]), strict=True))
        monkeypatch.setattr(game.rules, "clearing", {**game.rules.clearing, **said})
        lamp = LAMPS.get(effect, NONE)
        position = {
            "irregular": True,
            "turn": "Ann", "fields": fields, "hands": {"Ann": ["5sp", "6sp", "7sp", "8sp", "9sp"], "Ben": ["8su"]},
            "face_down": {"Spring": lamp, "Autumn": None}, "okus": {"box": okus}, "stock": pile,
        }  # fmt: skip
        state = game.start(("Ann", "Ben"), {}, position)
        happen(game, state, {"play": "harvest 5sp take 5wi @Spring"})
        draw = draw_of(part, pile)
        while state.queue:
            item = game.draw_next(state, draw)
            assert item is not None
            happen(game, state, dict(item))
        wanted = Field(effect, words, okus, pile).table
        field = state.fields[1]
        after = (
            sum(one.cards.bit_count() for one in field),
            "up" if state.faces[1] else "gone" if state.luminaries[1] is None else "down",
            "gone" if state.luminaries[3] is None else "down",
            state.under.get(1, 0),
            sum(state.covered.values()),
            state.stock,
        )
        assert after == wanted, (effect, words, okus, pile)
