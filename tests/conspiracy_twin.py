"""A second opinion on attacks: numbers by direct reading of columns, with no code of the referee.

`COLUMNS` is a table of the printed cards, kept apart from the rulesets on purpose: Power, transferable Power, Resistance,
alignments as initials, and what an ability adds as `who|how|what|points`. Everything else is the rule text read once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

INITIALS = {"G": "Government", "C": "Communist", "L": "Liberal", "K": "Conservative", "P": "Peaceful", "V": "Violent",
            "S": "Straight", "W": "Weird", "R": "Criminal", "F": "Fanatic"}  # fmt: skip
AGAINST = {"G": "C", "C": "G", "L": "K", "K": "L", "P": "V", "V": "P", "S": "W", "W": "S", "F": "F"}

COLUMNS = """
The Bavarian Illuminati;10;10;;;
The Bermuda Triangle;8;8;;;
The Discordian Society;8;8;;;any|c|W|4
The Gnomes of Zurich;7;7;;;
The Network;7;7;;;
The Servants of Cthulhu;9;9;;;any|d|*|2
The Society of Assassins;8;8;;;any|n|*|4
The UFOs;6;6;;;
American Autoduel Association;1;0;5;VW;
Anti-Nuclear Activists;2;0;5;L;any|d|Nuclear Power Companies|2
Antiwar Activists;0;0;3;PL;
Big Media;4;3;6;LS;
Boy Sprouts;0;0;3;SP;
California;5;0;4;LWG;
CFL-AIO;6;0;5;L;
Chinese Campaign Donors;3;0;2;C;
C.I.A.;6;4;5;GV;
Clone Arrangers;6;2;6;VCR;any|d|*|3
Comic Books;1;0;1;WV;
Congressional Wives;1;0;4;KS;
Convenience Stores;1;0;4;S;
Copy Shops;1;0;3;P;
Cycle Gangs;0;0;4;VW;any|d|*|2
Democrats;5;0;4;L;
Eco-Guerrillas;0;0;6;LVW;
Empty Vee;3;0;3;;
Evil Geniuses for a Better Tomorrow;0;2;6;VW;any|cnd|Orbital Mind Control Lasers|4
Fast Food Chains;2;0;4;S;
F.B.I.;4;2;6;GS;
Federal Reserve;5;3;7;G;
Feminists;2;0;2;L;any|c|L|3
Fiendish Fluoridators;3;0;5;CF;
Flat Earthers;1;0;2;WK;
Fnord Motor Company;2;0;4;P;
Fraternal Orders;3;0;5;K;
Girlie Magazines;2;0;2;L;
Goldfish Fanciers;0;0;4;PF;
Gun Lobby;1;0;3;KV;
Hackers;1;1;4;WF;any|n|*|3
Health Food Stores;1;0;3;L;any|c|Anti-Nuclear Activists|2
Hollywood;2;0;0;L;
Intellectuals;0;0;3;WF;
International Cocaine Smugglers;3;0;5;R;any|c|Punk Rockers|4&any|c|Cycle Gangs|4&any|c|Hollywood|4
International Communist Conspiracy;7;0;8;C;any|c|C|3
I.R.S.;5;3;5;RG;
Junk Mail;1;0;3;R;any|c|Post Office|4
KGB;2;2;6;CV;any|d|*|2
KKK;2;0;5;KV;
L-4 Society;1;0;2;W;own|cnd|Orbital Mind Control Lasers|4
Libertarians;1;0;4;F;
Loan Sharks;5;0;5;RV;
Local Police Departments;0;0;4;KSV;
Madison Avenue;3;3;3;;any|c|Big Media|5&any|c|Empty Vee|5
Militia;2;0;4;VK;any|d|C|6
Moonies;2;0;4;PF;
Moral Minority;2;0;1;KSF;
Morticians;0;0;4;SP;
Multinational Oil Companies;6;0;4;;
Nephews of God;0;0;4;KF;
New York;7;0;8;VRG;
Nuclear Power Companies;4;0;4;K;
Orbital Mind Control Lasers;4;2;5;C;
Parent/Teacher Agglomeration;0;0;5;PKS;
Pentagon;6;0;6;GVS;
Phone Phreaks;0;1;1;RL;any|cnd|The Phone Company|3
Post Office;4;3;3;G;
Professional Sports;2;0;4;VF;
Psychiatrists;0;0;6;W;
Punk Rockers;0;0;4;W;
Recyclers;2;0;2;L;
Republicans;4;0;4;K;
Robot Sea Monsters;0;0;6;VC;
Science Fiction Fans;0;0;5;W;any|c|W|2
Semiconscious Liberation Army;0;0;8;RVLWC;any|d|*|1
S.M.O.F.;1;0;1;W;own|c|Science Fiction Fans|5&own|c|Trekkies|2
Society for Creative Anarchism;0;0;4;VW;
South American Nazis;4;0;6;KV;
Survivalists;0;0;6;KVF;
Tabloids;2;0;3;W;own|c|Convenience Stores|3
Texas;6;0;6;VKG;
The Mafia;7;0;7;RV;own|c|R|3
The Men In Black;0;2;6;RW;
The Phone Company;5;2;6;;
The United Nations;1;0;3;L;
Tobacco & Liquor Companies;4;0;3;S;
Trekkies;0;0;4;WF;
Triliberal Commission;5;0;6;LS;
TV Preachers;3;0;6;SF;own|c|Moral Minority|3
Underground Newspapers;1;1;5;CL;
Video Games;2;0;3;;own|c|Convenience Stores|3
Yuppies;1;1;4;K;
"""
"""card;power;transferable;resistance;alignments;ability. An ability is any or own (whoever of his cards attacks, or the
card itself), c n d for control, neutralize and destroy, an initial or a name or * for the targets, and the points."""


class Row:
    """One line of the table."""

    def __init__(self, line: str) -> None:
        self.name, power, transferable, resistance, self.alignments, ability = line.split(";")
        self.power, self.transferable, self.resistance = int(power), int(transferable), int(resistance or 0)
        self.abilities = [part.split("|") for part in ability.split("&") if part]


ROWS = {row.name: row for row in map(Row, COLUMNS.strip().splitlines())}


def depth(structure: Mapping[str, Any], card: str) -> int:
    """How many groups stand between a group and its Illuminati, in a structure written out as in a position."""
    count = 0
    master = next(iter(structure["groups"][card]["on"]))
    while master != structure["illuminati"]:
        count += 1
        master = next(iter(structure["groups"][master]["on"]))
    return count


def aligned(card: str, changed: Mapping[str, Sequence[str]]) -> str:
    """The initials of a card's alignments, as they are this turn."""
    if card in changed:
        return "".join(initial for initial, name in INITIALS.items() if name in changed[card])
    return ROWS[card].alignments


