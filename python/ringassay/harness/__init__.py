"""Runs a system under test as two bounded, timed and disposable processes."""

from ringassay.harness.bounds import Bounds
from ringassay.harness.session import GuardMissing, Session, StartFailed, find_guard
from ringassay.harness.step import Step
from ringassay.sut.command import SutCommand

__all__ = [
    "Bounds",
    "GuardMissing",
    "Session",
    "StartFailed",
    "Step",
    "SutCommand",
    "find_guard",
]
