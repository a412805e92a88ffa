"""Hands judged many at a time come to what they come to one by one: flaws, messages, points; over sound and changed logs."""

from __future__ import annotations

import copy
import importlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import GAMES, PLAYERS, Data, heads_in_use, recorded, rules_of, with_and_without_fast_path
from slowness import NIGHTLY
from small_games import (
    DECK,
    MORE,
    SOFT_WORDS,
    careful,
    drawn_rulesets,
    examples,
    game_of,
    in_short,
    played,
    setup_of,
    snapshot,
    start,
)
from test_fast_path import change

from referee.core.formula import FormulaError
from referee.corpus import parts
from referee.corpus.parts import JudgeOptions
from referee.corpus.pool import judge_paths
from referee.engines.trick.game import TrickGame
from referee.engines.trick.words.plays import PLAY_WORDS, narrow_by
from referee.engines.trick.words.ranking import NO_TRUMP, make_rankings
from referee.judging.fold import Folded
from referee.play import simulate
from referee.rules import rulesets
from referee.rules.decks import build_deck

np = pytest.importorskip("numpy")
play_words = importlib.import_module("referee.engines.trick.columns.hands")

ROUNDS = 40


def one_by_one(game: TrickGame, logs: list[tuple[Any, list[Data]]]) -> list[Folded]:
    """Each log judged by itself."""
    found = []
    for state, items in logs:
        folded = Folded(game, state)
        folded.go_on(items)
        found.append(folded)
    return found


def together(game: TrickGame, logs: list[tuple[Any, list[Data]]], seen: Counter[str]) -> list[Folded]:
    """All logs judged in a batch, and what it does not judge one by one. A log is given with the state that it begins in."""
    states = [state for state, _ in logs]
    game = copy.copy(game)
    game._opening = lambda players, setup, at: states[len(setup)].copy()  # type: ignore[method-assign]
    batch = game.batch()
    if batch is None:
        return one_by_one(game, logs)
    numbers = [batch.add((), dict.fromkeys(range(place)), None, items) for place, (_, items) in enumerate(logs)]
    batch.work_out()
    found = []
    for number, (state, items) in zip(numbers, logs, strict=True):
        judged = None if number is None else batch.result_of(number, {})
        folded = Folded(game, state)
        if judged is not None:
            folded = Folded(game, judged.state)
            folded.events, folded.items, folded.claims = judged.events, judged.items, judged.claims
            folded.in_batch = True
            totals = dict(zip(judged.state.players, judged.state.scores, strict=True))
            for claim, value in [*claimed(judged.state), ("totals", totals)]:
                again = batch.result_of(number, {claim: value})  # type: ignore[arg-type]
                assert again is not None
                assert not again.holds or not list(game.claims(judged.state, {claim: value}))
                seen["holds"] += again.holds
        seen["whole" if folded.in_batch else "none"] += 1
        if not folded.in_batch:
            folded.go_on(items)
        found.append(folded)
    return found


def told(game: TrickGame, folded: Folded) -> tuple[Any, ...]:
    """All that a verdict says of where a fold ended, and the score pad."""
    state = folded.state
    wrong = {claim: list(game.claims(state, {claim: value})) for claim, value in claimed(state)}
    # a log that claims another winner is not judged in a batch, which does not know why the trick went elsewhere
    wrong["winner"] = [fault._replace(message="") for fault in wrong["winner"]]
    return (
        (folded.events, folded.items, folded.claims, folded.faults, folded.halted, folded.shapeless),
        (game.counts(state), list(game.doubts(state)), game.next_step(state), game.score(state)),
        wrong,
    )


def claimed(state: Any) -> list[tuple[str, Any]]:
    """Claims that a log may end with."""
    each = dict.fromkeys(state.players, 0)
    asked = [("winner", state.players[0]), ("totals", each), ("score", each), ("winners", state.players[1])]
    return [*asked, ("roles", dict.fromkeys(state.players, "doctor"))] if state.roles is not None else asked


