"""A batch on a cluster: same bytes, nothing of a chain sent, a lost worker loses nothing."""

from __future__ import annotations

import pickle
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
import toy  # noqa: F401 (registers the system)
from clusters import PARTS, Machines, certificates, machines
from post.games import game, games, plain_bytes

from pbem.core.data.findings import PbemError, UsageError
from pbem.core.record.dice import KeyChain, chain_back
from pbem.core.record.state import State
from pbem.post.batch import batch
from pbem.post.cluster import Cluster, cluster
from pbem.post.sorting import directories_under
from pbem.store.directory import GameDirectory
from pbem.store.keys import GameKeys
from pbem.store.parcels import answer_in, carried_out, sent
from pbem.store.runs import play
from pbem.store.working import Done, Job, work

if TYPE_CHECKING:
    from distributed import Client

pytest.importorskip("distributed")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
FRANCE = "gw/france-1940"
USED = 12  # keys of a chain that could be told from what is sent, and some to come


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """A scheduler and two workers."""
    with machines(tmp_path_factory.mktemp("machines")) as found:
        yield found


def at(found: Machines, root: Path) -> AbstractContextManager[Cluster]:
    """The cluster, with its certificates in a folder of games."""
    for part in (*PARTS, "cluster.yaml"):
        shutil.copy(found.folder / part, root / part)
    return cluster(found.address, root)


def alone(root: Path, folder: Path) -> dict[str, bytes]:
    """What the games of a folder come to in this process."""
    shutil.copytree(root, folder)
    assert {row.outcome for row in batch(directories_under(folder), NOON)} == {"played"}
    return plain_bytes(folder)


def secrets_of(keys: GameKeys, used: int) -> dict[str, bytes]:
    """Every key of a game that nobody but its keeper may have; the dice key of a run is its own."""
    chains: dict[str, KeyChain | None] = {"dice": keys.dice, "secret": keys.secret}
    found = {"receipts": keys.receipts, "set-up": keys.set_up}
    for name, chain in chains.items():
        assert chain is not None
        found[f"{name} top"] = chain.top
        key = chain.key(used + USED)
        for back in range(USED + used):  # the first is published
            found[f"{name} {used + USED - back}"] = chain_back(key, back)
    return found


def told_of(keys: GameKeys, data: bytes, used: int = 1) -> list[str]:
    """The names of the keys that some bytes hold, as they are or as text."""
    forms: list[Callable[[bytes], bytes]] = [bytes, lambda key: key.hex().encode()]
    held = secrets_of(keys, used).items()
    return [name for name, key in held if any(form(key) in data for form in forms)]


# --- what is sent ------------------------------------------------------------------------------


def job_of(root: Path) -> Job:
    """The job of a game's open window."""
    jobs: list[Job] = []

    def take(job: Job) -> Done:
        jobs.append(job)
        return work(job)

    play(GameDirectory(root), by=take)
    return jobs[0]


def test_a_parcel_is_enough_to_play_and_holds_no_key_of_a_chain(tmp_path: Path) -> None:
    root = games(tmp_path / "games", 1, (FRANCE,)) / "game-000"
    keys = GameDirectory(root).keys
    job = job_of(root)
    system, program, data = sent(job)
    assert told_of(keys, data) == []
    assert b"@x.org" not in data
    assert str(root).encode() not in data
    answer = carried_out(system, program, data)
    assert told_of(keys, answer) == []
    assert answer_in(answer) == work(job)


def test_what_is_planted_in_a_parcel_is_found(tmp_path: Path) -> None:
    """So the test above finds what it looks for."""
    keys = GameDirectory(games(tmp_path / "games", 1, (FRANCE,)) / "game-000").keys
    assert keys.secret is not None
    assert told_of(keys, b"x" + keys.secret.key(2)) == ["secret 2"]
    assert told_of(keys, keys.receipts.hex().encode()) == ["receipts"]


def test_a_state_is_sent_without_what_was_worked_out_from_it() -> None:
    state = GameDirectory(game(FRANCE)).state()
    size = len(pickle.dumps(state))
    state.__dict__["kept"] = (state, {"key": "of a game"})
    assert state.index
    assert len(pickle.dumps(state)) == size
    again: State = pickle.loads(pickle.dumps(state))
    assert again == state


def test_another_program_does_not_play(tmp_path: Path) -> None:
    """Nor does it open what was sent."""
    system, program, _ = sent(job_of(games(tmp_path / "games", 1, (FRANCE,)) / "game-000"))
    answer = carried_out(system, {**program, "program": "0" * 64}, b"no parcel")
    with pytest.raises(PbemError, match="another program"):
        answer_in(answer)


