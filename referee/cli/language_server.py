"""The language server: what editors ask over the protocol, answered by `referee.editing`."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from referee.core.harmless import visible
from referee.core.places import SourceError, Unjudgeable
from referee.editing.fixes import is_log
from referee.editing.judged import JudgedLines, JudgedLog, Mark, actions, meaning, of_log, of_rules
from referee.editing.offers import CursorOffers, offered, offered_in_rules
from referee.rules.find import beside, find, is_path
from referee.source import parse
from referee.source.files import with_unsaved
from referee.version import __version__

WEIGHTS = {
    "error": lsp.DiagnosticSeverity.Error,
    "doubt": lsp.DiagnosticSeverity.Information,
    "note": lsp.DiagnosticSeverity.Hint,
}
PAUSE = 0.5
"""After how many seconds without a change it is asked which rulings decide a log."""
KINDS = {
    "move": lsp.CompletionItemKind.Event,
    "card": lsp.CompletionItemKind.Value,
    "key": lsp.CompletionItemKind.Property,
    "player": lsp.CompletionItemKind.Variable,
}


class File:
    """An open file: its log, if it is one, and its marks."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.log: JudgedLog | None = None
        self.lines = JudgedLines(path) if path.endswith(".jsonl") else None
        self.text = ""
        self.marks: list[Mark] = []

    def change(self, text: str, *, ask: bool = True) -> None:
        """Take a new text and find its marks; `ask` which rulings decide a log takes as long as judging it several times."""
        self.text = text
        if self.lines is not None:
            self.marks = self.lines.change(text)
        elif _is_log(text, self.path):
            self.log = JudgedLog(text, self.path, ask=ask)
            self.marks = of_log(self.log, text)
        else:
            self.log = None
            self.marks = of_rules(text, self.path) if Path(self.path).exists() else []

    @property
    def judges(self) -> bool:
        """Return whether the file has logs and is not a ruleset."""
        return self.log is not None or self.lines is not None

    def offered(self, offset: int) -> CursorOffers:
        """Return what may be written at an offset."""
        if self.lines is not None:
            return CursorOffers(offset, ())
        return offered_in_rules(self.text, offset) if self.log is None else offered(self.log, self.text, offset)

    def meaning(self, offset: int) -> str:
        """Return what the word at an offset means in words."""
        if self.lines is not None:
            return meaning(*self.lines.at(offset)) or ""
        return (meaning(self.log.rules, self.text, offset) or "") if self.log else ""

    def at(self, offset: int) -> list[Mark]:
        """Return the marks at an offset."""
        return [mark for mark in self.marks if mark.start <= offset <= mark.end]


def _is_log(text: str, path: str) -> bool:
    """Return whether a text is a log; one that cannot be read is recognized by its keys."""
    if text.startswith(("game:", "events:")) or "\ngame:" in text or "\nevents:" in text:
        return True
    try:
        return is_log(parse(text, path).data)
    except SourceError:
        return "\nextends:" not in f"\n{text}" and "\nfamily:" not in f"\n{text}"


