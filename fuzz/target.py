"""What the fuzz targets share: how one is run, and what nothing that referee reads may do.

A target is a file `fuzz_NAME.py` with a function `TestOneInput(data: bytes)`, as atheris, libFuzzer and OSS-Fuzz call it. It
returns nothing; whatever it raises is a finding. Without atheris the functions can be called all the same, which the tests do
with every file of the corpus.
"""

from __future__ import annotations

import contextlib
import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

try:
    import atheris
except ImportError:
    atheris = None

HERE = Path(__file__).resolve().parent
CORPUS = HERE / "corpus"
TARGETS = tuple(sorted(path.stem.removeprefix("fuzz_") for path in HERE.glob("fuzz_*.py")))
LONGEST = 4_000
"""The most characters of one line that referee may say about an input."""

Target = Callable[[bytes], None]
Way = tuple[Any, ...]


def instrumented() -> AbstractContextManager[None]:
    """The fuzzer watches what is imported inside, and looks for inputs that reach new code."""
    if atheris is None:
        return contextlib.nullcontext()
    return atheris.instrument_imports(include=["referee"])  # type: ignore[no-any-return]


def fuzz(target: Target, *, of_data: bool = False) -> None:
    """Runs a target under libFuzzer with the arguments of the command line; `of_data` changes inputs as JSON, mostly."""
    if atheris is None:
        sys.exit("atheris is not installed; pip install -e '.[fuzz]'")
    atheris.Setup(sys.argv, target, **({"custom_mutator": _changed} if of_data else {}))
    atheris.Fuzz()


def text_of(data: bytes) -> str:
    """The input as text; nothing where it is not UTF-8, which referee says before it reads further."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return ""


def require_lines(said: Iterable[str]) -> None:
    """Whatever is said about an input is a short line each."""
    for line in said:
        assert line, "an empty message"
        assert "\n" not in line, f"a message of several lines: {line!r}"
        assert len(line) <= LONGEST, f"a message of {len(line)} characters: {line[:200]!r}"


JUNK: tuple[Any, ...] = (
    None, 0, 1, -1, 2, 13, 1.5, 10**9, 10**17, True, False, "", "x", "Ann", "all", "play", "pass", "{0}", "é\u202e", [], {},
    [1], ["x"], [[]], [None], {"Ann": 1}, {"x": None}, {"": 1}, {"1": 1},
)  # fmt: skip


def _changed(data: bytes, most: int, seed: int) -> bytes:
    """An input changed by one step: a value of it as JSON where it is that, three times of four, else some bytes."""
    rng = random.Random(seed)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict | list) or not value or rng.random() < 0.25:
        changed: bytes = atheris.Mutate(data, most)
        return changed
    for _ in range(rng.choice((1, 1, 2, 4))):
        spoil(value, rng)
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")[:most]


def ways(value: Any, way: Way = ()) -> Iterator[Way]:
    """The way to every value within plain data."""
    if way:
        yield way
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from ways(value[key], (*way, key))


def spoil(value: Any, rng: random.Random) -> None:
    """One step: a value replaced by junk or by another of the same input, taken out, doubled, swapped, or under another key."""
    found = list(ways(value))
    if not found:
        return
    way, other = rng.choice(found), rng.choice(found)
    holder, there = _at(value, way[:-1]), json.loads(json.dumps(_at(value, other)))
    act = rng.randrange(8)
    if act < 2:
        holder[way[-1]] = json.loads(json.dumps(rng.choice(JUNK)))
    elif act < 4:
        holder[way[-1]] = there
    elif act == 4:
        del holder[way[-1]]
    elif isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), json.loads(json.dumps(holder[way[-1]])))
    elif act == 5:
        holder[str(rng.choice([key for step in found for key in step if isinstance(key, str)]))] = holder.pop(way[-1])
    elif act == 6 and isinstance(there, str):
        holder[there] = holder[way[-1]]
    else:
        number = holder[way[-1]]
        holder[way[-1]] = number + rng.choice((-1, 1)) if isinstance(number, int) else [number, there]


def _at(value: Any, way: Way) -> Any:
    for key in way:
        value = value[key]
    return value
