"""A picture to a file: SVG as it is, PNG through a renderer that `pbem[maps]` installs."""

from __future__ import annotations

from pathlib import Path

from pbem.core.data.findings import PbemError, UsageError
from pbem.store.files import write_file


def write_picture(svg: str, path: Path, width: int | None = None) -> None:
    """Write the picture in the form that the file's name asks for, whole or not at all.

    A PNG has as many pixels across as are asked for, else one for every unit of the drawing.
    """
    kind = path.suffix.lower()
    if kind == ".svg":
        write_file(path, svg)
    elif kind == ".png":
        write_file(path, _png(svg, width))
    else:
        raise UsageError(f"{path}: a picture is .svg or .png")


def _png(svg: str, width: int | None) -> bytes:
    try:
        from cairosvg import svg2png
    except (ImportError, OSError):
        raise PbemError(
            "PNG needs a renderer that is not installed",
            hint="pip install 'pbem[maps]', or write .svg, which every browser shows",
        ) from None
    return bytes(svg2png(bytestring=svg.encode("utf-8"), output_width=width))
