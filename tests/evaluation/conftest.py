from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ringassay.store import Store
from ringassay.sut.command import SutCommand


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.db") as opened:
        yield opened


@pytest.fixture
def naive() -> SutCommand:
    return SutCommand("naive", ("client",), ("server",))
