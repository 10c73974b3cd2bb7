"""A batch on a cluster of strangers: nothing they send is run, or believed, and none is needed."""

from __future__ import annotations

import json
import pickle
import random
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from socket import create_connection, socketpair
from ssl import SSLSocket
from types import SimpleNamespace
from typing import Any

import pytest
import toy  # noqa: F401 (registers the system)
from cli.shared import answered, levies
from clusters import HOST, certificates, honest, machines, stranger, talker
from post.games import game, games, plain_bytes

from pbem.core.data.findings import PbemError, UsageError
from pbem.core.orders.inputs import Inputs
from pbem.core.play.run import UNREPLAYED
from pbem.core.record.dice import KeyChain, RunKeys, chain_back
from pbem.core.record.ledger import read_lines
from pbem.post.batch import batch
from pbem.post.cluster import Cluster, Worker, cluster
from pbem.post.sorting import directories_under
from pbem.post.wire import GREETING, MOST, hear, say, settings
from pbem.post.worker import _take, answer, check_here, ended_after, listen, serve
from pbem.store.commitments import renewed
from pbem.store.create import create
from pbem.store.directory import GameDirectory
from pbem.store.keys import GameKeys
from pbem.store.parcels import (
    FAILED,
    OTHER,
    UNFIT,
    Unlike,
    carried_out,
    is_finished,
    log_of,
    parcel_of,
    taken_on_trust,
)
from pbem.store.runs import play
from pbem.store.working import Done, Job, work

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
FRANCE = "gw/france-1940"
USED = 12  # keys of a chain that could be told from what is sent, and some to come
Rows = list[dict[str, Any]]
Reply = Callable[[bytes], bytes]


def alone(root: Path, folder: Path) -> dict[str, bytes]:
    """What the games of a folder come to in this process."""
    shutil.copytree(root, folder)
    assert {row.outcome for row in batch(directories_under(folder), NOON)} == {"played"}
    return plain_bytes(folder)


def job_of(root: Path) -> Job:
    """The job of a game's open window; the game stays as it is."""
    jobs: list[Job] = []

    def take(job: Job) -> Done:
        jobs.append(job)
        raise PbemError("taken")

    with pytest.raises(PbemError, match="taken"):
        play(GameDirectory(root), by=take)
    return jobs[0]


@pytest.fixture(scope="module")
def france(tmp_path_factory: pytest.TempPathFactory) -> Job:
    """A run with battles and open dice."""
    return job_of(games(tmp_path_factory.mktemp("france"), 1, (FRANCE,)) / "game-000")


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Job:
    """A run with secret dice and hidden units."""
    root = tmp_path_factory.mktemp("duel") / "duel"
    create(root, "toy", "duel")
    levies(root)
    return job_of(root)


# --- what is sent, and what is played of it ------------------------------------------------------


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


def test_a_parcel_is_enough_to_play_and_holds_no_key_of_a_chain(tmp_path: Path) -> None:
    root = games(tmp_path / "games", 1, (FRANCE,)) / "game-000"
    keys = GameDirectory(root).keys
    job = job_of(root)
    parcel = parcel_of(job)
    answer = carried_out(parcel)
    assert answer == log_of(work(job).course.entries)
    for data in (parcel, answer):
        assert told_of(keys, data) == []
        assert b"@x.org" not in data
        assert str(root).encode() not in data


def test_what_is_planted_in_a_parcel_is_found() -> None:
    """So the test above finds what it looks for."""
    keys = GameDirectory(game(FRANCE)).keys
    assert keys.secret is not None
    assert told_of(keys, b"x" + keys.secret.key(2)) == ["secret 2"]
    assert told_of(keys, keys.receipts.hex().encode()) == ["receipts"]


@pytest.mark.parametrize("scenario", ["wif/barbarossa-12", "tw/france-1940", "gw/china-1937"])
def test_a_worker_plays_every_system_as_the_moderator_does(scenario: str, tmp_path: Path) -> None:
    root = Path(shutil.copytree(game(scenario), tmp_path / "game"))
    job = job_of(root)
    assert carried_out(parcel_of(job)) == log_of(work(job).course.entries)


