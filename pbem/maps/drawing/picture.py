"""What a file with a picture holds: SVG as it is, PNG by a renderer of `pbem[maps]`."""

from __future__ import annotations

from pathlib import Path

from pbem.core.data.findings import PbemError, UsageError


def picture(svg: str, path: Path, width: int | None = None) -> str | bytes:
    """The picture in the form that the name of its file asks for.

    A PNG has as many pixels across as are asked for, else one for every unit of the drawing.
    """
    kind = path.suffix.lower()
    if kind == ".svg":
        return svg
    if kind == ".png":
        return _png(svg, width)
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
