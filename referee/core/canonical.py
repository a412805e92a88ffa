"""Plain data in one form only, as RFC 8785 has it, and its SHA-256: equal data have equal hashes, however they were written."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any


def canonical(data: Any) -> str:
    """Return plain data as JSON without spaces, keys in the order of their UTF-16 code units, numbers as in JavaScript."""
    if isinstance(data, Mapping):
        keys = sorted(data, key=lambda key: str(key).encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(key)}:{canonical(data[key])}" for key in keys) + "}"
    if isinstance(data, list | tuple):
        return "[" + ",".join(map(canonical, data)) + "]"
    if isinstance(data, float) and (data == 0 or 1e-6 <= abs(data) < 1e21):
        return format(Decimal(repr(data or 0)), "f").removesuffix(".0")
    text = json.dumps(data, ensure_ascii=False)
    return re.sub(r"(?:\.0)?e([+-])0?", r"e\1", text) if isinstance(data, float) else text


def sha256(data: Any) -> str:
    """Return the hash of plain data: 'sha256:' and 64 digits."""
    return f"sha256:{hashlib.sha256(canonical(data).encode()).hexdigest()}"
