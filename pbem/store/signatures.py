"""The signatures of drand's rounds, checked with py_ecc where it is installed (`pbem[beacon]`)."""

from __future__ import annotations

import hashlib
import sys
from typing import Any, Final

from pbem.moderation.beacons import Chain

INSTALL: Final = "install pbem[beacon]"
_ON_G1: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_ON_G2: Final = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"


def is_signed(chain: Chain, number: int, signature: str, previous: str) -> bool | None:
    """Whether a chain signed a round so; None where the library that can tell is not installed.

    `previous` is the signature of the round before, which a chained scheme signs too.
    """
    if not _is_here():
        return None
    signed = bytes.fromhex(previous) if chain.chained else b""
    message = hashlib.sha256(signed + number.to_bytes(8, "big")).digest()
    try:
        return (_on_g2 if chain.chained else _on_g1)(chain.key, message, signature)
    except (ValueError, AssertionError):  # no point of the curve
        return False


def _is_here() -> bool:
    """Whether the library is installed.

    It raises Python's limit of recursion as it is imported, which would let a log of deeply nested
    brackets overflow the stack: the limit stays what it was.
    """
    limit = sys.getrecursionlimit()
    try:
        import py_ecc.optimized_bls12_381  # noqa: F401
    except ImportError:
        return False
    finally:
        sys.setrecursionlimit(limit)
    return True


def _on_g1(key: str, message: bytes, signature: str) -> bool:
    """The signature is a point of the first group, the key one of the second."""
    from py_ecc.bls.hash_to_curve import hash_to_G1
    from py_ecc.bls.point_compression import compress_G1, decompress_G1, decompress_G2
    from py_ecc.optimized_bls12_381 import G2, pairing

    point = decompress_G1(int(signature, 16))
    if compress_G1(point) != int(signature, 16) or not _is_of_group(point):
        return False
    hashed = hash_to_G1(message, _ON_G1, hashlib.sha256)
    return bool(pairing(decompress_G2(_halves(key)), hashed) == pairing(G2, point))


def _on_g2(key: str, message: bytes, signature: str) -> bool:
    """The signature is a point of the second group, the key one of the first."""
    from py_ecc.bls.hash_to_curve import hash_to_G2
    from py_ecc.bls.point_compression import compress_G2, decompress_G1, decompress_G2
    from py_ecc.optimized_bls12_381 import G1, pairing

    point = decompress_G2(_halves(signature))
    if compress_G2(point) != _halves(signature) or not _is_of_group(point):
        return False
    hashed = hash_to_G2(message, _ON_G2, hashlib.sha256)
    return bool(pairing(hashed, decompress_G1(int(key, 16))) == pairing(point, G1))


def _is_of_group(point: Any) -> bool:
    """Whether a point of the curve is of the group: others would make many signatures of one."""
    from py_ecc.optimized_bls12_381 import curve_order, is_inf, multiply

    return not is_inf(point) and bool(is_inf(multiply(point, curve_order)))


def _halves(text: str) -> tuple[int, int]:
    """The two numbers of a point of the second group."""
    return int(text[:96], 16), int(text[96:], 16)
