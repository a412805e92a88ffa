"""SVG and HTML as text: attributes and text are always escaped."""

from __future__ import annotations

from referee.core.text import visible

Value = str | int | float | bool | None


AS_TEXT = str.maketrans({"<": "&lt;", ">": "&gt;", "&": "&amp;"})
AS_ATTRIBUTE = AS_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;"})
VOID = frozenset(("meta", "link", "br", "hr", "img", "input", "circle", "line", "path", "rect", "use"))
"""Elements without an end tag: those of HTML, and shapes of SVG."""


class Markup(str):
    """Text that is already SVG or HTML."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the same, for templates, which escape everything else."""
        return self


def tag(name: str, /, *inside: str, **attributes: Value) -> Markup:
    """An element of SVG or HTML with this text or markup inside; text that is not `Markup` is escaped.

    `class_` is the attribute class, and an underscore becomes a hyphen. Attributes that are None or False are
    omitted.
    """
    written = ""
    for key, value in attributes.items():
        if value is not None and value is not False:
            if isinstance(value, float):
                shown = number(value)
            else:
                shown = visible(str(value)).translate(AS_ATTRIBUTE)
            written += f' {key.rstrip("_").replace("_", "-")}="{shown}"'
    body = "".join(part if isinstance(part, Markup) else text(part) for part in inside)
    return Markup(f"<{name}{written}/>" if not body and name in VOID else f"<{name}{written}>{body}</{name}>")


def text(plain: str) -> Markup:
    """Return plain text as SVG or HTML."""
    return Markup(visible(plain).translate(AS_TEXT))


def join(*parts: Markup) -> Markup:
    """Return several elements in a row."""
    return Markup("".join(parts))


def at(x: float, y: float) -> str:
    """Return the transform that moves an element."""
    return f"translate({number(x)} {number(y)})"


def number(value: float) -> str:
    """Return a length without needless digits."""
    return f"{value:.1f}".removesuffix(".0")


def cut(words: str, most: int) -> str:
    """Return a text of at most this many letters."""
    if len(words) <= most:
        return words
    return f"{words[: most - 1]}…"


def file_of(package: str, name: str) -> Markup:
    """Return a file of ours, such as a stylesheet, which must not be escaped."""
    from importlib.resources import files

    return Markup(files(package).joinpath(name).read_text(encoding="utf-8"))
