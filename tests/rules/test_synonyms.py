"""Words that designers try first, and the words of a family to which they are led."""

from pathlib import Path

import pytest
from command_runner import run

GUESSES = [
    ("hearts", "kitty: {}", "'kitty'; did you mean 'talon'?"),
    ("hearts", "widow: {}", "'widow'; did you mean 'talon'?"),
    ("spades", "teams: true", "'teams'; did you mean 'partners'?"),
    ("spades", "auction: {}", "'auction'; did you mean 'bidding'?"),
    ("spades", "play: {leads: dealer}", "'leads'; did you mean `lead:`?"),
    ("spades", "play: {must_overtrump: true}", "'must_overtrump'; did you mean `play.if_able.must_beat`?"),
    ("spades", "play: {if_able: {overtrump: true}}", "'overtrump'; did you mean 'must_beat'?"),
    ("hearts", "never_lead: QS", "'never_lead'; did you mean `play.if_able.never_lead`?"),
    ("hearts", "target: 50", "'target'; did you mean `end.target`?"),
    ("big-two", "jokers: [W]", "'jokers'; did you mean 'wild'?"),
    ("dou-dizhu", "kitty: 3", "'kitty'; did you mean 'talon'?"),
    ("dou-dizhu", "deal: {talon: 3}", "'talon'; did you mean `talon:`?"),
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
