"""What may be written at the cursor, in every family: nothing that is illegal, and everything that is legal."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.editing.judged import JudgedLog
from referee.editing.offers import cursor_at, offers_in_log

ROOT = Path(__file__).resolve().parent.parent.parent
LOGS = ["bridge", "hearts", "gin-rummy", "illimat", "illuminati", "cassino"]


@pytest.mark.parametrize("name", LOGS)
def test_whole_moves_are_the_legal_ones_and_each_reads(name: str) -> None:
    path = f"examples/{name}/friday.yaml"
    text = (ROOT / path).read_text(encoding="utf-8")
    judged = JudgedLog(text, path, ask=False)
    for index, piece in list(enumerate(judged.draft.pieces))[::19]:
        begun = f"{text[: piece.start]}  - "
        judged = JudgedLog(begun, path, ask=False)
        found = offers_in_log(judged, begun, len(begun))
        moves = [offer for offer in found.offers if offer.kind == "move"]
        played = judged.before(index)
        assert played is not None
        legal = played.game.options(played.state).legal
        assert len(moves) == (
            0 if legal and "pass" in legal[0].item else len(legal)
        )  # several cards are passed at once
        for offer, option in zip(moves[:3], legal[:3], strict=False):
            judged = JudgedLog(begun + offer.text, path, ask=False)
            assert judged.draft.pieces[-1].data == option.item
            assert not [each for each in judged.findings if each.kind == "violation"]


@pytest.mark.parametrize(
    ("text", "word", "key", "inside"),
    [
        ("- play: K", "K", "play", ""),
        ("- trick: [KH, 2", "2", "trick", "["),
        ("- {play: ", "", "play", "{"),
        ("- bids: {Ann: 1, B", "B", "", "{"),
        ("- bids: {Ann: ", "", "Ann", "{"),
        ("- play: 'har", "har", "play", ""),
        ("- play: KH\n  sta", "sta", "", ""),
        ("setup: {roles: {Ann: do", "do", "Ann", "{{"),
        ("players: [Ann, Ben]\nga", "ga", "", ""),
        ("- resolve: Mk1:1", "Mk1:1", "resolve", ""),
    ],
)
def test_what_stands_before_the_cursor(text: str, word: str, key: str, inside: str) -> None:
    cursor = cursor_at(text, len(text))
    assert (cursor.word, cursor.key, cursor.inside) == (word, key, inside)


@pytest.mark.parametrize(
    ("path", "begun", "moves"),
    [
        ("president/friday", "{round: [7C, pass, ", "8D 9S 10H JH QC pass"),
        ("whist/friday", "trick: ", "[5C] [6C] [JC] [2D] [3D] [8D] [JD] [QD] [5H] [AH] [4S] [6S] [7S]"),
        ("mau-mau/friday", "{plays: [draw 9H, ", "pass"),
    ],
)
def test_what_comes_next_in_a_short_form(path: str, begun: str, moves: str) -> None:
    text = (ROOT / f"examples/{path}.yaml").read_text(encoding="utf-8")
    typed = text[: text.index(f"  - {begun[:8]}")] + f"  - {begun}"
    offers = offers_in_log(JudgedLog(typed, f"{path}.yaml", ask=False), typed, len(typed)).offers
    assert " ".join(offer.text for offer in offers if offer.kind == "move") == moves
