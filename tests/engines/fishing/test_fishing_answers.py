"""What may be answered where a play leaves a choice, and who answers: what is listed is legal, and the other way round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, cast

import pytest
from recorded import heads_in_use, rules_of
from slowness import NIGHTLY, one_in, tries

from referee.core.events import Misread
from referee.core.ruleset import Ruleset
from referee.engines.fishing.game import FishingGame
from referee.engines.fishing.rules.moves import short_name
from referee.engines.fishing.state import FishingState
from referee.play.simulate import draw_of, positions

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
LISTED = ("turn", "name", "clear", "okus", "swap")
"""What is chosen from a list; which card of the pile comes next is chance, and cards are laid from many hands at once."""
Item = dict[str, Any]


HEADS = [(game, head) for game in ("illimat", "cassino", "scopa") for head in heads_in_use(game)]


def answers(game: FishingGame, state: FishingState) -> Iterator[Item]:
    """What somebody might write down, legal or not."""
    rules, step = game.rules, state.queue[0]
    yield from ({verb: season} for verb in ("turn", "name") for season in rules.seasons)
    yield from ({"clear": short_name(rules, state, field)} for field in range(rules.fields))
    yield from ({"okus": who} for who in (*state.players, "box"))
    ids, table = rules.deck.ids, [one.cards for _, one in state.everything() if one.cards.bit_count() == 1]
    hand = [card for card in range(len(ids)) if state.hands[step.seat] >> card & 1]
    yield from ({"swap": {ids[given]: ids[cards.bit_length() - 1]}} for given, cards in product(hand, table))
    yield {"done": True}


def is_legal(game: FishingGame, state: FishingState, item: Item) -> bool:
    try:
        return not game.check(state, game.read(state, item)[0])
    except Misread:
        return False


@pytest.mark.parametrize(("name", "head"), one_in(40, HEADS))
def test_every_legal_answer_is_listed(name: str, head: dict[str, Any]) -> None:
    rules: Ruleset = rules_of(name, head)
    met = Counter[str]()
    for number in range(20 if name == "illimat" and not head else tries(6)):
        if number >= tries(6) and met.keys() >= {"swap", "turn"} and not NIGHTLY:
            break
        players = PLAYERS[: max(few for few in rules.get("players") if few <= 4) - number % 2]
        if len(players) not in rules.get("players"):
            continue
        for table, now, _ in positions(rules, players, draw_of(43, number)):
            game, state = cast(FishingGame, table), cast(FishingState, now)
            kind = state.queue[0].kind if state.queue else ""
            met[kind] += 1
            if not NIGHTLY and met[kind] > 40 and met[kind] % 20:
                continue
            waiting, seen = game.options(state), game.view(state)[0]
            if waiting.player is not None:
                assert seen["turn"] == waiting.player
            if kind not in LISTED:
                continue
            legal = [option.item for option in waiting.legal if option.item is not None]
            found = [item for item in answers(game, state) if is_legal(game, state, item)]
            assert sorted(map(str, found)) == sorted(map(str, legal)), (seen, state.queue[0])
    assert head or name != "illimat" or met.keys() >= {"swap", "turn"}
