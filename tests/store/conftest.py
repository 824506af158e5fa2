from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "evaluation"))  # the naive SUT

import postgres

from ringassay.store import Store

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    directory = postgres.programs()
    if directory is None:
        pytest.skip("no PostgreSQL server is installed here")
    with postgres.server(directory) as tail:
        yield tail


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "results.db")
    tail = request.getfixturevalue("postgres_server")
    return postgres.create_database(tail, f"store_{next(_numbers)}")


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with Store(address) as opened:
        yield opened
