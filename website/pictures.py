"""The pictures of tables in the documentation, drawn from example games: `python -m website.pictures` draws docs/pictures."""

from __future__ import annotations

from pathlib import Path

from referee.judging.read import load_log
from referee.judging.replay import replay
from referee.replay.picture import picture

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
SHOWN = {
    "trick": ("illuminate", 199),
    "meld": ("luminars", 56),
    "fishing": ("illimat", 97),
    "conspiracy": ("illuminati", 60),
}
"""For each picture a game, and the event after which its table is drawn."""


def drawn(name: str) -> str:
    """One of the pictures, as SVG."""
    game, event = SHOWN[name]
    table = replay(load_log(str(ROOT / "examples" / game / "friday.yaml")), until=event)
    return picture(table.game, table.state, table.game.options(table.state))


if __name__ == "__main__":
    for name in SHOWN:
        (FOLDER / f"{name}.svg").write_text(f"{drawn(name)}\n", encoding="utf-8")