def bonus(owned: Sequence[str], attacker: str, kind: str, target: str, theirs: str) -> int:
    """What the abilities of the attacking player's cards add."""
    points = 0
    for card in owned:
        for who, when, whom, value in ROWS[card].abilities:
            if kind[0] in when and (who == "any" or card == attacker) and (whom in ("*", target) or whom in theirs):
                points += int(value)
    return points


def kind_of(attack: Mapping[str, Any]) -> str:
    """Whether an attack is to control, to neutralize or to destroy."""
    return next(word for word in ("control", "neutralize", "destroy") if word in attack)


def number(position: Mapping[str, Any], counts_as: str = "instead") -> int:
    """The number to roll in the attack under way, worked out from a position written out before the dice.

    `counts_as` is how Chinese Campaign Donors are read against a Government group: as that `instead`, or `as-well`.
    """
    attack = position["attack"]
    kind = kind_of(attack)
    target, attacker = attack[kind], attack["with"]
    structures = position["structures"]
    changed = position.get("aligned", {})
    mine = structures[position["turn"]]
    owned = [mine["illuminati"], *mine.get("groups", {})]
    owner = next((entry for entry in structures.values() if target in entry.get("groups", {})), None)
    ours, theirs = aligned(attacker, changed), aligned(target, changed)
    if attacker == "Chinese Campaign Donors" and kind == "control" and "G" in theirs:
        ours = "G" if counts_as == "instead" else f"G{ours.replace('G', '')}"
    alike = sum(initial in theirs for initial in ours if initial != "F")
    opposite = sum(AGAINST.get(initial, "") in theirs for initial in ours if initial in AGAINST)
    total = ROWS[attacker].power + sum(ROWS[card].transferable for card in attack.get("aid", ()))
    total += (4 * opposite - 4 * alike) if kind == "destroy" else (4 * alike - 4 * opposite)
    total += 6 if kind == "neutralize" else 0
    total += bonus(owned, attacker, kind, target, theirs)
    if kind == "destroy" and attack.get("special") != "Whispering Campaign":
        total -= ROWS[target].power
    else:
        hard = target == "Gun Lobby" and any(initial in ours for initial in "LCW")
        total -= 10 if hard else ROWS[target].resistance
        if owner is not None and "Survivalists" in owner["groups"] and target != "Survivalists":
            total -= 2
    if owner is not None and owner is not mine:
        total -= {0: 10, 1: 5, 2: 2}.get(depth(owner, target), 0)
    total += attack.get("money", 0) + attack.get("support", 0) - attack.get("oppose", 0)
    return total - 2 * attack.get("defence", 0) - attack.get("defence_illuminati", 0)


