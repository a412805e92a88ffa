"""What every test shares: one profile for hypothesis, and the flag that rewrites golden reports."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from slowness import NIGHTLY

from referee.cli import terminal
from referee.engines import FAMILIES

HERE = Path(__file__).parent

for said in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "LC_CTYPE", "PYTHONIOENCODING", "PYTHONUTF8"):
    os.environ.pop(said, None)  # what answers look like is each test's own to say
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    sys.dont_write_bytecode = False  # or each of the many programs that tests start would compile all of referee
with contextlib.suppress(ImportError):
    import readline  # noqa: F401 - it writes COLUMNS into the environment that programs inherit, behind the back of os.environ
os.unsetenv("COLUMNS")
os.environ["LC_ALL"] = "C.UTF-8"

for deaf, hears in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    if hasattr(signal, deaf) and signal.getsignal(getattr(signal, deaf)) is signal.SIG_IGN:
        signal.signal(getattr(signal, deaf), hears)  # as in the background of a script: what tests start must hear it

pytest.register_assert_rewrite("case_runner", *(f"{family}_questions" for family in FAMILIES))

terminal.PATIENCE = 3600.0  # however slow a machine is, no answer of a test has a line about progress

settings.register_profile(
    "steady",
    max_examples=100 if NIGHTLY else 15,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("search", deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("hasty", settings.get_profile("steady"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """The one flag that rewrites golden reports."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden reports of tests/logs")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """By day, of each test in a folder below this one every sixth value is tried; the others are left to the slow half.

    Where there are no links, named pipes, devices and rights, the tests of these are skipped.
    """
    tried = Counter[str]()
    for item in items:
        if item.path.parent == HERE or item.get_closest_marker("slow"):
            continue
        test = item.nodeid.partition("[")[0]
        if tried[test] % 6:
            item.add_marker(pytest.mark.slow)
        tried[test] += 1
    if os.name == "posix":
        return
    for item in items:
        if item.get_closest_marker("posix"):
            item.add_marker(pytest.mark.skip(reason="this system has no POSIX links, pipes, devices and rights"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that works in an empty folder of its own."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden reports are written rather than compared."""
    return bool(request.config.getoption("--update-golden"))


def pytest_collection_finish() -> None:
    """Tests fill caches rather than leave cycles: looking for those as often as Python does would take a tenth of the time."""
    gc.freeze()
    gc.set_threshold(500_000, 20, 50)
