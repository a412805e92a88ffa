"""Words that designers try first, and the words of a family to which they are led."""

from pathlib import Path

import pytest
from command_runner import run

from referee.rules import shipped
from referee.source import schema_faults

GUESSES = [
    ("hearts", "kitty: {}", "'kitty'; did you mean 'talon'?"),
    ("hearts", "widow: {}", "'widow'; did you mean 'talon'?"),
    ("spades", "teams: true", "'teams'; did you mean 'partners'?"),
    ("spades", "auction: {}", "'auction'; did you mean 'bidding'?"),
    ("spades", "play: {leads: dealer}", "'leads'; did you mean `lead`?"),
    ("spades", "play: {must_overtrump: true}", "'must_overtrump'; did you mean `play.if_able.must_beat`?"),
    ("spades", "play: {if_able: {overtrump: true}}", "'overtrump'; did you mean 'must_beat'?"),
    ("hearts", "never_lead: QS", "'never_lead'; did you mean `play.if_able.never_lead`?"),
    ("hearts", "target: 50", "'target'; did you mean `end.target`?"),
    ("big-two", "jokers: [W]", "'jokers'; did you mean 'wild'?"),
    ("dou-dizhu", "kitty: 3", "'kitty'; did you mean 'talon'?"),
    ("dou-dizhu", "deal: {talon: 3}", "'talon'; did you mean `talon`?"),
    ("dou-dizhu", "deal: {bottom: 3}", "'bottom'; did you mean `talon`?"),
    ("spades", "leader: dealer", "'leader'; did you mean 'lead'?"),
    ("big-two", "leads: {}", "'leads'; did you mean 'lead'?"),
    ("big-two", "lead: {card: 3C}", "'card'; did you mean `lead.by.holder_of`?"),
    ("gin-rummy", "deal: {rounds: 4}", "'rounds'; did you mean 'hands'?"),
    ("cassino", "deal: {deals: 4}", "'deals'; did you mean 'hands'?"),
    ("gin-rummy", "deadwood: {}", "'deadwood'; did you mean 'idle'?"),
    ("gin-rummy", "joker: W", "'joker'; did you mean 'wild'?"),
    ("four-colours", "uno: {}", "'uno'; did you mean 'last_card'?"),
    ("cassino", "capture: {}", "'capture'; did you mean 'harvest'?"),
    ("cassino", "builds: true", "'builds'; did you mean 'stockpile'?"),
    ("president", "combinations: {four: {revolution: true}}", "'revolution'; did you mean 'turns_ranks'?"),
    ("president", "play: {eight_enders: true}", "'eight_enders'; did you mean 'closes'?"),
    ("president", "tribute: {cards: 1}", "'tribute'; did you mean 'exchange'?"),
    ("rummy", "table: {initial: 40}", "'initial'; did you mean 'first_needs'?"),
    ("rummy", "turn: {draw: stock}", "'draw'; did you mean 'pile'?"),
    ("four-colours", "zeros: {}", "'zeros'; did you mean 'effects'?"),
    ("four-colours", "draw: {until: playable}", "'until'; did you mean 'most'?"),
    ("mau-mau", "effects: {jacks: {asks: suit}}", "'asks'; did you mean 'names'?"),
    ("briscola", "stock: {draw: 4}", "'draw'; known here: first, turned, tricks_count, when_out"),
    ("euchre", "bidding: {auction: {}}", "'auction'; did you mean 'calls'?"),
    ("illuminati", "bribes: {}", "'bribes'; did you mean 'bribery'?"),
]