def forbidden(position: Mapping[str, Any], attack: Mapping[str, Any]) -> set[str]:
    """Which of the rules attacker, target, powerless, aid and immunity forbid an attack, in a position before it."""
    kind = kind_of(attack)
    target, attacker, aid = attack[kind], attack["with"], attack.get("aid", [])
    mine = position["turn"]
    where = {
        card: player
        for player, entry in position["structures"].items()
        if player not in position.get("out", ())
        for card in (entry["illuminati"], *entry.get("groups", {}))
    }
    times = position.get("used", {})
    illuminati = target in list(ROWS)[:8]
    if where.get(attacker) != mine:
        never = illuminati or (target == attacker and kind != "destroy")
        return {"attacker", "target"} if attacker in where and never else {"attacker"}
    if not illuminati and target not in where and target not in position.get("uncontrolled", ()):
        return {"target"}
    broken = set()
    if ROWS[attacker].power == 0 or times.get(attacker, 0) >= _limit(attacker):
        broken.add("attacker")
    if (
        illuminati
        or (kind == "control" and where.get(target) == mine)
        or (kind == "neutralize" and where.get(target, mine) == mine)
        or target == attacker
    ):
        broken.add("target")
    if kind == "destroy" and not illuminati and ROWS[target].power == 0:
        broken.add("powerless")
    for place, card in enumerate(aid):
        tired = where.get(card) != mine or times.get(card, 0) >= _limit(card)
        if tired or card in aid[:place] or card == attacker or ROWS[card].transferable == 0:
            broken.add("aid")
        if kind == "destroy" and card == target and not illuminati:
            broken.add("aid")
    owner = position["structures"].get(where.get(target), {"illuminati": ""})
    changed = position.get("aligned", {})
    coming = "".join(aligned(card, changed) for card in (attacker, *aid))
    if attacker == "Chinese Campaign Donors" and kind == "control" and "G" in aligned(target, changed):
        coming += "G"
    if owner["illuminati"] == "The Discordian Society" and any(initial in "GS" for initial in coming):
        broken.add("immunity")
    return broken


def _limit(card: str) -> int:
    return 2 if card == "The UFOs" else 1


CHANCES = {2: 1, 3: 3, 4: 6, 5: 10, 6: 15, 7: 21, 8: 26, 9: 30}
"""In how many of 36 ways two dice roll a number or less, 11 and 12 failing; below 2 in none, from 10 on in 33."""


def ways(wanted: int) -> int:
    """The chance of a number, in 36ths."""
    return 0 if wanted < 2 else CHANCES.get(wanted, 33)
