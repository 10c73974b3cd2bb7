"""Key chains in their files, and names of runs."""

from __future__ import annotations

import hashlib
import hmac
from itertools import pairwise

import pytest

from pbem.core.data.findings import FileTrouble, PbemError, UsageError
from pbem.store.directory import RunName, run_name
from pbem.store.keys import (
    LENGTH,
    first_keys,
    keys_text,
    new_keys,
    practice_keys,
    read_keys,
)


def test_the_file_gives_back_the_same_chains() -> None:
    keys = new_keys("g")
    assert read_keys(keys_text(keys), "keys") == keys
    assert new_keys("g") != keys


def test_each_key_is_the_hash_of_the_next_and_both_chains_differ() -> None:
    keys = new_keys("g")
    runs = [keys.of_run(number, number) for number in range(4)]
    for before, after in pairwise(runs):
        assert hashlib.sha256(after.key).digest() == before.key
        assert hashlib.sha256(after.secret).digest() == before.secret
    assert len({key for run in runs for key in (run.key, run.secret)}) == 8


def test_the_first_keys_are_published_and_nothing_else() -> None:
    keys = new_keys("g")
    first = keys.of_run(0, 0)
    assert first_keys(keys) == {
        "game": "g",
        "length": LENGTH,
        "dice": first.key.hex(),
        "secrets": first.secret.hex(),
    }
    assert first_keys(new_keys("g", seed="7")) == {"game": "g", "seed": "7"}


def test_the_key_of_the_set_up_is_made_from_the_end_of_the_secret_chain() -> None:
    """The recipe is part of the formats: an opening must lead to the same key for ever."""
    keys = read_keys(
        f'format: pbem-keys/1\ngame: g\nlength: 9\ndice: "{"a" * 64}"\nsecrets: "{"b" * 64}"\n',
        "keys",
    )
    top = bytes.fromhex("b" * 64)
    assert keys.set_up == hmac.digest(top, b"pbem set-up/1", "sha256")
    seeded = hashlib.sha256(b"pbem-seed-set-up/1\n7").digest()
    assert new_keys("g", seed="7").set_up == seeded


def test_receipts_and_set_up_have_keys_of_their_own() -> None:
    keys = new_keys("g")
    assert keys.secret is not None
    top = keys.secret.top
    assert keys.receipts == hmac.digest(top, b"pbem receipts/1", "sha256")
    assert keys.set_up == hmac.digest(top, b"pbem set-up/1", "sha256")
    assert keys.of_run(1, 1).receipts == keys.of_run(2, 5).receipts == keys.receipts
    practice = new_keys("g", seed="7")
    assert practice.receipts == practice.of_run(3, 9).receipts
    assert practice.set_up == hashlib.sha256(b"pbem-seed-set-up/1\n7").digest()


def test_a_log_names_the_keys_that_it_was_sealed_with() -> None:
    keys = new_keys("g")
    beside = keys.of_run(2, 3).of_beside("2.1")
    for made in (keys.of_run(2, 3), beside):
        assert keys.of_log({"run": 2, "key": made.data}) == made


def test_a_chain_ends() -> None:
    keys = new_keys("g")
    assert keys.of_run(1, LENGTH).number == LENGTH
    with pytest.raises(PbemError, match="all are used"):
        keys.of_run(1, LENGTH + 1)


def test_a_seed_gives_keys_that_everybody_can_know() -> None:
    keys = new_keys("g", seed="7")
    assert read_keys(keys_text(keys), "keys") == keys
    assert keys.of_run(3, 9) == new_keys("other", seed="7").of_run(3, 3)
    assert keys.of_run(3, 9).kind == "seed"


def test_practice_keys_are_nobody_s_real_keys() -> None:
    practice = practice_keys("g", 1)
    assert practice.kind == "practice"
    assert practice.key != new_keys("g", seed="g").of_run(1, 1).key


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not a key file"),
        ("format: pbem-keys/2\n", "this is not a key file"),
        ("format: pbem-keys/1\ngame: g\nlength: 4\n", "the chain 'dice' is damaged"),
        (f'format: pbem-keys/1\nlength: 0\ndice: "{"a" * 64}"\n', "the chain 'dice' is damaged"),
        (f'format: pbem-keys/1\nlength: 9\ndice: "{"a" * 64}"\n', "the chain 'secrets' is damaged"),
    ],
)
def test_a_damaged_key_file_is_one_message(text: str, message: str) -> None:
    with pytest.raises(FileTrouble, match=message):
        read_keys(text, "keys")


def test_names_of_runs_are_in_the_order_of_play() -> None:
    names = ["10", "2", "2.10", "2.2", "0", "1"]
    assert [str(name) for name in sorted(map(run_name, names))] == [
        "0",
        "1",
        "2",
        "2.2",
        "2.10",
        "10",
    ]
    assert run_name("2.1") == RunName(2, 1)
    for bad in ("", "x", "01", "1.0", "-1", "1.2.3"):
        with pytest.raises(UsageError, match="is not a run"):
            run_name(bad)