@pytest.mark.parametrize(("game", "text", "message"), GUESSES)
def test_a_guess_leads_to_the_word(game: str, text: str, message: str, tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(f"extends: {game}\nwhy: a guess\n{text}\n")
    assert f"unknown key {message}\n" in run("check", str(house)).out


def test_no_key_is_offered_that_only_looks_a_little_like_it(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("extends: cassino\nwhy: a guess\nscoring: {most: {cards: {lowest: 3}}}\n")
    assert "unknown key 'lowest'; known here: cards, points, best" in run("check", str(house)).out


BY_FAMILY = {
    "trick": {
        "talon": "kitty widow blind dog skat discard",
        "bidding": "auction bid contract contracts nil misere slam",
        "partners": "teams partnership sides",
        "play.follow_suit": "follow must_follow follow_suit",
        "lead": "leader first_lead opening_lead leads",
        "play.if_able.must_trump": "must_trump ruff must_ruff",
        "play.if_able.must_beat": "overtrump overruff",
        "trick.trump": "trumps trump_suit",
        "trick.order": "ranking card_order",
        "trick.no_trump_order": "no_trump",
        "count": "values points card_points pip_values last_trick honours capot",
        "declare": "melds marriage declarations",
        "outside": "jokers wild",
        "pass": "passing pass_cards exchange",
        "leave_out": "removed strip",
        "bidding.doubles": "double doubling",
        "deal.next_dealer": "dealer rotation",
        "end.target": "target goal",
        "end.winner": "winner win",
        "end.tied": "tiebreak",
        "turned": "turn_up",
        "players": "number_of_players",
    },
    "meld": {
        "melds": "sets runs sequences canasta",
        "wild": "jokers deuces",
        "stock": "pile discard_pile",
        "turn": "draw pickup take_discard frozen",
        "declare": "knock gin going_out out undercut big_gin initial_meld first_meld opening",
        "idle": "deadwood",
        "lay_off": "layoff",
        "values": "points card_points",
        "partners": "teams partnership",
        "end.target": "target goal",
        "bonuses": "bonus boxes",
    },
    "shedding": {
        "effects": "wild eights skip reverse action_cards actions seven_zero swap wild_draw_four",
        "draw_cards": "draw_two stack stacking challenge",
        "last_card": "uno mau knock",
        "stock": "discard_pile reshuffle starter",
        "draw": "pass",
        "values": "points card_points",
        "end.target": "target goal",
        "deal.each": "hand_size cards_each",
    },
    "fishing": {
        "harvest": "capture take pairing combining sum",
        "stockpile": "build builds",
        "sow": "trail trailing",
        "clearing": "sweep sweeps scopa",
        "deal.fields": "table layout pool",
        "values": "points face_cards",
        "scoring": "most_cards most_spades big_casino primiera",
        "end.leftovers": "last last_cards",
        "end.tied": "tie tiebreak",
        "partners": "teams partnership",
    },
    "climbing": {
        "combinations": "singles pairs sets straights combos melds bomb beats revolution",
        "exchange": "pass passing swap tax",
        "lead": "first_lead leader opening",
        "titles": "president scum roles",
        "order": "ranks rank ranking card_order",
        "wild": "jokers twos",
        "talon": "kitty widow",
        "bidding": "auction bid landlord",
        "calls": "tichu grand_tichu",
        "play.closes": "burn eights",
        "play.equal_skips": "skip",
        "values": "points card_points",
    },
    "conspiracy": {
        "attack": "control destroy aid interference privileged dice roll",
        "groups": "cards power resistance income",
        "goals": "victory win winner tiebreak",
        "turn": "free_actions first_player order",
        "moving": "transfer move",
        "gifts": "gift trade",
        "bribery": "bribes",
        "specials": "special_cards",
        "tax": "taxes",
    },
}
"""Words of published rules, and the word of a family that each of them leads to."""


@pytest.mark.parametrize("family", BY_FAMILY)
def test_words_of_published_rules_lead_to_the_word(family: str) -> None:
    schema = shipped.schema(f"{family}.schema.json")
    wrong = []
    for meant, guesses in BY_FAMILY[family].items():
        for guess in guesses.split():
            told = [message for _, message in schema_faults({guess: 1}, schema, store=shipped.SCHEMAS)]
            sign = "`" if "." in meant else "'"
            if f"unknown key '{guess}'; did you mean {sign}{meant}{sign}?" not in told:
                wrong.append((guess, meant, [message for message in told if repr(guess) in message]))
    assert wrong == []


@pytest.mark.parametrize("family", [name for name in BY_FAMILY if name != "conspiracy"])
def test_cards_of_the_deal_are_each(family: str) -> None:
    schema = shipped.schema(f"{family}.schema.json")
    told = [message for _, message in schema_faults({"deal": {"cards": 7}}, schema, store=shipped.SCHEMAS)]
    assert "unknown key 'cards'; did you mean 'each'?" in told
