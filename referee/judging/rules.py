"""Rules: those that a log is judged by, as it says in its head, and as its project says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from referee.core.places import Place, Pointer, Reach, RulesetError, Trust
from referee.core.ruleset import ProjectUse, Ruleset
from referee.judging.log import Log
from referee.rules.files import beside
from referee.rules.project import Project, project_files, project_in
from referee.rules.rulesets import load_ruleset


class Additions(NamedTuple):
    """The house rules, variants and readings that are added to those that a log names."""

    houses: Sequence[str] = ()
    variants: Sequence[str] = ()
    ruling: Mapping[str, str] = {}


def ruleset_of(
    log: Log,
    *,
    houses: Sequence[str] = (),
    variants: Sequence[str] = (),
    ruling: Mapping[str, str] | None = None,
    trust: Trust | None = None,
    named_project: str | None = None,
) -> Ruleset:
    """The rules that a log is judged by: its own game, house rules, variants and readings, those of its project, then these.

    trust: which files the log may load; by default what its own `trust` says. named_project: the project file that counts
    instead of those in the folder of the log and above. Raises RulesetError also if they are not those that the log pins.
    """
    trusted = trust or log.trust
    added = Additions(houses, variants, ruling or {})
    rules = _load(log, None, added, trusted)
    files = project_files(log.path, trusted, named_project)
    project = project_in(files, rules.name)
    if project is not None:
        if project.adds:
            rules = _load(log, project, added, trusted)
        project.require_ignored(rules)
        rules.project = project.use(files.passed)
    elif files.passed:
        rules.project = ProjectUse(passed=files.passed)
    if log.pinned:
        _require_pinned(log, rules)
    return rules


def _load(log: Log, project: Project | None, added: Additions, trusted: Trust) -> Ruleset:
    """The rules that a log names, with the additions of its project (if it has one) and those `added` by the caller.

    `trusted` says which files the log may load.
    """
    reach = Reach(trusted, log.path, len(log.houses))
    of_project = Additions()
    if project:
        of_project = Additions(project.houses, project.variants, project.ruling)
        reach = reach._replace(project=project.document.path, added=len(project.houses))
    houses = [beside(house, log.path) for house in log.houses]
    houses += of_project.houses
    houses += added.houses
    variants = list(log.variants)
    variants += of_project.variants
    variants += added.variants
    return load_ruleset(
        beside(log.game, log.path),
        houses=houses,
        variants=variants,
        ruling={**of_project.ruling, **log.ruling, **added.ruling},
        at=partial(_place, log, project),
        reach=reach,
    )


def _place(log: Log, project: Project | None, pointer: Pointer) -> Place:
    """Where the name at a pointer was chosen, ('house', 2): the first house rules and variants are the log's, the
    rest the project's."""
    if project is None or len(pointer) < 2:
        return log.place(pointer)
    kind = pointer[0]
    number = pointer[1]
    if kind == "ruling" and number not in log.ruling:
        return project.place("ruling", number)
    own = {"house": len(log.houses), "variants": len(log.variants)}.get(str(kind))
    if own is not None and int(number) >= own:
        return project.place(kind, int(number) - own)
    return log.place(pointer)


def _require_pinned(log: Log, rules: Ruleset) -> None:
    """Refuse rules that are not those whose hash a log has."""
    from referee.rules.meaning import other_than_pinned

    message = other_than_pinned(rules, log.pinned)
    if message:
        raise RulesetError.at(log.place(("rules",)), message)
