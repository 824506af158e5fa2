"""Every SUT that ships says how it was built and what it computes with."""

from __future__ import annotations

import pytest

from ringassay import _native
from ringassay.harness import Session
from ringassay.sut.about import BUILD_FACTS, Hello
from ringassay.sut.registry import lookup, status

READY = [entry.name for entry in status() if entry.command is not None]
OURS = [name for name in READY if name.startswith("ringassay-")]


@pytest.mark.parametrize("name", [name for name in READY if name != "original"])
def test_hello_tells_of_the_build(name: str) -> None:
    with Session(lookup(name)) as session:
        for role in ("client", "server"):
            said = session.hello[role]
            assert isinstance(said["threads"], int)
            assert said["threads"] >= 1
            for fact in ("simd", "library_build"):
                assert said[fact], fact


@pytest.mark.parametrize("name", OURS)
def test_our_own_say_the_backend_in_use(name: str) -> None:
    with Session(lookup(name)) as session:
        assert session.hello["server"]["simd"] == _native.backends()["chosen"]
        assert session.hello["server"]["commit"] == _native.build_facts()["commit"]
        assert session.hello["server"]["profile"] == "release"


def test_what_a_kit_user_does_not_know_is_not_said() -> None:
    bare = Hello("n", "1", "l", "2", "s", ("gf2",), ("LADD",))
    assert not any(f'"{fact}"'.encode() in bare.packet("client") for fact in BUILD_FACTS)
    told = Hello("n", "1", "l", "2", "s", ("gf2",), ("LADD",), simd="none", threads=1)
    assert b'"simd":"none","threads":1' in told.packet("client")