def agree(fast: TrickGame, slow: TrickGame, logs: list[tuple[Any, list[Data]]], seen: Counter[str]) -> None:
    """Holds that both ways come to the same end."""
    copies = [(state.copy(), copy.deepcopy(items)) for state, items in logs]
    for ahead, alone in zip(together(fast, logs, seen), one_by_one(slow, copies), strict=True):
        assert told(fast, ahead) == told(slow, alone)
        if not ahead.in_batch:
            assert snapshot(ahead.state) == snapshot(alone.state)
        seen["halted" if alone.halted else "shapeless" if alone.shapeless else "legal"] += 1


def plainly(items: list[Data], how: int) -> list[Data]:
    """The items with claims at the end of hands only, with none at all, with each player's passing by itself, or with each
    card and bid by itself; if `how` is 4, with some of all that, notes, and who won a trick."""
    found: list[Data] = []
    rng = random.Random(how)
    for item, after in zip(items, [*items[1:], {"deal": {}}], strict=True):
        keep = how in (1, 3) and "deal" in after
        winner = item.get("expect", {}).get("winner", "") if "deal" not in after else ""
        if how < 4:
            item = {key: value for key, value in item.items() if key != "by" and (key != "expect" or keep)}
        elif "roles" in item.get("expect", {}) and "deal" not in after:
            item = {**item, "expect": {"winner": winner}}
        if how > 1 and isinstance(item.get("pass"), dict):
            found += [{"by": player, "pass": cards} for player, cards in item["pass"].items()]
        elif how > 2 and (("trick" in item and (how == 3 or rng.random() < 0.8)) or ("bids" in item and how == 3)):
            found += spread(item)
        else:
            found.append(item)
        if how == 4 and rng.random() < 0.1:
            found[-1] = {**found[-1], "note": "seen"}
    return found


def spread(item: Data) -> Iterator[Data]:
    """A trick, or the bids of a hand, with an item for each."""
    yield from ({"bid": bid} for bid in item.get("bids", {}).values())
    cards = [{"play": card} for card in item.get("trick", ())]
    more = {key: value for key, value in item.items() if key not in ("trick", "bids", "by")}
    yield from [*cards[:-1], {**cards[-1], **more}] if cards else ()


@pytest.mark.parametrize("name", GAMES)
def test_recorded_games_come_to_the_same_end(name: str) -> None:
    game, slow = with_and_without_fast_path(name)
    rng, seen = random.Random(name), Counter[str]()
    logs = []
    for number in range(ROUNDS):
        log = recorded(name, seed=number, hands=9 if number % 8 == 0 else 4)
        items = plainly(log["events"], number % 5)
        for _ in range(number % 4):
            change(items, rng)
        logs.append((game.start(PLAYERS, log["setup"], None), items))
    agree(game, slow, logs, seen)
    assert seen["whole"] >= ROUNDS // 8
    assert seen["halted"] >= ROUNDS // 4


ODD: list[Any] = [
    *(None, True, 0, -1, 64, 255, 256, 10**17, 1.5, "", "Ann", "Eve", "5!", "QS", "QS!", "Mk4:2", "Mk4:2!"),
    *([], {}, [[]], ["QS", "QS"], {"Ann": 1}, {"Ann": ["QS"]}),
]
KEYS = (
    "deal",
    "trick",
    "play",
    "bids",
    "bid",
    "pass",
    "by",
    "expect",
    "note",
    "stands",
    "result",
    "Ann",
    "Eve",
    "winner",
    "totals",
)


def spoil(items: list[Data], rng: random.Random) -> None:
    """Changes anything anywhere: values, keys, cards said to be Grace, lists that are longer or shorter; items stay maps."""
    ways = [way for index, item in enumerate(items) for way in below(item, (index,))]
    way = rng.choice(ways if rng.random() < 0.5 else [way for way in ways if len(way) < 4])
    *above, key = way
    parent: Any = items
    for step in above:
        parent = parent[step]
    other: Any = items
    for step in rng.choice(ways):
        other = other[step]
    kind = rng.randrange(7)
    if kind == 0:
        parent[key] = copy.deepcopy(rng.choice(ODD))
    elif kind == 1:
        parent[key] = copy.deepcopy(other)
    elif kind == 2:
        del parent[key]
    elif kind == 3 and isinstance(parent[key], str):
        parent[key] = parent[key].removesuffix("!") if parent[key].endswith("!") else f"{parent[key]}!"
    elif isinstance(parent, list):
        parent.insert(key, copy.deepcopy(rng.choice([other, *parent])))
    elif kind == 4:
        parent[rng.choice(KEYS)] = parent.pop(key)
    else:
        parent[rng.choice(KEYS)] = copy.deepcopy(rng.choice([other, *ODD]))


