"""Count what the code decides, and how densely it is packed.

    python .ci/decisions.py              whether all is within .ci/limits.toml, package by package; exit code 1 if not
    python .ci/decisions.py --lower      bring the limits down to what is there
    python .ci/decisions.py --worst 20   the functions that decide most, too

A decision is an `if`, a loop, an `except`, an `assert`, a `case`, a conditional expression, each loop and each condition of a
comprehension, and each further operand of `and` and `or`. Decisions are what a reader must keep in mind, however the code is
laid out, and so they are the size of a package. Lines are no measure: a limit on lines turns statements into expressions.

Density is how often a pattern that packs several steps into one occurs in 10,000 tokens (names, operators and numbers). It is
counted over the whole program, so a small module may use one where it reads well.

A package may decide less at any time. A limit that goes up is a line of a commit, and the commit says why.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMITS = ROOT / ".ci/limits.toml"

Function = ast.FunctionDef | ast.AsyncFunctionDef
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Branch = ast.If | ast.IfExp | ast.For | ast.AsyncFor | ast.While | ast.ExceptHandler | ast.Assert | ast.match_case


@dataclass
class Tally:
    """What was counted in one or more files."""

    decisions: int = 0
    tokens: int = 0
    patterns: Counter[str] = field(default_factory=Counter)
    functions: dict[str, int] = field(default_factory=dict)
    """The decisions of each function, by `path:line name`; those of a function inside it are not its own."""

    def add(self, other: Tally) -> None:
        """Add what was counted elsewhere."""
        self.decisions += other.decisions
        self.tokens += other.tokens
        self.patterns += other.patterns
        self.functions |= other.functions

    def density(self, pattern: str) -> float:
        """Return how often a pattern occurs in 10,000 tokens."""
        return 10_000 * self.patterns[pattern] / max(self.tokens, 1)

    def share_over(self, decisions: int) -> float:
        """Return the per cent of functions with more than a number of decisions."""
        over = [one for one in self.functions.values() if one > decisions]
        return 100 * len(over) / max(len(self.functions), 1)


def decisions_at(node: ast.AST) -> int:
    """Return the decisions of one node of the syntax tree, without those of its children."""
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return 1 + len(node.ifs)
    return int(isinstance(node, Branch))


def body_of(function: Function) -> Iterator[ast.AST]:
    """Yield the nodes of a function without those of functions inside it."""
    waiting: list[ast.AST] = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, Function):
            continue
        yield node
        waiting += ast.iter_child_nodes(node)


def is_involved(node: Comprehension) -> bool:
    """Return whether a comprehension has two loops or conditions, or a choice or another comprehension inside."""
    conditions = sum(len(generator.ifs) for generator in node.generators)
    if len(node.generators) > 1 or conditions > 1:
        return True
    for part in ast.walk(node):
        if part is not node and isinstance(part, ast.IfExp | ast.BoolOp | Comprehension):
            return True
    return False


def is_packed_assignment(node: ast.Assign) -> bool:
    """Return whether an assignment gives several names their values at once: `a, b = x, y`."""
    return isinstance(node.value, ast.Tuple) and isinstance(node.targets[0], ast.Tuple)


def is_display(node: ast.AST) -> bool:
    """Return whether a node writes out a list, a tuple or a set, rather than taking one apart."""
    if isinstance(node, ast.List | ast.Tuple):
        return isinstance(node.ctx, ast.Load)
    return isinstance(node, ast.Set)


def patterns_at(node: ast.AST) -> Iterator[str]:
    """Yield the name of each pattern that a node, with its direct children, is a case of."""
    if isinstance(node, ast.IfExp):
        yield "conditional expressions"
    if isinstance(node, Comprehension) and is_involved(node):
        yield "involved comprehensions"
    if isinstance(node, ast.Lambda):
        yield "lambda"
    if isinstance(node, ast.NamedExpr):
        yield "walrus"
    if isinstance(node, ast.Assign) and is_packed_assignment(node):
        yield "a, b = x, y"
    # `and` and `or` are at home in a condition and in the answer of a function; elsewhere they stand for an `if`.
    at_home = isinstance(node, ast.If | ast.While | ast.Assert | ast.Return | ast.BoolOp)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.BoolOp) and not at_home:
            yield "and/or as a value"
        if isinstance(child, ast.Starred) and is_display(node):
            yield "stars in displays"


def tokens_in(text: str) -> int:
    """Return the number of names, operators and numbers; an f-string is one string in every version of Python."""
    start = getattr(tokenize, "FSTRING_START", None)
    end = getattr(tokenize, "FSTRING_END", None)
    count = 0
    inside = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == start:
            inside += 1
        elif token.type == end:
            inside -= 1
        elif inside == 0 and token.type in (tokenize.NAME, tokenize.OP, tokenize.NUMBER):
            count += 1
    return count


def tally_of(path: Path, name: str) -> Tally:
    """Count one file, which is called by a name."""
    text = path.read_text(encoding="utf-8")
    tally = Tally(tokens=tokens_in(text))
    for node in ast.walk(ast.parse(text)):
        tally.decisions += decisions_at(node)
        tally.patterns.update(patterns_at(node))
        if isinstance(node, Function):
            # 1, since a function without a decision has one way through it
            tally.functions[f"{name}:{node.lineno} {node.name}"] = 1 + sum(map(decisions_at, body_of(node)))
    return tally


def tallies(root: Path) -> dict[str, Tally]:
    """Count every package of the program: `referee` itself, each folder in it, and each family of games."""
    found: dict[str, Tally] = {}
    for path in sorted((root / "referee").rglob("*.py")):
        parts = path.relative_to(root).parts[:-1]
        deepest = 3 if parts[1:2] == ("engines",) else 2
        package = "/".join(parts[:deepest])
        found.setdefault(package, Tally()).add(tally_of(path, path.relative_to(root).as_posix()))
    return found


def whole(packages: Mapping[str, Tally]) -> Tally:
    """Return the tally of all packages together."""
    total = Tally()
    for tally in packages.values():
        total.add(tally)
    return total


def current(packages: Mapping[str, Tally], limits: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Return what is there of all that has a limit, in the form of the limits; each package has one, written or not."""
    total = whole(packages)
    return {
        "decisions": {package: tally.decisions for package, tally in packages.items()},
        "density": {pattern: round(total.density(pattern), 1) for pattern in limits["density"]},
        "functions": {name: round(total.share_over(int(name)), 1) for name in limits["functions"]},
    }


