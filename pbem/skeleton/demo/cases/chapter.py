"""What cases bring: calculations, one a rule worth asking by itself."""

from __future__ import annotations

from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Chapter
from pbem.skeleton.demo.cases.calculations import clash_result

CHAPTER: Final[Chapter[Position]] = Chapter(calculations={"clash.result": clash_result})
