"""The language server: what editors ask over the protocol, answered by `referee.editing`."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.workspace import TextDocument

from referee.core.data import Data
from referee.core.places import SourceError, Unjudgeable
from referee.core.text import visible
from referee.editing.fixes import Edit, is_log
from referee.editing.judged import JudgedLines, JudgedLog, Mark, actions, meaning, of_log, of_rules
from referee.editing.offers import CursorOffers, offers_in_log, offers_in_rules
from referee.judging.replay import Checkpoints
from referee.rules.files import beside, is_path
from referee.rules.find import find
from referee.source import is_lines, parse
from referee.source.files import with_unsaved
from referee.version import __version__

P = ParamSpec("P")
T = TypeVar("T")

Severity, Kind, QUICK_FIX = lsp.DiagnosticSeverity, lsp.CompletionItemKind, lsp.CodeActionKind.QuickFix
WEIGHTS = {"error": Severity.Error, "doubt": Severity.Information, "note": Severity.Hint}
PAUSE = 0.5
"""After how many seconds without a change it is asked which rulings decide a log."""
KINDS = {"move": Kind.Event, "card": Kind.Value, "key": Kind.Property, "player": Kind.Variable}


class File:
    """An open file as it is in the editor: its log, if it is one, and its marks."""

    def __init__(self, document: TextDocument) -> None:
        """Begin with an empty text, which is not judged."""
        self.document, self.path = document, uris.to_fs_path(document.uri) or document.path
        self.log: JudgedLog | None = None
        self.checkpoints = Checkpoints()
        self.lines = JudgedLines(self.path) if is_lines(self.path) else None
        self.text = ""
        self.marks: list[Mark] = []

    def actions(self, mark: Mark) -> list[tuple[str, Edit]]:
        """What can be done about a mark, with its name."""
        return list(actions(self.log, self.text, mark))

    def change(self, text: str, *, ask: bool = True) -> None:
        """Take a new text and find its marks.

        ask: also look which rulings decide a log, which takes as long as judging it several times.
        """
        self.text = text
        if self.lines is not None:
            self.marks = self.lines.change(text)
        elif _is_log(text, self.path):
            self.log = JudgedLog(text, self.path, ask=ask, checkpoints=self.checkpoints)
            self.marks = of_log(self.log, text)
        else:
            self.log = None
            if Path(self.path).exists():
                self.marks = of_rules(text, self.path)
            else:
                self.marks = []

    @property
    def judges(self) -> bool:
        """Whether the file has logs and is not a ruleset."""
        return self.log is not None or self.lines is not None

    def offers_at(self, offset: int) -> CursorOffers:
        """Return what may be written at an offset."""
        if self.lines is not None:
            return CursorOffers(offset, ())
        if self.log is None:
            return offers_in_rules(self.text, offset)
        return offers_in_log(self.log, self.text, offset)

    def meaning(self, offset: int) -> str:
        """Return what the word at an offset means in words; empty if it has no meaning."""
        if self.lines is not None:
            return meaning(*self.lines.at(offset)) or ""
        if not self.log:
            return ""
        return meaning(self.log.rules, self.text, offset) or ""

    def at(self, start: int, end: int) -> list[Mark]:
        """Return the marks that touch a part of the text."""
        return [mark for mark in self.marks if mark.start <= end and start <= mark.end]

    def sources(self, offset: int) -> list[str]:
        """Return the places, as path and line, that set what is marked at an offset, or else the file of the game or
        house rule named there."""
        places = [mark.set_at for mark in self.at(offset, offset) if mark.set_at]
        if places:
            return places
        begin = self.text.rfind("\n", 0, offset) + 1
        line = self.text[begin:].partition("\n")[0]
        words = [word for word in re.finditer(r"[^\s\[\],\"']+", line) if word.start() <= offset - begin <= word.end()]
        if not line.startswith(("game:", "house:", "extends:")) or not words or words[0].start() == 0:
            return []
        name = words[0][0].partition("@")[0]
        with suppress(Unjudgeable):
            if is_path(name):
                return [f"{beside(name, self.path)}:1"]
            return [f"{find(name, None, None, house=line.startswith('house:'))}:1"]
        return []

    def range(self, start: int, end: int) -> lsp.Range:
        """Return the part of the text between two offsets as editors count: lines and columns from 0, in units that
        the client chose."""
        texts_before = [self.document.source[:offset] for offset in (start, end)]
        places = (lsp.Position(text.count("\n"), len(text) - (text.rfind("\n") + 1)) for text in texts_before)
        codec = self.document.position_codec
        lines = self.document.lines
        return lsp.Range(*(codec.position_to_client_units(lines, place) for place in places))

    def diagnostic(self, mark: Mark) -> lsp.Diagnostic:
        """Return a mark as editors show it."""
        span = self.range(mark.start, mark.end)
        message = visible(mark.message)
        return lsp.Diagnostic(span, message, WEIGHTS[mark.weight], mark.rule or None, source="referee")


def _is_log(text: str, path: str) -> bool:
    """Return whether a text is a log; one that cannot be read is recognized by its keys."""
    if text.startswith(("game:", "events:")) or "\ngame:" in text or "\nevents:" in text:
        return True
    try:
        return is_log(parse(text, path).data)
    except SourceError:
        return "\nextends:" not in f"\n{text}" and "\nfamily:" not in f"\n{text}"


class Protocol(LanguageServerProtocol):
    """The protocol as editors speak it. A request whose parameters have another form, such as a position of -1, is answered
    with an error; such a notification is passed over."""

    def structure_message(self, data: Data) -> object:
        kind = None
        if "jsonrpc" in data and "method" in data:
            kind = self.get_message_type(data["method"])
        if kind is None:
            return super().structure_message(data)
        try:
            return self._converter.structure(data, kind)
        except Exception:  # whatever does not have the form that the protocol says
            if "id" in data:
                self._send_response(data["id"], error=JsonRpcInvalidParams().to_response_error())
            return None

    def handle_message(self, message: Any) -> None:
        if message is not None:
            super().handle_message(message)


def server() -> LanguageServer:
    """Return the server, before it begins to listen."""
    server = LanguageServer("referee", __version__, protocol_cls=Protocol)
    files: dict[str, File] = {}

    def unsaved_too(answer: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return the answer to a question, with every open file read as it is in the editor."""
        opened = server.workspace.text_documents.items()
        with with_unsaved({os.path.realpath(uris.to_fs_path(uri) or ""): each.source for uri, each in opened}):
            return answer(*args, **named)

    def look(uri: str, *, ask: bool = True) -> File | None:
        """Return the file as it is in the editor, or None if it is not open there; other open files are read as they are in the
        editor, too."""
        if uri not in server.workspace.text_documents:
            return None
        document = server.workspace.get_text_document(uri)
        file = files[uri] = files.get(uri) or File(document)
        file.document = document
        if file.text != document.source or not file.text:
            unsaved_too(file.change, document.source, ask=ask)
        return file

    def look_at(params: lsp.CompletionParams | lsp.HoverParams | lsp.DefinitionParams) -> tuple[File, int] | None:
        """Return the file that a request is about, and the offset of its position; None if it is not open."""
        file = look(params.text_document.uri)
        if file is None:
            return None
        return file, file.document.offset_at_position(params.position)

    def publish(uri: str, *, ask: bool = True) -> None:
        """Send the marks of a file to the editor, if it is open there."""
        file = look(uri, ask=ask)
        if file is None:
            return
        marks = list(map(file.diagnostic, file.marks))
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, marks, file.document.version))

    def logs_again() -> None:
        """Judge the open logs again, because a house rule that they may use has changed."""
        for uri, file in [each for each in files.items() if each[1].judges]:
            unsaved_too(file.change, file.text)
            publish(uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def on_open(params: lsp.DidOpenTextDocumentParams) -> None:
        publish(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def on_change(params: lsp.DidChangeTextDocumentParams) -> None:
        """Judge the new text at once, and ask which rulings decide it when nothing has changed for a while. A change
        of rules may change what other open files say."""
        uri = params.text_document.uri
        version = params.text_document.version
        publish(uri, ask=False)
        file = files.get(uri)
        if file is None:
            return
        if not file.judges:
            logs_again()
            return
        await asyncio.sleep(PAUSE)
        if files.get(uri) is file and file.log and server.workspace.get_text_document(uri).version == version:
            marks = file.marks
            unsaved_too(file.change, file.text)
            if file.marks != marks:
                publish(uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def on_save(params: lsp.DidSaveTextDocumentParams) -> None:
        logs_again()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def on_close(params: lsp.DidCloseTextDocumentParams) -> None:
        files.pop(params.text_document.uri, None)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=list(" [{,:-")))
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        looked = look_at(params)
        if looked is None:
            return lsp.CompletionList(is_incomplete=False, items=[])
        file, offset = looked
        offers = unsaved_too(file.offers_at, offset)
        span = file.range(offers.start, offset)
        items = [
            lsp.CompletionItem(
                label=offer.shown or offer.text,
                kind=KINDS.get(offer.kind, Kind.EnumMember),
                detail=offer.kind,
                documentation=offer.says or None,
                sort_text=f"{number:05}",
                filter_text=offer.text,
                text_edit=lsp.TextEdit(span, offer.text),
            )
            for number, offer in enumerate(offers.offers)
        ]
        return lsp.CompletionList(is_incomplete=True, items=items)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        looked = look_at(params)
        if looked is None:
            return None
        file, offset = looked
        texts = [mark.in_full for mark in file.at(offset, offset)]
        texts += filter(None, [file.meaning(offset)])
        if not texts:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.PlainText, visible("\n\n".join(texts))))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        locations: list[lsp.Location] = []
        looked = look_at(params)
        if looked is None:
            return locations
        file, offset = looked
        for path, _, line in (place.rpartition(":") for place in file.sources(offset)):
            start = lsp.Position(int(line) - 1, 0)
            locations.append(lsp.Location(uris.from_fs_path(str(Path(path).absolute())) or "", lsp.Range(start, start)))
        return locations

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[QUICK_FIX]))
    def quick_fixes(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        file = look(uri)
        if file is None:
            return []
        start, end = (file.document.offset_at_position(each) for each in (params.range.start, params.range.end))
        fixes = []
        for mark in file.at(start, end):
            for title, edit in unsaved_too(file.actions, mark):
                change = lsp.WorkspaceEdit({uri: [lsp.TextEdit(file.range(edit.start, edit.end), edit.text)]})
                marks = [file.diagnostic(mark)]
                fixes.append(lsp.CodeAction(title, QUICK_FIX, diagnostics=marks, edit=change))
        return fixes

    return server