def test_what_play_asks_for_is_sent_or_its_run_is_played_here() -> None:
    """Whoever adds to it decides: without that a worker would play something else."""
    sent = {"submissions", "standing", "since", "decided", "dice", "secret_dice", "run"}
    here = {"answers", "overrides", "plays"}  # what was answered, ruled, and known as he ruled
    unused = {"secret_key"}  # logs are sealed afterwards
    assert {part.name for part in fields(Inputs)} == sent | here | unused


def test_own_data_are_sent_too(tmp_path: Path) -> None:
    """A log tells which chart is no printed one, wherever it was used."""
    root = Path(shutil.copytree(game(FRANCE), tmp_path / "game"))
    (root / "data/charts").mkdir(parents=True)
    shipped = GameDirectory(root).game.system.folder / "charts/terrain.yaml"
    text = shipped.read_text().replace("provenance: printed", "provenance: transcribed")
    (root / "data/charts/terrain.yaml").write_text(text)
    renewed(GameDirectory(root))
    job = job_of(root)
    log = carried_out(parcel_of(job))
    assert log == log_of(work(job).course.entries)
    assert read_lines(log.decode())[-1]["body"]["charts"]["terrain"] == "transcribed"


def test_another_program_does_not_play(france: Job) -> None:
    parcel = json.loads(parcel_of(france))
    parcel["header"]["program"] = "0" * 64
    assert carried_out(json.dumps(parcel).encode()) == OTHER