def below(data: Any, way: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The ways to everything below this."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*way, key)
        yield from below(value, (*way, key))


@pytest.mark.parametrize("name", GAMES)
def test_spoilt_games_come_to_the_same_end(name: str) -> None:
    game, slow = with_and_without_fast_path(name)
    rng, seen = random.Random(name), Counter[str]()
    drawn = [recorded(name, seed=number, hands=4) for number in range(6)]
    for _ in range(6 * MORE):
        logs = []
        for number in range(30):
            log = drawn[number % 6]
            items = copy.deepcopy(plainly(log["events"], number % 5))
            for _ in range(number % 5 and 1 + number % 2):
                spoil(items, rng)
            logs.append((game.start(PLAYERS, log["setup"], None), items))
        agree(game, slow, logs, seen)
    assert min(seen[end] for end in ("whole", "none", "halted", "legal")) > 3, seen


def first(items: list[Data], verb: str) -> Data:
    return next(item for item in items if verb in item)


def said_twice(items: list[Data]) -> None:
    """The same card that counts as Grace twice in a trick."""
    trick = next(item["trick"] for item in items if any(card.endswith("!") for card in item.get("trick", ())))
    grace = next(card for card in trick if card.endswith("!"))
    trick[:] = [grace] * len(trick)


IRREGULAR: dict[str, tuple[str, Callable[[list[Data]], Any]]] = {
    "a trick with a second verb": ("hearts", lambda items: first(items, "trick").update({"pass": 1})),
    "a remark that is not text": ("hearts", lambda items: first(items, "trick").update({"note": 1})),
    "a card dealt as Grace": ("illuminate", lambda items: swap(first(items, "deal")["deal"]["Ann"], "!")),
    "Grace said twice over one card": ("illuminate", said_twice),
    "a card dealt twice": ("hearts", lambda items: copy_card(first(items, "deal")["deal"])),
    "too few cards dealt": ("hearts", lambda items: first(items, "deal")["deal"]["Ann"].pop()),
    "a card of another to pass": ("hearts", lambda items: copy_card(first(items, "pass")["pass"])),
    "a card passed twice": ("hearts", lambda items: twice(first(items, "pass")["pass"]["Ann"])),
    "too few cards passed": ("hearts", lambda items: first(items, "pass")["pass"]["Ann"].pop()),
    "a hand dealt as text": ("hearts", lambda items: first(items, "deal")["deal"].update({"Ann": "2C"})),
    "a bid that is true": ("spades", lambda items: first(items, "bids")["bids"].update({"Ann": True})),
    "a bid of too many": ("spades", lambda items: first(items, "bids")["bids"].update({"Ann": 14})),
    "a bid beyond all cards": ("spades", lambda items: first(items, "bids")["bids"].update({"Ann": 200})),
    "a trick of three": ("spades", lambda items: first(items, "trick")["trick"].pop()),
    "a player too many": ("spades", lambda items: first(items, "bids")["bids"].update({"Eve": 3})),
}


def swap(cards: list[str], mark: str) -> None:
    cards[0] += mark


def copy_card(hands: dict[str, list[str]]) -> None:
    hands["Ann"][0] = hands["Ben"][0]


def twice(cards: list[str]) -> None:
    cards[0] = cards[1]


@pytest.mark.parametrize("what", IRREGULAR)
def test_an_irregular_hand_is_left_to_the_careful_way(what: str) -> None:
    name, spoils = IRREGULAR[what]
    game, slow = with_and_without_fast_path(name)
    logs = []
    for number in range(3):
        log = recorded(name, seed=number, hands=3)
        items = copy.deepcopy(plainly(log["events"], 0))
        if number == 1:
            spoils(items)
        logs.append((game.start(PLAYERS, log["setup"], None), items))
    seen = Counter[str]()
    agree(game, slow, logs, seen)
    assert (seen["whole"], seen["none"], seen["halted"]) == (2, 1, True)


@pytest.mark.parametrize("name", ["hearts", "spades"])
def test_logs_that_are_alike_in_size_only_come_to_the_same_end(name: str) -> None:
    game, slow = with_and_without_fast_path(name)
    log = recorded(name, seed=1, hands=3)
    plain, logs = plainly(log["events"], 0), []
    places = [place for place, item in enumerate(plain) if "trick" in item][2::33]
    said: list[Data] = [{what: who} for what in ("by", "note") for who in (*PLAYERS, "Eve")]
    said += [{"expect": {"winner": who}} for who in PLAYERS]
    for more in [{}, *said, {"expect": {}}, {"stands": "so"}, {"bid": 3}, *said, {}]:
        for place in places:
            items = copy.deepcopy(plain)
            items[place] |= more
            logs.append(items)
            logs.append([*items[: place - 1], items[place], items[place - 1], *items[place + 1 :]])
    seen = Counter[str]()
    agree(game, slow, [(game.start(PLAYERS, log["setup"], None), items) for items in logs], seen)
    assert seen["whole"] >= 2 * 2
    assert min(seen[end] for end in ("none", "halted")) > 5, seen


def test_a_bid_without_a_value_is_left_to_the_careful_way() -> None:
    data = {"name": "small", "players": [2], "deal": {"sequence": [2, 2, 2]}, "bidding": {"least": "1 // (hand - 2)"}}
    scoring = {"tricks": {"cases": [{"points": "won + bid"}]}}
    game, sound = game_of({**data, "scoring": scoring}, 2), game_of({**data, "scoring": scoring, "bidding": {}}, 2)
    setup = {"dealer": "Ann"}
    items = in_short(sound, setup, played(sound, setup, random.Random(1)))
    batch, state = game.batch(), start(game, setup)
    assert batch is not None
    number = batch.add(state.players, setup, None, items)
    assert number is not None
    batch.work_out()
    assert batch.result_of(number, {}) is None
    with pytest.raises(FormulaError):
        Folded(game, state).go_on(items)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "spades"])  # drawn at random, that never ends
