"""Runs a system under test as two bounded, timed and disposable processes."""

from ringassay.harness.bounds import Bounds
from ringassay.harness.isolation import PROTECTIONS, Isolation, missing, told
from ringassay.harness.session import GuardMissing, Session, StartFailed, find_guard
from ringassay.harness.step import Step
from ringassay.sut.command import SutCommand

__all__ = [
    "PROTECTIONS",
    "Bounds",
    "GuardMissing",
    "Isolation",
    "Session",
    "StartFailed",
    "Step",
    "SutCommand",
    "find_guard",
    "missing",
    "told",
]
