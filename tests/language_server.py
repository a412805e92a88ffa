"""A language server, as an editor talks to it: over standard input and output, one message after another."""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WAIT = 30
"""Seconds until an answer counts as missing."""

Data = dict[str, Any]


def found() -> str | None:
    """The program of the YAML language server, where one is installed: in YAML_LANGUAGE_SERVER or on the PATH."""
    return os.environ.get("YAML_LANGUAGE_SERVER") or shutil.which("yaml-language-server")


class Editor:
    """An editor with one file open."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._heard: queue.Queue[Data] = queue.Queue()
        self._asked = 0
        self._version = 1
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, method: str, params: Data) -> Any:
        """The result of a request; what the server asks in between is answered."""
        message = self.answer(method, params)
        assert "error" not in message, message
        return message["result"]

    def answer(self, method: str, params: Data) -> Data:
        """The answer to a request, a result or an error."""
        self._asked += 1
        self._send({"id": self._asked, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") == self._asked and "method" not in message:
                return message

    def tell(self, method: str, params: Data) -> None:
        """A notification, which has no answer."""
        self._send({"method": method, "params": params})

    def open(self, path: Path) -> None:
        """Opens a file."""
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": path.read_text(encoding="utf-8")}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, path: Path, text: str) -> None:
        """Types: the file has this text now, and is not saved."""
        self._version += 1
        document = {"uri": path.as_uri(), "version": self._version}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def at(self, method: str, path: Path, line: int, column: int) -> Any:
        """What is asked about a place, counted from 1."""
        place = {"line": line - 1, "character": column - 1}
        where: Data = {"position": place}
        if method == "codeAction":
            where = {"range": {"start": place, "end": place}, "context": {"diagnostics": []}}
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": path.as_uri()}, **where})

    def marks(self, path: Path) -> list[tuple[int, int, str]]:
        """What is underlined in a file: line and column from 1, and what the server says."""
        while True:
            message = self._next()
            told = message.get("params", {})
            if message.get("method") == "textDocument/publishDiagnostics" and told["uri"] == path.as_uri():
                starts = [(each["range"]["start"], each["message"]) for each in told["diagnostics"]]
                return [(start["line"] + 1, start["character"] + 1, text) for start, text in starts]

    def offers(self, path: Path, line: int, column: int) -> dict[str, str]:
        """What is offered at a place, counted from 1: each word with its explanation."""
        place = {"textDocument": {"uri": path.as_uri()}, "position": {"line": line - 1, "character": column - 1}}
        items = self.ask("textDocument/completion", place)["items"]
        return {item["label"]: _text(item.get("documentation", "")) for item in items}

    def says(self, path: Path, line: int, column: int) -> str:
        """What is shown over a place."""
        place = {"textDocument": {"uri": path.as_uri()}, "position": {"line": line - 1, "character": column - 1}}
        hover = self.ask("textDocument/hover", place)
        return _text(hover["contents"]) if hover else ""

    def _send(self, message: Data) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._process.stdin.flush()

    def _next(self) -> Data:
        message = self._heard.get(timeout=WAIT)
        if "id" in message and "method" in message:
            wanted = message["params"].get("items", []) if message["method"] == "workspace/configuration" else []
            self._send({"id": message["id"], "result": [None for _ in wanted] or None})
        return message

    def _listen(self) -> None:
        stream = self._process.stdout
        assert stream
        while header := stream.readline():
            size = 0
            while header.strip():
                if header.lower().startswith(b"content-length:"):
                    size = int(header.partition(b":")[2])
                header = stream.readline()
            self._heard.put(json.loads(stream.read(size)))


@contextmanager
def editor(command: Sequence[str], folder: Path) -> Iterator[Editor]:
    """An editor in a folder, without a network: nothing but the file itself names its schema."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
    try:
        editing = Editor(process)
        can = {"textDocument": {"completion": {"completionItem": {"documentationFormat": ["markdown"]}}}}
        editing.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": can})
        editing.tell("initialized", {})
        settings = {"validate": True, "completion": True, "hover": True, "schemaStore": {"enable": False}}
        editing.tell("workspace/didChangeConfiguration", {"settings": {"yaml": settings}})
        yield editing
    finally:
        process.terminate()
        process.wait(WAIT)
        for stream in (process.stdin, process.stdout):
            if stream:
                stream.close()


def _text(told: Any) -> str:
    return str(told["value"] if isinstance(told, dict) else told)
