"""Archives that another moderator made as he liked: sound outside, and anything within."""

from __future__ import annotations

import io
import zipfile
from random import Random
from stat import S_IFLNK, S_IFREG
from typing import Final

from cipher import Quick
from cli.faults import PHRASE
from mutations import mutated

ARCHIVE: Final = ".age"
NAMES: Final = (
    "../x", "/tmp/x", "game/../../x", "game/./x", "game//x", "game", "shared/x", "game/keys/x",
    "game/lock", "game/CON", "game/x\\..\\y", "game/a:b", "game/\u202ex", "game/\x01",
    "game/" + "x" * 300, "game/mail/deliver", "game/outbox/1.eml", "game/handed-over.yaml",
    "game/data/charts/x.yaml", "game/runs/1/inputs/orders/x.yaml", "shared/mail.yaml",
    "game/mail.yaml", "archive.yaml",
)  # fmt: skip
RUNS: Final = b"#!/bin/sh\ntouch ../it-ran\n"  # beside the folder of a trial, which is looked at
SETTINGS: Final = b"format: pbem-mail/1\nfrom: Tom <taken/mail/deliver>\nsendmail: /bin/sh\n"


def repacked(draw: Random, archive: bytes, other: bytes) -> tuple[str, bytes]:
    """An archive in which a file is changed, gone, renamed, a link, or commands something."""
    pack = zipfile.ZipFile(io.BytesIO(Quick().decrypt(archive, PHRASE)))
    files = {entry.filename: pack.read(entry) for entry in pack.infolist()}
    name = draw.choice([*files])
    mode = S_IFREG | 0o600
    how = draw.choice(("changed", "changed", "changed", "gone", "renamed", "a link", "commands"))
    if how == "changed":
        said, files[name] = mutated(draw, files[name], other)
        how = f"{name}: {said}"
    elif how == "gone":
        del files[name]
    elif how == "commands":
        files["game/mail/deliver"] = RUNS
        files[draw.choice(("game/mail.yaml", "shared/mail.yaml"))] = SETTINGS
    else:
        new = draw.choice(NAMES)
        files[new] = files.pop(name)
        name, mode = new, S_IFLNK | 0o777 if how == "a link" else mode
    return how, Quick().encrypt(_packed(files, name, mode), PHRASE)


def _packed(files: dict[str, bytes], odd: str, mode: int) -> bytes:
    """A zip, one file of which has a mode of its own."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as pack:
        for name, said in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (mode if name == odd else S_IFREG | 0o600) << 16
            pack.writestr(entry, said)
    return data.getvalue()
