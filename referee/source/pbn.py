"""Portable Bridge Notation 2.1, as clubs and championships publish it: its records, with the tags that each may leave out.

Source: the PBN standard, version 2.1 (tistis.nl/pbn).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from referee.source.boards import Board
from referee.source.records import quote

BEGIN = ("event", "board", "deal")
"""Tags with which a record begins, if the empty line before it is missing."""
WHICH = ("site", "date", "event", "stage", "round", "hometeam", "visitteam")
"""Tags that hold until the next event."""
CARRIED = ("board", "dealer", "vulnerable", "deal", "scoring")
"""Tags that the next record of the same board need not repeat."""

_PART = re.compile(
    r"""(?m:^%[^\n]*) | (?P<blank>\n[ \t]*(?=\n)) | ;(?P<rest>[^\n]*)
      | \{(?P<comment>[^}\[]*(?:\[(?!\s*(?:Event|Board|Deal)\b)[^}\[]*)*)(?P<closed>\}?)
      | \[\s*(?P<tag>[A-Za-z_]\w*)(?:\s*"(?P<value>[^"\\\n]*(?:(?:\\.|"(?!\s*\]))[^"\\\n]*)*)"\s*|\s(?P<bare>[^"\[\]\n]*))\]
      | (?P<broken>\[\s*[A-Za-z_]\w*\s*"[^\n]*) | (?P<text>\[?[^\[{;\n]+|\[) | \n""",
    re.VERBOSE,
)


def records(text: str) -> Iterator[Board]:
    """Yield the boards of a text, and what else stands where a board could.

    A tag "#" has the value that it had before; "##" and a value hold for all that follows; a record of the same board repeats
    nothing.
    """
    values: dict[str, str] = {}
    lasting: set[str] = set()
    before: Mapping[str, tuple[str, int]] = {}
    for record in tagged_records(text):
        tags = record.tags
        same_board = tags.keys().isdisjoint((*BEGIN, "dealer", "vulnerable"))
        carried = (*WHICH, *CARRIED) if same_board else () if "event" in tags else WHICH
        tags |= {tag: before[tag] for tag in carried if tag in before and tag not in tags}
        for tag, (value, at) in tags.items():
            if value.startswith("#"):
                if value.startswith("##"):
                    lasting.add(tag)
                value = values.get(tag, "") if value == "#" else value.removeprefix("##")
                tags[tag] = value, at
            values[tag] = value
        tags |= {tag: (values[tag], -1) for tag in lasting - tags.keys()}
        before = tags or before
        if tags:
            record.read(*(tags[tag][0] for tag in WHICH if tag in tags))
        yield record


def tagged_records(text: str) -> Iterator[Board]:
    """Yield the records with their own tags. An empty line ends a record; so does a tag that begins the next one."""
    record: Board | None = None
    section = ""
    for part in _PART.finditer(text):
        kind, at = part.lastgroup, part.start()
        name = (part["tag"] or "").lower()
        if record is not None and (kind == "blank" or (name in BEGIN and name in record.tags)):
            yield record
            record, section = None, ""
        if kind not in (None, "blank") and not part[0].isspace():
            record = record or Board(at)
        if record is None or kind in (None, "blank"):
            pass
        elif name:
            value = part["value"].replace('\\"', '"').replace("\\\\", "\\") if kind == "value" else part["bare"].strip()
            number, colon, note = value.partition(":")
            if name == "note":
                record.notes[section, number.strip()] = (note if colon else value).strip()
            elif name in record.tags:
                record.doubt(at, f"a second tag {part['tag'][:40]}, {quote(value)}, is not read")
            else:
                record.tags[name] = value, at
            section = section if name == "note" else name
        elif kind in ("closed", "rest"):
            record.comments.append((part["comment"] or part["rest"] or "").strip())
            if kind == "closed" and not part["closed"]:
                record.doubt(at, "a comment that begins here does not end")
        elif kind == "broken":
            record.doubt(at, f"the tag {quote(part[0])} is not complete, and is not read")
        elif section in record.sections:
            record.sections[section].append((at, part[0]))
        elif not section and not part[0].isspace():
            record.doubt(at, f"{quote(part[0].strip())} belongs to no tag")
    if record is not None:
        yield record