@pytest.mark.parametrize("name", ["../evil.yaml", "/tmp/evil.yaml", "charts/../../evil.yaml", ".x"])
def test_a_parcel_writes_nothing_outside_its_folder(
    france: Job, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger who has a certificate sends it."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    written: list[Path] = []
    monkeypatch.setattr(Path, "write_bytes", lambda path, _: written.append(path))
    assert carried_out(parcel_of(replace(france, own={name: b"a: 1\n"}))) == UNFIT
    assert written == []


def test_a_scenario_lies_where_scenarios_lie(france: Job) -> None:
    """As the name of a folder it could lead anywhere; this one leads to a real one."""
    roster = replace(france.game.roster, scenario="../gw/france-1940")
    assert (
        carried_out(parcel_of(replace(france, game=replace(france.game, roster=roster)))) == UNFIT
    )


def changed(said: Any, chance: random.Random) -> Any:
    """Some value with something in it changed."""
    odd: list[Any] = [None, -1, 2**70, "", "../x", [], {}, True, [[]], {"a": 1}]
    if isinstance(said, dict) and said and chance.random() < 0.9:
        key = chance.choice(sorted(said))
        if chance.random() < 0.1:
            return {name: value for name, value in said.items() if name != key}
        return {**said, key: changed(said[key], chance)}
    if isinstance(said, list) and said and chance.random() < 0.9:
        at = chance.randrange(len(said))
        return [*said[:at], changed(said[at], chance), *said[at + 1 :]]
    return chance.choice(odd)


def test_whatever_a_parcel_says_a_worker_answers(duel: Job) -> None:
    said = json.loads(parcel_of(duel))
    for number in range(150):
        chance = random.Random(number)
        assert isinstance(carried_out(json.dumps(changed(said, chance)).encode()), bytes)
    for data in (b"", b"{}", b"[" * 100_000, b"\xff", b'{"format": NaN}', pickle.dumps(1)):
        assert carried_out(data) == UNFIT


# --- workers that lie ----------------------------------------------------------------------------


def hired(at: str, folder: Path, replayed: int = 1, patience: float = 30) -> Cluster:
    """A cluster of one worker, which was reached."""
    certificates(folder, "moderator", [at])
    found = cluster(folder)
    found.replayed, found.patience = replayed, patience
    return found


def lying(change: Callable[[Rows], object]) -> Reply:
    """Who plays, and changes something in what he sends back."""

    def reply(parcel: bytes) -> bytes:
        rows = read_lines(honest(parcel).decode())
        change(rows)
        return written(rows)

    return reply


def written(rows: Rows) -> bytes:
    """Rows as a worker writes them."""
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return "".join(f"{line}\n" for line in lines).encode()


def of_kind(rows: Rows, kind: str, **said: Any) -> dict[str, Any]:
    """The first entry of a kind whose body has such values."""
    found = (row["body"] for row in rows if row["kind"] == kind)
    body: dict[str, Any] = next(body for body in found if said.items() <= body.items())
    return body


def another_die(rows: Rows) -> None:
    throws = of_kind(rows, "roll")["throws"]
    throws[0][0] = throws[0][0] % 6 + 1


def a_unit_removed(rows: Rows) -> None:
    """The position stays one that can be read."""
    moved = next(row for row in rows if row["kind"] == "event" and "count" in row["body"])
    moved["body"]["new"] = "removed"


def another_verdict(rows: Rows) -> None:
    of_kind(rows, "verdict")["outcome"] = "lost"


def another_window(rows: Rows) -> None:
    rows[0]["body"]["run"] += 1


def another_game(rows: Rows) -> None:
    rows[0]["body"]["game"] = "other"


LIES = [another_die, a_unit_removed, another_verdict, another_window, another_game]


@pytest.mark.parametrize("lie", LIES)
def test_a_lying_worker_is_named_and_what_it_sent_is_not_used(
    france: Job, lie: Callable[[Rows], object], tmp_path: Path
) -> None:
    right = work(france)
    with stranger(tmp_path / "there", lying(lie)) as at:
        crew = hired(at, tmp_path / "here")
        done = crew.by(france)
        again = crew.by(france)
    assert (done.course, done.reports) == (right.course, right.reports)
    assert done.remark.startswith(f"the worker 'cellar' at {at} sent another log, from line ")
    (told,) = crew.troubles
    assert told.startswith(f"run 1 of france-40: {done.remark}; it gets no more work")
    assert again == right


class Evil:
    """What touches a file where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


def test_what_a_worker_sends_is_never_run(france: Job, tmp_path: Path) -> None:
    """It was unpickled, and so ran as the moderator."""
    harm = tmp_path / "harm"
    evil = pickle.dumps(Evil(harm))
    pickle.loads(evil)
    assert harm.is_file()
    harm.unlink()
    with stranger(tmp_path / "there", lambda _: evil) as at:
        crew = hired(at, tmp_path / "here", replayed=10**9)
        done = crew.by(france)
    assert not harm.exists()
    assert "sent another log, from line 1 on" in done.remark
    assert replace(done, remark="") == work(france)


@pytest.mark.parametrize(
    "answer",
    [b"", b"\xff\xfe", b"[" * 10**6, b"{}\n", b'{"kind":"digest"}', pickle.dumps(1)],
    ids=["nothing", "no text", "brackets", "no row", "no log", "pickled"],
)
@pytest.mark.parametrize("replayed", [1, 10**9])
def test_a_worker_that_answers_garbage_is_named(
    duel: Job, answer: bytes, replayed: int, tmp_path: Path
) -> None:
    with stranger(tmp_path / "there", lambda _: answer) as at:
        crew = hired(at, tmp_path / "here", replayed=replayed)
        done = crew.by(duel)
    assert "sent another log, from line 1 on" in done.remark
    assert replace(done, remark="") == work(duel)


@pytest.mark.parametrize(("answer", "told"), [(UNFIT, "read"), (FAILED, "play")])
def test_a_worker_that_cannot_play_what_can_be_played_is_named(
    duel: Job, answer: bytes, told: str, tmp_path: Path
) -> None:
    with stranger(tmp_path / "there", lambda _: answer) as at:
        done = hired(at, tmp_path / "here").by(duel)
    assert done.remark == (
        f"the worker 'cellar' at {at} could not {told} a run that this program {told}s"
    )
    assert replace(done, remark="") == work(duel)


# --- workers that are lost -----------------------------------------------------------------------


def huge(one: SSLSocket) -> None:
    """It says that more comes than there is room for."""
    say(one, GREETING + b" 1")
    hear(one)
    one.sendall(struct.pack(">I", MOST + 1))
    one.recv(1)


def truncated(one: SSLSocket) -> None:
    say(one, GREETING + b" 1")
    one.sendall(struct.pack(">I", 1000) + honest(hear(one))[:500])


def silent(one: SSLSocket) -> None:
    say(one, GREETING + b" 1")
    hear(one)
    one.recv(1)


def slow(one: SSLSocket) -> None:
    """A byte now and then: it is never quite silent."""
    say(one, GREETING + b" 1")
    log = honest(hear(one))
    one.sendall(struct.pack(">I", len(log)))
    for byte in log:
        one.sendall(bytes([byte]))
        time.sleep(0.05)


LOST = {
    huge: (30, f"it sends a message of {MOST + 1} bytes"),
    truncated: (30, "it ended the talk"),
    silent: (0.5, "no answer in 0.5 seconds"),
    slow: (0.5, "no answer in 0.5 seconds"),
}


@pytest.mark.parametrize("talk", LOST)
def test_the_run_of_a_lost_worker_is_played_all_the_same(
    duel: Job, talk: Callable[[SSLSocket], None], tmp_path: Path
) -> None:
    patience, told = LOST[talk]
    with talker(tmp_path / "there", talk) as at:
        crew = hired(at, tmp_path / "here", patience=patience)
        done = crew.by(duel)
    assert done == work(duel)
    assert crew.troubles == [f"the worker 'cellar' at {at} lost run 1 of toy-1: {told}"]


def test_what_is_too_large_for_a_message_is_played_here(
    duel: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.post.cluster.MOST", len(parcel_of(duel)) - 1)
    with stranger(tmp_path / "there", lying(another_game)) as at:
        crew = hired(at, tmp_path / "here")
        assert crew.by(duel) == work(duel)
    assert crew.troubles == []


def test_who_loses_its_work_again_and_again_gets_no_more(duel: Job, tmp_path: Path) -> None:
    asked: list[int] = []

    def talk(one: SSLSocket) -> None:
        say(one, GREETING + b" 1")
        hear(one)
        asked.append(1)

    with talker(tmp_path / "there", talk) as at:
        crew = hired(at, tmp_path / "here")
        right = work(duel)
        assert [crew.by(duel) == right for _ in range(5)] == [True] * 5
    assert len(asked) == 3
    assert crew.troubles[-1] == f"the worker 'cellar' at {at} gets no more work"


def test_another_worker_does_what_one_loses(duel: Job, tmp_path: Path) -> None:
    played: list[bytes] = []

    def good(parcel: bytes) -> bytes:
        played.append(parcel)
        return honest(parcel)

    with (
        talker(tmp_path / "one", truncated) as bad,
        stranger(tmp_path / "two", good) as at,
    ):
        certificates(tmp_path / "here", "moderator", [bad, at])
        crew = cluster(tmp_path / "here")
        assert crew.by(duel) == work(duel)
    assert played == [parcel_of(duel)]
    assert [bad in told for told in crew.troubles] == [True]


# --- who is let in -------------------------------------------------------------------------------


def test_who_has_no_certificate_of_the_authority_is_not_spoken_to(
    duel: Job, tmp_path: Path
) -> None:
    """Neither a worker nor a batch; nothing of a game is sent before."""
    heard: list[bytes] = []

    def listening(parcel: bytes) -> bytes:
        heard.append(parcel)
        return honest(parcel)

    with stranger(tmp_path / "theirs", listening, of="others") as at:
        with pytest.raises(PbemError, match=r"no worker can be reached: .*certificate verify"):
            hired(at, tmp_path / "here")
        certificates(tmp_path / "here", "moderator", [at], of="others")
        own = settings(certificates(tmp_path / "own", "moderator"))
        false = Worker(at, replace(own, authority=tmp_path / "here/authority.pem").context(False))
        with pytest.raises(OSError):
            false.played(parcel_of(duel), 1)
    assert heard == []


def test_where_no_worker_is_reached_nothing_is_played(tmp_path: Path) -> None:
    with stranger(tmp_path / "there", begins=b"hello") as at:
        with pytest.raises(PbemError, match=f"at {at}: it is no worker"):
            hired(at, tmp_path / "here")
        certificates(tmp_path / "here", "moderator", [at, f"{HOST}:1"])
        with pytest.raises(PbemError, match=r"no worker can be reached: .*refused") as raised:
            cluster(tmp_path / "here")
        assert raised.value.hint == "without --cluster this machine plays"


def test_settings_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(PbemError, match=r"cluster\.yaml"):
        cluster(tmp_path)
    file = certificates(tmp_path, "moderator")
    with pytest.raises(UsageError, match="no workers are named"):
        cluster(tmp_path)
    with pytest.raises(UsageError, match="'nowhere' is no address"):
        hired("nowhere", tmp_path)
    file.write_text(file.read_text() + "replay: some\n")
    with pytest.raises(PbemError, match="no settings of a cluster") as raised:
        settings(file)
    assert "write all, or such as 1 in 10" in str(raised.value.findings[0])
    file.write_text(file.read_text().replace("some", "1 in 20"))
    assert settings(file).replayed == 20
    (tmp_path / "key.pem").chmod(0o644)
    with pytest.raises(UsageError, match="others can read this key"):
        settings(file)
    (tmp_path / "game.yaml").touch()
    with pytest.raises(PbemError, match="it lies in the game"):
        cluster(tmp_path)


def test_a_worker_looks_whether_its_certificates_fit(tmp_path: Path) -> None:
    file = certificates(tmp_path, "cellar")
    assert check_here(HOST, file) == "cellar"
    certificates(tmp_path / "others", "attic", of="others")
    shutil.copy(tmp_path / "others/authority.pem", tmp_path)
    with pytest.raises(UsageError, match="nobody reaches"):
        check_here(HOST, file)
    shutil.copy(tmp_path / "others/key.pem", tmp_path)
    with pytest.raises(UsageError) as raised:
        check_here(HOST, file)
    assert raised.value.hint == "these must be PEM files that fit each other"


# --- the command of a worker ---------------------------------------------------------------------


def test_who_says_nothing_keeps_a_worker_busy_for_a_moment_only(
    duel: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He has not even a certificate; after him the next is heard."""
    monkeypatch.setattr("pbem.post.worker.REACH", 0.2)
    said = settings(certificates(tmp_path, "cellar"))
    with listen(HOST, 0) as door:
        context, at = said.context(server=True), door.getsockname()

        def work_on() -> None:
            answer(door, context)
            monkeypatch.setattr("pbem.post.worker.REACH", 30)
            for _ in range(2):
                answer(door, context, jobs=3)

        threading.Thread(target=work_on).start()
        with create_connection(at):
            create_connection(at).close()
            worker = Worker(f"{HOST}:{at[1]}", said.context(server=False))
            assert worker.played(parcel_of(duel), 30) == log_of(work(duel).course.entries)
    assert (worker.name, worker.jobs) == ("cellar", 3)


def test_a_run_is_played_within_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    @contextmanager
    def limit() -> Iterator[None]:
        told.append("begins")
        yield
        told.append("ends")

    def played(_: bytes) -> bytes:
        told.append("plays")
        return b"log"

    monkeypatch.setattr("pbem.post.worker.carried_out", played)
    said = settings(certificates(tmp_path, "cellar"))
    with listen(HOST, 0) as door:
        context = said.context(server=True)
        threading.Thread(target=answer, args=(door, context, 1, limit)).start()
        one = Worker(f"{HOST}:{door.getsockname()[1]}", said.context(server=False))
        assert one.played(b"{}", 30) == b"log"
    assert told == ["begins", "plays", "ends"]


def test_each_process_of_a_worker_has_the_limit_of_the_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[object] = []

    def once(*given: object) -> None:
        found.extend(given)
        raise KeyboardInterrupt

    monkeypatch.setattr("pbem.post.worker.begin_process", lambda: None)
    monkeypatch.setattr("pbem.post.worker.answer", once)
    file = certificates(tmp_path, "cellar")
    with listen(HOST, 0) as door:
        _take(door, file, 2)
    assert found[2:] == [2, ended_after]


def test_a_process_of_a_worker_that_dies_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[Any, ...]] = []

    class Dead:
        """A process that ends at once, and after the fifth somebody stops all of it."""

        def __init__(self, target: object, args: tuple[Any, ...], daemon: bool) -> None:
            self.sentinel, other = socketpair()
            other.close()
            begun.append(args)
            assert daemon

        def start(self) -> None:
            if len(begun) == 5:
                raise KeyboardInterrupt

        def is_alive(self) -> bool:
            return len(begun) < 2

    monkeypatch.setattr("pbem.post.worker._PAUSE", 0)
    monkeypatch.setattr("pbem.post.worker.get_context", lambda _: SimpleNamespace(Process=Dead))
    with socketpair()[0] as door, pytest.raises(KeyboardInterrupt):
        serve(door, Path("cluster.yaml"), 2)
    assert begun == [(door, Path("cluster.yaml"), 2)] * 5


