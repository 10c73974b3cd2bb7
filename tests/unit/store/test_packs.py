"""Many files as one: the same bytes every time, and nothing strange is unpacked."""

from __future__ import annotations

import io
import zipfile
from stat import S_IFLNK
from typing import Any

import pytest

from pbem.core.data.findings import FileTrouble
from pbem.store import packs
from pbem.store.packs import packed, private_in, unpacked

FILES = {"game.yaml": b"a", "runs/0/state.yaml": b"b" * 5000, "orders/": b"", "keys": b"c"}


def test_a_pack_hangs_on_its_files_alone() -> None:
    first = packed(FILES, {"keys"})
    assert first == packed(dict(reversed(FILES.items())), {"keys"})
    assert unpacked(first, "x.zip") == FILES
    assert list(private_in(first)) == ["keys"]


def zipped(*entries: tuple[Any, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, content in entries:
            pack.writestr(name, content)
    return data.getvalue()


def link() -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo("keys")
    entry.external_attr = (S_IFLNK | 0o777) << 16
    return entry


def bomb() -> bytes:
    """It says that it holds two gigabytes."""
    data = packed({"a": b"0" * 1000})
    size = (1000).to_bytes(4, "little")
    return data.replace(size, (2 << 30).to_bytes(4, "little"))


HOSTILE = {
    "a path": (zipped(("../evil", b"")), "the name leads out of its folder"),
    "an absolute path": (zipped(("/etc/passwd", b"")), "the name leads out of its folder"),
    "dots in the midst": (zipped(("a/../../b", b"")), "the name leads out of its folder"),
    "a drive": (zipped(("C:evil", b"")), "this cannot be the name of a file"),
    "a backslash": (zipped(("a\\..\\b", b"")), "this cannot be the name of a file"),
    "a terminal": (zipped(("a\x1b[2J", b"")), "this cannot be the name of a file"),
    "a long name": (zipped(("n" * 300, b"")), "the name is too long"),
    "a link": (zipped((link(), b"/etc/passwd")), "this is a link or a device, not a file"),
    "a file in a file": (zipped(("a", b""), ("a/b", b"")), "lies in what is a file"),
    "a bomb": (bomb(), "larger than 1024 MB together"),
    "a cut": (packed(FILES)[:-30], "this is damaged, nothing of it was taken"),
    "a changed byte": (packed({"a": b"x" * 99}).replace(b"\x4b", b"\x4c"), "this is damaged"),
    "no zip": (b"PK\3\4 and nothing else", "this is damaged"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_no_pack_of_ours_holds_is_refused(name: str) -> None:
    data, words = HOSTILE[name]
    with pytest.raises(FileTrouble, match=words):
        unpacked(data, "x.zip")


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_is_there_twice_is_refused() -> None:
    with pytest.raises(FileTrouble, match="'a' in it: it is there twice"):
        unpacked(zipped(("a", b"1"), ("a", b"2")), "x.zip")


def test_a_zip_with_a_password_of_its_own_is_refused() -> None:
    data = bytearray(packed({"a": b"1"}))
    for begin, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(begin) + at] |= 1
    with pytest.raises(FileTrouble, match="locked by a password"):
        unpacked(bytes(data), "x.zip")


def test_too_many_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "MOST_FILES", 3)
    with pytest.raises(FileTrouble, match="4 files are more than it may hold"):
        unpacked(packed(FILES), "x.zip")
