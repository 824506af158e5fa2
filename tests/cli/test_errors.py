"""Which errors end in a line, and with which exit code."""

from __future__ import annotations

import errno

import pytest

from ringassay.analysis.sides import UnknownSideError
from ringassay.circuit import FormatError, GenerateError
from ringassay.cli.errors import UsageError, explain
from ringassay.evaluation.suite import SuiteError
from ringassay.explore.app import AppError
from ringassay.predict.outside import OutsideError
from ringassay.predict.truth import TruthError
from ringassay.store import RunOwnedError, StoreFullError, StoreIOError, UnknownRunError
from ringassay.sut.programs import RuntimeMissing
from ringassay.sut.registry import SutFileError, UnavailableSutError, UnknownSutError


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (UsageError, 2),
        (FormatError, 2),
        (GenerateError, 2),
        (SuiteError, 2),
        (AppError, 2),
        (UnknownSideError, 2),
        (UnknownSutError, 2),
        (UnavailableSutError, 2),
        (SutFileError, 2),
        (TruthError, 1),
        (OutsideError, 1),
        (RunOwnedError, 3),
        (UnknownRunError, 4),
        (StoreFullError, 5),
        (StoreIOError, 5),
    ],
)
def test_what_a_person_can_mend(kind: type[Exception], code: int) -> None:
    assert explain(kind("do this")) == ("do this", code)


def test_what_the_system_says() -> None:
    said = explain(RuntimeMissing())
    assert said is not None
    assert said[1] == 2 and "make build" in said[0]
    assert explain(OSError(errno.ENOSPC, "No space", "x")) == ("x: No space", 5)
    assert explain(OSError(errno.ENOENT, "No such file", "x")) == ("x: No such file", 2)
    assert explain(MemoryError()) == ("this takes more memory than there is", 2)


@pytest.mark.parametrize("kind", [ValueError, LookupError, RuntimeError, KeyError])
def test_our_own_mistakes_are_not_explained(kind: type[Exception]) -> None:
    assert explain(kind("x")) is None
