"""Judging on a Dask cluster: the lines of games are sent to the workers, and other files are read there.

Every worker sees those, and house rules, under the same paths. A part whose worker is lost is judged by another; answers are
put together part by part, so no game is judged twice in the answer, or omitted.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from threading import Thread
from typing import Any, NoReturn

from referee.core.places import COMMAND_LINE, Place, SourceError
from referee.corpus.parts import JudgeOptions, Part
from referee.corpus.paths import PathRemark
from referee.version import __version__

PATIENCE = 5
"""Seconds that a scheduler may take to answer."""

ADDRESS = re.compile(r"(?:(?P<how>tcp|tls)://)?(?:\[[0-9a-fA-F:.%]+\]|[^\s/:\[\]]+):(?P<port>[0-9]{1,5})")


class Cluster:
    """The workers of a Dask scheduler. Raises SourceError if it does not answer, or judges with another referee."""

    lets_go = True

    def __init__(
        self,
        options: JudgeOptions,
        address: str,
        answer_to: Callable[[Part, JudgeOptions], list[Any]],
        died: Callable[[Part], Any],
    ) -> None:
        self._answer_to, self._died = answer_to, died
        parts = ADDRESS.fullmatch(address)
        if parts is None or not 0 < int(parts["port"]) < 1 << 16:
            _refuse(f"--cluster names a Dask scheduler by host and port, as in tcp://scheduler:8786, not {address!r}")
        try:
            from distributed import Client
            from distributed.security import Security
        except ImportError:
            _refuse("--cluster needs the package distributed; install it with pip install 'referee[cluster]'")
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        security: Any = Security
        if parts["how"] == "tls" and security().get_connection_args("client")["ssl_context"] is None:
            _refuse(f"{address} needs certificates; name them in Dask's configuration, under distributed.comm.tls")
        try:
            self._client = _connect(partial(Client, address, timeout=PATIENCE, set_as_default=False))
        except TimeoutError:
            _refuse(f"no Dask scheduler answers at {address} within {PATIENCE} seconds")
        except Exception as error:  # whatever Dask makes of an answer that is not a scheduler's
            _refuse(f"no Dask scheduler answers at {address} ({type(error).__name__})")
        try:
            others = sorted(set(self._client.run(_version).values()) - {__version__})
        except Exception as error:  # anything, when a worker lacks a module
            self._client.close()
            _refuse(f"the workers at {address} cannot run referee; install it there too ({error})")
        if others:
            self._client.close()
            _refuse(f"the workers at {address} have referee {', '.join(others)}; this is {__version__}")
        self.options = options
        threads = self._client.nthreads()
        self.width = max(1, sum(threads.values()))
        self.remarks = [] if threads else [PathRemark(f"no worker has joined {address} yet; waiting for one")]

    def submit(self, part: Part) -> Any:
        """Give a part to the scheduler."""
        return self._client.submit(self._answer_to, part, self.options, pure=False)

    def answer(self, part: Part, ticket: Any) -> list[Any]:
        """Return the result of a part; Dask starts it again if its worker is lost."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            answer: list[Any] = ticket.result()
        except KilledWorker:
            return [self._died(part)]
        except FutureCancelledError:
            _refuse("the scheduler is lost; what follows was not judged")
        return answer

    def close(self) -> None:
        """Leave the cluster; unanswered parts are cancelled when their tickets are dropped."""
        self._client.close()


def _connect(connect: Callable[[], Any]) -> Any:
    """Return the result of connecting. Raises TimeoutError: Dask waits for ever for who is silent."""
    client: Future[Any] = Future()

    def call() -> None:
        try:
            client.set_result(connect())
        except Exception as error:
            client.set_exception(error)

    Thread(target=call, daemon=True).start()
    return client.result(PATIENCE + 1)


def _version() -> str:
    return __version__


def _refuse(message: str) -> NoReturn:
    raise SourceError.at(Place(COMMAND_LINE, 1, 1), message)
