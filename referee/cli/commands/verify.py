"""`referee verify`: do a certificate, its log and the rules still belong together?"""

from __future__ import annotations

from collections.abc import Mapping

import click

from referee import source
from referee.cli.options import argument, example, log_argument, log_rules_options
from referee.cli.terminal import ANSWERED, WANTING, paper, say, say_all
from referee.core.harmless import one_line
from referee.core.places import Complaint, SourceError
from referee.corpus.ruleset_cache import RulesetCache, RulesetOptions
from referee.judging.certificate import mismatches
from referee.judging.judge import judge
from referee.judging.log import load_log
from referee.rules.meaning import SHOWN
from referee.rules.shipped import schema
from referee.version import __version__


@click.command(
    epilog=example(
        "referee simulate hearts -n 1 --seed 7 --out friday.json",
        "referee validate friday.json --certificate friday.cert.json",
        "referee verify friday.cert.json friday.json",
    )
)
@argument("path", "CERTIFICATE", "files")
@log_argument
@log_rules_options
def command(path: str, log: str, chosen: RulesetOptions) -> int:
    """Do a certificate, its log and the rules in force belong together, and is the verdict the same today?

    `referee validate --certificate FILE` writes a certificate. Name the options with which the log was judged, such as --house,
    again. Each thing that does not belong is one line. The exit code is 0 if all belong together, 1 if something does not,
    and 3 if something cannot be read.
    """
    document, recorded = source.load(path), load_log(log)
    if not isinstance(document.data, Mapping) or "certificate" not in document.data:
        message = "this is not a certificate; `referee validate --certificate FILE LOG` writes one"
        raise SourceError([Complaint(document.place(()), message)])
    if faults := source.schema_faults(document.data, schema("certificate.schema.json")):
        raise SourceError(Complaint(document.place(at), f"this is not a certificate: {what}") for at, what in faults)
    certified = document.data
    rules = RulesetCache(chosen).ruleset(recorded)
    verdict = judge(recorded, rules, as_played=certified["as_played"], strict=certified["strict"])
    paint = paper().paint
    found = [*mismatches(certified, recorded, rules, verdict, __version__)]
    say_all(one_line(f"{paint(path + ':', 'bad')} {message}") for message in found)
    belongs = paint("does not belong", "bad") if found else paint("belongs", "good")
    here = "" if certified["referee"] == __version__ else f"; this is {__version__}" + ", which agrees" * (not found)
    end = f"by the rules {certified['rules'][:SHOWN]}…, judged by referee {certified['referee']}{here}"
    say(one_line(f"{path}: {belongs} to {log}: {certified['verdict']} {end}"))
    return WANTING if found else ANSWERED
