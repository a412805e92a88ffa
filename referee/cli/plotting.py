"""`--plot FILE`: the picture of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from referee.cli.out_file import file_for
from referee.report.pictures import FORMATS, Picture


def plot_option(says: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--plot FILE`, passed to the command as `plot`; what cannot be drawn is refused before anything is done."""
    return click.option(
        "--plot", metavar="FILE", callback=_drawable, help=f"{says} A .svg or .png; needs referee[plot]."
    )


def _drawable(_: click.Context, __: click.Parameter, plot: str | None) -> str | None:
    from importlib.util import find_spec

    if plot is None:
        return None
    suffix = Path(plot).suffix
    if Path(plot).is_dir():
        raise click.BadParameter(f"{plot} is a folder; name a file in it, such as {Path(plot) / 'scores.svg'}")
    if suffix and suffix.lower() not in FORMATS:
        raise click.BadParameter(f"{plot} is not a picture; its name must end with .svg or .png")
    if find_spec("matplotlib") is None:
        raise click.BadParameter("a picture needs matplotlib; install it with pip install 'referee[plot]'")
    return plot


def draw(plot: str, picture: Picture, inputs: Iterable[str]) -> None:
    """Writes a picture, which appears once complete and replaces no file that is read."""
    from referee.report.plot import written

    with file_for(plot, "--plot", inputs) as part:
        part.write_bytes(written(picture, Path(plot).suffix))