# --- a sample ------------------------------------------------------------------------------------


def test_an_honest_log_that_is_taken_on_trust_says_so_and_nothing_else(
    france: Job, duel: Job
) -> None:
    for job in (france, duel):
        right = work(job)
        done = taken_on_trust(log_of(right.course.entries), job, "cellar")
        assert done.course.state == right.course.state
        head, *rest = done.course.entries
        assert tuple(rest) == as_read(right)[1:]
        assert head.body == {**right.course.entries[0].body, UNREPLAYED: "cellar"}
        assert done.reports.keys() == right.reports.keys()
        for player, report in done.reports.items():
            note, *notes = report.notes
            assert note.startswith("played by the worker 'cellar' of a cluster, and not replayed")
            assert replace(report, notes=tuple(notes)) == right.reports[player]


def as_read(done: Done) -> tuple[Any, ...]:
    """The entries as they are read again: lists are no tuples."""
    return tuple(
        replace(entry, body=json.loads(json.dumps(entry.body))) for entry in done.course.entries
    )


def a_die_of_another_path(rows: Rows) -> None:
    next(row for row in rows if row["kind"] == "roll")["path"] += "-again"


def thrown_twice(rows: Rows) -> None:
    roll = next(row for row in rows if row["kind"] == "roll")
    rows.insert(rows.index(roll), dict(roll))
    renumbered(rows)


