"""The runs of a batch played by the workers of a dask cluster.

Everything but play stays here: games are looked at, sealed, locked and written by this process, a
thread for each game that is under way. A worker gets a parcel (`store.parcels`) and sends back what
came of it; the work of one that is lost is given to another, and since workers write nothing, no
work can be done twice. The parts speak TLS, each with a certificate of the cluster's own authority.

Decides: how a cluster is reached, and that work for which no worker is left fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pbem.core.data import schemas
from pbem.core.data.findings import PbemError, UsageError
from pbem.core.data.yamlio import read_document
from pbem.post.crews import Lost
from pbem.store.files import told
from pbem.store.parcels import answer_in, carried_out, sent
from pbem.store.working import Done, Job

if TYPE_CHECKING:
    from distributed import Client, Security

T = TypeVar("T")

FILE: Final = "cluster.yaml"
REACH: Final = 20  # seconds until the scheduler must have answered, and a worker be there
PATIENCE: Final = 30  # seconds without any worker until work fails
_UNDER_WAY: Final = 4  # games a thread of the workers: some play while others are written


@dataclass(slots=True)
class Cluster:
    """A dask cluster, as a batch has it work."""

    client: Client
    patience: float = PATIENCE

    def each(
        self, do: Callable[[str], T], folders: Sequence[str]
    ) -> Iterator[tuple[str, T | Lost]]:
        """Every folder with what came of it, as it comes to its end."""
        threads = max(1, sum(self.client.nthreads().values()))
        with ThreadPoolExecutor(min(64, _UNDER_WAY * threads)) as pool:
            works = {pool.submit(do, folder): folder for folder in folders}
            try:
                for work in as_completed(works):
                    yield works[work], work.result()
            finally:
                pool.shutdown(cancel_futures=True)

    def by(self, job: Job) -> Done:
        """A run played by some worker."""
        from distributed import CancelledError, KilledWorker

        future = self.client.submit(carried_out, *sent(job), pure=False)
        try:
            return answer_in(self._awaited(future))
        except KilledWorker:
            raise PbemError("each worker that was to play it was lost") from None
        except (CancelledError, OSError) as trouble:
            raise PbemError(f"the cluster is gone: {trouble or 'its scheduler'}") from None
        finally:
            future.release()

    def _awaited(self, future: Any) -> bytes:
        """What came of it, as long as there is a worker."""
        while True:
            try:
                found: bytes = future.result(timeout=self.patience)
                return found
            except TimeoutError:
                if not self.client.nthreads():
                    raise PbemError("no worker of the cluster is left") from None


@contextmanager
def cluster(address: str, folder: Path) -> Iterator[Cluster]:
    """The cluster at an address; `cluster.yaml` in a folder names the certificates."""
    if not address.startswith("tls://"):
        raise UsageError(f"'{address}' is no address of a cluster", hint="write tls://HOST:PORT")
    security = _security(folder / FILE)
    from distributed import Client

    try:
        client = Client(address, security=security, timeout=REACH, set_as_default=False)
    except (OSError, TimeoutError) as trouble:
        raise PbemError(f"{address}: no cluster answers there: {trouble}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=REACH)
        except TimeoutError:
            raise PbemError(f"{address}: this cluster has no worker") from None
        yield Cluster(client)


def _security(path: Path) -> Security:
    """How the cluster is spoken to: under TLS, both sides with certificates of its authority."""
    document = read_document(path)
    findings = schemas.check("core/cluster", document.data, document)
    if findings:
        raise PbemError(f"{path}: these are no certificates", findings=tuple(findings))
    try:
        from distributed import Security
    except ImportError:
        raise UsageError(
            "dask.distributed is missing", hint="pip install 'pbem[cluster]'"
        ) from None
    files = {name: path.parent / str(document.data[name]) for name in _CERTIFICATES}
    for file in files.values():
        with told(file):
            if file.stat().st_mode & 0o077 and file == files["key"]:
                raise UsageError(f"{file}: others can read this key", hint=f"chmod 600 {file}")
    return Security(
        tls_ca_file=str(files["authority"]),
        tls_client_cert=str(files["certificate"]),
        tls_client_key=str(files["key"]),
        require_encryption=True,
    )


_CERTIFICATES: Final = ("authority", "certificate", "key")