def server() -> LanguageServer:
    """Return the server, before it begins to listen."""
    server = LanguageServer("referee", __version__)
    files: dict[str, File] = {}

    def unsaved_too(ask: Callable[[], Any]) -> Any:
        """Return the answer to a question, with every open file read as it is in the editor."""
        opened = server.workspace.text_documents.items()
        with with_unsaved({os.path.realpath(uris.to_fs_path(uri) or ""): each.source for uri, each in opened}):
            return ask()

    def look(uri: str, *, ask: bool = True) -> tuple[TextDocument, File]:
        """Return the file as it is in the editor; other open files are read as they are in the editor, too."""
        document = server.workspace.get_text_document(uri)
        file = files.get(uri)
        if file is None:
            file = files[uri] = File(uris.to_fs_path(uri) or document.path)
        if file.text != document.source or not file.text:
            unsaved_too(partial(file.change, document.source, ask=ask))
        return document, file

    def looked_at(
        params: lsp.CompletionParams | lsp.HoverParams | lsp.DefinitionParams,
    ) -> tuple[TextDocument, File, int]:
        """Return also the offset of a position."""
        document, file = look(params.text_document.uri)
        return document, file, document.offset_at_position(params.position)

    def publish(uri: str, *, ask: bool = True) -> None:
        document, file = look(uri, ask=ask)
        found = [_diagnostic(document, mark) for mark in file.marks]
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, document.version))

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def on_open(params: lsp.DidOpenTextDocumentParams) -> None:
        publish(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def on_change(params: lsp.DidChangeTextDocumentParams) -> None:
        uri, version = params.text_document.uri, params.text_document.version
        publish(uri, ask=False)
        file = files[uri]
        if not file.judges:
            logs_again()
            return
        await asyncio.sleep(PAUSE)
        if files.get(uri) is file and file.log and server.workspace.get_text_document(uri).version == version:
            marks = file.marks
            unsaved_too(partial(file.change, file.text))
            if file.marks != marks:
                publish(uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def on_save(params: lsp.DidSaveTextDocumentParams) -> None:
        logs_again()

    def logs_again() -> None:
        """Judge the open logs again, because a house rule that they may use has changed."""
        for uri, file in [each for each in files.items() if each[1].judges]:
            unsaved_too(partial(file.change, file.text))
            publish(uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def on_close(params: lsp.DidCloseTextDocumentParams) -> None:
        files.pop(params.text_document.uri, None)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", "[", "{", ",", ":", "-"])
    )
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        document, file, offset = looked_at(params)
        found = unsaved_too(partial(file.offered, offset))
        span = _range(document, found.start, offset)
        items = [
            lsp.CompletionItem(
                label=offer.shown or offer.text,
                kind=KINDS.get(offer.kind, lsp.CompletionItemKind.EnumMember),
                detail=offer.kind,
                documentation=offer.says or None,
                sort_text=f"{number:05}",
                filter_text=offer.text,
                text_edit=lsp.TextEdit(span, offer.text),
            )
            for number, offer in enumerate(found.offers)
        ]
        return lsp.CompletionList(is_incomplete=True, items=items)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        _, file, offset = looked_at(params)
        said = [mark.in_full for mark in file.at(offset)]
        said += filter(None, [file.meaning(offset)])
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.PlainText, visible("\n\n".join(said)))) if said else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        _, file, offset = looked_at(params)
        places = [mark.set_at for mark in file.at(offset) if mark.set_at] or _files_at(file, offset)
        found = []
        for path, _, line in (place.rpartition(":") for place in places):
            start = lsp.Position(int(line) - 1, 0)
            found.append(lsp.Location(uris.from_fs_path(str(Path(path).absolute())) or "", lsp.Range(start, start)))
        return found

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def quick_fixes(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        document, file = look(params.text_document.uri)
        start, end = (document.offset_at_position(each) for each in (params.range.start, params.range.end))
        marks = [mark for mark in file.marks if mark.start <= end and start <= mark.end]
        uri = params.text_document.uri
        found = []
        for mark in marks:
            for title, edit in unsaved_too(partial(list, actions(file.log, file.text, mark))):
                change = lsp.WorkspaceEdit({uri: [lsp.TextEdit(_range(document, edit.start, edit.end), edit.text)]})
                said = [_diagnostic(document, mark)]
                found.append(lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, diagnostics=said, edit=change))
        return found

    return server


def _files_at(file: File, offset: int) -> list[str]:
    """Return the file of the game or house rule named at an offset."""
    line_start = file.text.rfind("\n", 0, offset) + 1
    line = file.text[line_start:].partition("\n")[0]
    if not line.startswith(("game:", "house:", "extends:")):
        return []
    words = [word for word in re.finditer(r"[^\s\[\],\"']+", line) if word.start() <= offset - line_start <= word.end()]
    if not words or words[0].start() == 0:
        return []
    name = words[0][0].partition("@")[0]
    try:
        path = beside(name, file.path) if is_path(name) else find(name, None, None, house=line.startswith("house:"))
    except Unjudgeable:
        return []
    return [f"{path}:1"]


def _position(document: TextDocument, offset: int) -> lsp.Position:
    before = document.source[:offset]
    position = lsp.Position(before.count("\n"), offset - (before.rfind("\n") + 1))
    return document.position_codec.position_to_client_units(document.lines, position)


def _range(document: TextDocument, start: int, end: int) -> lsp.Range:
    return lsp.Range(_position(document, start), _position(document, end))


def _diagnostic(document: TextDocument, mark: Mark) -> lsp.Diagnostic:
    span, said = _range(document, mark.start, mark.end), visible(mark.message)
    return lsp.Diagnostic(span, said, WEIGHTS[mark.weight], mark.rule or None, source="referee")
