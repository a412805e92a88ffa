"""What `referee show` must say of a table, worked out from the position that the same table is written as."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from referee.core.family import Block
from referee.core.wording import number_of

Data = dict[str, Any]


def fishing(position: Data, data: Data, blocks: Sequence[Block]) -> None:
    """Asserts that a view of a fishing game, as data and as blocks, shows what its position says."""
    assert (data["hand"], data["phase"], data["dealer"]) == (position["hand"], position["phase"], position["dealer"])
    target = f", to {position['target']}" if position.get("target") is not None else ""
    assert blocks[0].lines == (f"Round {data['hand']}, {data['dealer']} deals{target}",)
    assert blocks[-1].lines == (f"Next: {data['next'] or 'nothing; the game is over'}.",)
    playing = "turn" in position
    assert ("stock" in data) == playing
    to_act = position.get("steps", [{"by": position.get("turn")}])[0]["by"] if playing else None
    assert data["turn"] == to_act
    piles, whole = position.get("piles", {}), [entry["player"] for entry in data["seats"]]
    heads = ["", "player", "total"]
    if playing:
        heads += [
            "harvested",
            *["okus"] * ("okus" in data),
            "hand",
            *["Luminaries"] * ("luminaries" in data["seats"][0]),
        ]
    assert blocks[1].headers == tuple(heads)
    for entry, row in zip(data["seats"], blocks[1].rows, strict=True):
        who = entry["player"]
        untold = position.get("untold", {}).get(who)
        assert entry["total"] == (None if untold else position["scores"][who])
        cells: list[Any] = ["→" if who == to_act else "", who, "?" if untold else position["scores"][who]]
        if playing:
            hand, unseen = position["hands"][who], position["unseen"][who]
            assert (entry["hand"], entry["unseen"]) == (hand, unseen)
            keeper = whole[whole.index(who) % (len(whole) // 2)] if entry["harvested"] and who not in piles else who
            taken = len(piles.get(who, ())) + position.get("piles_unseen", {}).get(who, 0)
            assert entry["harvested"] == taken or keeper != who
            cells += [entry["harvested"], *[position.get("okus", {}).get(who, 0)] * ("okus" in data)]
            cells.append(" + ".join([*[" ".join(hand)] * bool(hand), *[f"{unseen} unseen"] * bool(unseen)]))
            if "luminaries" in entry:
                claimed = position.get("claimed", {}).get(who, [])
                assert entry["luminaries"] == claimed
                cells.append(", ".join(claimed))
        assert row == tuple(cells)
    if playing:
        _fields(position, data, blocks[2].lines)


def _fields(position: Data, data: Data, lines: Sequence[str]) -> None:
    covered, starred = position.get("covered", {}), False
    for entry in data["fields"]:
        name, cards = entry["field"], [text.rstrip("*") for text in entry["cards"]]
        assert cards == [text.partition(" ")[0] for text in position["fields"][name]]  # without whose stockpile it is
        for text in entry["cards"]:
            below = any(card in text for card in covered)
            assert text.endswith("*") == below, (text, covered)
            starred |= below
        down, up = name in position.get("face_down", {}), position.get("luminaries", {}).get(name)
        if "face_down" in entry:
            assert (entry["luminary"], entry["face_down"]) == (up, down)
        under = position.get("under", {}).get(name, 0)
        assert entry.get("under", 0) == under
        head = name + (" · a Luminary face down" if down else f" · {up}" if up else "")
        head += f" ({number_of(under, 'cards')} under it)" if under else ""
        shown = [half.strip() for line in lines for half in line.split("│")]
        assert head in shown, (head, lines)
        rest = " ".join(shown[shown.index(head) :])
        assert all(text in rest for text in entry["cards"] or ["nothing"])
    pile = f"{number_of(position['stock'], 'cards')} in the pile"
    if "okus" in data:
        assert data["okus"] == position["okus"].get("box", 0)
        pile += f"; {data['okus']} okus on the box"
    assert data.get("named", {}) == position.get("named", {})
    legend = ["* a hidden card lies below"] * starred
    assert [line for line in lines[-1 - starred :] if not line.startswith(pile)] == legend, lines


def conspiracy(position: Data, data: Data, blocks: Sequence[Block]) -> None:
    """Asserts that a view of power structures, as data and as blocks, shows what its position says."""
    assert data["turn_number"] == position["number"]
    for key in ("uncontrolled", "destroyed"):
        assert sorted(data[key]) == sorted(position.get(key, []))
    assert data["deck"] == position["deck"]
    left = position.get("uncontrolled_money", {})
    assert data.get("uncontrolled_money", {}) == left
    said_open = position.get("open", {})
    money = sum(left.values())
    for who in position["structures"].values():
        money += who.get("money", 0) + sum(group.get("money", 0) for group in who.get("groups", {}).values())
    assert data["bank"] == position.get("bank", money)
    assert blocks[0].lines == (
        f"Turn {data['turn_number']}, {number_of(data['deck'], 'cards')} in the deck, {data['bank']} MB paid out by the bank",
    )
    text = "\n".join(line for block in blocks for line in (block.title, *block.lines))
    assert f"Next: {data['next']}." in text or not data["next"]
    words = " ".join(text.split())
    for name in (*data["uncontrolled"], *data["destroyed"]):
        assert f"{name} (" in words
    for name, amount in left.items():
        assert re.search(rf"{re.escape(name)} \([^)]*, {amount} MB\)", words)
    for entry in data["seats"]:
        structure = position["structures"].get(entry["player"], {})
        if not entry["in_game"]:
            continue
        groups = structure.get("groups", {})
        cards = {card["card"]: card for card in entry["cards"]}
        assert {*cards} == {structure["illuminati"], *groups}
        assert entry["illuminati"] == structure["illuminati"]
        assert entry["groups"] == len(cards)
        top = cards.pop(structure["illuminati"])
        known = {structure["illuminati"]: structure.get("money", 0)}
        known |= {name: group.get("money", 0) for name, group in groups.items()}
        for name, card in [(structure["illuminati"], top), *cards.items()]:
            least, most = said_open.get("money", {}).get(name, [known[name], known[name]])
            assert least <= known[name] <= most
            assert (card["money"], card.get("money_at_most", least)) == (least, most)
        assert top["master"] is None
        assert entry["money"] <= sum(known.values()) <= entry.get("money_at_most", entry["money"])
        for name, card in cards.items():
            ((master, side),) = groups[name]["on"].items()
            assert card["master"] == master
            holder = top if master == structure["illuminati"] else cards[master]
            assert holder["arrows"][side] == "holds"
        title = next(block.title for block in blocks if block.title.startswith(f"{entry['player']}:"))
        at_most = f"–{entry['money_at_most']}" if "money_at_most" in entry else ""
        assert f"Power {entry['power']}, {entry['money']}{at_most} MB" in title
    for name, sides in said_open.get("arrows", {}).items():
        assert any(
            line.startswith(f"{name} may be on the ") and all(side in line for side in sides)
            for line in data["not_known"]
        )
    for one in said_open.get("together", ()):
        assert any(all(name in line for name in one["on"]) for line in data["not_known"])
    assert set(data.get("not_known", ())) <= {line for block in blocks for line in block.lines}