# --- on machines ---------------------------------------------------------------------------------


def test_the_bytes_are_those_of_one_process_and_nothing_secret_is_sent(
    there: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed.comm import tcp

    root = games(tmp_path / "games", 3, (FRANCE, FRANCE, "gw/china-1937"))
    right = alone(root, tmp_path / "alone")
    frames: list[bytes] = []
    made = tcp.to_frames

    async def noted(*args: Any, **more: Any) -> Any:
        found = await made(*args, **more)
        frames.extend(bytes(frame) for frame in found)
        return found

    monkeypatch.setattr(tcp, "to_frames", noted)
    with at(there, root) as crew:
        found = list(batch(directories_under(root), NOON, crew=crew))
    assert {row.outcome for row in found} == {"played"}
    assert plain_bytes(root) == right
    data = b"".join(frames)
    assert data.count(b"carried_out") >= 3
    workers = there.folder.glob("worker-*/**/*")
    data += b"".join(path.read_bytes() for path in workers if path.is_file())
    for directory in directories_under(root):
        assert told_of(directory.keys, data) == []


def test_a_lost_worker_loses_and_doubles_nothing(there: Machines, tmp_path: Path) -> None:
    """It has work, does nothing of it, and is killed: another does it."""
    root = games(tmp_path / "games", 4, (FRANCE,))
    right = alone(root, tmp_path / "alone")
    lost = there.workers.pop(0)
    lost.send_signal(signal.SIGSTOP)
    had: list[object] = []

    def lose(client: Client) -> None:
        (address,) = (
            at
            for at, one in client.scheduler_info()["workers"].items()
            if one["name"] == "worker-0"
        )
        while not (work := client.processing()[address]):
            time.sleep(0.02)
        had.extend(work)
        lost.kill()

    with at(there, root) as crew:
        losing = threading.Thread(target=lose, args=(crew.client,))
        losing.start()
        found = list(batch(directories_under(root), NOON, crew=crew))
        losing.join()
    there.add()
    assert had
    assert {row.outcome for row in found} == {"played"}
    assert plain_bytes(root) == right


def test_who_has_no_certificate_of_the_cluster_is_not_let_in(
    there: Machines, tmp_path: Path
) -> None:
    certificates(tmp_path)
    with (
        pytest.raises(PbemError, match="no cluster answers there"),
        cluster(there.address, tmp_path),
    ):
        raise AssertionError("it was let in")
    with pytest.raises(UsageError, match="no address"), cluster("tcp://127.0.0.1:1", tmp_path):
        raise AssertionError("it was let in")
    (tmp_path / PARTS[2]).chmod(0o644)
    with pytest.raises(UsageError, match="others can read"), cluster("tls://x:1", tmp_path):
        raise AssertionError("it was let in")


# --- a full disk -------------------------------------------------------------------------------


class Here:
    """A cluster without machines: what is submitted is carried out at once, in its thread."""

    def nthreads(self) -> dict[str, int]:
        return {"here": 1}

    def submit(self, do: Callable[..., bytes], *words: object, pure: bool) -> Carried:
        return Carried(do(*words))


class Carried:
    """Work that was done."""

    def __init__(self, found: bytes) -> None:
        self.found = found

    def result(self, timeout: float) -> bytes:
        return self.found

    def release(self) -> None:
        pass


def test_a_full_disk_under_a_batch_on_a_cluster_loses_nothing(tmp_path: Path) -> None:
    """Whichever write is the first that finds no room: the next call does what is left."""
    from cli.faults import FULL, Faults, _many, faulty, stood, unsynced

    _many(tmp_path)
    shutil.copytree(tmp_path / "games", tmp_path / "alone")
    list(batch(directories_under(tmp_path / "alone"), NOON))
    right, crew = stood(tmp_path / "alone"), Cluster(cast("Client", Here()))
    for at in count(0, 10):
        here = tmp_path / "here"
        shutil.copytree(tmp_path / "games", here)
        faults = Faults(FULL, at)
        with unsynced(), faulty(faults):
            (row,) = batch(directories_under(here), NOON, crew=crew)
        assert row.outcome == "played" or "the disk is full" in row.told, (at, row)
        list(batch(directories_under(here), NOON, crew=crew))
        assert stood(here) == right, at
        shutil.rmtree(here)
        if not faults.struck:
            break
    assert at > 30
