"""Named tuples that are quick to define.

`typing.NamedTuple` compiles the annotation of every field, which nothing here reads, and a function for every class: with a
hundred classes, a fifth of the time until `referee resolve` answers. For type checkers the two are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import _tuplegetter
    from functools import cache
    from types import FunctionType

    @cache
    def _of_many(many: int) -> FunctionType:
        """Return a `__new__` for this many fields; only their names and defaults differ from class to class."""
        names = "".join(f"a{number}, " for number in range(many))
        return eval(f"lambda _cls, {names}: new(_cls, ({names}))", {"new": tuple.__new__})

    class _Definition(type):
        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if tuple in bases or hasattr(bases[0], "_fields"):
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body[field] for field in fields if field in body}
            new = _of_many(len(fields))
            code = new.__code__.replace(co_varnames=("_cls", *fields), co_qualname=f"{name}.__new__")
            constructor = FunctionType(code, new.__globals__, "__new__", tuple(defaults.values()))
            body |= {
                "__slots__": (),
                "__new__": constructor,
                "__match_args__": fields,
                "_fields": fields,
                "_field_defaults": defaults,
            }
            body |= {field: _tuplegetter(place, None) for place, field in enumerate(fields)}
            return super().__new__(cls, name, bases, body)

    class NamedTuple(tuple, metaclass=_Definition):
        """The base of a class whose annotated names are the fields of a tuple."""

        __slots__ = ()

        @classmethod
        def _make(cls, values):
            return tuple.__new__(cls, values)

        def _replace(self, /, **values):
            other = self._make(map(values.pop, self._fields, self))
            if values:
                raise TypeError(f"{type(self).__name__} has no field {', '.join(values)}")
            return other

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            fields = (f"{field}={value!r}" for field, value in self._asdict().items())
            return f"{type(self).__name__}({', '.join(fields)})"
