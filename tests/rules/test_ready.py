"""Plain data of shipped rulesets: the same as their YAML says, and only while it says that."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import source
from referee.core.places import Key
from referee.rules import shipped


def shipped_files() -> list[Path]:
    return sorted(shipped.folder("rulesets").glob("*/*.yaml"))


@pytest.fixture
def from_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Rulesets, and a folder of plain data as a wheel has it, in a place of their own."""
    place = tmp_path / "rulesets" / "trick" / "hearts.yaml"
    place.parent.mkdir(parents=True)
    place.write_bytes(Path(str(shipped.shipped_path("hearts"))).read_bytes())
    plain = tmp_path / shipped.READY / "trick" / "hearts.json"
    plain.parent.mkdir(parents=True)
    plain.write_text(shipped.plain_data(str(place)), encoding="utf-8")
    monkeypatch.setattr(shipped, "path", lambda *parts: str(tmp_path.joinpath(*parts)))
    shipped.document.cache_clear()
    yield place
    shipped.document.cache_clear()


@pytest.mark.parametrize("path", shipped_files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_plain_data_are_what_the_yaml_says(path: Path) -> None:
    said = source.load(str(path)).data
    plain = json.loads(shipped.plain_data(str(path)))["data"]
    assert json.dumps(plain) == json.dumps(said)  # with the order of keys, and numbers as they are
    assert plain == said


def test_plain_data_are_read_and_the_yaml_is_not(from_a_wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = source.load(str(from_a_wheel)).data
    monkeypatch.setattr(source, "parse", None)
    found = shipped.document(str(from_a_wheel))
    assert found.data == data
    lines = source.read_text(str(from_a_wheel)).splitlines()
    assert found.place((Key("scoring"),)).line == 1 + lines.index("scoring:")


def test_an_edited_file_is_read_as_it_is(from_a_wheel: Path) -> None:
    edited = source.read_text(str(from_a_wheel)).replace("\npass:\n  cards: 3", "\npass:\n  cards: 2")
    assert "  cards: 2" in edited
    from_a_wheel.write_text(edited, encoding="utf-8")
    assert shipped.document(str(from_a_wheel)).data["pass"]["cards"] == 2


@pytest.mark.parametrize("broken", ["", "{", "{}", '{"of": 0, "data": {}}'])
def test_broken_plain_data_are_passed_over(from_a_wheel: Path, broken: str) -> None:
    plain = from_a_wheel.parents[2] / shipped.READY / "trick" / "hearts.json"
    plain.write_text(broken, encoding="utf-8")
    assert shipped.document(str(from_a_wheel)).data["name"] == "hearts"
