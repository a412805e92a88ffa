"""Files: what is opened, what is not, and how bytes become text."""

from __future__ import annotations

import gzip
import io
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from referee.core.places import SourceError
from referee.source import LIMIT, Document, files, lines, load, parse, read_text
from referee.source.lines import load_lines


def complaint(path: Path | str) -> str:
    with pytest.raises(SourceError) as caught:
        load(str(path))
    with pytest.raises(SourceError) as in_lines:
        list(load_lines(str(path)))
    assert str(in_lines.value) == str(caught.value)
    return str(caught.value)


def standard_input(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="ascii"))


def test_no_such_file(tmp_path: Path) -> None:
    missing, inside = tmp_path / "friday.yaml", tmp_path / "a.yaml" / "b.yaml"
    (tmp_path / "a.yaml").touch()
    assert complaint(missing) == f"{missing}:1:1: no such file"
    assert complaint(inside) == f"{inside}:1:1: no such file"


@pytest.mark.parametrize("name", ["a\x00b", "\ud800"])
def test_no_file_can_have_this_name(name: str) -> None:
    assert complaint(name) == f"{name}:1:1: no file can have this name"


def test_a_name_that_is_too_long() -> None:
    assert complaint("x" * 5000) == f"{'x' * 5000}:1:1: the file cannot be read: file name too long"


def test_a_folder(tmp_path: Path) -> None:
    assert complaint(tmp_path) == f"{tmp_path}:1:1: this is a folder; expected a file"


@pytest.mark.posix
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null"])
def test_a_device(path: str) -> None:
    if not Path(path).exists():
        pytest.skip(f"there is no {path}")
    assert complaint(path) == f"{path}:1:1: this is a device; expected a file, or - for standard input"


def test_a_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("s.yaml")
        assert complaint("s.yaml") == "s.yaml:1:1: this is a socket; expected a file, or - for standard input"


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "friday.yaml"
    path.touch()

    def refuse(*_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files, "open", refuse, raising=False)
    assert complaint(path) == f"{path}:1:1: you have no permission to read this file"


def test_a_failing_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(io.BytesIO):
        def read(self, _: int | None = -1) -> bytes:
            raise OSError(5, "Input/output error")

        def readline(self, _: int | None = -1) -> bytes:
            raise OSError(5, "Input/output error")

    path = tmp_path / "friday.yaml"
    path.touch()
    monkeypatch.setattr(files, "open", lambda *_: Failing(), raising=False)
    assert complaint(path) == f"{path}:1:1: the file cannot be read: input/output error"


@pytest.mark.parametrize(
    ("raw", "wrong"),
    [
        (b"a: \xe9\n", "1:4: the byte 0xE9 is not UTF-8; save the file as UTF-8"),
        ("a: 1\né: ".encode() + b"\xff", "2:4: the byte 0xFF is not UTF-8; save the file as UTF-8"),
        ("a: 1".encode("utf-16"), "1:1: this is UTF-16; save the file as UTF-8"),
        (b"a: \xed\xa0\x80", "1:4: the byte 0xED is not UTF-8; save the file as UTF-8"),
    ],
)
def test_not_utf_8(tmp_path: Path, raw: bytes, wrong: str) -> None:
    path = tmp_path / "friday.yaml"
    path.write_bytes(raw)
    with pytest.raises(SourceError) as caught:
        load(str(path))
    assert str(caught.value) == f"{path}:{wrong}"


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    path.write_bytes("\ufeffa: é\n".encode())
    document = load(str(path))
    assert document.data == {"a": "é"}
    assert str(document.place(("a",))) == f"{path}:1:4"


