"""Rulesets and schemas, in the package or next to it or in REFEREE_PATH: their paths, and their data, read when needed."""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from glob import glob
from typing import TYPE_CHECKING, Any

from referee import source
from referee.core.exact import exact
from referee.core.wording import in_list
from referee.source import Document
from referee.source.text import Node

if TYPE_CHECKING:
    from pathlib import Path

_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
NOT_GAMES = ("decks", "house")
SUFFIXES = (".yaml", ".yml", ".json")
ABOVE_THE_EVENTS = 1000
"""So many letters of a shipped log are enough to see its game."""
EXAMPLES = ".examples"
"""The ending of the name of a file of examples: illuminate.examples.yaml beside illuminate.yaml."""


def path(*parts: str) -> str:
    """Return the path of a shipped file: path('schemas', 'log.schema.json')."""
    return os.path.join(_top(parts[0], _PACKAGE), *parts[1:])


def examples_beside(ruleset: str) -> str:
    """Return the path that the examples of a ruleset have if they stand in a file of their own."""
    root, suffix = os.path.splitext(ruleset)
    return root + EXAMPLES + suffix


def ruleset_of_examples(path: str) -> str:
    """Return the path of the ruleset whose examples a file holds; any other path unchanged."""
    root, suffix = os.path.splitext(path)
    return root.removesuffix(EXAMPLES) + suffix


@cache
def _top(name: str, package: str) -> str:
    """Return the folder with this name, in the package or else next to it; looked up once."""
    inside = os.path.join(package, name)
    if os.path.isdir(inside):
        return inside
    return os.path.join(os.path.dirname(package), name)


def docs() -> str:
    """Return the folder of the documentation: the site, in the package of an installed release or as built in a checkout;
    without one the pages as they were written, in Markdown."""
    places = (os.path.join(_PACKAGE, "site"), os.path.join(os.path.dirname(_PACKAGE), "build", "site"))
    for place in places:
        if os.path.isfile(os.path.join(place, "index.html")):
            return place
    return path("docs")


def recorded_games(game: str) -> dict[str, str]:
    """Return the paths of the logs of a game that are shipped as examples, by their names: 'friday', 'score-pad' …

    Those with a fault come last; they stand together, whatever their game.
    """
    found: dict[str, str] = {}
    for folder in (game, "broken"):
        for log in sorted(glob(path("examples", folder, "*.yaml"))):
            with open(log, encoding="utf-8") as file:
                if re.search(rf"^game: {re.escape(game)}(@|$)", file.read(ABOVE_THE_EVENTS), re.MULTILINE):
                    found.setdefault(os.path.splitext(os.path.basename(log))[0], log)
    return found


def rule_page(game: str, rule: str) -> str | None:
    """Return the place of a rule on the page of its game, if the documentation is here and has one."""
    page = os.path.join(docs(), "rules", game, "index.html")
    if not os.path.isfile(page):
        return None
    return f"{page}#{rule}"


def shipped_path(name: str, *, house: bool = False) -> str | None:
    """The path of the shipped game, or with `house` the house rule, of this name; None if there is none."""
    kinds = ["house"]
    if not house:
        kinds = [kind for kind in sorted(os.listdir(path("rulesets"))) if kind not in NOT_GAMES]
    for kind in kinds:
        place = path("rulesets", kind, f"{name}.yaml")
        if os.path.isfile(place):
            return place
    return None


def own() -> dict[str, str]:
    """The paths of the rulesets and house rules in the folders of REFEREE_PATH, by name; the first folder wins."""
    found: dict[str, str] = {}
    for place in filter(None, os.environ.get("REFEREE_PATH", "").split(os.pathsep)):
        if not os.path.isdir(place):
            continue
        for file in sorted(os.listdir(place)):
            name, suffix = os.path.splitext(file)
            if suffix in SUFFIXES and not name.startswith(".") and not name.endswith(EXAMPLES):
                found.setdefault(name, os.path.join(place, file))
    return found


def folder(name: str) -> Path:
    """Return the folder 'rulesets' or 'schemas'."""
    from pathlib import Path  # not at the top: it would take a tenth of the start-up time of `resolve`

    return Path(path(name))


def rulesets() -> list[Path]:
    """Return every shipped ruleset file of a family, in order of family and name."""
    files = []
    for file in folder("rulesets").glob("*/*.yaml"):
        if file.parent.name not in NOT_GAMES and not file.stem.endswith(EXAMPLES):
            files.append(file)
    return sorted(files)


@cache
def _says(ruleset: str) -> Mapping[str, str]:
    """Return what stands after the keys of a shipped ruleset, as far as it is on their lines; read quickly from its text."""
    with open(ruleset, encoding="utf-8") as file:
        return dict(re.findall(r"(?m)^(\w+): (.+)$", file.read()))


def titles() -> dict[str, str]:
    """Return the paths of the shipped games, each by its name and by its title."""
    found = {}
    for game in games():
        for name in (game.stem, _says(str(game)).get("title", game.stem)):
            found[name] = str(game)
    return found


