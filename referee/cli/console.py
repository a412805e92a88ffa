"""Whether an output is a terminal that understands escape sequences; a Windows console is asked to."""

from __future__ import annotations

import os
import sys
from typing import TextIO

_UNDERSTANDS = 0x0004
"""The mode of a console that understands escape sequences instead of printing them."""


def is_terminal(stream: TextIO) -> bool:
    """Whether an output can show colours and redraw a line."""
    if not stream.isatty() or os.environ.get("TERM") == "dumb":
        return False
    return sys.platform != "win32" or _made_to_understand(stream)


def _made_to_understand(stream: TextIO) -> bool:
    """Whether the console of an output now understands escape sequences; those before Windows 10 do not."""
    if sys.platform != "win32":
        return True
    import ctypes
    import msvcrt

    handle, mode = msvcrt.get_osfhandle(stream.fileno()), ctypes.c_ulong()
    console = ctypes.windll.kernel32
    if not console.GetConsoleMode(handle, ctypes.byref(mode)):
        return False
    return bool(mode.value & _UNDERSTANDS or console.SetConsoleMode(handle, mode.value | _UNDERSTANDS))