def no_throw(rows: Rows) -> None:
    of_kind(rows, "roll")["throws"].clear()


def a_die_as_truth(rows: Rows) -> None:
    """`true` is 1 to many who compare; in one game of twenty no single die shows a 1."""
    rolls = [row for row in rows if row["kind"] == "roll"]
    roll = next((row for row in rolls if [1] in row["body"]["throws"]), rolls[0])
    roll["body"]["throws"] = [[True]]


def another_before(rows: Rows) -> None:
    """An event that is of no such position."""
    of_kind(rows, "event", event="ClockAdvanced")["old"]["impulse"] += 1


def nowhere(rows: Rows) -> None:
    [row for row in rows if row["kind"] == "event"][-1]["body"]["new"]["run"] = 7


def a_paragraph_less(rows: Rows) -> None:
    rows.remove(next(row for row in rows if row["kind"] == "verdict"))
    renumbered(rows)


def not_an_option(rows: Rows) -> None:
    of_kind(rows, "decision")["picks"] = ["something else"]


def a_correction(rows: Rows) -> None:
    rows.insert(3, {**rows[2], "kind": "correction", "body": {"author": "Mara", "reason": "so"}})
    renumbered(rows)


def more_at_the_end(rows: Rows) -> None:
    rows[-1]["body"]["state"] = "another"


