"""Pictures as PNG and PDF are tried where cairo is: a package and a library of the system."""

from __future__ import annotations

import pytest

from pbem.core.data.findings import PbemError
from pbem.maps.drawing.paint import cairo_module


def needs_painter(line: str = "picture.png") -> None:
    """Skips a test whose command paints, on a machine without cairo."""
    if not line.endswith((".png", ".pdf")):
        return
    try:
        cairo_module()
    except PbemError:
        pytest.skip("no cairo here: pip install 'pbem[maps]', and apt install libcairo2")
