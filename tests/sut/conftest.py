"""The systems of the conformance suite, each started once for a file of tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from kit_host import Pair
from systems import BATCH, OWN, PLANNED, REALS, ZT, MissingError, System


@pytest.fixture(scope="session")
def argv_of(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Sequence[str]]:
    """The command lines of the systems that are here, made when first asked for."""

    class Known(dict[str, Sequence[str]]):
        def __missing__(self, name: str) -> Sequence[str]:
            (system,) = (one for one in (*PLANNED, *OWN, *REALS) if one.name == name)
            try:
                self[name] = found = system.argv(tmp_path_factory.mktemp(name))
            except MissingError as missing:
                pytest.skip(str(missing))
            return found

    return Known()


@pytest.fixture(scope="module", params=[*PLANNED, *OWN], ids=lambda system: system.name)
def system(request: pytest.FixtureRequest) -> System:
    """Every system."""
    chosen: System = request.param
    return chosen


@pytest.fixture(scope="module")
def argv(system: System, argv_of: dict[str, Sequence[str]]) -> Sequence[str]:
    """Its program, to which the role is added."""
    return argv_of[system.name]


@pytest.fixture(scope="module")
def pair(system: System, argv: Sequence[str]) -> Iterator[Pair]:
    """Both programs, with a key for integers; nothing that a test does ends their session."""
    pair = Pair(argv)
    pair.key(BATCH, system.depth, ZT)
    yield pair
    processes = (pair.client.process, pair.server.process)
    assert all(process.poll() is None for process in processes), "the session has ended"
    pair.close()