def a_secret_end(rows: Rows) -> None:
    rows[-1]["secret"] = ["hans"]


def hidden_from_nobody(rows: Rows) -> None:
    next(row for row in rows if row["kind"] == "verdict")["hidden"] = ["outcome"]


def unknown_kind(rows: Rows) -> None:
    rows[2]["kind"] = "sealed"


def another_order_of_numbers(rows: Rows) -> None:
    rows[2]["n"], rows[3]["n"] = rows[3]["n"], rows[2]["n"]


def renumbered(rows: Rows) -> None:
    for number, row in enumerate(rows, start=1):
        row["n"] = number


def a_large_number(rows: Rows) -> None:
    next(row for row in rows if "count" in row["body"])["body"]["count"] = 10**6


def a_number_as_truth(rows: Rows) -> None:
    next(row for row in rows if row["body"].get("par") == 1)["body"]["par"] = True


def too_deep(rows: Rows) -> None:
    deep: list[Any] = []
    for _ in range(150):
        deep = [deep]
    of_kind(rows, "verdict")["facts"]["deep"] = deep


def another_direction_of_writing(rows: Rows) -> None:
    of_kind(rows, "verdict")["cite"] = "8.2\u202e"


def a_line_end_in_a_path(rows: Rows) -> None:
    next(row for row in rows if row["kind"] == "verdict")["path"] += "\nPROOF"