def test_a_game_that_goes_on_after_its_end_is_not_taken_over(name: str) -> None:
    game = cast(TrickGame, rulesets.table(rulesets.load_ruleset(name), len(PLAYERS)))
    log = recorded(name, seed=5)
    items = plainly(log["events"], 0)
    items += items[: items.index(next(item for item in items[1:] if "deal" in item))]
    seen = Counter[str]()
    agree(game, game, [(game.start(PLAYERS, log["setup"], None), items)], seen)
    assert seen["whole"] == 0


@pytest.mark.parametrize(
    "more",
    [
        {"scoring": {"tricks": {"cases": [{"points": "won / (hand - 2)"}]}}},
        {"scoring": {"tricks": {"cases": [{"points": "total / (hand - 2)"}]}}},
        {"end": {"when": "max(total) / (hand - 2) > 1000"}},
    ],
    ids=["points", "points-by-total", "end"],
)
def test_a_formula_without_a_value_is_left_to_the_careful_way(more: Data) -> None:
    data = {"name": "small", "players": [2], "deal": {"sequence": [2, 2, 2]}, **more}
    sound = {**data, "scoring": {"tricks": {"cases": [{"points": "won"}]}}, "end": {}}
    game, rng, setup = game_of(data, 2), random.Random(1), {"dealer": "Ann"}
    items = in_short(game_of(sound, 2), setup, played(game_of(sound, 2), setup, rng))
    state = start(game, setup)
    if batch := game.batch():
        number = batch.add(state.players, setup, None, items)
        assert number is not None
        batch.work_out()
        assert batch.result_of(number, {}) is None
    with pytest.raises(FormulaError):
        Folded(game, state).go_on(items)


