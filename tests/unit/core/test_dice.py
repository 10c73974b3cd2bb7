"""Keys, run keys and dice: the recipe word by word, and no face favoured."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from pbem.core.record.dice import (
    KeyChain,
    Roll,
    chain_back,
    message,
    nonce,
    parse_dice,
    run_key,
    seal,
    seal_key,
    seed_keys,
    throw,
)

KEY = b"k" * 32


def test_each_key_is_the_hash_of_the_next() -> None:
    """k(n) = SHA-256(k(n+1)): nobody can foretell k(n+1)."""
    chain = KeyChain(b"t" * 32, 5)
    assert chain.key(5) == b"t" * 32
    for number in range(5):
        assert chain.key(number) == hashlib.sha256(chain.key(number + 1)).digest()
    assert chain_back(chain.key(5), 5) == chain.key(0)
    for number in (-1, 6):
        with pytest.raises(ValueError, match="the chain has keys 0 to 5"):
            chain.key(number)


def test_a_seed_gives_the_documented_key() -> None:
    keys = seed_keys("7", 3)
    assert keys.key == hashlib.sha256(b"pbem-seed/1\n7").digest()
    assert (keys.number, keys.kind) == (3, "seed")
    assert keys.secret != keys.key


def test_the_message_of_a_run() -> None:
    """Lines joined by newlines: recipe, game, run, each player's luck in byte order, beacon."""
    luck = {"hans": "Gruß", "anna": None}
    digest = hashlib.sha256("Gruß".encode()).hexdigest()
    assert message("barb-12", 3, luck, None).decode() == (
        f"pbem/1\nbarb-12\n3\nplayer:-\nplayer:{digest}"
    )
    assert message("barb-12", 3, {}, "round 9").decode() == "pbem/1\nbarb-12\n3\nbeacon:round 9"
    assert run_key(KEY, b"x") == hmac.digest(KEY, b"x", "sha256")


def test_dice_are_words_of_blocks_in_order() -> None:
    """A word w counts if it is below the largest multiple of the sides, and shows w % sides + 1."""
    blocks = b"".join(hmac.digest(KEY, f"a/b#{n}".encode(), "sha256") for n in range(3))
    words = [int.from_bytes(blocks[i : i + 8], "big") for i in range(0, 96, 8)]
    limit = 6 * (2**64 // 6)
    assert throw(KEY, "a/b", 12, 6) == tuple(w % 6 + 1 for w in words if w < limit)
    assert throw(KEY, "a/b", 1, 6) == throw(KEY, "a/b", 12, 6)[:1]


def test_a_word_that_would_favour_a_face_is_passed_over() -> None:
    """With sides of which 2**64 leaves a large rest, about that share of words does not count."""
    sides = 3 * 2**62
    assert all(1 <= throw(KEY, f"c{n}", 1, sides)[0] <= sides for n in range(30))
    firsts = [
        int.from_bytes(hmac.digest(KEY, f"c{n}#0".encode(), "sha256")[:8], "big") for n in range(30)
    ]
    skipped = [n for n in range(30) if firsts[n] >= sides]
    assert skipped
    assert all(throw(KEY, f"c{n}", 1, sides)[0] != firsts[n] % sides + 1 for n in skipped)


def test_every_face_comes_up_about_equally_often() -> None:
    faces = throw(KEY, "many", 6000, 6)
    counts = [faces.count(face) for face in range(1, 7)]
    assert sum((count - 1000) ** 2 for count in counts) < 1000 * 20  # chi-square below 20


@pytest.mark.parametrize(
    ("text", "meant"), [("d6", (1, 6)), ("2d10", (2, 10)), ("12d12", (12, 12))]
)
def test_dice_expressions(text: str, meant: tuple[int, int]) -> None:
    assert parse_dice(text) == meant


@pytest.mark.parametrize("text", ["", "6", "0d6", "2d0", "d", "2d6+1", "100d6", "-1d6"])
def test_what_is_no_dice_expression(text: str) -> None:
    with pytest.raises(ValueError, match="not a dice expression"):
        parse_dice(text)


def test_a_roll_counts_its_last_throw_and_its_modifiers() -> None:
    roll = Roll("p", "2d6", "red", "1", ((1, 1), (6, 5)), (("steel", 1), ("rain", -3)))
    assert (roll.values, roll.total, roll.modified) == ((6, 5), 11, 9)


def test_a_seal_hangs_on_key_path_number_and_content() -> None:
    seals = {
        seal(seal_key(secret, path, number), text)
        for secret in (b"a" * 32, b"b" * 32)
        for path in ("x", "y")
        for number in (1, 2)
        for text in ("1", "2")
    }
    assert len(seals) == 16


def test_a_fingerprint_comes_of_the_nonce_and_the_nonce_of_the_file() -> None:
    """The recipe of receipts, without the functions of pbem."""
    keys = seed_keys("7", 3)
    receipts = hashlib.sha256(b"pbem-seed-receipts/1\n7").digest()
    data = b"standing: rosa\n"
    made = hmac.digest(receipts, hashlib.sha256(data).digest(), "sha256").hex()[:32]
    assert nonce(keys.receipts, data) == made
    assert keys.fingerprint(data) == hmac.digest(made.encode(), data, "sha256").hex()
    assert keys.fingerprint(data + b" ") != keys.fingerprint(data)


def test_a_run_beside_seals_with_a_key_of_its_own() -> None:
    keys = seed_keys("7", 3)
    beside = keys.of_beside("3.1")
    assert beside.secret == hmac.digest(keys.secret, b"beside 3.1", "sha256")
    assert (beside.key, beside.receipts) == (keys.key, keys.receipts)
    assert beside.data == {"kind": "seed", "number": 3, "seed": "7", "beside": "3.1"}
    assert len({keys.secret, beside.secret, keys.of_beside("3.2").secret}) == 3
