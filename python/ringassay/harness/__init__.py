"""Runs a system under test as two bounded, timed and disposable processes."""

from ringassay._native import Step
from ringassay.harness.bounds import Bounds
from ringassay.harness.isolation import PROTECTIONS, Isolation, missing, told
from ringassay.harness.session import Session, StartFailed
from ringassay.sut.command import SutCommand

__all__ = [
    "PROTECTIONS",
    "Bounds",
    "Isolation",
    "Session",
    "StartFailed",
    "Step",
    "SutCommand",
    "missing",
    "told",
]
