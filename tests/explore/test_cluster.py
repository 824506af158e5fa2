"""Explorations on a real Dask cluster of processes."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import distributed
import pytest

import explorations
from ringassay.explore import ClusterError, Where, begin, complete, explored
from ringassay.explore import run as running
from ringassay.explore.executors import Security
from ringassay.store import Store, stored_chunks


@pytest.fixture(scope="module")
def cluster() -> Iterator[distributed.LocalCluster]:
    # Workers import the tests' predictors by name.
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    with distributed.LocalCluster(
        n_workers=4,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        silence_logs=50,
    ) as started:
        yield started
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before


def test_a_cluster_of_four_finds_the_same(
    cluster: distributed.LocalCluster, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CHUNK_POINTS", 16)
    here = explorations.explore(store, explorations.app(), Where(jobs=1))
    there = explorations.explore(store, explorations.app(), Where(dask=cluster.scheduler_address))
    explorations.assert_same(here, there)


def test_the_loss_of_a_worker_costs_no_result(
    cluster: distributed.LocalCluster,
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running, "CHUNK_POINTS", 16)
    predictor = explorations.Slow(str(tmp_path / "pids"))
    name = begin(store, explorations.app(), Path(), predictor)
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        """As soon as the first result is there, while others are being worked on."""
        if not killed:
            pids = [int(line) for line in predictor.path.read_text().split()]
            killed.append(pids[-1])
            os.kill(pids[-1], signal.SIGKILL)

    complete(store, name, predictor, Where(dask=cluster.scheduler_address), kill_one)
    assert killed
    worked = {int(line) for line in predictor.path.read_text().split()}
    assert len(worked) >= 3
    assert len(stored_chunks(store, name)) == 13
    expected = explorations.explore(store, explorations.app(), predictor=explorations.Planted())
    explorations.assert_same(explored(store, name), expected)


def test_no_scheduler_is_said_so(store: Store) -> None:
    name = begin(store, explorations.app(), Path())
    with pytest.raises(ClusterError, match="no Dask scheduler answers at"):
        complete(store, name, where=Where(dask="tcp://127.0.0.1:9"))


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders `ours` and `theirs`, each with an authority and a certificate that it signed."""
    folder = tmp_path_factory.mktemp("certificates")
    for name in ("ours", "theirs"):
        place = folder / name
        place.mkdir()
        made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
        for step in (
            [*made, "-nodes", "-days", "2", "-subj", "/CN=authority",
             "-keyout", "ca.key", "-out", "ca.pem"],
            ["openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
             "-subj", "/CN=node", "-keyout", "key.pem", "-out", "request"],
            ["openssl", "x509", "-req", "-in", "request", "-CA", "ca.pem", "-CAkey", "ca.key",
             "-CAcreateserial", "-days", "2", "-out", "cert.pem"],
        ):  # fmt: skip
            subprocess.run(step, cwd=place, check=True, capture_output=True)
    return folder


def test_a_cluster_is_known_by_its_certificate(
    certificates: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CHUNK_POINTS", 16)
    ours, theirs = (certificates / name for name in ("ours", "theirs"))
    security = distributed.Security(
        tls_ca_file=str(ours / "ca.pem"), require_encryption=True,
        **{f"tls_{role}_{what}": str(ours / f"{what}.pem")
           for role in ("scheduler", "worker", "client") for what in ("cert", "key")},
    )  # fmt: skip
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, protocol="tls://", security=security,
        dashboard_address=None, silence_logs=50,
    ) as started:  # fmt: skip
        address = started.scheduler_address
        here = explorations.explore(store, explorations.app(), Where(jobs=1))
        known = Where(dask=address, security=Security.in_folder(ours))
        explorations.assert_same(here, explorations.explore(store, explorations.app(), known))
        for stranger in (Security.in_folder(theirs), None):
            with pytest.raises(ClusterError, match="no Dask scheduler answers"):
                explorations.explore(
                    store, explorations.app(), Where(dask=address, security=stranger)
                )
    with pytest.raises(ClusterError, match=r"ca\.pem is missing"):
        Security.in_folder(certificates)