NO_LOG = "not the form of one"
UNREAD = "that no verifier would read"
CHEAP = {
    another_die: "shows dice that the keys do not give",
    a_die_of_another_path: "shows dice that the keys do not give",
    thrown_twice: "shows dice that the keys do not give",
    no_throw: UNREAD,
    a_die_as_truth: UNREAD,
    another_window: "another run",
    another_game: "another run",
    another_before: NO_LOG,
    nowhere: "leads to no window",
    a_paragraph_less: "not numbered in turn",
    not_an_option: "not among the options",
    a_correction: "what no run has that was played there",
    more_at_the_end: "ends otherwise than a run does",
    a_secret_end: "what no run has that was played there",
    hidden_from_nobody: NO_LOG,
    unknown_kind: NO_LOG,
    another_order_of_numbers: "not written as the program writes",
    a_large_number: "would keep us busy for ever",
    a_number_as_truth: UNREAD,
    too_deep: NO_LOG,
    another_direction_of_writing: UNREAD,
    a_line_end_in_a_path: UNREAD,
}


@pytest.mark.parametrize("lie", CHEAP)
def test_what_cannot_be_is_found_without_a_replay(
    france: Job, lie: Callable[[Rows], object]
) -> None:
    rows = read_lines(log_of(work(france).course.entries).decode())
    assert taken_on_trust(written(rows), france, "cellar")
    lie(rows)
    assert is_finished(written(rows))
    with pytest.raises(Unlike, match=CHEAP[lie]):
        taken_on_trust(written(rows), france, "cellar")


def test_a_secret_die_is_derived_again_and_half_a_letter_refused(duel: Job) -> None:
    log = log_of(work(duel).course.entries)
    rows = read_lines(log.decode())
    secret = next(row for row in rows if row["kind"] == "roll" and row["secret"])
    (shown,) = secret["body"]["throws"]
    secret["body"]["throws"] = [[shown[0] % 3 + 1]]
    with pytest.raises(Unlike, match="dice that the keys do not give"):
        taken_on_trust(written(rows), duel, "cellar")
    with pytest.raises(Unlike, match=NO_LOG):
        taken_on_trust(log.replace(b'"bread"', b'"\\ud800"', 1), duel, "cellar")


def test_a_clever_lie_is_taken_on_trust_and_found_by_a_replay(france: Job, tmp_path: Path) -> None:
    """What the page says that a sample costs, and what the lot decides."""
    with stranger(tmp_path / "there", lying(another_verdict)) as at:
        crew = hired(at, tmp_path / "here", replayed=10)
        trusted = crew.by(replace(france, lot=11))
        assert trusted.remark == f"played by the worker 'cellar' at {at}, not replayed"
        assert trusted.course.entries[0].body[UNREPLAYED] == "cellar"
        assert crew.troubles == []
        found = crew.by(replace(france, lot=20))
        late = lying(another_verdict)(parcel_of(france))
        last = crew._judged(crew.workers[0], replace(france, lot=11), late)
    assert replace(found, remark="") == work(replace(france, lot=20))
    assert UNREPLAYED not in last.course.entries[0].body  # who has lied is trusted no more
    told = crew.troubles[0]
    assert told.endswith(
        "; nobody replayed run 1 of france-40 that it played: pbem audit --game does"
    )


def test_what_a_sample_finds_out_to_be_no_log_is_played_and_named(
    duel: Job, tmp_path: Path
) -> None:
    with stranger(tmp_path / "there", lying(another_game)) as at:
        crew = hired(at, tmp_path / "here", replayed=10)
        done = crew.by(replace(duel, lot=1))
    assert replace(done, remark="") == work(replace(duel, lot=1))
    assert "sent another log, from line 1 on" in crew.troubles[0]


