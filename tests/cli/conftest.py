from __future__ import annotations

import pytest

from program import Cli


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    """A folder in which the suite `quick` was run on two SUTs into the default store."""
    cli = Cli(tmp_path_factory.mktemp("finished"))
    ended = cli("run", "quick", "--sut", "plaintext", "--sut", "original")
    assert ended.code == 0, ended.err
    return cli
