"""Answers that a waiting run has used already: it goes on from them, so they stay as they were."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from pbem.core.data.findings import Finding, PbemError, Where, error
from pbem.core.data.schemas import shown
from pbem.core.data.yamlio import MAX_TYPED_BYTES
from pbem.core.orders.answers import Answers, read_answers
from pbem.core.orders.inputs import GivenAnswer
from pbem.core.play.run import NotRepeated, Outcome
from pbem.store.files import files_in, read_inside
from pbem.store.pending import inputs_of

_FOLDER = "answers"
_AGAIN = "leave it as it was; who wants another answer takes the run back and plays it anew"


def resumed(root: Path, kept: Mapping[str, bytes], play: Callable[[], Outcome]) -> Outcome:
    """Play on; where an answer that play went on from is another one now, say which.

    `kept` are the files that the run is played with now.
    """
    try:
        return play()
    except NotRepeated:
        findings = tuple(_changed(root, kept))
        if not findings:
            raise
        raise PbemError("play went on from other answers", findings=findings) from None


def _changed(root: Path, kept: Mapping[str, bytes]) -> Iterator[Finding]:
    """What is answered otherwise than it was as the run stopped, or no more."""
    used = _given({path.relative_to(root): data for path, data in _files(inputs_of(root)).items()})
    sent = {data: path.relative_to(root) for path, data in _files(root).items()}
    files = {Path(n): data for n, data in kept.items() if n.startswith(f"{_FOLDER}/")}
    now = _given({sent.get(data, path): data for path, data in files.items()})
    for (player, path), (was, place) in used.items():
        if (player, path) not in now:
            message = f"{player} answered {path} here, and the answer is gone"
            yield error("answer-gone", message, where=place, hint=_AGAIN)
        elif now[player, path][0].words != was.words:
            message = f"{player} answered {path} with {shown(was.words)}, and play went on from it"
            yield error("answered-before", message, where=now[player, path][1], hint=_AGAIN)


def _files(folder: Path) -> dict[Path, bytes]:
    paths = files_in(folder, folder / _FOLDER, "*.yaml")
    return {path: read_inside(folder, path, MAX_TYPED_BYTES) for path in paths}


def _given(files: Mapping[Path, bytes]) -> dict[tuple[str, str], tuple[GivenAnswer, Where]]:
    """Every answer by player and question, and where it stands; the last file counts."""
    read: list[Answers] = [read_answers(data, str(path)) for path, data in files.items()]
    return {
        (said.player, path): (given, said.places[path])
        for said in read
        for path, given in said.given.items()
    }