def excesses(there: Mapping[str, Mapping[str, float]], limits: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """Yield a line for everything that is over its limit, or has none."""
    for section, counts in there.items():
        for name, count in counts.items():
            limit = limits[section].get(name)
            if limit is None:
                yield f"{section}, {name}: {count} without a limit; write one in {LIMITS.relative_to(ROOT)}"
            elif count > limit:
                yield (
                    f"{section}, {name}: {count}, over its limit of {limit}; decide less, "
                    f"or raise it in {LIMITS.relative_to(ROOT)} and say why in the commit"
                )


def lowered(text: str, there: Mapping[str, Mapping[str, float]]) -> str:
    """Return the text of the limits with each that is above what is there brought down to it."""
    section = ""
    lines: list[str] = []
    for line in text.splitlines():
        heading = re.fullmatch(r"\[(\w+)\].*", line)
        if heading:
            section = heading[1]
        entry = re.fullmatch(r'("?)(.+?)\1 = ([\d.]+)', line)
        if entry:
            count = there[section].get(entry[2], 0)
            line = f"{entry[1]}{entry[2]}{entry[1]} = {min(count, float(entry[3])):g}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def main() -> int:
    """Print what was counted, and return 1 if anything is over its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lower", action="store_true")
    parser.add_argument("--worst", type=int, default=0, metavar="N")
    options = parser.parse_args()
    text = LIMITS.read_text(encoding="utf-8")
    limits = tomllib.loads(text)
    packages = tallies(ROOT)
    there = current(packages, limits)
    if options.lower:
        LIMITS.write_text(lowered(text, there), encoding="utf-8")
        return 0
    for section, counts in there.items():
        for name, count in counts.items():
            print(f"{section:10} {name:28} {count:8g} of {limits[section].get(name, 'none')}")
    total = whole(packages)
    print(f"all of it: {total.decisions} decisions in {len(total.functions)} functions, {total.tokens} tokens")
    by_decisions = sorted(total.functions.items(), key=lambda function: -function[1])
    for name, decisions in by_decisions[: options.worst]:
        print(f"{decisions:4} {name}")
    over = list(excesses(there, limits))
    for line in over:
        print(line, file=sys.stderr)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
