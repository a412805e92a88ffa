"""Where in referee an error arose that is a bug."""

from __future__ import annotations


def note_bug(bug: Exception, judging: str) -> None:
    """Notes on an error where it arose and what was being judged, because its traceback stays in its process."""
    if not getattr(bug, "__notes__", None):
        bug.add_note(f"{_line(bug)}, judging {judging}")


def place_of_bug(bug: Exception) -> str:
    """Return what was noted on an error, or else where it arose: ' at core/fold.py:64'; empty if that is not in referee."""
    notes: list[str] = getattr(bug, "__notes__", [])
    return notes[0] if notes else _line(bug)


def bug_in_words(bug: Exception, judging: str = "") -> str:
    """Return where an error arose and what it says: ' at core/fold.py:64, judging friday.yaml (KeyError: 7)'."""
    if judging:
        note_bug(bug, judging)
    told = " ".join(f"{type(bug).__name__}: {bug}".split())[:200]
    return f"{place_of_bug(bug)} ({told})"


def _line(bug: Exception) -> str:
    import traceback  # not at the top: almost no run has a bug to locate
    from pathlib import Path

    root, where = Path(__file__).resolve().parent.parent, ""
    for frame in traceback.extract_tb(bug.__traceback__):
        path = Path(frame.filename)
        if path.is_relative_to(root):
            where = f" at {path.relative_to(root).as_posix()}:{frame.lineno}"
    return where
