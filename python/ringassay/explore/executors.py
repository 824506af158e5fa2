"""Where chunks are assessed: in this process, in a pool of processes, on a Dask cluster.

All of them yield each chunk's number with its result as soon as it is there, in any order; a
worker that dies costs time, never a result.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

from ringassay.explore.ports import Columns
from ringassay.explore.work import Task, assess
from ringassay.extras import install_command

Results = Iterator[tuple[int, Columns]]

POOLS = 4
"""How often a pool is made anew after a worker of it died."""

RETRIES = 3
"""How often a cluster tries a chunk again that failed."""


class ClusterError(Exception):
    """The Dask cluster cannot be used; the message says why."""


def here(tasks: Iterable[Task]) -> Results:
    """One after the other, each with all threads."""
    for task in tasks:
        yield task.chunk.number, assess(task)


def pool(tasks: Sequence[Task], processes: int) -> Results:
    """In so many processes of this machine."""
    left = {task.chunk.number: task for task in tasks}
    for attempt in range(POOLS):
        with (
            _one_thread_each(),
            ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as workers,
        ):
            before = set(active_children())
            with _deaf():
                futures = {workers.submit(assess, task): number for number, task in left.items()}
            try:
                for future in as_completed(futures):
                    result = future.result()
                    number = futures.pop(future)
                    del left[number]
                    yield number, result
            except BrokenProcessPool:
                if attempt == POOLS - 1:
                    raise
            except (GeneratorExit, KeyboardInterrupt):
                workers.shutdown(wait=False, cancel_futures=True)
                for worker in set(active_children()) - before:
                    worker.terminate()
                raise
        if not left:
            return


@dataclass(frozen=True)
class Security:
    """Files by which a cluster and this process prove who they are (TLS); PEM."""

    authority: Path
    """Certificates that those of scheduler and workers are signed with."""
    certificate: Path
    key: Path

    @classmethod
    def in_folder(cls, folder: Path) -> Security:
        """`ca.pem`, `cert.pem` and `key.pem` of a folder. Raises `ClusterError`."""
        found = cls(folder / "ca.pem", folder / "cert.pem", folder / "key.pem")
        for file in (found.authority, found.certificate, found.key):
            if not file.is_file():
                raise ClusterError(f"{file} is missing: TLS needs ca.pem, cert.pem and key.pem")
        return found


def cluster(tasks: Sequence[Task], address: str, security: Security | None = None) -> Results:
    """On the Dask cluster whose scheduler listens at `address`. Raises `ClusterError`.

    Results are pickles: whoever answers at the address runs code here. With `security` nobody
    answers but who has a certificate of that authority.
    """
    try:
        import distributed  # noqa: PLC0415
    except ImportError:
        raise ClusterError(
            f"a Dask cluster needs the package distributed: {install_command('cluster')}"
        ) from None
    try:
        client = distributed.Client(
            address,
            timeout="10s",
            set_as_default=False,
            security=None
            if security is None
            else distributed.Security(
                tls_ca_file=str(security.authority),
                tls_client_cert=str(security.certificate),
                tls_client_key=str(security.key),
                require_encryption=True,
            ),
        )
    except (OSError, ValueError, RuntimeError, TypeError) as error:
        raise ClusterError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        futures: dict[Any, int] = {
            client.submit(assess, task, pure=False, retries=RETRIES): task.chunk.number
            for task in tasks
        }
        try:
            for future in distributed.as_completed(list(futures), loop=client.loop):
                yield futures[future], future.result()
                future.release()
        except (distributed.KilledWorker, CancelledError, OSError) as error:
            raise ClusterError(f"the cluster at {address} lost work: {error}") from error


@contextmanager
def _deaf() -> Iterator[None]:
    """Children inherit it: Ctrl-C is heard here, and they are ended in silence."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Children inherit it: as many processes as cores, one thread in each."""
    name = "RAYON_NUM_THREADS"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