def games() -> list[Path]:
    """Return every shipped ruleset that is a game, and not only for others to extend."""
    return [path for path in rulesets() if _says(str(path)).get("abstract") != "true"]


def houses() -> list[Path]:
    """Return every shipped house rule file, in order of name."""
    return sorted((folder("rulesets") / "house").glob("*.yaml"))


def _reads(game: Path) -> Mapping[str, Any]:
    """The notations that a shipped ruleset lists under `reads:`."""
    reads = source.parse(_says(str(game)).get("reads", "null"), game.name).data
    if not reads:
        return {}
    return dict(reads)


@cache
def reading(notation: str, code: str = "") -> tuple[str, tuple[str, ...]] | None:
    """The shipped game whose ruleset lists a notation under `reads:`, and the variants that its records play; None if
    none does.

    `code` is what the notation calls the game, if it has records of several.
    """
    found = _reading_in(rulesets(), notation, code)
    if found is None:
        from referee.plugins import added_games, own_notations

        if notation not in own_notations():
            from pathlib import Path

            found = _reading_in(map(Path, added_games().values()), notation, code)
    return found


def _reading_in(games: Iterable[Path], notation: str, code: str) -> tuple[str, tuple[str, ...]] | None:
    """The first of these games that lists a notation (and the code in it), and the variants that its records play; or
    None."""
    for game in games:
        found = _reads(game).get(notation)
        if isinstance(found, dict):
            found = found.get(code)
        if found is not None:
            return game.stem, tuple(found)
    return None


@cache
def unread(notation: str, code: str) -> str:
    """The reason why a record of this game is left out: the notation reads records of other games only; "" if that is
    not so.

    `code` is what the record calls its game.
    """
    if not code or reading(notation, code):
        return ""
    plain = re.sub(r"\W", "", code).lower()
    title = ""
    others = list[str]()
    for game in games():
        name = _says(str(game)).get("title", game.stem)
        if plain in {re.sub(r"\W", "", called).lower() for called in (name, game.stem)}:
            title = name
        if _reads(game).get(notation):
            others.append(name)
    if not title or not others:
        return ""
    form = notation.upper()
    return f"this is a {form} record of {title}; of {form}, only {in_list(others)} is read, so the record is left out"


@cache
def schema(name: str) -> dict[str, Any]:
    """The JSON Schema with this file name. Raises OSError if there is none."""
    with open(_schema_file(name), encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    return data


def _schema_file(name: str) -> str:
    """The path of a schema by its file name: shipped, or brought by a wing or by the family of another package."""
    file = path("schemas", name)
    if os.path.isfile(file):
        return file
    from referee import plugins

    entry = None
    if name not in plugins.own_schemas():
        entry = plugins.added(plugins.FamilyEntry, name.removesuffix(".schema.json"))
    if entry is not None:
        return entry.schema
    return plugins.own_schemas().get(name, file)


def schema_files() -> dict[str, str]:
    """The paths of all schemas by the names of their files, also of those of wings and of families of other packages."""
    from referee import plugins

    files = {file.name: str(file) for file in folder("schemas").glob("*.json")}
    files |= plugins.own_schemas()
    for entry in plugins.all_added(plugins.FamilyEntry).values():
        files[os.path.basename(entry.schema)] = entry.schema
    return dict(sorted(files.items()))


class SchemaStore(Mapping[str, Mapping[str, Any]]):
    """The schemas of referee and its wings by file name, read when needed. A name of a schema that belongs to a family of
    another package is found, but not listed."""

    def __getitem__(self, name: str) -> Mapping[str, Any]:
        try:
            return schema(name)
        except OSError:
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        from referee.plugins import own_schemas

        names = [found.name for found in folder("schemas").glob("*.json")]
        return iter(sorted(names + list(own_schemas())))

    def __len__(self) -> int:
        return sum(1 for _ in self)


SCHEMAS = SchemaStore()


READY = "ready"
"""The folder of the plain data in a wheel, with the same folders and names as `rulesets`."""


@cache
def document(file: str) -> Document:
    """A shipped ruleset, house rule or deck, read once: from plain data made when the wheel was built, or else from
    its YAML.

    Plain data are read many times as fast, and nobody who asks one question waits for PyYAML. They count only if they
    were made from this very text.
    """
    text = source.read_text(file)
    place = path(READY, os.path.relpath(file, path("rulesets")).removesuffix(".yaml") + ".json")
    try:
        if os.path.isfile(place):
            ready = json.loads(source.read_text(place), parse_float=exact)
        else:
            ready = {}
    except ValueError:
        ready = {}
    if "data" in ready and ready.get("of") == _sum(text):
        return Document(file, ready["data"], text, _places)
    return source.parse(text, file)


def plain_data(file: str) -> str:
    """Return the plain data for a YAML file, as they stand in a wheel."""
    text = source.read_text(file)
    return json.dumps({"of": _sum(text), "data": source.parse(text, file).data}, ensure_ascii=False)


def _sum(text: str) -> int:
    return zlib.crc32(text.encode())


def _places(text: str) -> Node:
    from referee.source import yaml_text  # read only to say where something is

    return yaml_text.read(text, "")[1]
