"""What tests of several folders share."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from calibration import Calibrated
from program import PROGRAM, Cli

pytest_plugins = ["skip_account"]


@pytest.fixture(scope="session", autouse=True)
def _no_memory_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What tests check and trust is not listed with what the user checked and trusts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """The program, in an empty folder."""
    return Cli(tmp_path)


@pytest.fixture(scope="session")
def calibrated(tmp_path_factory: pytest.TempPathFactory) -> Calibrated:
    """`ringassay predict calibrate` in two rounds: 20 seconds, so once for all processes of pytest.

    To be copied by whoever writes to the store.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    store, said = folder / "calibrated.db", folder / "calibrated.json"
    with (folder / "calibrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            command = [PROGRAM, "predict", "calibrate", "--rounds", "2", "--json", "--store", store]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
            said.write_text(done.stdout)
    return Calibrated(store, json.loads(said.read_text()))
