"""A stranger's folder, and a file of the user's."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from sqlalchemy import select, update
from strangers import Forge

from program import Cli
from ringassay.store import Store
from ringassay.store.integrity import seal
from ringassay.store.schema import runs


@pytest.fixture(scope="session")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a finished run, to be copied."""
    cli = Cli(tmp_path_factory.mktemp("measured"))
    ended = cli("run", "quick", "--sut", "plaintext", "--no-probes", "--store", "results.db")
    assert ended.code == 0, ended.err
    return cli.folder / "results.db"


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A file of the user's, elsewhere."""
    folder = tmp_path / "home"
    folder.mkdir()
    file = folder / "bashrc"
    file.write_text("export PRECIOUS=1\n")
    return file


@pytest.fixture
def strange(tmp_path: Path, measured: Path) -> Path:
    """A folder that came in an archive, with a store."""
    folder = tmp_path / "archive"
    folder.mkdir()
    shutil.copy(measured, folder / "results.db")
    return folder


@pytest.fixture
def forged(strange: Path) -> Forge:
    """Changes the store's run and seals the row again, as anybody can; returns the run."""

    def change(**facts: str | None) -> str:
        with Store(str(strange / "results.db")) as store:
            run = store.runs()[0].run
            with store.engine.begin() as connection:
                row = dict(connection.execute(select(runs)).mappings().one())
                sealed = seal(runs, {**row, **facts})
                connection.execute(update(runs).where(runs.c.run == run).values(sealed))
        return run

    return change
