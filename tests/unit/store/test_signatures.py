"""Signatures of true rounds of both chains of drand, and forged ones."""

from __future__ import annotations

import hashlib
import struct
import subprocess
import sys
from typing import Any

import pytest
from py_ecc.bls.point_compression import compress_G1, decompress_G1
from py_ecc.optimized_bls12_381 import FQ, add, curve_order, field_modulus, multiply

from pbem.moderation.beacons import CHAINS, latest, moment, randomness
from pbem.store.signatures import is_signed

sys.setrecursionlimit(1000)  # the library has raised it above

QUICKNET, DEFAULT = CHAINS["drand-quicknet"], CHAINS["drand-default"]
ROUND_1000 = (
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b1957"
    "6350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
)
FIRST = (  # of the default chain
    "8d61d9100567de44682506aea1a7a6fa6e5491cd27a0a0ed349ef6910ac5ac20"
    "ff7bc3e09d7c046566c9f7f3c6f3b10104990e7cb424998203d8f7de586fb7fa"
    "5f60045417a432684f85093b06ca91c769f0e7ca19268375e659c2a2352b4655"
)


@pytest.mark.parametrize("chain", CHAINS.values(), ids=str)
def test_the_hash_of_a_chain_is_of_its_parameters(chain: Any) -> None:
    data = struct.pack(">Iq", chain.period, chain.genesis)
    data += bytes.fromhex(chain.key) + bytes.fromhex(chain.group)
    data += b"" if chain is DEFAULT else b"quicknet"
    assert hashlib.sha256(data).hexdigest() == chain.hash
    assert chain.data()["chain_hash"] == chain.hash


def test_a_round_of_quicknet() -> None:
    assert is_signed(QUICKNET, 1000, ROUND_1000, "") is True
    known = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
    assert randomness(ROUND_1000) == known


def test_a_round_of_the_default_chain_signs_the_one_before() -> None:
    assert is_signed(DEFAULT, 1, FIRST, DEFAULT.group) is True
    assert is_signed(DEFAULT, 1, FIRST, "00" + DEFAULT.group[2:]) is False


def test_the_signature_of_a_round_is_of_no_other() -> None:
    assert is_signed(QUICKNET, 1001, ROUND_1000, "") is False


def test_a_signature_has_one_form() -> None:
    """A point beside the group that the pairing does not see, and what is no point at all."""
    point = decompress_G1(int(ROUND_1000, 16))
    other = compress_G1(add(point, _beside_the_group()))
    assert is_signed(QUICKNET, 1000, f"{other:096x}", "") is False
    assert is_signed(QUICKNET, 1000, "f" * 96, "") is False
    assert is_signed(QUICKNET, 1000, f"c{'0' * 95}", "") is False


def _beside_the_group() -> Any:
    """A point of the curve whose order does not share the order of the group."""
    x = 4
    while True:
        square = (x**3 + 4) % field_modulus
        root = pow(square, (field_modulus + 1) // 4, field_modulus)
        if root * root % field_modulus == square:
            return multiply((FQ(x), FQ(root), FQ(1)), curve_order)
        x += 1


def test_the_library_leaves_the_limit_of_recursion() -> None:
    """Else a log of nested brackets would overflow the stack instead of being refused."""
    code = (
        "import sys; from pbem.moderation.beacons import CHAINS; from pbem.store.signatures import "
        "is_signed; is_signed(CHAINS['drand-quicknet'], 1, '00', ''); "
        "assert 'py_ecc' in sys.modules; print(sys.getrecursionlimit())"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "1000\n"


def test_without_the_library_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py_ecc.optimized_bls12_381", None)
    assert is_signed(QUICKNET, 1000, ROUND_1000, "") is None


@pytest.mark.parametrize(
    ("deadline", "number"),
    [
        ("2023-08-23 15:59:21 UTC", 999),
        ("2023-08-23 15:59:22 UTC", 1000),
        ("2023-08-23 15:59:24 UTC", 1000),
        ("2023-08-23 15:59:25 UTC", 1001),
        ("2023-08-23 15:09 UTC", 1),
        ("2000-01-01 00:00 UTC", 1),
    ],
)
def test_the_round_of_a_deadline_is_the_first_at_or_after_it(deadline: str, number: int) -> None:
    when = moment(deadline)
    assert when is not None
    assert QUICKNET.round_at(when) == number
    assert QUICKNET.published(1000) == "2023-08-23 15:59:24 UTC"


def test_the_deadline_of_a_window_is_the_last_one() -> None:
    due = {"anna": "2026-12-24 20:00 UTC", "hans": "2026-12-25 08:00 UTC"}
    assert latest(due) == "2026-12-25 08:00:00 UTC"
    assert latest({**due, "otto": "Friday"}) == latest({}) == ""
    assert moment("2026-02-30 08:00 UTC") is None
