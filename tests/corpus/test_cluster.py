"""`--cluster`: a real Dask scheduler and two workers on the loopback interface, one of which is killed half-way."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_runner import run, simulated
from dask_cluster import PATIENCE, Running, running

import referee
from referee.core.places import SourceError
from referee.core.verdict import Verdict
from referee.corpus import pool
from referee.corpus.parts import JudgeOptions
from referee.workers import pool as workers

distributed = pytest.importorskip("distributed")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    games = [simulated(game, "-n", "8", "--detail", "plays") for game in ("illuminate", "mercy")]
    found = "".join(games).splitlines()
    found[3] = found[3][:200]
    found[9] = found[9].replace('"trick":["', '"trick":["Mt1:1","', 1)
    Path("games.jsonl").write_text("\n".join(found) + "\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def dask(folder: Path) -> Iterator[Running]:
    with running(folder, 2) as cluster_, distributed.Client(cluster_.address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
        yield cluster_


def test_a_lost_worker_costs_nothing(dask: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of two is killed half-way, while batches are on their way to both; every game is in the answer once."""
    monkeypatch.setattr(pool, "LARGE_BATCH", 3000)
    wanted = [verdict for verdict in pool.judge_paths(["games.jsonl"], JudgeOptions()) if isinstance(verdict, Verdict)]
    found: list[Verdict] = []
    for verdict in pool.judge_paths(["games.jsonl", "no.jsonl"], JudgeOptions(), cluster=dask.address):
        assert isinstance(verdict, Verdict)
        found.append(verdict)
        if len(found) == len(wanted) // 2:
            dask.workers[0].kill()
            dask.workers[0].wait()
    assert found.pop().complaints[0].message == "no such file"
    assert [verdict.line for verdict in found] == list(range(1, 17))
    for one, other in zip(wanted, found, strict=True):
        one.table = None
        assert other == one
    assert dask.workers[1].poll() is None
    said = run("validate", "games.jsonl", "--cluster", dask.address)
    assert said == run("validate", "games.jsonl")
    assert said.code == 3
    dask.scheduler.kill()


def test_relative_paths_begin_where_the_command_runs(
    dask: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The workers work in another folder, in which files of the same names lie."""
    here = tmp_path / "here"
    (here / "sub").mkdir(parents=True)
    log = json.loads(run("simulate", "illuminate", "-n", "1", "--detail", "results").out)
    for folder, wrong in ((tmp_path, 1), (here, 2)):
        house = f"extends: illuminate\nnote: {wrong}\n" if wrong == 1 else "extends: illuminate\nplayers: [7]\n"
        monkeypatch.chdir(folder)
        for name in ("house.yaml", "sub/beside.yaml"):
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_text(house, encoding="utf-8")
        more = [{**log, "house": "beside.yaml"}, {**log, "game": "./none.yaml"}, {**log, "players": wrong}, log]
        text = "".join(json.dumps(each) + "\n" for each in more)
        Path("sub/games.jsonl").write_text(text, encoding="utf-8")
        Path("one.json").write_text(json.dumps({**log, "players": ["Ann"] * wrong}), encoding="utf-8")
    for asked in (["sub/games.jsonl", "./one.json"], ["--house", "house.yaml", "sub"], ["--house", "no.yaml", "sub"]):
        for form in ("text", "jsonl"):
            command = ["validate", *asked, "--format", form]
            assert run(*command, "--cluster", dask.address) == run(*command)


def test_a_lost_scheduler_is_told(dask: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "LARGE_BATCH", 3000)
    found = pool.judge_paths(["games.jsonl"], JudgeOptions(), cluster=dask.address)
    next(iter(found))
    dask.scheduler.kill()
    dask.scheduler.wait()
    with pytest.raises(SourceError, match="the scheduler is lost; what follows was not judged"):
        list(found)


def test_workers_with_another_referee_are_refused(dask: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "__version__", "9.9")
    assert run("validate", "games.jsonl", "--cluster", dask.address) == (
        3,
        "",
        f"the workers at {dask.address} have referee {referee.__version__}; this is 9.9\n",
    )


def test_the_first_worker_is_waited_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(folder, 0) as dask:
        found = pool.judge_paths(["games.jsonl"], JudgeOptions(), cluster=dask.address)
        assert next(found) == f"no worker has joined {dask.address} yet; waiting for one"
        late = [sys.executable, "-m", "dask", "worker", dask.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        with subprocess.Popen(late, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as worker:
            try:
                assert [verdict.line for verdict in found if isinstance(verdict, Verdict)] == list(range(1, 17))
            finally:
                worker.kill()


def test_waiting_for_a_worker_ends_with_the_first_interruption(folder: Path) -> None:
    with running(folder, 0) as dask:
        command = [sys.executable, "-m", "referee", "validate", "games.jsonl", "--cluster", dask.address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as waiting:
            assert waiting.stderr is not None
            try:
                told = waiting.stderr.readline()
                while told.startswith("referee validate: "):  # a slow machine says that it is still at work
                    told = waiting.stderr.readline()
                assert told == f"no worker has joined {dask.address} yet; waiting for one\n"
                time.sleep(0.5)  # from telling it to waiting
                waiting.send_signal(signal.SIGINT)
                out, err = waiting.communicate(timeout=PATIENCE)
            finally:
                waiting.kill()
    assert (waiting.returncode, out) == (130, "")
    assert err.splitlines()[-1] == "stopped by Ctrl-C after 0 logs; the rest was not judged"


def test_a_scheduler_that_is_not_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 1)
    said = run("validate", "games.jsonl", "--cluster", "tcp://127.0.0.1:1")
    assert (said.code, said.out) == (3, "")
    assert said.err == "no Dask scheduler answers at tcp://127.0.0.1:1 (OSError)\n"


def test_somebody_who_takes_the_call_and_says_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        said = run("validate", "games.jsonl", "--cluster", address)
    assert said == (3, "", f"no Dask scheduler answers at {address} within 1 seconds\n")


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1", "nonsense", "http://127.0.0.1:1", "", "inproc://x", "tcp://a:0", "tcp://a:99999"]
)
def test_an_address_that_is_none_is_told_at_once(folder: Path, address: str) -> None:
    assert run("validate", "games.jsonl", "--cluster", address) == (
        3,
        "",
        f"--cluster names a Dask scheduler by host and port, as in tcp://scheduler:8786, not {address!r}\n",
    )


def test_an_encrypted_address_needs_certificates(folder: Path) -> None:
    assert run("validate", "games.jsonl", "--cluster", "tls://127.0.0.1:1") == (
        3,
        "",
        "tls://127.0.0.1:1 needs certificates; name them in Dask's configuration, under distributed.comm.tls\n",
    )


def test_without_dask_there_is_no_cluster(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = run("validate", "games.jsonl", "--cluster", "tcp://127.0.0.1:1")
    assert (said.code, said.out) == (3, "")
    assert said.err == ("--cluster needs the package distributed; install it with pip install 'referee[cluster]'\n")
