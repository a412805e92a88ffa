"""Named tuples that are quick to define.

`typing.NamedTuple` compiles the annotation of every field, which nothing here reads: with a hundred classes, a fifth of the
time until `referee resolve` answers. For type checkers the two are the same.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _Definition(type):
        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            fields = body.pop("__annotations__", {})
            if not bases:
                return super().__new__(cls, name, bases, body)
            defaults = [body.pop(field) for field in fields if field in body]
            defined = namedtuple(name, fields, defaults=defaults, module=body["__module__"])
            for key in body:
                setattr(defined, key, body[key])
            return defined

    class NamedTuple(metaclass=_Definition):
        """The base of a class whose annotated names are the fields of a tuple."""