NAMES = (*PLAYERS, "Eve", "Fay")


@pytest.mark.parametrize("name", GAMES)
def test_every_variant_reading_and_house_rule_gets_the_same_verdicts(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.engines.trick.record.TrickRecord.MOST", 4)
    rng, lines = random.Random(name), []
    for head in [*heads_in_use(name)][:: 1 if NIGHTLY else 3]:
        rules = rules_of(name, head)
        players = NAMES[: min(max(rules.get("players")), max(4, min(rules.get("players"))))]
        for number in range(3):
            drawn = simulate.simulate_game(rules, players, "deals", simulate.draw_of(5, number))
            log = {"game": name, **head, "players": players, "setup": drawn.setup, "events": drawn.items}
            lines.append(log := json.loads(json.dumps(log)))
            if number == 2:
                change(log["events"], rng)
    path = tmp_path / "rules.jsonl"
    path.write_text("".join(json.dumps(log, separators=(",", ":")) + "\n" for log in lines), encoding="utf-8")
    found = []
    for enough in (1, 10**9):
        monkeypatch.setattr(parts, "MANY", enough)
        found.append(list(judge_paths([str(path)], JudgeOptions())))
    in_batch = sum(verdict.table.folded.in_batch for verdict in found[0] if verdict.table)
    assert found[0] == found[1]
    assert [verdict.table.score for verdict in found[0] if verdict.table] == [
        verdict.table.score for verdict in found[1] if verdict.table
    ]
    assert in_batch > len(lines) // 3


def test_a_mixed_corpus_gets_the_same_verdicts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, lines = random.Random(3), []
    for name in GAMES:
        for number in range(12):
            log = recorded(name, seed=number, hands=4)
            log["events"] = plainly(log["events"], number % 5)
            if number % 4 == 3:
                change(log["events"], rng)
            lines.append(json.dumps(log, separators=(",", ":")))
    lines += (Path(__file__).parent.parent / "logs" / "legal" / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    lines += [
        '{"game":"luminars","players":["Ann","Ben"],"setup":{},"events":[]}',
        '{"game":"hearts","players":["Ann"]}',
    ]
    rng.shuffle(lines)
    lines[7], lines[20] = lines[7][:300], ""
    path = tmp_path / "mixed.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = []
    for enough in (1, 10**9):
        monkeypatch.setattr(parts, "MANY", enough)
        found.append(list(judge_paths([str(path)], JudgeOptions())))
    assert found[0] == found[1]
    assert {verdict.status for verdict in found[0]} == {"legal", "illegal", "unjudged"}
    whole = [verdict for verdict in found[0] if verdict.table and verdict.table.folded.in_batch]
    assert len(whole) > 15
    for verdict in whole:
        alone = next(other for other in found[1] if other.line == verdict.line)
        assert verdict.table.score == alone.table.score
        assert snapshot(verdict.table.state) == snapshot(alone.table.state)


FORMULAS = (
    "won", "7", "won - 3", "won * 1.5", "won / 2", "sum(won) - won", "min(won) + reds", "count(reds > 0) * 3 - won",
    "10 // won", "reds / (won - 1)", "hand + cards", "total + 1", "bags", "10 if all(won > 0) else won", "won == max(won)",
    "5 if any(reds == 2) else -4", "1 if dealer else 0", "players * hands", "sum(won - reds)",
)  # fmt: skip
WHENS = ("won > 0", "reds == 1", "count(won == 0) > 0", "dealer")
ENDS = ("max(total) >= 5", "min(total) < -2", "hand == 2", "sum(total) / (hand - 1) > 1")
PARTS = st.fixed_dictionaries(
    {"points": st.sampled_from(FORMULAS)}, optional={"when": st.sampled_from(WHENS), "each": st.sampled_from(["side"])}
)


@pytest.mark.slow
def test_points_by_any_formulas_come_to_the_same_end() -> None:
    seen = Counter[str]()

    @examples(150)
    @given(st.lists(PARTS, min_size=1, max_size=2), st.none() | st.sampled_from(ENDS), st.booleans(), st.integers(2, 4))
    def search(drawn: list[Data], end: str | None, bags: bool, players: int) -> None:
        plain: Data = {
            "name": "small",
            "players": [players],
            "deal": {"sequence": [3, 1, 2]},
            "count": {"reds": {"suit": "a"}},
            "scoring": {"tricks": {"cases": [{"points": "won"}]}},
        }
        if players == 4:
            plain["partners"] = "opposite"
        names = [{"each": part.pop("each", "player"), "cases": [part, {"points": "reds"}]} for part in map(dict, drawn)]
        data = {**plain, "scoring": {f"part{number}": part for number, part in enumerate(names)}}
        data |= {"end": {"when": end}} if end else {}
        data |= {"bags": {"count": "max(won - 1, 0)", "limit": 2, "points": -5}} if bags else {}
        game, slow, setup = game_of(data, players), careful(data, players), {"dealer": "Ann"}
        without_end = game_of(plain, players)
        items = in_short(without_end, setup, played(without_end, setup, random.Random(len(drawn))))
        ends = []
        for judged_by in (game, slow):
            try:
                (folded,) = (
                    together(game, [(start(game, setup), items)], seen)
                    if judged_by is game
                    else one_by_one(slow, [(start(slow, setup), items)])
                )
                ends.append(told(judged_by, folded))
            except FormulaError as error:
                ends.append((str(error),))
        assert ends[0] == ends[1]
        seen["without a value"] += len(ends[0]) == 1

    search()
    assert seen["whole"] > (50 if NIGHTLY else 25)
    assert seen["without a value"] > 3


@pytest.mark.slow
def test_small_games_by_any_rules_come_to_the_same_end() -> None:
    seen = Counter[str]()

    @examples(800)
    @given(drawn_rulesets(), st.integers(0, 10**6))
    def search(rules: tuple[Data, int], seed: int) -> None:
        data, players = rules
        game, rng = game_of(data, players), random.Random(seed)
        if game.batch() is None:
            seen["not made for"] += 1
            return
        logs = []
        for number in range(6):
            setup = setup_of(game, rng)
            items = in_short(game, setup, played(game, setup, rng))
            if number % 2 and any("trick" in item for item in items):
                change(items, rng)
            logs.append((start(game, setup), items))
        agree(game, careful(data, players), logs, seen)

    search()
    assert seen["whole"] > 100
    assert seen["holds"] > 100
    assert seen["halted"] > 20


@examples(300)
@given(st.data(), st.integers(0, 10**9))
def test_the_words_of_play_leave_the_same_cards(data: st.DataObject, seed: int) -> None:
    deck = build_deck(DECK)
    rng = random.Random(seed)
    plain = sorted(
        name
        for name, word in PLAY_WORDS.items()
        if word.by_state is None and name not in ("must_beat", "never_undertrump")
    )
    name = data.draw(st.sampled_from(plain))
    argument = True if name in ("follow_suit", "must_trump") else data.draw(SOFT_WORDS[name])
    printed = make_rankings(deck, {"wins": "highest", "tie": "earliest"})[NO_TRUMP]
    word = PLAY_WORDS[name].make(argument, deck, printed)
    narrow = narrow_by(word)
    held, gone, trumps = ([rng.getrandbits(12) for _ in range(50)] for _ in range(3))
    led = [rng.randrange(1, 2**12) for _ in range(50)]  # a suit that is asked for has cards
    columns = [np.array(masks, dtype=np.uint64) for masks in (led, trumps, gone, held)]
    table = dict(zip(("led", "trumps", "gone"), columns, strict=False))
    found = play_words.narrow(word, table, columns[3]).tolist()
    for row, cards in enumerate(held):
        ranking = SimpleNamespace(members=[led[row]], trumps=trumps[row], highest=True)
        state: Any = SimpleNamespace(led=0, ranking=ranking, gone=gone[row], table=0)
        assert found[row] == narrow(state, cards)