def test_too_large(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    with path.open("wb") as stream:
        stream.truncate(LIMIT + 1)
    with pytest.raises(SourceError) as caught:
        load(str(path))
    message = "the file is larger than 16 MB; write one game per line into a .jsonl file"
    assert str(caught.value) == f"{path}:1:1: {message}"


def test_lines_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LINE_LIMIT", 1 << 20)
    path = tmp_path / "corpus.jsonl"
    long = b'"' + b"x" * (5 << 20) + b'"\n'
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}\n\n[\xff]\n' + long + b'"a\xe2\x80\xa8b"\n{"a":\n[4]')
    found = [each.data if isinstance(each, Document) else str(each) for each in load_lines(str(path))]
    assert found == [
        {"a": 1},
        f"{path}:3:2: the byte 0xFF is not UTF-8; save the file as UTF-8",
        f"{path}:4:1: the line is longer than 1 MB; write one game per line",
        "a\u2028b",
        f"{path}:6:6: expected a value, not the end",
        [4],
    ]


def test_an_empty_file_of_lines(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text("\n\n")
    [error] = load_lines(str(path))
    assert str(error) == f"{path}:1:1: the file is empty; expected one JSON document per line"


def test_a_packed_file_of_blank_lines_is_not_unpacked_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MOST_BLANK", 1000)
    path = tmp_path / "corpus.jsonl.gz"
    path.write_bytes(gzip.compress(b"\n" * (8 << 20))[:-8])  # its end is damaged, and nobody notices
    *_, error = load_lines(str(path))
    message = "the file begins with more than 1,000 blank lines; expected one JSON document per line"
    assert str(error) == f"{path}:1:1: {message}"


@pytest.mark.posix
def test_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe.yaml"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"a: 1\n",))
    writer.start()
    assert load(str(path)).data == {"a": 1}
    writer.join()


@pytest.mark.parametrize(
    ("raw", "data"),
    [(b'{"a": 1e5}', {"a": 1e5}), (b"\xef\xbb\xbf\n [1e5]", [1e5]), (b"a: 1e5", {"a": "1e5"}), (b"- 1", [1])],
)
def test_standard_input(monkeypatch: pytest.MonkeyPatch, raw: bytes, data: Any) -> None:
    standard_input(monkeypatch, raw)
    document = load("-")
    assert document.data == data
    assert document.path == "<stdin>"


def test_faults_of_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    standard_input(monkeypatch, b"a: 1\nb: }\n")
    with pytest.raises(SourceError) as caught:
        load("-")
    message = "expected a value, not '}'; put text that begins with it in quotes"
    assert str(caught.value) == f"<stdin>:2:4: {message}"
    monkeypatch.setattr(sys, "stdin", None)
    assert complaint("-") == "<stdin>:1:1: standard input is closed; name a file"


def test_lines_of_standard_input_stay_open(monkeypatch: pytest.MonkeyPatch) -> None:
    standard_input(monkeypatch, b'{"a": 1}\n{"a": 2}\n')
    assert [each.data["a"] for each in load_lines("-") if isinstance(each, Document)] == [1, 2]
    assert not sys.stdin.buffer.closed


def test_the_suffix_decides(tmp_path: Path) -> None:
    assert parse("[1e5]", "a.json").data == parse("[1e5]", "A.JSON").data == [1e5]
    assert parse("[1e5]", "a.yaml").data == parse("[1e5]", "a.yml").data == parse("[1e5]", "a").data == ["1e5"]
    path = tmp_path / "a.json"
    path.write_text("[no]")
    with pytest.raises(SourceError) as caught:
        load(str(path))
    assert str(caught.value) == f"{path}:1:2: expected a value, not 'no'; write text in double quotes"
    assert read_text(str(path)) == "[no]"


@pytest.mark.parametrize(
    ("code", "modules"),
    [
        ("pass", "yaml json jsonschema referencing difflib pathlib"),
        ("referee.source.parse('[1]', 'a.json').place((0,))", "yaml jsonschema referencing difflib"),
        ("referee.source.parse('a: 1', 'a.yaml').place(('a',))", "json jsonschema referencing difflib"),
        ("referee.source.schema_faults(1, {})", "yaml difflib"),
    ],
)
def test_nothing_slow_is_imported_early(code: str, modules: str) -> None:
    program = f"import sys, referee.source; {code}; print(*(set('{modules}'.split()) & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "\n"