def test_the_lot_of_a_run_is_known_to_the_keeper_of_its_keys_alone(france: Job) -> None:
    """It hangs on the key of receipts, of which a parcel has nothing; with a seed it is 0."""
    keys = RunKeys(1, b"k" * 32, b"s" * 32, receipts=b"r" * 32)
    others = (
        replace(keys, number=2),
        replace(keys, again=1),
        replace(keys, receipts=b"q" * 32),
    )
    assert len({keys.lot, *(other.lot for other in others)}) == 4
    assert keys.lot == replace(keys, key=b"x" * 32, secret=b"x" * 32).lot
    assert replace(keys, kind="seed").lot == 0
    assert france.lot
    assert str(france.lot).encode() not in parcel_of(france)


# --- whole batches -------------------------------------------------------------------------------


def test_two_workers_write_the_same_bytes_though_one_is_killed(france: Job, tmp_path: Path) -> None:
    """One is a command of its own; it ends by kill -9 while the other has a run."""
    root = games(tmp_path / "games", 3, (FRANCE,))
    right = alone(root, tmp_path / "alone")
    with machines(tmp_path / "machines", 1) as found:
        (at,) = found.workers
        assert hired(at, tmp_path / "here").by(france) == work(france)

        def last(parcel: bytes) -> bytes:
            found.kill(at)
            while not crew.troubles:
                time.sleep(0.01)
            return honest(parcel)

        with stranger(tmp_path / "there", last) as other:
            certificates(root, "moderator", [at, other])
            crew = cluster(root)
            rows = list(batch(directories_under(root), NOON, crew=crew))
    assert {(row.outcome, row.told) for row in rows} == {("played", "")}
    assert plain_bytes(root) == right
    assert all(f"the worker 'worker-0' at {at} " in told for told in crew.troubles)


def test_a_run_that_asks_is_asked_and_goes_on_here(tmp_path: Path) -> None:
    """What players answer is not sent."""
    root = tmp_path / "games/duel"
    root.parent.mkdir()
    create(root, "toy", "duel")
    levies(root)
    (root / "standing/rosa.yaml").write_text("standing: rosa\ncouncil: {gift: ask}\n")
    sent: list[bytes] = []

    def noted(parcel: bytes) -> bytes:
        sent.append(parcel)
        return honest(parcel)

    with stranger(tmp_path / "there", noted) as at:
        crew = hired(at, tmp_path / "here", replayed=10**9)
        (asked,) = batch([GameDirectory(root)], NOON, crew=crew)
        assert (asked.outcome, asked.told) == ("asked", "for rosa")
        (root / "answers/rosa.yaml").write_text(answered(root, "rosa", "steel"))
        (played,) = batch([GameDirectory(root)], NOON, crew=crew)
    assert (played.outcome, played.told) == ("played", "")
    assert len(sent) == 1
    assert crew.troubles == []


# --- a full disk -------------------------------------------------------------------------------


class Here(Worker):
    """A worker without a machine."""

    def played(self, parcel: bytes, patience: float) -> bytes:
        return honest(parcel)


def test_a_full_disk_under_a_batch_on_a_cluster_loses_nothing(tmp_path: Path) -> None:
    """Whichever write is the first that finds no room: the next call does what is left."""
    from cli.faults import FULL, Faults, _many, faulty, stood, unsynced

    _many(tmp_path)
    shutil.copytree(tmp_path / "games", tmp_path / "alone")
    list(batch(directories_under(tmp_path / "alone"), NOON))
    context = settings(certificates(tmp_path / "there", "cellar")).context(server=False)
    right, crew = stood(tmp_path / "alone"), Cluster([Here("here", context, "here", jobs=1)])
    for at in count(0, 20):
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
    assert crew.troubles == []


def test_a_run_that_takes_too_long_ends_with_its_process_whatever_it_does() -> None:
    """Even where one step of Python never ends, and no thread of the process comes to its turn."""
    endless = (
        "from pbem.post.worker import ended_after\nn = 9 ** 9\nwith ended_after(0.2): 9 ** n\n"
    )
    done = subprocess.run([sys.executable, "-c", endless], timeout=20, check=False)
    assert done.returncode == -signal.SIGALRM
